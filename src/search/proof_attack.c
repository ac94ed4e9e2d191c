#include "search/proof_attack.h"

#include "search/outcome.h"

/* A position on its way down. */
typedef struct Place {
    LudState state;
    LudNotes notes;
    uint64_t key;  /* of the position */
    uint64_t path; /* of the way to it */
    int ply;
} Place;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static int side_to_move(const ProofRoom *room, const LudState *s)
{
    return room->search->game->rules.turn(s) % 2;
}

/* -- judging a child --------------------------------------------------------------------------- */

static bool is_reached(const ProofAttack *attack, Outcome outcome)
{
    return attack->is_draw_enough ? outcome >> attack->side & 1
                                  : outcome == outcome_win(attack->side);
}

static ProofNumbers settled(const ProofAttack *attack, Outcome outcome, uint32_t length)
{
    return is_reached(attack, outcome) ? proof_reached(length) : proof_failed(PROOF_ALWAYS);
}

/* Whether the game has seen the position so often that one time more ends it. Coming back to the
 * root after its first time is left to the path. */
static bool is_used_up(const ProofRoom *room, uint64_t key)
{
    const LudTask *task = room->search->task;
    int seen = 0;
    for (int i = 0; i < task->past_count; i++)
        seen += task->past[i] == key;
    return seen > 0 &&
           seen + (key == room->root_key) + 1 >= room->search->game->rules.repetition_limit;
}

static bool ends_by_past(const ProofRoom *room, uint64_t key)
{
    return room->past_filter[key >> 6 & 15] >> (key & 63) & 1 && is_used_up(room, key);
}

/* The ply at which the path has been here, or -1. */
static int find_on_path(const ProofRoom *room, uint64_t key, int ply)
{
    for (int i = ply - 1; i >= 0; i--) {
        if (room->path_key[i] == key)
            return i;
    }
    return -1;
}

static bool ask_oracle(const ProofRoom *room, const ProofAttack *attack, const LudState *s,
                       ProofNumbers *numbers)
{
    const LudOracle *oracle = &room->search->options.oracle;
    LudKnown known;
    if (!oracle->probe || !oracle->probe(oracle->context, s, &known))
        return false;
    int mover = side_to_move(room, s);
    if (known.lower >= LUD_VALUE_WON)
        *numbers = settled(attack, outcome_win(mover), PROOF_FAR);
    else if (known.upper <= -LUD_VALUE_WON)
        *numbers = settled(attack, outcome_win(1 - mover), PROOF_FAR);
    else
        return false;
    return true;
}

/* A move that wins at once, as far as the game can tell. */
static LudMove winning_move(const ProofRoom *room, const Place *at)
{
    const LudGameJudging *judging = room->search->judging;
    return judging->winning ? judging->winning(&at->state, &at->notes) : LUD_NO_MOVE;
}

/* What is known of a position without looking further. */
static ProofNumbers judge(ProofRoom *room, const ProofAttack *attack, const Place *at)
{
    const LudGame *game = room->search->game;
    const LudState *s = &at->state;
    int turn = game->rules.turn(s), seen_at;
    ProofNumbers numbers;
    Outcome outcome = outcome_of_position(game, s, turn);
    if (outcome)
        return settled(attack, outcome, 0);
    if (room->has_used_up && ends_by_past(room, at->key))
        return settled(attack, outcome_of_stop(game, s, LUD_REASON_REPETITION), 0);
    if ((seen_at = find_on_path(room, at->key, at->ply)) >= 0)
        return proof_failed(seen_at);
    uint64_t key = mix(at->key ^ attack->salt);
    if (proof_table_find(&room->table, key, &numbers) &&
        (numbers.proof == 0 || numbers.disproof == 0))
        return numbers;
    ProofNumbers on_path;
    if (proof_table_find(&room->table, key ^ at->path, &on_path))
        return on_path;
    if (ask_oracle(room, attack, s, &numbers))
        return numbers;
    if (winning_move(room, at) != LUD_NO_MOVE)
        return settled(attack, outcome_win(turn % 2), 1);
    if (at->ply >= room->depth_limit)
        return proof_failed(PROOF_CUT);
    if (!proof_table_find(&room->table, key, &numbers))
        numbers = (ProofNumbers){.proof = 1, .disproof = 1, .since = PROOF_ALWAYS};
    return numbers;
}

