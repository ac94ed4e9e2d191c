/* Sieges: attacks in which moves that threaten a chain are allowed besides.
 *
 * After such a quiet move every legal reply has to be answered. The chain that is threatened tells
 * which of them need a look of their own. It goes on as before unless a reply
 *
 *   lies on one of its cells, the hunter's or the prey's, or on one of the two that complete its
 *   last threats; or
 *   gives the prey five tiles of a shape before the chain ends: then some window through the reply,
 *   without a tile of the hunter, must have four more cells that hold tiles of the prey or that the
 *   chain makes the prey take.
 *
 * A tile more never makes a cell illegal, and it takes no tile from the hunter's hand; so any other
 * reply loses to the chain. */
#include "six_hunt.h"

static void keep_win(SixHunt *hunt, int spot, int plies, uint64_t before)
{
    SixTrace trace = {.move = (uint32_t)spot, .plies = (uint8_t)plies};
    six_hunt_keep(hunt, SIX_TRACE_SIEGE, hunt->quest.nodes - before, trace);
}

static void keep_failure(SixHunt *hunt, SixFound found, int quiet, uint64_t before)
{
    SixTrace trace = {.failed = (uint8_t)(found == SIX_FOUND_NONE ? SIX_FAILED_ALL : quiet + 1)};
    six_hunt_keep(hunt, SIX_TRACE_SIEGE, hunt->quest.nodes - before, trace);
}

/* -- replies to a quiet move ---------------------------------------------------------------------
 */

static void move_to_front(uint16_t *spots, int count, int spot)
{
    for (int i = 0; i < count; i++) {
        if (spots[i] == spot) {
            memmove(spots + 1, spots, (size_t)i * sizeof *spots);
            spots[0] = (uint16_t)spot;
            return;
        }
    }
}

/* The replies that may disturb the chain: its own cells first, in the order of play. */
static int list_replies(const SixHunt *hunt, const SixChainLine *chain, uint16_t *spots)
{
    SixRows touched, helped = hunt->tile[SIX_PREY];
    SixSurvey survey;
    int count = 0;
    six_rows_touched(&hunt->tile[SIX_HUNTER], &hunt->tile[SIX_PREY], &touched);
    for (int i = 0; i < chain->count; i++) {
        if (six_rows_have(&touched, chain->spot[i])) {
            spots[count++] = chain->spot[i];
            six_rows_flip(&touched, chain->spot[i]);
        }
    }
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        helped.row[x] |= chain->preys.row[x];
    six_survey(&helped, &hunt->tile[SIX_HUNTER], &survey);
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        touched.row[x] &= survey.sixth.row[x] | survey.fifth.row[x];
    return count + six_rows_list(&touched, spots + count, SIX_MOST_SPOTS - count);
}

/* Whether the hunter wins after every reply to a quiet move, which has been made. */
static SixFound answer_all(SixHunt *hunt, const SixChainLine *chain, int quiet, int *plies)
{
    uint16_t spots[SIX_MOST_SPOTS];
    int count = list_replies(hunt, chain, spots);
    const SixTrace *trace = six_hunt_find(hunt, SIX_TRACE_REPLY);
    if (trace)
        move_to_front(spots, count, (int)trace->move);
    *plies = chain->plies;
    for (int i = 0; i < count; i++) {
        int length;
        SixFound found = SIX_FOUND_OPEN;
        if (six_spot_is_inside(spots[i])) {
            six_hunt_lay(hunt, SIX_PREY, spots[i]);
            found = six_siege(hunt, quiet, &length);
            six_hunt_lay(hunt, SIX_PREY, spots[i]);
        } else {
            hunt->is_cut = true;
        }
        if (found != SIX_FOUND_WIN) {
            six_hunt_keep(hunt, SIX_TRACE_REPLY, 1, (SixTrace){.move = spots[i]});
            return found;
        }
        *plies = length > *plies ? length : *plies;
    }
    *plies += 2;
    return SIX_FOUND_WIN;
}

/* Makes a quiet move and looks whether it threatens a chain, and if so whether that can be
 * answered. With no quiet moves left, a threat is only noticed. */
