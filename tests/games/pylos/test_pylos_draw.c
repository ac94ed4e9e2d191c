/* Draws are held: whoever asks tables goes round with an opponent who gives nothing away, until the
 * third repetition ends the game. The pyramid of base 3 has no drawn positions, and the tables of
 * the large one are too large for a test. So the data holds a drawn position of the large one, all
 * that can come of it while nobody errs, and what every move there is worth; tables are made of
 * these entries alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "core/tabulation.h"
#include "support/data_file.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { LAYERS = 31 };

typedef struct Setting {
    LudRules rules;
    LudState start;
    uint8_t *entries[LAYERS];
    int known, drawn;
    char folder[SCRATCH_PATH];
    LudTables *tables;
    LudEngine *engine;
    LudRandom random;
} Setting;

static uint64_t size_of(const Setting *setting, int layer)
{
    return setting->rules.game->tabulation->size(&setting->rules.options, layer);
}

static uint8_t *need_layer(Setting *setting, int layer)
{
    if (!setting->entries[layer])
        setting->entries[layer] = calloc(1, (size_t)size_of(setting, layer));
    if (!setting->entries[layer])
        abort();
    return setting->entries[layer];
}

/* Reads lines "entry  position", the first of them where games begin. */
static void read_entries(Setting *setting, const char *path)
{
    const LudGameTabulation *tabulation = setting->rules.game->tabulation;
    DataFile file;
    data_file_open(&file, path);
    for (; data_file_next(&file); setting->known++) {
        LudState s = variants_position(&setting->rules, file.field[1]);
        uint8_t entry = (uint8_t)atoi(file.field[0]);
        if (setting->known == 0)
            setting->start = s;
        need_layer(setting, tabulation->layer_of(&s))[tabulation->rank(&s)] = entry;
        setting->drawn += entry == 255;
    }
    data_file_close(&file);
    need_layer(setting, 0);
}

static void write_layer(const Setting *setting, int layer)
{
    TableHead head = {.layer = layer, .count = size_of(setting, layer)};
    TableWriter *writer;
    char *path = table_path(setting->folder, &setting->rules, "distance", layer);
    lud_rules_print(&setting->rules, head.rules);
    snprintf(head.column, sizeof head.column, "distance");
    if (table_writer_open(&writer, path, &head, NULL, NULL) != LUD_OK ||
        table_writer_add(writer, setting->entries[layer], (size_t)head.count, NULL) != LUD_OK ||
        table_writer_close(writer, NULL) != LUD_OK)
        abort();
    free(path);
}

static void begin(Setting *setting, const char *path)
{
    LudError err;
    setting->rules = variants_rules("pylos");
    scratch_make(setting->folder);
    read_entries(setting, path);
    for (int layer = 0; layer < LAYERS; layer++) {
        if (setting->entries[layer])
            write_layer(setting, layer);
        free(setting->entries[layer]);
    }
    LudEngineOptions options = {
        .size = sizeof options, .memory_bytes = 1 << 20, .seed = 5, .table_path = setting->folder};
    if (lud_tables_open(&setting->tables, &setting->rules, setting->folder, &err) != LUD_OK ||
        lud_engine_new(&setting->engine, &setting->rules, &options, &err) != LUD_OK)
        abort();
    lud_random_seed(&setting->random, 3);
}

static void end(Setting *setting)
{
    lud_engine_free(setting->engine);
    lud_tables_close(setting->tables);
    scratch_remove(setting->folder);
}

static LudPlay *new_game(const Setting *setting)
{
    LudPlay *play;
    LudError err;
    if (lud_play_new(&play, &setting->rules, &setting->start, &err) != LUD_OK)
        abort();
    return play;
}

/* Any of the moves that keep the draw. */
static LudMove choose_tricky(Setting *setting, LudPlay *play)
{
    const LudMove *list;
    LudMove chosen = LUD_NO_MOVE;
    int count = lud_play_moves(play, &list);
    uint32_t kept = 0;
    for (int i = 0; i < count; i++) {
        LudTableAnswer answer;
        if (lud_tables_probe_after(setting->tables, lud_play_state(play), list[i], &answer) &&
            answer.has_value && answer.value == 0 &&
            lud_random_below(&setting->random, ++kept) == 0)
            chosen = list[i];
    }
    return chosen;
}

static LudMove choose_perfect(Setting *setting, const LudPlay *play)
{
    LudPlayerSpec player;
    LudChoice choice;
    LudError err;
    if (lud_player_spec_parse("max,nodes=1000", &player, &err) != LUD_OK ||
        lud_engine_choose(setting->engine, &player, play, NULL, NULL, &choice, &err) != LUD_OK)
        abort();
    return choice.move;
}

/* Whether the engine, in this seat, holds the draw until the game ends by repetition. */
static bool is_held(Setting *setting, int seat, int *plies)
{
    LudPlay *play = new_game(setting);
    LudResult result;
    LudError err;
    bool is_good = true;
    while (is_good && lud_play_turn(play) != LUD_OVER) {
        LudTableAnswer answer;
        bool is_ours = lud_play_turn(play) == seat;
        LudMove move = is_ours ? choose_perfect(setting, play) : choose_tricky(setting, play);
        is_good = lud_tables_probe(setting->tables, lud_play_state(play), &answer) &&
                  answer.has_value && answer.value == 0 && move != LUD_NO_MOVE &&
                  lud_play_move(play, move, &err) == LUD_OK;
    }
    lud_play_result(play, &result);
    is_good = is_good && result.reason == LUD_REASON_REPETITION && lud_result_winner(&result) < 0;
    *plies += lud_play_length(play);
    lud_play_free(play);
    return is_good;
}

static void test_games(Setting *setting)
{
    int held = 0, plies = 0, games = tap_scaled(60);
    for (int i = 0; i < games; i++)
        held += is_held(setting, i % 2, &plies);
    tap_report(held == games && games > 0,
               "%d of %d games are held until the third repetition, %d plies in all", held, games,
               plies);
}

static void test_words(Setting *setting)
{
    LudPlay *play = new_game(setting);
    LudHint hint;
    LudError err;
    bool is_said = false;
    if (lud_engine_hint(setting->engine, play, NULL, &hint, &err) != LUD_OK)
        abort();
    for (int i = 0; i < hint.remark_count; i++)
        is_said |= strcmp(hint.remarks[i].text, "drawn by endless exchange") == 0;
    tap_report(is_said, "a hint says that it is drawn by endless exchange");
    lud_play_free(play);
}

int main(int argc, char **argv)
{
    Setting setting = {0};
    if (argc < 2)
        return EXIT_FAILURE;
    begin(&setting, argv[1]);
    tap_report(setting.drawn > 1, "%d positions, %d of them drawn", setting.known, setting.drawn);
    test_games(&setting);
    test_words(&setting);
    end(&setting);
    return tap_finish();
}
