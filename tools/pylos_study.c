/* Looks in tables of Pylos for what is worth telling.
 *
 *     pylos_study RULES DIR [SAMPLES]
 *
 * Prints what each opening move is worth; of every number of balls how many entries are drawn, the
 * longest win, and in how many of SAMPLES random positions with reserve on both sides whoever is to
 * move loses (zugzwang for both), and in how many whoever is to move wins; then the longest win of
 * all with its line, and some drawn positions. Without the column `distance` nothing is said of how
 * long. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "core/tabulation.h"
#include "games/pylos/pylos_board.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { LAYERS = 29, PIECE = 1 << 22, OVER = 254, DRAWN = 255, DRAWN_VALUE = 2, EXAMPLES = 6 };

typedef struct Study {
    LudRules rules;
    const char *dir;
    LudTables *tables;
    LudRandom random;
    bool has_distance;
    int samples;
    uint64_t drawn;
    int longest, longest_layer;
    uint64_t longest_rank;
} Study;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "pylos_study: %s\n", what);
    exit(EXIT_FAILURE);
}

static LudTableAnswer ask(const Study *study, const LudState *s)
{
    LudTableAnswer answer;
    if (!lud_tables_probe(study->tables, s, &answer) || !answer.has_value)
        fail("a position is not in the tables");
    return answer;
}

static void print_outcome(const LudTableAnswer *answer)
{
    if (answer->value == 0)
        printf("drawn");
    else
        printf("%s", answer->value > 0 ? "won" : "lost");
    if (answer->has_distance && answer->value != 0)
        printf(" in %d", answer->distance);
}

static void print_openings(const Study *study)
{
    const LudGame *game = study->rules.game;
    LudState s;
    LudMove list[LUD_MAX_MOVES];
    lud_rules_start(&study->rules, &s);
    for (int i = 0, count = game->rules.moves(&s, list); i < count; i++) {
        LudTableAnswer answer;
        char move[LUD_MOVE_TEXT];
        game->text.move_print(&s, list[i], move);
        if (!lud_tables_probe_after(study->tables, &s, list[i], &answer))
            fail("a position is not in the tables");
        printf("%s ", move);
        print_outcome(&answer);
        putchar('\n');
    }
}

/* A position of a number, if it is the one that stands for those that look alike. */
static bool take(const Study *study, int layer, uint64_t rank, LudState *s)
{
    const LudGameTabulation *tabulation = study->rules.game->tabulation;
    tabulation->unrank(s, &study->rules.options, layer, rank);
    return tabulation->rank(s) == rank && study->rules.game->rules.turn(s) != LUD_OVER;
}

/* The same balls, the other to move. */
static void pass(LudState *s)
{
    PylosState *p = (PylosState *)(void *)s->bytes, old = *p;
    p->own = old.other;
    p->other = old.own;
    p->own_reserve = old.other_reserve;
    p->other_reserve = old.own_reserve;
    p->side = !old.side;
}

static void sample(Study *study, int layer)
{
    uint64_t size = study->rules.game->tabulation->size(&study->rules.options, layer);
    int found = 0, lose = 0, win = 0;
    for (long tries = 0; found < study->samples && tries < 20L * study->samples; tries++) {
        LudState s;
        uint64_t rank = lud_random_next(&study->random) % size;
        if (!take(study, layer, rank, &s))
            continue;
        const PylosState *p = (const PylosState *)(const void *)s.bytes;
        if (p->own_reserve == 0 || p->other_reserve == 0)
            continue;
        int mine = ask(study, &s).value;
        pass(&s);
        int theirs = ask(study, &s).value;
        found++;
        lose += mine < 0 && theirs < 0;
        win += mine > 0 && theirs > 0;
    }
    printf(" sampled %d zugzwang %d first %d", found, lose, win);
}

