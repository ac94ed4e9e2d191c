/* Chains: attacks in which every move threatens to complete a shape. */
#include "six_hunt.h"

/* -- what the searches share ---------------------------------------------------------------------
 */

void six_hunt_lay(SixHunt *hunt, int who, int spot)
{
    six_rows_flip(&hunt->tile[who], spot);
    hunt->key ^= six_quest_mix(UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(2 * spot + who + 1));
    if (who == SIX_HUNTER)
        hunt->hand += six_rows_have(&hunt->tile[who], spot) ? -1 : 1;
}

static uint64_t trace_key(const SixHunt *hunt, int purpose)
{
    return six_quest_mix(hunt->key + (uint64_t)purpose);
}

const SixTrace *six_hunt_find(const SixHunt *hunt, int purpose)
{
    return six_quest_find(&hunt->quest, trace_key(hunt, purpose));
}

void six_hunt_keep(SixHunt *hunt, int purpose, uint64_t work, SixTrace trace)
{
    six_quest_keep(&hunt->quest, trace_key(hunt, purpose), work, trace);
}

int six_threatened(const SixHunt *hunt, int *spot)
{
    SixRows sixth;
    uint16_t spots[2];
    if (!six_survey_sixth(&hunt->tile[SIX_PREY], &hunt->tile[SIX_HUNTER], &sixth))
        return 0;
    int count = six_rows_list(&sixth, spots, 2);
    *spot = spots[0];
    return count;
}

/* -- the search ----------------------------------------------------------------------------------
 */

int six_list_strikes(SixHunt *hunt, const SixPairs *pairs, uint16_t *spots)
{
    SixRows touched, strikes = {0};
    int forced, threats = pairs->count > 0 ? six_threatened(hunt, &forced) : 0;
    if (threats > 1 || pairs->count == 0)
        return 0;
    for (int i = 0; i < pairs->count; i++) {
        for (int k = 0; k < 2; k++) {
            int spot = pairs->pair[i].spot[k];
            strikes.row[six_spot_row(spot)] |= (uint32_t)1 << (spot & 31);
        }
    }
    if (threats == 1) {
        spots[0] = (uint16_t)forced;
        return six_rows_have(&strikes, forced);
    }
    six_rows_touched(&hunt->tile[SIX_HUNTER], &hunt->tile[SIX_PREY], &touched);
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        touched.row[x] &= strikes.row[x];
    return six_rows_list(&touched, spots, SIX_MOST_SPOTS);
}

int six_strike(SixHunt *hunt, int spot, uint16_t threats[2])
{
    SixRows sixth;
    six_hunt_lay(hunt, SIX_HUNTER, spot);
    six_survey_sixth(&hunt->tile[SIX_HUNTER], &hunt->tile[SIX_PREY], &sixth);
    return six_rows_list(&sixth, threats, 2);
}

static SixFound keep_chain(SixHunt *hunt, int spot, int plies, uint64_t before)
{
    SixTrace trace = {
        .move = (uint32_t)spot, .plies = (uint8_t)plies, .failed = plies > 0 ? 0 : SIX_FAILED_ALL};
    six_hunt_keep(hunt, SIX_TRACE_CHAIN, hunt->quest.nodes - before, trace);
    return plies > 0 ? SIX_FOUND_WIN : SIX_FOUND_NONE;
}

/* Goes on with one strike after the only reply to it. */
static SixFound chain_after(SixHunt *hunt, int spot, int reply, int *plies)
{
    if (!six_spot_is_inside(spot) || !six_spot_is_inside(reply)) {
        hunt->is_cut = true;
        return SIX_FOUND_OPEN;
    }
    six_hunt_lay(hunt, SIX_HUNTER, spot);
    six_hunt_lay(hunt, SIX_PREY, reply);
    SixFound found = six_chain(hunt, plies);
    six_hunt_lay(hunt, SIX_PREY, reply);
    six_hunt_lay(hunt, SIX_HUNTER, spot);
    *plies += 2;
    return found;
}

