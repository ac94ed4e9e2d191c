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

static bool read_build(const Arguments *arguments, const LudRules *rules, LudTableBuild *build)
{
    long layer = 0, threads = 0;
    const char *memory = arguments_value(arguments, "memory");
    if (!tables_check_layer(arguments, rules, true) ||
        !tables_read_layer(arguments, rules, &layer) ||
        !arguments_number(arguments, "threads", 1, LUD_THREADS_MOST, &threads))
        return false;
    if (memory && !tables_read_size(memory, &build->memory_bytes)) {
        report_usage(_("--memory is a size such as 4G or 500M, not \"%.60s\"."), memory);
        return false;
    }
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

int tables_verify(const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    Watcher watcher;
    uint64_t checked = 0;
    long layer = -1, threads = 0, every = 1;
    int status = tables_rules(arguments, &rules);
    if (status != EXIT_SUCCESS)
        return status;
    if (!tables_check_layer(arguments, &rules, false) ||
        !tables_read_layer(arguments, &rules, &layer) ||
        !arguments_number(arguments, "threads", 1, LUD_THREADS_MOST, &threads) ||
        !arguments_number(arguments, "every", 1, TABLES_MOST_EVERY, &every))
        return EXIT_USAGE;
    watcher.is_layered = lud_tables_are_layered(&rules);
    watcher.layer_name = lud_tables_layer_name(&rules);
    if (watcher.is_layered && arguments_has(arguments, "every"))
        return report_usage(_("--every means nothing to %s; leave it out."), rules.game->name);
    LudTableCheck check = {.size = sizeof check,
                           .layers = (int)layer,
                           .threads = (int)threads,
                           .every = (int)every,
                           .watch = watch,
                           .context = &watcher};
    terminal_watch_signals();
    progress_begin(&watcher.progress);
    LudStatus proven =
        lud_tables_verify(&rules, arguments_value(arguments, "dir"), &check, &checked, &err);
    progress_end(&watcher.progress);
    if (proven == LUD_ESTOPPED && terminal_signal())
        return 128 + terminal_signal();
    if (proven != LUD_OK)
        return report_error(&err);
    printf(watcher.is_layered
               ? _("Sound: %llu entries follow from their successors, and nothing is only passed "
                   "round a cycle.\n")
               : _("Sound: %llu entries follow from their successors, distances included.\n"),
           (unsigned long long)checked);
    return EXIT_SUCCESS;
}
