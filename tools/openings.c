/* Ranks the openings of a game of two sides without dice, by deep searches and minimax.
 *
 *     openings GAME PLIES NODES MINUTES PROGRESS ROWS
 *
 * Every position PLIES moves from the start, once for all orders of moves that lead there, is
 * searched with NODES positions. Then the best lines are followed: the positions after the one at
 * the end of a line are searched in its place, again and again, for MINUTES. Which end comes next
 * is decided by its distance from the start, where every LOSS_OF_A_PLY hundredths that a move on
 * the way gives away count as one ply more (drop-out expansion). Values are carried back from the
 * ends to the start.
 *
 * What every search found is added to PROGRESS, so a run that was ended goes on where it was and
 * comes to the same. ROWS has a line for every position; the first moves and the replies to them
 * are printed as tables. Searches know no tables and no history, and none knows of another. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ludoteca/ludoteca.h>

#include "progress_file.h"

enum {
    MEMORY = 64 << 20,
    LOSS_OF_A_PLY = 25, /* hundredths */
    WORDS_MOST = LUD_LINE_MOST * 4,
};

/* What a search found of a position, for its mover. */
typedef struct Finding {
    uint64_t key, nodes;
    int value, depth;
    LudMove best;
} Finding;

typedef struct Position {
    LudState state;
    Finding found; /* nodes 0: not searched */
    int ply, parent;
    LudMove move;     /* that led here from the parent */
    int first, count; /* its successors among the links; none: an end */
    int value;        /* carried back */
    int reach;        /* plies from here to where the value comes from, its search included */
    LudMove best;
    double cost; /* of the cheapest way from the start */
} Position;

typedef struct Tree {
    LudRules rules;
    const LudGame *game;
    LudSearch *search;
    FILE *progress;
    Finding *known;
    int known_count;
    Position *positions;
    int count;
    int *links;
    int link_count;
    uint64_t nodes; /* of every search */
    double minutes;
    time_t begun;
    int fresh; /* searches of this run */
    LudMove moves[LUD_MAX_MOVES];
} Tree;

static void *grow(void *array, int count, size_t size)
{
    if (count > 0 && (count & (count - 1)) != 0)
        return array;
    array = realloc(array, (size_t)(count > 0 ? 2 * count : 1) * size);
    if (!array)
        abort();
    return array;
}

/* -- searching ----------------------------------------------------------------------------------
 */

static void recall(void *context, const char *line)
{
    Tree *tree = context;
    Finding f;
    if (sscanf(line, "%" SCNx64 " %d %d %" SCNu64 " %" SCNu32, &f.key, &f.value, &f.depth, &f.nodes,
               &f.best) != 5)
        return;
    tree->known = grow(tree->known, tree->known_count, sizeof *tree->known);
    tree->known[tree->known_count++] = f;
}

static bool is_time_left(const Tree *tree)
{
    return difftime(time(NULL), tree->begun) < tree->minutes * 60;
}

static bool look(Tree *tree, const LudState *s, Finding *found)
{
    uint64_t key = tree->game->rules.key(s);
    for (int i = 0; i < tree->known_count; i++) {
        if (tree->known[i].key == key && tree->known[i].nodes == tree->nodes) {
            *found = tree->known[i];
            return true;
        }
    }
    LudTask task = {.size = sizeof task, .root = s, .limits = {.nodes = tree->nodes}};
    LudFindings findings;
    LudError err;
    if (!is_time_left(tree))
        return false;
    lud_search_forget(tree->search);
    if (lud_search_run(tree->search, &task, &findings, &err) != LUD_OK)
        abort();
    *found = (Finding){key, tree->nodes, findings.lines[0].value, findings.depth,
                       findings.lines[0].move[0]};
    fprintf(tree->progress, "%016" PRIx64 " %d %d %" PRIu64 " %" PRIu32 "\n", key, found->value,
            found->depth, found->nodes, found->best);
    fflush(tree->progress);
    tree->fresh++;
    return true;
}

/* -- the tree -----------------------------------------------------------------------------------
 */

static int find_or_add(Tree *tree, const LudState *s, int ply, int parent, LudMove m)
{
    for (int i = 0; i < tree->count; i++) {
        const Position *p = &tree->positions[i];
        if (p->ply == ply && tree->game->rules.same(&p->state, s))
            return i;
    }
    tree->positions = grow(tree->positions, tree->count, sizeof *tree->positions);
    tree->positions[tree->count] =
        (Position){.state = *s, .ply = ply, .parent = parent, .move = m, .best = LUD_NO_MOVE};
    return tree->count++;
}

