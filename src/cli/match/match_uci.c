#include "cli/match/match_uci.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "cli/cli.h"
#include "shell/terminal.h"

/* What an event of the pipe means to a game. The program is ended, as nobody knows what it would
 * say next. */
static UciAnswer fail(Program *program, ProgramEvent event, LudFault late, const char *awaited)
{
    UciAnswer answer = {.is_stopped = event == PROGRAM_STOPPED};
    if (event == PROGRAM_OK)
        return answer;
    program_end(program, false);
    if (event == PROGRAM_GONE) {
        answer.fault = LUD_FAULT_CRASH;
        snprintf(answer.detail, sizeof answer.detail, "%s", program->death);
    } else if (event == PROGRAM_TIMEOUT) {
        answer.fault = late;
        snprintf(answer.detail, sizeof answer.detail, "no %s in time", awaited);
    }
    return answer;
}

/* Whether a line begins with a word. */
static bool has_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    line += strspn(line, " \t");
    return strncmp(line, word, length) == 0 && strchr(" \t", line[length]) != NULL;
}

/* Reads until a line begins with `word`; all else is news that we have no use for. */
static ProgramEvent await_word(Program *program, const char *word, int64_t deadline_ms,
                               const atomic_bool *is_stopping)
{
    for (;;) {
        ProgramEvent event = program_read(program, deadline_ms, is_stopping);
        if (event != PROGRAM_OK || has_word(program->line, word))
            return event;
        /* One that talks without end must not escape the clock. */
        if (terminal_now_ms() > deadline_ms)
            return PROGRAM_TIMEOUT;
        if (atomic_load(is_stopping))
            return PROGRAM_STOPPED;
    }
}

static ProgramEvent ask(const MatchSetup *setup, Program *program, const char *line,
                        const char *answer, const atomic_bool *is_stopping)
{
    int64_t deadline_ms = terminal_now_ms() + setup->startup_ms;
    ProgramEvent event = program_send(program, line, deadline_ms, is_stopping);
    if (event == PROGRAM_OK && answer)
        event = await_word(program, answer, deadline_ms, is_stopping);
    return event;
}

static ProgramEvent set_options(const MatchSetup *setup, const MatchPlayer *player,
                                Program *program, const atomic_bool *is_stopping)
{
    char line[64 + LUD_RULES_TEXT] = "setoption name Game value ";
    lud_rules_print(&setup->rules, line + strlen(line));
    ProgramEvent event = ask(setup, program, line, NULL, is_stopping);
    if (event == PROGRAM_OK && player->spec.threads > 0) {
        snprintf(line, sizeof line, "setoption name Threads value %d", player->spec.threads);
        event = ask(setup, program, line, NULL, is_stopping);
    }
    if (event == PROGRAM_OK && player->spec.memory_bytes > 0) {
        snprintf(line, sizeof line, "setoption name Hash value %zu",
                 player->spec.memory_bytes >> 20);
        event = ask(setup, program, line, NULL, is_stopping);
    }
    return event;
}

UciAnswer uci_begin(const MatchSetup *setup, const MatchPlayer *player, Program *program,
                    const atomic_bool *is_stopping)
{
    ProgramEvent event = PROGRAM_OK;
    if (program->pid == 0) {
        if (!program_start(program, player->spec.command)) {
            UciAnswer answer = {.fault = LUD_FAULT_CRASH};
            snprintf(answer.detail, sizeof answer.detail, "can't be started: %s", strerror(errno));
            return answer;
        }
        event = ask(setup, program, "uci", "uciok", is_stopping);
        if (event != PROGRAM_OK)
            return fail(program, event, LUD_FAULT_SILENCE, "uciok");
        event = set_options(setup, player, program, is_stopping);
    }
    if (event == PROGRAM_OK)
        event = ask(setup, program, "ucinewgame", NULL, is_stopping);
    if (event == PROGRAM_OK)
        event = ask(setup, program, "isready", "readyok", is_stopping);
    return fail(program, event, LUD_FAULT_SILENCE, "readyok");
}

/* -- asking for a move ------------------------------------------------------------------------- */

/* A growing line. */
typedef struct Line {
    char *text;
    size_t used, size;
} Line;

