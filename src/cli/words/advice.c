#include "cli/words/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "shell/columns.h"
#include "shell/terminal.h"

/* -- options ---------------------------------------------------------------------------------- */

/* As part of a player's description, so that times are written alike everywhere. */
bool advice_read_limit(const char *key, const char *text, LudLimits *limits)
{
    char player[128];
    LudPlayerSpec spec;
    int length = snprintf(player, sizeof player, "max,%s=%s", key, text);
    if (strchr(text, ',') || length >= (int)sizeof player ||
        lud_player_spec_parse(player, &spec, NULL) != LUD_OK)
        return false;
    *limits = spec.limits;
    return true;
}

int advice_threads(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > LUD_THREADS_MOST ? LUD_THREADS_MOST : (int)processors;
}

bool advice_read(const Arguments *arguments, int64_t usual_ms, LudLimits *limits,
                 LudEngineOptions *options)
{
    enum { MOST_MEBIBYTES = 1 << 20, USUAL_MEBIBYTES = 64 };
    long depth = 0, nodes = 0, threads = advice_threads(), mebibytes = USUAL_MEBIBYTES;
    const char *time = arguments_value(arguments, "time");
    *limits = (LudLimits){0};
    if (time && !advice_read_limit("time", time, limits)) {
        report_usage(_("--time is a time such as 500ms, 2s or 1m, not \"%.60s\"."), time);
        return false;
    }
    if (!arguments_number(arguments, "depth", 1, LUD_DEPTH_MOST, &depth) ||
        !arguments_number(arguments, "nodes", 1, 1000000000000000L, &nodes) ||
        !arguments_number(arguments, "threads", 1, LUD_THREADS_MOST, &threads) ||
        !arguments_number(arguments, "hash", 1, MOST_MEBIBYTES, &mebibytes))
        return false;
    limits->depth = (int)depth;
    limits->nodes = (uint64_t)nodes;
    if (!time && !depth && !nodes)
        limits->move_ms = usual_ms;
    *options = (LudEngineOptions){
        .size = sizeof(LudEngineOptions),
        .threads = (int)threads,
        .memory_bytes = (size_t)mebibytes << 20,
        .seed = 1,
        .table_path = arguments_has(arguments, "no-tables") ? "" : NULL,
    };
    return true;
}

/* -- in words --------------------------------------------------------------------------------- */

void advice_chance(double chance, char text[ADVICE_BYTES])
{
    snprintf(text, ADVICE_BYTES, "%.1f %%", 100 * chance);
}

/* In turns of the side to move: several moves in a row are one for whoever waits for them. */
static void write_proven(const LudGame *game, const LudState *s, const LudLine *line,
                         char text[ADVICE_BYTES])
{
    int side = game->rules.turn(s) % 2;
    unsigned long moves = (unsigned long)lud_line_turns(game, s, line, side);
    bool is_won = line->value > 0;
    /* The end may come sooner, which is all that such a bound says. */
    bool is_most = line->bound == (is_won ? LUD_BOUND_LOWER : LUD_BOUND_UPPER);
    const char *form =
        is_won && is_most ? n_("wins in at most %lu move", "wins in at most %lu moves", moves)
        : is_won          ? n_("wins in %lu move", "wins in %lu moves", moves)
        : is_most         ? n_("loses in at most %lu move", "loses in at most %lu moves", moves)
                          : n_("loses in %lu move", "loses in %lu moves", moves);
    if (moves == 0)
        snprintf(text, ADVICE_BYTES, "%s", is_won ? _("won") : _("lost"));
    else
        snprintf(text, ADVICE_BYTES, form, moves);
}

/* Fills one of the game's messages, translated, with the value and perhaps two bounds. */
static void write_units(const char *message, int places, double value, const int *bounds,
                        char text[ADVICE_BYTES])
{
    char number[3][32] = {"", "", ""};
    LudError filled;
    snprintf(number[0], sizeof number[0], "%+.*f", places, value);
    for (int i = 0; bounds && i < 2; i++)
        snprintf(number[i + 1], sizeof number[0], "%+d", bounds[i]);
    lud_error_set(&filled, LUD_OK, message, number[0], number[1], number[2], (char *)NULL);
    lud_error_text(&filled, language_text, text, ADVICE_BYTES);
}

static bool is_decided(const LudGame *game, const LudLine *line)
{
    return !game->chance && (line->value >= LUD_VALUE_WON || line->value <= -LUD_VALUE_WON);
}

