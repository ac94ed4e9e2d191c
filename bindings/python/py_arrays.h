/* Arrays of the caller: by the buffer protocol (NumPy), or by DLPack (PyTorch and others). */
#ifndef LUD_PY_ARRAYS_H
#define LUD_PY_ARRAYS_H

#include "py_binding.h"

/* What the numbers are; kinds that may be given are joined by |. */
enum {
    ARRAY_BOOL = 1,
    ARRAY_UINT8 = 2,
    ARRAY_INT32 = 4,
    ARRAY_INT64 = 8,
    ARRAY_FLOAT32 = 16,
};

enum { ARRAY_DIMENSIONS = 4 };

/* What is wanted of an array. */
typedef struct ArrayWish {
    const char *name;
    int kinds;
    bool is_written;
    int dimensions;
    Py_ssize_t shape[ARRAY_DIMENSIONS];
} ArrayWish;

/* An array in use; all zero: none. */
typedef struct Array {
    void *data;
    int kind;
    bool has_buffer;
    Py_buffer buffer;
    void *tensor, *versioned_tensor; /* of DLPack before 1.0 and since, if it came so */
} Array;

/* Opens an array, or sets an exception that says what is wrong with it and returns false. */
bool array_open(Array *array, PyObject *object, const ArrayWish *wish);
/* Lets it go; one that is all zero, too. */
void array_close(Array *array);

#endif
