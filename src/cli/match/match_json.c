#include "cli/match/match_json.h"

#include "wire/json_parts.h"

/* JSON knows neither infinity nor "unknown": both are null. */
static void put_interval(Json *json, const char *name, double low, double high)
{
    json_put_open(json, name, '[');
    json_write_real(json, low);
    json_write_real(json, high);
    json_close(json, ']');
}

static void put_score(Json *json, int64_t games, int64_t wins, int64_t draws, int64_t losses)
{
    json_put_integer(json, "games", games);
    json_put_integer(json, "wins", wins);
    json_put_integer(json, "draws", draws);
    json_put_integer(json, "losses", losses);
}

static void put_strength(Json *json, const LudShare *share, const LudElo *elo)
{
    json_put_real(json, "share", share->share);
    put_interval(json, "share_interval", share->low, share->high);
    json_put_real(json, "elo", elo->elo);
    put_interval(json, "elo_interval", elo->low, elo->high);
}

static void put_pentanomial(Json *json, const int64_t counts[LUD_PENTANOMIAL])
{
    json_put_open(json, "pentanomial", '[');
    for (int i = 0; i < LUD_PENTANOMIAL; i++)
        json_write_integer(json, counts[i]);
    json_close(json, ']');
}

static void write_player(Json *json, const MatchSummary *summary, int index)
{
    const LudStanding *standing = &summary->standings[index];
    json_open(json, '{');
    json_put_text(json, "player", summary->names[index]);
    put_score(json, standing->games, standing->wins, standing->draws, standing->losses);
    put_strength(json, &standing->share, &standing->elo);
    if (summary->luckless) {
        json_put_real(json, "share_without_luck", summary->luckless[index].share);
        put_interval(json, "share_without_luck_interval", summary->luckless[index].low,
                     summary->luckless[index].high);
    }
    json_put_open(json, "faults", '{');
    for (int fault = 1; fault < LUD_FAULT_COUNT; fault++)
        json_put_integer(json, lud_fault_name((LudFault)fault), standing->faults[fault]);
    json_close(json, '}');
    json_put_text(json, "first_fault", summary->first_faults[index]);
    json_close(json, '}');
}

static void write_encounter(Json *json, const LudEncounter *encounter)
{
    json_open(json, '{');
    json_put_integer(json, "first", encounter->player[0] + 1);
    json_put_integer(json, "second", encounter->player[1] + 1);
    put_score(json, encounter->games, encounter->wins, encounter->draws, encounter->losses);
    put_strength(json, &encounter->share, &encounter->elo);
    put_pentanomial(json, encounter->pentanomial);
    json_close(json, '}');
}

static void put_sprt(Json *json, const LudSprt *sprt, const LudSprtState *state)
{
    static const char *const verdicts[] = {
        [LUD_VERDICT_ELO0] = "elo0", [LUD_VERDICT_ELO1] = "elo1"};
    if (!sprt) {
        json_put_null(json, "sprt");
        return;
    }
    json_put_open(json, "sprt", '{');
    json_put_real(json, "elo0", sprt->elo0);
    json_put_real(json, "elo1", sprt->elo1);
    json_put_real(json, "alpha", sprt->alpha);
    json_put_real(json, "beta", sprt->beta);
    json_put_real(json, "llr", state->llr);
    put_interval(json, "bounds", state->lower, state->upper);
    json_put_integer(json, "pairs", state->pairs);
    json_put_text(json, "verdict", verdicts[state->verdict]);
    json_close(json, '}');
}

static void put_openings(Json *json, const MatchSummary *summary)
{
    json_put_open(json, "openings", '{');
    json_put_text(json, "file", summary->openings);
    if (summary->openings)
        json_put_integer(json, "count", summary->opening_count);
    json_put_integer(json, "plies", summary->plies);
    if (summary->balance >= 0)
        json_put_integer(json, "balance", summary->balance);
    json_close(json, '}');
}

char *match_json(const MatchSummary *summary)
{
    Json json = {0};
    json_begin(&json, &summary->rules);
    json_put_integer(&json, "seed", (int64_t)summary->seed);
    json_put_integer(&json, "games", summary->games);
    json_put_integer(&json, "played", summary->played);
    json_put_integer(&json, "adjudicated", summary->adjudicated);
    json_put_text(&json, "end", summary->end);
    put_openings(&json, summary);
    json_put_integer(&json, "move_limit", summary->move_limit);
    json_put_open(&json, "players", '[');
    for (int i = 0; i < summary->player_count; i++)
        write_player(&json, summary, i);
    json_close(&json, ']');
    json_put_open(&json, "pairings", '[');
    for (int i = 0; i < summary->encounter_count; i++)
        write_encounter(&json, &summary->encounters[i]);
    json_close(&json, ']');
    put_sprt(&json, summary->sprt, &summary->sprt_state);
    return json_end(&json);
}