static void scan(Study *study, int layer)
{
    TableFile *file;
    LudError err;
    const char *column = study->has_distance ? "distance" : "value";
    char *path = table_path(study->dir, &study->rules, column, layer);
    uint8_t *entries = malloc(PIECE);
    int longest = -1, mark = study->has_distance ? DRAWN : DRAWN_VALUE;
    uint64_t drawn = 0;
    if (!path || !entries || table_file_open(&file, path, &err) != LUD_OK)
        fail("a table is missing");
    uint64_t count = table_file_head(file)->count;
    for (uint64_t at = 0; at < count; at += PIECE) {
        uint64_t size = count - at < PIECE ? count - at : PIECE;
        if (table_file_read(file, at, size, entries, &err) != LUD_OK)
            fail(path);
        for (uint64_t i = 0; i < size; i++) {
            LudState s;
            drawn += entries[i] == mark;
            if (study->has_distance && entries[i] < OVER && entries[i] > longest &&
                take(study, layer, at + i, &s)) {
                longest = entries[i];
                if (longest > study->longest) {
                    study->longest = longest;
                    study->longest_layer = layer;
                    study->longest_rank = at + i;
                }
            }
        }
    }
    study->drawn += drawn;
    printf("balls %d entries %llu drawn %llu", layer, (unsigned long long)count,
           (unsigned long long)drawn);
    if (study->has_distance)
        printf(" longest %d", longest);
    table_file_close(file);
    free(entries);
    free(path);
}

static void print_position(const Study *study, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    study->rules.game->text.state_print(s, text);
    printf("%s", text);
}

/* Both play perfectly; of equals the first. */
static void print_line(const Study *study, LudState *s)
{
    const LudGame *game = study->rules.game;
    while (game->rules.turn(s) != LUD_OVER) {
        LudMove list[LUD_MAX_MOVES];
        LudTableAnswer here = ask(study, s), after;
        char move[LUD_MOVE_TEXT];
        int count = game->rules.moves(s, list), best = 0;
        while (best < count && !(lud_tables_probe_after(study->tables, s, list[best], &after) &&
                                 after.value == here.value && after.distance == here.distance))
            best++;
        if (best == count)
            fail("a distance leads nowhere");
        game->text.move_print(s, list[best], move);
        printf(" %s", move);
        game->rules.apply(s, list[best]);
    }
    putchar('\n');
}

static void print_longest(const Study *study)
{
    LudState s;
    study->rules.game->tabulation->unrank(&s, &study->rules.options, study->longest_layer,
                                          study->longest_rank);
    printf("longest %d: ", study->longest);
    print_position(study, &s);
    putchar(':');
    print_line(study, &s);
    fflush(stdout);
}

static void print_drawn(Study *study)
{
    int found = 0;
    for (long tries = 0; tries < 4000000 && found < EXAMPLES; tries++) {
        int layer = 8 + (int)lud_random_below(&study->random, 16);
        uint64_t size = study->rules.game->tabulation->size(&study->rules.options, layer);
        LudState s;
        if (!take(study, layer, lud_random_next(&study->random) % size, &s) ||
            ask(study, &s).value != 0)
            continue;
        printf("drawn ");
        print_position(study, &s);
        putchar('\n');
        found++;
    }
}

int main(int argc, char **argv)
{
    Study study = {.samples = argc > 3 ? atoi(argv[3]) : 0};
    LudError err;
    if (argc < 3 || lud_rules_parse(argv[1], &study.rules, &err) != LUD_OK ||
        lud_tables_open(&study.tables, &study.rules, argv[2], &err) != LUD_OK)
        fail("usage: pylos_study RULES DIR [SAMPLES]");
    study.dir = argv[2];
    study.has_distance = lud_tables_reach(study.tables, "distance") >= LAYERS - 1;
    lud_random_seed(&study.random, 1);
    print_openings(&study);
    for (int layer = 0; layer < LAYERS; layer++) {
        scan(&study, layer);
        sample(&study, layer);
        putchar('\n');
        fflush(stdout);
    }
    if (study.has_distance)
        print_longest(&study);
    if (study.drawn > 0)
        print_drawn(&study);
    lud_tables_close(study.tables);
    return EXIT_SUCCESS;
}
