/* Stories as every game tells them, and what only a game's history knows. */
#include <ludoteca/story.h>

static int tell_pass(int side, LudEvent *events)
{
    events[0] = (LudEvent){.kind = LUD_EVENT_PASS, .count = 1, .side = side};
    return 1;
}

int lud_story_events(const LudGame *game, const LudState *s, LudMove m,
                     LudEvent events[LUD_MAX_EVENTS])
{
    if (!game->chance || game->rules.turn(s) != LUD_CHANCE)
        return game->story ? game->story->events(s, m, events) : 0;
    char total[LUD_MOVE_TEXT];
    int number = 0;
    game->text.move_print(s, m, total);
    for (const char *at = total; *at >= '0' && *at <= '9'; at++)
        number = number * 10 + *at - '0';
    int side = game->chance->roller(s) % game->rules.sides(s);
    events[0] = (LudEvent){.kind = LUD_EVENT_ROLL, .count = number, .side = side};
    return 1;
}

int lud_story_of_ply(const LudPlay *play, int index, LudEvent events[LUD_MAX_EVENTS])
{
    const LudGame *game = lud_play_rules(play)->game;
    LudPly ply = lud_play_ply(play, index);
    LudState s;
    lud_play_state_at(play, index, &s);
    int count = ply.move == LUD_NO_MOVE ? tell_pass(ply.seat % game->rules.sides(&s), events)
                                        : lud_story_events(game, &s, ply.move, events);
    LudResult result;
    lud_play_result(play, &result);
    bool is_last = index + 1 == lud_play_length(play) && result.reason != LUD_REASON_NONE;
    if (is_last && game->story && game->story->ending)
        count += game->story->ending(lud_play_state(play), &result, events + count);
    return count;
}

int lud_story_steps(const LudGame *game, const LudState *s, LudMove m, int way,
                    LudStep steps[LUD_MAX_STEPS])
{
    if (game->story)
        return game->story->steps(s, m, way, steps);
    char text[LUD_MOVE_TEXT];
    bool fits = way == 0 && game->text.move_print(s, m, text) < LUD_CELL_TEXT;
    steps[0] = (LudStep){.kind = LUD_STEP_PICK};
    if (fits)
        strcpy(steps[0].cell, text);
    return fits;
}

/* Twice is not remarkable where the first return already ends the game. */
static bool is_warning(const LudPlay *play, int limit)
{
    int occurrences = limit > 2 ? lud_play_occurrences(play) : 1;
    return occurrences > 1 && occurrences == limit - 1;
}

uint32_t lud_story_notices(const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    int last = lud_play_length(play) - 1;
    if (last < 0 || lud_play_history(play)[last] == LUD_NO_MOVE)
        return 0;
    LudState before;
    LudResult result;
    lud_play_state_at(play, last, &before);
    lud_play_result(play, &result);
    LudMove m = lud_play_history(play)[last];
    uint32_t notices = game->story ? game->story->notices(&before, m, lud_play_state(play)) : 0;
    if (result.reason == LUD_REASON_NONE && is_warning(play, game->rules.repetition_limit))
        notices |= 1u << LUD_NOTICE_SEEN_BEFORE;
    return notices;
}

bool lud_story_is_pass(const LudGame *game, const LudState *s, LudMove m)
{
    LudStep steps[LUD_MAX_STEPS];
    return game->story && game->story->steps(s, m, 0, steps) > 0 && steps[0].kind == LUD_STEP_PASS;
}

const char *lud_story_why_pass(const LudGame *game, const LudState *s)
{
    return game->story && game->story->why_pass ? game->story->why_pass(s) : NULL;
}

const char *lud_story_consequence(const LudGame *game, LudEventKind kind, int count)
{
    bool has_words = game->story && game->story->consequence;
    return has_words && count > 0 ? game->story->consequence(kind, count) : NULL;
}

const char *lud_story_aside(const LudGame *game, const LudState *s, LudMove m)
{
    if (!game->story || !game->story->aside || game->rules.turn(s) == LUD_CHANCE)
        return NULL;
    LudState after;
    lud_state_copy(game, &after, s);
    game->rules.apply(&after, m);
    return game->story->aside(s, m, &after);
}

/* -- names ------------------------------------------------------------------------------------- */

const char *lud_event_name(LudEventKind kind)
{
    static const char *const names[LUD_EVENT_COUNT] = {
        [LUD_EVENT_LIFT] = "lift", [LUD_EVENT_SOW] = "sow",       [LUD_EVENT_CAPTURE] = "capture",
        [LUD_EVENT_KEEP] = "keep", [LUD_EVENT_PUT] = "put",       [LUD_EVENT_RECOVER] = "recover",
        [LUD_EVENT_FALL] = "fall", [LUD_EVENT_REMOVE] = "remove", [LUD_EVENT_ROLL] = "roll",
        [LUD_EVENT_PASS] = "pass",
    };
    return names[kind];
}

const char *lud_step_name(LudStepKind kind)
{
    static const char *const names[LUD_STEP_COUNT] = {
        [LUD_STEP_PICK] = "pick",   [LUD_STEP_PUT] = "put",   [LUD_STEP_RECOVER] = "recover",
        [LUD_STEP_GROUP] = "group", [LUD_STEP_PASS] = "pass",
    };
    return names[kind];
}

const char *lud_notice_name(LudNotice notice)
{
    static const char *const names[LUD_NOTICE_COUNT] = {
        [LUD_NOTICE_SLAM_ILLEGAL] = "grand-slam-illegal",
        [LUD_NOTICE_SLAM_NO_CAPTURE] = "grand-slam-no-capture",
        [LUD_NOTICE_MUST_FEED] = "must-feed",
        [LUD_NOTICE_FORCED_SLAM] = "forced-slam",
        [LUD_NOTICE_CIRCLING] = "circling",
        [LUD_NOTICE_RECOVERY] = "recovery",
        [LUD_NOTICE_RECOVERY_TWO] = "recovery-two",
        [LUD_NOTICE_SECOND_ROUND] = "second-round",
        [LUD_NOTICE_GROUP_FELL] = "group-fell",
        [LUD_NOTICE_EQUAL_GROUPS] = "equal-groups",
        [LUD_NOTICE_ROLL_AGAIN] = "roll-again",
        [LUD_NOTICE_TURN_LOST] = "turn-lost",
        [LUD_NOTICE_REPLACED] = "replaced",
        [LUD_NOTICE_PROTECTED] = "protected",
        [LUD_NOTICE_OUT_OF_CHIPS] = "out-of-chips",
        [LUD_NOTICE_SEEN_BEFORE] = "seen-before",
    };
    return names[notice];
}
