/* An engine that others stop, or tell that a guess came true, while it thinks with several threads;
 * threads that share a folder of tables; and small tables in the making beside games. For the
 * thread sanitizer, and because every request must be answered with a legal move. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include <ludoteca/ludoteca.h>

#include "base/clock_time.h"
#include "base/workers.h"
#include "core/tabulation.h"
#include "support/scratch.h"
#include "support/small_endings.h"
#include "support/tap.h"
#include "support/variants.h"

enum { THREADS = 3, REQUESTS = 30, PAUSE_US_MOST = 8000, SEEDS = 6 };

static LudEngine *make_engine(const LudRules *rules, const LudEngineOptions *options)
{
    LudEngine *engine = NULL;
    if (lud_engine_new(&engine, rules, options, NULL) != LUD_OK)
        abort();
    return engine;
}

/* A game some plies on from `start` (NULL: the usual one), where somebody is to move. */
static LudPlay *make_play(const LudRules *rules, const LudState *start, LudRandom *random)
{
    LudPlay *play = NULL;
    if (lud_play_new(&play, rules, start, NULL) != LUD_OK)
        abort();
    for (int left = (int)lud_random_below(random, 10); left > 0 || lud_play_turn(play) < 0;
         left--) {
        const LudMove *list;
        int count = lud_play_moves(play, &list);
        if (lud_play_turn(play) == LUD_OVER)
            lud_play_undo(play, NULL);
        else if (lud_play_turn(play) == LUD_CHANCE)
            lud_play_roll(play, random, NULL, NULL);
        else
            lud_play_move(play, list[lud_random_below(random, (uint32_t)count)], NULL);
    }
    return play;
}

static bool is_legal(LudPlay *play, LudMove m)
{
    const LudMove *list;
    int count = lud_play_moves(play, &list);
    for (int i = 0; i < count; i++) {
        if (list[i] == m)
            return true;
    }
    return false;
}

/* -- stopped by others ---------------------------------------------------------------------------
 */

typedef struct Request {
    LudEngine *engine;
    LudPlay *play;
    LudPlayerSpec player;
    LudLimits limits;
    uint32_t pause_us[2]; /* of the two who interrupt it */
    atomic_bool is_done;
    bool is_good;
} Request;

static void wait_us(uint32_t us)
{
    for (int64_t end = base_time_us() + us; base_time_us() < end;)
        base_workers_yield();
}

/* One thinks, one says that the guess came true, and one stops it. */
static void think_or_interrupt(void *context, int index)
{
    Request *request = context;
    if (index == 0) {
        LudChoice choice = {.move = LUD_NO_MOVE};
        LudStatus status = lud_engine_choose(request->engine, &request->player, request->play,
                                             &request->limits, NULL, &choice, NULL);
        request->is_good = status == LUD_OK && is_legal(request->play, choice.move);
        atomic_store(&request->is_done, true);
        return;
    }
    wait_us(request->pause_us[index - 1]);
    if (index == 1)
        lud_engine_ponder_hit(request->engine);
    else
        lud_engine_stop(request->engine);
}

static void check_interrupting(const LudRules *rules, const char *player)
{
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = LUD_MEMORY_LEAST, .threads = THREADS, .seed = 3};
    LudEngine *engine = make_engine(rules, &options);
    LudRandom random;
    int good = 0, requests = tap_is_short() ? REQUESTS / 3 : REQUESTS;
    lud_random_seed(&random, 7);
    for (int i = 0; i < requests; i++) {
        LudPlay *play = make_play(rules, NULL, &random);
        Request request = {.engine = engine, .play = play};
        if (lud_player_spec_parse(player, &request.player, NULL) != LUD_OK)
            abort();
        request.limits = i % 2 ? (LudLimits){.is_ponder = true, .nodes = 3000}
                               : (LudLimits){.is_infinite = true};
        for (int k = 0; k < 2; k++)
            request.pause_us[k] = lud_random_below(&random, PAUSE_US_MOST);
        good += base_workers_run(3, think_or_interrupt, &request) == 3 &&
                atomic_load(&request.is_done) && request.is_good;
        lud_engine_clear_stop(engine);
        lud_play_free(play);
    }
    tap_report(good == requests, "%s, %s: %d of %d interrupted requests are answered",
               rules->game->name, player, good, requests);
    lud_engine_free(engine);
}

/* -- tables shared -------------------------------------------------------------------------------
 */

typedef struct Sharing {
    LudRules rules;
    char folder[SCRATCH_PATH];
    LudTables *tables; /* asked by all */
    atomic_int good, asked, known;
} Sharing;

/* A game whose tables are layers is begun near its end, somewhat above them. */
static LudPlay *make_tabled_play(const LudRules *rules, LudRandom *random)
{
    LudState start;
    bool has_layers = !rules->game->tabulation->whole;
    while (has_layers && !ending_of_oware(rules, random, SEEDS + 4, &start))
        continue;
    return make_play(rules, has_layers ? &start : NULL, random);
}

