/* Games of all kinds in many threads at once: built with the thread sanitizer it shows that nothing
 * is shared, and every thread must come to what one alone does. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "support/tap.h"
#include "support/variants.h"

enum { THREADS = 8, ROUNDS = 4, MOST_PLIES = 120 };

static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* Plays one game with history, writes and reads its record, quotes an error. */
static uint64_t play_game(const LudRules *rules, uint64_t seed)
{
    LudRandom random;
    LudPlay *play = NULL;
    LudRecord *record = NULL;
    LudError err = {.status = LUD_OK};
    char message[512];
    lud_random_seed(&random, seed);
    if (lud_play_new(&play, rules, NULL, &err) != LUD_OK)
        return 0;
    for (int plies = 0; plies < MOST_PLIES && lud_play_turn(play) != LUD_OVER; plies++) {
        const LudMove *list;
        int count = lud_play_moves(play, &list);
        if (lud_play_turn(play) == LUD_CHANCE)
            lud_play_roll(play, &random, NULL, &err);
        else
            lud_play_move(play, list[lud_random_below(&random, (uint32_t)count)], &err);
    }
    lud_play_move_text(play, "nonsense", &err);
    lud_error_text(&err, NULL, message, sizeof message);
    LudRecord *written = lud_record_new(play);
    char *text = lud_record_write(written);
    uint64_t hash = mix(mix(seed, text), message);
    if (lud_record_read(text, strlen(text), &record, NULL, &err) != LUD_OK)
        hash = 0;
    lud_record_free(record);
    lud_record_free(written);
    lud_free(text);
    return hash;
}

/* Every variant of every game, played, counted and played out. */
static uint64_t play_all(uint64_t seed)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(lud_game_at(i), variants);
        for (int v = 0; v < count; v++) {
            const LudGame *game = variants[v].game;
            LudRandom random;
            LudState s;
            char text[LUD_STATE_TEXT];
            lud_random_seed(&random, ++seed);
            lud_rules_start(&variants[v], &s);
            hash ^= lud_perft(game, &s, 2) ^ play_game(&variants[v], seed);
            lud_playout(game, &s, &random, 200);
            game->text.state_print(&s, text);
            hash = mix(hash, text);
        }
    }
    return hash;
}

static void *run(void *result)
{
    uint64_t *hash = result;
    for (uint64_t round = 0; round < ROUNDS; round++)
        *hash ^= play_all(1000 * round) * (2 * round + 1);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    uint64_t result[THREADS] = {0}, alone = 0;
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&thread[i], NULL, run, &result[i]) != 0)
            return EXIT_FAILURE;
    }
    run(&alone);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        tap_report(result[i] == alone, "thread %d plays as one alone", i + 1);
    }
    return tap_finish();
}
