/* Golden playthroughs: whole random games as text, position by position, that only change when
 * behaviour does. A file of tests/data/golden begins with "GAME  SEED"; `test_golden DIRECTORY
 * --update` writes the rest anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/play.h>

#include "base/text.h"
#include "support/data_file.h"
#include "support/tap.h"
#include "support/variants.h"

enum { SHOWN_MOVES = 12, MOST_PLIES = 500 };

static bool is_update;

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The legal moves, sorted; of a long list only how many they are, and a hash (FNV-1a) of all. */
static void add_moves(Text *text, char word[][LUD_MOVE_TEXT], int count)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < count; i++) {
        if (count <= SHOWN_MOVES)
            text_printf(text, "%s ", word[i]);
        for (const char *at = word[i]; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    }
    if (count > SHOWN_MOVES)
        text_printf(text, "%d moves, %08x ", count, (unsigned)(hash >> 32));
}

/* Chooses among the sorted moves, so that the order in which rules list them does not matter. */
static void add_move(Text *text, LudPlay *play, LudRandom *random)
{
    static char word[LUD_MAX_MOVES][LUD_MOVE_TEXT];
    const LudMove *list;
    int count = lud_play_moves(play, &list);
    for (int i = 0; i < count; i++)
        lud_play_rules(play)->game->text.move_print(lud_play_state(play), list[i], word[i]);
    qsort(word, (size_t)count, sizeof word[0], by_text);
    add_moves(text, word, count);
    const char *chosen = word[lud_random_below(random, (uint32_t)count)];
    lud_play_move_text(play, chosen, NULL);
    text_printf(text, "> %s\n", chosen);
}

/* Two lines: the position, then the legal moves and the one that is played, or what is rolled. */
static void add_ply(Text *text, LudPlay *play, LudRandom *random)
{
    const LudGame *game = lud_play_rules(play)->game;
    LudState s = *lud_play_state(play);
    char word[LUD_STATE_TEXT];
    game->text.state_print(&s, word);
    text_printf(text, "%s\n  ", word);
    if (lud_play_turn(play) != LUD_CHANCE) {
        add_move(text, play, random);
        return;
    }
    LudMove roll;
    lud_play_roll(play, random, &roll, NULL);
    game->text.move_print(&s, roll, word);
    text_printf(text, "> %s\n", word);
}

static char *write_game(const LudRules *rules, uint64_t seed)
{
    char word[LUD_STATE_TEXT];
    Text text = {0};
    LudRandom random;
    LudPlay *play = NULL;
    lud_random_seed(&random, seed);
    lud_play_new(&play, rules, NULL, NULL);
    lud_rules_print(rules, word);
    text_printf(&text, "%s  %llu\n", word, (unsigned long long)seed);
    while (lud_play_turn(play) != LUD_OVER && lud_play_length(play) < MOST_PLIES)
        add_ply(&text, play, &random);
    LudResult result;
    lud_play_result(play, &result);
    rules->game->text.state_print(lud_play_state(play), word);
    text_printf(&text, "%s\n", word);
    lud_result_print_score(&result, word);
    text_printf(&text, "%s %s\n", word, lud_reason_name(result.reason));
    lud_play_free(play);
    return text_take(&text);
}

/* The number of the first line in which two texts differ. */
static int first_difference(const char *a, const char *b)
{
    int line = 1;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

static void run_file(const char *path)
{
    char *kept = data_file_slurp(path, NULL), name[LUD_RULES_TEXT];
    unsigned long long seed;
    if (sscanf(kept, "%159s %llu", name, &seed) != 2) {
        tap_report(false, "%s: no \"GAME  SEED\"", path);
        free(kept);
        return;
    }
    LudRules rules = variants_rules(name);
    char *made = write_game(&rules, seed);
    if (is_update) {
        FILE *stream = fopen(path, "wb");
        bool is_written = stream && fputs(made, stream) >= 0 && fclose(stream) == 0;
        tap_report(is_written, "%s written", path);
    } else if (!tap_report(strcmp(kept, made) == 0, "%s %llu", name, seed)) {
        tap_note("%s differs in line %d", path, first_difference(kept, made));
    }
    free(made);
    free(kept);
}

int main(int argc, char **argv)
{
    is_update = argc > 2 && strcmp(argv[argc - 1], "--update") == 0;
    for (int i = 0; i < lud_game_count(); i++) {
        const char *game = lud_game_at(i)->name;
        int files = 0;
        for (int at = 1; at < argc - is_update; at++)
            files += data_file_each(argv[at], game, run_file);
        if (files == 0)
            tap_report(false, "usage: test_golden DIRECTORY… [--update], with %s*.txt in one",
                       game);
    }
    return tap_finish();
}
