/* Plays Oware with itself and keeps positions to learn from (docs/TUNING.md).
 *
 *   oware_games RULES NODES GAMES SEED FILE [TABLES]
 *
 * Each game begins with some moves at random; then every move is that of a search of NODES
 * positions, now and then another. Every position in which somebody thinks is kept, with the value
 * that the search found and the result of the game. Half of them also have an offshoot, a position
 * that one to three moves at random lead to, since those are what a search judges most: it has a
 * value of its own and no result. TABLES is a directory of tables that the search may ask.
 *
 * Games that the file has are not played again, so the program may be stopped at any time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ludoteca/play.h>
#include <ludoteca/search.h>
#include <ludoteca/table.h>

#include "games/oware/oware_board.h"
#include "oware_samples.h"

enum {
    RANDOM_LEAST = 0,
    RANDOM_MOST = 14,
    SLIPS_PERMILLE = 40,
    OFFSHOOT_MOVES = 3,
    PLIES_MOST = 400, /* a longer game is left out */
    MEMORY_BYTES = 8 << 20,
};

typedef struct Session {
    LudRules rules;
    uint64_t nodes;
    LudSearch *search;
    LudTables *tables;
    LudPlay *play;
    LudRandom random;
    uint64_t past[PLIES_MOST + RANDOM_MOST];
    int past_count;
    OwareSample kept[2 * PLIES_MOST];
    int kept_seat[2 * PLIES_MOST];
    int count;
} Session;

static void fail(const char *why)
{
    fprintf(stderr, "oware_games: %s\n", why);
    exit(EXIT_FAILURE);
}

static void begin(Session *session, const char *rules, const char *tables)
{
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = MEMORY_BYTES;
    if (lud_rules_parse(rules, &session->rules, NULL) != LUD_OK ||
        strcmp(session->rules.game->name, "oware") != 0)
        fail("RULES must be those of oware");
    if (tables && lud_tables_open(&session->tables, &session->rules, tables, NULL) != LUD_OK)
        fail("no tables there");
    if (tables)
        options.oracle = lud_tables_oracle(session->tables);
    if (lud_search_new(&session->search, &session->rules, &options, NULL) != LUD_OK ||
        lud_play_new(&session->play, &session->rules, NULL, NULL) != LUD_OK)
        fail("out of memory");
}

static void end(Session *session)
{
    lud_play_free(session->play);
    lud_search_free(session->search);
    lud_tables_close(session->tables);
}

static void make_move(Session *session, LudMove m)
{
    const LudGame *game = session->rules.game;
    LudState before = *lud_play_state(session->play);
    if (lud_play_move(session->play, m, NULL) != LUD_OK)
        fail("a move is not legal");
    if (game->rules.epoch(&before) != game->rules.epoch(lud_play_state(session->play)))
        session->past_count = 0;
    else
        session->past[session->past_count++] = game->rules.key(&before);
}

static LudMove any_move(Session *session, const LudState *s)
{
    LudMove list[LUD_MAX_MOVES];
    int count = session->rules.game->rules.moves(s, list);
    return list[lud_random_below(&session->random, (uint32_t)count)];
}

/* Keeps a position with what a search thinks of it; returns the move that it would make. */
static LudMove think(Session *session, const LudState *s, int past_count, bool is_of_game)
{
    LudTask task = {.size = sizeof task,
                    .root = s,
                    .past = session->past,
                    .past_count = past_count,
                    .limits = {.nodes = session->nodes}};
    LudFindings findings;
    if (lud_search_run(session->search, &task, &findings, NULL) != LUD_OK)
        fail("the search failed");
    const LudLine *line = &findings.lines[0];
    const Oware *o = (const Oware *)s->bytes;
    Oware after = *o;
    int value = line->value;
    value = value > OWARE_VALUE_MOST ? OWARE_VALUE_MOST : value;
    value = value < -OWARE_VALUE_MOST ? -OWARE_VALUE_MOST : value;
    session->kept_seat[session->count] = oware_seat(o->own);
    session->kept[session->count++] = (OwareSample){
        .own = o->own & ~(UINT64_C(1) << 56),
        .opponent = o->opponent & ~(UINT64_C(1) << 56),
        .value = (int16_t)value,
        .result = is_of_game ? 0 : OWARE_NO_RESULT,
        .is_noisy = oware_sow(&after, (int)line->move[0]) > 0,
    };
    return line->move[0];
}

