/* Proves how many seeds South and North are sure of in Oware, from the start.
 *
 *     oware_bounds search GAME PROGRESS MEBIBYTES TABLES NODES MINUTES
 *     oware_bounds check  GAME PROGRESS MEBIBYTES TABLES NODES
 *
 * One question after the other: whether a player reaches so many seeds whatever the other does
 * (oware_reach.h). If so, one more is asked for; what is still open after NODES positions is tried
 * again only with more of them. The player whose last question took less comes next. Every answer
 * is added to PROGRESS, so a run that was ended goes on with the question where it was. TABLES is a
 * directory whose columns low and high are asked where they reach, or `-`: none. The table in
 * memory is part of what decides how long a proof takes: the same MEBIBYTES, the same proof.
 *
 * `check` proves anew what PROGRESS says was proved with up to NODES positions, with twice as many
 * and a few more, and fails if it can't. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/ludoteca.h>

#include "oware_reach.h"
#include "progress_file.h"

enum { SOUTH, NORTH, SEEDS = 48, ANSWERS_MOST = 1000, FEW = 1000 };

typedef enum Verdict { PROVED, OPEN, DENIED } Verdict;
static const char *const verdict_names[] = {"proved", "open", "denied"};
static const char *const seat_names[] = {"south", "north"};

/* A question and its answer. */
typedef struct Answer {
    int seat, wanted;
    Verdict verdict;
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
static bool decide(Bounds *bounds, Answer *answer, uint64_t nodes)
{
    Reach *reach = &bounds->reach;
    bool is_proved =
        reach_prove(reach, bounds->rules.game, &bounds->start, answer->seat, answer->wanted, nodes);
    answer->verdict = is_proved ? PROVED : reach->is_open ? OPEN : DENIED;
    answer->tables = reach->source ? reach->source_most : -1;
    answer->nodes = reach->nodes;
    answer->asked = reach->asked;
    return !reach->is_open || reach->nodes >= nodes;
}

/* What is to be asked about a player next, by what is known; false: nothing with so many nodes.
 * `nodes` of the question are those of the last answer. */
static bool next_question(const Bounds *bounds, int seat, uint64_t nodes, Answer *next)
{
    bool is_tried = false;
    *next = (Answer){.seat = seat, .wanted = 1};
    for (int i = 0; i < bounds->count; i++) {
        const Answer *a = &bounds->answers[i];
        if (a->seat != seat || a->wanted != next->wanted)
            continue;
        if (a->verdict == PROVED)
            *next = (Answer){.seat = seat, .wanted = a->wanted + 1, .nodes = a->nodes};
        is_tried = a->verdict != PROVED && (a->verdict == DENIED || a->nodes >= nodes);
    }
    return !is_tried && next->wanted <= SEEDS;
}

/* -- progress -----------------------------------------------------------------------------------
 */

static int find_name(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    return -1;
}

static void recall(void *context, const char *line)
{
    Bounds *bounds = context;
    Answer a;
    char seat[8], verdict[8];
    if (sscanf(line, "%7s %d %7s %d %" SCNu64 " %" SCNu64, seat, &a.wanted, verdict, &a.tables,
               &a.nodes, &a.asked) != 6 ||
        bounds->count == ANSWERS_MOST)
        return;
    int named = find_name(verdict_names, 3, verdict);
    a.seat = find_name(seat_names, 2, seat);
    if (a.seat < 0 || named < 0)
        return;
    a.verdict = (Verdict)named;
    bounds->answers[bounds->count++] = a;
}

static void search(Bounds *bounds, uint64_t nodes)
{
    while (bounds->count < ANSWERS_MOST && !is_time_over(bounds)) {
        Answer question[2];
        bool is_south = next_question(bounds, SOUTH, nodes, &question[SOUTH]);
        bool is_north = next_question(bounds, NORTH, nodes, &question[NORTH]);
        int seat = is_north && (!is_south || question[NORTH].nodes < question[SOUTH].nodes);
        Answer *next = &question[seat];
        if ((!is_south && !is_north) || !decide(bounds, next, nodes))
            return;
        bounds->answers[bounds->count++] = *next;
        fprintf(bounds->progress, "%s %d %s %d %" PRIu64 " %" PRIu64 "\n", seat_names[seat],
                next->wanted, verdict_names[next->verdict], next->tables, next->nodes, next->asked);
        fflush(bounds->progress);
    }
}

/* How many proofs were not found again. */
static int check(Bounds *bounds, uint64_t nodes)
{
    int checked = 0, wrong = 0;
    for (int i = 0; i < bounds->count; i++) {
        Answer found = bounds->answers[i];
        if (found.verdict != PROVED || found.nodes > nodes)
            continue;
        checked++;
        decide(bounds, &found, 2 * found.nodes + FEW);
        if (found.verdict == PROVED)
            continue;
        wrong++;
        printf("wrong: %s, %d seeds\n", seat_names[found.seat], found.wanted);
    }
    printf("%d proofs checked, %d wrong\n", checked, wrong);
    return wrong;
}

/* -- telling ------------------------------------------------------------------------------------
 */

static void report(const Bounds *bounds)
{
    static const char *const words[] = {"reaches", "may reach", "is not seen to reach"};
    int sure[2] = {0, 0}, tables = -1;
    for (int i = 0; i < bounds->count; i++) {
        const Answer *a = &bounds->answers[i];
        if (a->verdict == PROVED && a->wanted > sure[a->seat])
            sure[a->seat] = a->wanted;
        if (a->verdict == PROVED && a->asked > 0 && a->tables > tables)
            tables = a->tables;
        printf("%s %s %d: %" PRIu64 " positions", bounds->rules.game->side_names[a->seat],
               words[a->verdict], a->wanted, a->nodes);
        if (a->tables >= 0)
            printf(", tables to %d seeds asked %" PRIu64 " times", a->tables, a->asked);
        printf("\n");
    }
    /* Tables know no end at 25: what they promise may lie undivided on the board when it comes. */
    if (tables >= 0)
        printf("South ends with at most %d, North with at most %d\n", SEEDS - sure[NORTH],
               SEEDS - sure[SOUTH]);
    else
        printf("South ends with at least %d, North with at least %d\n", sure[SOUTH], sure[NORTH]);
    printf("%+d <= South - North <= %+d%s\n", 2 * sure[SOUTH] - SEEDS, SEEDS - 2 * sure[NORTH],
           tables >= 0 ? ", all seeds divided" : "");
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
    bool is_check = argc == 7 && strcmp(argv[1], "check") == 0;
    if ((!is_check && (argc != 8 || strcmp(argv[1], "search") != 0)) || !bounds ||
        lud_rules_parse(argv[2], &bounds->rules, &err) != LUD_OK ||
        strcmp(bounds->rules.game->name, "oware") != 0 ||
        strcmp(lud_rules_value(&bounds->rules, "slam"), "keep") == 0) {
        fprintf(stderr, "oware_bounds search GAME PROGRESS MEBIBYTES TABLES NODES MINUTES\n"
                        "oware_bounds check GAME PROGRESS MEBIBYTES TABLES NODES\n");
        return 2;
    }
    bounds->begun = time(NULL);
    bounds->minutes = is_check ? 1e9 : atof(argv[7]);
    bounds->progress = progress_open(argv[3], recall, bounds);
    if (!bounds->progress || !reach_begin(&bounds->reach, strtoull(argv[4], NULL, 10) << 20) ||
        !open_tables(bounds, argv[5])) {
        fprintf(stderr, "oware_bounds: no room, or a file that can't be had\n");
        return 1;
    }
    lud_rules_start(&bounds->rules, &bounds->start);
    bounds->reach.should_stop = is_time_over;
    bounds->reach.context = bounds;
    uint64_t nodes = strtoull(argv[6], NULL, 10);
    if (is_check)
        return check(bounds, nodes) == 0 ? 0 : 1;
    search(bounds, nodes);
    report(bounds);
    return fclose(bounds->progress) == 0 ? 0 : 1;
}