static bool add(Line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool add(Line *line, const char *format, ...)
{
    if (line->size - line->used < LUD_STATE_TEXT + LUD_MOVE_TEXT) {
        size_t size = 2 * line->size + 4 * LUD_STATE_TEXT;
        char *text = realloc(line->text, size);
        if (!text)
            return false;
        line->text = text;
        line->size = size;
    }
    va_list args;
    va_start(args, format);
    line->used += (size_t)vsnprintf(line->text + line->used, line->size - line->used, format, args);
    va_end(args);
    return true;
}

/* With dice the position says all there is to know. Else history may matter, so the moves are told
 * from the beginning. */
static bool add_position(Line *line, const LudPlay *play, bool is_joined)
{
    const LudRules *rules = lud_play_rules(play);
    const LudGame *game = rules->game;
    char text[LUD_STATE_TEXT], usual_text[LUD_STATE_TEXT];
    if (game->chance) {
        game->text.state_print(lud_play_state(play), text);
        return add(line, "position fen %s", text);
    }
    LudState usual, s;
    lud_rules_start(rules, &usual);
    lud_state_copy(game, &s, lud_play_start(play));
    game->text.state_print(&s, text);
    game->text.state_print(&usual, usual_text);
    /* By their texts: two that are the same but for where they lie name their moves differently. */
    bool is_usual = strcmp(text, usual_text) == 0;
    if (!add(line, "position %s%s", is_usual ? "startpos" : "fen ", is_usual ? "" : text))
        return false;
    const LudMove *history = lud_play_history(play);
    for (int i = 0; i < lud_play_length(play); i++) {
        char move[LUD_MOVE_TEXT];
        game->text.move_print(&s, history[i], move);
        const char *space = i == 0 || !is_joined ? " " : "";
        if (!add(line, "%s%s%s", i == 0 ? " moves" : "", space, move))
            return false;
        game->rules.apply(&s, history[i]);
    }
    return true;
}

static bool add_go(Line *line, const MatchSetup *setup, const LudLimits *limits,
                   const int64_t *clock_ms, const int64_t *increment_ms)
{
    bool is_good = add(line, "go");
    if (limits->clock_ms > 0) {
        static const char *const names[2][2] = {{"wtime", "winc"}, {"btime", "binc"}};
        for (int seat = 0; is_good && seat < setup->seats; seat++) {
            if (setup->seats == 2)
                is_good = add(line, " %s %" PRId64 " %s %" PRId64, names[seat][0], clock_ms[seat],
                              names[seat][1], increment_ms[seat]);
            else
                is_good = add(line, " time%d %" PRId64 " inc%d %" PRId64, seat + 1, clock_ms[seat],
                              seat + 1, increment_ms[seat]);
        }
    }
    if (is_good && limits->move_ms > 0)
        is_good = add(line, " movetime %" PRId64, limits->move_ms);
    if (is_good && limits->depth > 0)
        is_good = add(line, " depth %d", limits->depth);
    if (is_good && limits->nodes > 0)
        is_good = add(line, " nodes %" PRIu64, limits->nodes);
    /* Nothing said would mean to think for ever. */
    if (is_good && limits->clock_ms == 0 && limits->move_ms == 0 && limits->depth == 0 &&
        limits->nodes == 0)
        is_good = add(line, " movetime %d", 1000);
    return is_good;
}

/* The word after "bestmove". */
static void take_word(const char *line, char word[LUD_MOVE_TEXT])
{
    line += strspn(line, " \t");
    line += strcspn(line, " \t");
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    length = length < LUD_MOVE_TEXT ? length : LUD_MOVE_TEXT - 1;
    memcpy(word, line, length);
    word[length] = '\0';
}

UciAnswer uci_choose(const MatchSetup *setup, const MatchPlayer *player, const LudPlay *play,
                     const LudLimits *limits, const int64_t clock_ms[LUD_MAX_SEATS],
                     const int64_t increment_ms[LUD_MAX_SEATS], int64_t deadline_ms,
                     Program *program, const atomic_bool *is_stopping, char word[LUD_MOVE_TEXT])
{
    Line line = {0};
    ProgramEvent event = PROGRAM_GONE;
    if (add_position(&line, play, player->spec.has_joined_moves) && add(&line, "\n") &&
        add_go(&line, setup, limits, clock_ms, increment_ms))
        event = program_send(program, line.text, deadline_ms, is_stopping);
    free(line.text);
    if (event == PROGRAM_OK)
        event = await_word(program, "bestmove", deadline_ms, is_stopping);
    if (event == PROGRAM_OK)
        take_word(program->line, word);
    bool has_time = limits->move_ms > 0 || limits->clock_ms > 0;
    return fail(program, event, has_time ? LUD_FAULT_TIME : LUD_FAULT_SILENCE, "move");
}
