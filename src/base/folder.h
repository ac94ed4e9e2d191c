/* Directories: making them, what is in them, room on their disk, and who works in them. */
#ifndef LUD_BASE_FOLDER_H
#define LUD_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes a directory and those above it that are missing. 0, or the errno of what failed. */
int base_folder_make(const char *path);
/* Calls `visit` with the name of each entry that is no directory itself, in no certain order. 0, or
 * errno. Entries may be removed meanwhile. */
int base_folder_list(const char *path, void (*visit)(void *context, const char *name),
                     void *context);
/* Removes a file; 0, or errno. */
int base_file_remove(const char *path);
bool base_file_exists(const char *path);
/* Bytes that may still be written there; UINT64_MAX if that can't be told. */
uint64_t base_folder_room(const char *path);
/* Holds a file's lock, which goes with the process, however it ends: a number for
 * base_lock_release, -1 if somebody else holds it, or -2 with errno if it can't be made. */
int base_lock_take(const char *path);
void base_lock_release(int lock);
/* The directory of the program that runs; false if that can't be told, or is too long. */
bool base_program_folder(char *path, size_t size);
/* The memory of this machine in bytes; UINT64_MAX if that can't be told. */
uint64_t base_machine_memory(void);
/* How many threads it runs at once. */
int base_machine_threads(void);

#endif
