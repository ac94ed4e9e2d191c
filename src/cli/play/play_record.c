/* Players, clocks and the series as tags of a record, so that a saved game can be gone on with. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/play/play_clock.h"
#include "cli/play/play_record.h"
#include "shell/line_number.h"
#include "shell/terminal.h"

enum { TAG_BYTES = 64, DAY_MS = 24 * 3600 * 1000 };

/* The tag of a seat, e.g. South, with an ending: SouthType, SouthClock. */
static void seat_tag(const LudRules *rules, int seat, const char *ending, char tag[TAG_BYTES])
{
    snprintf(tag, TAG_BYTES, "%s%s", lud_record_player_tag(rules, seat), ending);
}

static bool set(Session *session, const char *tag, const char *value)
{
    return lud_record_set_tag(session->record, tag, value, NULL) == LUD_OK;
}

static bool describe_seats(Session *session)
{
    const LudRules *rules = lud_play_rules(session->play);
    for (int seat = 0; seat < session->match.players; seat++) {
        const Player *player = &session->setup.player[lud_match_player_at(&session->match, seat)];
        char tag[TAG_BYTES], left[32] = "";
        seat_tag(rules, seat, "", tag);
        if (!set(session, tag, *player->name ? player->name : NULL))
            return false;
        seat_tag(rules, seat, "Type", tag);
        char spec[LUD_PLAYER_TEXT];
        lud_player_spec_print(&player->spec, spec);
        if (!set(session, tag, player->is_computer ? spec : NULL))
            return false;
        seat_tag(rules, seat, "Clock", tag);
        int64_t ms = lud_play_clock_ms(session->play, seat);
        snprintf(left, sizeof left, "%" PRId64 ".%03d", ms / 1000, (int)(ms % 1000));
        if (!set(session, tag, lud_play_has_clock(session->play) ? left : NULL))
            return false;
    }
    return true;
}

/* "900+5" in seconds, or "3d" for each move. */
static void write_control(const Session *session, char *text, size_t size)
{
    const PlaySetup *setup = &session->setup;
    if (setup->increment_ms == CLOCK_RENEWED)
        snprintf(text, size, "%" PRId64 "d", setup->base_ms / DAY_MS);
    else
        snprintf(text, size, "%" PRId64 "+%" PRId64, setup->base_ms / 1000,
                 setup->increment_ms / 1000);
}

/* "2/3 seats 1 0 points 2 0 wins 1 0 draws 0 seeds 60 36 starter 1": the game of how many, and what
 * LudMatch knows. Only needed while the series is not over. */
static bool describe_series(Session *session)
{
    const LudMatch *match = &session->match;
    if (session->setup.games < 2)
        return set(session, "Series", NULL);
    char text[256];
    int used = snprintf(text, sizeof text, "%d/%d", match->games + 1, session->setup.games);
    const struct {
        const char *name;
        const int *numbers;
    } lists[] = {{"seats", match->seat_of},
                 {"points", match->half_points},
                 {"wins", match->wins},
                 {"seeds", match->score}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, " %s", lists[i].name);
        for (int player = 0; player < match->players; player++)
            used +=
                snprintf(text + used, sizeof text - (size_t)used, " %d", lists[i].numbers[player]);
    }
    snprintf(text + used, sizeof text - (size_t)used, " draws %d starter %d", match->draws,
             match->starter);
    return set(session, "Series", text);
}

bool record_describe(Session *session)
{
    char text[64];
    time_t now = time(NULL);
    struct tm local;
    if (!lud_record_tag(session->record, "Date") && localtime_r(&now, &local)) {
        strftime(text, sizeof text, "%Y.%m.%d", &local);
        if (!set(session, "Date", text))
            return false;
    }
    if (lud_play_has_clock(session->play)) {
        write_control(session, text, sizeof text);
        if (!set(session, "TimeControl", text))
            return false;
    }
    return describe_seats(session) && describe_series(session);
}

/* -- and back --------------------------------------------------------------------------------- */

static const char *tag_of(const LudRecord *record, const LudRules *rules, int seat,
                          const char *ending)
{
    char tag[TAG_BYTES];
    seat_tag(rules, seat, ending, tag);
    return lud_record_tag(record, tag);
}

