#include <ludoteca/match.h>

static int throw_two_dice(LudRandom *random)
{
    return 2 + (int)lud_random_below(random, 6) + (int)lud_random_below(random, 6);
}

void lud_roll_off_begin(LudRollOff *roll_off, int players)
{
    *roll_off = (LudRollOff){.players = players};
    for (int i = 0; i < players; i++)
        roll_off->leads[i] = true;
}

bool lud_roll_off_take(LudRollOff *roll_off, int total[LUD_MAX_SEATS][2])
{
    /* Rounds past the last kept one overwrite it: what stays is the round that decided. */
    int kept = roll_off->rounds < LUD_ROLL_OFF_ROUNDS ? roll_off->rounds : LUD_ROLL_OFF_ROUNDS - 1;
    int best = 0, leaders = 0, better[LUD_MAX_SEATS] = {0};
    for (int i = 0; i < roll_off->players; i++) {
        roll_off->round[kept].throws_again[i] = roll_off->leads[i];
        for (int j = 0; j < 2; j++) {
            int thrown = roll_off->leads[i] ? total[i][j] : 0;
            roll_off->round[kept].total[i][j] = thrown;
            better[i] = thrown > better[i] ? thrown : better[i];
        }
        best = better[i] > best ? better[i] : best;
    }
    for (int i = 0; i < roll_off->players; i++) {
        roll_off->leads[i] = roll_off->leads[i] && better[i] == best;
        leaders += roll_off->leads[i];
        if (roll_off->leads[i])
            roll_off->winner = i;
    }
    roll_off->rounds++;
    return leaders == 1;
}

void lud_roll_off(int players, LudRandom *random, LudRollOff *roll_off)
{
    int total[LUD_MAX_SEATS][2];
    lud_roll_off_begin(roll_off, players);
    do {
        for (int i = 0; i < players; i++) {
            for (int j = 0; j < 2; j++)
                total[i][j] = roll_off->leads[i] ? throw_two_dice(random) : 0;
        }
    } while (!lud_roll_off_take(roll_off, total));
}

/* Where the rules say which seat starts; of LUD_STARTER_OPTION. */
static int8_t *first_seat(LudRules *rules)
{
    return &rules->options.value[lud_option_find(rules->game, LUD_OPTION_FIRST)];
}

/* Who starts follows from the seats, except where dice are thrown for it. */
static void find_starter(LudMatch *match, LudRandom *random)
{
    LudRules *rules = &match->rules;
    if (rules->game->rules.starter == LUD_STARTER_ROLL_OFF) {
        lud_roll_off(match->players, random, &match->roll_off);
        match->starter = match->roll_off.winner;
    } else if (rules->game->rules.starter == LUD_STARTER_OPTION) {
        match->starter = lud_match_player_at(match, *first_seat(rules));
    } else {
        match->starter = lud_match_player_at(match, 0);
    }
}

void lud_match_begin_seated(LudMatch *match, const LudRules *rules, int seat, LudRandom *random)
{
    LudState start;
    lud_rules_start(rules, &start);
    *match = (LudMatch){.rules = *rules, .players = rules->game->rules.seats(&start)};
    for (int i = 0; i < match->players; i++)
        match->seat_of[i] = (seat + i) % match->players;
    find_starter(match, random);
}

void lud_match_begin(LudMatch *match, const LudRules *rules, LudRandom *random)
{
    bool draws_lots = rules->game->rules.starter != LUD_STARTER_ROLL_OFF;
    lud_match_begin_seated(match, rules, draws_lots ? (int)lud_random_below(random, 2) : 0, random);
}

int lud_match_player_at(const LudMatch *match, int seat)
{
    for (int i = 0; i < match->players; i++) {
        if (match->seat_of[i] == seat)
            return i;
    }
    return -1;
}

void lud_match_game(const LudMatch *match, LudRules *rules, LudState *start)
{
    *rules = match->rules;
    int seat = match->seat_of[match->starter];
    if (rules->game->rules.starter == LUD_STARTER_OPTION)
        *first_seat(rules) = (int8_t)seat;
    lud_rules_start(rules, start);
    if (rules->game->rules.starter == LUD_STARTER_ROLL_OFF)
        rules->game->rules.set_starter(start, seat);
}

/* Makes `player` the one who starts: by taking the seat that does, or by keeping seats and saying
 * who is first. Two players only. */
static void let_start(LudMatch *match, int player)
{
    match->starter = player;
    if (match->rules.game->rules.starter == LUD_STARTER_SEAT_0) {
        match->seat_of[player] = 0;
        match->seat_of[1 - player] = 1;
    }
}

void lud_match_next(LudMatch *match, const LudResult *result, LudRandom *random)
{
    match->games++;
    for (int i = 0; i < match->players; i++) {
        int side = match->seat_of[i] % result->sides;
        match->half_points[i] += result->points[side];
        match->wins[i] += result->points[side] == 2;
        match->score[i] += result->has_score ? result->score[side] : 0;
    }
    int winner = lud_result_winner(result);
    match->draws += winner < 0;
    if (match->rules.game->rules.starter == LUD_STARTER_ROLL_OFF)
        find_starter(match, random);
    else if (winner < 0)
        let_start(match, 1 - match->starter);
    else
        let_start(match, 1 - lud_match_player_at(match, winner));
}
