/* What a match shows: while it runs, and at its end. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/match/match_json.h"
#include "cli/match/match_run.h"
#include "shell/columns.h"
#include "shell/output.h"
#include "shell/terminal.h"

enum {
    NAME_COLUMNS = 30,
    LIVE_MS = 200,
    LINE_MS = 10000,
    CELL = 40,
};

/* How many games count: all, or those up to the verdict. */
static int64_t counted_games(const MatchRun *run)
{
    bool is_decided = run->setup.has_sprt && run->sprt.verdict != LUD_VERDICT_NONE;
    return is_decided ? 2 * run->sprt.pairs : run->setup.games;
}

/* -- a line of the table ----------------------------------------------------------------------- */

static void print_share(const LudShare *share, char cell[CELL])
{
    if (isnan(share->share))
        snprintf(cell, CELL, "-");
    else
        snprintf(cell, CELL, "%.1f %% [%.1f, %.1f]", 100 * share->share, 100 * share->low,
                 100 * share->high);
}

static int print_points(double elo, char *text, size_t size)
{
    if (isnan(elo))
        return snprintf(text, size, "?");
    if (isinf(elo))
        return snprintf(text, size, elo > 0 ? "+inf" : "-inf");
    return snprintf(text, size, "%+.0f", fabs(elo) < 0.5 ? 0 : elo); /* never "-0" */
}

static void print_elo(const LudElo *elo, char cell[CELL])
{
    int used = print_points(elo->elo, cell, CELL);
    if (isnan(elo->low) && isnan(elo->high))
        return;
    used += snprintf(cell + used, CELL - (size_t)used, " [");
    used += print_points(elo->low, cell + used, CELL - (size_t)used);
    used += snprintf(cell + used, CELL - (size_t)used, ", ");
    used += print_points(elo->high, cell + used, CELL - (size_t)used);
    snprintf(cell + used, CELL - (size_t)used, "]");
}

/* A name cut to the width of its column. */
static void print_name(FILE *out, int number, const char *name)
{
    char text[LUD_PLAYER_TEXT + 16];
    snprintf(text, sizeof text, "%2d %s", number, name);
    lud_text_clean(text, strlen(text));
    columns_cut(text, NAME_COLUMNS);
    columns_print(out, text, NAME_COLUMNS);
}

static void print_head(FILE *out)
{
    columns_print(out, _("   player"), NAME_COLUMNS);
    fprintf(out, " %8s %8s %8s %8s  ", _("games"), _("won"), _("drawn"), _("lost"));
    columns_print(out, _("share [95 %]"), 22);
    fprintf(out, "  %s\n", _("Elo [95 %]"));
}

static void print_standing(FILE *out, int number, const char *name, const LudStanding *standing)
{
    char share[CELL], elo[CELL];
    print_share(&standing->share, share);
    print_elo(&standing->elo, elo);
    print_name(out, number, name);
    fprintf(out, " %8" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64 "  ", standing->games,
            standing->wins, standing->draws, standing->losses);
    columns_print(out, share, 22);
    fprintf(out, "  %s\n", elo);
}

/* -- while it runs ----------------------------------------------------------------------------- */

void match_view_begin(MatchView *view)
{
    const char *term = getenv("TERM");
    bool is_dumb = !term || !*term || strcmp(term, "dumb") == 0;
    *view = (MatchView){.is_live = isatty(STDERR_FILENO) && !is_dumb,
                        .drawn_ms = terminal_now_ms(),
                        .drawn_played = -1};
}

static void clear(MatchView *view)
{
    if (view->lines > 0)
        fprintf(stderr, "\033[%dA\r\033[J", view->lines);
    view->lines = 0;
}

static void draw_live(MatchView *view, const MatchRun *run, int64_t played,
                      const LudStanding *standings)
{
    clear(view);
    print_head(stderr);
    for (int i = 0; i < run->setup.player_count; i++)
        print_standing(stderr, i + 1, run->setup.player[i].name, &standings[i]);
    fprintf(stderr, _("game %lld of %lld"), (long long)played, (long long)run->setup.games);
    if (run->setup.has_sprt)
        fprintf(stderr, ", LLR %.2f [%.2f, %.2f]", run->sprt.llr, run->sprt.lower, run->sprt.upper);
    fputc('\n', stderr);
    view->lines = run->setup.player_count + 2;
}

