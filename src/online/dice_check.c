#include "online/dice_check.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "online/fair_terms.h"

typedef struct Check {
    LudRecord *record;
    const LudPlay *play;
    DiceReport *report;
    FairTerms terms;
    const char *terms_text;
    FairSource source;
} Check;

/* -- telling ----------------------------------------------------------------------------------- */

static void tell_wrong(Check *check, const char *sentence, const char *one, const char *other)
{
    LudError err;
    lud_error_set(&err, LUD_ERECORD, sentence, one, other, (char *)NULL);
    check->report->faults++;
    check->report->wrong(check->report->context, &err);
}

static void tell_right(Check *check, const char *sentence, const char *one)
{
    LudError err;
    lud_error_set(&err, LUD_OK, sentence, one, (char *)NULL);
    check->report->right(check->report->context, &err);
}

/* Both the same: right; else wrong. */
static void compare(Check *check, const char *what, const char *wanted, const char *told)
{
    if (told && strcmp(wanted, told) == 0)
        tell_right(check, LUD_MESSAGE("{1}: as drawn."), what);
    else
        tell_wrong(check, LUD_MESSAGE("{1}: not what was drawn, which is {2}."), what, wanted);
}

/* -- secrets ----------------------------------------------------------------------------------- */

/* Reads "COMMITMENT SECRET", and whether they belong together. */
static bool check_part(Check *check, const char *tag, const char *who, FairSecret *secret)
{
    enum { DIGITS = FAIR_TEXT - 1 };
    const char *value = lud_record_tag(check->record, tag);
    char text[FAIR_TEXT] = "";
    FairSecret committed, again;
    if (!value) {
        tell_wrong(check, LUD_MESSAGE("{1} has no part in these dice."), who, "");
        return false;
    }
    snprintf(text, sizeof text, "%.*s", DIGITS, value);
    if (!fair_parse(text, &committed)) {
        tell_wrong(check, LUD_MESSAGE("The commitment of {1} can't be read."), who, "");
        return false;
    }
    if (strlen(value) == DIGITS) {
        tell_wrong(check, LUD_MESSAGE("{1} has not told their part, or refused to."), who, "");
        return false;
    }
    if (value[DIGITS] != ' ' || !fair_parse(value + DIGITS + 1, secret)) {
        tell_wrong(check, LUD_MESSAGE("The part of {1} can't be read."), who, "");
        return false;
    }
    fair_commit(secret, check->terms_text, who, &again);
    if (fair_is_same(&committed, &again)) {
        tell_right(check, LUD_MESSAGE("The part of {1} is the one that it was committed to."), who);
        return true;
    }
    tell_wrong(check, LUD_MESSAGE("The part of {1} is not the one that it was committed to."), who,
               "");
    return false;
}

/* Those of persons, in the order of players. */
static bool check_parts(Check *check)
{
    FairSecret server, parts[FAIR_PARTS];
    int count = 0;
    bool is_whole = check_part(check, "DiceServer", "server", &server);
    for (int i = 0; i < check->terms.players; i++) {
        char tag[32], who[FAIR_NAME];
        bool has_part = check->terms.is_shared && !check->terms.is_computer[i];
        snprintf(tag, sizeof tag, "DicePlayer%d", i + 1);
        fair_name_player(i, who);
        if (has_part)
            is_whole = check_part(check, tag, who, &parts[count++]) && is_whole;
        else if (lud_record_tag(check->record, tag))
            tell_wrong(check, LUD_MESSAGE("{1} should have no part in these dice."), who, "");
    }
    if (is_whole)
        fair_start(&check->source, check->terms_text, &server, parts, count);
    return is_whole;
}

/* -- who sits where, who begins ---------------------------------------------------------------- */

static void check_lots(Check *check)
{
    int player_of[LUD_MAX_SEATS];
    char drawn[32] = "";
    if (!check->terms.draws_lots) {
        if (lud_record_tag(check->record, "DiceLots"))
            tell_wrong(check, LUD_MESSAGE("No lots were to be drawn."), "", "");
        return;
    }
    fair_draw_lots(&check->source, check->terms.players, player_of);
    for (int seat = 0; seat < check->terms.players; seat++) {
        size_t used = strlen(drawn);
        snprintf(drawn + used, sizeof drawn - used, "%s%d", seat > 0 ? " " : "",
                 player_of[seat] + 1);
    }
    compare(check, LUD_MESSAGE("the lots"), drawn, lud_record_tag(check->record, "DiceLots"));
}

