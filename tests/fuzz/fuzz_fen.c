/* PlayStrategy's positions and moves: one byte for the options, a position, moves on lines. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/oware.h>

#include "fuzz/fuzz.h"
#include "support/variants.h"

static void check_moves(const LudRules *rules, const LudState *s, const char *line)
{
    LudMove list[LUD_MAX_MOVES], m;
    LudError err;
    lud_oware_parse_uci(s, line, &m, &err);
    int count = rules->game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        char text[LUD_MOVE_TEXT];
        lud_oware_print_uci(s, list[i], text);
        fuzz_expect(text, lud_oware_parse_uci(s, text, &m, NULL) == LUD_OK && m == list[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static LudRules variants[VARIANTS_MOST];
    static int count;
    if (count == 0)
        count = variants_list(lud_game_find("oware"), variants);
    if (size < 1)
        return 0;
    const LudRules *rules = &variants[data[0] % count];
    char *text = fuzz_text(data + 1, size - 1), *next = strchr(text, '\n');
    if (next)
        *next++ = '\0';
    LudState s, again;
    LudError err;
    int number = 0, number_again = 0;
    if (lud_oware_parse_fen(rules, text, &s, &number, &err) == LUD_OK) {
        char first[LUD_STATE_TEXT], second[LUD_STATE_TEXT];
        lud_oware_print_fen(&s, number, first);
        LudStatus status = lud_oware_parse_fen(rules, first, &again, &number_again, NULL);
        fuzz_expect(first, status == LUD_OK);
        lud_oware_print_fen(&again, number_again, second);
        fuzz_expect_equal("FEN", second, first);
        fuzz_expect(first, rules->game->rules.same(&s, &again));
        check_moves(rules, &s, next ? next : "");
    }
    free(text);
    return 0;
}