static void print_line(const MatchRun *run, int64_t played, const LudStanding *standings)
{
    fprintf(stderr, _("game %lld of %lld"), (long long)played, (long long)run->setup.games);
    for (int i = 0; i < run->setup.player_count; i++) {
        char name[41];
        fprintf(stderr, "; %s +%" PRId64 " =%" PRId64 " -%" PRId64,
                output_shown(run->setup.player[i].name, name, sizeof name), standings[i].wins,
                standings[i].draws, standings[i].losses);
    }
    if (run->setup.has_sprt)
        fprintf(stderr, "; LLR %.2f [%.2f, %.2f]", run->sprt.llr, run->sprt.lower, run->sprt.upper);
    fputc('\n', stderr);
}

void match_view_update(MatchView *view, MatchRun *run)
{
    int64_t now_ms = terminal_now_ms();
    if (now_ms - view->drawn_ms < (view->is_live ? LIVE_MS : LINE_MS))
        return;
    LudStanding standings[LUD_TOURNAMENT_PLAYERS];
    LudStatus status = LUD_OK;
    pthread_mutex_lock(&run->lock);
    int64_t played = run->played;
    if (played != view->drawn_played)
        status = lud_tournament_standings(&run->setup.schedule, run->outcomes, run->setup.games,
                                          standings, NULL);
    pthread_mutex_unlock(&run->lock);
    view->drawn_ms = now_ms;
    if (played == view->drawn_played || status != LUD_OK)
        return;
    view->drawn_played = played;
    if (view->is_live)
        draw_live(view, run, played, standings);
    else
        print_line(run, played, standings);
    fflush(stderr);
}

void match_view_end(MatchView *view)
{
    clear(view);
    fflush(stderr);
}

/* -- at the end -------------------------------------------------------------------------------- */

static void print_conditions(const MatchSummary *summary)
{
    char rules[LUD_RULES_TEXT], openings[4096];
    lud_rules_print(&summary->rules, rules);
    printf(_("%s, %lld of %lld games, seed %llu, "), rules, (long long)summary->played,
           (long long)summary->games, (unsigned long long)summary->seed);
    if (summary->openings)
        printf(_("openings from %s\n"), output_shown(summary->openings, openings, sizeof openings));
    else
        printf(n_("%d random ply at the start\n", "%d random plies at the start\n",
                  (unsigned long)summary->plies),
               summary->plies);
}

static void print_luckless(const MatchSummary *summary)
{
    if (!summary->luckless || isnan(summary->luckless[0].share))
        return;
    printf("%s", _("share without the luck of the dice: "));
    for (int i = 0; i < summary->player_count; i++) {
        char share[CELL];
        print_share(&summary->luckless[i], share);
        printf("%s%d %s", i ? ", " : "", i + 1, share);
    }
    putchar('\n');
}

static void print_encounters(const MatchSummary *summary)
{
    for (int i = 0; i < summary->encounter_count; i++) {
        const LudEncounter *encounter = &summary->encounters[i];
        const int64_t *pairs = encounter->pentanomial;
        if (summary->encounter_count > 1) {
            char share[CELL], elo[CELL];
            print_share(&encounter->share, share);
            print_elo(&encounter->elo, elo);
            printf(_("%d against %d: +%lld =%lld -%lld, share %s, Elo %s; "),
                   encounter->player[0] + 1, encounter->player[1] + 1, (long long)encounter->wins,
                   (long long)encounter->draws, (long long)encounter->losses, share, elo);
        }
        printf(_("pairs in which %d got 0, 0.5, 1, 1.5, 2: %lld %lld %lld %lld %lld\n"),
               encounter->player[0] + 1, (long long)pairs[0], (long long)pairs[1],
               (long long)pairs[2], (long long)pairs[3], (long long)pairs[4]);
    }
}

static void print_faults(const MatchSummary *summary)
{
    for (int i = 0; i < summary->player_count; i++) {
        const int64_t *faults = summary->standings[i].faults;
        char first[MATCH_DETAIL + 64]; /* from a program, or from the file of the progress */
        if (!summary->first_faults[i])
            continue;
        printf(
            _("%d lost by crash %lld, illegal move %lld, time %lld, no answer %lld; first in %s\n"),
            i + 1, (long long)faults[LUD_FAULT_CRASH], (long long)faults[LUD_FAULT_ILLEGAL],
            (long long)faults[LUD_FAULT_TIME], (long long)faults[LUD_FAULT_SILENCE],
            output_shown(summary->first_faults[i], first, sizeof first));
    }
    if (summary->adjudicated > 0)
        printf(n_("%lld game was stopped after %d moves.\n",
                  "%lld games were stopped after %d moves.\n", (unsigned long)summary->adjudicated),
               (long long)summary->adjudicated, summary->move_limit);
}

