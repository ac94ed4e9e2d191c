/* What a move of Six lets fall, and what could fall next, in words. */
#include "six_change.h"
#include "six_graph.h"

/* A text for one tile and one for several, as languages have it. */
static void say_tiles(RemarkList *r, const char *one, const char *several, int tiles)
{
    remark_add(r, tiles == 1 ? one : several, tiles, 0);
}

/* -- what fell --------------------------------------------------------------------------------- */

static const char *const drops_one[2] = {LUD_MESSAGE("lifting this tile drops one red tile"),
                                         LUD_MESSAGE("lifting this tile drops one black tile")};
static const char *const drops[2] = {LUD_MESSAGE("lifting this tile drops {1} red tiles"),
                                     LUD_MESSAGE("lifting this tile drops {1} black tiles")};

void six_say_falls(const SixChange *c, RemarkList *r)
{
    int other = c->side ^ 1;
    int others = c->before.count[other] - c->after.count[other];
    int own = c->before.count[c->side] - c->after.count[c->side];
    if (six_move_lift(c->move) == SIX_NO_CELL)
        return;
    if (others > 0)
        say_tiles(r, drops_one[other], drops[other], others);
    if (own > 0)
        say_tiles(r, LUD_MESSAGE("gives up one of your own tiles"),
                  LUD_MESSAGE("gives up {1} of your own tiles"), own);
    if (six_move_lift(c->move) == six_move_place(c->move))
        remark_add(r, LUD_MESSAGE("the tile goes back to where it was"), 0, 0);
}

/* -- what could fall --------------------------------------------------------------------------- */

/* What one side could do to the other by lifting a tile, if it were to move. */
typedef struct Reach {
    int most; /* tiles of the other that fall, more than of its own, and enough of its own stay */
    bool starves; /* some lift leaves the other with fewer than six tiles, and itself with enough */
} Reach;

static Reach find_reach(const SixState *s, int side)
{
    SixGraph graph;
    Reach reach = {0, false};
    six_graph_make(s, &graph);
    for (uint64_t left = graph.side[side] & graph.cuts; left != 0; left &= left - 1) {
        uint64_t stay[SIX_MAX_GROUPS];
        int tile = six_first_bit(left), choices = six_graph_split(&graph, tile, stay);
        for (int i = 0; i < choices; i++) {
            uint64_t fallen = six_graph_all(&graph) & ~stay[i] & ~six_graph_bit(tile);
            int others = six_count_bits(fallen & graph.side[side ^ 1]);
            int own = six_count_bits(fallen & graph.side[side]);
            if (s->count[side] - own < SIX_SHAPE)
                continue;
            reach.starves |= s->count[side ^ 1] - others < SIX_SHAPE;
            if (others > own && others > reach.most)
                reach.most = others;
        }
    }
    return reach;
}

static void say_own_reach(const SixChange *c, RemarkList *r)
{
    Reach was = find_reach(&c->before, c->side), is = find_reach(&c->after, c->side);
    if (is.starves && !was.starves)
        remark_add(r, LUD_MESSAGE("threatens to leave the opponent with fewer than six tiles"), 0,
                   0);
    else if (is.most > was.most)
        say_tiles(r, LUD_MESSAGE("threatens to cut off one tile of the opponent"),
                  LUD_MESSAGE("threatens to cut off {1} tiles of the opponent"), is.most);
}

/* Tiles that the mover has given up itself are not called saved. */
static void say_saved(const SixChange *c, RemarkList *r)
{
    Reach was = find_reach(&c->before, c->side ^ 1), is = find_reach(&c->after, c->side ^ 1);
    bool keeps_all = c->before.count[c->side] == c->after.count[c->side];
    if (was.starves && !is.starves)
        remark_add(r, LUD_MESSAGE("keeps the opponent from leaving you with fewer than six tiles"),
                   0, 0);
    else if (was.most > is.most && keeps_all)
        say_tiles(r, LUD_MESSAGE("saves one tile that the opponent could have cut off"),
                  LUD_MESSAGE("saves {1} tiles that the opponent could have cut off"),
                  was.most - is.most);
}

/* How many tiles of the other side hang on each tile of `side`, which could be dropped by lifting
 * it. By cell; cells of other tiles are not set. */
static void weigh_lifts(const SixState *s, int side, uint8_t weight[SIX_ROWS * 64])
{
    SixGraph graph;
    six_graph_make(s, &graph);
    for (uint64_t left = graph.side[side]; left != 0; left &= left - 1) {
        uint64_t stay[SIX_MAX_GROUPS];
        int tile = six_first_bit(left), choices = six_graph_stay(&graph, tile, stay), most = 0;
        for (int i = 0; i < choices; i++) {
            int others = six_count_bits(graph.side[side ^ 1] & ~stay[i]);
            most = others > most ? others : most;
        }
        weight[graph.cell[tile]] = (uint8_t)most;
    }
}

/* In the first round nothing falls yet, but soon will. */
static void say_secured(const SixChange *c, RemarkList *r)
{
    uint8_t was[SIX_ROWS * 64], is[SIX_ROWS * 64];
    int other = c->side ^ 1, most = 0;
    int moved = (c->before.q - c->after.q) * 64 + c->before.r - c->after.r;
    weigh_lifts(&c->before, other, was);
    weigh_lifts(&c->after, other, is);
    for (int x = SIX_TOP; x <= six_last_row(&c->before); x++) {
        for (uint64_t left = c->before.tiles[other].row[x]; left != 0; left &= left - 1) {
            int cell = six_cell(x, six_first_bit(left));
            if (is[cell + moved] == 0 && was[cell] > most)
                most = was[cell];
        }
    }
    if (most > 0)
        say_tiles(r, LUD_MESSAGE("secures one of your tiles that hung on a tile of the opponent"),
                  LUD_MESSAGE("secures {1} of your tiles that hung on one tile of the opponent"),
                  most);
}

void six_say_hanging(const SixChange *c, RemarkList *r)
{
    if (six_is_second_round(&c->before)) {
        say_own_reach(c, r);
        say_saved(c, r);
    } else if (c->after.hand[SIX_RED] + c->after.hand[SIX_BLACK] <= SIX_SOON) {
        say_secured(c, r);
    }
}

void six_say_starving(const SixChange *c, RemarkList *r)
{
    if (six_is_second_round(&c->after) && find_reach(&c->after, c->side ^ 1).starves)
        remark_add(r, LUD_MESSAGE("lets the opponent leave you with fewer than six tiles"), 0, 0);
}

void six_say_dangers(const SixChange *c, RemarkList *r)
{
    if (!six_is_second_round(&c->after))
        return;
    Reach reach = find_reach(&c->after, c->side ^ 1);
    if (reach.most > 0 && !reach.starves)
        say_tiles(r, LUD_MESSAGE("lets the opponent cut off one tile"),
                  LUD_MESSAGE("lets the opponent cut off {1} tiles"), reach.most);
}