/* The cell that a strike threatens; `is_double` if there is another one besides. */
static int threat_of(const SixPairs *pairs, int spot, bool *is_double)
{
    int threat = -1;
    *is_double = false;
    for (int i = 0; i < pairs->count; i++) {
        const uint16_t *pair = pairs->pair[i].spot;
        if (pair[0] != spot && pair[1] != spot)
            continue;
        int other = pair[0] == spot ? pair[1] : pair[0];
        *is_double |= threat >= 0 && threat != other;
        threat = other;
    }
    return threat;
}

/* Strikes that threaten two cells at once win; of the others the replies are noted. */
static int find_double(const SixPairs *pairs, const uint16_t *spots, int count, uint16_t *replies)
{
    for (int i = 0; i < count; i++) {
        bool is_double;
        replies[i] = (uint16_t)threat_of(pairs, spots[i], &is_double);
        if (is_double)
            return i;
    }
    return -1;
}

SixFound six_chain(SixHunt *hunt, int *plies)
{
    uint64_t before = hunt->quest.nodes;
    const SixTrace *trace = six_hunt_find(hunt, SIX_TRACE_CHAIN);
    if (trace) {
        *plies = trace->plies;
        return trace->plies > 0 ? SIX_FOUND_WIN : SIX_FOUND_NONE;
    }
    if (!six_quest_count(&hunt->quest))
        return SIX_FOUND_OPEN;
    SixRows sixth;
    SixPairs pairs;
    uint16_t spots[SIX_MOST_SPOTS], replies[SIX_MOST_SPOTS];
    bool is_complete =
        six_survey_pairs(&hunt->tile[SIX_HUNTER], &hunt->tile[SIX_PREY], &sixth, &pairs);
    *plies = 1;
    if (hunt->hand > 0 && is_complete && six_rows_list(&sixth, spots, 1) > 0)
        return keep_chain(hunt, spots[0], 1, before);
    if (hunt->hand < 2) /* a threat needs another tile */
        return keep_chain(hunt, 0, 0, before);
    int count = six_list_strikes(hunt, &pairs, spots);
    int twofold = find_double(&pairs, spots, count, replies);
    *plies = 3;
    if (twofold >= 0)
        return keep_chain(hunt, spots[twofold], 3, before);
    /* What the edge of the field hides is not remembered: elsewhere on it there may be room. */
    bool is_open = false;
    for (int i = 0; i < count; i++) {
        SixFound found = chain_after(hunt, spots[i], replies[i], plies);
        if (found == SIX_FOUND_WIN)
            return keep_chain(hunt, spots[i], *plies, before);
        is_open |= found == SIX_FOUND_OPEN;
        if (hunt->quest.is_stopped)
            return SIX_FOUND_OPEN;
    }
    return is_open ? SIX_FOUND_OPEN : keep_chain(hunt, 0, 0, before);
}

/* -- as a line -----------------------------------------------------------------------------------
 */

static void add_spot(SixChainLine *line, int spot, int who)
{
    line->spot[line->count++] = (uint16_t)spot;
    line->all.row[six_spot_row(spot)] |= (uint32_t)1 << (spot & 31);
    if (who == SIX_PREY)
        line->preys.row[six_spot_row(spot)] |= (uint32_t)1 << (spot & 31);
}

bool six_chain_follow(SixHunt *hunt, SixChainLine *line)
{
    int plies, laid = 0;
    bool is_whole = false;
    memset(line, 0, sizeof *line);
    while (six_chain(hunt, &plies) == SIX_FOUND_WIN) {
        line->plies = line->plies > 0 ? line->plies : plies;
        int spot = (int)six_hunt_find(hunt, SIX_TRACE_CHAIN)->move;
        uint16_t threats[2] = {0};
        add_spot(line, spot, SIX_HUNTER);
        is_whole = plies == 1;
        if (is_whole)
            break;
        laid++;
        is_whole = six_strike(hunt, spot, threats) > 1;
        add_spot(line, threats[0], SIX_PREY);
        if (is_whole) {
            add_spot(line, threats[1], SIX_HUNTER);
            break;
        }
        laid++;
        six_hunt_lay(hunt, SIX_PREY, threats[0]);
    }
    for (int i = laid - 1; i >= 0; i--)
        six_hunt_lay(hunt, i % 2 == 0 ? SIX_HUNTER : SIX_PREY, line->spot[i]);
    return is_whole;
}
