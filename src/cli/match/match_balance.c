/* Which random openings are about even: a search says so, limited by positions rather than by time
 * and without tables, so that the same seed brings the same openings everywhere. */
#include <string.h>

#include "cli/cli.h"
#include "cli/match/match_setup.h"

enum { JUDGING_NODES = 200000 };

int match_balance_open(MatchBalance *balance, const MatchSetup *setup)
{
    const LudEngineOptions options = {
        .size = sizeof options, .table_path = "", .has_no_book = true};
    LudError err;
    *balance = (MatchBalance){.most = setup->balance};
    if (setup->has_balance &&
        lud_engine_new(&balance->engine, &setup->rules, &options, &err) != LUD_OK)
        return report_error(&err);
    return EXIT_SUCCESS;
}

int match_balance_judge(MatchBalance *balance, const LudPlay *play, bool *is_even)
{
    const LudLimits limits = {.nodes = JUDGING_NODES};
    LudFindings findings;
    LudError err;
    *is_even = true;
    if (!balance->engine)
        return EXIT_SUCCESS;
    /* What was learnt from an opening before must not change what this one is worth. */
    lud_engine_new_game(balance->engine);
    if (lud_engine_analyse(balance->engine, play, &limits, 1, NULL, &findings, &err) != LUD_OK)
        return report_error(&err);
    int value = findings.lines[0].value;
    *is_even = value <= balance->most && value >= -balance->most;
    return EXIT_SUCCESS;
}

void match_balance_close(MatchBalance *balance)
{
    lud_engine_free(balance->engine);
    balance->engine = NULL;
}
