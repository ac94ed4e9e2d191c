/* Pictures that commands leave in files. */
#ifndef LUD_CLI_RECORDS_PICTURE_FILE_H
#define LUD_CLI_RECORDS_PICTURE_FILE_H

#include <stdbool.h>

/* A picture may take the place of an older one, but of nothing else: not of a record. */
bool picture_may_replace(const char *path);

#endif
