/* The files of a match: its progress, from which it goes on after whatever ended it, and the
 * records of its games. docs/MATCH.md describes the first. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/match/match_run.h"
#include "shell/output.h"

enum {
    HEAD_BYTES = (LUD_TOURNAMENT_PLAYERS + 2) * LUD_PLAYER_TEXT,
    LINE_BYTES = LUD_MAX_SIDES * (MATCH_DETAIL + 64) + 128,
};
static const char magic[] = "ludoteca-match 1\n", begin_mark[] = "begin\n";

/* -- the head: what makes it this match -------------------------------------------------------- */

static void add(char *head, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(char *head, const char *format, ...)
{
    size_t used = strlen(head);
    va_list args;
    va_start(args, format);
    vsnprintf(head + used, HEAD_BYTES - used, format, args);
    va_end(args);
}

/* All that the games depend on. How many there are, and how many at once, may change. */
static void write_head(const MatchSetup *setup, char head[HEAD_BYTES])
{
    char rules[LUD_RULES_TEXT];
    lud_rules_print(&setup->rules, rules);
    snprintf(head, HEAD_BYTES, "%s", magic);
    add(head, "game %s\n", rules);
    for (int i = 0; i < setup->player_count; i++)
        add(head, "player %s\n", setup->player[i].name);
    add(head, "seed %" PRIu64 "\n", setup->seed);
    if (setup->openings_path)
        add(head, "openings %016" PRIx64 "\n", setup->openings.hash);
    else
        add(head, "plies %d\n", setup->plies);
    if (setup->has_balance)
        add(head, "balance %d\n", setup->balance);
    add(head, "time %" PRId64 "\n", setup->control.move_ms);
    add(head, "clock %" PRId64 "+%" PRId64 "\n", setup->control.clock_ms,
        setup->control.increment_ms);
    add(head, "move-limit %d\n", setup->move_limit);
    add(head, "records %s\n", setup->records_path ? "yes" : "no");
    add(head, "%s", begin_mark);
}

/* Names the first line in which two heads differ. */
static int report_difference(const char *path, const char *theirs, const char *ours)
{
    while (*theirs && *ours) {
        size_t their_length = strcspn(theirs, "\n"), our_length = strcspn(ours, "\n");
        if (their_length != our_length || memcmp(theirs, ours, our_length) != 0)
            return report_usage(
                _("%s belongs to another match: it says \"%.*s\" where this one has \"%.*s\". Name "
                  "another file, or give the same game, players, seed, openings and limits."),
                path, (int)(their_length < 80 ? their_length : 80), theirs,
                (int)(our_length < 80 ? our_length : 80), ours);
        theirs += their_length + (theirs[their_length] != '\0');
        ours += our_length + (ours[our_length] != '\0');
    }
    return report_usage(_("%s belongs to another match; name another file."), path);
}

/* -- a line: one game -------------------------------------------------------------------------- */

/* "GAME POINTS REASON MOVES played|limit FAULTS RECORDS-END", with dice " LUCK", then the details
 * of the faults, each side's after a tab. */
static int write_line(const MatchRun *run, int64_t game, const MatchReport *report,
                      char line[LINE_BYTES])
{
    int sides = run->setup.sides;
    const LudOutcome *outcome = &report->outcome;
    int used = snprintf(line, LINE_BYTES, "%" PRId64 " ", game + 1);
    for (int side = 0; side < sides; side++)
        used += snprintf(line + used, LINE_BYTES - (size_t)used, "%s%d", side ? "-" : "",
                         outcome->points[side]);
    used += snprintf(line + used, LINE_BYTES - (size_t)used, " %s %d %s ",
                     lud_reason_name(report->reason), report->moves,
                     outcome->is_adjudicated ? "limit" : "played");
    for (int side = 0; side < sides; side++)
        used += snprintf(line + used, LINE_BYTES - (size_t)used, "%s%s", side ? "," : "",
                         lud_fault_name((LudFault)outcome->fault[side]));
    used += snprintf(line + used, LINE_BYTES - (size_t)used, " %" PRId64, run->records_end);
    for (int side = 0; run->setup.rules.game->chance && side < sides; side++)
        used += snprintf(line + used, LINE_BYTES - (size_t)used, "%c%.17g", side ? ',' : ' ',
                         report->luck.of[side]);
    for (int side = 0; side < sides; side++)
        used += snprintf(line + used, LINE_BYTES - (size_t)used, "\t%s", report->detail[side]);
    used += snprintf(line + used, LINE_BYTES - (size_t)used, "\n");
    return used;
}

/* What a line says. */
typedef struct ReadGame {
    int64_t number, records_end;
    LudOutcome outcome;
    LudLuck luck;
    char *detail[LUD_MAX_SIDES];
} ReadGame;

/* Reads a list of `sides` words, each with `read`. */
static bool read_points(char *text, int sides, LudOutcome *outcome)
{
    for (int side = 0; side < sides; side++, text += 2) {
        if (text[0] < '0' || text[0] > '2' || text[1] != (side + 1 < sides ? '-' : '\0'))
            return false;
        outcome->points[side] = (int8_t)(text[0] - '0');
    }
    return true;
}

static bool read_faults(char *text, int sides, LudOutcome *outcome)
{
    char *rest = NULL, *word = strtok_r(text, ",", &rest);
    for (int side = 0; side < sides; side++, word = strtok_r(NULL, ",", &rest)) {
        if (!word || (strcmp(word, "none") != 0 && lud_fault_find(word) == LUD_FAULT_NONE))
            return false;
        outcome->fault[side] = (int8_t)lud_fault_find(word);
    }
    return word == NULL;
}

/* Reads the luck of every side, if it stands there: earlier versions did not keep it. Returns what
 * follows. */
static char *read_luck(char *text, int sides, LudLuck *luck)
{
    for (int side = 0; side < sides; side++)
        luck->of[side] = *text == (side ? ',' : ' ') ? strtod(text + 1, &text) : NAN;
    return text;
}

/* Reads a line without its end, in place. */
static bool read_line(char *line, int sides, ReadGame *game)
{
    char points[16], reason[32], how[16], faults[64];
    int moves, length = 0;
    *game = (ReadGame){.outcome.is_played = true};
    if (sscanf(line, "%" SCNd64 " %15s %31s %d %15s %63s %" SCNd64 "%n", &game->number, points,
               reason, &moves, how, faults, &game->records_end, &length) != 7 ||
        game->records_end < 0 || lud_reason_find(reason) == LUD_REASON_NONE)
        return false;
    game->outcome.is_adjudicated = strcmp(how, "limit") == 0;
    if (!read_points(points, sides, &game->outcome) || !read_faults(faults, sides, &game->outcome))
        return false;
    char *at = read_luck(line + length, sides, &game->luck);
    for (int side = 0; side < sides; side++) {
        if (*at != '\t')
            return false;
        *at++ = '\0';
        game->detail[side] = at;
        at += strcspn(at, "\t");
    }
    return *at == '\0';
}

/* -- taking up --------------------------------------------------------------------------------- */

void match_take(MatchRun *run, int64_t game, const LudOutcome *outcome, const LudLuck *luck,
                char *const *detail)
{
    LudSeating seating;
    lud_schedule_game(&run->setup.schedule, game, &seating);
    run->outcomes[game] = *outcome;
    run->luck[game] = *luck;
    run->played++;
    for (int side = 0; side < run->setup.sides; side++) {
        MatchFault *fault = &run->faults[seating.player[side]];
        if (outcome->fault[side] == LUD_FAULT_NONE || (fault->game >= 0 && fault->game <= game))
            continue;
        fault->game = game;
        snprintf(fault->detail, sizeof fault->detail, "%s",
                 detail && detail[side] ? detail[side] : "");
    }
}

/* Reads the games of `text`; `kept` is where the last good one ends. Only the last line may be
 * damaged: it was being written when the end came. Games that were asked for in an earlier, longer
 * match are left alone. */
static int take_games(MatchRun *run, char *text, char **kept)
{
    const char *path = run->setup.state_path;
    *kept = text;
    while (**kept) {
        char *end = strchr(*kept, '\n');
        ReadGame game;
        if (!end)
            return EXIT_SUCCESS;
        *end = '\0';
        if (!read_line(*kept, run->setup.sides, &game) || game.number < 1)
            return end[1] == '\0'
                       ? EXIT_SUCCESS
                       : report_usage(_("%s is damaged at \"%.60s\"; name another file to "
                                        "begin anew."),
                                      path, *kept);
        if (game.number <= run->setup.games && !run->outcomes[game.number - 1].is_played)
            match_take(run, game.number - 1, &game.outcome, &game.luck, game.detail);
        if (game.records_end > run->records_end)
            run->records_end = game.records_end;
        *kept = end + 1;
    }
    return EXIT_SUCCESS;
}

static int read_state(int fd, const char *path, char **text, size_t *size)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return report_file(path);
    *text = malloc((size_t)info.st_size + 1);
    if (!*text)
        return report_memory();
    *size = 0;
    while (*size < (size_t)info.st_size) {
        ssize_t got = read(fd, *text + *size, (size_t)info.st_size - *size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return report_file(path);
        if (got == 0)
            break;
        *size += (size_t)got;
    }
    (*text)[*size] = '\0';
    return EXIT_SUCCESS;
}

/* Takes up what the file says, and leaves it so that the next game can be added. */
static int take_up(MatchRun *run, char *text, size_t size)
{
    const char *path = run->setup.state_path;
    char *head = calloc(1, HEAD_BYTES), *kept = text;
    if (!head)
        return report_memory();
    write_head(&run->setup, head);
    size_t head_length = strlen(head);
    int status = EXIT_SUCCESS;
    bool is_new = size < head_length && memcmp(text, head, size) == 0;
    if (!is_new && strncmp(text, magic, sizeof magic - 1) != 0)
        status = report_usage(_("%s is not the progress of a match; name another file."), path);
    else if (!is_new && strncmp(text, head, head_length) != 0)
        status = report_difference(path, text, head);
    else if (!is_new)
        status = take_games(run, text + head_length, &kept);
    if (status == EXIT_SUCCESS) {
        off_t end = is_new ? 0 : (off_t)(kept - text);
        if (ftruncate(run->state_fd, end) != 0 || lseek(run->state_fd, end, SEEK_SET) < 0 ||
            (is_new && !output_write(run->state_fd, head, head_length)) ||
            fsync(run->state_fd) != 0)
            status = report_file(path);
    }
    free(head);
    run->is_new = is_new;
    run->resumed = run->played;
    return status;
}

static int open_state(MatchRun *run)
{
    const char *path = run->setup.state_path;
    run->state_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (run->state_fd < 0)
        return report_file(path);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(run->state_fd, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN))
        return report_failure(_("%s is in use by another match that runs now."), path);
    char *text = NULL;
    size_t size = 0;
    int status = read_state(run->state_fd, path, &text, &size);
    if (status == EXIT_SUCCESS)
        status = take_up(run, text, size);
    free(text);
    return status;
}

