/* The files of the page as they are built in; scripts/embed_assets.py makes the list. */
#ifndef LUD_SERVER_PAGE_FILES_H
#define LUD_SERVER_PAGE_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PageBytes {
    const char *bytes; /* NULL where this form is not worth while */
    size_t size;
} PageBytes;

typedef struct PageFile {
    const char *path; /* begins with a slash */
    const char *tag;  /* changes with the content */
    PageBytes plain, gzip, brotli;
} PageFile;

extern const PageFile page_files[]; /* sorted by path */
extern const size_t page_file_count;
extern const bool page_is_placeholder; /* only a page that says how to build the real one */

#endif
