/* What a trainer keeps on disk. All numbers have the low byte first, so files move between
 * machines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/new_file.h"
#include "base/read_file.h"
#include "train/trainer.h"

enum { MAGIC_BYTES = 8, PLAN_WORDS = 10, POINT_WORDS = 4, RANDOM_WORDS = 8, ROUNDS_WORD = 3 };
static const char magic[MAGIC_BYTES + 1] = "LUDTRN1\n";

/* Bytes of a file that is written or read from its beginning on. */
typedef struct Bytes {
    uint8_t *at;
    size_t size, used;
} Bytes;

static bool bytes_make(Bytes *bytes, size_t size)
{
    *bytes = (Bytes){.at = malloc(size), .size = size};
    return bytes->at != NULL;
}

static void put(Bytes *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes->at[bytes->used++] = (uint8_t)(word >> 8 * i);
}

static uint32_t get(Bytes *bytes)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)bytes->at[bytes->used++] << 8 * i;
    return word;
}

static void put_float(Bytes *bytes, float number)
{
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    put(bytes, word);
}

static float get_float(Bytes *bytes)
{
    uint32_t word = get(bytes);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static bool fail(LudError *err, const char *format, const char *path, const char *why)
{
    lud_error_set(err, LUD_EFILE, format, path, why, (char *)NULL);
    return false;
}

/* Writes the bytes to a file that appears only once it is whole, and frees them. */
static bool write_bytes(Bytes *bytes, const char *path, LudError *err)
{
    NewFile *file;
    int fault = base_new_file_open(&file, path);
    if (!fault) {
        fault = base_new_file_write(file, 0, bytes->at, bytes->used);
        if (fault)
            base_new_file_abandon(file);
        else
            fault = base_new_file_finish(file);
    }
    free(bytes->at);
    return !fault ||
           fail(
               err,
               LUD_MESSAGE("{1} can't be written: {2}. Choose a directory in which you may write."),
               path, strerror(fault));
}

static bool no_memory(LudError *err)
{
    lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    return false;
}

/* -- the state ----------------------------------------------------------------------------------
 */

/* What two trainings must have in common for one to go on from the other's state; but it may have
 * been planned with fewer rounds. */
static void plan_words(const Trainer *trainer, uint32_t rounds, uint32_t words[PLAN_WORDS])
{
    const TrainerPlan *plan = &trainer->plan;
    char text[LUD_RULES_TEXT];
    uint32_t hash = 2166136261U;
    lud_rules_print(&plan->rules, text);
    for (const char *c = text; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619U;
    const uint32_t all[PLAN_WORDS] = {
        hash,          (uint32_t)plan->seed, (uint32_t)(plan->seed >> 32), rounds,
        plan->threads, plan->rate_permille,  plan->slips_permille,         trainer->count,
        plan->nodes};
    memcpy(words, all, sizeof all);
}

static size_t state_size(const Trainer *trainer, uint32_t rounds)
{
    size_t words = PLAN_WORDS + 1 + (size_t)rounds * POINT_WORDS +
                   (size_t)trainer->plan.threads * RANDOM_WORDS + 3 * (size_t)trainer->count;
    return MAGIC_BYTES + 4 * words;
}

bool trainer_save(const Trainer *trainer, const char *path, LudError *err)
{
    Bytes bytes;
    uint32_t words[PLAN_WORDS];
    if (!bytes_make(&bytes, state_size(trainer, trainer->plan.rounds)))
        return no_memory(err);
    memcpy(bytes.at, magic, MAGIC_BYTES);
    bytes.used = MAGIC_BYTES;
    plan_words(trainer, trainer->plan.rounds, words);
    for (int i = 0; i < PLAN_WORDS; i++)
        put(&bytes, words[i]);
    put(&bytes, trainer->rounds);
    for (uint32_t i = 0; i < trainer->plan.rounds; i++) {
        const TrainerPoint *point = &trainer->points[i];
        put(&bytes, point->round);
        put_float(&bytes, point->surprise);
        put_float(&bytes, point->length);
        put_float(&bytes, point->share);
    }
    for (uint32_t i = 0; i < trainer->plan.threads; i++) {
        for (int k = 0; k < RANDOM_WORDS; k++)
            put(&bytes, (uint32_t)(trainer->workers[i].random.word[k / 2] >> 32 * (k % 2)));
    }
    for (uint32_t i = 0; i < 3 * trainer->count; i++)
        put_float(&bytes, trainer->workers[0].weights[i]);
    return write_bytes(&bytes, path, err);
}

/* Whether what was read is a state from which this training can go on: how many rounds it had been
 * planned with. */
static bool is_ours(const Trainer *trainer, Bytes *bytes, uint32_t *planned)
{
    uint32_t words[PLAN_WORDS], found[PLAN_WORDS];
    if (bytes->size < MAGIC_BYTES + 4 * PLAN_WORDS || memcmp(bytes->at, magic, MAGIC_BYTES) != 0)
        return false;
    bytes->used = MAGIC_BYTES;
    for (int i = 0; i < PLAN_WORDS; i++)
        found[i] = get(bytes);
    *planned = found[ROUNDS_WORD];
    plan_words(trainer, *planned, words);
    return memcmp(words, found, sizeof words) == 0 && *planned <= trainer->plan.rounds &&
           bytes->size == state_size(trainer, *planned);
}

static void read_state(Trainer *trainer, uint32_t planned, Bytes *bytes)
{
    trainer->rounds = get(bytes);
    for (uint32_t i = 0; i < planned; i++) {
        TrainerPoint *point = &trainer->points[i];
        point->round = get(bytes);
        point->surprise = get_float(bytes);
        point->length = get_float(bytes);
        point->share = get_float(bytes);
    }
    for (uint32_t i = 0; i < trainer->plan.threads; i++) {
        memset(&trainer->workers[i].random, 0, sizeof trainer->workers[i].random);
        for (int k = 0; k < RANDOM_WORDS; k++)
            trainer->workers[i].random.word[k / 2] |= (uint64_t)get(bytes) << 32 * (k % 2);
    }
    for (uint32_t i = 0; i < 3 * trainer->count; i++)
        trainer->workers[0].weights[i] = get_float(bytes);
    for (uint32_t i = 1; i < trainer->plan.threads; i++)
        memcpy(trainer->workers[i].weights, trainer->workers[0].weights,
               3 * (size_t)trainer->count * sizeof(float));
}

bool trainer_load(Trainer *trainer, const char *path, LudError *err)
{
    ReadFile file = {0};
    Bytes bytes;
    uint32_t planned;
    int fault = base_read_open(&file, path);
    if (fault)
        return fail(err, LUD_MESSAGE("{1} can't be read: {2}."), path, strerror(fault));
    /* One byte more than any such state has is enough to see that it is none. */
    size_t most = state_size(trainer, trainer->plan.rounds);
    if (!bytes_make(&bytes, file.size <= most ? (size_t)file.size : most + 1)) {
        base_read_close(&file);
        return no_memory(err);
    }
    bool is_whole =
        base_read_at(&file, 0, bytes.at, bytes.size) && is_ours(trainer, &bytes, &planned);
    base_read_close(&file);
    if (is_whole)
        read_state(trainer, planned, &bytes);
    free(bytes.at);
    return (is_whole && trainer->rounds <= trainer->plan.rounds) ||
           fail(err,
                LUD_MESSAGE("{1} is not the state of this training: give the options with which it "
                            "began, with as many --rounds or more, or another --save."),
                path, "");
}

/* -- what comes of it ---------------------------------------------------------------------------
 */

bool trainer_write_weights(const Trainer *trainer, const char *path, LudError *err)
{
    Bytes bytes;
    if (!bytes_make(&bytes, 2 * (size_t)trainer->count))
        return no_memory(err);
    for (uint32_t i = 0; i < trainer->count; i++) {
        unsigned whole = (uint16_t)trainer_whole(trainer, i);
        bytes.at[bytes.used++] = (uint8_t)(whole & 0xff);
        bytes.at[bytes.used++] = (uint8_t)(whole >> 8);
    }
    return write_bytes(&bytes, path, err);
}

bool trainer_write_curve(const Trainer *trainer, const char *path, LudError *err)
{
    enum { ROW = 96 };
    static const char head[] = "turns,surprise,length,share\n";
    Bytes bytes;
    if (!bytes_make(&bytes, sizeof head + (size_t)trainer->rounds * ROW))
        return no_memory(err);
    bytes.used = sizeof head - 1;
    memcpy(bytes.at, head, bytes.used);
    for (uint32_t i = 0; i < trainer->rounds; i++) {
        const TrainerPoint *point = &trainer->points[i];
        bytes.used +=
            (size_t)snprintf((char *)bytes.at + bytes.used, ROW, "%llu,%.5f,%.2f,%.4f\n",
                             (unsigned long long)point->round * trainer->plan.round_turns,
                             (double)point->surprise, (double)point->length, (double)point->share);
    }
    return write_bytes(&bytes, path, err);
}
