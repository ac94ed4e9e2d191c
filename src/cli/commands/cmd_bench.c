#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench/bench_judge.h"
#include "bench/bench_search.h"
#include "bench/bench_tactics.h"
#include "bench/bench_work.h"
#include "cli/cli.h"
#include "cli/commands/bench_json.h"
#include "cli/commands/bench_training.h"
#include "shell/columns.h"
#include "shell/output.h"

enum { MOST_GAMES = 64, SPEEDS = 7 };

static const long usual_seconds = 3, usual_repeats = 5;

/* "model name" of /proc/cpuinfo; elsewhere what the system calls the machine. */
static void describe_machine(char *text, size_t size)
{
    char line[256], model[256] = "";
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && !*model && fgets(line, sizeof line, info)) {
        char *colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", strlen("model name")) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(model, sizeof model, "%s", colon + 1 + strspn(colon + 1, " "));
        }
    }
    if (info)
        fclose(info);
    struct utsname name;
    if (uname(&name) != 0)
        memset(&name, 0, sizeof name);
    snprintf(text, size, "%s, %ld CPUs, %.64s %.64s", *model ? model : name.machine,
             sysconf(_SC_NPROCESSORS_ONLN), name.sysname, name.machine);
}

/* Three or four digits that can be compared at a glance. */
static const char *rate_text(double rate, char text[32])
{
    double scaled = rate >= 1e6 ? rate / 1e6 : rate >= 1e3 ? rate / 1e3 : rate;
    snprintf(text, 32, "%.2f%s", scaled, rate >= 1e6 ? " M" : rate >= 1e3 ? " k" : "");
    return text;
}

static void print_speed(const char *label, const BenchRate *rate)
{
    char median[32], least[32], most[32];
    fputs("  ", stdout);
    columns_print(stdout, label, 32);
    printf("%10s  (%s .. %s)\n", rate_text(rate->median, median), rate_text(rate->least, least),
           rate_text(rate->most, most));
}

/* The node count is the signature of the search. */
static void print_search(const BenchSearch *search)
{
    printf("  ");
    printf(_("%d positions to depth %d: %llu nodes, branching factor %.2f\n"), search->positions,
           search->depth, (unsigned long long)search->nodes, search->branching);
    if (search->threads > 1) {
        printf("  ");
        printf(_("%d threads reach depth %d in %d positions %.2f times as soon (%.2f .. %.2f), "
                 "visiting %.2f times the nodes\n"),
               search->threads, search->gain_depth, search->gain_positions, search->gain.median,
               search->gain.least, search->gain.most, search->gain_nodes.median);
    }
}

static void print_game(const BenchGame *game)
{
    char name[LUD_RULES_TEXT];
    lud_rules_print(&game->rules, name);
    printf("\n%s  %s %llu\n", name, _("signature"), (unsigned long long)game->signature);
    print_speed(_("playout moves"), &game->playout_moves);
    print_speed(_("playout games"), &game->playout_games);
    print_speed(_("moves as game objects"), &game->game_moves);
    print_speed(_("perft leaves"), &game->perft_leaves);
    print_speed(_("moves in long lists"), &game->crowded_moves);
    if (game->proof_positions.median > 0)
        print_speed(_("positions of proofs"), &game->proof_positions);
    if (game->judged_positions.median > 0)
        print_speed(_("judged positions"), &game->judged_positions);
    if (game->training_turns.median > 0)
        print_speed(_("training turns"), &game->training_turns);
    print_speed(_("searched positions"), &game->search.nodes_per_second);
    print_search(&game->search);
    fflush(stdout);
}

static void print_head(const BenchReport *bench)
{
    printf("%s: %s\n%s: %s\n", _("machine"), bench->machine, _("build"), bench->build);
    printf(n_("per CPU-second of one thread: median (least .. most) of %d repeat\n",
              "per CPU-second of one thread: median (least .. most) of %d repeats\n",
              (unsigned long)bench->repeats),
           bench->repeats);
    printf(_("random games stop after %d moves; game objects watch repetition\n"),
           bench->move_limit);
    fflush(stdout);
}

/* Reads the games to measure; all with their usual options if none is named. */
static int choose_games(const Arguments *arguments, BenchGame *games, int *count)
{
    *count = arguments->operand_count ? arguments->operand_count : lud_game_count();
    if (*count > MOST_GAMES)
        return report_usage(_("Too many games at once; name at most %d."), MOST_GAMES);
    for (int i = 0; i < *count; i++) {
        const char *name = arguments->operand_count ? arguments->operands[i] : lud_game_at(i)->name;
        int status = cli_rules(name, &games[i].rules);
        if (status != EXIT_SUCCESS)
            return status;
    }
    return EXIT_SUCCESS;
}

static bool measure(const LudRules *rules, int repeats, double slice_seconds, int threads,
                    BenchGame *game)
{
    return bench_game(rules, repeats, slice_seconds, game) &&
           bench_crowded(rules, repeats, slice_seconds, &game->crowded_moves) &&
           bench_proofs(rules, repeats, slice_seconds, &game->proof_positions) &&
           bench_judge(rules, repeats, slice_seconds, &game->judged_positions) &&
           bench_training(rules, repeats, slice_seconds, &game->training_turns) &&
           bench_search(rules, repeats, threads, &game->search);
}

static int cmd_bench(const Arguments *arguments)
{
    long repeats = usual_repeats, seconds = usual_seconds, threads = 1;
    if (!arguments_number(arguments, "repeats", 1, BENCH_MOST_REPEATS, &repeats) ||
        !arguments_number(arguments, "seconds", 1, 3600, &seconds) ||
        !arguments_number(arguments, "threads", 1, LUD_THREADS_MOST, &threads))
        return EXIT_USAGE;
    char machine[512];
    describe_machine(machine, sizeof machine);
    BenchGame games[MOST_GAMES];
    BenchReport bench = {.machine = machine,
                         .build = LUDOTECA_BUILD,
                         .repeats = (int)repeats,
                         .move_limit = BENCH_MOVE_LIMIT,
                         .games = games};
    int status = choose_games(arguments, games, &bench.game_count);
    if (status != EXIT_SUCCESS)
        return status;
    bool is_json = arguments_has(arguments, "json");
    if (!is_json)
        print_head(&bench);
    double slice_seconds = (double)seconds / (SPEEDS * (double)repeats);
    for (int i = 0; i < bench.game_count; i++) {
        LudRules rules = games[i].rules;
        if (!measure(&rules, bench.repeats, slice_seconds, (int)threads, &games[i]))
            return report_memory();
        if (!is_json)
            print_game(&games[i]);
    }
    return is_json ? output_print(bench_json(&bench)) : EXIT_SUCCESS;
}

static const OptionRow options[] = {
    {"seconds", N_("N"), N_("CPU time for each game, in seconds; usually 3")},
    {"repeats", N_("N"), N_("how often each speed is measured in that time; usually 5")},
    {"threads", N_("N"), N_("also search with N threads, and say how much sooner they are")},
    {"json", NULL, N_("answer in JSON")},
    {NULL, NULL, NULL},
};

const Command bench_command = {
    .name = "bench",
    .operands = N_("[GAME…]"),
    .about = N_("measure the speed of the rules and of the search"),
    .details =
        N_("The signature is made of node counts and of the lengths of random games. It is the\n"
           "same on every machine and changes only when the behaviour of the rules does. The nodes "
           "of\n"
           "the search to a fixed depth are the signature of the search.\n"),
    .most = -1,
    .options = options,
    .run = cmd_bench,
};
