#include "cli/playstrategy.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/language.h"

/* The rules that PlayStrategy plays by, and its name for them. A game by other rules says so with
 * our name for them, in full: that always has a colon, so it is never taken for theirs. */
static const char their_rules[] = "oware:slam=nocapture", their_variant[] = "Oware";

bool playstrategy_recognises(const char *text, size_t size)
{
    static const char start[] = "[FEN \"";
    for (size_t at = 0; at + sizeof start <= size; at++) {
        if (memcmp(text + at, start, sizeof start - 1) != 0)
            continue;
        const char *value = text + at + sizeof start - 1;
        size_t left = size - at - (sizeof start - 1);
        const char *quote = memchr(value, '"', left), *slash = memchr(value, '/', left);
        return quote && slash && slash < quote;
    }
    return false;
}

/* -- reading ---------------------------------------------------------------------------------- */

enum { WORD = 512 };

typedef struct Reader {
    const char *text;
    size_t size, at;
    int line;
    LudRecord *record;
    LudReason reason; /* a stated one, or LUD_REASON_NONE */
} Reader;

static int peek(const Reader *reader)
{
    return reader->at < reader->size ? (unsigned char)reader->text[reader->at] : -1;
}

static int take(Reader *reader)
{
    int c = peek(reader);
    reader->line += c == '\n';
    reader->at += c >= 0;
    return c;
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_spaces(Reader *reader)
{
    while (is_space(peek(reader)))
        take(reader);
}

/* Takes everything up to `stop` and that too; what does not fit is cut. A backslash takes away the
 * meaning of a quote or of another backslash. False if `stop` never comes. */
static bool take_until(Reader *reader, char stop, char word[WORD])
{
    size_t length = 0;
    for (int c = take(reader); c >= 0; c = take(reader)) {
        if (c == stop) {
            word[length] = '\0';
            return true;
        }
        if (c == '\\' && (peek(reader) == '"' || peek(reader) == '\\'))
            c = take(reader);
        if (length + 1 < WORD)
            word[length++] = (char)(c == 0 ? ' ' : c);
    }
    return false;
}

static LudStatus read_fen(Reader *reader, const char *fen, LudError *err)
{
    LudPlay *play = lud_record_play(reader->record);
    LudState start;
    int move_number;
    LudStatus status = lud_oware_parse_fen(lud_play_rules(play), fen, &start, &move_number, err);
    if (status == LUD_OK)
        lud_play_restart(play, &start);
    return status;
}

/* White and Black are PlayStrategy's names for whoever sits south and north. */
static const char *own_name(const char *name)
{
    return strcmp(name, "White") == 0 ? "South" : strcmp(name, "Black") == 0 ? "North" : name;
}

/* Tags that follow from the game are not kept. */
static bool is_derived(const char *name)
{
    return strcmp(name, "Variant") == 0 || strcmp(name, "Result") == 0;
}

/* Takes [Name "value"]; false if it is not such a tag. */
static bool take_tag(Reader *reader, char name[WORD], char value[WORD])
{
    char rest[WORD];
    take(reader);
    if (!take_until(reader, '"', name) || !take_until(reader, '"', value) ||
        !take_until(reader, ']', rest))
        return false;
    name[strcspn(name, " \t")] = '\0';
    return true;
}

static LudStatus read_tag(Reader *reader, LudError *err)
{
    char name[WORD], value[WORD];
    if (!take_tag(reader, name, value))
        return lud_error_set(err, LUD_ERECORD, "A tag looks like [Name \"value\"].", (char *)NULL);
    if (strcmp(name, "FEN") == 0)
        return read_fen(reader, value, err);
    if (strcmp(name, "Reason") == 0) {
        reader->reason = lud_reason_find(value);
        return LUD_OK;
    }
    return is_derived(name) ? LUD_OK
                            : lud_record_set_tag(reader->record, own_name(name), value, err);
}

static LudStatus read_comment(Reader *reader, LudError *err)
{
    take(reader);
    const char *start = reader->text + reader->at;
    const char *brace = memchr(start, '}', reader->size - reader->at);
    if (!brace)
        return lud_error_set(err, LUD_ERECORD, "A comment that begins here has no closing brace.",
                             (char *)NULL);
    size_t size = (size_t)(brace - start);
    char *text = calloc(size + 1, 1);
    if (!text)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    for (size_t i = 0; i <= size; i++) {
        int c = take(reader);
        if (i < size)
            text[i] = (char)(c == 0 ? ' ' : c);
    }
    int index = lud_play_length(lud_record_play(reader->record));
    LudStatus status = lud_record_set_comment(reader->record, index, text, err);
    free(text);
    return status;
}

/* Whether a reason takes one player out of the game. */
static bool is_drop(LudReason reason)
{
    return reason == LUD_REASON_RESIGNED || reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT;
}

/* Divides the seeds as both agreed, which must lead to the stated result. */
static LudStatus finish(LudPlay *play, const char *word, LudError *err)
{
    LudStatus status = lud_play_agree_finish(play, err);
    LudResult result;
    char text[LUD_RESULT_TEXT];
    if (status != LUD_OK)
        return status;
    lud_play_result(play, &result);
    lud_result_print(&result, text);
    if (strcmp(text, word) == 0)
        return LUD_OK;
    return lud_error_set(err, LUD_ERECORD, "The result is given as {1}, but the moves lead to {2}.",
                         word, text, (char *)NULL);
}

/* Applies a stated result that no move brought about. Without a reason the loser gave up, or both
 * agreed to a draw. */
static LudStatus read_result(Reader *reader, const char *word, LudError *err)
{
    LudPlay *play = lud_record_play(reader->record);
    if (lud_play_turn(play) == LUD_OVER || strcmp(word, "*") == 0)
        return LUD_OK;
    if (reader->reason == LUD_REASON_AGREED_FINISH)
        return finish(play, word, err);
    if (strcmp(word, "1/2-1/2") == 0)
        return lud_play_agree_draw(play, err);
    return lud_play_drop(play, word[0] == '1' ? 1 : 0,
                         is_drop(reader->reason) ? reader->reason : LUD_REASON_RESIGNED, err);
}

static bool is_result(const char *word)
{
    return strcmp(word, "1-0") == 0 || strcmp(word, "0-1") == 0 || strcmp(word, "1/2-1/2") == 0 ||
           strcmp(word, "*") == 0;
}

static LudStatus read_move(LudPlay *play, const char *word, LudError *err)
{
    LudMove m;
    LudStatus status = lud_oware_parse_uci(lud_play_state(play), word, &m, err);
    if (status == LUD_OK)
        status = lud_play_move(play, m, err);
    if (status != LUD_OK)
        err->move_number = lud_play_length(play) / 2 + 1;
    return status;
}

/* Reads a word of the move text; `is_end` if it was the result. */
static LudStatus read_word(Reader *reader, bool *is_end, LudError *err)
{
    char word[LUD_MOVE_TEXT];
    size_t length = 0;
    while (peek(reader) > 0 && !is_space(peek(reader)) && peek(reader) != '{' &&
           peek(reader) != '[') {
        int c = take(reader);
        if (length + 1 < sizeof word)
            word[length++] = (char)c;
        if (c == '.')
            return LUD_OK; /* a move number, there for people only */
    }
    word[length] = '\0';
    if (length == 0)
        take(reader); /* a zero byte: let the move be refused rather than wait here */
    LudPlay *play = lud_record_play(reader->record);
    *is_end = is_result(word);
    return *is_end ? read_result(reader, word, err) : read_move(play, word, err);
}

static LudStatus read_game(Reader *reader, LudError *err)
{
    LudStatus status = LUD_OK;
    bool is_end = false, has_moves = false;
    for (skip_spaces(reader); status == LUD_OK && !is_end && peek(reader) >= 0;
         skip_spaces(reader)) {
        int line = reader->line;
        if (peek(reader) == '[' && has_moves)
            break; /* the next game begins */
        has_moves = has_moves || peek(reader) != '[';
        if (peek(reader) == '[')
            status = read_tag(reader, err);
        else if (peek(reader) == '{')
            status = read_comment(reader, err);
        else
            status = read_word(reader, &is_end, err);
        if (status != LUD_OK)
            err->line = line;
    }
    return status;
}

/* The rules that the Variant tag names, wherever it stands among the tags; else PlayStrategy's. */
static LudStatus find_rules(const char *text, size_t size, LudRules *rules, LudError *err)
{
    Reader reader = {.text = text, .size = size, .line = 1};
    char name[WORD], value[WORD];
    for (skip_spaces(&reader); peek(&reader) == '[' && take_tag(&reader, name, value);
         skip_spaces(&reader)) {
        if (strcmp(name, "Variant") == 0 && strncmp(value, "oware:", strlen("oware:")) == 0)
            return lud_rules_parse(value, rules, err);
    }
    return lud_rules_parse(their_rules, rules, err);
}

LudStatus playstrategy_read(const char *text, size_t size, LudRecord **record, size_t *consumed,
                            LudError *err)
{
    LudRules rules;
    LudPlay *play;
    LudStatus status = find_rules(text, size, &rules, err);
    if (status == LUD_OK)
        status = lud_play_new(&play, &rules, NULL, err);
    if (status != LUD_OK)
        return status;
    Reader reader = {.text = text, .size = size, .line = 1, .record = lud_record_new(play)};
    if (!reader.record)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    status = read_game(&reader, err);
    if (status != LUD_OK) {
        lud_record_free(reader.record);
        return status;
    }
    *record = reader.record;
    *consumed = reader.at;
    return LUD_OK;
}

/* -- writing ---------------------------------------------------------------------------------- */

static void print_variant(const LudRules *rules, char text[LUD_RULES_TEXT])
{
    lud_rules_print(rules, text);
    if (strcmp(text, their_rules) == 0) {
        snprintf(text, LUD_RULES_TEXT, "%s", their_variant);
        return;
    }
    int length = snprintf(text, LUD_RULES_TEXT, "%s", rules->game->name);
    for (int i = 0; i < rules->game->option_count; i++) {
        const LudOptionSpec *spec = &rules->game->options[i];
        length += snprintf(text + length, (size_t)(LUD_RULES_TEXT - length), "%c%s=%s",
                           i ? ',' : ':', spec->key, spec->values[rules->options.value[i]]);
    }
}

static void write_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    for (; *value; value++)
        fprintf(out, "%s%c", *value == '"' || *value == '\\' ? "\\" : "", *value);
    fputs("\"]\n", out);
}

