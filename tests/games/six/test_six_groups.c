/* What falls when a tile of Six is lifted: the walk that finds it for all tiles at once, and the
 * figures kept beside a position, against tiles taken away one by one and groups counted by hand.
 */
#include <string.h>

#include <ludoteca/game.h>

#include "games/six/six_graph.h"
#include "games/six/six_windows.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { SPAN = SIX_ROWS * 64, MOST_TILES = 2 * SIX_TILES };

/* The tiles as a plain list. */
typedef struct Plain {
    int cell[MOST_TILES], side[MOST_TILES], group[MOST_TILES];
    int count, groups;
} Plain;

static void list_tiles(const SixState *s, Plain *plain)
{
    plain->count = 0;
    for (int cell = 0; cell < SPAN; cell++) {
        for (int side = 0; side < 2; side++) {
            if (s->tiles[side].row[cell / 64] >> cell % 64 & 1) {
                plain->cell[plain->count] = cell;
                plain->side[plain->count++] = side;
            }
        }
    }
}

static bool is_beside(int a, int b)
{
    static const int steps[6] = {64, -64, 1, -1, 63, -63};
    for (int i = 0; i < 6; i++) {
        if (b - a == steps[i])
            return true;
    }
    return false;
}

/* Numbers the groups that remain without the tile `lifted`, whose own number becomes -1. */
static void number_groups(Plain *plain, int lifted)
{
    plain->groups = 0;
    for (int i = 0; i < plain->count; i++)
        plain->group[i] = -1;
    for (int i = 0; i < plain->count; i++) {
        if (i == lifted || plain->group[i] >= 0)
            continue;
        plain->group[i] = plain->groups;
        for (bool has_grown = true; has_grown;) {
            has_grown = false;
            for (int a = 0; a < plain->count; a++) {
                for (int b = 0; b < plain->count; b++) {
                    if (plain->group[a] == plain->groups && plain->group[b] < 0 && b != lifted &&
                        is_beside(plain->cell[a], plain->cell[b])) {
                        plain->group[b] = plain->groups;
                        has_grown = true;
                    }
                }
            }
        }
        plain->groups++;
    }
}

static int size_of(const Plain *plain, int group, int side)
{
    int size = 0;
    for (int i = 0; i < plain->count; i++)
        size += plain->group[i] == group && (side == SIX_NOBODY || plain->side[i] == side);
    return size;
}

/* Whether a set of the graph is just that group. */
static bool is_group(const SixGraph *graph, uint64_t set, const Plain *plain, int group)
{
    for (int i = 0; i < plain->count; i++) {
        bool is_in = set >> graph->at[plain->cell[i]] & 1;
        if (is_in != (plain->group[i] == group))
            return false;
    }
    return true;
}

/* Groups are numbered by their lowest tile, so those that may stay come in the right order. */
static bool is_right_lift(const SixGraph *graph, const Plain *plain, int lifted, SixNotes *notes)
{
    uint64_t stay[SIX_MAX_GROUPS];
    int tile = graph->at[plain->cell[lifted]], choices = six_graph_stay(graph, tile, stay);
    int side = plain->side[lifted], other = side ^ 1, largest = 0, found = 0, best = -SIX_TILES;
    for (int i = 0; i < plain->groups; i++)
        largest = size_of(plain, i, SIX_NOBODY) > largest ? size_of(plain, i, SIX_NOBODY) : largest;
    for (int i = 0; i < plain->groups; i++) {
        if (size_of(plain, i, SIX_NOBODY) < largest)
            continue;
        if (found == choices || !is_group(graph, stay[found++], plain, i))
            return false;
        int own_gone = 0, others_gone = 0;
        for (int k = 0; k < plain->count; k++) {
            bool is_gone = k != lifted && plain->group[k] != i;
            own_gone += is_gone && plain->side[k] == side;
            others_gone += is_gone && plain->side[k] == other;
        }
        best = others_gone - own_gone > best ? others_gone - own_gone : best;
        if (size_of(plain, i, other) < 6 && size_of(plain, i, side) >= 5)
            notes->starve[side] = plain->groups > 1;
    }
    if (best > notes->cut[side])
        notes->cut[side] = (uint8_t)best;
    if (best > 0)
        notes->hunt[side] = (uint8_t)(notes->hunt[side] + (best < SIX_PREY ? best : SIX_PREY));
    notes->tied[side] = (uint8_t)(notes->tied[side] + (best < 0));
    bool is_cut = graph->cuts >> tile & 1;
    return found == choices && is_cut == (plain->groups > 1);
}

static bool is_right(const SixState *s, const SixNotes *kept, int *cuts)
{
    SixGraph graph;
    Plain plain;
    SixNotes notes = {0};
    list_tiles(s, &plain);
    six_graph_make(s, &graph);
    if (graph.count != plain.count)
        return false;
    for (int i = 0; i < plain.count; i++) {
        number_groups(&plain, i);
        if (!is_right_lift(&graph, &plain, i, &notes))
            return false;
        *cuts += plain.groups > 1;
        if (!(graph.side[plain.side[i]] >> graph.at[plain.cell[i]] & 1))
            return false;
        for (int k = 0; k < plain.count; k++) {
            bool is_near = graph.near[graph.at[plain.cell[i]]] >> graph.at[plain.cell[k]] & 1;
            if (is_near != is_beside(plain.cell[i], plain.cell[k]))
                return false;
        }
    }
    return memcmp(notes.cut, kept->cut, sizeof notes.cut) == 0 &&
           memcmp(notes.starve, kept->starve, sizeof notes.starve) == 0 &&
           memcmp(notes.hunt, kept->hunt, sizeof notes.hunt) == 0 &&
           memcmp(notes.tied, kept->tied, sizeof notes.tied) == 0;
}

/* Positions that no search would reach: long chains, few tiles, whatever odd starts give. */
static void test_groups(int games)
{
    LudRules rules = variants_rules("six");
    const LudGame *game = rules.game;
    LudRandom random;
    LudState s;
    LudNotes notes;
    static LudMove list[LUD_MAX_MOVES];
    int positions = 0, cuts = 0, wide = 0, faults = 0;
    lud_random_seed(&random, 16);
    for (int i = 0; i < games; i++) {
        while (!odd_start(&rules, &random, &s) || game->rules.turn(&s) == LUD_OVER)
            continue;
        for (int ply = 0; ply < 8 && game->rules.turn(&s) != LUD_OVER; ply++) {
            const SixState *six = (const SixState *)(const void *)&s;
            if (six_is_second_round(six)) {
                lud_judging(game)->notes_begin(&s, &notes);
                positions++;
                wide += !six_patch_fits(six);
                if (!is_right(six, (const SixNotes *)(const void *)&notes, &cuts))
                    tap_fault(&faults, game, &s, "groups");
            }
            int count = game->rules.moves(&s, list);
            game->rules.apply(&s, list[lud_random_below(&random, (uint32_t)count)]);
        }
    }
    tap_note("%d positions, %d of them wide, %d tiles that connect others", positions, wide, cuts);
    /* One in some hundred is wide: a short run may meet none. */
    tap_report(faults == 0 && positions > games && cuts > positions && (wide > 0 || games < 50),
               "what every lift separates, and what it gains");
}

int main(void)
{
    test_groups(tap_scaled(200));
    return tap_finish();
}
