#include "search/team.h"

#include <stdlib.h>

#include "base/big_memory.h"
#include "base/workers.h"

size_t team_size(int seats)
{
    return sizeof(Team) + (size_t)seats * sizeof(TeamSeat);
}

Team *team_new(int seats)
{
    Team *team = base_big_alloc(team_size(seats));
    if (!team)
        return NULL;
    memset((void *)team, 0, team_size(seats));
    team->seats = seats;
    return team;
}

void team_free(Team *team)
{
    free(team);
}

void team_begin(Team *team)
{
    for (int i = 0; i < team->seats; i++) {
        TeamSeat *seat = &team->seat[i];
        memset((void *)seat, 0, sizeof *seat);
        seat->told_ply = -1;
    }
    atomic_store(&team->order.number, 0);
    atomic_store(&team->order.kind, TEAM_WAIT);
}

static void set(_Atomic int *number, int value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

static void post(Team *team, TeamSeat *leader, TeamKind kind, int depth, int alpha, int beta)
{
    TeamOrder *order = &team->order;
    set(&order->kind, (int)kind);
    set(&order->depth, depth);
    set(&order->alpha, alpha);
    set(&order->beta, beta);
    leader->order = atomic_load_explicit(&order->number, memory_order_relaxed) + 1;
    atomic_store_explicit(&order->number, leader->order, memory_order_release);
}

void team_order_open(Team *team, TeamSeat *leader, LudMove m, int depth, int alpha, int beta)
{
    atomic_store_explicit(&team->order.move[0], m, memory_order_relaxed);
    set(&team->order.count, 1);
    post(team, leader, TEAM_OPEN, depth, alpha, beta);
}

bool team_is_scouting(Team *team, int index, int depth, int alpha)
{
    TeamOrder *order = &team->order;
    set(&order->at, index);
    return team_load(&order->kind) == TEAM_SCOUT && team_load(&order->depth) == depth &&
           team_load(&order->alpha) == alpha;
}

void team_order_scout(Team *team, TeamSeat *leader, int index, int count, int depth, int alpha)
{
    set(&team->order.count, count);
    set(&team->order.next, index + 1);
    post(team, leader, TEAM_SCOUT, depth, alpha, alpha + 1);
}

void team_order_end(Team *team, TeamSeat *leader)
{
    post(team, leader, TEAM_END, 0, 0, 0);
}

int team_pick(Team *team)
{
    TeamOrder *order = &team->order;
    int at = team_load(&order->at), next = team_load(&order->next);
    for (;;) {
        int index = next > at ? next : at + 1;
        if (index >= team_load(&order->count))
            return at;
        if (atomic_compare_exchange_weak(&order->next, &next, index + 1))
            return index;
    }
}

/* A leader that runs asks on within microseconds, and who sleeps then comes late; so the processor
 * is given away only when it has been silent for longer than that. */
void team_wait(Team *team, const TeamSeat *helper, int times)
{
    enum { LOOKS_FIRST = 32, TIMES_AWAKE = 8, TIMES_MOST = 12 };
    int at = team_load(&team->order.at);
    int looks = LOOKS_FIRST << (times < TIMES_MOST ? times : TIMES_MOST);
    for (int i = 0; i < looks; i++) {
        if (team_order_number(team) != helper->order || team_load(&team->order.at) != at)
            return;
        if (times > TIMES_AWAKE && i % LOOKS_FIRST == 0)
            base_workers_yield();
    }
}
