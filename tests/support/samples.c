#include "support/samples.h"

#include <stdio.h>
#include <stdlib.h>

#include <ludoteca/play.h>

#include "support/game_rows.h"

enum { TRIES = 24 };

/* How a sample's game is played. */
typedef enum Style { STYLE_RANDOM, STYLE_GREEDY, STYLE_ROUND, STYLES } Style;

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

static LudMove any_of(const LudMove *list, int count, LudRandom *random)
{
    return list[below(random, count)];
}

static bool is_past(const Sample *sample, uint64_t key)
{
    for (int i = 0; i < sample->past_count; i++) {
        if (sample->past[i] == key)
            return true;
    }
    return false;
}

/* Of a few moves the one that leaves the mover best off. */
static LudMove greedy_move(const LudGame *game, const LudState *s, const LudMove *list, int count,
                           LudRandom *random)
{
    LudMove best = any_of(list, count, random);
    int best_value = -LUD_MAX_MOVES * 100, seat = game->rules.turn(s);
    for (int i = 0; i < 8; i++) {
        LudMove m = any_of(list, count, random);
        LudState next = *s;
        LudNotes notes;
        game->rules.apply(&next, m);
        if (game->rules.turn(&next) < 0)
            continue;
        if (lud_judging(game)->notes_begin)
            lud_judging(game)->notes_begin(&next, &notes);
        const LudGameJudging *judging = lud_judging(game);
        int value = judging->evaluate ? judging->evaluate(&next, &notes, seat) : 0;
        if (value > best_value) {
            best = m;
            best_value = value;
        }
    }
    return best;
}

/* A move that takes the mover's last one back, if it is written `from>to` and nothing more. */
static bool move_back(const LudPlay *play, LudMove *m)
{
    const LudGame *game = lud_play_rules(play)->game;
    int length = lud_play_length(play), at = 0;
    if (length < 2)
        return false;
    LudState before;
    char text[LUD_MOVE_TEXT], back[2 * LUD_MOVE_TEXT];
    lud_play_state_at(play, length - 2, &before);
    game->text.move_print(&before, lud_play_ply(play, length - 2).move, text);
    while (text[at] != '\0' && text[at] != '>')
        at++;
    if (text[at] == '\0' || strchr(text, '~'))
        return false;
    text[at] = '\0';
    snprintf(back, sizeof back, "%s>%s", text + at + 1, text);
    return game->text.move_parse(lud_play_state(play), back, m, NULL) == LUD_OK;
}

/* A move after which the other side may come back to a position that was there before. */
static LudMove round_move(const LudGame *game, const Sample *sample, const LudState *s,
                          const LudMove *list, int count, LudRandom *random)
{
    static LudMove answers[LUD_MAX_MOVES];
    for (int i = 0; i < TRIES; i++) {
        LudMove m = any_of(list, count, random);
        LudState next = *s;
        game->rules.apply(&next, m);
        if (is_past(sample, game->rules.key(&next)))
            return m;
        int answer_count = game->rules.turn(&next) < 0 ? 0 : game->rules.moves(&next, answers);
        for (int j = 0; j < TRIES && answer_count > 0; j++) {
            LudState again = next;
            game->rules.apply(&again, any_of(answers, answer_count, random));
            if (is_past(sample, game->rules.key(&again)))
                return m;
        }
    }
    return any_of(list, count, random);
}

static void play_once(LudPlay *play, const Sample *sample, Style style, LudRandom *random)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *list;
    LudMove m;
    if (style == STYLE_ROUND && below(random, 4) > 0 && move_back(play, &m) &&
        lud_play_move(play, m, NULL) == LUD_OK)
        return;
    int count = lud_play_moves(play, &list);
    if (style == STYLE_GREEDY && below(random, 4) > 0)
        m = greedy_move(game, lud_play_state(play), list, count, random);
    else if (style == STYLE_ROUND && below(random, 2) == 0)
        m = round_move(game, sample, lud_play_state(play), list, count, random);
    else
        m = any_of(list, count, random);
    if (lud_play_move(play, m, NULL) != LUD_OK)
        abort();
}

bool sample_game(const LudRules *rules, LudRandom *random, Sample *sample)
{
    static const int lengths[] = {4, 12, 40, 80, SAMPLE_PLIES};
    LudState start;
    LudPlay *play = NULL;
    if (below(random, 3) > 0 || !odd_start(rules, random, &start))
        lud_rules_start(rules, &start);
    if (lud_play_new(&play, rules, &start, NULL) != LUD_OK)
        abort();
    Style style = (Style)below(random, STYLES);
    int plies = below(random, lengths[below(random, 5)]);
    sample->past_count = 0;
    while (plies-- > 0 && lud_play_turn(play) >= 0) {
        sample->past[sample->past_count] = rules->game->rules.key(lud_play_state(play));
        play_once(play, sample, style, random);
        sample->past_count++;
    }
    if (lud_play_turn(play) == LUD_OVER && sample->past_count > 0) {
        lud_play_undo(play, NULL);
        sample->past_count--;
    }
    sample->s = *lud_play_state(play);
    bool goes_on = lud_play_turn(play) >= 0;
    lud_play_free(play);
    return goes_on;
}

bool sample_follow(const LudRules *rules, LudMove m, Sample *sample)
{
    const LudGame *game = rules->game;
    if (sample->past_count == SAMPLE_PLIES)
        return false;
    sample->past[sample->past_count++] = game->rules.key(&sample->s);
    game->rules.apply(&sample->s, m);
    if (game->rules.turn(&sample->s) < 0 ||
        (game->rules.is_dead && game->rules.is_dead(&sample->s)))
        return false;
    int occurrences = 1;
    for (int i = 0; i < sample->past_count; i++)
        occurrences += sample->past[i] == game->rules.key(&sample->s);
    return game->rules.repetition_limit == 0 || occurrences < game->rules.repetition_limit;
}