/* -- children ---------------------------------------------------------------------------------- */

static void follow(const ProofRoom *room, const Place *at, LudMove m, Place *next)
{
    const LudGame *game = room->search->game;
    lud_state_copy(game, &next->state, &at->state);
    game->rules.apply(&next->state, m);
    if (room->has_notes && game->rules.turn(&next->state) != LUD_OVER) {
        memcpy(next->notes.bytes, at->notes.bytes, room->search->judging->notes_size);
        room->search->judging->notes_follow(&at->state, m, &next->state, &next->notes);
    }
    next->key = game->rules.key(&next->state);
    next->path = mix(at->path + at->key);
    next->ply = at->ply + 1;
}

/* Moves that lose to the very next one need no look: for the attacker they fail, for the defender
 * they prove; unless the game ends by repetition before that next one. Returns their number in
 * room->moves; `are_fewer` tells that some may be missing. */
static int list_moves(ProofRoom *room, const Place *at, bool *are_fewer)
{
    LudSearch *search = room->search;
    *are_fewer = false;
    if (at->ply == 0) {
        memcpy(room->moves, search->root_moves, (size_t)search->root_count * sizeof(LudMove));
        return search->root_count;
    }
    int count = -1;
    if (search->judging->urgent && !room->has_used_up)
        count = search->judging->urgent(&at->state, &at->notes, room->moves);
    *are_fewer = count >= 0;
    return count >= 0 ? count : search->game->rules.moves(&at->state, room->moves);
}

/* Puts the children of a position on the stack. -1: there is no room. */
static int list_children(ProofRoom *room, const ProofAttack *attack, const Place *at,
                         bool *are_fewer)
{
    int count = list_moves(room, at, are_fewer);
    if ((size_t)count > room->capacity - room->used)
        return -1;
    Place next;
    ProofChild *children = room->children + room->used;
    for (int i = 0; i < count; i++) {
        follow(room, at, room->moves[i], &next);
        children[i] = (ProofChild){
            .key = next.key, .move = room->moves[i], .numbers = judge(room, attack, &next)};
    }
    room->used += (size_t)count;
    room->unreported += (uint64_t)count;
    return count;
}

/* -- numbers of a node ------------------------------------------------------------------------- */

/* Which child to work on, and how far. */
typedef struct Choice {
    ProofNumbers numbers; /* of the node itself */
    int best;
    uint32_t second; /* the number that decides, of the next best child */
    uint32_t others; /* what the others add to the number that is a sum */
} Choice;

/* The number that the mover wants small: what it needs is one child where it is. */
static uint32_t wanted(ProofNumbers numbers, bool is_attacker)
{
    return is_attacker ? numbers.proof : numbers.disproof;
}

/* One child that the mover likes is enough for it; the other side must succeed at all of them. The
 * sum of what is left there is taken as the largest plus one for each of the others: lines that
 * meet again would be counted many times by a true sum. */
static Choice weigh(const ProofChild *children, int count, bool is_attacker)
{
    Choice choice = {.best = -1, .second = PROOF_INFINITE};
    uint32_t least = PROOF_INFINITE, largest = 0, open = 0;
    for (int i = 0; i < count; i++) {
        ProofNumbers numbers = children[i].numbers;
        uint32_t own = wanted(numbers, is_attacker), other = wanted(numbers, !is_attacker);
        open += other > 0;
        largest = other > largest ? other : largest;
        if (own < least) {
            choice.second = least;
            least = own;
            choice.best = i;
        } else if (own < choice.second) {
            choice.second = own;
        }
    }
    choice.others = open > 0 ? open - 1 : 0;
    uint32_t sum = largest + choice.others;
    if (sum >= PROOF_INFINITE && least > 0)
        sum = PROOF_INFINITE - 1;
    choice.numbers.proof = is_attacker ? least : sum;
    choice.numbers.disproof = is_attacker ? sum : least;
    choice.numbers.since = PROOF_ALWAYS;
    return choice;
}

/* The mover reached what it wants through some child: the attacker takes the shortest way, the
 * defender the refutation that leans on the path least. */
