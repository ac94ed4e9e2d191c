/* Files of game records, in any format that can be read. */
#ifndef LUD_CLI_RECORD_FILE_H
#define LUD_CLI_RECORD_FILE_H

#include <ludoteca/record.h>

typedef enum RecordFormat {
    RECORD_UNKNOWN, /* found out from the text */
    RECORD_LUDO,
    RECORD_OGN,
    RECORD_PLAYSTRATEGY,
} RecordFormat;

typedef struct RecordFile {
    LudRecord **records;
    int count;
    RecordFormat format; /* as given or found out */
} RecordFile;

/* "ludo", "ogn" or "playstrategy"; RECORD_UNKNOWN for anything else. */
RecordFormat record_format_find(const char *name);
/* Reads every record of a file ("-": standard input); one at least, or it is an error. Returns the
 * exit status, after a message on stderr that names file, line and move if it is not 0. */
int record_file_read(const char *path, RecordFormat format, RecordFile *file);
void record_file_free(RecordFile *file);

#endif
