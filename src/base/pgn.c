#include "base/pgn.h"

#include <string.h>

/* -- reading ---------------------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}

static void step(PgnReader *reader)
{
    reader->line += *reader->at == '\n';
    reader->at++;
}

bool pgn_is_done(PgnReader *reader)
{
    static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark, as some editors leave */
    while (reader->at < reader->end) {
        if (is_space(*reader->at))
            step(reader);
        else if (reader->end - reader->at >= 3 && memcmp(reader->at, mark, 3) == 0)
            reader->at += 3;
        else
            return false;
    }
    return true;
}

static bool is_name_character(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Passes over `c` if it comes next. */
static bool take(PgnReader *reader, char c)
{
    if (pgn_is_done(reader) || *reader->at != c)
        return false;
    step(reader);
    return true;
}

bool pgn_read_tag(PgnReader *reader, char name[PGN_NAME], Text *value)
{
    size_t length = 0;
    take(reader, '[');
    if (pgn_is_done(reader))
        return false;
    for (; reader->at < reader->end && is_name_character(*reader->at); step(reader)) {
        if (length == PGN_NAME - 1)
            return false;
        name[length++] = *reader->at;
    }
    name[length] = '\0';
    if (length == 0 || !take(reader, '"'))
        return false;
    for (; reader->at < reader->end && *reader->at != '"'; step(reader)) {
        if (*reader->at == '\n')
            return false;
        if (*reader->at == '\\' && reader->at + 1 < reader->end)
            step(reader);
        char c = *reader->at ? *reader->at : ' ';
        text_add_bytes(value, &c, 1);
    }
    return take(reader, '"') && take(reader, ']');
}

bool pgn_read_comment(PgnReader *reader, Text *text)
{
    const char *from = reader->at + 1;
    while (reader->at < reader->end && *reader->at != '}')
        step(reader);
    if (reader->at == reader->end)
        return false;
    text_add_bytes(text, from, (size_t)(reader->at - from));
    step(reader);
    return true;
}

void pgn_read_word(PgnReader *reader, const char *stops, char word[PGN_WORD])
{
    size_t length = 0;
    do {
        if (length < PGN_WORD - 1)
            word[length++] = *reader->at;
        step(reader);
    } while (reader->at < reader->end && !is_space(*reader->at) && !strchr(stops, *reader->at));
    word[length] = '\0';
}

const char *pgn_after_number(const char *word)
{
    const char *at = word + strspn(word, "0123456789");
    return at > word && *at == '.' ? at + strspn(at, ".") : word;
}

/* Passes over one side of a result: digits, perhaps with a half. NULL if there is none. */
static const char *after_side(const char *at)
{
    size_t digits = strspn(at, "0123456789");
    if (digits == 0)
        return NULL;
    at += digits;
    if (strncmp(at, ".5", 2) == 0 || strncmp(at, "/2", 2) == 0)
        at += 2;
    return at;
}

bool pgn_is_result(const char *word)
{
    const char *at = after_side(word);
    int sides = 1;
    while (at && *at == '-') {
        at = after_side(at + 1);
        sides++;
    }
    return strcmp(word, "*") == 0 || (at && *at == '\0' && sides > 1);
}

/* -- writing ---------------------------------------------------------------------------------- */

void pgn_write_tag(PgnWriter *writer, const char *name, const char *value)
{
    text_printf(&writer->text, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            text_add(&writer->text, "\\");
        text_add_bytes(&writer->text, value, 1);
    }
    text_add(&writer->text, "\"]\n");
}

void pgn_write_word(PgnWriter *writer, const char *word, size_t size)
{
    if (writer->column > 0 && writer->column + 1 + size > writer->width) {
        text_add(&writer->text, "\n");
        writer->column = 0;
    } else if (writer->column > 0) {
        text_add(&writer->text, " ");
        writer->column++;
    }
    text_add_bytes(&writer->text, word, size);
    writer->column += size;
}

void pgn_write_words(PgnWriter *writer, const char *words)
{
    while (*words) {
        size_t size = strcspn(words, " ");
        pgn_write_word(writer, words, size);
        words += size + (words[size] == ' ');
    }
}
