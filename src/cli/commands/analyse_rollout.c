#include "cli/commands/analyse_rollout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "shell/columns.h"
#include "shell/output.h"
#include "shell/progress.h"
#include "shell/terminal.h"

/* -- options ---------------------------------------------------------------------------------- */

/* Digits and one point, whatever the language: "0.25". */
static bool read_points(const char *text, double *points)
{
    double value = 0, unit = 1;
    bool is_fraction = false, has_digit = false;
    for (; *text; text++) {
        if (*text == '.' && !is_fraction) {
            is_fraction = true;
        } else if (*text >= '0' && *text <= '9') {
            has_digit = true;
            value = is_fraction ? value : 10 * value;
            unit = is_fraction ? unit / 10 : 1;
            value += (*text - '0') * unit;
        } else {
            return false;
        }
    }
    *points = value;
    return has_digit && value > 0 && value <= 50;
}

bool rollout_read(const Arguments *arguments, int threads, RolloutWish *wish)
{
    static const char *const further[] = {"until-error", "until-decided", "seed", "resume"};
    long games = 0, seed = 1;
    const char *error = arguments_value(arguments, "until-error");
    double points = 0;
    *wish = (RolloutWish){.is_wanted = arguments_has(arguments, "rollout"),
                          .has_seed = arguments_has(arguments, "seed"),
                          .path = arguments_value(arguments, "resume")};
    for (size_t i = 0; i < sizeof further / sizeof further[0]; i++) {
        if (arguments_has(arguments, further[i]) && !wish->is_wanted) {
            report_usage(_("--%s is for rollouts: give --rollout N, too."), further[i]);
            return false;
        }
    }
    if (!arguments_number(arguments, "rollout", 1, 100000000L, &games) ||
        !arguments_number(arguments, "seed", 0, 1000000000000000L, &seed))
        return false;
    if (error && !read_points(error, &points)) {
        report_usage(_("--until-error is a number of points above 0, such as 0.25, not "
                       "\"%.60s\"."),
                     error);
        return false;
    }
    if (wish->path && (!*wish->path || arguments_has(arguments, "batch"))) {
        report_usage(_("--resume needs the name of a file, and one position."));
        return false;
    }
    wish->options = (LudRolloutOptions){.size = sizeof wish->options,
                                        .seed = (uint64_t)seed,
                                        .threads = threads,
                                        .games = games,
                                        .until_error = points / 100,
                                        .until_decided = arguments_has(arguments, "until-decided")};
    return true;
}

/* -- what is kept ----------------------------------------------------------------------------- */

/* The whole file as text, for free(); NULL with errno if it can't be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, room = 0, got;
    if (!file)
        return NULL;
    do {
        room = room ? 2 * room : 1 << 16;
        char *grown = realloc(text, room + 1);
        if (!grown)
            break;
        text = grown;
        got = fread(text + size, 1, room - size, file);
        size += got;
    } while (size == room);
    if (text)
        text[size] = '\0';
    if (ferror(file) || size == room) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static bool is_about(const LudRollout *rollout, const Inquiry *inquiry)
{
    char theirs[LUD_STATE_TEXT], ours[LUD_STATE_TEXT];
    char their_rules[LUD_RULES_TEXT], our_rules[LUD_RULES_TEXT];
    const LudRules *rules = lud_rollout_rules(rollout);
    lud_rules_print(rules, their_rules);
    lud_rules_print(&inquiry->rules, our_rules);
    rules->game->text.state_print(lud_rollout_position(rollout), theirs);
    inquiry->rules.game->text.state_print(&inquiry->state, ours);
    return strcmp(their_rules, our_rules) == 0 && strcmp(theirs, ours) == 0;
}

int rollout_take_up(const Inquiry *inquiry, const RolloutWish *wish, LudRollout **rollout)
{
    LudError err;
    LudRolloutSums sums;
    if (!wish->path)
        return EXIT_SUCCESS;
    char *text = read_text(wish->path);
    if (!text)
        return errno == ENOENT ? EXIT_SUCCESS : report_file(wish->path);
    LudStatus status = lud_rollout_parse(rollout, text, &wish->options, &err);
    free(text);
    if (status != LUD_OK)
        return report_error(&err);
    lud_rollout_sums(*rollout, &sums);
    if (is_about(*rollout, inquiry) && (!wish->has_seed || sums.seed == wish->options.seed))
        return EXIT_SUCCESS;
    lud_rollout_free(*rollout);
    *rollout = NULL;
    return report_usage(_("%s is the rollout of another position or seed; name another file."),
                        wish->path);
}

static int keep(const RolloutWish *wish, const LudRollout *rollout)
{
    char *text = lud_rollout_print(rollout);
    if (!text)
        return report_memory();
    int status = output_save(wish->path, text, strlen(text), true);
    lud_free(text);
    return status;
}

/* -- playing ---------------------------------------------------------------------------------- */