/* The value of a position that is over, for who would be to move: a win or a loss at once. */
static Finding settle(const Tree *tree, const LudState *s, int mover)
{
    int lead = tree->game->rules.score(s, mover) - tree->game->rules.score(s, 1 - mover);
    return (Finding){.nodes = tree->nodes,
                     .value = lead > 0   ? LUD_VALUE_WIN
                              : lead < 0 ? -LUD_VALUE_WIN
                                         : 0,
                     .best = LUD_NO_MOVE};
}

/* Puts the positions after this one in its place; they are searched if that is wanted. False if the
 * time was over before. */
static bool expand(Tree *tree, int at, bool is_searched)
{
    int first = tree->link_count;
    LudState s = tree->positions[at].state;
    int count = tree->game->rules.moves(&s, tree->moves), ply = tree->positions[at].ply;
    int mover = tree->game->rules.turn(&s);
    for (int i = 0; i < count; i++) {
        LudState next = s;
        tree->game->rules.apply(&next, tree->moves[i]);
        int to = find_or_add(tree, &next, ply + 1, at, tree->moves[i]);
        Finding found = tree->positions[to].found;
        if (tree->game->rules.turn(&next) == LUD_OVER)
            found = settle(tree, &next, 1 - mover);
        else if (is_searched && found.nodes == 0 && !look(tree, &next, &found))
            return false;
        tree->positions[to].found = found;
        tree->links = grow(tree->links, tree->link_count, sizeof *tree->links);
        tree->links[tree->link_count++] = to;
    }
    tree->positions[at].first = first;
    tree->positions[at].count = count;
    return true;
}

static void carry_back(Tree *tree, int at)
{
    Position *p = &tree->positions[at];
    p->value = p->found.value;
    p->reach = p->found.depth;
    p->best = p->found.best;
    for (int i = 0; i < p->count; i++) {
        const Position *after = &tree->positions[tree->links[p->first + i]];
        LudState next = p->state;
        if (i > 0 && -after->value <= p->value)
            continue;
        p->value = -after->value;
        p->reach = after->reach + 1;
        /* Links keep the order of the moves. */
        tree->game->rules.moves(&next, tree->moves);
        p->best = tree->moves[i];
    }
}

static void carry_all(Tree *tree)
{
    int deepest = 0;
    for (int i = 0; i < tree->count; i++)
        deepest = tree->positions[i].ply > deepest ? tree->positions[i].ply : deepest;
    for (int ply = deepest; ply >= 0; ply--) {
        for (int i = 0; i < tree->count; i++) {
            if (tree->positions[i].ply == ply)
                carry_back(tree, i);
        }
    }
}

/* What it costs to get to every position, and the end that is cheapest to get to; -1: none. */
static int cheapest_end(Tree *tree)
{
    int best = -1, deepest = 0;
    for (int i = 0; i < tree->count; i++) {
        tree->positions[i].cost = i == 0 ? 0 : 1e9;
        deepest = tree->positions[i].ply > deepest ? tree->positions[i].ply : deepest;
    }
    for (int ply = 0; ply <= deepest; ply++) {
        for (int i = 0; i < tree->count; i++) {
            const Position *p = &tree->positions[i];
            bool is_end = p->count == 0 && p->found.best != LUD_NO_MOVE && p->found.nodes > 0 &&
                          abs(p->value) < LUD_VALUE_WON;
            if (p->ply != ply)
                continue;
            if (is_end && (best < 0 || p->cost < tree->positions[best].cost))
                best = i;
            for (int k = 0; k < p->count; k++) {
                Position *after = &tree->positions[tree->links[p->first + k]];
                double cost = p->cost + 1 + (p->value + after->value) / (double)LOSS_OF_A_PLY;
                after->cost = cost < after->cost ? cost : after->cost;
            }
        }
    }
    return best;
}

/* All positions up to `plies` moves from the start, of which the last ones are searched. */
static bool begin(Tree *tree, int plies)
{
    LudState start;
    lud_rules_start(&tree->rules, &start);
    find_or_add(tree, &start, 0, -1, LUD_NO_MOVE);
    for (int i = 0; i < tree->count && tree->positions[i].ply < plies; i++) {
        if (!expand(tree, i, tree->positions[i].ply == plies - 1))
            return false;
    }
    carry_all(tree);
    return true;
}

static void follow(Tree *tree)
{
    for (int at = cheapest_end(tree); at >= 0 && expand(tree, at, true); at = cheapest_end(tree))
        carry_all(tree);
}

/* -- telling ------------------------------------------------------------------------------------
 */

/* The moves that lead to a position. */
static void print_way(const Tree *tree, int at, char *text)
{
    char word[LUD_MOVE_TEXT];
    const Position *p = &tree->positions[at];
    *text = '\0';
    if (p->parent < 0)
        return;
    print_way(tree, p->parent, text);
    tree->game->text.move_print(&tree->positions[p->parent].state, p->move, word);
    snprintf(text + strlen(text), WORDS_MOST - strlen(text), "%s%s", *text ? " " : "", word);
}

