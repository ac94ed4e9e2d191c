/* Files of a directory that somebody works in. */
#ifndef LUD_SERVER_PAGE_FOLDER_H
#define LUD_SERVER_PAGE_FOLDER_H

#include <stddef.h>

/* A copy of a file below `folder`, because files change while the page is being written. It is for
 * lud_free as every reply is: the server is always linked to the library's insides, and so has the
 * same allocator. NULL if there is no plain file of that name: one whose parts begin with no dot,
 * that no link leads to, and that is no pipe, socket or device. */
char *page_folder_read(const char *folder, const char *path, size_t *size);

#endif
