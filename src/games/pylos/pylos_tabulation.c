/* What the table room asks of Pylos. */
#include "pylos_tabulation.h"

#include "pylos_spread.h"

static inline const PylosState *state_of(const LudState *s)
{
    return (const PylosState *)(const void *)s->bytes;
}

static void bare_options(LudOptions *options)
{
    (void)options; /* every option changes what positions are worth */
}

static uint64_t size_of(const LudOptions *options, int layer)
{
    PylosState start;
    pylos_state_start(&start, options);
    PylosSize size = pylos_size(start.rules);
    return LUD_DUAL(pylos_layer_positions)(&size, layer);
}

static int layer_of(const LudState *s)
{
    const PylosState *state = state_of(s);
    return __builtin_popcountll(state->own | state->other);
}

static uint64_t rank_of(const LudState *s)
{
    return LUD_DUAL(pylos_rank)(state_of(s));
}

static void unrank(LudState *s, const LudOptions *options, int layer, uint64_t rank)
{
    LUD_DUAL(pylos_unrank)((PylosState *)(void *)s->bytes, options, layer, rank);
}

static uint64_t work_bytes(const LudOptions *options, int group, int layer, int threads)
{
    (void)group, (void)layer;
    return LUD_DUAL(pylos_work_bytes)(options, threads);
}

/* What an entry takes, measured on two threads. Bytes are twice those of the files, because a build
 * also keeps what it has on the way. */
typedef struct Usual {
    int ns, millibytes;
} Usual;

static Usual find_usual(const LudOptions *options, int column)
{
    static const Usual child[] = {{18, 3}, {18, 13}};
    static const Usual standard[] = {{81, 20}, {200, 80}};
    static const Usual expert[] = {{372, 60}, {600, 230}};
    PylosState start;
    pylos_state_start(&start, options);
    if (start.rules & PYLOS_CHILD)
        return child[column];
    return start.rules & PYLOS_EXPERT ? expert[column] : standard[column];
}

static int usual_ns(const LudOptions *options, int group, int layer)
{
    (void)layer;
    return find_usual(options, group).ns;
}

static int usual_millibytes(const LudOptions *options, int column, int layer)
{
    (void)layer;
    return find_usual(options, column).millibytes;
}

static void answer(const LudEntries *entries, LudTableAnswer *answer)
{
    static const int values[] = {-1, 1, 0};
    uint8_t value = entries->entry[PYLOS_VALUES], plies = entries->entry[PYLOS_DISTANCES];
    if (entries->found >> PYLOS_DISTANCES & 1) {
        answer->has_value = answer->has_distance = true;
        answer->value = plies == PYLOS_PLIES_DRAWN ? 0 : plies % 2 ? 1 : -1;
        answer->distance = plies;
        if (plies == PYLOS_PLIES_OVER_WON)
            answer->value = 1, answer->distance = 0;
        answer->has_distance = plies != PYLOS_PLIES_DRAWN;
    }
    if (entries->found >> PYLOS_VALUES & 1 && value <= PYLOS_ENTRY_DRAWN) {
        answer->has_value = true;
        answer->value = values[value];
    }
}

static unsigned needs(const LudOptions *options)
{
    (void)options;
    return 1u << PYLOS_VALUES;
}

static bool range(const LudState *s, const LudTableAnswer *answer, int *least, int *most)
{
    (void)s;
    *least = *most = answer->value;
    return answer->has_value;
}

static const LudWhole whole = {
    .begin = LUD_DUAL(pylos_solve_begin),
    .give = LUD_DUAL(pylos_entries_give),
    .take = LUD_DUAL(pylos_entries_take),
    .spread_bytes = LUD_DUAL(pylos_spread_bytes),
    .gather = LUD_DUAL(pylos_spread_gather),
};

const LudGameTabulation LUD_DUAL(pylos_tabulation) = {
    .layers = PYLOS_MOST_CELLS + 1,
    .layer_name = LUD_MESSAGE("balls"),
    .columns = 2,
    .names = {"value", "distance"},
    .group = {PYLOS_VALUES, PYLOS_DISTANCES},
    .bits = {2, 0},
    .bare = bare_options,
    .size = size_of,
    .layer_of = layer_of,
    .rank = rank_of,
    .unrank = unrank,
    .work_bytes = work_bytes,
    .solve = LUD_DUAL(pylos_solve),
    .tally = LUD_DUAL(pylos_entries_tally),
    .tells_all = 1u << PYLOS_DISTANCES,
    .usual_ns = usual_ns,
    .usual_millibytes = usual_millibytes,
    .answer = answer,
    .needs = needs,
    .range = range,
    .whole = &whole,
};
