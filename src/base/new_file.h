/* A file that gets its name only once it is whole and safely stored. Until then it has another name
 * beside it, which ends in NEW_FILE_ENDING; whatever still has such a name was never finished. */
#ifndef LUD_BASE_NEW_FILE_H
#define LUD_BASE_NEW_FILE_H

#include <stddef.h>
#include <stdint.h>

#define NEW_FILE_ENDING ".part"

typedef struct NewFile NewFile;

/* Each returns 0, or the errno of what failed. What an earlier attempt left is overwritten. */
int base_new_file_open(NewFile **file, const char *path);
int base_new_file_write(NewFile *file, uint64_t offset, const void *bytes, size_t size);
/* Gives the file its name, in place of any other that has it, and frees `file` in any case; if it
 * fails the unfinished file is removed. */
int base_new_file_finish(NewFile *file);
/* Removes the unfinished file and frees `file`, which may be NULL. */
void base_new_file_abandon(NewFile *file);

#endif
