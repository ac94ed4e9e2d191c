#include "cli/match/match_game.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include <ludoteca/rollout.h>

#include "cli/cli.h"
#include "shell/terminal.h"

/* A game while it is played. */
typedef struct Game {
    MatchWorker *worker;
    const MatchSetup *setup;
    LudSeating seating;
    LudPlay *play;
    LudRandom dice[LUD_MAX_SEATS];
    int64_t clock_ms[LUD_MAX_SEATS], increment_ms[LUD_MAX_SEATS];
    MatchReport *report;
    LudError *err;
} Game;

bool match_worker_open(MatchWorker *worker, const MatchSetup *setup, const atomic_bool *is_stopping,
                       LudError *err)
{
    *worker = (MatchWorker){.setup = setup, .is_stopping = is_stopping};
    worker->program = calloc(LUD_TOURNAMENT_PLAYERS, sizeof worker->program[0]);
    if (!worker->program) {
        lud_error_set(err, LUD_EMEMORY, N_("Out of memory."), NULL);
        return false;
    }
    LudEngineOptions options = {.size = sizeof options, .threads = 1};
    for (int side = 0; side < setup->sides; side++) {
        if (lud_engine_new(&worker->engine[side], &setup->rules, &options, err) != LUD_OK)
            return false;
    }
    return true;
}

void match_worker_close(MatchWorker *worker)
{
    for (int i = 0; worker->program && i < LUD_TOURNAMENT_PLAYERS; i++)
        program_end(&worker->program[i], true);
    free(worker->program);
    worker->program = NULL;
    for (int side = 0; side < LUD_MAX_SIDES; side++) {
        lud_engine_free(worker->engine[side]);
        worker->engine[side] = NULL;
    }
}

static const MatchPlayer *player_of_side(const Game *game, int side)
{
    return &game->setup->player[game->seating.player[side]];
}

/* -- faults ------------------------------------------------------------------------------------ */

/* The side loses; with three sides the others play on. */
static MatchGameEnd lose(Game *game, int seat, LudFault fault, const char *detail)
{
    int side = seat % game->setup->sides;
    game->report->outcome.fault[side] = (int8_t)fault;
    snprintf(game->report->detail[side], MATCH_DETAIL, "%s%s%s", lud_fault_name(fault),
             *detail ? ": " : "", detail);
    LudReason reason = fault == LUD_FAULT_TIME ? LUD_REASON_TIME : LUD_REASON_LEFT;
    return lud_play_drop(game->play, seat, reason, game->err) == LUD_OK ? MATCH_GAME_PLAYED
                                                                        : MATCH_GAME_FAILED;
}

/* -- time -------------------------------------------------------------------------------------- */

static LudLimits limits_of(const Game *game, int seat)
{
    LudLimits limits = player_of_side(game, seat % game->setup->sides)->limits;
    if (limits.clock_ms > 0)
        limits.clock_ms = game->clock_ms[seat];
    return limits;
}

/* How long an answer may take at most, the margin included. */
static int64_t allowance(const Game *game, const LudLimits *limits)
{
    int64_t allowed = game->setup->patience_ms;
    if (limits->move_ms > 0)
        allowed = limits->move_ms + game->setup->margin_ms;
    if (limits->clock_ms > 0 && (limits->move_ms == 0 || limits->clock_ms < limits->move_ms))
        allowed = limits->clock_ms + game->setup->margin_ms;
    return allowed;
}

/* Turns the clock of a seat on by `used_ms`; false if it was too slow, going by `blamed_ms`.
 * Players of our own without a limit of time may think as long as they like. */
static bool spend(Game *game, int seat, const LudLimits *limits, int64_t used_ms, int64_t blamed_ms)
{
    bool has_time = limits->move_ms > 0 || limits->clock_ms > 0;
    if (has_time && blamed_ms > allowance(game, limits))
        return false;
    if (limits->clock_ms > 0) {
        int64_t left = game->clock_ms[seat] - used_ms;
        game->clock_ms[seat] = left > 1 ? left : 1;
    }
    return true;
}

/* Adds the increment once the turn is over: who moves again gets none yet. */
static void end_turn(Game *game, int seat, const LudLimits *limits)
{
    if (limits->clock_ms > 0 && lud_play_turn(game->play) != seat)
        game->clock_ms[seat] += limits->increment_ms;
}

static MatchGameEnd lose_on_time(Game *game, int seat, int64_t used_ms)
{
    char detail[64];
    snprintf(detail, sizeof detail, "thought for %" PRId64 " ms", used_ms);
    return lose(game, seat, LUD_FAULT_TIME, detail);
}

/* -- moves ------------------------------------------------------------------------------------- */

