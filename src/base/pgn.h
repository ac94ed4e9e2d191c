/* The shape that chess's PGN made common: tags in brackets, words, comments in braces. */
#ifndef LUD_BASE_PGN_H
#define LUD_BASE_PGN_H

#include "base/text.h"

enum { PGN_NAME = 64, PGN_WORD = 256 };

/* A place in a text of any bytes. NUL counts as white space. */
typedef struct PgnReader {
    const char *at, *end;
    int line; /* from 1 */
} PgnReader;

/* Whether nothing is left at or after the next character that is no white space. */
bool pgn_is_done(PgnReader *reader);
/* Reads [Name "value"]; the reader stands on the bracket. False if it is not such a tag. */
bool pgn_read_tag(PgnReader *reader, char name[PGN_NAME], Text *value);
/* Adds the inside of {a comment} to `text`; the reader stands on the brace. False if it never
 * closes. */
bool pgn_read_comment(PgnReader *reader, Text *text);
/* Copies the next word, up to white space or one of `stops` (at least one character in any case);
 * longer ones are cut. */
void pgn_read_word(PgnReader *reader, const char *stops, char word[PGN_WORD]);
/* What follows a move number "12." that a word begins with, or the word itself. */
const char *pgn_after_number(const char *word);
/* Whether a word is a result: "*", or points and scores such as 1-0, 1/2-1/2, 0-1-0, 23.5-24.5. */
bool pgn_is_result(const char *word);

/* A text of lines no longer than `width`, unless a single word is. */
typedef struct PgnWriter {
    Text text;
    size_t width, column;
} PgnWriter;

void pgn_write_tag(PgnWriter *writer, const char *name, const char *value);
void pgn_write_word(PgnWriter *writer, const char *word, size_t size);
/* Writes words that are separated by single spaces, each where it fits. */
void pgn_write_words(PgnWriter *writer, const char *words);

#endif
