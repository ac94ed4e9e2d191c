/* The events of an online game, one a line, as a server tells them to a bot or a store holds them.
 * Whatever they say, a game that has taken them can be shown, and is as long as its entries. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "online/online_json.h"
#include "online/online_record.h"
#include "support/json_check.h"

static void expect_shown(const OnlineGame *game)
{
    const OnlineView view = {.game = game, .player = ONLINE_NOBODY};
    char *shown = online_json_game(&view), *summary = online_json_summary(game);
    char *record = online_record_write(game);
    fuzz_expect("a game", shown && json_check_object(shown, strlen(shown)));
    fuzz_expect("a summary", summary && json_check_object(summary, strlen(summary)));
    fuzz_expect("a record", record != NULL);
    lud_free(shown);
    lud_free(summary);
    lud_free(record);
}

static void expect_sound(const OnlineGame *game)
{
    fuzz_expect("entries", game->entry_count <= game->entry_capacity &&
                               game->entry_count <= lud_play_length(game->play));
    for (int seat = 0; seat < game->match.players; seat++) {
        int player = online_player_at(game, seat);
        fuzz_expect("a player on each seat", player >= 0 && player < game->match.players);
        fuzz_expect("who sits there", online_seat_of(game, player) == seat);
    }
    expect_shown(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    OnlineGame *game = online_game_new("abcdefghijkmnpqr", &(FairSecret){{0}});
    fuzz_expect("memory", game != NULL);
    bool goes_on = true;
    for (const char *line = text; *line && goes_on;) {
        size_t length = strcspn(line, "\n");
        goes_on = online_take_text(game, line, length);
        if (goes_on)
            expect_sound(game);
        line += length + (line[length] == '\n');
    }
    online_game_free(game);
    free(text);
    return 0;
}
