/* ludoteca-tables-mpi: builds the same tables as `ludoteca tables build`, by several processes that
 * MPI started, on one machine or many. Process 0 speaks, reads and writes; all work. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include <ludoteca/version.h>

#include "mpi_shares.h"
#include "shell/command_help.h"
#include "shell/language.h"
#include "shell/report.h"
#include "shell/style.h"
#include "shell/tables_words.h"
#include "shell/terminal.h"
#include "table/table_among.h"

/* -- the command line -------------------------------------------------------------------------- */

static const OptionRow options[] = {
    {"layers", N_("N"), N_("tables that are built layer by layer: up to layer N")},
    {"seeds", N_("N"), N_("the same, where layers count seeds on the board")},
    {"dir", N_("DIRECTORY"), N_("where the tables are to be; usually the user's own")},
    {"memory", N_("SIZE"), N_("use at most so much memory in each process, such as 4G or 500M")},
    {"columns", N_("LIST"), N_("only some, such as value,force")},
    {"lang", N_("LANGUAGE"), N_("es for Spanish, en for English; else the locale decides")},
    {"help", NULL, N_("print this help")},
    {"version", NULL, N_("print the version")},
    {NULL, NULL, NULL},
};

static const Command tables_mpi = {
    .program = "ludoteca-tables-mpi",
    .launcher = N_("mpirun -n PROCESSES"),
    .name = "",
    .operands = N_("build GAME"),
    .about = N_("Builds tables of perfect play by several processes, on one machine or many: the "
                "same files, byte for byte, as `ludoteca tables build`. Each process holds its "
                "share of all positions. Files are written by the first one, in its directory; a "
                "build that was ended at any moment goes on when the same command is given again."),
    .most = 2,
    .options = options,
};

/* EXIT_SUCCESS, or after a message the exit status. */
static int read_arguments(Arguments *arguments, int argc, char **argv)
{
    if (!arguments_read(arguments, &tables_mpi, argc - 1, argv + 1))
        return EXIT_USAGE;
    const char *lang = arguments_value(arguments, "lang");
    if (lang && !language_set(lang))
        return report_usage(_("--lang must be es or en, not \"%.60s\"."), lang);
    return EXIT_SUCCESS;
}

static int read_build(const Arguments *arguments, LudRules *rules, LudTableBuild *build)
{
    LudError err;
    long layer = 0;
    const char *memory = arguments_value(arguments, "memory");
    if (arguments->operand_count < 2 || strcmp(arguments->operands[0], "build") != 0)
        return report_usage(
            _("Write: mpirun -n PROCESSES ludoteca-tables-mpi build GAME [OPTIONS]"));
    if (lud_rules_parse(arguments->operands[1], rules, &err) != LUD_OK)
        return report_error(&err);
    if (lud_tables_check(rules->game, &err) != LUD_OK)
        return report_error(&err);
    if (!tables_check_layer(arguments, rules, true) || !tables_read_layer(arguments, rules, &layer))
        return EXIT_USAGE;
    if (memory && !tables_read_size(memory, &build->memory_bytes))
        return report_usage(_("--memory is a size such as 4G or 500M, not \"%.60s\"."), memory);
    build->layers = (int)layer;
    build->columns = arguments_value(arguments, "columns");
    return EXIT_SUCCESS;
}

/* -- building ---------------------------------------------------------------------------------- */

/* A line whenever another layer begins, or another tenth of all: what MPI passes on is seldom shown
 * on a terminal. */
typedef struct Teller {
    const char *column;
    int layer, tenth;
    const char *layer_name; /* NULL: all layers are solved together */
} Teller;

static bool tell(void *context, const LudTableProgress *told)
{
    Teller *teller = context;
    int percent = told->total ? (int)(100 * (double)told->done / (double)told->total) : 100;
    double seconds = (double)told->elapsed_ms / 1e3;
    Teller now = {told->column, told->layer, percent / 10, teller->layer_name};
    bool is_new = teller->layer_name ? now.layer != teller->layer : now.tenth != teller->tenth;
    if (!told->column || (now.column == teller->column && !is_new))
        return true;
    if (teller->layer_name)
        fprintf(stderr, _("%s, %d %s: %d in 100 done after %.1f s\n"), told->column, told->layer,
                _(teller->layer_name), percent, seconds);
    else
        fprintf(stderr, _("%s: %d in 100 done after %.1f s\n"), told->column, percent, seconds);
    *teller = now;
    return true;
}