static SixFound try_quiet(SixHunt *hunt, int spot, int quiet, int *plies)
{
    int length;
    SixChainLine chain;
    if (!six_spot_is_inside(spot)) {
        hunt->is_cut = true;
        return SIX_FOUND_OPEN;
    }
    six_hunt_lay(hunt, SIX_HUNTER, spot);
    SixFound found = six_chain(hunt, &length);
    if (found == SIX_FOUND_WIN && quiet == 0)
        found = SIX_FOUND_LIMITED;
    else if (found == SIX_FOUND_WIN)
        found = six_chain_follow(hunt, &chain) ? answer_all(hunt, &chain, quiet - 1, plies)
                                               : SIX_FOUND_OPEN;
    six_hunt_lay(hunt, SIX_HUNTER, spot);
    return found;
}

/* A strike, the reply to it, and a siege from there. */
static SixFound try_strike(SixHunt *hunt, int spot, int quiet, int *plies)
{
    uint16_t threats[2];
    SixFound found = SIX_FOUND_OPEN;
    if (!six_spot_is_inside(spot)) {
        hunt->is_cut = true;
        return SIX_FOUND_OPEN;
    }
    six_strike(hunt, spot, threats); /* but one: two would have been a chain */
    if (six_spot_is_inside(threats[0])) {
        six_hunt_lay(hunt, SIX_PREY, threats[0]);
        found = six_siege(hunt, quiet, plies);
        six_hunt_lay(hunt, SIX_PREY, threats[0]);
    } else {
        hunt->is_cut = true;
    }
    six_hunt_lay(hunt, SIX_HUNTER, spot);
    *plies += 2;
    return found;
}

/* -- the search ----------------------------------------------------------------------------------
 */

/* Moves to try: those that make four tiles of a shape are quiet and promising. Where five can be
 * made already, any other move may be what a chain lacked, be it a cell to lean on or one that the
 * prey wanted; else only a fourth tile makes a chain possible at all. Strikes come last: `strikes`
 * is where they begin. */
static int list_moves(SixHunt *hunt, uint16_t *spots, int *strikes)
{
    SixSurvey survey;
    SixRows touched, first, rest;
    int forced;
    uint32_t any_fifth = 0;
    six_survey(&hunt->tile[SIX_HUNTER], &hunt->tile[SIX_PREY], &survey);
    six_rows_touched(&hunt->tile[SIX_HUNTER], &hunt->tile[SIX_PREY], &touched);
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        any_fifth |= survey.fifth.row[x];
    int threats = six_threatened(hunt, &forced), count = 0;
    if (threats > 1)
        return *strikes = 0;
    if (threats == 1) {
        memset(&touched, 0, sizeof touched);
        six_rows_flip(&touched, forced);
    }
    memset(&first, 0, sizeof first);
    memset(&rest, 0, sizeof rest);
    for (int x = 0; x < SIX_FIELD_ROWS; x++) {
        first.row[x] = touched.row[x] & survey.fourth.row[x] & ~survey.fifth.row[x];
        if (any_fifth)
            rest.row[x] = touched.row[x] & ~survey.fourth.row[x] & ~survey.fifth.row[x];
    }
    count = six_rows_list(&first, spots, SIX_MOST_SPOTS);
    count += six_rows_list(&rest, spots + count, SIX_MOST_SPOTS - count);
    *strikes = count;
    /* Every cell of the fifth that can be laid on, or the one that must be. */
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        rest.row[x] = touched.row[x] & survey.fifth.row[x];
    return count + six_rows_list(&rest, spots + count, SIX_MOST_SPOTS - count);
}

/* What is known of the position already. */
static bool is_known(const SixHunt *hunt, int quiet, SixFound *found, int *plies)
{
    const SixTrace *trace = six_hunt_find(hunt, SIX_TRACE_SIEGE);
    if (!trace)
        return false;
    *plies = trace->plies;
    if (trace->plies > 0)
        *found = SIX_FOUND_WIN;
    else
        *found = trace->failed == SIX_FAILED_ALL ? SIX_FOUND_NONE : SIX_FOUND_LIMITED;
    return trace->plies > 0 || trace->failed > quiet;
}

