/* Writing Aualé's OGN files. */
#include <ludoteca/oware.h>

#include <stdio.h>

#include "base/pgn.h"
#include "oware_text.h"

enum { WIDTH = 79 }; /* of a line, as Aualé writes them */

static bool is_roster_tag(const char *name)
{
    static const char *const roster[] = {"Variant", "Event", "Site",   "Date", "Round",
                                         "South",   "North", "Result", "FEN"};
    for (size_t i = 0; i < sizeof roster / sizeof roster[0]; i++) {
        if (strcmp(name, roster[i]) == 0)
            return true;
    }
    return false;
}

/* The eight tags that Aualé expects, in its order, then all others. Aualé plays by one set of
 * rules; games by others say so with our own name for them, which our reader understands. */
static void write_tags(PgnWriter *writer, const LudRecord *record, const LudPlay *play,
                       const char *result)
{
    static const char *const usual[] = {"Event", "Site", "Date", "Round", "South", "North"};
    char text[LUD_STATE_TEXT], start_text[LUD_STATE_TEXT];
    const LudRules *rules = lud_play_rules(play);
    lud_rules_print(rules, text);
    pgn_write_tag(writer, "Variant",
                  strcmp(text, "oware:slam=nocapture") == 0 ? "Oware Abapa" : text);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        const char *value = lud_record_tag(record, usual[i]);
        pgn_write_tag(writer, usual[i], value ? value : "?");
    }
    pgn_write_tag(writer, "Result", result);
    LudState start;
    lud_rules_start(rules, &start);
    rules->game->text.state_print(&start, start_text);
    rules->game->text.state_print(lud_play_start(play), text);
    if (strcmp(text, start_text) != 0)
        pgn_write_tag(writer, "FEN", text);
    const char *name, *value;
    for (int i = 0; lud_record_tag_at(record, i, &name, &value); i++) {
        if (!is_roster_tag(name))
            pgn_write_tag(writer, name, value);
    }
}

/* Aualé can't read a comment before the first move, so that one joins the one after it. */
static void write_comment(PgnWriter *writer, const LudRecord *record, int index)
{
    const char *first = index == 1 ? lud_record_comment(record, 0) : NULL;
    const char *comment = lud_record_comment(record, index);
    if (!first && !comment)
        return;
    pgn_write_word(writer, "{", 1);
    pgn_write_words(writer, first ? first : "");
    pgn_write_words(writer, comment ? comment : "");
    pgn_write_word(writer, "}", 1);
}

static int store_of(const LudState *s, int seat)
{
    int numbers[OWARE_NUMBERS];
    oware_read_out(s, numbers);
    return numbers[OWARE_SOUTH_STORE + seat];
}

/* Moves with what they captured, "e+2", every other one with its number. */
static void write_moves(PgnWriter *writer, const LudRecord *record, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    for (int i = 0; i < lud_play_length(play); i++) {
        char word[2 * LUD_MOVE_TEXT];
        if (i % 2 == 0)
            pgn_write_word(writer, word, (size_t)snprintf(word, sizeof word, "%d.", i / 2 + 1));
        LudMove m = lud_play_history(play)[i];
        int seat = game->rules.turn(&s), before = store_of(&s, seat);
        int size = game->text.move_print(&s, m, word);
        game->rules.apply(&s, m);
        int captured = store_of(&s, seat) - before;
        if (captured > 0)
            size += snprintf(word + size, sizeof word - (size_t)size, "+%d", captured);
        pgn_write_word(writer, word, (size_t)size);
        write_comment(writer, record, i + 1);
    }
}

LudStatus lud_oware_write_ogn(const LudRecord *record, char **text, LudError *err)
{
    const LudPlay *play = lud_record_play((LudRecord *)record);
    const LudRules *rules = lud_play_rules(play);
    if (strcmp(rules->game->name, "oware") != 0)
        return lud_error_set(err, LUD_ENOTNOW, "OGN is for oware only; this is a game of {1}.",
                             rules->game->name, (char *)NULL);
    char start[LUD_STATE_TEXT];
    LudState read;
    rules->game->text.state_print(lud_play_start(play), start);
    if (rules->game->text.state_parse(&read, &rules->options, start, 0, NULL) != LUD_OK)
        return lud_error_set(err, LUD_ENOTNOW,
                             "OGN can't hold a game that starts with fewer than 48 seeds.",
                             (char *)NULL);
    LudResult result;
    lud_play_result(play, &result);
    char result_text[LUD_RESULT_TEXT];
    int size = lud_result_print_score(&result, result_text);
    PgnWriter writer = {.width = WIDTH};
    write_tags(&writer, record, play, result_text);
    text_add(&writer.text, "\n");
    write_moves(&writer, record, play);
    pgn_write_word(&writer, result_text, (size_t)size);
    text_add(&writer.text, "\n");
    char *made = text_take(&writer.text);
    if (!made)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    *text = made;
    return LUD_OK;
}