typedef struct Watch {
    const RolloutWish *wish;
    const LudRollout *rollout;
    Progress progress;
    int64_t kept_ms;
    int status;
} Watch;

/* What is played is kept every two seconds, so that no more than that is ever lost. */
static bool watch_rollout(void *context, const LudRolloutSums *sums)
{
    enum { KEEP_MS = 2000 };
    Watch *watch = context;
    int64_t now = terminal_now_ms(), most = sums->line_count * watch->wish->options.games;
    progress_show(&watch->progress, (int)(1000 * sums->games / (most > 0 ? most : 1)), 1000);
    if (watch->wish->path && now - watch->kept_ms >= KEEP_MS) {
        watch->kept_ms = now;
        watch->status = keep(watch->wish, watch->rollout);
    }
    return watch->status == EXIT_SUCCESS && !terminal_signal();
}

static const char *end_words(LudRolloutEnd end)
{
    static const char *const words[] = {
        [LUD_ROLLOUT_OPEN] = N_("stopped before its end"),
        [LUD_ROLLOUT_ALL] = N_("all games played"),
        [LUD_ROLLOUT_ERROR] = N_("the error is small enough"),
        [LUD_ROLLOUT_DECIDED] = N_("the best move is decided"),
    };
    return _(words[end]);
}

static void print_line(const LudRollout *rollout, const LudRolloutSums *sums, int index)
{
    enum { MOVE_COLUMNS = 8 };
    const LudGame *game = lud_rollout_rules(rollout)->game;
    const LudRolloutLine *line = &sums->lines[index];
    char move[LUD_MOVE_TEXT] = "";
    if (line->move != LUD_NO_MOVE)
        game->text.move_print(lud_rollout_position(rollout), line->move, move);
    printf("%3d  ", index + 1);
    if (*move)
        columns_print(stdout, move, MOVE_COLUMNS);
    printf("%6.2f %%", 100 * line->chance[sums->side]);
    if (line->error[sums->side] >= 0)
        printf(_(" ± %.2f (95 %% within %.2f and %.2f)"), 100 * line->error[sums->side],
               100 * line->low, 100 * line->high);
    printf(_("; games %lld"), (long long)line->games);
    if (line->plain_games > 0)
        printf(_(", worth %lld plain ones"), (long long)line->plain_games);
    if (line->is_left)
        printf("; %s", _("clearly worse, left"));
    putchar('\n');
}

static void print_sums(const LudRollout *rollout, const LudRolloutSums *sums)
{
    printf(_("Rollout of %lld games, seed %llu: %s.\n"), (long long)sums->games,
           (unsigned long long)sums->seed, end_words(sums->end));
    puts(_("The chance to win, its standard error and interval, and how many games:"));
    for (int i = 0; i < sums->line_count; i++)
        print_line(rollout, sums, i);
}

int rollout_run(const Inquiry *inquiry, const RolloutWish *wish, LudRollout *rollout)
{
    LudError err;
    Watch watch = {.wish = wish, .rollout = rollout, .kept_ms = terminal_now_ms()};
    progress_begin(&watch.progress);
    terminal_admit_signals(true);
    LudStatus status = lud_rollout_run(rollout, watch_rollout, &watch, &err);
    terminal_admit_signals(false);
    progress_end(&watch.progress);
    if (status != LUD_OK)
        return report_error(&err);
    if (watch.status == EXIT_SUCCESS && wish->path)
        watch.status = keep(wish, rollout);
    LudRolloutSums sums;
    lud_rollout_sums(rollout, &sums);
    if (inquiry->is_json)
        return output_print(lud_json_rollout(&inquiry->rules, &inquiry->state, &sums)) +
               watch.status;
    print_sums(rollout, &sums);
    return watch.status;
}
