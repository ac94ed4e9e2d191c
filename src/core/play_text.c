/* Moves as people write them. */
#include "core/play_object.h"

#include <stdio.h>

/* Writes as many legal moves as fit into a message. */
static void print_moves(const LudGame *game, const LudState *s, const LudMove *list, int count,
                        char text[LUD_ERROR_ARG_BYTES])
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        char word[LUD_MOVE_TEXT];
        size_t size = (size_t)game->text.move_print(s, list[i], word);
        if (length + size + 6 > LUD_ERROR_ARG_BYTES) {
            memcpy(text + length, " ...", 5);
            return;
        }
        length += (size_t)snprintf(text + length, LUD_ERROR_ARG_BYTES - length, "%s%s",
                                   i ? " " : "", word);
    }
}

LudStatus play_illegal(const LudGame *game, const LudState *s, LudMove m, const char *text,
                       LudError *err)
{
    if (!err)
        return LUD_EILLEGAL;
    LudMove list[LUD_MAX_MOVES];
    char legal[LUD_ERROR_ARG_BYTES];
    print_moves(game, s, list, game->rules.moves(s, list), legal);
    if (!text)
        return lud_error_set(err, LUD_EILLEGAL, "That move is not legal here. Legal: {1}", legal,
                             (char *)NULL);
    const char *why = game->rules.why_illegal ? game->rules.why_illegal(s, m) : NULL;
    if (why)
        return lud_error_set(err, LUD_EILLEGAL, why, text, legal, (char *)NULL);
    return lud_error_set(err, LUD_EILLEGAL, "{1} is not legal here. Legal: {2}", text, legal,
                         (char *)NULL);
}

/* Reads a move and checks it against the list. */
static LudStatus read_legal(const LudGame *game, const LudState *s, const char *text, LudMove *m,
                            LudError *err)
{
    LudStatus status = game->text.move_parse(s, text, m, err);
    if (status != LUD_OK)
        return status;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    return play_is_listed(list, count, *m) ? LUD_OK : play_illegal(game, s, *m, text, err);
}

/* What one word of text says: a move, a roll, or a roll and the move it leads to. */
typedef struct Turn {
    LudMove ply[2];
    int count;
} Turn;

/* Reads "8:c5", a roll and then a move; the roll may also be the one already on the table. */
static LudStatus read_roll_and_move(const LudGame *game, const LudState *at, const char *text,
                                    size_t roll_length, Turn *turn, LudError *err)
{
    char roll_text[LUD_MOVE_TEXT] = "", rolled_text[LUD_MOVE_TEXT] = "";
    if (roll_length < sizeof roll_text)
        memcpy(roll_text, text, roll_length);
    LudState s;
    lud_state_copy(game, &s, at);
    turn->count = 0;
    if (game->rules.turn(&s) != LUD_CHANCE) {
        game->text.move_print(&s, game->chance->rolled(&s), rolled_text);
        if (strcmp(rolled_text, roll_text) != 0)
            return lud_error_set(err, LUD_EILLEGAL, "{1}: the roll on the table is {2}.", text,
                                 rolled_text, (char *)NULL);
    } else {
        LudStatus status = read_legal(game, &s, roll_text, &turn->ply[turn->count], err);
        if (status != LUD_OK)
            return status;
        game->rules.apply(&s, turn->ply[turn->count++]);
    }
    return read_legal(game, &s, text + roll_length + 1, &turn->ply[turn->count++], err);
}

static LudStatus read_turn(const LudGame *game, const LudState *s, const char *text, Turn *turn,
                           LudError *err)
{
    size_t roll_length = strcspn(text, ":");
    if (game->chance && text[roll_length] == ':')
        return read_roll_and_move(game, s, text, roll_length, turn, err);
    turn->count = 1;
    return read_legal(game, s, text, &turn->ply[0], err);
}

LudStatus lud_play_move_text(LudPlay *play, const char *text, LudError *err)
{
    Turn turn;
    LudStatus status = play_check_running(play, err);
    if (status == LUD_OK)
        status = read_turn(play->rules.game, &play->state, text, &turn, err);
    if (status != LUD_OK)
        return status;
    if (!play_reserve(play))
        return play_no_memory(err);
    if (turn.count == 2)
        play_push(play, turn.ply[0]);
    return lud_play_move(play, turn.ply[turn.count - 1], err);
}

LudStatus lud_state_move_text(const LudGame *game, LudState *s, const char *text, LudError *err)
{
    Turn turn;
    if (game->rules.turn(s) == LUD_OVER)
        return lud_error_set(err, LUD_EOVER, "The game is over.", (char *)NULL);
    LudStatus status = read_turn(game, s, text, &turn, err);
    for (int i = 0; status == LUD_OK && i < turn.count; i++)
        game->rules.apply(s, turn.ply[i]);
    return status;
}