static void think_aside(Session *session, const LudState *s)
{
    const LudGame *game = session->rules.game;
    LudState aside = *s;
    uint32_t moves = 1 + lud_random_below(&session->random, OFFSHOOT_MOVES);
    for (uint32_t i = 0; i < moves; i++) {
        game->rules.apply(&aside, any_move(session, &aside));
        if (game->rules.turn(&aside) == LUD_OVER ||
            (game->rules.is_dead && game->rules.is_dead(&aside)))
            return;
    }
    think(session, &aside, 0, false);
}

/* False if it takes too long. */
static bool play_game(Session *session)
{
    uint32_t plies = lud_random_below(&session->random, RANDOM_MOST - RANDOM_LEAST + 1);
    lud_play_restart(session->play, NULL);
    lud_search_forget(session->search);
    session->past_count = session->count = 0;
    for (; plies > 0 && lud_play_turn(session->play) != LUD_OVER; plies--)
        make_move(session, any_move(session, lud_play_state(session->play)));
    while (lud_play_turn(session->play) != LUD_OVER) {
        if (lud_play_length(session->play) >= PLIES_MOST)
            return false;
        const LudState *s = lud_play_state(session->play);
        LudMove m = think(session, s, session->past_count, true);
        if (lud_random_below(&session->random, 2) == 0)
            think_aside(session, s);
        if (lud_random_below(&session->random, 1000) < SLIPS_PERMILLE)
            m = any_move(session, s);
        make_move(session, m);
    }
    return true;
}

static void keep_game(Session *session, FILE *file, uint32_t number)
{
    LudResult result;
    lud_play_result(session->play, &result);
    for (int i = 0; i < session->count; i++) {
        OwareSample *sample = &session->kept[i];
        if (sample->result != OWARE_NO_RESULT)
            sample->result = (int8_t)result.points[session->kept_seat[i]];
        sample->game = number;
    }
    size_t count = (size_t)session->count;
    if (fwrite(session->kept, sizeof session->kept[0], count, file) != count || fflush(file) != 0)
        fail("the file can't be written");
}

/* How many games a file holds. The last may lack its end, so it is taken away, to be played anew.
 */
static uint32_t whole_games(const char *path)
{
    OwareSample sample;
    uint32_t last = UINT32_MAX;
    off_t begin_of_last = 0, here = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    for (; fread(&sample, sizeof sample, 1, file) == 1; here += (off_t)sizeof sample) {
        if (sample.game != last)
            begin_of_last = here;
        last = sample.game;
    }
    fclose(file);
    if (truncate(path, begin_of_last) != 0)
        fail("the file can't be written");
    return last == UINT32_MAX ? 0 : last;
}

int main(int argc, char **argv)
{
    static Session session;
    if (argc != 6 && argc != 7)
        fail("RULES NODES GAMES SEED FILE [TABLES]");
    begin(&session, argv[1], argc == 7 ? argv[6] : NULL);
    session.nodes = strtoull(argv[2], NULL, 10);
    uint32_t games = (uint32_t)strtoul(argv[3], NULL, 10);
    uint64_t seed = strtoull(argv[4], NULL, 10);
    uint32_t first = whole_games(argv[5]);
    FILE *file = fopen(argv[5], "ab");
    if (!file)
        fail("the file can't be written");
    for (uint32_t number = first; number < games; number++) {
        lud_random_seed(&session.random, seed * UINT64_C(0x9e3779b97f4a7c15) + number);
        if (play_game(&session))
            keep_game(&session, file, number);
    }
    fclose(file);
    end(&session);
    return EXIT_SUCCESS;
}
