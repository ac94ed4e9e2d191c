#include "cli/commands/inquiry.h"
#include "cli/draw/draw.h"
#include "cli/words/reason_text.h"
#include "shell/output.h"

/* All that is to be said about the position. Without --moves the position is judged alone. */
static LudPositionFacts gather(const Inquiry *inquiry)
{
    const LudGame *game = inquiry->rules.game;
    const LudState *s = &inquiry->state;
    LudPositionFacts facts = {.size = sizeof facts, .rules = &inquiry->rules, .state = s};
    facts.turn = inquiry->play ? lud_play_turn(inquiry->play) : game->rules.turn(s);
    if (inquiry->play)
        lud_play_result(inquiry->play, &facts.result);
    else
        lud_state_result(game, s, &facts.result);
    if (facts.turn != LUD_OVER) {
        LudMove moves[LUD_MAX_MOVES];
        facts.move_count = game->rules.moves(s, moves);
        facts.offer = game->rules.offer ? game->rules.offer(s) : LUD_OFFER_NONE;
    }
    return facts;
}

static void print_turn(const LudPositionFacts *facts)
{
    const LudGame *game = facts->rules->game;
    char name[64];
    seat_name(facts->rules, lud_active_seat(game, facts->state), name, sizeof name);
    if (facts->turn == LUD_CHANCE) {
        printf(_("%s is to roll the dice.\n"), name);
        return;
    }
    LudMove rolled = game->chance ? game->chance->rolled(facts->state) : LUD_NO_MOVE;
    unsigned long count = (unsigned long)facts->move_count;
    if (rolled == LUD_NO_MOVE) {
        printf(n_("%s is to move: %lu legal move.\n", "%s is to move: %lu legal moves.\n", count),
               name, count);
        return;
    }
    char roll[LUD_MOVE_TEXT];
    game->text.move_print(facts->state, rolled, roll);
    printf(n_("%s has rolled %s: %lu legal move.\n", "%s has rolled %s: %lu legal moves.\n", count),
           name, roll, count);
}

static void print_offer(const LudPositionFacts *facts, const char *remedy)
{
    char text[REASON_BYTES];
    offer_text(facts->rules, facts->offer, remedy, text, sizeof text);
    puts(text);
}

/* The result of a position that a game would end though the position alone goes on. */
static void print_game_end(const LudPositionFacts *facts)
{
    LudPlay *play;
    LudResult result;
    char text[REASON_BYTES];
    if (lud_play_new(&play, facts->rules, facts->state, NULL) != LUD_OK)
        return;
    lud_play_result(play, &result);
    lud_play_free(play);
    reason_text(facts->rules, &result, text, sizeof text);
    if (*text)
        printf(_("In a game this is the end: %s\n"), text);
    else
        print_offer(facts, _("The players had better finish."));
}

static void print_status(const LudPositionFacts *facts)
{
    if (facts->turn == LUD_OVER) {
        char text[REASON_BYTES];
        reason_text(facts->rules, &facts->result, text, sizeof text);
        printf("%s %s\n", _("The game is over."), text);
        return;
    }
    print_turn(facts);
    if (facts->offer == LUD_OFFER_NO_CAPTURE)
        print_game_end(facts);
    else if (facts->offer == LUD_OFFER_UNFORCED)
        print_offer(facts, _("The players may agree to finish."));
}

/* Draws the board; in a batch without its empty lines, since one ends the answer. */
static int print_board(const Inquiry *inquiry)
{
    char *drawing = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&drawing, &size);
    if (!memory)
        return report_memory();
    DrawStyle style = {.colour = inquiry->style.has_colour,
                       .unicode = inquiry->style.has_unicode,
                       .is_spoken = inquiry->style.is_plain};
    draw_board(memory, inquiry->rules.game, &inquiry->state, style);
    if (fclose(memory) != 0) {
        free(drawing);
        return report_memory();
    }
    for (const char *at = drawing; *at;) {
        size_t length = strcspn(at, "\n");
        size_t whole = at[length] ? length + 1 : length;
        if (length > 0 || !inquiry->is_batch)
            fwrite(at, 1, whole, stdout);
        at += whole;
    }
    free(drawing);
    return EXIT_SUCCESS;
}

static int answer(const Inquiry *inquiry, void *context)
{
    (void)context;
    char position[LUD_STATE_TEXT];
    inquiry->rules.game->text.state_print(&inquiry->state, position);
    LudPositionFacts facts = gather(inquiry);
    if (inquiry->is_json)
        return output_print(lud_json_position(&facts));
    int status = print_board(inquiry);
    if (status != EXIT_SUCCESS)
        return status;
    if (!inquiry->is_batch)
        putchar('\n');
    printf("%s: %s\n", _("Position"), position);
    print_status(&facts);
    return EXIT_SUCCESS;
}

static int cmd_show(const Arguments *arguments)
{
    return inquiry_run(arguments, true, answer, NULL);
}

static const OptionRow options[] = {
    INQUIRY_OPTIONS,
    {"plain", NULL, N_("no drawings: boards as labelled lines, for screen readers and Braille")},
    {NULL, NULL, NULL},
};

const Command show_command = {
    .name = "show",
    .operands = N_("GAME"),
    .about = N_("draw a position and say whose turn it is, or who won and why"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_show,
};