static MatchGameEnd ask_program(Game *game, int seat)
{
    int side = seat % game->setup->sides;
    Program *program = &game->worker->program[game->seating.player[side]];
    LudLimits limits = limits_of(game, seat);
    char word[LUD_MOVE_TEXT];
    LudError err;
    int64_t began_ms = terminal_now_ms();
    UciAnswer answer =
        uci_choose(game->setup, &game->setup->player[game->seating.player[side]], game->play,
                   &limits, game->clock_ms, game->increment_ms, began_ms + allowance(game, &limits),
                   program, game->worker->is_stopping, word);
    int64_t used_ms = terminal_now_ms() - began_ms;
    if (answer.is_stopped)
        return MATCH_GAME_STOPPED;
    if (answer.fault != LUD_FAULT_NONE)
        return lose(game, seat, answer.fault, answer.detail);
    if (!spend(game, seat, &limits, used_ms, used_ms))
        return lose_on_time(game, seat, used_ms);
    if (lud_play_move_text(game->play, word, &err) == LUD_OK) {
        end_turn(game, seat, &limits);
        return MATCH_GAME_PLAYED;
    }
    if (err.status == LUD_EMEMORY) {
        *game->err = err;
        return MATCH_GAME_FAILED;
    }
    char text[UCI_DETAIL];
    lud_error_text(&err, NULL, text, sizeof text);
    return lose(game, seat, LUD_FAULT_ILLEGAL, text);
}

/* The processor time of this thread. A player of our own is blamed only for what it used itself: on
 * a busy machine it may have waited for its turn. Of a program nothing but the wall clock can be
 * seen. */
static int64_t own_time_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static MatchGameEnd ask_engine(Game *game, int seat)
{
    int side = seat % game->setup->sides;
    const MatchPlayer *player = player_of_side(game, side);
    LudLimits limits = limits_of(game, seat);
    LudChoice choice;
    int64_t began_ms = terminal_now_ms(), own_ms = own_time_ms();
    if (lud_engine_choose(game->worker->engine[side], &player->spec, game->play, &limits, NULL,
                          &choice, game->err) != LUD_OK)
        return atomic_load(game->worker->is_stopping) ? MATCH_GAME_STOPPED : MATCH_GAME_FAILED;
    int64_t used_ms = terminal_now_ms() - began_ms;
    own_ms = own_time_ms() - own_ms;
    if (atomic_load(game->worker->is_stopping))
        return MATCH_GAME_STOPPED;
    if (!spend(game, seat, &limits, used_ms, own_ms))
        return lose_on_time(game, seat, own_ms);
    if (lud_play_move(game->play, choice.move, game->err) != LUD_OK)
        return MATCH_GAME_FAILED;
    end_turn(game, seat, &limits);
    return MATCH_GAME_PLAYED;
}

/* The same dice come to a seat in every game of a group, whoever sits there and whatever the others
 * roll, so that luck is shared out evenly. */
static MatchGameEnd roll(Game *game)
{
    const LudGame *rules = game->setup->rules.game;
    LudState before;
    LudMove outcome;
    double luck[LUD_MAX_SIDES];
    lud_state_copy(rules, &before, lud_play_state(game->play));
    int seat = rules->chance->roller(&before);
    if (lud_play_roll(game->play, &game->dice[seat], &outcome, game->err) != LUD_OK)
        return MATCH_GAME_FAILED;
    lud_roll_luck(rules, &before, outcome, luck);
    for (int side = 0; side < game->setup->sides; side++)
        game->report->luck.of[side] += luck[side];
    return MATCH_GAME_PLAYED;
}

/* A game that takes too long is stopped: where the rules can divide what is left, they do, else it
 * is a draw. */
static MatchGameEnd adjudicate(Game *game)
{
    game->report->outcome.is_adjudicated = true;
    if (lud_play_agree_finish(game->play, NULL) == LUD_OK ||
        lud_play_agree_draw(game->play, game->err) == LUD_OK)
        return MATCH_GAME_PLAYED;
    return MATCH_GAME_FAILED;
}

static MatchGameEnd play_on(Game *game)
{
    MatchGameEnd end = MATCH_GAME_PLAYED;
    while (end == MATCH_GAME_PLAYED) {
        int turn = lud_play_turn(game->play);
        if (turn == LUD_OVER)
            break;
        if (atomic_load(game->worker->is_stopping))
            return MATCH_GAME_STOPPED;
        if (turn == LUD_CHANCE) {
            end = roll(game);
            continue;
        }
        if (game->report->moves >= game->setup->move_limit) {
            end = adjudicate(game);
            continue;
        }
        game->report->moves++;
        const MatchPlayer *player = player_of_side(game, turn % game->setup->sides);
        end = player->spec.kind == LUD_PLAYER_COMMAND ? ask_program(game, turn)
                                                      : ask_engine(game, turn);
    }
    return end;
}

/* -- beginning --------------------------------------------------------------------------------- */