/* Records of a match that goes on are added to; what came after the last game that counts, when the
 * end came between the two files, is cut off. */
static int open_records(MatchRun *run)
{
    const char *path = run->setup.records_path;
    run->records_fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (run->records_fd < 0)
        return report_file(path);
    struct stat info;
    if (fstat(run->records_fd, &info) != 0)
        return report_file(path);
    if (!S_ISREG(info.st_mode))
        return EXIT_SUCCESS;
    if (run->is_new && info.st_size > 0)
        return report_failure(_("%s exists already; choose another name or remove it."), path);
    if (info.st_size < run->records_end)
        return report_failure(
            _("%s is shorter than %s says; name another file for both to begin anew."), path,
            run->setup.state_path);
    if (ftruncate(run->records_fd, run->records_end) != 0 ||
        lseek(run->records_fd, run->records_end, SEEK_SET) < 0)
        return report_file(path);
    return EXIT_SUCCESS;
}

int match_files_open(MatchRun *run)
{
    run->state_fd = run->records_fd = -1;
    run->is_new = true;
    int status = run->setup.state_path ? open_state(run) : EXIT_SUCCESS;
    if (status == EXIT_SUCCESS && run->setup.records_path)
        status = open_records(run);
    return status;
}

int match_files_add(MatchRun *run, int64_t game, const MatchReport *report)
{
    if (run->records_fd >= 0 && report->record) {
        size_t length = strlen(report->record);
        if (!output_write(run->records_fd, report->record, length) ||
            !output_write(run->records_fd, "\n", 1))
            return report_file(run->setup.records_path);
        /* A pipe or a terminal can't be synchronised, and need not be. */
        if (run->state_fd >= 0 && fsync(run->records_fd) != 0 && errno != EINVAL && errno != EROFS)
            return report_file(run->setup.records_path);
        run->records_end += (int64_t)length + 1;
    }
    if (run->state_fd >= 0) {
        char line[LINE_BYTES];
        int length = write_line(run, game, report, line);
        if (!output_write(run->state_fd, line, (size_t)length) || fsync(run->state_fd) != 0)
            return report_file(run->setup.state_path);
    }
    return EXIT_SUCCESS;
}

void match_files_close(MatchRun *run)
{
    if (run->state_fd >= 0)
        close(run->state_fd);
    if (run->records_fd >= 0)
        close(run->records_fd);
    run->state_fd = run->records_fd = -1;
}
