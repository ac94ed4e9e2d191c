/* All tables of a game's rules, opened together and asked together. */
#include "table_set.h"

#include <stdlib.h>

#include "base/folder.h"
#include "table_format.h"
#include "table_name.h"
#include "table_places.h"

/* How much of the decoded tables may stay in memory; the lower layers, which everything leads to,
 * come first. Memory that nobody looks at is never touched. */
static const size_t CACHE_BYTES = (size_t)256 << 20;
static const size_t CACHE_LEAST = (size_t)2 << 20;

LudStatus table_no_tables(const LudGame *game, LudError *err)
{
    return lud_error_set(err, LUD_EUSAGE,
                         LUD_MESSAGE("There are no tables for {1}; there are for oware."),
                         game->name, (char *)NULL);
}

const char *table_set_judge(const TableHead *head, const LudRules *bare, int column, int layer)
{
    const LudTabulation *tabulation = bare->game->tabulation;
    char rules[LUD_RULES_TEXT];
    lud_rules_print(bare, rules);
    if (strcmp(head->rules, rules) != 0 || strcmp(head->column, tabulation->names[column]) != 0 ||
        head->layer != layer)
        return LUD_MESSAGE("{1} holds another table than its name says. Remove it, and build the "
                           "table again.");
    if (head->count != tabulation->size(layer))
        return LUD_MESSAGE("{1} does not have as many entries as there are positions. Remove it, "
                           "and build the table again.");
    return NULL;
}

/* -- opening ----------------------------------------------------------------------------------- */

static void open_one(LudTables *tables, const char *dir, int column, int layer)
{
    TableFile **place = &tables->file[column][layer];
    LudRules bare = table_bare_rules(&tables->rules);
    LudError err;
    char *path = table_path(dir, &tables->rules, tables->tabulation->names[column], layer);
    if (path && base_file_exists(path) && table_file_open(place, path, &err) == LUD_OK &&
        table_set_judge(table_file_head(*place), &bare, column, layer)) {
        table_file_close(*place);
        *place = NULL;
    }
    free(path);
}

static bool open_dir(void *context, const char *dir)
{
    LudTables *tables = context;
    for (int column = 0; column < tables->tabulation->columns; column++) {
        for (int layer = 0; layer < tables->tabulation->layers; layer++) {
            if (!tables->file[column][layer])
                open_one(tables, dir, column, layer);
        }
    }
    return true;
}

static void share_cache(LudTables *tables)
{
    size_t left = CACHE_BYTES;
    for (int layer = 0; layer < tables->tabulation->layers; layer++) {
        for (int column = 0; column < tables->tabulation->columns; column++) {
            TableFile *file = tables->file[column][layer];
            if (!file)
                continue;
            uint64_t entries = table_file_head(file)->count + TABLE_BLOCK_ENTRIES;
            size_t share = entries < left ? (size_t)entries : left;
            share = share > CACHE_LEAST ? share : CACHE_LEAST;
            table_file_cache(file, share);
            left -= share < left ? share : left;
        }
    }
}

LudStatus lud_tables_open(LudTables **result, const LudRules *rules, const char *path,
                          LudError *err)
{
    LudTables *tables = calloc(1, sizeof *tables);
    if (!tables)
        return table_fail_memory(err);
    tables->rules = *rules;
    tables->tabulation = rules->game->tabulation;
    if (tables->tabulation && !table_places_each(path, open_dir, tables)) {
        lud_tables_close(tables);
        return table_fail_memory(err);
    }
    if (tables->tabulation)
        share_cache(tables);
    *result = tables;
    return LUD_OK;
}

void lud_tables_close(LudTables *tables)
{
    if (!tables)
        return;
    for (int column = 0; column < LUD_MAX_COLUMNS; column++) {
        for (int layer = 0; layer < LUD_MAX_LAYERS; layer++)
            table_file_close(tables->file[column][layer]);
    }
    free(tables);
}

static int reach_of(const LudTables *tables, int column)
{
    int layer = 0;
    while (layer < tables->tabulation->layers && tables->file[column][layer])
        layer++;
    return layer - 1;
}

