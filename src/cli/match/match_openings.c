/* The first moves of the games of a match: from a file, or at random. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/match/match_setup.h"

enum { LINE_BYTES = 8192, MOST_MOVES = 2 * MATCH_MOST_PLIES, ATTEMPTS = 200 };

void match_openings_free(MatchOpenings *openings)
{
    for (int64_t i = 0; openings->starts && i < openings->count; i++)
        free(openings->starts[i]);
    free(openings->starts);
    free(openings->moves);
    free(openings->first);
    *openings = (MatchOpenings){0};
}

MatchOpening match_opening(const MatchSetup *setup, int64_t round)
{
    const MatchOpenings *openings = &setup->openings;
    if (openings->count == 0)
        return (MatchOpening){0};
    int64_t i = round % openings->count;
    return (MatchOpening){.start = openings->starts ? openings->starts[i] : NULL,
                          .moves = openings->moves + openings->first[i],
                          .move_count = (int)(openings->first[i + 1] - openings->first[i])};
}

/* -- from a file ------------------------------------------------------------------------------- */

/* Adds an opening: the moves of `play`, and where it began if `start` says that it is not as usual.
 */
static bool keep(MatchOpenings *openings, const LudPlay *play, const LudState *start)
{
    int length = lud_play_length(play);
    size_t count = (size_t)openings->count;
    int64_t used = count > 0 ? openings->first[count] : 0;
    int64_t *first = realloc(openings->first, (count + 2) * sizeof first[0]);
    if (first)
        openings->first = first;
    LudMove *moves = realloc(openings->moves, (size_t)(used + length + 1) * sizeof moves[0]);
    if (moves)
        openings->moves = moves;
    LudState **starts = realloc(openings->starts, (count + 1) * sizeof starts[0]);
    if (starts)
        openings->starts = starts;
    if (!first || !moves || !starts)
        return false;
    starts[count] = start ? malloc(sizeof **starts) : NULL;
    if (start && !starts[count])
        return false;
    if (start)
        *starts[count] = *start;
    if (length > 0)
        memcpy(moves + used, lud_play_history(play), (size_t)length * sizeof moves[0]);
    first[count] = used;
    first[count + 1] = used + length;
    openings->count++;
    return true;
}

/* A line is a list of moves if its first word is one; else it must be a position. */
static int read_line(MatchSetup *setup, LudPlay *play, const char *line, int number)
{
    LudError err, position_err;
    LudState start;
    char text[REPORT_BYTES];
    bool has_start = false;
    lud_play_restart(play, NULL);
    LudStatus status = lud_play_moves_text(play, line, &err);
    if (status != LUD_OK && lud_play_length(play) == 0) {
        if (lud_state_read(&start, &setup->rules, line, NULL, 0, &position_err) == LUD_OK) {
            lud_play_restart(play, &start);
            has_start = true;
            status = LUD_OK;
        } else if (strcspn(line, " \t") > 12 || strchr(line, '/')) {
            err = position_err; /* that is what it looks like */
        }
    }
    if (status != LUD_OK) {
        report_text(&err, text, sizeof text);
        return report_usage(_("%s, line %d: this is neither a position nor moves: %s"),
                            setup->openings_path, number, text);
    }
    if (lud_play_turn(play) == LUD_OVER)
        return report_usage(_("%s, line %d: the game is over there; leave this opening out."),
                            setup->openings_path, number);
    return keep(&setup->openings, play, has_start ? &start : NULL) ? EXIT_SUCCESS : report_memory();
}

static int read_lines(MatchSetup *setup, FILE *file)
{
    LudPlay *play = NULL;
    char line[LINE_BYTES];
    int status = EXIT_SUCCESS;
    if (lud_play_new(&play, &setup->rules, NULL, NULL) != LUD_OK)
        return report_memory();
    uint64_t hash = 0xcbf29ce484222325u;
    for (int number = 1; status == EXIT_SUCCESS && fgets(line, sizeof line, file); number++) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *text = line + strspn(line, " \t");
        if (*text == '\0' || *text == '#')
            continue;
        for (const char *at = text; *at; at++)
            hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
        hash = (hash ^ '\n') * 0x100000001b3u;
        status = read_line(setup, play, text, number);
    }
    lud_play_free(play);
    setup->openings.hash = hash;
    return status;
}

int match_openings_read(MatchSetup *setup)
{
    FILE *file = fopen(setup->openings_path, "r");
    if (!file)
        return report_file(setup->openings_path);
    int status = read_lines(setup, file);
    bool has_failed = ferror(file) != 0;
    fclose(file);
    if (status != EXIT_SUCCESS)
        return status;
    if (has_failed)
        return report_file(setup->openings_path);
    if (setup->openings.count == 0)
        return report_usage(_("%s holds no opening; write one a line, a position or moves."),
                            setup->openings_path);
    return EXIT_SUCCESS;
}

