/* Files of game records, in any format that can be read. */
#ifndef LUD_CLI_RECORDS_RECORD_FILE_H
#define LUD_CLI_RECORDS_RECORD_FILE_H

#include <stdio.h>

#include <ludoteca/formats.h>

typedef struct RecordFile {
    LudRecord **records;
    int count;
    const LudFormat *format; /* found out */
} RecordFile;

/* A file of records that is read one by one; only a part of it is in memory. */
typedef struct RecordStream {
    const char *path;
    FILE *file;
    const LudFormat *format; /* as given or found out */
    char *text;              /* a part of the file: `size` bytes, of which `at` are done with */
    size_t at, size, capacity;
    uint64_t total; /* bytes read so far */
    int count;      /* records read so far */
    int lines;      /* ends of lines in what is done with */
    bool is_at_end; /* the file has no more than `text` */
} RecordStream;

/* Opens a file ("-": standard input). Where no format is given (NULL) the beginning tells. These
 * return the exit status, after a message on stderr that names file, line and move if it is not 0.
 */
int record_stream_open(RecordStream *stream, const char *path, const LudFormat *format);
/* The next record, for lud_record_free; NULL after the last one. There is one at least, or it is an
 * error. */
int record_stream_next(RecordStream *stream, LudRecord **record);
void record_stream_close(RecordStream *stream);

/* Reads every record of a file ("-": standard input); one at least, or it is an error. Returns the
 * exit status, after a message on stderr that names file, line and move if it is not 0. */
int record_file_read(const char *path, RecordFile *file);
void record_file_free(RecordFile *file);

#endif
