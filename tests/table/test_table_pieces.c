/* Tables of which only pieces are here: what they answer is what the files answer, whatever is
 * damaged, cut or lost on the way. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/table.h>

#include "core/tabulation.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"
#include "table/table_file.h"
#include "table/table_model.h"
#include "table/table_name.h"
#include "table/table_pieces.h"

enum { MOST = 128, SEEDS = 9, LAYER = 11 /* with a model: more blocks than a part of the index */ };

static char folder[SCRATCH_PATH];
static LudRandom chance;

/* -- a host of files --------------------------------------------------------------------------- */

typedef struct Host {
    uint64_t bytes, pieces; /* that it was asked for */
    int damaged;            /* pieces refused */
    int flip_in;            /* so many pieces later a bit is flipped; below 0: never */
} Host;

static void bring(Host *host, LudTables *tables, const LudTablePiece *piece)
{
    char path[SCRATCH_PATH];
    size_t size;
    unsigned char *all = scratch_read(scratch_path(path, folder, piece->file), &size);
    LudError err;
    if (!all || piece->at + piece->bytes > size)
        abort();
    if (host->flip_in-- == 0)
        all[piece->at + lud_random_below(&chance, (uint32_t)piece->bytes)] ^=
            (unsigned char)(1 << lud_random_below(&chance, 8));
    host->bytes += piece->bytes;
    host->pieces++;
    LudStatus status = lud_tables_bring(tables, piece, all + piece->at, &err);
    host->damaged += status == LUD_EFILE;
    free(all);
}

/* Brings whatever is wanted for a position; false if there is no end of it. */
static bool settle(Host *host, LudTables *tables, const LudState *s)
{
    static LudTablePiece list[MOST];
    for (int round = 0; round < 40; round++) {
        int count = lud_tables_wanted(tables, s, list, MOST);
        if (count == 0)
            return true;
        for (int i = 0; i < count; i++)
            bring(host, tables, &list[i]);
    }
    return false;
}

/* Expects every file that the directory has for these rules, or those of one column. */
static int expect_files(LudTables *tables, const LudRules *rules, const char *column)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    char name[TABLE_NAME_TEXT], path[SCRATCH_PATH];
    int expected = 0;
    for (int i = 0; i < tabulation->columns; i++) {
        if (column && strcmp(tabulation->names[i], column) != 0)
            continue;
        for (int layer = 0; layer < tabulation->layers; layer++) {
            size_t size;
            table_name_print(rules, tabulation->names[i], layer, name);
            unsigned char *bytes = scratch_read(scratch_path(path, folder, name), &size);
            expected += bytes && lud_tables_expect(tables, name, size);
            free(bytes);
        }
    }
    return expected;
}

static LudTables *open_from(const LudRules *rules, const char *path)
{
    LudTables *tables;
    if (lud_tables_open(&tables, rules, path, NULL) != LUD_OK)
        abort();
    return tables;
}

/* -- answers ----------------------------------------------------------------------------------- */

static bool is_same_answer(bool is_known, const LudTableAnswer *a, bool is_other_known,
                           const LudTableAnswer *b)
{
    return is_known == is_other_known &&
           (!is_known ||
            (a->has_distance == b->has_distance && a->distance == b->distance &&
             a->has_bounds == b->has_bounds && a->low == b->low && a->high == b->high));
}

/* Whether a position and each of its moves are worth the same by both. */
static bool agree(LudTables *a, LudTables *b, const LudGame *game, const LudState *s)
{
    LudTableAnswer one = {0}, other = {0};
    LudMove list[LUD_MAX_MOVES];
    bool is_same =
        is_same_answer(lud_tables_probe(a, s, &one), &one, lud_tables_probe(b, s, &other), &other);
    int count = game->rules.turn(s) >= 0 ? game->rules.moves(s, list) : 0;
    for (int i = 0; i < count; i++) {
        int range[4] = {0};
        bool is_known = lud_tables_range_after(a, s, list[i], &range[0], &range[1]);
        is_same &= is_known == lud_tables_range_after(b, s, list[i], &range[2], &range[3]);
        is_same &= range[0] == range[2] && range[1] == range[3];
        is_known = lud_tables_probe_after(a, s, list[i], &one);
        is_same &=
            is_same_answer(is_known, &one, lud_tables_probe_after(b, s, list[i], &other), &other);
    }
    return is_same;
}

