/* Makes the strategy of the second player of Pylos from tables with distances.
 *
 *     pylos_strategy RULES DIR REST OUTPUT
 *
 * Every move of the first player is answered, and where several answers win equally fast, by one
 * that leads to a position which many others lead to as well: so fewer come up. Positions that are
 * won within REST plies are left to the engine's search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tabulation.h"
#include "engine/strategy.h"
#include "strategy_pack.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { LAYERS = 31, DRAWN = 255, MOST_NUMBER = STRATEGY_LEVELS_MOST };

static LudRules rules;
static const char *table_dir;
static uint8_t *column[LAYERS]; /* distances, read when first asked for */

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "pylos_strategy: %s\n", what);
    exit(EXIT_FAILURE);
}

static void *need(void *memory)
{
    if (!memory)
        fail("out of memory");
    return memory;
}

/* -- distances --------------------------------------------------------------------------------- */

static void read_layer(int layer)
{
    TableFile *file;
    LudError err;
    char *path = need(table_path(table_dir, &rules, "distance", layer));
    if (table_file_open(&file, path, &err) != LUD_OK)
        fail(path);
    uint64_t count = table_file_head(file)->count;
    column[layer] = need(malloc(count));
    if (table_file_read(file, 0, count, column[layer], &err) != LUD_OK)
        fail(path);
    table_file_close(file);
    free(path);
}

static int distance_at(uint64_t id)
{
    int layer = (int)(id >> 40);
    if (!column[layer])
        read_layer(layer);
    return column[layer][id & (((uint64_t)1 << 40) - 1)];
}

/* -- sets of positions ------------------------------------------------------------------------- */

typedef struct Entry {
    uint64_t id; /* 0: none; the empty pyramid is never asked for */
    uint32_t paths;
    bool is_chosen;
    LudState *state;
} Entry;

typedef struct Set {
    Entry *entry;
    size_t room, count;
} Set;

static Set set_new(void)
{
    Set set = {.room = 1024};
    set.entry = need(calloc(set.room, sizeof *set.entry));
    return set;
}

static Entry *set_place(const Set *set, uint64_t id)
{
    size_t at = (size_t)((id + 1) * 0x9e3779b97f4a7c15u >> 20) & (set->room - 1);
    while (set->entry[at].id && set->entry[at].id != id)
        at = (at + 1) & (set->room - 1);
    return &set->entry[at];
}

/* The entry of a position, made if there is none. Entries move when others are made. */
static Entry *set_get(Set *set, uint64_t id)
{
    if (2 * set->count >= set->room) {
        Set larger = {.room = 2 * set->room, .count = set->count};
        larger.entry = need(calloc(larger.room, sizeof *larger.entry));
        for (size_t i = 0; i < set->room; i++) {
            if (set->entry[i].id)
                *set_place(&larger, set->entry[i].id) = set->entry[i];
        }
        free(set->entry);
        *set = larger;
    }
    Entry *entry = set_place(set, id);
    set->count += entry->id == 0;
    entry->id = id;
    return entry;
}

static void set_free(Set *set)
{
    for (size_t i = 0; i < set->room; i++)
        free(set->entry[i].state);
    free(set->entry);
}

static LudState *keep_state(const LudState *s)
{
    LudState *kept = need(malloc(rules.game->state_size));
    memcpy(kept, s, rules.game->state_size);
    return kept;
}

/* -- the strategy ------------------------------------------------------------------------------ */

typedef struct Making {
    int rest_plies, sure_plies;
    Set to_answer;  /* positions of this ply, the second player to move */
    Set candidates; /* where quickest wins lead, from any of them */
    Set chosen;     /* where answers led, at any ply */
    Set seen;       /* what has been answered */
    PackedAnswer *answers;
    size_t count, room;
    uint64_t numbers;
} Making;

static void meet(Making *making, const LudState *s, int ply)
{
    LudMove moves[LUD_MAX_MOVES];
    int count = rules.game->rules.moves(s, moves);
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(rules.game, &next, s);
        rules.game->rules.apply(&next, moves[i]);
        if (rules.game->rules.turn(&next) == LUD_OVER)
            continue;
        uint64_t id = strategy_id(rules.game, &next);
        int distance = distance_at(id);
        if (distance % 2 == 0 || distance == DRAWN)
            fail("the first player does not lose");
        if (distance <= making->rest_plies) {
            making->sure_plies = ply < making->sure_plies ? ply : making->sure_plies;
            continue;
        }
        Entry *seen = set_get(&making->seen, id);
        if (seen->is_chosen)
            continue;
        seen->is_chosen = true;
        set_get(&making->to_answer, id)->state = keep_state(&next);
    }
}

