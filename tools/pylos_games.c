/* Plays games of Pylos that one side must win, or must not lose, by tables or by the strategy that
 * comes with the library, and counts those in which it does not.
 *
 *     pylos_games start|won|drawn|strategy RULES DIR GAMES NODES FOE_NODES OUTPUT
 *
 * start     the second player has the tables in DIR, from the start position
 * won       one side has the tables, from random positions that it has won
 * drawn     the side to move has the tables, from random positions that are drawn
 * strategy  the second player has the strategy and searches NODES positions a move; no tables
 *
 * The other side searches FOE_NODES positions a move without tables, after up to six moves of its
 * own at random; with `strategy` and `drawn`, two games of three, it draws all moves at random, or
 * tries tricks: mostly the move that resists longest by the tables, sometimes any, but in a drawn
 * position always one that keeps it so. Game N is the same whenever it is played. Each is a line
 * of OUTPUT, "number kind foe plies result", where result is won, drawn or lost; a run that was
 * stopped goes on where it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

typedef enum Foe { FOE_SEARCH, FOE_RANDOM, FOE_TRICKY, FOES } Foe;
static const char *const foe_names[FOES] = {"search", "random", "tricky"};

typedef struct Arena {
    const char *kind;
    LudRules rules;
    LudTables *tables;
    LudEngine *hero, *foe;
    LudPlayerSpec hero_player, foe_player;
    LudRandom random;
} Arena;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "pylos_games: %s\n", what);
    exit(EXIT_FAILURE);
}

static bool is_kind(const Arena *arena, const char *kind)
{
    return strcmp(arena->kind, kind) == 0;
}

static LudEngine *make_engine(const LudRules *rules, const char *path)
{
    LudEngine *engine;
    LudError err;
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = (size_t)16 << 20, .seed = 1, .table_path = path};
    if (lud_engine_new(&engine, rules, &options, &err) != LUD_OK)
        fail("no engine");
    return engine;
}

static void play_move(LudPlay *play, LudMove move)
{
    LudError err;
    if (lud_play_move(play, move, &err) != LUD_OK)
        fail("an illegal move");
}

static void play_random(Arena *arena, LudPlay *play)
{
    const LudMove *list;
    uint32_t count = (uint32_t)lud_play_moves(play, &list);
    play_move(play, list[lud_random_below(&arena->random, count)]);
}

static void play_engine(LudEngine *engine, const LudPlayerSpec *player, LudPlay *play)
{
    LudChoice choice;
    LudError err;
    if (lud_engine_choose(engine, player, play, NULL, NULL, &choice, &err) != LUD_OK)
        fail("the engine does not answer");
    play_move(play, choice.move);
}

static int ask(const Arena *arena, const LudState *s, int *distance)
{
    LudTableAnswer answer;
    if (!lud_tables_probe(arena->tables, s, &answer))
        fail("a position is not in the tables");
    *distance = answer.distance;
    return answer.value;
}

/* The move that resists longest, one of them. */
static void play_longest(Arena *arena, LudPlay *play)
{
    const LudMove *list;
    int count = lud_play_moves(play, &list), longest = -1;
    LudMove chosen = list[0];
    uint32_t equals = 0;
    for (int i = 0; i < count; i++) {
        LudTableAnswer answer;
        if (!lud_tables_probe_after(arena->tables, lud_play_state(play), list[i], &answer))
            fail("a position is not in the tables");
        int length = answer.value < 0 ? answer.distance : 1000 + answer.value;
        equals = length > longest ? 0 : equals;
        if (length >= longest && lud_random_below(&arena->random, ++equals) == 0)
            chosen = list[i];
        longest = length > longest ? length : longest;
    }
    play_move(play, chosen);
}

static void play_foe(Arena *arena, Foe foe, int random_moves, LudPlay *play)
{
    bool is_random = foe == FOE_RANDOM || lud_play_length(play) / 2 < random_moves;
    if (foe == FOE_TRICKY)
        is_random = lud_random_below(&arena->random, 4) == 0 && !is_kind(arena, "drawn");
    if (is_random)
        play_random(arena, play);
    else if (foe == FOE_TRICKY)
        play_longest(arena, play);
    else
        play_engine(arena->foe, &arena->foe_player, play);
}