int lud_tables_reach(const LudTables *tables, const char *column)
{
    const LudTabulation *tabulation = tables->tabulation;
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

/* Looks up the columns of a set of bits; what is missing or damaged is left out. */
static bool look_up(LudTables *tables, const LudState *s, unsigned columns, LudTableAnswer *answer)
{
    const LudTabulation *tabulation = tables->tabulation;
    *answer = (LudTableAnswer){0};
    if (!tabulation)
        return false;
    int layer = tabulation->layer_of(s);
    if (layer < 0 || layer >= tabulation->layers)
        return false;
    LudEntries entries = {0};
    uint64_t rank = UINT64_MAX;
    for (int i = 0; i < tabulation->columns; i++) {
        TableFile *file = tables->file[i][layer];
        if (!file || !(columns >> i & 1))
            continue;
        if (rank == UINT64_MAX)
            rank = tabulation->rank(s);
        if (table_file_get(file, rank, &entries.entry[i]))
            entries.found |= 1u << i;
    }
    if (entries.found)
        tabulation->answer(&entries, answer);
    return entries.found != 0;
}

bool lud_tables_probe(LudTables *tables, const LudState *s, LudTableAnswer *answer)
{
    return look_up(tables, s, ~0u, answer);
}

bool lud_tables_probe_after(LudTables *tables, const LudState *s, LudMove m, LudTableAnswer *answer)
{
    const LudGame *game = tables->rules.game;
    LudState next;
    LudTableAnswer there;
    lud_state_copy(game, &next, s);
    game->apply(&next, m);
    if (!lud_tables_probe(tables, &next, &there))
        return false;
    /* What a move takes off the board belongs to who made it. */
    int gain = tables->tabulation->layer_of(s) - tables->tabulation->layer_of(&next);
    *answer = there;
    answer->value = gain - there.value;
    answer->low = gain - there.high;
    answer->high = gain - there.low;
    answer->mover_forces = there.has_force && (gain > 0 || there.opponent_forces);
    answer->opponent_forces = there.has_force && (gain > 0 || there.mover_forces);
    answer->is_capture_possible = there.has_force && (gain > 0 || there.is_capture_possible);
    return true;
}

bool lud_tables_range(LudTables *tables, const LudState *s, int *least, int *most)
{
    const LudTabulation *tabulation = tables->tabulation;
    LudTableAnswer answer;
    return tabulation && look_up(tables, s, tabulation->needs(&tables->rules.options), &answer) &&
           tabulation->range(s, &answer, least, most);
}

/* What the sides have when play ends at `s`, seen by a side. */
static int final_difference(const LudGame *game, const LudState *s, int side, bool is_dead)
{
    if (is_dead)
        return (game->stop_score(s, side, LUD_REASON_NO_CAPTURE) -
                game->stop_score(s, 1 - side, LUD_REASON_NO_CAPTURE)) /
               2;
    return (game->score(s, side) - game->score(s, 1 - side)) / 2;
}

bool lud_tables_range_after(LudTables *tables, const LudState *s, LudMove m, int *least, int *most)
{
    const LudGame *game = tables->rules.game;
    if (!tables->tabulation)
        return false;
    LudState next;
    int side = game->turn(s), low, high;
    lud_state_copy(game, &next, s);
    game->apply(&next, m);
    bool is_over = game->turn(&next) == LUD_OVER, is_dead = game->is_dead && game->is_dead(&next);
    if (is_over || is_dead) {
        *least = *most = final_difference(game, &next, side, !is_over);
        return true;
    }
    if (!lud_tables_range(tables, &next, &low, &high))
        return false;
    *least = -high;
    *most = -low;
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
    if (tables->rules.game->turn(s) < 0 || !lud_tables_probe(tables, s, &answer) ||
        !answer.has_force)
        return false;
    if (answer.mover_forces || answer.opponent_forces)
        *offer = LUD_OFFER_NONE;
    else if (answer.is_capture_possible)
        *offer = LUD_OFFER_UNFORCED;
    else
        *offer = tables->rules.game->offer ? tables->rules.game->offer(s) : LUD_OFFER_NONE;
    return true;
}