/* Which of the answers are quickest. */
static int list_quickest(const StrategyAnswer *list, int count, uint64_t from, int *numbers)
{
    int kept = 0, distance = distance_at(from);
    for (int i = 0; i < count && i < MOST_NUMBER; i++) {
        if (distance_at(list[i].id) == distance - 1)
            numbers[kept++] = i;
    }
    if (kept == 0)
        fail("a win can't be reached by any of the first answers");
    return kept;
}

static void count_paths(Making *making, const Entry *from)
{
    static StrategyAnswer list[LUD_MAX_MOVES];
    int numbers[MOST_NUMBER];
    int count = strategy_answers(rules.game, from->state, list);
    count = list_quickest(list, count, from->id, numbers);
    for (int i = 0; i < count; i++)
        set_get(&making->candidates, list[numbers[i]].id)->paths++;
}

static void note(Making *making, uint64_t id, int number)
{
    if (making->count == making->room) {
        making->room = making->room ? 2 * making->room : 1024;
        making->answers = need(realloc(making->answers, making->room * sizeof *making->answers));
    }
    making->answers[making->count++] = (PackedAnswer){id, number};
    making->numbers += (uint64_t)number;
}

/* Known ones cost nothing more, then come those of many paths. */
static uint64_t merit(Making *making, uint64_t id)
{
    if (set_place(&making->chosen, id)->id)
        return UINT64_MAX;
    const Entry *entry = set_place(&making->candidates, id);
    return entry->is_chosen ? UINT64_MAX : entry->paths;
}

static void answer(Making *making, const Entry *from)
{
    static StrategyAnswer list[LUD_MAX_MOVES];
    int numbers[MOST_NUMBER], best = 0;
    int count = strategy_answers(rules.game, from->state, list);
    count = list_quickest(list, count, from->id, numbers);
    for (int i = 1; i < count; i++) {
        if (merit(making, list[numbers[i]].id) > merit(making, list[numbers[best]].id))
            best = i;
    }
    const StrategyAnswer *made = &list[numbers[best]];
    note(making, from->id, numbers[best]);
    if (set_place(&making->chosen, made->id)->id)
        return;
    Entry *entry = set_get(&making->candidates, made->id);
    if (entry->is_chosen)
        return;
    entry->is_chosen = true;
    entry->state = keep_state(from->state);
    rules.game->rules.apply(entry->state, made->move);
}

/* Answers everything that can come up at a ply, and returns where that leads. */
static Set answer_ply(Making *making, const Set *before, int ply)
{
    making->to_answer = set_new();
    making->candidates = set_new();
    for (size_t i = 0; i < before->room; i++) {
        if (before->entry[i].state)
            meet(making, before->entry[i].state, ply);
    }
    const Set *asked = &making->to_answer;
    for (size_t i = 0; i < asked->room; i++) {
        if (asked->entry[i].state)
            count_paths(making, &asked->entry[i]);
    }
    for (size_t i = 0; i < asked->room; i++) {
        if (asked->entry[i].state)
            answer(making, &asked->entry[i]);
    }
    for (size_t i = 0; i < making->candidates.room; i++) {
        if (making->candidates.entry[i].is_chosen)
            set_get(&making->chosen, making->candidates.entry[i].id);
    }
    printf("ply %d: %zu positions, %zu answered in all\n", ply, making->to_answer.count,
           making->count);
    fflush(stdout);
    set_free(&making->to_answer);
    return making->candidates;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        fail(path);
}

int main(int argc, char **argv)
{
    LudError err;
    LudState start;
    if (argc != 5 || lud_rules_parse(argv[1], &rules, &err) != LUD_OK)
        fail("usage: pylos_strategy RULES DIR REST OUTPUT");
    table_dir = argv[2];
    Making making = {.rest_plies = atoi(argv[3]), .sure_plies = LUD_MAX_MOVES};
    making.chosen = set_new();
    making.seen = set_new();
    lud_rules_start(&rules, &start);
    Set reached = set_new();
    set_get(&reached, 1)->state = keep_state(&start);
    for (int ply = 1; reached.count > 0; ply += 2) {
        size_t before = making.count;
        Set next = answer_ply(&making, &reached, ply);
        set_free(&reached);
        reached = next;
        if (making.count == before)
            break;
    }
    size_t size;
    uint8_t *bytes =
        strategy_pack(making.answers, making.count, making.sure_plies, making.rest_plies, &size);
    write_file(argv[4], bytes, size);
    printf("%zu answers, of number %.2f on average; all positions before ply %d; %zu bytes\n",
           making.count, (double)making.numbers / (double)making.count, making.sure_plies, size);
    return EXIT_SUCCESS;
}