static LudState draw_position(const LudRules *rules, int layers)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    LudState s;
    uint64_t size = 0;
    int layer = 0;
    while (size == 0) {
        layer = (int)lud_random_below(&chance, (uint32_t)layers + 1);
        size = tabulation->size(&rules->options, layer);
    }
    tabulation->unrank(&s, &rules->options, layer, lud_random_next(&chance) % size);
    return s;
}

/* `flips`: every question meets one flipped bit somewhere. */
static void compare(const char *name, int layers, bool flips)
{
    LudRules rules = variants_rules(name);
    LudTables *files = open_from(&rules, folder);
    int rounds = tap_chosen(20, 150, 2000), wrong = 0, endless = 0;
    Host host = {.flip_in = -1};
    LudTables *pieces = NULL;
    for (int i = 0; i < rounds; i++) {
        LudState s = draw_position(&rules, layers);
        /* From a cold start each time if there is damage, else from what is here. */
        if (!pieces || flips) {
            lud_tables_close(pieces);
            pieces = open_from(&rules, "");
            wrong += expect_files(pieces, &rules, NULL) == 0;
            host.flip_in = flips ? (int)lud_random_below(&chance, 3) : -1;
        }
        endless += !settle(&host, pieces, &s);
        wrong += !agree(files, pieces, rules.game, &s);
    }
    tap_report(wrong == 0 && endless == 0, "%s: %d positions by pieces are worth what files say%s",
               name, rounds, flips ? ", with a flipped bit in each" : "");
    if (flips)
        tap_report(host.damaged > rounds / 6, "%s: %d damaged pieces were found", name,
                   host.damaged);
    else
        tap_report(host.damaged == 0 && host.pieces > 0, "%s: %d pieces, %d bytes", name,
                   (int)host.pieces, (int)host.bytes);
    lud_tables_close(pieces);
    lud_tables_close(files);
}

static void build(const char *name, int layers)
{
    LudRules rules = variants_rules(name);
    LudTableBuild task = {.size = sizeof task, .dir = folder, .layers = layers, .threads = 1};
    if (lud_tables_build(&rules, &task, NULL) != LUD_OK)
        abort();
}

/* What can't be had is done without: who wins is told by another column than how soon. */
static void test_loss(void)
{
    LudRules rules = variants_rules("pylos:base=3");
    LudTables *tables = open_from(&rules, "");
    LudState s;
    LudTablePiece list[MOST];
    LudTableAnswer answer;
    Host host = {.flip_in = -1};
    lud_rules_start(&rules, &s);
    expect_files(tables, &rules, NULL);
    int count = lud_tables_wanted(tables, &s, list, MOST);
    for (int i = 0; i < count; i++)
        lud_tables_give_up(tables, &list[i]);
    bool is_settled = count > 0 && settle(&host, tables, &s);
    bool is_known = lud_tables_probe(tables, &s, &answer);
    tap_report(is_settled && is_known && answer.has_value && !answer.has_distance,
               "without distances it is still known who wins");
    expect_files(tables, &rules, NULL);
    tap_report(lud_tables_wanted(tables, &s, list, MOST) > 0,
               "what could not be had is asked for again when it is expected again");
    lud_tables_close(tables);
}

static void test_strangers(void)
{
    LudRules rules = variants_rules("pylos:base=3"), plain = variants_rules("dados");
    LudTables *tables = open_from(&rules, ""), *none = open_from(&plain, "");
    LudTablePiece piece = {.file = "pylos.base=3.value.1.ludt", .at = 0, .bytes = 8}, list[1];
    LudError err;
    LudState s;
    tap_report(!lud_tables_expect(tables, "pylos.distance.3.ludt", 4096) &&
                   !lud_tables_expect(tables, "../pylos.base=3.value.1.ludt", 4096) &&
                   !lud_tables_expect(none, "dados.value.1.ludt", 4096),
               "files of other rules are not expected");
    tap_report(lud_tables_bring(tables, &piece, "LUDTABLE", &err) == LUD_ENOTNOW,
               "a piece that nobody expects is refused");
    lud_tables_expect(tables, piece.file, 300);
    tap_report(lud_tables_bring(tables, &piece, "LUDTABLE", &err) == LUD_ENOTNOW,
               "a piece of another size is refused");
    lud_rules_start(&plain, &s);
    tap_report(lud_tables_wanted(none, &s, list, 1) == 0, "a game without tables wants nothing");
    lud_tables_close(tables);
    lud_tables_close(none);
}

