/* Training the judge of a game. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "shell/terminal.h"
#include "train/trainer.h"

enum {
    PATH_BYTES = 1024,
    USUAL_TURNS = 1000000,
    TURNS_LEAST = 1000,
    MEASURING_GAMES = 1200,
    /* Where a search plays. */
    SEARCHED_TURNS = 20000,
    SEARCHED_GAMES = 60,
    USUAL_NODES = 200,
};

typedef struct Paths {
    char state[PATH_BYTES], weights[PATH_BYTES], curve[PATH_BYTES];
} Paths;

static bool read_plan(const Arguments *arguments, TrainerPlan *plan)
{
    bool has_dice = plan->rules.game->chance != NULL;
    long rounds = 100, turns = has_dice ? USUAL_TURNS : SEARCHED_TURNS, seed = 1, threads = 1;
    long rate = 1000, slips = 30, nodes = USUAL_NODES;
    if (!arguments_number(arguments, "rounds", 1, TRAINER_ROUNDS_MOST, &rounds) ||
        !arguments_number(arguments, "turns", TURNS_LEAST, INT32_MAX, &turns) ||
        !arguments_number(arguments, "seed", 0, LONG_MAX, &seed) ||
        !arguments_number(arguments, "threads", 1, TRAINER_THREADS_MOST, &threads) ||
        !arguments_number(arguments, "rate", 1, 10000, &rate) ||
        !arguments_number(arguments, "slips", 0, 500, &slips) ||
        !arguments_number(arguments, "nodes", 1, INT32_MAX, &nodes))
        return false;
    plan->rounds = (uint32_t)rounds;
    plan->round_turns = (uint32_t)turns;
    plan->measuring_games = has_dice ? MEASURING_GAMES : SEARCHED_GAMES;
    plan->nodes = has_dice ? 0 : (uint32_t)nodes;
    plan->seed = (uint64_t)seed;
    plan->threads = (uint32_t)threads;
    plan->rate_permille = (uint32_t)rate;
    plan->slips_permille = (uint32_t)slips;
    return true;
}

static bool find_paths(const Arguments *arguments, Paths *paths)
{
    const char *save = arguments_value(arguments, "save");
    if (!save || strlen(save) > PATH_BYTES - 16) {
        report_usage(_("Where are the weights to be written? --save NAME makes NAME.weights, "
                       "NAME.csv and NAME.state."));
        return false;
    }
    snprintf(paths->state, PATH_BYTES, "%s.state", save);
    snprintf(paths->weights, PATH_BYTES, "%s.weights", save);
    snprintf(paths->curve, PATH_BYTES, "%s.csv", save);
    return true;
}

static void say_round(const Trainer *trainer, double seconds)
{
    const TrainerPoint *point = &trainer->points[trainer->rounds - 1];
    double rate = trainer->plan.round_turns / (seconds > 0 ? seconds : 1e-3);
    printf(_("%u of %u rounds, %.0f turns a second; corrections of %.4f, games of %.1f "
             "turns; %.1f %% against the weights compiled in\n"),
           point->round, trainer->plan.rounds, rate, (double)point->surprise, (double)point->length,
           100 * (double)point->share);
    fflush(stdout);
}

/* Rounds until all are done or somebody stops it. */
static int train(Trainer *trainer, const Paths *paths)
{
    LudError err;
    terminal_watch_signals();
    while (trainer->rounds < trainer->plan.rounds && terminal_signal() == 0 && !ferror(stdout)) {
        int64_t began_ms = terminal_now_ms();
        trainer_round(trainer);
        say_round(trainer, (double)(terminal_now_ms() - began_ms) / 1e3);
        if (!trainer_save(trainer, paths->state, &err) ||
            !trainer_write_weights(trainer, paths->weights, &err) ||
            !trainer_write_curve(trainer, paths->curve, &err))
            return report_error(&err);
    }
    if (terminal_signal() == 0)
        return EXIT_SUCCESS;
    fputs(_("Stopped. The same command goes on from here.\n"), stderr);
    return 128 + terminal_signal();
}

static int cmd_train(const Arguments *arguments)
{
    TrainerPlan plan = {.rounds = 0};
    Paths paths;
    Trainer *trainer = NULL;
    LudError err;
    int status = cli_rules(arguments->operands[0], &plan.rules);
    if (status != EXIT_SUCCESS)
        return status;
    if (!read_plan(arguments, &plan) || !find_paths(arguments, &paths))
        return EXIT_USAGE;
    if (trainer_new(&trainer, &plan, &err) != LUD_OK)
        return report_error(&err);
    if (access(paths.state, F_OK) == 0 && !trainer_load(trainer, paths.state, &err))
        status = report_error(&err);
    else
        status = train(trainer, &paths);
    trainer_free(trainer);
    return status;
}

static const OptionRow options[] = {
    {"save", N_("NAME"), N_("where to write: NAME.weights, the curve NAME.csv, and NAME.state")},
    {"rounds", N_("N"), N_("rounds to play in all; usually 100")},
    {"turns", N_("N"),
     N_("turns of a round, after which all is saved; usually 1000000, without dice 20000")},
    {"seed", N_("NUMBER"), N_("of all that chance decides; usually 1")},
    {"threads", N_("N"), N_("threads; usually 1, and each number learns differently")},
    {"rate", N_("N"), N_("thousandths of the full step with which weights begin; usually 1000")},
    {"slips", N_("N"), N_("moves in a thousand that are drawn at random; usually 30")},
    {"nodes", N_("N"),
     N_("without dice: positions that a search looks at for a move; usually 200")},
    {NULL, NULL, NULL},
};

const Command train_command = {
    .name = "train",
    .operands = N_("GAME"),
    .about = N_("learn the weights of a game's judge from games with itself"),
    .details = N_("Begins with weights of nothing. After every round it says how fast it\n"
                  "learns and what share it wins against the weights that this program has, and\n"
                  "saves all; the same command goes on from there, also after it was killed, and\n"
                  "comes to the same weights. With more --rounds a training that was done goes\n"
                  "on. With dice it learns from every move; without them a search plays, and it\n"
                  "learns from results and from what the search thinks some plies later.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_train,
};
