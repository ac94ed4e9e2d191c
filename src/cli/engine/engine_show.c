/* `d`: the position for people who type at the engine. */
#include <inttypes.h>
#include <string.h>

#include "cli/draw/draw.h"
#include "cli/engine/engine_show.h"
#include "cli/words/reason_text.h"

/* Without empty lines, since some programs take one for the end of all. */
static void print_drawing(const EngineSession *session)
{
    char *drawing = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&drawing, &size);
    if (!memory)
        return;
    draw_board(memory, session->rules.game, lud_play_state(session->play), (DrawStyle){0});
    if (fclose(memory) == 0) {
        for (const char *at = drawing; *at;) {
            size_t length = strcspn(at, "\n");
            if (strspn(at, " ") < length)
                printf("%.*s\n", (int)length, at);
            at += length + (at[length] == '\n');
        }
    }
    free(drawing);
}

static void print_turn(const EngineSession *session)
{
    int turn = lud_play_turn(session->play);
    char name[64], text[REASON_BYTES];
    if (turn == LUD_OVER) {
        LudResult result;
        lud_play_result(session->play, &result);
        reason_text(&session->rules, &result, text, sizeof text);
        printf("Over: %s\n", text);
        return;
    }
    int seat = lud_play_seat(session->play);
    seat_name(&session->rules, seat, name, sizeof name);
    printf("Turn: %s, seat %d%s\n", name, seat + 1, turn == LUD_CHANCE ? ", to roll the dice" : "");
}

void engine_show(const EngineSession *session)
{
    char position[LUD_STATE_TEXT], rules[LUD_RULES_TEXT];
    const LudState *s = lud_play_state(session->play);
    session->rules.game->text.state_print(s, position);
    lud_rules_print(&session->rules, rules);
    flockfile(stdout);
    print_drawing(session);
    printf("Game: %s\nFen: %s\nKey: %016" PRIx64 "\n", rules, position,
           session->rules.game->rules.key(s));
    print_turn(session);
    fflush(stdout);
    funlockfile(stdout);
}
