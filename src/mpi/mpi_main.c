/* ludoteca-tables-mpi: builds the same tables as `ludoteca tables build`, by several processes that
 * MPI started, on one machine or many. Process 0 speaks, reads and writes; all work. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include <ludoteca/version.h>

#include "mpi_shares.h"
#include "shell/language.h"
#include "shell/report.h"
#include "shell/style.h"
#include "shell/tables_words.h"
#include "shell/terminal.h"
#include "table/table_among.h"

/* -- the command line -------------------------------------------------------------------------- */

typedef struct Choices {
    const char *verb, *game;
    const char *seeds, *dir, *memory, *columns, *lang;
    bool wants_help, wants_version;
} Choices;

/* Where the value of an option belongs, or NULL. */
static const char **find_option(Choices *choices, const char *name, size_t length)
{
    const struct {
        const char *name;
        const char **value;
    } rows[] = {{"seeds", &choices->seeds},
                {"dir", &choices->dir},
                {"memory", &choices->memory},
                {"columns", &choices->columns},
                {"lang", &choices->lang}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
            return rows[i].value;
    }
    return NULL;
}

/* Reads argv[*at], and the word after it if it is the value of an option. */
static int read_word(Choices *choices, int argc, char **argv, int *at)
{
    const char *word = argv[*at];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        choices->wants_help = true;
    } else if (strcmp(word, "--version") == 0) {
        choices->wants_version = true;
    } else if (word[0] == '-') {
        size_t length = strcspn(word, "=");
        const char **value =
            strncmp(word, "--", 2) == 0 ? find_option(choices, word + 2, length - 2) : NULL;
        if (!value)
            return report_usage(_("There is no option %.60s. `ludoteca-tables-mpi --help` lists "
                                  "the options."),
                                word);
        if (word[length] == '\0' && *at + 1 == argc)
            return report_usage(_("Option %s needs a value."), word);
        *value = word[length] == '=' ? word + length + 1 : argv[++*at];
    } else if (!choices->verb) {
        choices->verb = word;
    } else if (!choices->game) {
        choices->game = word;
    } else {
        return report_usage(_("\"%.60s\" is one argument too many. `ludoteca-tables-mpi --help` "
                              "says more."),
                            word);
    }
    return EXIT_SUCCESS;
}

static int read_choices(Choices *choices, int argc, char **argv)
{
    *choices = (Choices){0};
    for (int i = 1; i < argc; i++) {
        int status = read_word(choices, argc, argv, &i);
        if (status != EXIT_SUCCESS)
            return status;
    }
    if (choices->lang && !language_set(choices->lang))
        return report_usage(_("--lang must be es or en, not \"%.60s\"."), choices->lang);
    return EXIT_SUCCESS;
}

static int read_build(const Choices *choices, LudRules *rules, LudTableBuild *build)
{
    LudError err;
    char *end;
    if (!choices->verb || strcmp(choices->verb, "build") != 0 || !choices->game)
        return report_usage(
            _("Write: mpirun -n PROCESSES ludoteca-tables-mpi build GAME [OPTIONS]"));
    if (lud_rules_parse(choices->game, rules, &err) != LUD_OK)
        return report_error(&err);
    if (!rules->game->tabulation)
        return report_usage(_("There are no tables for %s; there are for oware and pylos."),
                            rules->game->name);
    bool is_layered = lud_tables_are_layered(rules);
    if (!choices->seeds && is_layered)
        return report_usage(_("Up to how many seeds? Write for example --seeds 16."));
    if (choices->seeds && !is_layered)
        return report_usage(_("--seeds means nothing to %s; leave it out."), rules->game->name);
    long seeds = is_layered ? strtol(choices->seeds, &end, 10) : 0;
    if (is_layered && (end == choices->seeds || *end || seeds < 0 || seeds > TABLES_MOST_SEEDS))
        return report_usage(_("%s must be a whole number from %ld to %ld, not \"%.60s\"."),
                            "--seeds", 0L, (long)TABLES_MOST_SEEDS, choices->seeds);
    if (choices->memory && !tables_read_size(choices->memory, &build->memory_bytes))
        return report_usage(_("--memory is a size such as 4G or 500M, not \"%.60s\"."),
                            choices->memory);
    build->layers = (int)seeds;
    build->columns = choices->columns;
    return EXIT_SUCCESS;
}

