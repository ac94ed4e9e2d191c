/* All tables of a game's rules, asked together. */
#include "table_set.h"

#include <stdio.h>
#include <stdlib.h>

#include "table_name.h"

LudStatus lud_tables_check(const LudGame *game, LudError *err)
{
    char names[LUD_ERROR_ARG_BYTES] = "";
    size_t used = 0;
    if (game->tabulation)
        return LUD_OK;
    for (int i = 0; i < lud_game_count(); i++) {
        const LudGame *other = lud_game_at(i);
        if (other->tabulation && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                     other->name);
    }
    return lud_error_set(err, LUD_EUSAGE,
                         LUD_MESSAGE("There are no tables for {1}; there are for: {2}."),
                         game->name, names, (char *)NULL);
}

/* -- what there is ----------------------------------------------------------------------------- */

void lud_tables_close(LudTables *tables)
{
    if (!tables)
        return;
    for (int column = 0; column < LUD_MAX_COLUMNS; column++) {
        for (int layer = 0; layer < LUD_MAX_LAYERS; layer++) {
            table_file_close(tables->file[column][layer]);
            table_pieces_free(tables->pieces[column][layer]);
            free(tables->held[column][layer]);
            free(tables->fault[column][layer]);
        }
    }
    free(tables);
}

const char *table_set_judge(const TableHead *head, const LudRules *bare, int column, int layer)
{
    const LudGameTabulation *tabulation = bare->game->tabulation;
    char rules[LUD_RULES_TEXT];
    lud_rules_print(bare, rules);
    if (strcmp(head->rules, rules) != 0 || strcmp(head->column, tabulation->names[column]) != 0 ||
        head->layer != layer)
        return LUD_MESSAGE("{1} holds another table than its name says. Remove it, and build the "
                           "table again.");
    if (head->count != tabulation->size(&bare->options, layer))
        return LUD_MESSAGE("{1} does not have as many entries as there are positions. Remove it, "
                           "and build the table again.");
    return NULL;
}

bool table_set_has(const LudTables *tables, int column, int layer)
{
    return tables->file[column][layer] || tables->held[column][layer] ||
           tables->pieces[column][layer];
}

static int reach_of(const LudTables *tables, int column)
{
    int layer = 0;
    while (layer < tables->tabulation->layers && table_set_has(tables, column, layer))
        layer++;
    return layer - 1;
}

int lud_tables_reach(const LudTables *tables, const char *column)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    if (!tabulation)
        return -1;
    if (column) {
        int number = table_find_column(tabulation, column);
        return number < 0 ? -1 : reach_of(tables, number);
    }
    int least = tabulation->layers - 1;
    for (int i = 0; i < tabulation->columns; i++) {
        int reach =
            tabulation->needs(&tables->rules.options) >> i & 1 ? reach_of(tables, i) : least;
        least = reach < least ? reach : least;
    }
    return least;
}

/* -- asking ------------------------------------------------------------------------------------ */

/* Notes a piece that is lacking, once. */
static void wish(TableWishes *wishes, const LudTables *tables, int column, int layer,
                 TableStretch lacking)
{
    LudTablePiece piece = {.at = lacking.at, .bytes = lacking.bytes};
    if (!wishes || wishes->count == wishes->most)
        return;
    table_name_print(&tables->rules, tables->tabulation->names[column], layer, piece.file);
    for (int i = 0; i < wishes->count; i++) {
        if (wishes->list[i].at == piece.at && strcmp(wishes->list[i].file, piece.file) == 0)
            return;
    }
    wishes->list[wishes->count++] = piece;
}

typedef enum Found { FOUND_NOTHING, FOUND_ENTRY, FOUND_GAP /* that may be closed */ } Found;

static Found get_entry(const LudTables *tables, int column, int layer, uint64_t rank,
                       uint8_t *entry)
{
    const uint8_t *held = tables->held[column][layer];
    TableFile *file = tables->file[column][layer];
    TablePieces *pieces = tables->pieces[column][layer];
    TableStretch lacking;
    if (held) {
        *entry = held[rank];
        return FOUND_ENTRY;
    }
    if (file && table_file_get(file, rank, entry))
        return FOUND_ENTRY;
    if (!pieces)
        return FOUND_NOTHING;
    TablePieceAnswer answer = table_pieces_get(pieces, rank, entry, &lacking);
    if (answer == PIECES_LACK)
        wish(tables->wishes, tables, column, layer, lacking);
    return answer == PIECES_KNOW ? FOUND_ENTRY : answer == PIECES_LACK ? FOUND_GAP : FOUND_NOTHING;
}

