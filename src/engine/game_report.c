/* Adds reviews up by player. */
#include <ludoteca/game_report.h>

#include <stdlib.h>
#include <string.h>

struct LudReport {
    const LudGame *game;
    int games;
    LudPlayerReport *players;
    int player_count;
    LudGiftReport *gifts;
    int gift_count;
};

LudStatus lud_report_new(LudReport **report, const LudGame *game, LudError *err)
{
    *report = calloc(1, sizeof **report);
    if (!*report)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    (*report)->game = game;
    return LUD_OK;
}

void lud_report_free(LudReport *report)
{
    if (!report)
        return;
    for (int i = 0; i < report->player_count; i++)
        free((char *)(uintptr_t)report->players[i].name);
    free(report->players);
    free(report->gifts);
    free(report);
}

/* -- who --------------------------------------------------------------------------------------- */

/* The number of a player, new or not; -1 when out of memory. */
static int find_player(LudReport *report, const char *name)
{
    for (int i = 0; i < report->player_count; i++) {
        if (strcmp(report->players[i].name, name) == 0)
            return i;
    }
    size_t count = (size_t)report->player_count + 1;
    LudPlayerReport *grown = realloc(report->players, count * sizeof *grown);
    if (grown)
        report->players = grown;
    char *own = grown ? malloc(strlen(name) + 1) : NULL;
    if (!own)
        return -1;
    strcpy(own, name);
    grown[count - 1] = (LudPlayerReport){.name = own};
    return report->player_count++;
}

static bool find_players(LudReport *report, const char *const names[LUD_MAX_SEATS], int seats,
                         int player[LUD_MAX_SEATS])
{
    bool has_memory = true;
    for (int seat = 0; seat < seats; seat++) {
        player[seat] = find_player(report, names[seat]);
        has_memory = has_memory && player[seat] >= 0;
    }
    return has_memory;
}

/* -- how --------------------------------------------------------------------------------------- */

static void count_result(LudReport *report, const LudPlay *play, int seats, const int *player)
{
    LudResult result;
    lud_play_result(play, &result);
    for (int seat = 0; seat < seats; seat++) {
        LudPlayerReport *sum = &report->players[player[seat]];
        sum->games++;
        if (result.reason == LUD_REASON_NONE)
            continue;
        int points = result.points[seat % result.sides];
        sum->won += points == 2;
        sum->drawn += points == 1;
        sum->lost += points == 0;
    }
}

static void count_move(LudPlayerReport *sum, const LudJudgement *ply)
{
    sum->moves++;
    sum->best += ply->mark == LUD_MARK_BEST;
    sum->good += ply->mark == LUD_MARK_GOOD;
    sum->inaccuracies += ply->mark == LUD_MARK_INACCURACY;
    sum->mistakes += ply->mark == LUD_MARK_MISTAKE;
    sum->blunders += ply->mark == LUD_MARK_BLUNDER;
    sum->loss += ply->loss;
    sum->gifts += ply->gift != LUD_GIFT_NONE;
    if (ply->is_exact) {
        sum->exact++;
        sum->exact_kept += ply->exact_played == ply->exact_best;
        sum->exact_lost += ply->exact_best - ply->exact_played;
    }
}

static bool note_gift(LudReport *report, const LudPlay *play, const LudJudgement *ply, int player)
{
    size_t count = (size_t)report->gift_count + 1;
    LudGiftReport *grown = realloc(report->gifts, count * sizeof *grown);
    if (!grown)
        return false;
    report->gifts = grown;
    LudGiftReport *gift = &grown[report->gift_count++];
    LudState s;
    *gift = (LudGiftReport){.game = report->games,
                            .ply = ply->ply,
                            .player = player,
                            .gift = ply->gift,
                            .loss = ply->loss,
                            .is_exact = ply->is_exact,
                            .exact_best = ply->exact_best,
                            .exact_played = ply->exact_played};
    lud_play_state_at(play, ply->ply, &s);
    report->game->text.move_print(&s, lud_play_history(play)[ply->ply], gift->move);
    report->game->text.move_print(&s, ply->best.move[0], gift->best);
    return true;
}

LudStatus lud_report_add(LudReport *report, const LudPlay *play, const LudReview *review,
                         const char *const names[LUD_MAX_SEATS], LudError *err)
{
    const LudGame *game = lud_play_rules(play)->game;
    int player[LUD_MAX_SEATS], seats = game->rules.seats(lud_play_start(play));
    if (game != report->game)
        return lud_error_set(err, LUD_ENOTNOW,
                             LUD_MESSAGE("This is a game of {1}, and the report is about {2}: "
                                         "make one for each."),
                             game->title, report->game->title, (char *)NULL);
    bool has_memory = find_players(report, names, seats, player);
    for (int i = 0; i < review->ply_count && has_memory; i++) {
        const LudJudgement *ply = &review->plies[i];
        if (ply->is_roll || ply->mark == LUD_MARK_FORCED)
            continue;
        count_move(&report->players[player[ply->seat]], ply);
        if (ply->gift != LUD_GIFT_NONE)
            has_memory = note_gift(report, play, ply, player[ply->seat]);
    }
    if (!has_memory)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    count_result(report, play, seats, player);
    report->games++;
    return LUD_OK;
}

/* -- what there is -------------------------------------------------------------------------------
 */

const LudGame *lud_report_game(const LudReport *report)
{
    return report->game;
}

int lud_report_games(const LudReport *report)
{
    return report->games;
}

int lud_report_player_count(const LudReport *report)
{
    return report->player_count;
}

const LudPlayerReport *lud_report_player(const LudReport *report, int index)
{
    return &report->players[index];
}

int lud_report_gift_count(const LudReport *report)
{
    return report->gift_count;
}

const LudGiftReport *lud_report_gift(const LudReport *report, int index)
{
    return &report->gifts[index];
}
