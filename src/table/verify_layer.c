#include "verify_layer.h"

#include "base/workers.h"

enum { CHUNK = 4096 };

/* What the threads share. */
typedef struct Pass {
    const VerifyLayer *work;
    const VerifyKind *kind;
    uint64_t size;
    bool is_first;
    atomic_uint_fast64_t next;   /* the first position of the next chunk */
    atomic_uint_fast64_t fault;  /* the lowest position that is wrong; `size`: none */
    atomic_uint_fast64_t missed; /* the lowest position that is not settled; `size`: none */
    atomic_bool has_progress, is_stopped;
} Pass;

static void expand(const VerifyLayer *work, uint64_t rank, VerifyNode *node)
{
    const LudGame *game = work->rules->game;
    LudState s, next;
    LudMove list[LUD_MAX_MOVES];
    work->tabulation->unrank(&s, &work->rules->options, work->layer, rank);
    int turn = game->rules.turn(&s);
    node->count = 0;
    node->is_over = turn == LUD_OVER;
    if (node->is_over) {
        /* Nobody's turn: the player to move is the one for whom the position was set up. */
        node->final = (game->rules.score(&s, 0) - game->rules.score(&s, 1)) / 2;
        return;
    }
    int count = game->rules.moves(&s, list);
    for (int i = 0; i < count && i < VERIFY_MOVES; i++) {
        lud_state_copy(game, &next, &s);
        game->rules.apply(&next, list[i]);
        node->layer[i] = work->tabulation->layer_of(&next);
        node->rank[i] = work->tabulation->rank(&next);
    }
    node->count = count < VERIFY_MOVES ? count : VERIFY_MOVES;
}

static void lower(atomic_uint_fast64_t *least, uint64_t rank)
{
    uint_fast64_t known = atomic_load(least);
    while (rank < known && !atomic_compare_exchange_weak(least, &known, rank))
        continue;
}

/* The first pass holds every entry against its successors; the later ones settle what they can. */
static void visit(Pass *pass, uint64_t rank)
{
    const VerifyLayer *work = pass->work;
    const VerifyKind *kind = pass->kind;
    atomic_uchar *place = &work->settled[rank];
    unsigned before = pass->is_first ? 0 : atomic_load_explicit(place, memory_order_relaxed);
    if (before == kind->all)
        return;
    VerifyNode node;
    unsigned settled = before;
    expand(work, rank, &node);
    if (pass->is_first && !kind->is_local(work, rank, &node, &settled))
        lower(&pass->fault, rank);
    if (settled != kind->all && !pass->is_first)
        settled |= kind->settle(work, rank, &node);
    if (settled != before || pass->is_first) {
        atomic_store_explicit(place, (unsigned char)settled, memory_order_relaxed);
        atomic_store_explicit(&pass->has_progress, true, memory_order_relaxed);
    }
    if (settled != kind->all)
        lower(&pass->missed, rank);
}

static void walk(void *context, int index)
{
    Pass *pass = context;
    uint64_t told = 0;
    while (!atomic_load_explicit(&pass->is_stopped, memory_order_relaxed)) {
        uint64_t from = atomic_fetch_add(&pass->next, CHUNK);
        if (from >= pass->size)
            return;
        uint64_t to = from + CHUNK < pass->size ? from + CHUNK : pass->size;
        for (uint64_t rank = from; rank < to; rank++)
            visit(pass, rank);
        /* Only the first pass counts for the progress: nobody knows how many others there are. */
        if (index == 0 && pass->work->tick) {
            uint64_t now = pass->is_first ? to : told;
            if (!pass->work->tick(pass->work->context, now > told ? now - told : 0))
                atomic_store(&pass->is_stopped, true);
            told = now > told ? now : told;
        }
    }
}

static void run_pass(Pass *pass)
{
    atomic_store(&pass->next, 0);
    atomic_store(&pass->missed, pass->size);
    atomic_store(&pass->has_progress, false);
    base_workers_run(pass->work->threads, walk, pass);
}

VerifyFault verify_layer(const VerifyLayer *work, const VerifyKind *kind, uint64_t *rank)
{
    Pass pass = {.work = work,
                 .kind = kind,
                 .size = work->tabulation->size(&work->rules->options, work->layer)};
    pass.is_first = true;
    atomic_init(&pass.fault, pass.size);
    run_pass(&pass);
    *rank = atomic_load(&pass.fault);
    if (atomic_load(&pass.is_stopped))
        return VERIFY_STOPPED;
    if (*rank < pass.size)
        return VERIFY_LOCAL;
    pass.is_first = false;
    while (atomic_load(&pass.missed) < pass.size) {
        run_pass(&pass);
        if (atomic_load(&pass.is_stopped))
            return VERIFY_STOPPED;
        *rank = atomic_load(&pass.missed);
        if (*rank < pass.size && !atomic_load(&pass.has_progress))
            return VERIFY_CIRCULAR;
    }
    return VERIFY_SOUND;
}