/* The columns that tell how the game ends, and those that tell it along with more. From elsewhere
 * no others are fetched. */
static unsigned telling(const LudTables *tables)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    return tabulation->needs(&tables->rules.options) | tabulation->tells_all;
}

/* Looks up the columns of a set of bits; what is missing or damaged is left out. The last ones come
 * first: one that tells everything spares the others, each of which may have to be decoded. */
static bool look_up(LudTables *tables, const LudState *s, unsigned columns, LudTableAnswer *answer)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    *answer = (LudTableAnswer){0};
    if (!tabulation)
        return false;
    int layer = tabulation->layer_of(s);
    if (layer < 0 || layer >= tabulation->layers)
        return false;
    LudEntries entries = {0};
    uint64_t rank = UINT64_MAX;
    for (int i = tabulation->columns; i-- > 0 && !(entries.found & tabulation->tells_all);) {
        bool is_here = tables->file[i][layer] || tables->held[i][layer];
        bool is_elsewhere = tables->pieces[i][layer] && telling(tables) >> i & 1;
        if (!(columns >> i & 1) || (!is_here && !is_elsewhere))
            continue;
        if (rank == UINT64_MAX)
            rank = tabulation->rank(s);
        Found found = get_entry(tables, i, layer, rank, &entries.entry[i]);
        if (found == FOUND_ENTRY)
            entries.found |= 1u << i;
        else if (found == FOUND_GAP && tabulation->tells_all >> i & 1)
            break;
    }
    if (entries.found)
        tabulation->answer(&entries, answer);
    return entries.found != 0;
}

bool lud_tables_probe(LudTables *tables, const LudState *s, LudTableAnswer *answer)
{
    return look_up(tables, s, ~0u, answer);
}

/* Whether who made the move that led to `s` is to move again; then what is known there is its own
 * point of view already. */
static bool moves_again(const LudGame *game, const LudState *before, const LudState *s)
{
    int turn = game->rules.turn(s), sides = game->rules.sides(s);
    return turn >= 0 && turn % sides == game->rules.turn(before) % sides;
}

static LudTableAnswer seen_by_other(const LudTableAnswer *answer)
{
    LudTableAnswer other = *answer;
    other.value = -answer->value;
    other.low = -answer->high;
    other.high = -answer->low;
    other.mover_forces = answer->opponent_forces;
    other.opponent_forces = answer->mover_forces;
    return other;
}

bool lud_tables_probe_after(LudTables *tables, const LudState *s, LudMove m, LudTableAnswer *answer)
{
    const LudGame *game = tables->rules.game;
    LudState next;
    LudTableAnswer there;
    lud_state_copy(game, &next, s);
    game->rules.apply(&next, m);
    if (!lud_tables_probe(tables, &next, &there))
        return false;
    /* What a move takes off the board belongs to who made it. */
    const LudGameTabulation *tabulation = tables->tabulation;
    bool takes_off = tabulation->layered && tabulation->layered->takes_off;
    int gain = takes_off ? tabulation->layer_of(s) - tabulation->layer_of(&next) : 0;
    *answer = moves_again(game, s, &next) ? there : seen_by_other(&there);
    answer->value += gain;
    answer->low += gain;
    answer->high += gain;
    answer->distance = there.distance + 1;
    answer->mover_forces = there.has_force && (gain > 0 || answer->mover_forces);
    answer->opponent_forces = there.has_force && (gain > 0 || answer->opponent_forces);
    answer->is_capture_possible = there.has_force && (gain > 0 || there.is_capture_possible);
    return true;
}

bool lud_tables_are_layered(const LudRules *rules)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    return tabulation && !tabulation->whole;
}

bool lud_tables_serve_both(const LudRules *a, const LudRules *b)
{
    const LudGameTabulation *tabulation = a->game->tabulation;
    LudOptions first = a->options, second = b->options;
    if (!tabulation || a->game != b->game)
        return false;
    tabulation->bare(&first);
    tabulation->bare(&second);
    return memcmp(first.value, second.value, (size_t)a->game->option_count) == 0;
}

int lud_tables_top_layer(const LudRules *rules)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    return tabulation ? tabulation->layers - 1 : -1;
}

const char *lud_tables_layer_name(const LudRules *rules)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    return tabulation ? tabulation->layer_name : NULL;
}