static ProofNumbers settle_by_one(const ProofChild *children, int count, bool is_attacker)
{
    int since = PROOF_CUT;
    uint32_t length = PROOF_FAR;
    for (int i = 0; i < count; i++) {
        ProofNumbers numbers = children[i].numbers;
        if (wanted(numbers, is_attacker) > 0)
            continue;
        since = numbers.since > since ? numbers.since : since;
        length = numbers.length < length ? numbers.length : length;
    }
    return is_attacker ? proof_reached(length + 1) : proof_failed(since);
}

/* Nothing helps the mover. */
static ProofNumbers settle_by_all(const ProofChild *children, int count, bool is_attacker,
                                  bool are_fewer)
{
    int since = PROOF_ALWAYS;
    uint32_t length = are_fewer ? 1 : 0;
    for (int i = 0; i < count; i++) {
        ProofNumbers numbers = children[i].numbers;
        since = numbers.since < since ? numbers.since : since;
        length = numbers.length > length ? numbers.length : length;
    }
    return is_attacker ? proof_failed(since) : proof_reached(length + 1);
}

static ProofNumbers settle(const ProofChild *children, int count, const Choice *choice,
                           bool is_attacker, bool are_fewer)
{
    if (wanted(choice->numbers, is_attacker) == 0)
        return settle_by_one(children, count, is_attacker);
    if (choice->best < 0)
        return settle_by_all(children, count, is_attacker, are_fewer);
    return choice->numbers;
}

/* -- the search -------------------------------------------------------------------------------- */

/* Looks at the clock when some hundred positions were made; counts every node at once where their
 * number is limited, so that it stops at exactly that one. */
static void count_node(ProofRoom *room)
{
    enum { LOOK_EVERY = 512 };
    LudSearch *search = room->search;
    if (search_is_stopped(search))
        return;
    room->nodes++;
    room->unreported++;
    uint64_t counted = atomic_load_explicit(&search->nodes, memory_order_relaxed);
    if (search->task->limits.nodes || room->unreported >= LOOK_EVERY) {
        search_should_stop(search, room->nodes - counted);
        room->unreported = 0;
    }
}

static bool is_out_of_time(const ProofRoom *room)
{
    return search_is_stopped(room->search) || room->nodes >= room->nodes_allowed;
}

static void keep(ProofRoom *room, const ProofAttack *attack, const Place *at, ProofNumbers numbers,
                 uint64_t effort)
{
    uint64_t key = mix(at->key ^ attack->salt);
    bool holds_here_only = numbers.disproof == 0 && numbers.since != PROOF_ALWAYS;
    proof_table_keep(&room->table, holds_here_only ? key ^ at->path : key, numbers, effort);
}

/* Works on a position until its proof number reaches `proof_limit`, its disproof number reaches
 * `disproof_limit`, or it is settled. */
static ProofNumbers explore(ProofRoom *room, const ProofAttack *attack, const Place *at,
                            uint32_t proof_limit, uint32_t disproof_limit)
{
    const size_t base = room->used;
    const uint64_t before = room->nodes;
    const bool is_attacker = side_to_move(room, &at->state) == attack->side;
    ProofChild *children = room->children + base;
    ProofNumbers numbers;
    bool are_fewer;

    /* 1. The position joins the path: a line that comes back to it fails. */
    count_node(room);
    room->path_key[at->ply] = at->key;
    if (at->ply > room->deepest)
        room->deepest = at->ply;

    /* 2. Its children are judged by what is known already. Without room for them the position
     * counts as cut off, which never shows anything. */
    int count = list_children(room, attack, at, &are_fewer);
    room->listed[at->ply] = count < 0 ? 0 : count;
    if (count < 0) {
        numbers = proof_failed(PROOF_CUT);
        keep(room, attack, at, numbers, 1);
        return numbers;
    }

    for (;;) {
        /* 3. Its numbers follow from theirs. */
        Choice choice = weigh(children, count, is_attacker);
        numbers = settle(children, count, &choice, is_attacker, are_fewer);
        if (numbers.proof >= proof_limit || numbers.disproof >= disproof_limit ||
            is_out_of_time(room))
            break;

        /* 4. The best child is worked on for as long as it is the best, and a quarter longer, so
         * that two equal ones do not take turns at every node; or until its share of the sum says
         * that this position has become too hard. */
        ProofChild *child = &children[choice.best];
        uint32_t own_limit = is_attacker ? proof_limit : disproof_limit;
        uint32_t sum_limit = is_attacker ? disproof_limit : proof_limit;
        uint32_t longer = choice.second + choice.second / 4 + 1;
        own_limit = longer < own_limit ? longer : own_limit;
        if (sum_limit < PROOF_INFINITE)
            sum_limit -= choice.others;
        Place next;
        follow(room, at, child->move, &next);
        child->numbers = is_attacker ? explore(room, attack, &next, own_limit, sum_limit)
                                     : explore(room, attack, &next, sum_limit, own_limit);
    }

    /* 5. A disproof that leans on nothing above this position holds everywhere: on the way to a win
     * no position is met twice, so coming back to this one can't be part of it. */
    if (numbers.disproof == 0 && numbers.since >= at->ply)
        numbers.since = PROOF_ALWAYS;
    keep(room, attack, at, numbers, room->nodes - before);
    room->used = base;
    return numbers;
}

