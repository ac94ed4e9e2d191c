/* Positions and moves of every game: one byte chooses the game, one its options, one the flags;
 * then a position, and moves to read there and to play, each on a line of its own. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/play.h>

#include "fuzz/fuzz.h"
#include "support/variants.h"

static const LudRules *choose_rules(uint8_t game, uint8_t options)
{
    static LudRules variants[8][VARIANTS_MOST];
    static int count[8];
    game %= (uint8_t)lud_game_count();
    if (count[game] == 0)
        count[game] = variants_list(lud_game_at(game), variants[game]);
    return &variants[game][options % count[game]];
}

static void check_position(const LudRules *rules, const LudState *s, unsigned flags)
{
    const LudGame *game = rules->game;
    char first[LUD_STATE_TEXT], second[LUD_STATE_TEXT];
    LudState read;
    int length = game->text.state_print(s, first);
    fuzz_expect(first, length == (int)strlen(first));
    fuzz_expect(first,
                game->text.state_parse(&read, &rules->options, first, flags, NULL) == LUD_OK);
    game->text.state_print(&read, second);
    fuzz_expect_equal("position", second, first);
    fuzz_expect(first, game->rules.same(s, &read) && game->rules.key(s) == game->rules.key(&read));
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), step = count / 16 + 1;
    fuzz_expect(first, (count == 0) == (game->rules.turn(s) == LUD_OVER));
    for (int i = 0; i < count; i += step) {
        char text[LUD_MOVE_TEXT];
        LudMove m;
        game->text.move_print(s, list[i], text);
        fuzz_expect(text, game->text.move_parse(s, text, &m, NULL) == LUD_OK && m == list[i]);
    }
    LudResult result;
    lud_state_result(game, s, &result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    const LudRules *rules = choose_rules(data[0], data[1]);
    unsigned flags = data[2] & 1 ? LUD_PARSE_FRAGMENT : 0;
    char *text = fuzz_text(data + 3, size - 3), *line = text;
    char *next = strchr(line, '\n');
    if (next)
        *next++ = '\0';
    LudState s;
    LudError err;
    LudPlay *play = NULL;
    if (rules->game->text.state_parse(&s, &rules->options, line, flags, &err) == LUD_OK &&
        lud_play_new(&play, rules, &s, NULL) == LUD_OK) {
        check_position(rules, &s, flags);
        for (int moves = 0; next && moves < 8; moves++) {
            line = next;
            next = strchr(line, '\n');
            if (next)
                *next++ = '\0';
            if (lud_play_move_text(play, line, &err) == LUD_OK)
                check_position(rules, lud_play_state(play), flags);
        }
    }
    lud_play_free(play);
    free(text);
    return 0;
}