/* -- files with a model ------------------------------------------------------------------------ */

/* Writes a table with a model of entries that wander about. */
static unsigned char *write_modelled(const LudRules *bare, uint8_t **entries, size_t *size)
{
    const LudGameTabulation *tabulation = bare->game->tabulation;
    size_t count = (size_t)tabulation->size(&bare->options, LAYER);
    TableModel *model = table_model_new(tabulation->forecast, LAYER);
    uint64_t *counts = calloc((size_t)model->contexts * TABLE_SYMBOLS, sizeof *counts);
    TableHead head = {.column = "value", .layer = LAYER, .count = count};
    TableWriter *writer;
    char path[SCRATCH_PATH];
    int value = 0;
    lud_rules_print(bare, head.rules);
    *entries = malloc(count);
    for (size_t i = 0; i < count; i++) {
        value += (int)lud_random_below(&chance, 3) - 1;
        value = value > LAYER ? LAYER : value < -LAYER ? -LAYER : value;
        (*entries)[i] = (uint8_t)(64 + value);
    }
    table_model_count(model, 0, *entries, TABLE_MODEL_BLOCK, counts);
    table_model_learn(model, counts);
    scratch_path(path, folder, "modelled");
    if (table_writer_open(&writer, path, &head, model, NULL) != LUD_OK ||
        table_writer_add(writer, *entries, count, NULL) != LUD_OK ||
        table_writer_close(writer, NULL) != LUD_OK)
        abort();
    table_model_free(model);
    free(counts);
    return scratch_read(path, size);
}

/* One entry from a cold start, with a bit of the `flipped`-th piece flipped; how many pieces were
 * refused, or -1 if the entry was wrong. */
static int ask_modelled(const LudRules *bare, unsigned char *file, size_t size, uint64_t index,
                        uint8_t truth, int flipped)
{
    TablePieces *pieces = table_pieces_new(bare, 0, LAYER, size);
    TableStretch lacking;
    uint8_t entry = 0;
    int refused = 0, rounds = 0;
    while (table_pieces_get(pieces, index, &entry, &lacking) == PIECES_LACK && rounds++ < 20) {
        size_t at = (size_t)lacking.at + lud_random_below(&chance, (uint32_t)lacking.bytes);
        unsigned char bit = (unsigned char)(1 << lud_random_below(&chance, 8));
        unsigned char change = flipped-- == 0 ? bit : 0;
        file[at] ^= change;
        refused += table_pieces_take(pieces, lacking, file + lacking.at) == PIECE_DAMAGED;
        file[at] ^= change;
    }
    bool is_right =
        table_pieces_get(pieces, index, &entry, &lacking) == PIECES_KNOW && entry == truth;
    table_pieces_free(pieces);
    return is_right ? refused : -1;
}

static void test_modelled(void)
{
    LudRules rules = variants_rules("oware:slam=nocapture"), bare = table_bare_rules(&rules);
    uint8_t *entries;
    size_t size, count = (size_t)rules.game->tabulation->size(&rules.options, LAYER);
    unsigned char *file = write_modelled(&bare, &entries, &size);
    int wrong = 0, refused = 0, rounds = tap_chosen(40, 400, 4000);
    for (int i = 0; i < rounds; i++) {
        uint64_t index = i == 0 ? count - 1 : lud_random_next(&chance) % count;
        /* The head, the model, the block; a part of the index in between for the later entries. */
        int answer = ask_modelled(&bare, file, size, index, entries[index], i % 5 - 1);
        wrong += answer < 0;
        refused += answer > 0;
    }
    tap_report(wrong == 0, "a table with a model: %d entries, most with a flipped bit", rounds);
    tap_report(refused > rounds / 3, "%d damaged pieces of it were found", refused);
    free(entries);
    free(file);
}

int main(void)
{
    lud_random_seed(&chance, 4711);
    scratch_make(folder);
    build("pylos:base=3", 0);
    build("oware:slam=nocapture", SEEDS);
    compare("pylos:base=3", 14, false);
    compare("pylos:base=3", 14, true);
    compare("oware:slam=nocapture", SEEDS, false);
    compare("oware:slam=nocapture", SEEDS, true);
    test_loss();
    test_strangers();
    test_modelled();
    scratch_remove(folder);
    return tap_finish();
}
