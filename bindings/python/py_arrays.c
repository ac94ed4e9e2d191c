#include "py_arrays.h"

#include <stdio.h>

/* An array as either protocol describes it. */
typedef struct Description {
    int kind; /* 0: none that we know */
    bool is_contiguous, is_read_only;
    int dimensions;
    Py_ssize_t shape[ARRAY_DIMENSIONS];
} Description;

/* -- what is wrong ----------------------------------------------------------------------------- */

static void print_kinds(int kinds, char *text, size_t size)
{
    static const char *const names[] = {"bool", "uint8", "int32", "int64", "float32"};
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < 5; i++) {
        if (kinds >> i & 1)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? " or " : "",
                                       names[i]);
    }
}

static void print_shape(const Py_ssize_t *shape, int dimensions, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "(");
    for (int i = 0; i < dimensions && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, i ? ", %zd" : "%zd", shape[i]);
    if (length < size)
        snprintf(text + length, size - length, dimensions == 1 ? ",)" : ")");
}

static bool has_shape(const Description *found, const ArrayWish *wish)
{
    bool is_same = found->dimensions == wish->dimensions;
    for (int i = 0; is_same && i < wish->dimensions; i++)
        is_same = found->shape[i] == wish->shape[i];
    return is_same;
}

static bool check(const Description *found, const ArrayWish *wish)
{
    char text[160];
    if (!(found->kind & wish->kinds)) {
        print_kinds(wish->kinds, text, sizeof text);
        PyErr_Format(PyExc_TypeError, "%s: the numbers must be %s.", wish->name, text);
        return false;
    }
    if (!has_shape(found, wish)) {
        print_shape(wish->shape, wish->dimensions, text, sizeof text);
        PyErr_Format(PyExc_ValueError, "%s: the shape must be %s.", wish->name, text);
        return false;
    }
    if (!found->is_contiguous) {
        PyErr_Format(PyExc_ValueError, "%s: the array must be contiguous in the order of C.",
                     wish->name);
        return false;
    }
    if (wish->is_written && found->is_read_only) {
        PyErr_Format(PyExc_ValueError, "%s: the array is read-only.", wish->name);
        return false;
    }
    return true;
}

/* -- the buffer protocol ----------------------------------------------------------------------- */

/* Formats are those of Python's module struct; only native order is understood. */
static int kind_of_format(const char *format, Py_ssize_t size)
{
    if (!format)
        return size == 1 ? ARRAY_UINT8 : 0;
    if (*format == '@' || *format == '=' || *format == '<')
        format++;
    if (!*format || format[1])
        return 0;
    bool is_signed = strchr("bhilqn", *format) != NULL;
    if (*format == '?')
        return ARRAY_BOOL;
    if (*format == 'B')
        return ARRAY_UINT8;
    if (*format == 'f')
        return ARRAY_FLOAT32;
    return !is_signed ? 0 : size == 4 ? ARRAY_INT32 : size == 8 ? ARRAY_INT64 : 0;
}

static bool open_buffer(Array *array, PyObject *object, const ArrayWish *wish)
{
    Py_buffer *buffer = &array->buffer;
    if (PyObject_GetBuffer(object, buffer, PyBUF_RECORDS_RO) != 0)
        return false;
    array->has_buffer = true;
    Description found = {.kind = kind_of_format(buffer->format, buffer->itemsize),
                         .is_contiguous = PyBuffer_IsContiguous(buffer, 'C'),
                         .is_read_only = buffer->readonly,
                         .dimensions = buffer->ndim};
    for (int i = 0; i < buffer->ndim && i < ARRAY_DIMENSIONS; i++)
        found.shape[i] = buffer->shape[i];
    array->data = buffer->buf;
    array->kind = found.kind;
    return check(&found, wish);
}

/* -- DLPack ------------------------------------------------------------------------------------ */

/* The parts of DLPack's header that a tensor consists of. Versions before 1.0 have no flags, and so
 * can't say that an array must not be written. */
typedef struct Tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t dimensions;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} Tensor;

typedef struct ManagedTensor {
    Tensor tensor;
    void *context;
    void (*deleter)(struct ManagedTensor *self);
} ManagedTensor;

typedef struct VersionedTensor {
    uint32_t major, minor;
    void *context;
    void (*deleter)(struct VersionedTensor *self);
    uint64_t flags;
    Tensor tensor;
} VersionedTensor;

enum { OUR_MAJOR = 1, READ_ONLY = 1 };
enum { ON_CPU = 1, CODE_INT = 0, CODE_UINT = 1, CODE_FLOAT = 2, CODE_BOOL = 6 };