static void print_sprt(const MatchSummary *summary)
{
    const LudSprtState *state = &summary->sprt_state;
    if (!summary->sprt)
        return;
    const char *verdict = state->verdict == LUD_VERDICT_ELO1   ? _("1 is stronger by elo1")
                          : state->verdict == LUD_VERDICT_ELO0 ? _("1 is not stronger than elo0")
                                                               : _("undecided");
    printf(_("Sequential test, elo0 %g, elo1 %g, alpha %g, beta %g: %s after %lld pairs, LLR %.2f "
             "[%.2f, %.2f]\n"),
           summary->sprt->elo0, summary->sprt->elo1, summary->sprt->alpha, summary->sprt->beta,
           verdict, (long long)state->pairs, state->llr, state->lower, state->upper);
}

static int print_report(const MatchSummary *summary)
{
    print_conditions(summary);
    print_head(stdout);
    for (int i = 0; i < summary->player_count; i++)
        print_standing(stdout, i + 1, summary->names[i], &summary->standings[i]);
    print_luckless(summary);
    print_encounters(summary);
    print_faults(summary);
    print_sprt(summary);
    return EXIT_SUCCESS;
}

/* -- putting it together ----------------------------------------------------------------------- */

/* What a summary points to. */
typedef struct Parts {
    LudStanding standings[LUD_TOURNAMENT_PLAYERS];
    LudShare luckless[LUD_TOURNAMENT_PLAYERS];
    const char *names[LUD_TOURNAMENT_PLAYERS];
    const char *first_faults[LUD_TOURNAMENT_PLAYERS];
    char fault_text[LUD_TOURNAMENT_PLAYERS][MATCH_DETAIL + 64];
    LudEncounter encounters[LUD_TOURNAMENT_PLAYERS * (LUD_TOURNAMENT_PLAYERS - 1) / 2];
} Parts;

static void count_games(const MatchRun *run, int64_t count, MatchSummary *summary)
{
    for (int64_t game = 0; game < count; game++) {
        summary->played += run->outcomes[game].is_played;
        summary->adjudicated += run->outcomes[game].is_played && run->outcomes[game].is_adjudicated;
    }
    bool is_decided = run->setup.has_sprt && run->sprt.verdict != LUD_VERDICT_NONE;
    summary->end = is_decided                            ? "decided"
                   : summary->played == run->setup.games ? "finished"
                                                         : "interrupted";
}

static LudStatus fill(const MatchRun *run, Parts *parts, MatchSummary *summary, LudError *err)
{
    const MatchSetup *setup = &run->setup;
    int64_t count = counted_games(run);
    *summary = (MatchSummary){.rules = setup->rules,
                              .seed = setup->seed,
                              .games = setup->games,
                              .plies = setup->plies,
                              .balance = setup->has_balance ? setup->balance : -1,
                              .openings = setup->openings_path,
                              .opening_count = setup->openings.count,
                              .move_limit = setup->move_limit,
                              .player_count = setup->player_count,
                              .names = parts->names,
                              .standings = parts->standings,
                              .first_faults = parts->first_faults,
                              .encounters = parts->encounters,
                              .sprt = setup->has_sprt ? &setup->sprt : NULL,
                              .sprt_state = run->sprt};
    count_games(run, count, summary);
    for (int i = 0; i < setup->player_count; i++) {
        const MatchFault *fault = &run->faults[i];
        parts->names[i] = setup->player[i].name;
        if (fault->game < 0 || fault->game >= count)
            continue;
        const char *format = N_("game %lld: %s");
        snprintf(parts->fault_text[i], sizeof parts->fault_text[i],
                 setup->is_json ? format : _(format), (long long)fault->game + 1, fault->detail);
        parts->first_faults[i] = parts->fault_text[i];
    }
    if (setup->rules.game->chance) {
        lud_tournament_luckless(&setup->schedule, run->outcomes, run->luck, count, parts->luckless);
        summary->luckless = parts->luckless;
    }
    LudStatus status =
        lud_tournament_standings(&setup->schedule, run->outcomes, count, parts->standings, err);
    for (int i = 0; status == LUD_OK && setup->sides == 2 && i < setup->schedule.lineups; i++) {
        status = lud_tournament_encounter(&setup->schedule, run->outcomes, count, i,
                                          &parts->encounters[i], err);
        summary->encounter_count = i + 1;
    }
    return status;
}

int match_report(const MatchRun *run)
{
    Parts *parts = calloc(1, sizeof *parts);
    MatchSummary summary;
    LudError err;
    if (!parts)
        return report_memory();
    int status;
    if (fill(run, parts, &summary, &err) != LUD_OK)
        status = report_error(&err);
    else
        status = run->setup.is_json ? output_print(match_json(&summary)) : print_report(&summary);
    free(parts);
    return status;
}