/* What process 0 says before: EXIT_SUCCESS if there is something to build. */
static int begin(LudShares *shares, const LudRules *rules, const LudTableBuild *build,
                 LudTableNeeds *needs, bool *is_needed)
{
    LudError err;
    if (table_needs_among(shares, rules, build, needs, &err) != LUD_OK)
        return report_error(&err);
    *is_needed = needs->files > 0;
    if (*is_needed) {
        tables_say_needs(needs, build->dir);
        fprintf(stderr,
                n_("%d process, which needs that memory.\n",
                   "%d processes, each of which needs that memory.\n",
                   (unsigned long)shares->count),
                shares->count);
    } else {
        tables_say_there(build->dir);
    }
    return EXIT_SUCCESS;
}

/* All processes together. */
static int finish(LudShares *shares, const LudTableNeeds *needs, int64_t started_ms)
{
    MpiCosts costs;
    char time[TABLES_TIME_TEXT];
    mpi_shares_costs(shares, &costs);
    if (shares->rank != 0)
        return EXIT_SUCCESS;
    double positions = (double)needs->positions;
    tables_time((double)(terminal_now_ms() - started_ms) / 1e3, time);
    printf(n_("%d table built in %s.\n", "%d tables built in %s.\n", (unsigned long)needs->files),
           needs->files, time);
    printf(_("A position took %.0f ns of a processor and, between processes, %.2f letters, %.1f "
             "bytes and %.5f messages.\n"),
           costs.busy_seconds * 1e9 / positions, (double)costs.letters / positions,
           (double)costs.bytes / positions, (double)costs.parcels / positions);
    printf(_("The busiest process worked %.2f times as long as all did on average.\n"),
           costs.busiest_seconds * shares->count / costs.busy_seconds);
    return EXIT_SUCCESS;
}

/* Process 0 looks at everything first, and the others go on only if it found nothing wrong. */
static int build_tables(LudShares *shares, const Arguments *arguments)
{
    LudRules rules;
    LudError err;
    Teller teller = {.layer = -1};
    LudTableNeeds needs = {0};
    LudTableBuild build = {.size = sizeof build, .watch = tell, .context = &teller};
    char *home = lud_tables_home();
    build.dir = arguments_has(arguments, "dir") ? arguments_value(arguments, "dir") : home;
    int64_t started_ms = terminal_now_ms();
    int go[2] = {EXIT_SUCCESS, false};
    if (shares->rank == 0) {
        bool is_needed = false;
        go[0] = read_build(arguments, &rules, &build);
        if (go[0] == EXIT_SUCCESS && lud_tables_are_layered(&rules))
            teller.layer_name = lud_tables_layer_name(&rules);
        if (go[0] == EXIT_SUCCESS)
            go[0] = begin(shares, &rules, &build, &needs, &is_needed);
        go[1] = is_needed;
    }
    shares->broadcast(shares, go, sizeof go);
    if (go[0] == EXIT_SUCCESS && go[1]) {
        if (shares->rank != 0) {
            build.dir = "."; /* never looked at */
            read_build(arguments, &rules, &build);
        }
        LudStatus status = table_build_among(shares, &rules, &build, &err);
        if (status == LUD_OK)
            go[0] = finish(shares, &needs, started_ms);
        else
            go[0] = status == LUD_ESTOPPED ? EXIT_FAILURE : report_error(&err);
    }
    lud_free(home);
    return go[0];
}

static int run(LudShares *shares, int argc, char **argv)
{
    Arguments arguments;
    int status = EXIT_SUCCESS;
    language_from_environment();
    if (style_needs_ascii())
        language_use_ascii();
    if (shares->rank == 0)
        status = read_arguments(&arguments, argc, argv);
    shares->broadcast(shares, &status, sizeof status);
    if (status != EXIT_SUCCESS)
        return status;
    if (shares->rank != 0)
        read_arguments(&arguments, argc, argv);
    if (arguments_has(&arguments, "help"))
        return shares->rank == 0 ? command_help(&tables_mpi) : EXIT_SUCCESS;
    if (arguments_has(&arguments, "version")) {
        if (shares->rank == 0)
            puts("ludoteca-tables-mpi " LUD_VERSION_TEXT);
        return EXIT_SUCCESS;
    }
    return build_tables(shares, &arguments);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    MPI_Init(&argc, &argv);
    LudShares *shares = mpi_shares_open();
    int status = shares ? run(shares, argc, argv) : report_memory();
    if (!shares)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    mpi_shares_close(shares);
    MPI_Finalize();
    if (fflush(stdout) != 0 && status == EXIT_SUCCESS)
        status = report_failure(_("The output could not be written."));
    return status;
}