/* Each has an engine of its own with several threads, whose searches look into the same files. */
static void analyse_with_tables(void *context, int index)
{
    Sharing *sharing = context;
    LudEngineOptions options = {.size = sizeof options,
                                .memory_bytes = LUD_MEMORY_LEAST,
                                .threads = THREADS,
                                .table_path = sharing->folder};
    LudEngine *engine = make_engine(&sharing->rules, &options);
    LudRandom random;
    lud_random_seed(&random, (uint64_t)index);
    for (int i = 0; i < tap_scaled(60); i++) {
        LudPlay *play = make_tabled_play(&sharing->rules, &random);
        LudLimits limits = {.nodes = 1500};
        LudFindings findings;
        LudTableAnswer answer;
        /* What they say is for other tests; here it only matters that all may ask. */
        atomic_fetch_add(&sharing->known,
                         lud_tables_probe(sharing->tables, lud_play_state(play), &answer));
        LudStatus status = lud_engine_analyse(engine, play, &limits, 2, NULL, &findings, NULL);
        atomic_fetch_add(&sharing->good,
                         status == LUD_OK && is_legal(play, findings.lines[0].move[0]));
        atomic_fetch_add(&sharing->asked, 1);
        lud_play_free(play);
    }
    lud_engine_free(engine);
}

static void check_sharing(const char *rules_text, int layers)
{
    Sharing sharing = {.rules = variants_rules(rules_text)};
    scratch_make(sharing.folder);
    LudTableBuild task = {
        .size = sizeof task, .dir = sharing.folder, .layers = layers, .threads = THREADS};
    if (lud_tables_build(&sharing.rules, &task, NULL) != LUD_OK ||
        lud_tables_open(&sharing.tables, &sharing.rules, sharing.folder, NULL) != LUD_OK)
        abort();
    int threads = base_workers_run(THREADS, analyse_with_tables, &sharing);
    int good = atomic_load(&sharing.good), asked = atomic_load(&sharing.asked);
    tap_report(threads == THREADS && good == asked && atomic_load(&sharing.known) > 0,
               "%s: %d threads share tables, %d of %d answers are moves", rules_text, threads, good,
               asked);
    lud_tables_close(sharing.tables);
    scratch_remove(sharing.folder);
}

/* -- tables made in the background ---------------------------------------------------------------
 */

enum { SOME = 8, PATIENCE = 1000 };

static int count_made(const Sharing *sharing)
{
    char tables[SCRATCH_PATH];
    return scratch_count(scratch_path(tables, sharing->folder, "ludoteca/tables"), ".ludt");
}

/* Engines come and go while one of them builds and the others wait for it. */
static void play_beside_a_build(void *context, int index)
{
    Sharing *sharing = context;
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = LUD_MEMORY_LEAST, .makes_small_tables = true};
    LudPlayerSpec player;
    LudRandom random;
    lud_random_seed(&random, (uint64_t)index);
    if (lud_player_spec_parse("max,nodes=2000", &player, NULL) != LUD_OK)
        abort();
    for (int i = 0; i < 3; i++) {
        LudEngine *engine = make_engine(&sharing->rules, &options);
        LudPlay *play = make_play(&sharing->rules, NULL, &random);
        /* The last ones stay until some tables are finished. */
        for (int k = 0; k < 5 || (i == 2 && k < PATIENCE && count_made(sharing) < SOME); k++) {
            LudChoice choice = {.move = LUD_NO_MOVE};
            lud_engine_choose(engine, &player, play, NULL, NULL, &choice, NULL);
            atomic_fetch_add(&sharing->good, is_legal(play, choice.move));
            atomic_fetch_add(&sharing->asked, 1);
            wait_us(lud_random_below(&random, PAUSE_US_MOST));
        }
        lud_play_free(play);
        lud_engine_free(engine);
    }
}

static void check_background(void)
{
    Sharing sharing = {.rules = variants_rules("oware")};
    char tables[SCRATCH_PATH];
    scratch_make(sharing.folder);
    unsetenv("LUDOTECA_TABLES");
    setenv("XDG_CACHE_HOME", sharing.folder, 1);
    setenv("XDG_DATA_HOME", sharing.folder, 1);
    int threads = base_workers_run(THREADS, play_beside_a_build, &sharing);
    int good = atomic_load(&sharing.good), asked = atomic_load(&sharing.asked);
    tap_report(threads == THREADS && good == asked && count_made(&sharing) >= SOME,
               "%d of %d moves while tables are made, %d so far", good, asked,
               count_made(&sharing));
    scratch_remove(scratch_path(tables, sharing.folder, "ludoteca/tables"));
    scratch_remove(scratch_path(tables, sharing.folder, "ludoteca"));
    scratch_remove(sharing.folder);
}

int main(void)
{
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules rules = variants_rules(lud_game_at(i)->name);
        check_interrupting(&rules, "max");
        check_interrupting(&rules, "mcts=100000");
    }
    check_sharing("oware", SEEDS);
    check_sharing("pylos:base=3", 0);
    check_background();
    return tap_finish();
}
