/* Hand-worked rule cases: runs the files of tests/data/cases; tests/README.md has their format. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "support/data_file.h"
#include "support/tap.h"

typedef struct Case {
    const DataFile *file;
    LudRules rules;
    LudState s;
    unsigned parse_flags;
    LudMove moves[LUD_MAX_MOVES];
    char why[4096]; /* what differed */
} Case;

static bool differ(Case *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool differ(Case *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
    return false;
}

static bool differ_error(Case *c, const char *what, const LudError *err)
{
    char message[2048];
    lud_error_text(err, NULL, message, sizeof message);
    return differ(c, "%s: %s", what, message);
}

static const char *field(const Case *c, int index)
{
    return index < c->file->fields ? c->file->field[index] : "";
}

static LudStatus read_position(Case *c, const char *text, LudState *s, LudError *err)
{
    return c->rules.game->text.state_parse(s, &c->rules.options, text, c->parse_flags, err);
}

/* -- comparing ----------------------------------------------------------------------------------
 */

static bool is_position(Case *c, const LudState *s, const char *wanted)
{
    char found[LUD_STATE_TEXT];
    c->rules.game->text.state_print(s, found);
    if (strcmp(found, wanted) == 0)
        return true;
    return differ(c, "position  %s\nwanted    %s", found, wanted);
}

/* `wanted` and `reason` are empty if the game is to go on. */
static bool is_result(Case *c, const LudResult *result, const char *wanted, const char *reason)
{
    char found[LUD_RESULT_TEXT] = "";
    const char *found_reason = "";
    if (result->reason != LUD_REASON_NONE) {
        lud_result_print_score(result, found);
        found_reason = lud_reason_name(result->reason);
    }
    if (strcmp(found, wanted) == 0 && strcmp(found_reason, reason) == 0)
        return true;
    return differ(c, "result  %s %s\nwanted  %s %s", *found ? found : "none", found_reason,
                  *wanted ? wanted : "none", reason);
}

static bool is_listed(Case *c, const LudState *s, LudMove m)
{
    int count = c->rules.game->rules.moves(s, c->moves);
    for (int i = 0; i < count; i++) {
        if (c->moves[i] == m)
            return true;
    }
    return false;
}

/* -- one check for each directive ----------------------------------------------------------------
 */

static bool check_move_refused(Case *c, const char *text, LudStatus wanted)
{
    LudMove m;
    LudStatus status = c->rules.game->text.move_parse(&c->s, text, &m, NULL);
    if (wanted == LUD_EMOVE)
        return status == LUD_EMOVE || differ(c, "%s was read, status %d", text, (int)status);
    if (status == LUD_OK && !is_listed(c, &c->s, m))
        return true;
    if (status == LUD_EILLEGAL)
        return true;
    return differ(c, status == LUD_OK ? "%s is legal" : "%s can't be read", text);
}

static bool check_move(Case *c)
{
    const char *text = field(c, 2), *after = field(c, 3);
    if (c->file->fields == 4 && strcmp(after, "illegal") == 0)
        return check_move_refused(c, text, LUD_EILLEGAL);
    if (c->file->fields == 4 && strcmp(after, "unreadable") == 0)
        return check_move_refused(c, text, LUD_EMOVE);
    if (c->file->fields != 4 && c->file->fields != 6)
        return differ(c, "neither a directive nor a move with 1 or 3 fields: %s", text);
    LudMove m;
    LudError err;
    if (c->rules.game->text.move_parse(&c->s, text, &m, &err) != LUD_OK)
        return differ_error(c, "unreadable", &err);
    if (!is_listed(c, &c->s, m))
        return differ(c, "%s is not legal", text);
    LudState next = c->s;
    c->rules.game->rules.apply(&next, m);
    LudResult result;
    lud_state_result(c->rules.game, &next, &result);
    return is_position(c, &next, after) && is_result(c, &result, field(c, 4), field(c, 5));
}

static bool check_same_as(Case *c)
{
    char first[LUD_MOVE_TEXT], second[LUD_MOVE_TEXT], printed[LUD_MOVE_TEXT];
    if (sscanf(field(c, 3), "%63s %63s", first, second) != 2)
        return differ(c, "two moves are needed");
    LudMove a, b;
    LudError err;
    const LudGame *game = c->rules.game;
    if (game->text.move_parse(&c->s, first, &a, &err) != LUD_OK ||
        game->text.move_parse(&c->s, second, &b, &err) != LUD_OK)
        return differ_error(c, "unreadable", &err);
    game->text.move_print(&c->s, a, printed);
    if (a != b || !is_listed(c, &c->s, a))
        return differ(c, a != b ? "they are different moves" : "the move is not legal");
    return strcmp(printed, first) == 0 || differ(c, "printed as %s", printed);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool check_moves(Case *c)
{
    static char found[LUD_MAX_MOVES][LUD_MOVE_TEXT], wanted[LUD_MAX_MOVES][LUD_MOVE_TEXT];
    int count = c->rules.game->rules.moves(&c->s, c->moves), wanted_count = 0;
    for (int i = 0; i < count; i++)
        c->rules.game->text.move_print(&c->s, c->moves[i], found[i]);
    char *list = c->file->field[3];
    if (strcmp(field(c, 3), "-") != 0) {
        for (char *word = strtok(list, " "); word; word = strtok(NULL, " "))
            snprintf(wanted[wanted_count++], LUD_MOVE_TEXT, "%s", word);
    }
    qsort(found, (size_t)count, LUD_MOVE_TEXT, by_bytes);
    qsort(wanted, (size_t)wanted_count, LUD_MOVE_TEXT, by_bytes);
    int f = 0, w = 0;
    size_t length = 0;
    c->why[0] = '\0';
    while ((f < count || w < wanted_count) && length + 80 < sizeof c->why) {
        int order = f == count ? 1 : w == wanted_count ? -1 : strcmp(found[f], wanted[w]);
        if (order != 0)
            length += (size_t)snprintf(c->why + length, sizeof c->why - length, "%s %s; ",
                                       order < 0 ? "unexpected" : "missing",
                                       order < 0 ? found[f] : wanted[w]);
        f += order <= 0;
        w += order >= 0;
    }
    return length == 0;
}

static bool check_count(Case *c)
{
    int count = c->rules.game->rules.moves(&c->s, c->moves);
    return count == atoi(field(c, 3)) || differ(c, "%d moves", count);
}

static bool check_over(Case *c)
{
    LudResult result;
    lud_state_result(c->rules.game, &c->s, &result);
    if (c->rules.game->rules.moves(&c->s, c->moves) != 0)
        return differ(c, "there are moves");
    return is_result(c, &result, field(c, 3), field(c, 4));
}

static bool check_perft(Case *c)
{
    int depth = 0;
    for (char *word = strtok(c->file->field[3], " "); word; word = strtok(NULL, " ")) {
        uint64_t wanted = strtoull(word, NULL, 10);
        uint64_t found = lud_perft(c->rules.game, &c->s, ++depth);
        if (found != wanted)
            return differ(c, "perft %d is %llu", depth, (unsigned long long)found);
    }
    return depth > 0 || differ(c, "no numbers");
}

static bool check_offer(Case *c)
{
    static const char *const names[] = {"none", "no-capture", "unforced"};
    LudPlay *play;
    LudError err;
    if (lud_play_new(&play, &c->rules, &c->s, &err) != LUD_OK)
        return differ_error(c, "no game", &err);
    LudOffer offer = lud_play_offer(play);
    lud_play_free(play);
    return strcmp(names[offer], field(c, 3)) == 0 || differ(c, "offer is %s", names[offer]);
}

static LudStatus play_word(LudPlay *play, const char *word, LudError *err)
{
    if (strcmp(word, "draw") == 0)
        return lud_play_agree_draw(play, err);
    if (strcmp(word, "finish") == 0)
        return lud_play_agree_finish(play, err);
    if (strcmp(word, "resign") == 0) {
        int seat = lud_play_turn(play);
        if (seat == LUD_CHANCE)
            seat = lud_play_rules(play)->game->chance->roller(lud_play_state(play));
        return lud_play_drop(play, seat, LUD_REASON_RESIGNED, err);
    }
    return lud_play_move_text(play, word, err);
}

static bool check_play(Case *c)
{
    LudPlay *play;
    LudError err;
    if (lud_play_new(&play, &c->rules, &c->s, &err) != LUD_OK)
        return differ_error(c, "no game", &err);
    bool passed = true;
    for (char *word = strtok(c->file->field[3], " "); word && passed; word = strtok(NULL, " ")) {
        if (play_word(play, word, &err) != LUD_OK)
            passed = differ_error(c, word, &err);
    }
    LudResult result;
    lud_play_result(play, &result);
    passed = passed && is_position(c, lud_play_state(play), field(c, 4)) &&
             is_result(c, &result, field(c, 5), field(c, 6));
    lud_play_free(play);
    return passed;
}

/* "9,4 9,2 5,5 / 6,6 7,3 -": the throws of each player, round by round. */
static bool check_roll_off(Case *c)
{
    LudRollOff roll_off;
    int total[LUD_MAX_SEATS][2] = {{0}}, player = 0, winner = atoi(field(c, 4));
    bool is_decided = false;
    lud_roll_off_begin(&roll_off, c->rules.game->rules.seats(&c->s));
    for (char *word = strtok(c->file->field[3], " "); word; word = strtok(NULL, " ")) {
        if (is_decided)
            return differ(c, "decided before %s", word);
        if (strcmp(word, "/") == 0)
            continue;
        bool is_pair = sscanf(word, "%d,%d", &total[player][0], &total[player][1]) == 2;
        if (is_pair != roll_off.leads[player])
            return differ(c, "player %d: %s", player + 1, word);
        player = (player + 1) % roll_off.players;
        if (player == 0)
            is_decided = lud_roll_off_take(&roll_off, total);
    }
    if (is_decided != (winner > 0) || (is_decided && roll_off.winner != winner - 1))
        return differ(c, "player %d leads, %s", roll_off.winner + 1, is_decided ? "alone" : "tied");
    return true;
}

/* Results of games one after the other, by seat; then who starts each of them and the next. */
static bool check_series(Case *c)
{
    LudMatch match;
    LudRandom random;
    lud_random_seed(&random, 1);
    lud_match_begin_seated(&match, &c->rules, 0, &random);
    char starters[64];
    int length = snprintf(starters, sizeof starters, "%d", match.starter + 1);
    for (char *word = strtok(c->file->field[3], " "); word; word = strtok(NULL, " ")) {
        LudResult result = {.reason = LUD_REASON_RESIGNED, .sides = 2, .culprit = -1};
        bool is_draw = strcmp(word, "1/2-1/2") == 0;
        result.points[0] = is_draw ? 1 : word[0] == '1' ? 2 : 0;
        result.points[1] = 2 - result.points[0];
        lud_match_next(&match, &result, &random);
        length +=
            snprintf(starters + length, sizeof starters - (size_t)length, " %d", match.starter + 1);
    }
    return strcmp(starters, field(c, 4)) == 0 || differ(c, "players %s start", starters);
}

static bool check_refused(Case *c, const char *position)
{
    LudError err;
    LudState s;
    if (read_position(c, position, &s, &err) == LUD_OK)
        return differ(c, "the position was accepted");
    char message[2048];
    lud_error_text(&err, NULL, message, sizeof message);
    return strstr(message, field(c, 3)) || differ(c, "the message is: %s", message);
}

/* -- the driver ----------------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    bool (*check)(Case *c);
    int fields, more_fields; /* how many a line may have */
} directives[] = {
    {"same-as", check_same_as, 4, 4},   {"moves", check_moves, 4, 4},
    {"count", check_count, 4, 4},       {"over", check_over, 5, 5},
    {"perft", check_perft, 4, 4},       {"offer", check_offer, 4, 4},
    {"play", check_play, 5, 7},         {"series", check_series, 5, 5},
    {"roll-off", check_roll_off, 5, 5},
};

static bool check(Case *c)
{
    LudError err;
    if (c->file->fields < 4)
        return differ(c, "only %d fields", c->file->fields);
    if (lud_rules_parse(field(c, 0), &c->rules, &err) != LUD_OK)
        return differ_error(c, "rules", &err);
    const char *position = field(c, 1);
    if (strncmp(position, "fragment ", 9) == 0) {
        c->parse_flags = LUD_PARSE_FRAGMENT;
        position += 9;
    }
    if (strcmp(field(c, 2), "refused") == 0)
        return check_refused(c, position);
    if (strcmp(position, "start") == 0)
        lud_rules_start(&c->rules, &c->s);
    else if (read_position(c, position, &c->s, &err) != LUD_OK)
        return differ_error(c, "position", &err);
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        if (strcmp(directives[i].name, field(c, 2)) != 0)
            continue;
        if (c->file->fields != directives[i].fields && c->file->fields != directives[i].more_fields)
            return differ(c, "%s does not take %d fields", field(c, 2), c->file->fields - 3);
        return directives[i].check(c);
    }
    return check_move(c);
}

static void run_file(const char *path)
{
    static Case c;
    DataFile file;
    data_file_open(&file, path);
    int cases = 0;
    while (data_file_next(&file)) {
        c = (Case){.file = &file};
        cases++;
        if (!tap_report(check(&c), "%s:%d", file.name, file.line)) {
            tap_note("%s", file.comment);
            tap_note("%s", c.why);
        }
    }
    if (cases == 0)
        tap_report(false, "%s: no cases", file.name);
    data_file_close(&file);
}

int main(int argc, char **argv)
{
    if (argc != 3 || data_file_each(argv[1], argv[2], run_file) == 0)
        tap_report(false, "usage: test_cases DIRECTORY PREFIX, with files that match");
    return tap_finish();
}
