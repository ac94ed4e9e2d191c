/* Strategies: for each position that can come up against it, the answer of a side that wins.
 *
 * The positions themselves are not stored, only what to answer: the number of the right one among
 * the answers, which are sorted by the position that they lead to. Number n is n ones and a zero,
 * and for each place there is a function from positions to bits: the exclusive or of three of many
 * bits, chosen by hashes. About a position that was never meant it says something as well, so a
 * strategy may only be asked in games in which the side has followed it from the start. What comes
 * up in those is either stored or won within `rest_plies`, so few that every line is looked at
 * first: nothing is left to chance, nor to a search that might not see the end.
 *
 * The bytes, numbers with the lowest byte first: "LUDS"; then in four bytes each `sure_plies`,
 * `rest_plies` and the number of functions; for each function its slots and its seed; and their
 * bits, the lowest of a byte first, each function in as many whole bytes as it needs; at the end
 * eight bytes of checksum. */
#ifndef LUD_ENGINE_STRATEGY_H
#define LUD_ENGINE_STRATEGY_H

#include <ludoteca/play.h>

enum {
    STRATEGY_LEVELS_MOST = 256,
    STRATEGY_HEAD_BYTES = 16,
    STRATEGY_LEVEL_BYTES = 8,
    STRATEGY_SUM_BYTES = 8
};

typedef struct Strategy {
    const uint8_t *bytes;
    void *owned; /* the same, if they are its own */
    size_t size;
    uint64_t checksum;
    int side;
    int sure_plies; /* knows all positions that come up earlier in a game */
    int rest_plies; /* those that it does not know are won within so many plies */
    int level_count;
    uint32_t slots[STRATEGY_LEVELS_MOST], seed[STRATEGY_LEVELS_MOST];
    const uint8_t *bits[STRATEGY_LEVELS_MOST];
} Strategy;

/* An answer and where it leads: the same for positions that are the same to the game's tables. */
typedef struct StrategyAnswer {
    uint64_t id;
    LudMove move;
} StrategyAnswer;

/* The three slots of a position. */
void strategy_slots(uint64_t id, uint32_t seed, uint32_t slots, uint32_t place[3]);
uint64_t strategy_id(const LudGame *game, const LudState *s);
/* The answers that do not end the game, sorted, one for each position that they lead to. `list` has
 * LUD_MAX_MOVES places. Returns their number. */
int strategy_answers(const LudGame *game, const LudState *s, StrategyAnswer *list);

/* Finds the strategy for a game's rules in the directories of data: those of LUDOTECA_DATA (none if
 * it is empty), else `data` beside the program and the one of the installed library. False if there
 * is none; if that is because a file is damaged, `fault` says so. For strategy_close. */
bool strategy_find(const LudRules *rules, Strategy *strategy, LudError *fault);
void strategy_close(Strategy *strategy);
uint64_t strategy_checksum(const uint8_t *bytes, size_t size);
/* Reads the bytes of one, which must stay; false if they are none. */
bool strategy_read(Strategy *strategy, const uint8_t *bytes, size_t size);
/* The move that wins in the current position of a game that has followed the strategy from the
 * start; false if it has not. */
bool strategy_answer(const Strategy *strategy, const LudPlay *play, LudMove *move);

#endif
