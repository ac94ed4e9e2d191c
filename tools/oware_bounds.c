/* Proves how many seeds South and North are sure of in Oware, from the start.
 *
 *     oware_bounds search GAME PROGRESS MEBIBYTES TABLES MINUTES
 *     oware_bounds check  GAME PROGRESS MEBIBYTES TABLES PLIES
 *
 * One question after the other is decided by looking at all moves (oware_reach.h): whether a player
 * reaches so many seeds within so many plies. If so, one seed more is asked for; if not, two plies
 * more. The player of whom the fewest plies are known comes next. Every answer is added to
 * PROGRESS, so a run that was ended goes on where it was. TABLES is a directory whose columns low
 * and high are asked where they reach, or `-`: none.
 *
 * `check` decides the questions of PROGRESS once more, up to PLIES plies, and fails if one of them
 * has another answer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/ludoteca.h>

#include "oware_reach.h"
#include "progress_file.h"

enum { SOUTH, NORTH, SEEDS = 48, PLIES_MOST = 250, ANSWERS_MOST = 2 * PLIES_MOST };

/* A question and its answer. */
typedef struct Answer {
    int seat, wanted, plies, is_reached;
    int tables; /* the most seeds that tables were asked about; -1: none were */
    uint64_t nodes, asked;
} Answer;

typedef struct Bounds {
    LudRules rules;
    LudState start;
    LudTables *tables;
    Reach reach;
    Answer answers[ANSWERS_MOST];
    int count;
    FILE *progress;
    double minutes;
    time_t begun;
} Bounds;

/* -- questions ----------------------------------------------------------------------------------
 */

static int ask_tables(void *context, const LudState *s, int seat)
{
    const Bounds *bounds = context;
    int least, most;
    if (!lud_tables_range(bounds->tables, s, &least, &most))
        return 0;
    return (SEEDS + (bounds->rules.game->rules.turn(s) == seat ? least : -most)) / 2;
}

static bool is_time_over(void *context)
{
    const Bounds *bounds = context;
    return difftime(time(NULL), bounds->begun) >= bounds->minutes * 60;
}

/* False if the time was over before. */
static bool decide(Bounds *bounds, Answer *answer)
{
    Reach *reach = &bounds->reach;
    if (reach->attacker != answer->seat || reach->wanted != answer->wanted)
        reach_want(reach, answer->seat, answer->wanted);
    reach->nodes = reach->asked = 0;
    answer->is_reached = reach_try(reach, bounds->rules.game, &bounds->start, answer->plies);
    answer->tables = reach->source ? reach->source_most : -1;
    answer->nodes = reach->nodes;
    answer->asked = reach->asked;
    return !reach->is_stopped;
}

/* What is to be asked about a player next, by what is known. */
static Answer next_question(const Bounds *bounds, int seat)
{
    /* The last ply is the player's own: another's would be lost. */
    Answer next = {.seat = seat, .wanted = 1, .plies = seat == SOUTH ? 1 : 2};
    for (int i = 0; i < bounds->count; i++) {
        const Answer *a = &bounds->answers[i];
        if (a->seat != seat || a->wanted != next.wanted || a->plies < next.plies)
            continue;
        next.plies = a->plies + (a->is_reached ? 0 : 2);
        next.wanted = a->wanted + a->is_reached;
    }
    return next;
}

/* -- progress -----------------------------------------------------------------------------------
 */

static const char *const seat_names[] = {"south", "north"};

static void recall(void *context, const char *line)
{
    Bounds *bounds = context;
    Answer a;
    char seat[8];
    if (sscanf(line, "%7s %d %d %d %d %" SCNu64 " %" SCNu64, seat, &a.wanted, &a.plies,
               &a.is_reached, &a.tables, &a.nodes, &a.asked) != 7 ||
        bounds->count == ANSWERS_MOST)
        return;
    a.seat = strcmp(seat, seat_names[NORTH]) == 0 ? NORTH : SOUTH;
    a.is_reached = a.is_reached != 0;
    bounds->answers[bounds->count++] = a;
}

