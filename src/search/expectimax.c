/* Search with dice: iterative deepening over the moves of the root. What lies below them is valued
 * by star2.c for two sides and by maxn.c for more. */
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/workers.h"
#include "search/chance_worker.h"

/* Threads are only worth starting for a depth that takes its time. */
enum { HELPED_DEPTH = 3 };

typedef struct ChanceMemory {
    ChanceTable table;
    Marks *marks;          /* NULL: one thread */
    ChanceWorker *workers; /* one a thread */
    ChanceRoot *roots;     /* of the last depth that was completed, the best first */
} ChanceMemory;

static void end(LudSearch *search)
{
    ChanceMemory *memory = search->memory;
    if (!memory)
        return;
    for (int i = 0; memory->workers && i < search->options.threads; i++) {
        free(memory->workers[i].arena);
        free(memory->workers[i].promise);
        free(memory->workers[i].roots);
    }
    chance_table_free(&memory->table);
    free(memory->marks);
    free(memory->workers);
    free(memory->roots);
    free(memory);
    search->memory = NULL;
}

static bool make_workers(ChanceMemory *memory, int count)
{
    memory->workers = base_big_alloc((size_t)count * sizeof *memory->workers);
    if (memory->workers)
        memset(memory->workers, 0, (size_t)count * sizeof *memory->workers);
    for (int i = 0; memory->workers && i < count; i++) {
        ChanceWorker *worker = &memory->workers[i];
        worker->arena = malloc(CHANCE_ARENA * sizeof *worker->arena);
        worker->promise = malloc(LUD_MAX_MOVES * sizeof *worker->promise);
        worker->roots = malloc(LUD_MAX_MOVES * sizeof *worker->roots);
        if (!worker->arena || !worker->promise || !worker->roots)
            return false;
    }
    return memory->workers != NULL;
}

static bool begin(LudSearch *search)
{
    ChanceMemory *memory = search->memory = calloc(1, sizeof *memory);
    if (memory)
        memory->roots = malloc(LUD_MAX_MOVES * sizeof *memory->roots);
    if (memory && search->options.threads > 1)
        memory->marks = calloc(1, sizeof *memory->marks);
    bool has_marks = memory && (memory->marks || search->options.threads == 1);
    if (has_marks && memory->roots && make_workers(memory, search->options.threads) &&
        chance_table_make(&memory->table, search->options.memory_bytes))
        return true;
    end(search);
    return false;
}

static void forget(LudSearch *search)
{
    ChanceMemory *memory = search->memory;
    chance_table_renew(&memory->table);
}

/* -- one depth --------------------------------------------------------------------------------- */

/* The worst of the `wanted` best values so far: what does not exceed it need not be known. */
static int32_t value_to_beat(const LudSearch *search, const ChanceRoot *roots, int count)
{
    return count < search->wanted ? INT32_MIN : roots[search->wanted - 1].value;
}

static int32_t root_move_value(ChanceWorker *worker, const ChancePlace *place, int depth, int side,
                               int32_t to_beat)
{
    int32_t values[LUD_MAX_SIDES] = {0}, most = worker->certain;
    if (worker->sides > 2) {
        maxn_values(worker, place, depth, values);
        return values[side];
    }
    /* The window is open by one at the end, so that a certain loss is found to be exactly that. */
    int32_t alpha = to_beat < -most ? -most - 1 : to_beat;
    if (side == 0)
        return star2_value(worker, place, depth, alpha, most + 1);
    return -star2_value(worker, place, depth, -most - 1, -alpha);
}

/* Puts a root move in its place among those before it, the best first; equals keep their order. */
static void sort_in(ChanceRoot *roots, int index)
{
    ChanceRoot root = roots[index];
    int k = index;
    for (; k > 0 && roots[k - 1].value < root.value; k--)
        roots[k] = roots[k - 1];
    roots[k] = root;
}

static void root_place(const ChanceWorker *worker, ChancePlace *root)
{
    memcpy(&root->state, worker->search->task->root, worker->game->state_size);
    if (worker->judging->notes_size)
        worker->judging->notes_begin(&root->state, &root->notes);
}