static void adopt_players(Session *session, const LudRecord *record, const LudRules *rules)
{
    for (int seat = 0; seat < session->match.players; seat++) {
        Player *player = &session->setup.player[lud_match_player_at(&session->match, seat)];
        const char *name = tag_of(record, rules, seat, "");
        const char *type = tag_of(record, rules, seat, "Type");
        player->is_computer = type && lud_player_spec_parse(type, &player->spec, NULL) == LUD_OK &&
                              player->spec.kind != LUD_PLAYER_COMMAND;
        snprintf(player->name, sizeof player->name, "%s", name ? name : "");
    }
}

/* Reads what write_control() wrote; false if it is none of that. */
static bool read_control(const char *control, PlaySetup *setup)
{
    enum { MOST_SECONDS = 7 * 24 * 3600 };
    int base = 0, increment = 0, length = 0;
    size_t digits = strspn(control, "0123456789");
    if (digits > 0 && strcmp(control + digits, "d") == 0)
        return clock_read(control, &setup->base_ms, &setup->increment_ms);
    if (sscanf(control, "%8d+%8d%n", &base, &increment, &length) != 2 || control[length] ||
        base < 1 || base > MOST_SECONDS || increment < 0 || increment > MOST_SECONDS)
        return false;
    setup->base_ms = (int64_t)base * 1000;
    setup->increment_ms = (int64_t)increment * 1000;
    return true;
}

static void adopt_clock(Session *session, const LudRecord *record, LudPlay *play)
{
    const char *control = lud_record_tag(record, "TimeControl");
    session->setup.has_clock = control && read_control(control, &session->setup);
    if (!session->setup.has_clock)
        return;
    session->timed_length = lud_play_length(play);
    lud_play_set_clock(play, session->setup.base_ms, session->setup.increment_ms,
                       terminal_now_ms());
    for (int seat = 0; seat < session->match.players; seat++) {
        const char *left = tag_of(record, lud_play_rules(play), seat, "Clock");
        int seconds = 0, ms = 0;
        if (left && sscanf(left, "%8d.%3d", &seconds, &ms) == 2 && seconds >= 0 && ms >= 0)
            lud_play_set_clock_ms(play, seat, (int64_t)seconds * 1000 + ms);
    }
}

/* Reads the name of a list and as many numbers as there are players, each from 0 to `most`. */
static const char *read_list(const char *at, const char *name, int players, int most, int *numbers)
{
    size_t length = strlen(name);
    if (!at || at[0] != ' ' || strncmp(at + 1, name, length) != 0)
        return NULL;
    at += 1 + length;
    for (int i = 0; i < players && at; i++)
        at = *at == ' ' ? line_number(at + 1, most, &numbers[i]) : NULL;
    return at;
}

/* Each seat must have one player. */
static bool are_seats(const int *seat_of, int players)
{
    unsigned taken = 0;
    for (int i = 0; i < players; i++)
        taken |= 1u << seat_of[i];
    return taken == (1u << players) - 1;
}

static void adopt_series(Session *session, const LudRecord *record)
{
    enum { MOST_POINTS = 1000000 };
    LudMatch match = session->match;
    int n = match.players, number = 0, games = 0;
    const char *at = lud_record_tag(record, "Series");
    if (at)
        at = line_number(at, MOST_GAMES, &number);
    at = at && *at == '/' ? line_number(at + 1, MOST_GAMES, &games) : NULL;
    at = read_list(at, "seats", n, n - 1, match.seat_of);
    at = read_list(at, "points", n, MOST_POINTS, match.half_points);
    at = read_list(at, "wins", n, MOST_POINTS, match.wins);
    at = read_list(at, "seeds", n, MOST_POINTS, match.score);
    at = read_list(at, "draws", 1, MOST_POINTS, &match.draws);
    at = read_list(at, "starter", 1, n - 1, &match.starter);
    if (!at || *at || number < 1 || number > games || !are_seats(match.seat_of, n))
        return;
    match.games = number - 1;
    session->match = match;
    session->setup.games = games;
}

void record_adopt(Session *session, LudRecord *record)
{
    LudPlay *play = lud_record_play(record);
    const LudRules *rules = lud_play_rules(play);
    session->setup.rules = *rules;
    session->setup.has_position = false;
    session->setup.games = 1;
    lud_match_begin_seated(&session->match, rules, 0, &session->random);
    adopt_series(session, record);
    adopt_players(session, record, rules);
    adopt_clock(session, record, play);
}
