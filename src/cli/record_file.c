#include "cli/record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include <ludoteca/oware.h>

#include "cli/language.h"
#include "cli/report.h"

enum { MOST_BYTES = 64 << 20 }; /* a bound for files that never end */

RecordFormat record_format_find(const char *name)
{
    return strcmp(name, "ludo") == 0           ? RECORD_LUDO
           : strcmp(name, "ogn") == 0          ? RECORD_OGN
           : strcmp(name, "playstrategy") == 0 ? RECORD_PLAYSTRATEGY
                                               : RECORD_UNKNOWN;
}

/* Reads a stream to its end; `path` is for messages. */
static int read_stream(FILE *stream, const char *path, char **text, size_t *size)
{
    size_t capacity = 1 << 16, used = 0;
    char *bytes = malloc(capacity);
    while (bytes) {
        used += fread(bytes + used, 1, capacity - used, stream);
        if (used < capacity)
            break;
        char *grown = used < MOST_BYTES ? realloc(bytes, capacity *= 2) : NULL;
        if (!grown) {
            free(bytes);
            return used < MOST_BYTES ? report_memory()
                                     : report_failure(_("%s is too large for a record."), path);
        }
        bytes = grown;
    }
    if (!bytes)
        return report_memory();
    if (ferror(stream)) {
        free(bytes);
        return report_file(path);
    }
    *text = bytes;
    *size = used;
    return EXIT_SUCCESS;
}

static int read_text(const char *path, char **text, size_t *size)
{
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, _("standard input"), text, size);
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return report_file(path);
    int status = read_stream(stream, path, text, size);
    fclose(stream);
    return status;
}

/* Whether a line of the text starts with `start`. */
static bool has_line(const char *text, size_t size, const char *start)
{
    size_t length = strlen(start);
    for (size_t at = 0; at + length <= size; at++) {
        if ((at == 0 || text[at - 1] == '\n') && memcmp(text + at, start, length) == 0)
            return true;
    }
    return false;
}

static bool is_named_ogn(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ".ogn") == 0;
}

/* Our records must say Game; of the others only PlayStrategy's have a FEN tag of that look. Where
 * the text tells nothing the name of the file does. */
static RecordFormat guess(const char *path, const char *text, size_t size)
{
    if (has_line(text, size, "[Game "))
        return RECORD_LUDO;
    if (lud_oware_is_playstrategy(text, size))
        return RECORD_PLAYSTRATEGY;
    bool is_ogn =
        has_line(text, size, "[Variant ") || has_line(text, size, "[South ") || is_named_ogn(path);
    return is_ogn ? RECORD_OGN : RECORD_LUDO;
}

static LudStatus read_record(RecordFormat format, const char *text, size_t size, LudRecord **record,
                             size_t *consumed, LudError *err)
{
    switch (format) {
    case RECORD_OGN:
        return lud_oware_read_ogn(text, size, record, consumed, err);
    case RECORD_PLAYSTRATEGY:
        return lud_oware_read_playstrategy(text, size, record, consumed, err);
    default:
        return lud_record_read(text, size, record, consumed, err);
    }
}

static int count_lines(const char *text, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static int report_at(const char *path, const LudError *err)
{
    char text[REPORT_BYTES];
    report_text(err, text, sizeof text);
    report_failure("%s: %s", strcmp(path, "-") == 0 ? _("standard input") : path, text);
    return err->status == LUD_EMEMORY ? EXIT_FAILURE : EXIT_USAGE;
}

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

static int read_all(const char *path, RecordFormat format, const char *text, size_t size,
                    RecordFile *file)
{
    size_t at = 0;
    while (file->count == 0 || lud_record_has_more(text + at, size - at)) {
        LudRecord *record;
        size_t consumed = 0;
        LudError err;
        if (read_record(format, text + at, size - at, &record, &consumed, &err) != LUD_OK) {
            if (err.line > 0)
                err.line += count_lines(text, at);
            return report_at(path, &err);
        }
        if (!keep(file, record))
            return report_memory();
        if (consumed == 0)
            break;
        at += consumed;
    }
    return EXIT_SUCCESS;
}

int record_file_read(const char *path, RecordFormat format, RecordFile *file)
{
    char *text;
    size_t size;
    *file = (RecordFile){0};
    int status = read_text(path, &text, &size);
    if (status != EXIT_SUCCESS)
        return status;
    if (format == RECORD_UNKNOWN)
        format = guess(path, text, size);
    file->format = format;
    status = read_all(path, format, text, size, file);
    free(text);
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