/* Values one root move, at roots[done], and puts it in its place among those before. False if there
 * was no time for it. */
static bool search_root(ChanceWorker *worker, const ChancePlace *root, int depth, int done)
{
    const LudGame *game = worker->game;
    ChanceRoot *roots = worker->roots;
    int side = game->rules.turn(&root->state) % worker->sides;
    int32_t lower = 0, upper = 1, to_beat = value_to_beat(worker->search, roots, done);
    LudMove m = roots[done].move;
    ChancePlace next;
    uint64_t mark = marks_of(game->rules.key(&root->state), m, depth);
    if (worker->marks)
        marks_add(worker->marks, mark);
    chance_follow(worker, root, m, &next);
    int32_t value = root_move_value(worker, &next, depth - 1, side, to_beat);
    if (worker->marks)
        marks_remove(worker->marks, mark);
    /* A static value is sound even if the time was up when it was counted. */
    if (worker->is_stopped && depth > 1)
        return false;
    bool is_asked = worker->sides == 2 && game->rules.turn(&next.state) != LUD_OVER &&
                    chance_ask(worker, &next.state, &lower, &upper);
    roots[done] = (ChanceRoot){.move = m,
                               .value = value,
                               .is_exact = value > to_beat || worker->sides > 2,
                               .is_proven = is_asked && lower == upper};
    sort_in(roots, done);
    return true;
}

/* Values all root moves at one depth, and sorts them as it goes. Returns how many were done. */
static int search_roots(ChanceWorker *worker, int depth)
{
    ChancePlace root;
    root_place(worker, &root);
    for (int i = 0; i < worker->search->root_count; i++) {
        if (!search_root(worker, &root, depth, i))
            return i;
        if (worker->is_stopped)
            return i + 1;
    }
    return worker->search->root_count;
}

/* All threads look at the same moves, and what helpers find reaches the first one by the table.
 * They are not asked for an answer. */
typedef struct DepthWork {
    ChanceMemory *memory;
    int depth;
    int done; /* by the first thread */
    atomic_bool is_done;
} DepthWork;

/* Helpers take the moves that nobody has in hand, and when there are none join the others. */
static void help_roots(ChanceWorker *worker, const DepthWork *work)
{
    const ChanceRoot *all = work->memory->roots;
    ChancePlace root;
    root_place(worker, &root);
    uint64_t key = worker->game->rules.key(&root.state);
    for (bool joins = false; !worker->is_stopped && !atomic_load(&work->is_done); joins = true) {
        int done = 0;
        for (int i = 0; i < worker->search->root_count && !worker->is_stopped; i++) {
            if (i > 0 && !joins &&
                marks_has(worker->marks, marks_of(key, all[i].move, work->depth)))
                continue;
            worker->roots[done].move = all[i].move;
            search_root(worker, &root, work->depth, done++);
        }
    }
}

static void work_depth(void *context, int index)
{
    DepthWork *work = context;
    ChanceWorker *worker = &work->memory->workers[index];
    if (index > 0) {
        help_roots(worker, work);
    } else {
        work->done = search_roots(worker, work->depth);
        atomic_store(&work->is_done, true);
    }
}

/* Returns how many root moves were valued; those are the first ones of workers[0].roots. */
static int search_depth(LudSearch *search, int depth)
{
    ChanceMemory *memory = search->memory;
    DepthWork work = {.memory = memory, .depth = depth};
    int threads = depth >= HELPED_DEPTH ? search->options.threads : 1;
    for (int i = 0; i < threads; i++) {
        ChanceWorker *worker = &memory->workers[i];
        chance_worker_begin(worker, search, &memory->table, i);
        worker->is_done = i > 0 ? &work.is_done : NULL;
        worker->marks = threads > 1 ? memory->marks : NULL;
        memcpy(worker->roots, memory->roots, (size_t)search->root_count * sizeof *worker->roots);
    }
    base_workers_run(threads, work_depth, &work);
    for (int i = 0; i < threads; i++)
        search_should_stop(search, memory->workers[i].fresh);
    return work.done;
}

/* -- the whole --------------------------------------------------------------------------------- */