/* A game after random moves that are not to be counted, somebody winning or nobody. */
static LudPlay *begin_random(Arena *arena, bool is_drawn, int *hero)
{
    for (;;) {
        LudPlay *play;
        LudError err;
        int distance, plies = (int)lud_random_below(&arena->random, 26);
        if (lud_play_new(&play, &arena->rules, NULL, &err) != LUD_OK)
            fail("no game");
        while (plies-- > 0 && lud_play_turn(play) != LUD_OVER)
            play_random(arena, play);
        int turn = lud_play_turn(play);
        int value = turn == LUD_OVER ? 0 : ask(arena, lud_play_state(play), &distance);
        *hero = value >= 0 ? turn : 1 - turn;
        if (turn != LUD_OVER && (is_drawn ? value == 0 : value != 0 && distance > 4))
            return play;
        lud_play_free(play);
    }
}

static void play_game(Arena *arena, int number, FILE *output)
{
    LudPlay *play;
    LudError err;
    LudResult result;
    int hero = 1;
    lud_random_seed(&arena->random, (uint64_t)number);
    bool is_drawn = is_kind(arena, "drawn"), is_random = is_drawn || is_kind(arena, "won");
    Foe foe = is_drawn || is_kind(arena, "strategy") ? (Foe)(number % FOES) : FOE_SEARCH;
    int random_moves = (int)lud_random_below(&arena->random, 7);
    lud_engine_new_game(arena->hero);
    lud_engine_new_game(arena->foe);
    if (is_random)
        play = begin_random(arena, is_drawn, &hero);
    else if (lud_play_new(&play, &arena->rules, NULL, &err) != LUD_OK)
        fail("no game");
    while (lud_play_turn(play) != LUD_OVER) {
        if (lud_play_turn(play) == hero)
            play_engine(arena->hero, &arena->hero_player, play);
        else
            play_foe(arena, foe, is_random ? 0 : random_moves, play);
    }
    lud_play_result(play, &result);
    int winner = lud_result_winner(&result);
    fprintf(output, "%d %s %s %d %s", number, arena->kind, foe_names[foe], lud_play_length(play),
            winner == hero ? "won"
            : winner < 0   ? "drawn"
                           : "lost");
    for (int i = 0; winner != hero && i < lud_play_length(play); i++) {
        LudState s;
        char move[LUD_MOVE_TEXT];
        lud_play_state_at(play, i, &s);
        arena->rules.game->text.move_print(&s, lud_play_history(play)[i], move);
        fprintf(output, " %s", move);
    }
    fputc('\n', output);
    fflush(output);
    lud_play_free(play);
}

static int count_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    int lines = 0, c;
    while (file && (c = getc(file)) != EOF)
        lines += c == '\n';
    if (file)
        fclose(file);
    return lines;
}

static LudPlayerSpec searcher(const char *nodes)
{
    LudPlayerSpec player;
    LudError err;
    char text[64];
    snprintf(text, sizeof text, "max,nodes=%s", nodes);
    if (lud_player_spec_parse(text, &player, &err) != LUD_OK)
        fail("NODES is a number");
    return player;
}

int main(int argc, char **argv)
{
    Arena arena;
    LudError err;
    if (argc != 8 || lud_rules_parse(argv[2], &arena.rules, &err) != LUD_OK ||
        lud_tables_open(&arena.tables, &arena.rules, argv[3], &err) != LUD_OK)
        fail("usage: pylos_games start|won|drawn|strategy RULES DIR GAMES NODES FOE_NODES OUTPUT");
    arena.kind = argv[1];
    arena.hero_player = searcher(argv[5]);
    arena.foe_player = searcher(argv[6]);
    arena.hero = make_engine(&arena.rules, is_kind(&arena, "strategy") ? "/nonexistent" : argv[3]);
    arena.foe = make_engine(&arena.rules, "");
    int first = count_lines(argv[7]), games = atoi(argv[4]);
    FILE *output = fopen(argv[7], "a");
    if (!output)
        fail(argv[7]);
    for (int i = first; i < games; i++)
        play_game(&arena, i, output);
    fclose(output);
    lud_engine_free(arena.hero);
    lud_engine_free(arena.foe);
    lud_tables_close(arena.tables);
    return EXIT_SUCCESS;
}
