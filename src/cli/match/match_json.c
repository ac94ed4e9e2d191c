#include "cli/match/match_json.h"

#include <math.h>

#include "wire/json_parts.h"

/* JSON knows neither infinity nor "unknown". */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *interval(double low, double high)
{
    json_t *array = json_array();
    json_array_append_new(array, number(low));
    json_array_append_new(array, number(high));
    return array;
}

static void put_score(json_t *object, int64_t games, int64_t wins, int64_t draws, int64_t losses)
{
    json_put(object, "games", json_integer(games));
    json_put(object, "wins", json_integer(wins));
    json_put(object, "draws", json_integer(draws));
    json_put(object, "losses", json_integer(losses));
}

static void put_strength(json_t *object, const LudShare *share, const LudElo *elo)
{
    json_put(object, "share", number(share->share));
    json_put(object, "share_interval", interval(share->low, share->high));
    json_put(object, "elo", number(elo->elo));
    json_put(object, "elo_interval", interval(elo->low, elo->high));
}

static json_t *pentanomial(const int64_t counts[LUD_PENTANOMIAL])
{
    json_t *array = json_array();
    for (int i = 0; i < LUD_PENTANOMIAL; i++)
        json_array_append_new(array, json_integer(counts[i]));
    return array;
}

static json_t *describe_player(const MatchSummary *summary, int index)
{
    const LudStanding *standing = &summary->standings[index];
    json_t *object = json_object(), *faults = json_object();
    json_put(object, "player", json_text(summary->names[index]));
    put_score(object, standing->games, standing->wins, standing->draws, standing->losses);
    put_strength(object, &standing->share, &standing->elo);
    for (int fault = 1; fault < LUD_FAULT_COUNT; fault++)
        json_put(faults, lud_fault_name((LudFault)fault), json_integer(standing->faults[fault]));
    json_put(object, "faults", faults);
    json_put(object, "first_fault", json_text(summary->first_faults[index]));
    return object;
}

static json_t *describe_encounter(const LudEncounter *encounter)
{
    json_t *object = json_object();
    json_put(object, "first", json_integer(encounter->player[0] + 1));
    json_put(object, "second", json_integer(encounter->player[1] + 1));
    put_score(object, encounter->games, encounter->wins, encounter->draws, encounter->losses);
    put_strength(object, &encounter->share, &encounter->elo);
    json_put(object, "pentanomial", pentanomial(encounter->pentanomial));
    return object;
}

static json_t *describe_sprt(const LudSprt *sprt, const LudSprtState *state)
{
    static const char *const verdicts[] = {
        [LUD_VERDICT_ELO0] = "elo0", [LUD_VERDICT_ELO1] = "elo1"};
    if (!sprt)
        return json_null();
    json_t *object = json_object();
    json_put(object, "elo0", json_real(sprt->elo0));
    json_put(object, "elo1", json_real(sprt->elo1));
    json_put(object, "alpha", json_real(sprt->alpha));
    json_put(object, "beta", json_real(sprt->beta));
    json_put(object, "llr", json_real(state->llr));
    json_put(object, "bounds", interval(state->lower, state->upper));
    json_put(object, "pairs", json_integer(state->pairs));
    json_put(object, "verdict", json_text(verdicts[state->verdict]));
    return object;
}

static json_t *describe_openings(const MatchSummary *summary)
{
    json_t *object = json_object();
    json_put(object, "file", json_text(summary->openings));
    if (summary->openings)
        json_put(object, "count", json_integer(summary->opening_count));
    json_put(object, "plies", json_integer(summary->plies));
    return object;
}

char *match_json(const MatchSummary *summary)
{
    json_t *shape = json_shape(&summary->rules);
    json_put(shape, "seed", json_integer((json_int_t)summary->seed));
    json_put(shape, "games", json_integer(summary->games));
    json_put(shape, "played", json_integer(summary->played));
    json_put(shape, "adjudicated", json_integer(summary->adjudicated));
    json_put(shape, "end", json_text(summary->end));
    json_put(shape, "openings", describe_openings(summary));
    json_put(shape, "move_limit", json_integer(summary->move_limit));
    json_t *players = json_array(), *pairings = json_array();
    for (int i = 0; i < summary->player_count; i++)
        json_array_append_new(players, describe_player(summary, i));
    for (int i = 0; i < summary->encounter_count; i++)
        json_array_append_new(pairings, describe_encounter(&summary->encounters[i]));
    json_put(shape, "players", players);
    json_put(shape, "pairings", pairings);
    json_put(shape, "sprt", describe_sprt(summary->sprt, &summary->sprt_state));
    return json_finish(shape);
}
