/* The module's exports: README.md describes them. */
#include <stdlib.h>
#include <string.h>

#include "wasm_host.h"
#include "wasm_request.h"

static const struct {
    const char *name;
    Answer *answer;
} verbs[] = {
    {"games", wasm_games},
    {"prose", wasm_prose},
    {"situation", wasm_situation},
    {"preview", wasm_preview},
    {"answers", wasm_answers},
    {"roll", wasm_roll},
    {"readMove", wasm_read_move},
    {"readRecords", wasm_read_records},
    {"writeRecord", wasm_write_record},
    {"nextGame", wasm_next_game},
    {"moves", wasm_moves},
    {"choose", wasm_choose},
    {"hint", wasm_hint},
    {"analyse", wasm_analyse},
    {"review", wasm_review},
    {"holdTables", wasm_hold_tables},
    {"expect", wasm_expect},
    {"wanted", wasm_wanted},
    {"bring", wasm_bring},
    {"giveUp", wasm_give_up},
    {"probe", wasm_probe},
    {"missing", wasm_missing},
    {"holdWeights", wasm_hold_weights},
    {"holdStrategy", wasm_hold_strategy},
    {"bench", wasm_bench},
};

static char *kept; /* the answer, until the next request */

void *lud_wasm_alloc(size_t size)
{
    return malloc(size);
}

void lud_wasm_free(void *memory)
{
    free(memory);
}

static LudStatus answer(Request *request, LudError *err)
{
    char name[32];
    request_text(request, name, sizeof name);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return verbs[i].answer(request, &kept, err);
    }
    return lud_error_set(err, LUD_EUSAGE, LUD_MESSAGE("There is no request \"{1}\"."), name,
                         (char *)NULL);
}

const char *lud_wasm_ask(const char *bytes, size_t size)
{
    LudError err = {.status = LUD_OK};
    Request request = {bytes, bytes + size};
    lud_free(kept);
    kept = NULL;
    LudStatus status = answer(&request, &err);
    if (status == LUD_OK && !kept)
        status = lud_error_set(&err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    if (status != LUD_OK)
        kept = lud_json_error(&err);
    return kept;
}

size_t lud_wasm_answer_size(void)
{
    return kept ? strlen(kept) : 0;
}