static void write_tags(FILE *out, LudRecord *record, const LudResult *result)
{
    const char *name, *value;
    char fen[LUD_STATE_TEXT], variant[LUD_RULES_TEXT], result_text[LUD_RESULT_TEXT];
    const LudPlay *play = lud_record_play(record);
    for (int i = 0; lud_record_tag_at(record, i, &name, &value); i++) {
        const char *theirs = strcmp(name, "South") == 0   ? "White"
                             : strcmp(name, "North") == 0 ? "Black"
                                                          : name;
        write_tag(out, theirs, value);
    }
    lud_oware_print_fen(lud_play_start(play), 1, fen);
    print_variant(lud_play_rules(play), variant);
    lud_result_print(result, result_text);
    write_tag(out, "Variant", variant);
    write_tag(out, "FEN", fen);
    write_tag(out, "Result", result_text);
    /* Their results do not tell what people agreed on or how someone lost. */
    if (is_drop(result->reason) || result->reason == LUD_REASON_AGREED_FINISH)
        write_tag(out, "Reason", lud_reason_name(result->reason));
    fputc('\n', out);
}

static void write_comment(FILE *out, const LudRecord *record, int index)
{
    const char *comment = lud_record_comment(record, index);
    if (comment)
        fprintf(out, "{%s} ", comment);
}