/* -- beginning --------------------------------------------------------------------------------- */

void proof_room_prepare(ProofRoom *room)
{
    const LudSearch *search = room->search;
    const LudTask *task = search->task;
    const LudGame *game = search->game;
    const LudGameJudging *judging = search->judging;
    proof_table_renew(&room->table);
    memset(room->past_filter, 0, sizeof room->past_filter);
    room->root_key = game->rules.key(task->root);
    room->has_used_up = false;
    for (int i = 0; i < task->past_count && game->rules.repetition_limit > 0; i++) {
        if (!is_used_up(room, task->past[i]))
            continue;
        room->has_used_up = true;
        room->past_filter[task->past[i] >> 6 & 15] |= UINT64_C(1) << (task->past[i] & 63);
    }
    int limit = task->limits.depth;
    room->depth_limit = limit > 0 && limit < LUD_DEPTH_MOST ? limit : LUD_DEPTH_MOST;
    room->has_notes = judging->notes_size > 0 && (judging->winning || judging->urgent);
    room->used = room->nodes = room->unreported = 0;
    room->deepest = 0;
}

static void go_to_root(const ProofRoom *room, Place *root)
{
    const LudGame *game = room->search->game;
    lud_state_copy(game, &root->state, room->search->task->root);
    if (room->has_notes)
        room->search->judging->notes_begin(&root->state, &root->notes);
    root->key = room->root_key;
    root->path = 1;
    root->ply = 0;
}

ProofNumbers proof_attack_work(ProofRoom *room, const ProofAttack *attack)
{
    Place root;
    go_to_root(room, &root);
    return explore(room, attack, &root, PROOF_INFINITE, PROOF_INFINITE);
}

/* -- lines ------------------------------------------------------------------------------------- */

/* The proven child that the line goes on with. */
static const ProofChild *next_of_line(const ProofRoom *room, int ply, bool is_attacker)
{
    const ProofChild *children = room->children + room->used, *best = NULL;
    for (int i = 0; i < room->listed[ply]; i++) {
        const ProofChild *child = &children[i];
        if (child->numbers.proof > 0)
            continue;
        if (!best || (is_attacker ? child->numbers.length < best->numbers.length
                                  : child->numbers.length > best->numbers.length))
            best = child;
    }
    return best;
}

int proof_attack_line(ProofRoom *room, const ProofAttack *attack, LudMove first, LudMove *line,
                      int most)
{
    const LudGame *game = room->search->game;
    Place at, next;
    go_to_root(room, &at);
    room->path_key[0] = at.key;
    int length = 0;
    LudMove m = first;
    while (length < most) {
        line[length++] = m;
        follow(room, &at, m, &next);
        if (outcome_of_position(game, &next.state, game->rules.turn(&next.state)) ||
            next.ply >= LUD_DEPTH_MOST)
            break;
        /* What the table has lost meanwhile is found again, if time is left. A position that is
         * won at once has no children in the table. */
        at = next;
        bool is_attacker = side_to_move(room, &at.state) == attack->side;
        LudMove win = winning_move(room, &at);
        if (win != LUD_NO_MOVE) {
            m = win;
            continue;
        }
        explore(room, attack, &at, PROOF_INFINITE, PROOF_INFINITE);
        const ProofChild *child = next_of_line(room, at.ply, is_attacker);
        if (!child && room->listed[at.ply] > 0)
            break;
        /* Without children every move loses to the next one: any will do. */
        if (!child)
            game->rules.moves(&at.state, room->moves);
        m = child ? child->move : room->moves[0];
    }
    return length;
}