static int kind_of_tensor(const Tensor *tensor)
{
    if (tensor->lanes != 1)
        return 0;
    switch (tensor->code << 8 | tensor->bits) {
    case CODE_BOOL << 8 | 8:
        return ARRAY_BOOL;
    case CODE_UINT << 8 | 8:
        return ARRAY_UINT8;
    case CODE_INT << 8 | 32:
        return ARRAY_INT32;
    case CODE_INT << 8 | 64:
        return ARRAY_INT64;
    case CODE_FLOAT << 8 | 32:
        return ARRAY_FLOAT32;
    default:
        return 0;
    }
}

static bool is_contiguous(const Tensor *tensor)
{
    int64_t stride = 1;
    for (int i = tensor->dimensions - 1; tensor->strides && i >= 0; i--) {
        if (tensor->shape[i] != 1 && tensor->strides[i] != stride)
            return false;
        stride *= tensor->shape[i];
    }
    return true;
}

/* Asks for version 1; who knows only what was before does not know how to be asked. */
static PyObject *export_capsule(PyObject *object)
{
    PyObject *method = PyObject_GetAttrString(object, "__dlpack__"), *capsule = NULL;
    PyObject *none = PyTuple_New(0),
             *version = Py_BuildValue("{s:(ii)}", "max_version", OUR_MAJOR, 0);
    if (method && none && version)
        capsule = PyObject_Call(method, none, version);
    if (!capsule && method && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        capsule = PyObject_CallNoArgs(method);
    }
    Py_XDECREF(version);
    Py_XDECREF(none);
    Py_XDECREF(method);
    return capsule;
}

/* Takes over what a capsule holds, which then says so by its name; NULL with an exception if it
 * holds nothing of use. */
static const Tensor *take_tensor(Array *array, PyObject *capsule)
{
    bool is_versioned = PyCapsule_IsValid(capsule, "dltensor_versioned");
    void *held = PyCapsule_GetPointer(capsule, is_versioned ? "dltensor_versioned" : "dltensor");
    if (!held ||
        PyCapsule_SetName(capsule, is_versioned ? "used_dltensor_versioned" : "used_dltensor") != 0)
        return NULL;
    array->tensor = is_versioned ? NULL : held;
    array->versioned_tensor = is_versioned ? held : NULL;
    if (!is_versioned)
        return &((const ManagedTensor *)held)->tensor;
    const VersionedTensor *versioned = held;
    if (versioned->major == OUR_MAJOR)
        return &versioned->tensor;
    PyErr_Format(PyExc_BufferError, "DLPack %u is not known here.", (unsigned)versioned->major);
    return NULL;
}

static bool is_read_only(const Array *array)
{
    const VersionedTensor *versioned = array->versioned_tensor;
    return versioned && versioned->flags & READ_ONLY;
}

static bool open_tensor(Array *array, PyObject *object, const ArrayWish *wish)
{
    PyObject *capsule = export_capsule(object);
    const Tensor *tensor = capsule ? take_tensor(array, capsule) : NULL;
    Py_XDECREF(capsule);
    if (!tensor)
        return false;
    Description found = {.kind = kind_of_tensor(tensor),
                         .is_contiguous = is_contiguous(tensor),
                         .is_read_only = is_read_only(array),
                         .dimensions = tensor->dimensions};
    for (int i = 0; i < tensor->dimensions && i < ARRAY_DIMENSIONS; i++)
        found.shape[i] = (Py_ssize_t)tensor->shape[i];
    array->data = (char *)tensor->data + tensor->byte_offset;
    array->kind = found.kind;
    if (tensor->device_type != ON_CPU) {
        PyErr_Format(PyExc_ValueError, "%s: the array must be in the memory of the processor.",
                     wish->name);
        return false;
    }
    return check(&found, wish);
}

/* -- either ------------------------------------------------------------------------------------ */

bool array_open(Array *array, PyObject *object, const ArrayWish *wish)
{
    bool is_open = false;
    *array = (Array){0};
    if (PyObject_CheckBuffer(object))
        is_open = open_buffer(array, object, wish);
    else if (PyObject_HasAttrString(object, "__dlpack__"))
        is_open = open_tensor(array, object, wish);
    else
        PyErr_Format(PyExc_TypeError,
                     "%s: an array is wanted, by the buffer protocol or by DLPack.", wish->name);
    if (!is_open)
        array_close(array);
    return is_open;
}

void array_close(Array *array)
{
    if (array->has_buffer)
        PyBuffer_Release(&array->buffer);
    ManagedTensor *managed = array->tensor;
    if (managed && managed->deleter)
        managed->deleter(managed);
    VersionedTensor *versioned = array->versioned_tensor;
    if (versioned && versioned->deleter)
        versioned->deleter(versioned);
    *array = (Array){0};
}
