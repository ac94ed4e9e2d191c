/* Kept rollouts. The line that holds the sum of all others is added here, since no fuzzer would
 * ever find it; what is then accepted must be written as it was read. */
#include <ludoteca/rollout.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

static uint64_t sum_of(const char *bytes, size_t size)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return sum;
}

static void try_text(const char *text)
{
    LudRolloutOptions options = {.size = sizeof options, .games = 1};
    LudRollout *rollout = NULL;
    LudRolloutSums sums;
    LudError err;
    if (lud_rollout_parse(&rollout, text, &options, &err) != LUD_OK)
        return;
    char *again = lud_rollout_print(rollout);
    fuzz_expect_equal("rollout", again, text);
    lud_rollout_sums(rollout, &sums);
    fuzz_expect("lines", sums.line_count >= 1 && sums.line_count <= LUD_ROLLOUT_LINES);
    lud_free(again);
    lud_rollout_free(rollout);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    size_t length = strlen(text), room = length + 32;
    char *whole = malloc(room);
    fuzz_expect("memory", whole != NULL);
    try_text(text);
    snprintf(whole, room, "%send %016" PRIx64 "\n", text, sum_of(text, length));
    try_text(whole);
    free(whole);
    free(text);
    return 0;
}
