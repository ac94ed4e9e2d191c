#include "verify_layer.h"

#include "base/workers.h"

enum { CHUNK = 4096 };

/* What the threads share. */
typedef struct Pass {
    const VerifyLayer *work;
    const VerifyKind *kind;
    uint64_t size, places;
    bool looks;                  /* else it settles */
    double share;                /* of the looks, how many come before this one's end */
    atomic_uint_fast64_t next;   /* the first place of the next chunk */
    atomic_uint_fast64_t fault;  /* the lowest position that is wrong; `size`: none */
    atomic_uint_fast64_t missed; /* the lowest position that is not settled; `size`: none */
    atomic_bool has_progress, is_stopped;
} Pass;

uint64_t verify_layer_places(uint64_t size, uint64_t every)
{
    return size / every + (size % every != 0);
}

/* The position at a place: one of every so many, but not always the same one of them, since
 * neighbours in the numbering are alike. */
static uint64_t rank_at(const Pass *pass, uint64_t place)
{
    uint64_t every = pass->work->every, first = place * every;
    uint64_t within = (place * UINT64_C(0x9e3779b97f4a7c15) >> 33) % every;
    return first + within < pass->size ? first + within : first;
}

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

static void note_least(atomic_uint_fast64_t *least, uint64_t rank)
{
    uint_fast64_t known = atomic_load(least);
    while (rank < known && !atomic_compare_exchange_weak(least, &known, rank))
        continue;
}

/* Whether every move stays in the layer or leads to those that are going to be there. */
static bool leads_to_known(const VerifyLayer *work, const VerifyNode *node)
{
    for (int i = 0; i < node->count; i++) {
        if (node->layer[i] != work->layer && node->layer[i] > work->lower->top)
            return false;
    }
    return true;
}

/* Holds an entry against its successors, as far as they are there. */
static void look(Pass *pass, uint64_t place, uint64_t rank)
{
    const VerifyLayer *work = pass->work;
    const VerifyKind *kind = pass->kind;
    VerifyNode node;
    unsigned known = work->lower->part == 0
                         ? 0
                         : atomic_load_explicit(&work->known[place], memory_order_relaxed);
    expand(work, rank, &node);
    bool is_good = kind->look(work, rank, &node, &known) && leads_to_known(work, &node);
    atomic_store_explicit(&work->known[place], (unsigned char)known, memory_order_relaxed);
    bool is_last = verify_lower_is_last(work->lower);
    if (!is_good || (is_last && (known & kind->given) != kind->given))
        note_least(&pass->fault, rank);
    if (is_last && (known & kind->settled) != kind->settled)
        note_least(&pass->missed, rank);
}

/* Settles what can be settled by now. */
static void settle(Pass *pass, uint64_t rank)
{
    const VerifyKind *kind = pass->kind;
    atomic_uchar *place = &pass->work->known[rank];
    unsigned before = atomic_load_explicit(place, memory_order_relaxed);
    if ((before & kind->settled) == kind->settled)
        return;
    VerifyNode node;
    expand(pass->work, rank, &node);
    unsigned known = before | kind->settle(pass->work, rank, &node);
    if (known != before) {
        atomic_store_explicit(place, (unsigned char)known, memory_order_relaxed);
        atomic_store_explicit(&pass->has_progress, true, memory_order_relaxed);
    }
    if ((known & kind->settled) != kind->settled)
        note_least(&pass->missed, rank);
}

static void walk(void *context, int index)
{
    Pass *pass = context;
    uint64_t told = 0;
    while (!atomic_load_explicit(&pass->is_stopped, memory_order_relaxed)) {
        uint64_t from = atomic_fetch_add(&pass->next, CHUNK);
        if (from >= pass->places)
            return;
        uint64_t to = from + CHUNK < pass->places ? from + CHUNK : pass->places;
        for (uint64_t place = from; place < to; place++) {
            if (pass->looks)
                look(pass, place, rank_at(pass, place));
            else
                settle(pass, place);
        }
        /* Only looks count for the progress: nobody knows how often is to be settled. */
        if (index == 0 && pass->work->tick) {
            uint64_t now = pass->looks ? (uint64_t)((double)to * pass->share) : told;
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

/* Looks at all positions, once for each part of the layers below. */
static VerifyFault look_at_all(Pass *pass, LudError *err)
{
    VerifyLower *lower = pass->work->lower;
    uint64_t entries = verify_lower_entries(pass->work->rules, lower->top);
    uint64_t parts = lower->room_entries ? verify_layer_places(entries, lower->room_entries) : 1;
    pass->looks = true;
    pass->share = 1.0 / (double)parts;
    run_pass(pass);
    while (!verify_lower_is_last(lower) && !atomic_load(&pass->is_stopped)) {
        LudStatus status = verify_lower_next(lower, err);
        if (status != LUD_OK)
            return status == LUD_ESTOPPED ? VERIFY_STOPPED : VERIFY_UNREAD;
        run_pass(pass);
    }
    pass->looks = false;
    if (atomic_load(&pass->is_stopped))
        return VERIFY_STOPPED;
    return atomic_load(&pass->fault) < pass->size ? VERIFY_LOCAL : VERIFY_SOUND;
}

VerifyFault verify_layer(const VerifyLayer *work, const VerifyKind *kind, uint64_t *rank,
                         LudError *err)
{
    uint64_t size = work->tabulation->size(&work->rules->options, work->layer);
    Pass pass = {
        .work = work, .kind = kind, .size = size, .places = verify_layer_places(size, work->every)};
    atomic_init(&pass.fault, size);
    VerifyFault fault = look_at_all(&pass, err);
    *rank = atomic_load(&pass.fault);
    if (fault != VERIFY_SOUND || work->every > 1)
        return fault;
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