/* -- at random --------------------------------------------------------------------------------- */

/* The positions that openings led to so far, by key. */
typedef struct KeySet {
    uint64_t *keys;
    size_t mask;
} KeySet;

static uint64_t *key_place(const KeySet *set, uint64_t key)
{
    size_t at = key & set->mask;
    while (set->keys[at] != 0 && set->keys[at] != key)
        at = (at + 1) & set->mask;
    return &set->keys[at];
}

static bool has_key(const KeySet *set, uint64_t key)
{
    return *key_place(set, key + (key == 0)) != 0;
}

static void add_key(KeySet *set, uint64_t key)
{
    key += key == 0;
    *key_place(set, key) = key;
}

/* Plays random moves until `plies` of players are made; false if the game ended on the way. */
static bool draw_moves(LudPlay *play, int plies, LudRandom *random)
{
    for (int made = 0; made < plies;) {
        const LudMove *list;
        int turn = lud_play_turn(play);
        if (turn == LUD_OVER)
            return false;
        if (turn == LUD_CHANCE) {
            LudMove outcome;
            lud_play_roll(play, random, &outcome, NULL);
            continue;
        }
        int count = lud_play_moves(play, &list);
        lud_play_move(play, list[lud_random_below(random, (uint32_t)count)], NULL);
        made++;
    }
    return lud_play_turn(play) != LUD_OVER;
}

/* No opening could be drawn: says why. */
static int report_no_opening(const MatchSetup *setup, bool has_any)
{
    if (has_any)
        return report_usage(_("Of %d random openings none is worth less than %d to either side; "
                              "allow more with --balance, or choose other --plies."),
                            ATTEMPTS, setup->balance + 1);
    return report_usage(
        _("Games are over before %d random plies have been played; choose fewer with --plies."),
        setup->plies);
}

/* The opening of a round that a certain attempt draws; false if the game ended on the way. */
static bool draw_attempt(const MatchSetup *setup, LudPlay *play, int64_t round, int attempt)
{
    LudRandom random;
    lud_random_seed(&random, lud_tournament_seed(setup->seed, LUD_SEED_OPENING, (uint64_t)round,
                                                 (uint64_t)attempt));
    lud_play_restart(play, NULL);
    return draw_moves(play, setup->plies, &random);
}

/* Draws until an opening is new, and even if that is asked for. Where all have been had, which
 * happens with few plies, one comes again. */
static int draw_one(MatchSetup *setup, LudPlay *play, int64_t round, KeySet *seen,
                    MatchBalance *balance)
{
    int again = -1;
    bool has_any = false, is_even = false;
    for (int attempt = 0; attempt < ATTEMPTS && !is_even; attempt++) {
        if (!draw_attempt(setup, play, round, attempt))
            continue;
        has_any = true;
        uint64_t key = setup->rules.game->rules.key(lud_play_state(play));
        if (has_key(seen, key)) {
            again = attempt;
            continue;
        }
        int status = match_balance_judge(balance, play, &is_even);
        if (status != EXIT_SUCCESS)
            return status;
        if (is_even)
            add_key(seen, key);
    }
    if (!is_even && again < 0)
        return report_no_opening(setup, has_any);
    if (!is_even)
        draw_attempt(setup, play, round, again);
    return keep(&setup->openings, play, NULL) ? EXIT_SUCCESS : report_memory();
}

int match_openings_draw(MatchSetup *setup)
{
    if (setup->plies == 0)
        return EXIT_SUCCESS;
    int64_t group = setup->schedule.sides * (int64_t)setup->schedule.lineups;
    int64_t rounds = (setup->games + group - 1) / group;
    size_t places = 16;
    while (places < 2 * (size_t)rounds)
        places *= 2;
    KeySet seen = {.keys = calloc(places, sizeof seen.keys[0]), .mask = places - 1};
    LudPlay *play = NULL;
    MatchBalance balance;
    int status = match_balance_open(&balance, setup);
    if (status == EXIT_SUCCESS &&
        (!seen.keys || lud_play_new(&play, &setup->rules, NULL, NULL) != LUD_OK))
        status = report_memory();
    for (int64_t round = 0; status == EXIT_SUCCESS && round < rounds; round++)
        status = draw_one(setup, play, round, &seen, &balance);
    match_balance_close(&balance);
    lud_play_free(play);
    free(seen.keys);
    return status;
}
