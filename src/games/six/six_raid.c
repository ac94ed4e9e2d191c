#include "six_raid.h"

#include "six_moves.h"
#include "six_remark.h"
#include "six_threats.h"

/* A position on the way, with what is kept beside it. */
typedef struct Scene {
    LudState state;
    SixNotes notes;
} Scene;

static const SixState *view(const Scene *scene)
{
    return (const SixState *)(const void *)&scene->state;
}

static void begin(Scene *scene, const SixState *s)
{
    memcpy(scene->state.bytes, s, sizeof *s);
    six_notes_begin(s, &scene->notes);
}

static void play(const Scene *scene, LudMove m, Scene *next)
{
    memcpy(next->state.bytes, scene->state.bytes, sizeof(SixState));
    six_apply(&next->state, m);
    next->notes = scene->notes;
    six_notes_follow(view(scene), m, view(next), &next->notes);
}

static bool can_win(const Scene *scene)
{
    return six_winning(view(scene), &scene->notes) != LUD_NO_MOVE;
}

/* The same for the side that is not to move, if the other passed. */
static bool threatens(Scene *scene)
{
    SixState *s = (SixState *)(void *)&scene->state;
    s->side ^= 1;
    bool could_win = can_win(scene);
    s->side ^= 1;
    return could_win;
}

/* -- what is remembered --------------------------------------------------------------------------
 *
 * Who is to move attacks; where the opponent is, only the reply that refuted is kept. */

static uint64_t trace_key(const Scene *scene)
{
    return six_quest_mix(six_board_key(view(scene)) ^ UINT64_C(0x5ec0d0) << 32);
}

static SixFound keep(SixQuest *quest, const Scene *scene, uint64_t before, SixTrace trace)
{
    six_quest_keep(quest, trace_key(scene), quest->nodes - before, trace);
    if (trace.plies > 0)
        return SIX_FOUND_WIN;
    return trace.failed == SIX_FAILED_ALL ? SIX_FOUND_NONE : SIX_FOUND_LIMITED;
}

static bool is_known(const SixQuest *quest, const Scene *scene, int most, SixFound *found,
                     int *plies)
{
    const SixTrace *trace = six_quest_find(quest, trace_key(scene));
    if (!trace)
        return false;
    *plies = trace->plies;
    if (trace->plies > 0)
        *found = SIX_FOUND_WIN;
    else
        *found = trace->failed == SIX_FAILED_ALL ? SIX_FOUND_NONE : SIX_FOUND_LIMITED;
    return trace->plies > 0 || trace->failed >= most;
}

/* -- the search ----------------------------------------------------------------------------------
 */

/* The replies that do not lose at once, and maybe some that do. */
static int list_replies(const Scene *scene, LudMove *list)
{
    int count = six_urgent(view(scene), &scene->notes, list);
    return count >= 0 ? count : six_moves_list(view(scene), list);
}

static void move_to_front(LudMove *list, int count, LudMove m)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == m) {
            list[i] = list[0];
            list[0] = m;
            return;
        }
    }
}

static SixFound attack(SixQuest *quest, const Scene *scene, int most, int *plies);

/* Whether the attacker wins after a reply, with so many moves at most. */
static SixFound answer(SixQuest *quest, const Scene *scene, LudMove reply, int most, int *plies)
{
    Scene next;
    play(scene, reply, &next);
    *plies = 0;
    if (view(&next)->reason == LUD_REASON_NONE)
        return attack(quest, &next, most, plies);
    /* The reply left its own player too few tiles, or it wins or draws. */
    return view(&next)->winner == (view(scene)->side ^ 1) ? SIX_FOUND_WIN : SIX_FOUND_NONE;
}