static int print_help(void)
{
    fputs(
        _("Usage: mpirun -n PROCESSES ludoteca-tables-mpi build GAME [OPTIONS]\n"
          "\n"
          "Builds tables of perfect play by several processes, on one machine or many: the same\n"
          "files, byte for byte, as `ludoteca tables build`. Each process holds its share of all\n"
          "positions. Files are written by the first one, in its directory; a build that was\n"
          "ended at any moment goes on when the same command is given again.\n"
          "\n"
          "Options:\n"
          "  --seeds N        oware: up to N seeds on the board\n"
          "  --dir DIRECTORY  where the tables are to be; usually the user's own\n"
          "  --memory SIZE    use at most so much memory in each process, such as 4G or 500M\n"
          "  --columns LIST   only some; oware: value,low,high,force; pylos: value,distance\n"
          "  --lang LANGUAGE  es for Spanish, en for English; else the locale decides\n"
          "  --help           print this help\n"
          "  --version        print the version\n"),
        stdout);
    return EXIT_SUCCESS;
}

/* -- building ---------------------------------------------------------------------------------- */

/* A line whenever another layer begins, or another tenth of all: what MPI passes on is seldom shown
 * on a terminal. */
typedef struct Teller {
    const char *column;
    int layer, tenth;
    bool is_whole; /* all layers are solved together */
} Teller;

static bool tell(void *context, const LudTableProgress *told)
{
    Teller *teller = context;
    int percent = told->total ? (int)(100 * (double)told->done / (double)told->total) : 100;
    double seconds = (double)told->elapsed_ms / 1e3;
    Teller now = {told->column, told->layer, percent / 10, teller->is_whole};
    bool is_new = teller->is_whole ? now.tenth != teller->tenth : now.layer != teller->layer;
    if (!told->column || (now.column == teller->column && !is_new))
        return true;
    if (!teller->is_whole)
        fprintf(stderr, _("%s, %d seeds: %d in 100 done after %.1f s\n"), told->column, told->layer,
                percent, seconds);
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
static int build_tables(LudShares *shares, const Choices *choices)
{
    LudRules rules;
    LudError err;
    Teller teller = {.layer = -1};
    LudTableNeeds needs = {0};
    LudTableBuild build = {.size = sizeof build, .watch = tell, .context = &teller};
    char *home = lud_tables_home();
    build.dir = choices->dir ? choices->dir : home;
    int64_t started_ms = terminal_now_ms();
    int go[2] = {EXIT_SUCCESS, false};
    if (shares->rank == 0) {
        bool is_needed = false;
        go[0] = read_build(choices, &rules, &build);
        teller.is_whole = go[0] == EXIT_SUCCESS && !lud_tables_are_layered(&rules);
        if (go[0] == EXIT_SUCCESS)
            go[0] = begin(shares, &rules, &build, &needs, &is_needed);
        go[1] = is_needed;
    }
    shares->broadcast(shares, go, sizeof go);
    if (go[0] == EXIT_SUCCESS && go[1]) {
        if (shares->rank != 0) {
            build.dir = "."; /* never looked at */
            read_build(choices, &rules, &build);
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
    Choices choices;
    int status = EXIT_SUCCESS;
    language_from_environment();
    if (style_needs_ascii())
        language_use_ascii();
    if (shares->rank == 0)
        status = read_choices(&choices, argc, argv);
    shares->broadcast(shares, &status, sizeof status);
    if (status != EXIT_SUCCESS)
        return status;
    if (shares->rank != 0)
        read_choices(&choices, argc, argv);
    if (choices.wants_help)
        return shares->rank == 0 ? print_help() : EXIT_SUCCESS;
    if (choices.wants_version) {
        if (shares->rank == 0)
            puts("ludoteca-tables-mpi " LUD_VERSION_TEXT);
        return EXIT_SUCCESS;
    }
    return build_tables(shares, &choices);
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
