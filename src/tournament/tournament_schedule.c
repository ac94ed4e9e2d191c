/* Who meets whom, and from which seeds. */
#include <ludoteca/tournament.h>

static int choose(int of, int count)
{
    return count == 2 ? of * (of - 1) / 2 : of * (of - 1) * (of - 2) / 6;
}

LudStatus lud_schedule_make(LudSchedule *schedule, int players, int sides, LudError *err)
{
    if (players < 2 || players > LUD_TOURNAMENT_PLAYERS)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("A match is between 2 to 32 players; name each of them."),
                             NULL);
    if (sides < 2 || sides > LUD_MAX_SIDES)
        return lud_error_set(err, LUD_EUSAGE, LUD_MESSAGE("A match needs two or three sides."),
                             NULL);
    /* Two players on three sides: the one or the other sits there twice. */
    int lineups = players < sides ? 2 : choose(players, sides);
    *schedule = (LudSchedule){.players = players, .sides = sides, .lineups = lineups};
    return LUD_OK;
}

/* The lineup of that number, in the order in which loops over rising players would find it. */
static void find_lineup(const LudSchedule *schedule, int number, int player[LUD_MAX_SIDES])
{
    if (schedule->players < schedule->sides) {
        for (int i = 0; i < schedule->sides; i++)
            player[i] = i > (number == 0 ? 1 : 0);
        return;
    }
    int next = 0;
    for (int i = 0; i < schedule->sides; i++) {
        int to_come = schedule->sides - i - 1;
        for (;; next++) {
            int after = schedule->players - next - 1;
            int with_next = to_come == 0 ? 1 : to_come == 1 ? after : choose(after, to_come);
            if (number < with_next)
                break;
            number -= with_next;
        }
        player[i] = next++;
    }
}

void lud_schedule_game(const LudSchedule *schedule, int64_t game, LudSeating *seating)
{
    int sides = schedule->sides;
    seating->group = game / sides;
    seating->rotation = (int)(game % sides);
    seating->lineup = (int)(seating->group % schedule->lineups);
    seating->round = seating->group / schedule->lineups;
    int lineup[LUD_MAX_SIDES];
    find_lineup(schedule, seating->lineup, lineup);
    /* Turning a circle of three never changes who sits before whom, so every other round has it the
     * other way round. */
    bool is_reversed = sides > 2 && seating->round % 2 == 1;
    for (int side = 0; side < sides; side++) {
        int place = (side + seating->rotation) % sides;
        seating->player[side] = lineup[is_reversed ? sides - 1 - place : place];
    }
}

uint64_t lud_tournament_seed(uint64_t seed, LudSeedUse use, uint64_t first, uint64_t second)
{
    const uint64_t parts[] = {(uint64_t)use, first, second};
    LudRandom random;
    lud_random_seed(&random, seed);
    for (int i = 0; i < 3; i++)
        lud_random_seed(&random, lud_random_next(&random) ^ parts[i]);
    return lud_random_next(&random) >> 1;
}