/* Programs are told of the new game; one that fails has lost it. */
static MatchGameEnd prepare_programs(Game *game)
{
    int sides = game->setup->sides;
    for (int side = 0; side < sides; side++) {
        const MatchPlayer *player = player_of_side(game, side);
        if (player->spec.kind != LUD_PLAYER_COMMAND || lud_play_turn(game->play) == LUD_OVER)
            continue;
        Program *program = &game->worker->program[game->seating.player[side]];
        UciAnswer answer = uci_begin(game->setup, player, program, game->worker->is_stopping);
        if (answer.is_stopped)
            return MATCH_GAME_STOPPED;
        if (answer.fault != LUD_FAULT_NONE &&
            lose(game, side, answer.fault, answer.detail) != MATCH_GAME_PLAYED)
            return MATCH_GAME_FAILED;
    }
    return MATCH_GAME_PLAYED;
}

static bool begin(Game *game, int64_t number)
{
    const MatchSetup *setup = game->setup;
    MatchOpening opening = match_opening(setup, game->seating.round);
    if (lud_play_new(&game->play, &setup->rules, opening.start, game->err) != LUD_OK)
        return false;
    for (int i = 0; i < opening.move_count; i++) {
        game->report->moves += lud_play_turn(game->play) != LUD_CHANCE;
        if (lud_play_move(game->play, opening.moves[i], game->err) != LUD_OK)
            return false;
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        const LudLimits *limits = &player_of_side(game, seat % setup->sides)->limits;
        game->clock_ms[seat] = limits->clock_ms;
        game->increment_ms[seat] = limits->increment_ms;
        lud_random_seed(&game->dice[seat],
                        lud_tournament_seed(setup->seed, LUD_SEED_DICE,
                                            (uint64_t)game->seating.round, (uint64_t)seat));
    }
    for (int side = 0; side < setup->sides; side++) {
        LudEngine *engine = game->worker->engine[side];
        lud_engine_new_game(engine);
        lud_engine_seed(engine, lud_tournament_seed(setup->seed, LUD_SEED_PLAYER, (uint64_t)number,
                                                    (uint64_t)side));
    }
    return true;
}

/* -- the record -------------------------------------------------------------------------------- */

static bool set_tags(const Game *game, LudRecord *record)
{
    const MatchSetup *setup = game->setup;
    char text[MATCH_DETAIL + 16], name[32];
    time_t now = time(NULL);
    struct tm local;
    bool is_good = lud_record_set_tag(record, "Event", "ludoteca match", NULL) == LUD_OK;
    snprintf(text, sizeof text, "%" PRId64 ".%d", game->seating.group + 1,
             game->seating.rotation + 1);
    is_good = is_good && lud_record_set_tag(record, "Round", text, NULL) == LUD_OK;
    if (localtime_r(&now, &local)) {
        strftime(text, sizeof text, "%Y.%m.%d", &local);
        is_good = is_good && lud_record_set_tag(record, "Date", text, NULL) == LUD_OK;
    }
    for (int seat = 0; is_good && seat < setup->seats; seat++)
        is_good =
            lud_record_set_tag(record, lud_record_player_tag(&setup->rules, seat),
                               player_of_side(game, seat % setup->sides)->name, NULL) == LUD_OK;
    for (int side = 0; is_good && side < setup->sides; side++) {
        if (!*game->report->detail[side])
            continue;
        snprintf(name, sizeof name, "%sFault", lud_record_player_tag(&setup->rules, side));
        is_good = lud_record_set_tag(record, name, game->report->detail[side], NULL) == LUD_OK;
    }
    if (game->report->outcome.is_adjudicated)
        is_good =
            is_good && lud_record_set_tag(record, "Termination", "move limit", NULL) == LUD_OK;
    return is_good;
}

static bool write_record(Game *game)
{
    LudRecord *record = lud_record_new(game->play);
    game->play = NULL;
    if (record && set_tags(game, record))
        game->report->record = lud_record_write(record);
    lud_record_free(record);
    if (!game->report->record)
        lud_error_set(game->err, LUD_EMEMORY, N_("Out of memory."), NULL);
    return game->report->record != NULL;
}

MatchGameEnd match_game_play(MatchWorker *worker, int64_t number, MatchReport *report,
                             LudError *err)
{
    Game game = {.worker = worker, .setup = worker->setup, .report = report, .err = err};
    *report = (MatchReport){0};
    lud_schedule_game(&worker->setup->schedule, number, &game.seating);
    MatchGameEnd end = begin(&game, number) ? prepare_programs(&game) : MATCH_GAME_FAILED;
    if (end == MATCH_GAME_PLAYED)
        end = play_on(&game);
    if (end == MATCH_GAME_PLAYED) {
        LudResult result;
        lud_play_result(game.play, &result);
        report->reason = result.reason;
        report->outcome.is_played = true;
        for (int side = 0; side < worker->setup->sides; side++)
            report->outcome.points[side] = (int8_t)result.points[side];
        if (worker->setup->records_path && !write_record(&game))
            end = MATCH_GAME_FAILED;
    }
    lud_play_free(game.play);
    return end;
}
