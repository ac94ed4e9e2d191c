#include "cli/online/bot_player.h"

#include <string.h>

#include "shell/terminal.h"

enum { THINK_MS = 1000, PATIENCE_MS = 60000 };

/* What is needed for these rules, made anew if they are others than before. */
static LudStatus fit(BotPlayer *player, const LudPlay *play, LudError *err)
{
    const LudRules *rules = lud_play_rules(play);
    char had[LUD_RULES_TEXT] = "", wanted[LUD_RULES_TEXT];
    if (player->setup.rules.game)
        lud_rules_print(&player->setup.rules, had);
    lud_rules_print(rules, wanted);
    if (strcmp(had, wanted) == 0)
        return LUD_OK;
    bot_player_end(player);
    player->setup.rules = *rules;
    player->setup.startup_ms = UCI_STARTUP_MS;
    player->setup.seats = rules->game->rules.seats(lud_play_state(play));
    const LudEngineOptions options = {.size = sizeof options, .seed = (uint64_t)terminal_now_ms()};
    return player->player.spec.kind == LUD_PLAYER_COMMAND
               ? LUD_OK
               : lud_engine_new(&player->engine, rules, &options, err);
}

/* A thirtieth of what is left, where nothing else is said. */
static LudLimits find_limits(const BotPlayer *player, const LudPlay *play)
{
    LudLimits limits = player->player.spec.limits;
    if (limits.move_ms == 0 && lud_play_has_clock(play)) {
        int64_t share = lud_play_clock_ms(play, lud_play_seat(play)) / 30;
        limits.move_ms = share < THINK_MS ? share + 1 : THINK_MS;
    }
    return limits;
}

static LudStatus ask_program(BotPlayer *player, const LudPlay *play, char word[LUD_MOVE_TEXT],
                             LudError *err)
{
    LudLimits limits = find_limits(player, play);
    int64_t clocks[LUD_MAX_SEATS] = {0}, increments[LUD_MAX_SEATS] = {0};
    if (limits.move_ms == 0)
        limits.move_ms = THINK_MS;
    UciAnswer answer =
        uci_begin(&player->setup, &player->player, &player->program, player->is_stopping);
    if (!answer.is_stopped && answer.fault == LUD_FAULT_NONE)
        answer = uci_choose(&player->setup, &player->player, play, &limits, clocks, increments,
                            terminal_now_ms() + limits.move_ms + PATIENCE_MS, &player->program,
                            player->is_stopping, word);
    if (!answer.is_stopped && answer.fault == LUD_FAULT_NONE)
        return LUD_OK;
    return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("The program that thinks has failed: {1}"),
                         answer.detail, (char *)NULL);
}

static LudStatus ask_engine(BotPlayer *player, const LudPlay *play, char word[LUD_MOVE_TEXT],
                            LudError *err)
{
    LudChoice choice;
    LudLimits limits = find_limits(player, play);
    bool is_limited = limits.move_ms > 0;
    LudStatus status = lud_engine_choose(player->engine, &player->player.spec, play,
                                         is_limited ? &limits : NULL, NULL, &choice, err);
    if (status == LUD_OK)
        lud_play_rules(play)->game->text.move_print(lud_play_state(play), choice.move, word);
    return status;
}

LudStatus bot_player_choose(BotPlayer *player, const LudPlay *play, char word[LUD_MOVE_TEXT],
                            LudError *err)
{
    LudStatus status = fit(player, play, err);
    if (status != LUD_OK)
        return status;
    return player->player.spec.kind == LUD_PLAYER_COMMAND ? ask_program(player, play, word, err)
                                                          : ask_engine(player, play, word, err);
}

void bot_player_end(BotPlayer *player)
{
    lud_engine_free(player->engine);
    player->engine = NULL;
    program_end(&player->program, true);
}