static int check_throws(Check *check)
{
    FairThrow throws[FAIR_THROWS];
    Text text = {0};
    int starter = 0;
    if (!check->terms.rolls_off) {
        if (lud_record_tag(check->record, "DiceThrows"))
            tell_wrong(check, LUD_MESSAGE("Nobody was to throw for the start."), "", "");
        return 0;
    }
    int count = fair_throw_off(&check->source, check->terms.players, throws, &starter);
    for (int i = 0; i < count && i < FAIR_THROWS; i++)
        text_printf(&text, "%s%d %d %d", i > 0 ? ", " : "", throws[i].seat + 1,
                    throws[i].dice.first, throws[i].dice.second);
    if (!text.failed)
        compare(check, LUD_MESSAGE("the throws for the start"), text.bytes,
                lud_record_tag(check->record, "DiceThrows"));
    text_free(&text);
    return starter;
}

/* Where dice decide it, whoever threw best begins; where they could but were not asked, seat 1. */
static void check_starter(Check *check)
{
    int starter = check_throws(check);
    char drawn[16];
    const LudGame *game = check->terms.rules.game;
    if (game->rules.starter != LUD_STARTER_ROLL_OFF)
        return;
    snprintf(drawn, sizeof drawn, "%d", starter + 1);
    if (lud_active_seat(game, lud_play_start(check->play)) != starter)
        tell_wrong(check, LUD_MESSAGE("{1}: not what was drawn, which is {2}."),
                   LUD_MESSAGE("the seat that begins"), drawn);
}

/* -- rolls ------------------------------------------------------------------------------------- */

static void check_rolls(Check *check)
{
    const LudGame *game = check->terms.rules.game;
    const LudMove *history = lud_play_history(check->play);
    LudState s;
    int rolls = 0, wrong = 0;
    lud_state_copy(game, &s, lud_play_start(check->play));
    for (int ply = 0; ply < lud_play_length(check->play); ply++) {
        if (history[ply] == LUD_NO_MOVE) {
            game->rules.skip(&s);
            continue;
        }
        if (game->rules.turn(&s) == LUD_CHANCE) {
            LudChance outcomes[LUD_MAX_CHANCES];
            FairDice dice = fair_throw(&check->source, "roll", rolls++);
            game->chance->outcomes(&s, outcomes);
            if (outcomes[dice.first + dice.second - 2].move != history[ply]) {
                char number[16], drawn[32];
                snprintf(number, sizeof number, "%d", rolls);
                snprintf(drawn, sizeof drawn, "%d + %d", dice.first, dice.second);
                tell_wrong(check, LUD_MESSAGE("Roll {1} is not what was drawn, which is {2}."),
                           number, drawn);
                wrong++;
            }
        }
        game->rules.apply(&s, history[ply]);
    }
    check->report->rolls = rolls - wrong;
}

/* -- as a whole -------------------------------------------------------------------------------- */

/* Whether the record is of the game that the terms name; who begins may follow from a series. */
static bool is_that_game(const Check *check)
{
    const LudRules *recorded = lud_play_rules(check->play);
    LudRules named = check->terms.rules;
    if (recorded->game != named.game)
        return false;
    if (named.game->rules.starter == LUD_STARTER_OPTION) {
        int first = lud_option_find(named.game, LUD_OPTION_FIRST);
        named.options.value[first] = recorded->options.value[first];
    }
    char one[LUD_RULES_TEXT], other[LUD_RULES_TEXT];
    lud_rules_print(recorded, one);
    lud_rules_print(&named, other);
    return strcmp(one, other) == 0;
}

LudStatus dice_check(LudRecord *record, DiceReport *report, LudError *err)
{
    Check check = {.record = record,
                   .play = lud_record_play(record),
                   .report = report,
                   .terms_text = lud_record_tag(record, "DiceTerms")};
    const char *server = lud_record_tag(record, "DiceServer");
    report->faults = report->rolls = 0;
    if (!check.terms_text)
        return lud_error_set(err, LUD_ENOTNOW,
                             LUD_MESSAGE("The record has no dice that could be verified: it is not "
                                         "of an online game, or nothing was drawn in it."),
                             (char *)NULL);
    if (server && strlen(server) == FAIR_TEXT - 1)
        return lud_error_set(err, LUD_ENOTNOW,
                             LUD_MESSAGE("The server tells its part when the game is over. Get the "
                                         "record then."),
                             (char *)NULL);
    if (!fair_terms_read(check.terms_text, &check.terms) || !is_that_game(&check)) {
        tell_wrong(&check, LUD_MESSAGE("The terms of the dice are not those of this game."), "",
                   "");
        return LUD_OK;
    }
    report->is_servers = !check.terms.is_shared;
    if (!check_parts(&check))
        return LUD_OK;
    check_lots(&check);
    check_starter(&check);
    check_rolls(&check);
    return LUD_OK;
}