/* The best moves from a position on, as far as the tree goes and one more. */
static void print_best(const Tree *tree, int at, char *text)
{
    char word[LUD_MOVE_TEXT];
    *text = '\0';
    while (tree->positions[at].best != LUD_NO_MOVE) {
        const Position *p = &tree->positions[at];
        LudState next = p->state;
        tree->game->text.move_print(&p->state, p->best, word);
        snprintf(text + strlen(text), WORDS_MOST - strlen(text), "%s%s", *text ? " " : "", word);
        if (p->count == 0)
            break;
        tree->game->rules.apply(&next, p->best);
        for (int i = 0; i < p->count; i++) {
            if (tree->game->rules.same(&tree->positions[tree->links[p->first + i]].state, &next))
                at = tree->links[p->first + i];
        }
    }
}

/* For the side that begins. */
static int value_of(const Position *p)
{
    return p->ply % 2 == 0 ? p->value : -p->value;
}

/* Some were met when the time was over. */
static bool has_value(const Position *p)
{
    return p->count > 0 || p->found.nodes > 0;
}

static bool write_rows(const Tree *tree, const char *path)
{
    char way[WORDS_MOST], best[WORDS_MOST];
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "key\tply\tvalue\treach\tdepth\tnodes\tmoves\tbest\n");
    for (int i = 0; i < tree->count; i++) {
        const Position *p = &tree->positions[i];
        if (!has_value(p))
            continue;
        print_way(tree, i, way);
        print_best(tree, i, best);
        fprintf(file, "%016" PRIx64 "\t%d\t%d\t%d\t%d\t%" PRIu64 "\t%s\t%s\n",
                tree->game->rules.key(&p->state), p->ply, value_of(p), p->reach, p->found.depth,
                p->found.nodes, way, best);
    }
    return fclose(file) == 0;
}

static const Tree *sorted;

static int by_value(const void *a, const void *b)
{
    const Position *x = &sorted->positions[*(const int *)a];
    const Position *y = &sorted->positions[*(const int *)b];
    return x->value != y->value ? x->value - y->value : *(const int *)a - *(const int *)b;
}

/* The positions after one, the best for its mover first. */
static void print_table(const Tree *tree, int at)
{
    char way[WORDS_MOST], best[WORDS_MOST];
    const Position *p = &tree->positions[at];
    int order[LUD_MAX_MOVES];
    memcpy(order, tree->links + p->first, (size_t)p->count * sizeof *order);
    sorted = tree;
    qsort(order, (size_t)p->count, sizeof *order, by_value);
    for (int i = 0; i < p->count; i++) {
        const Position *after = &tree->positions[order[i]];
        print_way(tree, order[i], way);
        print_best(tree, order[i], best);
        printf("| `%s` | %+.2f | %d | `%s` |\n", way, value_of(after) / 100.0, after->reach + 1,
               best);
    }
}

static void report(const Tree *tree)
{
    int ends = 0, deepest = 0, count = 0;
    for (int i = 0; i < tree->count; i++) {
        if (!has_value(&tree->positions[i]))
            continue;
        count++;
        ends += tree->positions[i].count == 0;
        deepest = tree->positions[i].ply > deepest ? tree->positions[i].ply : deepest;
    }
    printf("%d positions, %d of them ends, up to %d plies; %d searches of this run\n", count, ends,
           deepest, tree->fresh);
    const Position *root = &tree->positions[0];
    print_table(tree, 0);
    for (int i = 0; i < root->count; i++)
        print_table(tree, tree->links[root->first + i]);
}

int main(int argc, char **argv)
{
    Tree *tree = calloc(1, sizeof *tree);
    LudError err;
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = MEMORY;
    if (argc != 7 || !tree || lud_rules_parse(argv[1], &tree->rules, &err) != LUD_OK ||
        tree->rules.game->chance || atoi(argv[2]) < 1 ||
        lud_search_new(&tree->search, &tree->rules, &options, &err) != LUD_OK) {
        fprintf(stderr, "openings GAME PLIES NODES MINUTES PROGRESS ROWS\n");
        return 2;
    }
    tree->game = tree->rules.game;
    tree->nodes = strtoull(argv[3], NULL, 10);
    tree->minutes = atof(argv[4]);
    tree->begun = time(NULL);
    tree->progress = progress_open(argv[5], recall, tree);
    if (!tree->progress)
        return 1;
    if (!begin(tree, atoi(argv[2]))) {
        printf("%d searches of this run; not every position has been searched yet\n", tree->fresh);
        return fclose(tree->progress) == 0 ? 0 : 1;
    }
    follow(tree);
    report(tree);
    return fclose(tree->progress) == 0 && write_rows(tree, argv[6]) ? 0 : 1;
}
