/* Building and verifying tables, with everything that is to be said meanwhile. */
#include <string.h>

#include "cli/tables/tables_parts.h"
#include "shell/progress.h"
#include "shell/terminal.h"

/* Someone who watches a build or a proof. */
typedef struct Watcher {
    Progress progress;
    bool is_layered;
    const char *layer_name;
} Watcher;

static bool watch(void *context, const LudTableProgress *told)
{
    char what[64];
    Watcher *watcher = context;
    const char *column = told->column ? told->column : "";
    if (told->layer < 0)
        snprintf(what, sizeof what, "%s", column);
    else
        snprintf(what, sizeof what, "%s, %d %s", column, told->layer, _(watcher->layer_name));
    progress_show_work(&watcher->progress, what, told->done, told->total);
    return terminal_signal() == 0;
}

static int finish_build(LudStatus status, const LudError *err, const LudTableNeeds *needs,
                        int64_t started_ms)
{
    char time[TABLES_TIME_TEXT];
    int signal = terminal_signal();
    if (status == LUD_ESTOPPED && signal) {
        fputs(_("Stopped. The same command goes on from here.\n"), stderr);
        return 128 + signal;
    }
    if (status != LUD_OK)
        return report_error(err);
    tables_time((double)(terminal_now_ms() - started_ms) / 1e3, time);
    printf(n_("%d table built in %s.\n", "%d tables built in %s.\n", (unsigned long)needs->files),
           needs->files, time);
    return EXIT_SUCCESS;
}

static bool read_memory(const Arguments *arguments, uint64_t *bytes)
{
    const char *memory = arguments_value(arguments, "memory");
    if (!memory || tables_read_size(memory, bytes))
        return true;
    report_usage(_("--memory is a size such as 4G or 500M, not \"%.60s\"."), memory);
    return false;
}

static bool read_build(const Arguments *arguments, const LudRules *rules, LudTableBuild *build)
{
    long layer = 0, threads = 0;
    if (!tables_check_layer(arguments, rules, true) ||
        !tables_read_layer(arguments, rules, &layer) ||
        !arguments_number(arguments, "threads", 1, LUD_THREADS_MOST, &threads) ||
        !read_memory(arguments, &build->memory_bytes))
        return false;
    build->layers = (int)layer;
    build->threads = (int)threads;
    build->columns = arguments_value(arguments, "columns");
    return true;
}

int tables_build(const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    LudTableNeeds needs;
    Watcher watcher;
    int status = tables_rules(arguments, &rules);
    if (status != EXIT_SUCCESS)
        return status;
    LudTableBuild build = {.size = sizeof build, .watch = watch, .context = &watcher};
    watcher.is_layered = lud_tables_are_layered(&rules);
    watcher.layer_name = lud_tables_layer_name(&rules);
    if (!read_build(arguments, &rules, &build))
        return EXIT_USAGE;
    char *home = lud_tables_home();
    build.dir = arguments_has(arguments, "dir") ? arguments_value(arguments, "dir") : home;
    terminal_watch_signals();
    LudStatus found = lud_tables_needs(&rules, &build, &needs, &err);
    if (found != LUD_OK) {
        status = report_error(&err);
    } else if (needs.files == 0) {
        tables_say_there(build.dir);
    } else {
        tables_say_needs(&needs, build.dir);
        int64_t started_ms = terminal_now_ms();
        progress_begin(&watcher.progress);
        LudStatus built = lud_tables_build(&rules, &build, &err);
        progress_end(&watcher.progress);
        status = finish_build(built, &err, &needs, started_ms);
    }
    lud_free(home);
    return status;
}

static bool read_check(const Arguments *arguments, const LudRules *rules, LudTableCheck *check)
{
    long layer = -1, threads = 0, every = 1, from = 0;
    if (!tables_check_layer(arguments, rules, false) ||
        !tables_read_layer(arguments, rules, &layer) ||
        !arguments_number(arguments, "threads", 1, LUD_THREADS_MOST, &threads) ||
        !arguments_number(arguments, "every", 1, TABLES_MOST_EVERY, &every) ||
        !arguments_number(arguments, "from", 0, lud_tables_top_layer(rules), &from) ||
        !read_memory(arguments, &check->memory_bytes))
        return false;
    if (!lud_tables_are_layered(rules) && arguments_has(arguments, "from")) {
        report_usage(_("--from means nothing to %s; leave it out."), rules->game->name);
        return false;
    }
    check->layers = (int)layer;
    check->threads = (int)threads;
    check->every = (int)every;
    check->from = (int)from;
    return true;
}

static int finish_check(LudStatus proven, const LudError *err, const LudRules *rules,
                        const LudTableCheck *check, uint64_t checked)
{
    if (proven == LUD_ESTOPPED && terminal_signal())
        return 128 + terminal_signal();
    if (proven != LUD_OK)
        return report_error(err);
    const char *words =
        _("Sound: %llu entries follow from their successors, and nothing is only passed round a "
          "cycle.\n");
    if (!lud_tables_are_layered(rules))
        words = _("Sound: %llu entries follow from their successors, distances included.\n");
    else if (check->every > 1)
        words = _("No fault: %llu entries, one of every so many, follow from their successors. "
                  "Whether something is only passed round a cycle shows only without --every.\n");
    printf(words, (unsigned long long)checked);
    return EXIT_SUCCESS;
}

int tables_verify(const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    LudTableNeeds needs;
    Watcher watcher;
    uint64_t checked = 0;
    const char *dir = arguments_value(arguments, "dir");
    int status = tables_rules(arguments, &rules);
    if (status != EXIT_SUCCESS)
        return status;
    LudTableCheck check = {.size = sizeof check, .watch = watch, .context = &watcher};
    if (!read_check(arguments, &rules, &check))
        return EXIT_USAGE;
    watcher.is_layered = lud_tables_are_layered(&rules);
    watcher.layer_name = lud_tables_layer_name(&rules);
    terminal_watch_signals();
    LudStatus proven = lud_tables_verify_needs(&rules, dir, &check, &needs, &err);
    if (proven == LUD_OK) {
        tables_say_proof(&needs);
        progress_begin(&watcher.progress);
        proven = lud_tables_verify(&rules, dir, &check, &checked, &err);
        progress_end(&watcher.progress);
    }
    return finish_check(proven, &err, &rules, &check, checked);
}