static int outer_value(int32_t fine)
{
    int half = fine < 0 ? -FINE / 2 : FINE / 2;
    return (fine + half) / FINE;
}

/* The table's move for a position, or LUD_NO_MOVE; a listed one in any case. */
static LudMove remembered_move(const ChanceWorker *worker, const LudState *s)
{
    ChanceEntry entry;
    if (worker->game->rules.turn(s) < 0 ||
        !chance_table_find(worker->table, worker->game->rules.key(s), &entry))
        return LUD_NO_MOVE;
    int count = worker->game->rules.moves(s, worker->arena);
    for (int i = 0; i < count; i++) {
        if (worker->arena[i] == entry.move)
            return entry.move;
    }
    return LUD_NO_MOVE;
}

/* Follows the table from a root move on, as far as no dice are rolled. */
static void follow_line(const ChanceWorker *worker, LudLine *line)
{
    LudState s;
    memcpy(&s, worker->search->task->root, worker->game->state_size);
    worker->game->rules.apply(&s, line->move[0]);
    LudMove m;
    while (line->length < line->depth && line->length < LUD_LINE_MOST &&
           (m = remembered_move(worker, &s)) != LUD_NO_MOVE) {
        line->move[line->length++] = m;
        worker->game->rules.apply(&s, m);
    }
}

static void write_lines(LudSearch *search, const ChanceRoot *roots, int count, int depth)
{
    const ChanceMemory *memory = search->memory;
    const ChanceWorker *worker = &memory->workers[0];
    search->line_count = count < search->wanted ? count : search->wanted;
    for (int i = 0; i < search->line_count; i++) {
        LudLine *line = &search->lines[i];
        int32_t value = roots[i].value;
        bool is_certain = value == worker->certain || value == -worker->certain;
        *line = (LudLine){.value = outer_value(value),
                          .bound = roots[i].is_exact ? LUD_BOUND_EXACT : LUD_BOUND_UPPER,
                          .is_proven = is_certain || roots[i].is_proven,
                          .depth = depth,
                          .selective_depth = depth,
                          .length = 1};
        /* Almost certain is not certain. */
        if (!is_certain && line->value == LUD_VALUE_CERTAIN && search->game->chance)
            line->value--;
        if (!is_certain && line->value == -LUD_VALUE_CERTAIN && search->game->chance)
            line->value++;
        line->move[0] = roots[i].move;
        follow_line(worker, line);
    }
    search->hash_permille = chance_table_permille(&memory->table);
    search_report(search);
}

/* Whether nothing deeper can change the answer: all moves are known for good, or the best one is
 * won or lost (and then so are all) and nobody asked for more. */
static bool is_settled(const LudSearch *search)
{
    int known = 0;
    while (known < search->line_count && search->lines[known].is_proven)
        known++;
    const ChanceMemory *memory = search->memory;
    int32_t best = memory->roots[0].value, certain = memory->workers[0].certain;
    return known == search->root_count ||
           (search->wanted == 1 && (best == certain || best == -certain));
}

static void run(LudSearch *search)
{
    ChanceMemory *memory = search->memory;
    ChanceRoot *roots = memory->roots;
    ChanceRoot *fresh = memory->workers[0].roots;
    size_t size = (size_t)search->root_count * sizeof *roots;
    chance_table_renew(&memory->table);
    for (int i = 0; i < search->root_count; i++)
        roots[i] = (ChanceRoot){.move = search->root_moves[i]};
    for (int depth = 1; depth == 1 || search_may_deepen(search, depth); depth++) {
        int done = search_depth(search, depth);
        bool is_whole = done == search->root_count;
        /* Of a depth that was not completed a better move is taken over: the best one so far came
         * first and was found wanting. */
        if (is_whole || depth == 1 ||
            (done > 1 && search->wanted == 1 && fresh[0].move != roots[0].move)) {
            memcpy(roots, fresh, size);
            write_lines(search, roots, done, depth);
        }
        if (!is_whole)
            break;
        search->depth = depth;
        if (is_settled(search))
            break;
    }
    search_wait(search);
}

const SearchMethod expectimax_method = {begin, end, forget, run, false};
