/* The sequential probability ratio test on pairs of games. */
#include <ludoteca/tournament.h>

#include <math.h>
#include <stdlib.h>

/* A kind of pair that never happened still gets a trace of probability, so that no likelihood is
 * zero. */
static const double trace = 1e-3;

/* Of all distributions with mean `mean` the one that makes the observed frequencies likeliest is
 * frequency / (1 + x (value - mean)), where x solves the equation below. Its left side falls as x
 * grows, so halving finds it. */
static double solve_tilt(const double frequency[LUD_PENTANOMIAL], double mean)
{
    double least = -1 / (1 - mean), most = 1 / mean;
    for (int step = 0; step < 100; step++) {
        double x = (least + most) / 2, sum = 0;
        for (int i = 0; i < LUD_PENTANOMIAL; i++) {
            double distance = i / 4.0 - mean;
            sum += frequency[i] * distance / (1 + x * distance);
        }
        if (sum > 0)
            least = x;
        else
            most = x;
    }
    return (least + most) / 2;
}

double lud_sprt_llr(const int64_t pentanomial[LUD_PENTANOMIAL], double elo0, double elo1)
{
    double count[LUD_PENTANOMIAL], frequency[LUD_PENTANOMIAL], total = 0, llr = 0;
    for (int i = 0; i < LUD_PENTANOMIAL; i++)
        total += count[i] = pentanomial[i] > 0 ? (double)pentanomial[i] : trace;
    for (int i = 0; i < LUD_PENTANOMIAL; i++)
        frequency[i] = count[i] / total;
    double mean0 = lud_share_from_elo(elo0), mean1 = lud_share_from_elo(elo1);
    double tilt0 = solve_tilt(frequency, mean0), tilt1 = solve_tilt(frequency, mean1);
    for (int i = 0; i < LUD_PENTANOMIAL; i++)
        llr += count[i] * (log1p(tilt0 * (i / 4.0 - mean0)) - log1p(tilt1 * (i / 4.0 - mean1)));
    return llr;
}

/* Reads a number that the character `stop` follows. */
static bool read_number(const char **at, char stop, double *number)
{
    char *end;
    *number = strtod(*at, &end);
    bool is_read = end != *at && *end == stop && isfinite(*number);
    *at = is_read && stop ? end + 1 : end;
    return is_read;
}

static bool read_numbers(const char *at, LudSprt *sprt)
{
    if (!read_number(&at, ',', &sprt->elo0))
        return false;
    const char *second = at;
    if (read_number(&at, '\0', &sprt->elo1))
        return true;
    at = second;
    return read_number(&at, ',', &sprt->elo1) && read_number(&at, ',', &sprt->alpha) &&
           read_number(&at, '\0', &sprt->beta);
}

LudStatus lud_sprt_parse(const char *text, LudSprt *sprt, LudError *err)
{
    LudSprt made = {.alpha = 0.05, .beta = 0.05};
    if (!read_numbers(text, &made) || made.elo0 >= made.elo1 || fabs(made.elo0) > 1000 ||
        fabs(made.elo1) > 1000 || made.alpha <= 0 || made.alpha >= 0.5 || made.beta <= 0 ||
        made.beta >= 0.5)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("\"{1}\" is no sequential test; write elo0,elo1 or "
                                         "elo0,elo1,alpha,beta, such as 0,10 or 0,10,0.05,0.05, "
                                         "with elo0 below elo1, both within 1000, and the others "
                                         "between 0 and 0.5."),
                             text, NULL);
    *sprt = made;
    return LUD_OK;
}

void lud_sprt_judge(const LudSprt *sprt, const LudOutcome *games, int64_t count,
                    LudSprtState *state)
{
    state->lower = log(sprt->beta / (1 - sprt->alpha));
    state->upper = log((1 - sprt->beta) / sprt->alpha);
    while (state->verdict == LUD_VERDICT_NONE) {
        int64_t game = 2 * state->pairs;
        if (game + 1 >= count || !games[game].is_played || !games[game + 1].is_played)
            break;
        /* The first player has side 0 in the first game of a pair and side 1 in the second. */
        state->pentanomial[games[game].points[0] + games[game + 1].points[1]]++;
        state->pairs++;
        state->llr = lud_sprt_llr(state->pentanomial, sprt->elo0, sprt->elo1);
        if (state->llr >= state->upper)
            state->verdict = LUD_VERDICT_ELO1;
        else if (state->llr <= state->lower)
            state->verdict = LUD_VERDICT_ELO0;
    }
}