/* Makes an attacking move and looks whether all replies lose. */
static SixFound strike(SixQuest *quest, const Scene *scene, LudMove m, int most, int *plies)
{
    Scene next;
    LudMove list[SIX_MAX_MOVES];
    play(scene, m, &next);
    if (!six_quest_count(quest))
        return SIX_FOUND_OPEN;
    if (view(&next)->reason != LUD_REASON_NONE || !threatens(&next) || can_win(&next))
        return SIX_FOUND_NONE;
    int count = list_replies(&next, list);
    const SixTrace *trace = six_quest_find(quest, trace_key(&next));
    if (trace)
        move_to_front(list, count, trace->move);
    *plies = 1;
    for (int i = 0; i < count; i++) {
        int length;
        SixFound found = answer(quest, &next, list[i], most - 1, &length);
        if (found != SIX_FOUND_WIN) {
            six_quest_keep(quest, trace_key(&next), 1, (SixTrace){.move = list[i]});
            return found;
        }
        *plies = length > *plies ? length : *plies;
    }
    *plies += 2;
    return SIX_FOUND_WIN;
}

/* Whether the side to move wins by a raid of so many of its moves at most. */
static SixFound attack(SixQuest *quest, const Scene *scene, int most, int *plies)
{
    uint64_t before = quest->nodes;
    SixFound found, worst = SIX_FOUND_NONE;
    if (is_known(quest, scene, most, &found, plies))
        return found;
    if (!six_quest_count(quest))
        return SIX_FOUND_OPEN;
    LudMove win = six_winning(view(scene), &scene->notes);
    *plies = 1;
    if (win != LUD_NO_MOVE)
        return keep(quest, scene, before, (SixTrace){.move = win, .plies = 1});
    if (most == 1)
        return SIX_FOUND_LIMITED;
    LudMove list[SIX_MAX_MOVES];
    int count = six_list_threats(view(scene), list);
    for (int i = 0; i < count; i++) {
        found = strike(quest, scene, list[i], most, plies);
        if (found == SIX_FOUND_WIN)
            return keep(quest, scene, before,
                        (SixTrace){.move = list[i], .plies = (uint8_t)*plies});
        if (quest->is_stopped)
            return SIX_FOUND_OPEN;
        worst = found > worst ? found : worst;
    }
    uint8_t failed = (uint8_t)(worst == SIX_FOUND_NONE ? SIX_FAILED_ALL : most);
    return keep(quest, scene, before, (SixTrace){.failed = failed});
}

/* Ever longer raids, so that the shortest is found. */
static SixFound seek(SixQuest *quest, const Scene *scene, int *plies)
{
    SixFound found = SIX_FOUND_LIMITED;
    for (int most = 1; most <= SIX_RAID_MOST && found == SIX_FOUND_LIMITED; most++)
        found = attack(quest, scene, most, plies);
    return found;
}

SixFound six_raid(SixQuest *quest, const SixState *s, int *plies)
{
    Scene scene;
    begin(&scene, s);
    return seek(quest, &scene, plies);
}

/* -- as a line -----------------------------------------------------------------------------------
 */

/* The reply after which the win takes longest; `next` is the position after it. LUD_NO_MOVE if all
 * legal ones lose at once: then any. */
static LudMove longest_reply(SixQuest *quest, const Scene *scene, Scene *next)
{
    LudMove list[SIX_MAX_MOVES], best = LUD_NO_MOVE;
    int count = list_replies(scene, list), most = 0;
    if (count == 0)
        count = six_moves_list(view(scene), list);
    for (int i = 0; i < count; i++) {
        Scene after;
        int plies = 0;
        play(scene, list[i], &after);
        if (view(&after)->reason == LUD_REASON_NONE)
            seek(quest, &after, &plies);
        if (best == LUD_NO_MOVE || plies > most) {
            best = list[i];
            most = plies;
            *next = after;
        }
    }
    return best;
}

int six_raid_line(SixQuest *quest, const SixState *s, LudMove *line, int most)
{
    Scene scene, next;
    int length = 0, plies;
    begin(&scene, s);
    while (length < most && view(&scene)->reason == LUD_REASON_NONE &&
           seek(quest, &scene, &plies) == SIX_FOUND_WIN) {
        LudMove m = six_quest_find(quest, trace_key(&scene))->move;
        line[length++] = m;
        play(&scene, m, &next);
        if (length == most || view(&next)->reason != LUD_REASON_NONE)
            break;
        line[length++] = longest_reply(quest, &next, &scene);
    }
    return length;
}