bool lud_tables_range(LudTables *tables, const LudState *s, int *least, int *most)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    LudTableAnswer answer;
    return tabulation && look_up(tables, s, telling(tables), &answer) &&
           tabulation->range(s, &answer, least, most);
}

/* What the sides have when play ends at `s`, seen by a side. */
static int final_difference(const LudGame *game, const LudState *s, int side, bool is_dead)
{
    if (is_dead)
        return (game->rules.stop_score(s, side, LUD_REASON_NO_CAPTURE) -
                game->rules.stop_score(s, 1 - side, LUD_REASON_NO_CAPTURE)) /
               2;
    return (game->rules.score(s, side) - game->rules.score(s, 1 - side)) / 2;
}

bool lud_tables_range_after(LudTables *tables, const LudState *s, LudMove m, int *least, int *most)
{
    const LudGame *game = tables->rules.game;
    if (!tables->tabulation)
        return false;
    LudState next;
    int side = game->rules.turn(s), low, high;
    lud_state_copy(game, &next, s);
    game->rules.apply(&next, m);
    bool is_over = game->rules.turn(&next) == LUD_OVER,
         is_dead = game->rules.is_dead && game->rules.is_dead(&next);
    if (is_over || is_dead) {
        *least = *most = final_difference(game, &next, side, !is_over);
        return true;
    }
    if (!lud_tables_range(tables, &next, &low, &high))
        return false;
    bool is_again = moves_again(game, s, &next);
    *least = is_again ? low : -high;
    *most = is_again ? high : -low;
    return true;
}

/* What tables promise who makes a move: if endless play shares what is left, and at least, whatever
 * endless play is worth. */
typedef struct Prospect {
    int shared, least;
} Prospect;

static bool find_prospect(LudTables *tables, const LudState *s, LudMove m, Prospect *prospect)
{
    LudTableAnswer answer;
    if (!lud_tables_probe_after(tables, s, m, &answer) || !answer.has_value || !answer.has_bounds)
        return false;
    *prospect = (Prospect){answer.value, answer.low};
    return true;
}

/* Tables go on where a side has won already, and so compare what no longer counts. */
static bool wins_at_once(const LudGame *game, const LudState *s, LudMove m)
{
    LudState next;
    lud_state_copy(game, &next, s);
    game->rules.apply(&next, m);
    return game->rules.turn(&next) == LUD_OVER &&
           final_difference(game, &next, game->rules.turn(s), false) > 0;
}

bool lud_tables_safe_after(LudTables *tables, const LudState *s, LudMove m, bool *is_safe)
{
    const LudGame *game = tables->rules.game;
    Prospect own, other;
    LudMove list[LUD_MAX_MOVES];
    if (!tables->tabulation || tables->tabulation->whole || !find_prospect(tables, s, m, &own))
        return false;
    int count = game->rules.moves(s, list);
    bool is_best = true;
    for (int i = 0; i < count; i++) {
        if (!find_prospect(tables, s, list[i], &other))
            return false;
        is_best = is_best && other.shared <= own.shared && other.least <= own.least;
    }
    *is_safe = is_best || wins_at_once(game, s, m);
    return true;
}

static int search_value(int difference)
{
    return difference > 0   ? LUD_VALUE_WON + difference
           : difference < 0 ? difference - LUD_VALUE_WON
                            : 0;
}

static bool probe_known(void *context, const LudState *s, LudKnown *known)
{
    int least, most;
    if (!lud_tables_range(context, s, &least, &most))
        return false;
    *known = (LudKnown){search_value(least), search_value(most)};
    return true;
}

LudOracle lud_tables_oracle(LudTables *tables)
{
    return (LudOracle){.probe = probe_known, .context = tables, .ignores_history = true};
}

bool lud_tables_offer(LudTables *tables, const LudState *s, LudOffer *offer)
{
    LudTableAnswer answer;
    if (tables->rules.game->rules.turn(s) < 0 || !lud_tables_probe(tables, s, &answer) ||
        !answer.has_force)
        return false;
    if (answer.mover_forces || answer.opponent_forces)
        *offer = LUD_OFFER_NONE;
    else if (answer.is_capture_possible)
        *offer = LUD_OFFER_UNFORCED;
    else
        *offer =
            tables->rules.game->rules.offer ? tables->rules.game->rules.offer(s) : LUD_OFFER_NONE;
    return true;
}