static void write_value(const LudGame *game, const LudState *s, const LudLine *line,
                        char text[ADVICE_BYTES])
{
    int value = line->value;
    const LudUnit *unit = lud_judging(game)->unit;
    if (is_decided(game, line))
        write_proven(game, s, line, text);
    else if (line->is_proven && value == 0 && line->bound == LUD_BOUND_EXACT && !game->chance)
        snprintf(text, ADVICE_BYTES, "%s", _("drawn"));
    else if (unit)
        write_units(unit->value, 2, value / 100.0, NULL, text);
    else
        advice_chance(lud_value_chance(game, value), text);
}

/* What the search found, within what tables allow. */
static double searched_difference(const LudLine *line)
{
    return fmin(fmax(line->value / 100.0, line->final_least), line->final_most);
}

/* A search that was stopped may know no more of a move than a bound. */
static void write_searched(const LudGame *game, const LudState *s, const LudLine *line,
                           char text[ADVICE_BYTES])
{
    static const char *const signs[] = {
        [LUD_BOUND_EXACT] = "", [LUD_BOUND_LOWER] = ">= ", [LUD_BOUND_UPPER] = "<= "};
    /* A win is one, however soon. */
    bool is_said = is_decided(game, line) && (line->value > 0) == (line->bound == LUD_BOUND_LOWER);
    const char *sign = is_said ? "" : signs[line->bound];
    size_t size = strlen(sign);
    write_value(game, s, line, text);
    text[ADVICE_BYTES - 1 - size] = '\0';
    memmove(text + size, text, strlen(text) + 1);
    memcpy(text, sign, size);
}

/* What tables say of a game that has no score: turns, of both players together. */
static void write_outcome(const LudGame *game, const LudState *s, const LudLine *line,
                          char text[ADVICE_BYTES])
{
    int turns = lud_line_turns(game, s, line, 0) + lud_line_turns(game, s, line, 1);
    if (line->final_least == 0)
        snprintf(text, ADVICE_BYTES, "%s", _("drawn by endless exchange"));
    else if (turns == 0)
        snprintf(text, ADVICE_BYTES, "%s", line->final_least > 0 ? _("won") : _("lost"));
    else if (line->final_least > 0)
        snprintf(text, ADVICE_BYTES, _("won in %d"), turns);
    else
        snprintf(text, ADVICE_BYTES, _("lost: longest defence %d"), turns);
}

void advice_line_value(const LudGame *game, const LudState *s, const LudLine *line,
                       char text[ADVICE_BYTES])
{
    const LudUnit *unit = lud_judging(game)->unit;
    int least = line->final_least, most = line->final_most;
    if (!line->is_tabled)
        write_searched(game, s, line, text);
    else if (!lud_game_has_score(game))
        write_outcome(game, s, line, text);
    else if (least != most)
        write_units(unit->within, 2, searched_difference(line), (int[]){least, most}, text);
    else if (least == 0)
        snprintf(text, ADVICE_BYTES, "%s", _("exactly even"));
    else
        write_units(abs(least) == 1 ? unit->one_exactly : unit->exactly, 0, least, NULL, text);
}

void advice_remark(const LudRemark *remark, char text[ADVICE_BYTES])
{
    char first[16], second[16];
    snprintf(first, sizeof first, "%d", remark->number[0]);
    snprintf(second, sizeof second, "%d", remark->number[1]);
    report_filled(text, ADVICE_BYTES, remark->text, first, second);
}

void advice_line(const LudRules *rules, const LudState *s, const LudLine *line,
                 char text[ADVICE_BYTES])
{
    const LudGame *game = rules->game;
    LudState at;
    size_t used = 0;
    lud_state_copy(game, &at, s);
    text[0] = '\0';
    for (int i = 0; i < line->length && used + LUD_MOVE_TEXT + 1 < ADVICE_BYTES; i++) {
        char word[LUD_MOVE_TEXT];
        if (game->rules.turn(&at) < 0)
            break;
        game->text.move_print(&at, line->move[i], word);
        used += (size_t)snprintf(text + used, ADVICE_BYTES - used, "%s%s", i ? " " : "", word);
        game->rules.apply(&at, line->move[i]);
    }
}