static void write_moves(FILE *out, LudRecord *record)
{
    const LudPlay *play = lud_record_play(record);
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *history = lud_play_history(play);
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    int number = game->turn(&s) == 1; /* a game that North begins starts in the middle of a pair */
    write_comment(out, record, 0);
    for (int i = 0; i < lud_play_length(play); i++, number++) {
        char move[LUD_MOVE_TEXT];
        lud_oware_print_uci(&s, history[i], move);
        game->apply(&s, history[i]);
        if (number % 2 == 0)
            fprintf(out, "%d. ", number / 2 + 1);
        else if (i == 0)
            fputs("1... ", out);
        fprintf(out, "%s%s", move, i % 10 == 9 ? "\n" : " ");
        write_comment(out, record, i + 1);
    }
}

LudStatus playstrategy_write(LudRecord *record, char **text, LudError *err)
{
    const LudPlay *play = lud_record_play(record);
    if (strcmp(lud_play_rules(play)->game->name, "oware") != 0)
        return lud_error_set(err, LUD_ENOTNOW, "PlayStrategy's notation is for oware only.",
                             (char *)NULL);
    char start[LUD_STATE_TEXT];
    LudState read;
    lud_oware_print_fen(lud_play_start(play), 1, start);
    if (lud_oware_parse_fen(lud_play_rules(play), start, &read, NULL, NULL) != LUD_OK)
        return lud_error_set(
            err, LUD_ENOTNOW,
            "PlayStrategy's notation can't hold a game that starts with fewer than "
            "48 seeds.",
            (char *)NULL);
    size_t size;
    FILE *memory = open_memstream(text, &size);
    if (!memory)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    LudResult result;
    char result_text[LUD_RESULT_TEXT];
    lud_play_result(play, &result);
    lud_result_print(&result, result_text);
    write_tags(memory, record, &result);
    write_moves(memory, record);
    fprintf(memory, "%s\n", result_text);
    if (fclose(memory) != 0) {
        free(*text);
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    }
    return LUD_OK;
}