SixFound six_siege(SixHunt *hunt, int quiet, int *plies)
{
    uint64_t before = hunt->quest.nodes;
    SixFound found = six_chain(hunt, plies), worst = SIX_FOUND_NONE;
    /* A quiet move needs a tile more to strike with and another one to complete the shape. */
    if (found != SIX_FOUND_NONE || hunt->hand < 3 || is_known(hunt, quiet, &found, plies))
        return found;
    if (!six_quest_count(&hunt->quest))
        return SIX_FOUND_OPEN;
    uint16_t spots[SIX_MOST_SPOTS];
    int strikes, count = list_moves(hunt, spots, &strikes);
    for (int i = 0; i < count; i++) {
        found = i < strikes ? try_quiet(hunt, spots[i], quiet, plies)
                            : try_strike(hunt, spots[i], quiet, plies);
        if (found == SIX_FOUND_WIN) {
            keep_win(hunt, spots[i], *plies, before);
            return found;
        }
        if (hunt->quest.is_stopped)
            return SIX_FOUND_OPEN;
        worst = found > worst ? found : worst;
        if (worst == SIX_FOUND_LIMITED && quiet == 0)
            break;
    }
    if (worst != SIX_FOUND_OPEN)
        keep_failure(hunt, worst, quiet, before);
    return worst;
}

/* -- as a line -----------------------------------------------------------------------------------
 */

/* The reply to a quiet move after which the win takes longest, as far as it is remembered. */
static int longest_reply(SixHunt *hunt, const SixChainLine *chain)
{
    uint16_t spots[SIX_MOST_SPOTS];
    int count = list_replies(hunt, chain, spots), best = -1, most = 0;
    for (int i = 0; i < count; i++) {
        six_hunt_lay(hunt, SIX_PREY, spots[i]);
        const SixTrace *trace = six_hunt_find(hunt, SIX_TRACE_CHAIN);
        if (!trace || trace->plies == 0)
            trace = six_hunt_find(hunt, SIX_TRACE_SIEGE);
        if (trace && trace->plies > most) {
            most = trace->plies;
            best = spots[i];
        }
        six_hunt_lay(hunt, SIX_PREY, spots[i]);
    }
    return best;
}

/* The move of a siege and the reply to it, both made; false if they are not remembered. */
static bool follow_pair(SixHunt *hunt, uint16_t pair[2])
{
    SixChainLine chain;
    uint16_t threats[2];
    int plies, reply = -1;
    const SixTrace *trace = six_hunt_find(hunt, SIX_TRACE_SIEGE);
    if (!trace || trace->plies == 0)
        return false;
    int spot = (int)trace->move;
    if (six_strike(hunt, spot, threats) > 0)
        reply = threats[0];
    else if (six_chain(hunt, &plies) == SIX_FOUND_WIN && six_chain_follow(hunt, &chain))
        reply = longest_reply(hunt, &chain);
    if (reply < 0) {
        six_hunt_lay(hunt, SIX_HUNTER, spot);
        return false;
    }
    six_hunt_lay(hunt, SIX_PREY, reply);
    pair[0] = (uint16_t)spot;
    pair[1] = (uint16_t)reply;
    return true;
}

int six_siege_line(SixHunt *hunt, uint16_t *spots, int most)
{
    SixChainLine chain;
    int laid = 0, plies;
    while (laid + 2 <= most && six_chain(hunt, &plies) == SIX_FOUND_NONE &&
           follow_pair(hunt, spots + laid))
        laid += 2;
    six_chain_follow(hunt, &chain);
    int rest = chain.count < most - laid ? chain.count : most - laid;
    memcpy(spots + laid, chain.spot, (size_t)rest * sizeof *spots);
    for (int i = laid - 1; i >= 0; i--)
        six_hunt_lay(hunt, i % 2 == 0 ? SIX_HUNTER : SIX_PREY, spots[i]);
    return laid + rest;
}
