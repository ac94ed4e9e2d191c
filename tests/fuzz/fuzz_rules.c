/* A game's name with its options. */
#include <stdlib.h>

#include <ludoteca/game.h>

#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    LudRules rules, again;
    LudError err;
    if (lud_rules_parse(text, &rules, &err) == LUD_OK) {
        char first[LUD_RULES_TEXT], second[LUD_RULES_TEXT];
        lud_rules_print(&rules, first);
        fuzz_expect(first, lud_rules_parse(first, &again, NULL) == LUD_OK);
        lud_rules_print(&again, second);
        fuzz_expect_equal("rules", second, first);
    } else {
        char message[512];
        fuzz_expect("no message", lud_error_text(&err, NULL, message, sizeof message) > 0);
    }
    free(text);
    return 0;
}
