/* A player with its limits. */
#include <stdlib.h>

#include <ludoteca/engine.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    LudPlayerSpec spec, again;
    LudError err;
    if (lud_player_spec_parse(text, &spec, &err) == LUD_OK) {
        char first[LUD_PLAYER_TEXT], second[LUD_PLAYER_TEXT];
        lud_player_spec_print(&spec, first);
        fuzz_expect(first, lud_player_spec_parse(first, &again, NULL) == LUD_OK);
        lud_player_spec_print(&again, second);
        fuzz_expect_equal("player", second, first);
    } else {
        char message[1024];
        fuzz_expect("no message", lud_error_text(&err, NULL, message, sizeof message) > 0);
    }
    free(text);
    return 0;
}
