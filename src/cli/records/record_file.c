#include "cli/records/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/characters.h>

#include "shell/language.h"
#include "shell/report.h"

enum {
    WINDOW_BYTES = 1 << 20,
    MOST_BYTES = 64 << 20, /* a bound for files that never end */
    LOOKAHEAD = 16,        /* more than a reader looks at beyond the end of a record */
};

static const char *shown_path(const char *path)
{
    return strcmp(path, "-") == 0 ? _("standard input") : path;
}

static int report_at(const char *path, const LudError *err)
{
    char text[REPORT_BYTES];
    report_text(err, text, sizeof text);
    report_failure("%s: %s", shown_path(path), text);
    return err->status == LUD_EMEMORY ? EXIT_FAILURE : EXIT_USAGE;
}

/* -- one by one -------------------------------------------------------------------------------- */

static void skip(RecordStream *stream, size_t size)
{
    stream->lines += lud_text_lines(stream->text + stream->at, size);
    stream->at += size;
}

/* Drops what is done with and reads on, until `wanted` bytes are there or no more come. */
static int fill(RecordStream *stream, size_t wanted)
{
    stream->size -= stream->at;
    if (stream->size > 0)
        memmove(stream->text, stream->text + stream->at, stream->size);
    stream->at = 0;
    if (wanted > stream->capacity) {
        char *grown = realloc(stream->text, wanted);
        if (!grown)
            return report_memory();
        stream->text = grown;
        stream->capacity = wanted;
    }
    size_t got = fread(stream->text + stream->size, 1, wanted - stream->size, stream->file);
    stream->size += got;
    stream->total += got;
    stream->is_at_end = stream->size < wanted;
    return ferror(stream->file) ? report_file(shown_path(stream->path)) : EXIT_SUCCESS;
}

int record_stream_open(RecordStream *stream, const char *path, const LudFormat *format)
{
    *stream = (RecordStream){.path = path, .format = format};
    stream->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!stream->file)
        return report_file(path);
    int status = fill(stream, WINDOW_BYTES);
    if (status != EXIT_SUCCESS)
        record_stream_close(stream);
    else if (!format)
        stream->format = lud_format_guess(stream->text, stream->size, path);
    return status;
}

void record_stream_close(RecordStream *stream)
{
    if (stream->file && stream->file != stdin)
        fclose(stream->file);
    free(stream->text);
    *stream = (RecordStream){0};
}

static int fail_too_large(const RecordStream *stream)
{
    return report_failure(_("%s is too large for a record."), shown_path(stream->path));
}

static bool has_more(const RecordStream *stream)
{
    return lud_record_has_more(stream->text + stream->at, stream->size - stream->at);
}

/* Passes over white space between records, and sees that a usual record is in memory as a whole. */
static int pass_gap(RecordStream *stream)
{
    uint64_t before = stream->total;
    while (!stream->is_at_end && !has_more(stream)) {
        if (stream->total - before > MOST_BYTES)
            return fail_too_large(stream);
        skip(stream, stream->size - stream->at);
        int status = fill(stream, WINDOW_BYTES);
        if (status != EXIT_SUCCESS)
            return status;
    }
    bool is_short = stream->size - stream->at < WINDOW_BYTES / 2;
    return is_short && !stream->is_at_end ? fill(stream, WINDOW_BYTES) : EXIT_SUCCESS;
}

/* A record counts if it ends well before the part that is in memory does, since nothing behind that
 * could change it. Otherwise, and where it seems to be wrong, more is wanted first. */
static bool is_certain(const RecordStream *stream, LudStatus status, size_t consumed)
{
    size_t size = stream->size - stream->at;
    if (stream->is_at_end || status == LUD_EMEMORY)
        return true;
    return status == LUD_OK ? consumed > 0 && consumed + LOOKAHEAD <= size : size >= MOST_BYTES;
}

/* Reads a record, with as much of the file as that takes; `found` is what came of it. */
static int read_certain(RecordStream *stream, LudRecord **record, size_t *consumed,
                        LudStatus *found, LudError *err)
{
    for (;;) {
        size_t size = stream->size - stream->at;
        *found = stream->format->read(stream->text + stream->at, size, record, consumed, err);
        if (is_certain(stream, *found, *consumed))
            return EXIT_SUCCESS;
        if (*found == LUD_OK)
            lud_record_free(*record);
        *record = NULL;
        if (size >= MOST_BYTES)
            return fail_too_large(stream);
        int status = fill(stream, 2 * size);
        if (status != EXIT_SUCCESS)
            return status;
    }
}

int record_stream_next(RecordStream *stream, LudRecord **record)
{
    LudError err;
    LudStatus found = LUD_OK;
    size_t consumed = 0;
    *record = NULL;
    int status = pass_gap(stream);
    if (status == EXIT_SUCCESS && stream->count > 0 && !has_more(stream))
        return EXIT_SUCCESS;
    if (status == EXIT_SUCCESS)
        status = read_certain(stream, record, &consumed, &found, &err);
    if (status != EXIT_SUCCESS)
        return status;
    if (found != LUD_OK) {
        if (err.line > 0)
            err.line += stream->lines;
        return report_at(stream->path, &err);
    }
    stream->count++;
    skip(stream, consumed > 0 ? consumed : stream->size - stream->at);
    return EXIT_SUCCESS;
}

/* -- all at once ------------------------------------------------------------------------------- */

static bool keep(RecordFile *file, LudRecord *record)
{
    LudRecord **records =
        realloc(file->records, ((size_t)file->count + 1) * sizeof file->records[0]);
    if (!records) {
        lud_record_free(record);
        return false;
    }
    file->records = records;
    records[file->count++] = record;
    return true;
}

static int read_all(RecordStream *stream, RecordFile *file)
{
    for (;;) {
        LudRecord *record;
        if (stream->total > MOST_BYTES)
            return fail_too_large(stream);
        int status = record_stream_next(stream, &record);
        if (status != EXIT_SUCCESS || !record)
            return status;
        if (!keep(file, record))
            return report_memory();
    }
}

int record_file_read(const char *path, RecordFile *file)
{
    RecordStream stream;
    *file = (RecordFile){0};
    int status = record_stream_open(&stream, path, NULL);
    if (status != EXIT_SUCCESS)
        return status;
    file->format = stream.format;
    status = read_all(&stream, file);
    record_stream_close(&stream);
    if (status != EXIT_SUCCESS)
        record_file_free(file);
    return status;
}

void record_file_free(RecordFile *file)
{
    for (int i = 0; i < file->count; i++)
        lud_record_free(file->records[i]);
    free(file->records);
    *file = (RecordFile){0};
}
