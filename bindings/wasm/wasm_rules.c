/* What the rules alone tell: games, situations, previews, rolls, moves as people write them. */
#include <stdlib.h>

#include "wire/json_parts.h"

#include "wasm_request.h"

LudStatus wasm_games(Request *request, char **answer, LudError *err)
{
    (void)request;
    (void)err;
    *answer = lud_json_games(NULL);
    return LUD_OK;
}

LudStatus wasm_prose(Request *request, char **answer, LudError *err)
{
    char name[LUD_RULES_TEXT], language[8];
    LudRules rules;
    request_text(request, name, sizeof name);
    request_text(request, language, sizeof language);
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status == LUD_OK)
        *answer = lud_json_prose(&rules, language);
    return status;
}

LudStatus wasm_situation(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status == LUD_OK)
        *answer = lud_json_situation(play);
    return status;
}

LudStatus wasm_moves(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudListing listing;
    LudStatus status = request_play(request, &play, err);
    if (status == LUD_OK)
        status = lud_listing_of_play(play, &listing, err);
    if (status != LUD_OK)
        return status;
    *answer = lud_json_moves(lud_play_rules(play), lud_play_state(play), &listing);
    lud_listing_free(&listing);
    return LUD_OK;
}

LudStatus wasm_preview(Request *request, char **answer, LudError *err)
{
    char word[LUD_MOVE_TEXT * 2];
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, word, sizeof word);
    return lud_json_preview(play, word, answer, err);
}

/* A ply that was tried in a position of a game. */
static char *answer_ply(const LudPlay *play, const LudState *before, const char *name, LudMove m)
{
    Json json = {0};
    const LudRules *rules = lud_play_rules(play);
    json_begin(&json, rules);
    json_put_state(&json, "position", rules->game, before);
    json_put_move(&json, name, rules->game, before, m);
    return json_end(&json);
}

/* In its one spelling; a whole turn, "8:c5", is answered by its move. */
LudStatus wasm_read_move(Request *request, char **answer, LudError *err)
{
    char word[LUD_MOVE_TEXT * 2];
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, word, sizeof word);
    LudPlay *tried = lud_play_copy(play);
    if (!tried)
        return LUD_OK;
    status = lud_play_move_text(tried, word, err);
    if (status == LUD_OK) {
        int last = lud_play_length(tried) - 1;
        while (lud_play_history(tried)[last] == LUD_NO_MOVE)
            last--;
        LudState before;
        lud_play_state_at(tried, last, &before);
        *answer = answer_ply(play, &before, "move", lud_play_history(tried)[last]);
    }
    lud_play_free(tried);
    return status;
}

LudStatus wasm_roll(Request *request, char **answer, LudError *err)
{
    LudPlay *play;
    LudRandom random;
    LudMove outcome;
    char seed[24];
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, seed, sizeof seed);
    lud_random_seed(&random, strtoull(seed, NULL, 10));
    LudPlay *tried = lud_play_copy(play);
    if (!tried)
        return LUD_OK;
    status = lud_play_roll(tried, &random, &outcome, err);
    if (status == LUD_OK)
        *answer = answer_ply(play, lud_play_state(play), "roll", outcome);
    lud_play_free(tried);
    return status;
}