static void search(Bounds *bounds)
{
    while (bounds->count < ANSWERS_MOST && !is_time_over(bounds)) {
        Answer south = next_question(bounds, SOUTH), north = next_question(bounds, NORTH);
        Answer *next = north.plies < south.plies ? &north : &south;
        if (next->wanted > SEEDS || next->plies > PLIES_MOST || !decide(bounds, next))
            return;
        bounds->answers[bounds->count++] = *next;
        fprintf(bounds->progress, "%s %d %d %d %d %" PRIu64 " %" PRIu64 "\n",
                seat_names[next->seat], next->wanted, next->plies, next->is_reached, next->tables,
                next->nodes, next->asked);
        fflush(bounds->progress);
    }
}

/* How many answers turned out otherwise. */
static int check(Bounds *bounds, int plies)
{
    int checked = 0, wrong = 0;
    for (int seat = SOUTH; seat <= NORTH; seat++) {
        for (int i = 0; i < bounds->count; i++) {
            const Answer *said = &bounds->answers[i];
            Answer found = *said;
            if (said->seat != seat || said->plies > plies)
                continue;
            decide(bounds, &found);
            checked++;
            if (found.is_reached == said->is_reached)
                continue;
            wrong++;
            printf("wrong: %s, %d seeds, %d plies: %d is said, %d is found\n", seat_names[seat],
                   said->wanted, said->plies, said->is_reached, found.is_reached);
        }
    }
    printf("%d answers checked, %d wrong\n", checked, wrong);
    return wrong;
}

/* -- telling ------------------------------------------------------------------------------------
 */

static void report(const Bounds *bounds)
{
    int sure[2] = {0, 0};
    for (int seat = SOUTH; seat <= NORTH; seat++) {
        const char *name = bounds->rules.game->side_names[seat];
        for (int i = 0; i < bounds->count; i++) {
            const Answer *a = &bounds->answers[i];
            if (a->seat != seat)
                continue;
            if (a->is_reached && a->wanted > sure[seat])
                sure[seat] = a->wanted;
            printf("%s %s %d within %d plies: %" PRIu64 " positions", name,
                   a->is_reached ? "reaches" : "does not reach", a->wanted, a->plies, a->nodes);
            if (a->tables >= 0)
                printf(", %" PRIu64 " of them in tables to %d seeds", a->asked, a->tables);
            printf("\n");
        }
    }
    printf("South ends with at least %d, North with at least %d: %+d <= South - North <= %+d\n",
           sure[SOUTH], sure[NORTH], 2 * sure[SOUTH] - SEEDS, SEEDS - 2 * sure[NORTH]);
}

static bool open_tables(Bounds *bounds, const char *path)
{
    LudError err;
    if (strcmp(path, "-") == 0)
        return true;
    if (lud_tables_open(&bounds->tables, &bounds->rules, path, &err) != LUD_OK)
        return false;
    int low = lud_tables_reach(bounds->tables, "low"),
        high = lud_tables_reach(bounds->tables, "high");
    bounds->reach.source_most = low < high ? low : high;
    if (bounds->reach.source_most >= 0)
        bounds->reach.source = ask_tables;
    return true;
}

int main(int argc, char **argv)
{
    Bounds *bounds = calloc(1, sizeof *bounds);
    LudError err;
    if (argc != 7 || !bounds || lud_rules_parse(argv[2], &bounds->rules, &err) != LUD_OK ||
        strcmp(bounds->rules.game->name, "oware") != 0 ||
        strcmp(lud_rules_value(&bounds->rules, "slam"), "keep") == 0) {
        fprintf(stderr, "oware_bounds search|check GAME PROGRESS MEBIBYTES TABLES MINUTES|PLIES\n");
        return 2;
    }
    bool is_check = strcmp(argv[1], "check") == 0;
    bounds->begun = time(NULL);
    bounds->minutes = is_check ? 1e9 : atof(argv[6]);
    bounds->progress = progress_open(argv[3], recall, bounds);
    if (!bounds->progress || !reach_begin(&bounds->reach, strtoull(argv[4], NULL, 10) << 20) ||
        !open_tables(bounds, argv[5])) {
        fprintf(stderr, "oware_bounds: no room, or a file that can't be had\n");
        return 1;
    }
    lud_rules_start(&bounds->rules, &bounds->start);
    bounds->reach.should_stop = is_time_over;
    bounds->reach.context = bounds;
    if (is_check)
        return check(bounds, atoi(argv[6])) == 0 ? 0 : 1;
    search(bounds);
    report(bounds);
    return fclose(bounds->progress) == 0 ? 0 : 1;
}
