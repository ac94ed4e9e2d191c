/* The module's API, built natively so that sanitizers see it: good requests are answered, and
 * whatever comes instead is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/random.h>

#include "support/json_check.h"
#include "support/tap.h"
#include "wasm_host.h"

enum { ROUNDS = 3000, MOST = 1024 };

static int looks, told;

int wasm_host_is_interrupted(void)
{
    return ++looks > 1000;
}

void wasm_host_progress(const char *bytes, size_t size)
{
    told += size > 0 && bytes[0] == '{';
}

/* Strings joined by '|' as a request. */
static size_t encode(const char *pieces, char *request)
{
    size_t used = 0;
    for (const char *at = pieces;; at++) {
        size_t length = strcspn(at, "|");
        used += (size_t)snprintf(request + used, MOST - used, "%zu:%.*s", length, (int)length, at);
        at += length;
        if (!*at)
            return used;
    }
}

/* Copied to memory of just that size, so that reading past its end is seen. */
static char *ask(const char *request, size_t size)
{
    char *bytes = lud_wasm_alloc(size + 1);
    memcpy(bytes, request, size);
    const char *answer = lud_wasm_ask(bytes, size);
    size_t length = lud_wasm_answer_size();
    char *text = answer ? malloc(length + 1) : NULL;
    if (text) {
        memcpy(text, answer, length);
        text[length] = '\0';
    }
    lud_wasm_free(bytes);
    looks = 0;
    return text;
}

static bool is_whole(const char *answer)
{
    return json_check_object(answer, strlen(answer));
}

static bool is_refused(const char *answer)
{
    static const char start[] = "{\"version\": 1, \"error\": {";
    return strncmp(answer, start, strlen(start)) == 0;
}

static const char *const requests[] = {
    "games",
    "prose|six|es",
    "situation|oware||||0|3|C|c|D",
    "situation|oware|1-0-0-0-0-0-1-0-0-0-0-0-0-0-S|fragment||0|0",
    "situation|pylos||||0|7|1a1|1d4|1b1|1d3|1a2|1d2|1b2-1a1-1b1",
    "situation|dados:players=3|||3|1|2|resigned|1|3|3|e1||5",
    "situation|six||||1|1|agreed-draw|0|1|2,0",
    "preview|six||||0|0|2,0",
    "answers|pylos||||0|1|1a1|1",
    "roll|dados||||0|0|12345",
    "readMove|dados||||0|0|8:c5",
    "moves|six||||0|1|2,0",
    "readRecords|[Game \"oware\"]\n[South \"Ana\"]\n\n1. C c {so} 2. D *\n",
    "writeRecord|oware||||0|2|C|c|playstrategy|1|South|Ana|1|1|so",
    "nextGame|dados:players=3|7|1|3|1|2|dados:players=3|2|0-1-0",
    /* What follows thinks, which takes its time when limits are spoilt. */
    "choose|pylos||||0|0|level=3|0|0|0|5",
    "hint|six||||0|0|0|200|0",
    "analyse|oware||||0|1|C|2|0|500|0",
    "analyse|dados||||0|0|1|0|110|0",
    "review|oware||||0|2|C|c|0|50|0",
    "holdTables|oware|3",
};
enum { REQUESTS = sizeof requests / sizeof requests[0], QUICK = 15 };

static void test_good(void)
{
    char request[MOST];
    for (int i = 0; i < REQUESTS; i++) {
        char *answer = ask(request, encode(requests[i], request));
        bool is_answered = answer && is_whole(answer) && !is_refused(answer);
        if (!is_answered)
            tap_note("%s", answer ? answer : "no memory");
        tap_report(is_answered, "%.*s is answered", (int)strcspn(requests[i], "|"), requests[i]);
        free(answer);
    }
    tap_report(told > 0, "progress is told");
}

/* Cut off, bytes changed, strings left out or doubled. */
static size_t spoil(char *request, size_t size, LudRandom *random)
{
    size_t at = lud_random_below(random, (uint32_t)size);
    switch (lud_random_below(random, 4)) {
    case 0:
        return at;
    case 1:
        request[at] = (char)lud_random_next(random);
        return size;
    case 2:
        memmove(request + at / 2, request + at, size - at);
        return size - at + at / 2;
    default:
        request[at] = "0123456789-:,>"[lud_random_below(random, 14)];
        return size;
    }
}

static void test_spoilt(void)
{
    char request[MOST];
    LudRandom random;
    int faults = 0, refused = 0;
    lud_random_seed(&random, 77);
    for (int i = 0; i < tap_scaled(ROUNDS); i++) {
        size_t size = encode(requests[lud_random_below(&random, QUICK)], request);
        for (uint32_t left = 1 + lud_random_below(&random, 3); left > 0 && size > 0; left--)
            size = spoil(request, size, &random);
        char *answer = ask(request, size);
        faults += !answer || !is_whole(answer);
        refused += answer && is_refused(answer);
        free(answer);
    }
    tap_report(faults == 0 && refused > 0, "%d spoilt requests, %d refused", tap_scaled(ROUNDS),
               refused);
}

int main(void)
{
    test_good();
    test_spoilt();
    return tap_finish();
}