void advice_reasons(const LudRules *rules, const LudState *s, const LudHint *hint,
                    char text[ADVICE_BYTES])
{
    enum { MOST_SAID = 3 };
    char word[LUD_MOVE_TEXT];
    rules->game->text.move_print(s, hint->line.move[0], word);
    size_t used = (size_t)snprintf(text, ADVICE_BYTES, "%s: ", word);
    for (int i = 0; i < hint->remark_count && i < MOST_SAID && used < ADVICE_BYTES; i++) {
        char remark[ADVICE_BYTES];
        advice_remark(&hint->remarks[i], remark);
        used += (size_t)snprintf(text + used, ADVICE_BYTES - used, "%s%s", i ? "; " : "", remark);
    }
    if (used + 1 < ADVICE_BYTES)
        memcpy(text + used, ".", 2);
}

static void print_effort(const LudFindings *findings)
{
    double seconds = (double)findings->ms / 1000, nodes = (double)findings->nodes;
    printf(_("Depth %d, %llu positions in %.2f s"), findings->depth,
           (unsigned long long)findings->nodes, seconds);
    if (findings->ms > 0)
        printf(_(", %.2f million a second"), nodes / seconds / 1e6);
    putchar('\n');
}

/* The moves of a line from column `at` on; on a terminal they are filled into its width. */
static void print_line(const char *moves, int at)
{
    enum { LEAST_ROOM = 24, MARGIN = 5 };
    int right = terminal_columns() - 1;
    if (isatty(STDOUT_FILENO))
        columns_fill(stdout, moves, at, right - at < LEAST_ROOM ? MARGIN : at, right);
    else
        puts(moves);
}

/* Room for the widest value. */
static int find_value_columns(const LudRules *rules, const LudState *s, const LudFindings *findings)
{
    enum { USUAL_COLUMNS = 25, BETWEEN = 2 };
    int columns = USUAL_COLUMNS;
    for (int i = 0; i < findings->line_count; i++) {
        char value[ADVICE_BYTES];
        advice_line_value(rules->game, s, &findings->lines[i], value);
        int wanted = columns_of(value) + BETWEEN;
        columns = wanted > columns ? wanted : columns;
    }
    return columns;
}

/* Where tables give bounds only, because it is open how endless play will be scored: which of the
 * moves shown are best whatever that brings. */
static void print_safe(const LudRules *rules, const LudState *s, const LudFindings *findings)
{
    char moves[ADVICE_BYTES] = "", word[LUD_MOVE_TEXT];
    size_t used = 0;
    bool is_open = false;
    for (int i = 0; i < findings->line_count && used + LUD_MOVE_TEXT + 2 < sizeof moves; i++) {
        const LudLine *line = &findings->lines[i];
        is_open |= line->is_tabled && line->final_least != line->final_most;
        if (!line->is_safe)
            continue;
        rules->game->text.move_print(s, line->move[0], word);
        used += (size_t)snprintf(moves + used, sizeof moves - used, "%s%s", used ? ", " : "", word);
    }
    if (is_open && used > 0)
        printf(_("Safe however endless play is scored: %s\n"), moves);
}

void advice_print(const LudRules *rules, const LudState *s, const LudFindings *findings)
{
    enum { NUMBER_COLUMNS = 5, CHANCE_COLUMNS = 8 };
    int value_columns = find_value_columns(rules, s, findings);
    bool shows_both = lud_judging(rules->game)->unit != NULL;
    print_effort(findings);
    for (int i = 0; i < findings->line_count; i++) {
        const LudLine *line = &findings->lines[i];
        char value[ADVICE_BYTES], chance[ADVICE_BYTES], moves[ADVICE_BYTES];
        advice_line_value(rules->game, s, line, value);
        advice_chance(lud_value_chance(rules->game, line->value), chance);
        advice_line(rules, s, line, moves);
        printf("%3d  ", i + 1);
        columns_print(stdout, value, value_columns);
        if (shows_both)
            columns_print(stdout, chance, CHANCE_COLUMNS);
        print_line(moves, NUMBER_COLUMNS + value_columns + (shows_both ? CHANCE_COLUMNS : 0));
    }
    print_safe(rules, s, findings);
}

void advice_tell_fault(const LudEngine *engine, bool *is_told)
{
    LudError err;
    if (*is_told || !lud_engine_table_fault(engine, &err))
        return;
    report_error(&err);
    *is_told = true;
}

/* -- being interrupted ------------------------------------------------------------------------ */

static void stop_engine(void *engine)
{
    lud_engine_stop(engine);
}

void advice_watch_begin(LudEngine *engine)
{
    terminal_on_stop(stop_engine, engine);
    terminal_admit_signals(true);
}

void advice_watch_end(void)
{
    terminal_admit_signals(false);
    terminal_on_stop(NULL, NULL);
}
