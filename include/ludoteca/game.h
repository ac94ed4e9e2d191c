/* The game interface: what every game promises, and how games are found by name.
 *
 * Games are pure. A state is a fixed-size value without pointers that carries its own options; it
 * is copied to branch. Nothing here allocates, rolls dice, prints or keeps anything between calls,
 * so any number of threads may play. What needs history (repetition, clocks) is in play.h. */
#ifndef LUDOTECA_GAME_H
#define LUDOTECA_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "error.h"
#include "random.h"

/* Marks an English text that front ends translate. */
#define LUD_MESSAGE(text) text

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LUD_MAX_SEATS = 4,
    LUD_MAX_SIDES = 3,
    LUD_MAX_MOVES = 4096, /* no position of any game has more */
    LUD_MAX_CHANCES = 16,
    LUD_MAX_OPTIONS = 8,
    LUD_MAX_VALUES = 5,
    LUD_STATE_BYTES = 1280,
    LUD_STATE_TEXT = 1024, /* enough for any position as text, end included */
    LUD_MOVE_TEXT = 64,    /* the same for a move or a turn */
    LUD_RULES_TEXT = 160,  /* the same for a game's name with all its options */
};

/* Whose turn it is, besides a seat 0–3. */
enum { LUD_CHANCE = -1, LUD_OVER = -2 };

/* A move means something only to the game and position that listed it. */
typedef uint32_t LudMove;
#define LUD_NO_MOVE UINT32_MAX

typedef struct LudState {
#ifdef __cplusplus
    alignas(16)
#else
    _Alignas(16)
#endif
        unsigned char bytes[LUD_STATE_BYTES];
} LudState;

typedef struct LudChance {
    LudMove move;
    uint32_t weight; /* integers, so that sums are exact */
} LudChance;

/* Why a game ended. */
typedef enum LudReason {
    LUD_REASON_NONE = 0,
    LUD_REASON_MAJORITY,    /* oware: 25 seeds or more in a store */
    LUD_REASON_NO_MOVE,     /* the player to move has nothing to move */
    LUD_REASON_NO_FEEDING,  /* oware: no move feeds an opponent without seeds */
    LUD_REASON_ONLY_SLAMS,  /* oware: every move would capture all of the opponent's seeds */
    LUD_REASON_FORCED_SLAM, /* oware, slam=awari: a forced move left the opponent without seeds */
    LUD_REASON_NO_CAPTURE,  /* oware: the seeds only circle, nothing can be captured any more */
    LUD_REASON_SUMMIT,      /* pylos: the ball on top was placed */
    LUD_REASON_RESERVE,     /* pylos: to move without a ball in reserve */
    LUD_REASON_ROW,         /* six: a shape was made … */
    LUD_REASON_TRIANGLE,
    LUD_REASON_CIRCLE,
    LUD_REASON_TOO_FEW_TILES, /* six: fewer than six tiles left, no shape possible */
    LUD_REASON_LINE,          /* dados: a line was made */
    LUD_REASON_REPETITION,    /* the same position again, as often as the game allows */
    LUD_REASON_AGREED_DRAW,
    LUD_REASON_AGREED_FINISH, /* oware: both agreed to stop and divide the seeds */
    LUD_REASON_RESIGNED,
    LUD_REASON_TIME,
    LUD_REASON_LEFT,
    LUD_REASON_OWN_1, /* what only the game itself knows, and says in LudGameText.ending */
    LUD_REASON_OWN_2,
    LUD_REASON_OWN_3,
    LUD_REASON_OWN_4,
    LUD_REASON_COUNT
} LudReason;

/* Whether the game suggests to finish although moves remain (oware's circling seeds). */
typedef enum LudOffer {
    LUD_OFFER_NONE = 0,
    LUD_OFFER_NO_CAPTURE, /* no sequence of moves by both sides contains a capture any more */
    LUD_OFFER_UNFORCED,   /* captures could happen, but neither side can force one */
} LudOffer;

/* Who starts, and so what "the loser starts the next game" changes. */
typedef enum LudStarter {
    LUD_STARTER_SEAT_0,   /* seat 0 always starts: players change seats */
    LUD_STARTER_OPTION,   /* LUD_OPTION_FIRST names the seat: players keep their colours */
    LUD_STARTER_ROLL_OFF, /* dice decide before every game: any seat may start */
} LudStarter;

/* One option of a game, e.g. slam = keep | forfeit | nocapture | awari. */
typedef struct LudOptionSpec {
    const char *key;
    const char *values[LUD_MAX_VALUES + 1];      /* ended by NULL */
    int usual;                                   /* index of the default; -1: `settle` decides */
    const char *about;                           /* a short English phrase, e.g. for menus */
    const char *value_about[LUD_MAX_VALUES + 1]; /* one English phrase for each value */
} LudOptionSpec;

/* Options that mean the same in every game that has them. */
#define LUD_OPTION_FIRST   "first"   /* who starts: the values are the seats, in their order */
#define LUD_OPTION_PLAYERS "players" /* how many play: menus ask for it before everything else */

/* The chosen value of each option, in the order of the game's specs; -1 where none was chosen. */
typedef struct LudOptions {
    int8_t value[LUD_MAX_OPTIONS];
} LudOptions;

/* What a finished playout tells. */
typedef struct LudPlayout {
    uint64_t moves; /* moves made by players; rolls are not counted */
    bool is_over;   /* false: stopped at the limit */
} LudPlayout;

enum { LUD_PARSE_FRAGMENT = 1 }; /* accept a board that lacks pieces (oware: seeds) */

/* -- a game, facet by facet ---------------------------------------------------------------------
 *
 * Rules and text are part of every game. The other facets are pointers, and each may be NULL.
 * Within a facet slots under "required" are never NULL; of the others each says what NULL means. */

/* What may be played, and what comes of it. */
typedef struct LudGameRules {
    LudStarter starter;
    int repetition_limit; /* the occurrence of a position that ends the game; 0: repetition is
                             nothing */
    /* What the scores of a whole game add up to, counted as `score` does, and the English word for
     * what they count: "seeds". 0 and NULL: there is no score, only win, draw and loss. */
    int score_total;
    const char *score_word;

    /* -- required -- */

    /* Sets up the start position. The options are settled (lud_rules_parse sees to that). */
    void (*init)(LudState *s, const LudOptions *options);
    /* How many players sit at the board, and how many sides they form; seat i plays for side
     * i % sides. */
    int (*seats)(const LudState *s);
    int (*sides)(const LudState *s);
    /* The seat to move, LUD_CHANCE when dice are to be rolled, or LUD_OVER. Turns need not
     * alternate: a seat may move several times in a row. */
    int (*turn)(const LudState *s);
    /* Lists every legal move once, in an order fixed by the position; at LUD_CHANCE the outcomes.
     * Returns their number: at least one unless the game is over. `list` has LUD_MAX_MOVES places.
     */
    int (*moves)(const LudState *s, LudMove *list);
    /* Plays a listed move or outcome. Unchecked: an unlisted one is undefined. */
    void (*apply)(LudState *s, LudMove m);
    /* Only when over: what the seat's side got. Win 2, draw 1, loss 0; oware twice the final store.
     * Sides compare by it. */
    int (*score)(const LudState *s, int seat);
    /* Only when over: why. */
    LudReason (*reason)(const LudState *s);
    /* Equal for positions that are the same to repetition, practically never for others. */
    uint64_t (*key)(const LudState *s);
    /* Exactly whether two positions of the same options are the same to repetition. */
    bool (*same)(const LudState *a, const LudState *b);

    /* -- optional -- */

    /* Fills in options left open (-1) and refuses combinations. NULL: any combination will do. */
    LudStatus (*settle)(LudOptions *options, LudError *err);
    /* Whether `moves` would list it. NULL: the list has to be made. */
    bool (*is_legal)(const LudState *s, LudMove m);
    /* Why a move that was read but is not listed is refused: an English message in which {1} is the
     * move and {2} what would be legal; NULL if nothing more is to be said. NULL: never. */
    const char *(*why_illegal)(const LudState *s, LudMove m);
    /* A number that, once changed by a move, never comes back: positions of different epochs are
     * different. NULL: no such thing, all history counts. */
    uint32_t (*epoch)(const LudState *s);
    /* Whether the rules end this unfinished position as a game, though as a bare position it
     * goes on (oware keep: seeds that only circle). NULL: never. */
    bool (*is_dead)(const LudState *s);
    /* Whether to suggest finishing. NULL: never. */
    LudOffer (*offer)(const LudState *s);
    /* What a seat gets, as in `score`, if an unfinished game stops: `reason` is REPETITION,
     * AGREED_FINISH or NO_CAPTURE. NULL: repetition is a draw, finishing is not possible. */
    int (*stop_score)(const LudState *s, int seat, LudReason reason);
    /* Passes the turn of the seat to move (or to roll) to the next one, without a move. NULL: two
     * sides only, no need. */
    void (*skip)(LudState *s);
    /* Makes `seat` the one to start; only on a start position. NULL unless starter is ROLL_OFF. */
    void (*set_starter)(LudState *s, int seat);
} LudGameRules;

/* Why a game ended, told to people: English sentences. */
typedef struct LudEnding {
    /* {1} is the side that won, {2} the one that lost, {3} the number; after a draw there are no
     * sides. NULL: the reason is none of this game's own. */
    const char *why;
    int number;
    const char *rest; /* what became of what was left on the board; NULL: nothing is said */
} LudEnding;

/* Positions and moves as text. */
typedef struct LudGameText {
    /* -- required -- */

    /* Text to position and back. Parsing leaves `s` untouched when it fails; `flags` as
     * LUD_PARSE_…; printing needs LUD_STATE_TEXT bytes and returns the length. */
    LudStatus (*state_parse)(LudState *s, const LudOptions *options, const char *text,
                             unsigned flags, LudError *err);
    int (*state_print)(const LudState *s, char *text);
    /* The same for moves (LUD_MOVE_TEXT bytes). Parsing accepts every way to write a move and
     * yields the one that `moves` lists; whether it is legal is for the caller to check. At
     * LUD_CHANCE it reads outcomes. */
    LudStatus (*move_parse)(const LudState *s, const char *text, LudMove *m, LudError *err);
    int (*move_print)(const LudState *s, LudMove m, char *text);

    /* -- optional -- */

    /* How moves are written, for people. NULL: nothing is said. */
    const char *notation;
    /* Letters of which each is a whole move, so that moves may be joined: "FfBe". NULL: there must
     * be spaces between moves. */
    const char *lone_letters;
    bool has_fragments; /* whether LUD_PARSE_FRAGMENT means something */
    /* What to tell of an end that is this game's own; `*ending` begins empty. NULL: nothing. */
    void (*ending)(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending);
    /* Why the rules suggest to finish: an English sentence, as "No capture is possible any more."
     * What finishing does with what is left, `ending` says of AGREED_FINISH. NULL: nothing. */
    const char *(*offer)(LudOffer offer);
} LudGameText;

/* Two dice with six faces each, whose total is the outcome. All required. */
typedef struct LudGameChance {
    /* At LUD_CHANCE: outcomes with their weights, at most LUD_MAX_CHANCES, in the order of `moves`.
     */
    int (*outcomes)(const LudState *s, LudChance *list);
    /* At LUD_CHANCE: the seat that is to roll. */
    int (*roller)(const LudState *s);
    /* The outcome rolled for the move that is now due, or LUD_NO_MOVE. */
    LudMove (*rolled)(const LudState *s);
} LudGameChance;

/* What whoever watches a game asks after every move, as the functions of LudGameRules tell it one
 * by one; `is_dead` means something only if the game is not over. */
typedef struct LudAdvance {
    uint64_t key;
    uint32_t epoch; /* 0 without such a thing */
    int turn;
    bool is_dead;
} LudAdvance;

/* The loops of perft.h with the rules inlined; they count exactly as the generic ones. The first
 * two are required. */
typedef struct LudGameLoops {
    uint64_t (*perft)(const LudState *s, int depth);
    LudPlayout (*playout)(LudState *s, LudRandom *random, uint64_t move_limit);
    /* Plays a listed move and tells all of that at once. NULL: it has to be asked for. */
    void (*advance)(LudState *s, LudMove m, LudAdvance *advance);
} LudGameLoops;

struct LudGameTabulation; /* opaque: how positions become tables, for the library itself; ask
                             table.h */

struct LudGameForcing; /* opaque: how forced wins are looked for, for the library itself */

typedef struct LudGame {
    const char *name;                      /* as in GAME:key=value */
    const char *title;                     /* for people, in English */
    const char *side_names[LUD_MAX_SIDES]; /* English: South, North */
    const LudOptionSpec *options;          /* option_count of them; NULL if there are none */
    int option_count;
    size_t state_size; /* bytes of LudState in use; the rest is never read */

    LudGameRules rules;
    LudGameText text;
    const LudGameChance *chance;          /* NULL: the game knows no chance */
    const LudGameLoops *loops;            /* NULL: the generic ones are used */
    const struct LudGameJudging *judging; /* judging.h; NULL: everything is worth the same */
    const struct LudGameView *view;       /* view.h; NULL: the board can't be seen, only its text */
    const struct LudGamePractice *practice;     /* practice.h; NULL: the usual numbers */
    const struct LudGameStory *story;           /* story.h; NULL: nothing is told */
    const struct LudGameTabulation *tabulation; /* NULL: there are no tables */
    const struct LudGameLearning *learning;     /* learning.h; NULL: moves have no numbers */
    const struct LudGameForcing *forcing;       /* NULL: forced wins are not looked for */
} LudGame;

/* A game together with its chosen options: what `oware:slam=nocapture` names. */
typedef struct LudRules {
    const LudGame *game;
    LudOptions options;
} LudRules;

/* The games there are, 0 … lud_game_count() - 1, in a fixed order; NULL outside. */
LUD_API int lud_game_count(void);
LUD_API const LudGame *lud_game_at(int index);
/* By name, or NULL. */
LUD_API const LudGame *lud_game_find(const char *name);
/* A game's rules in prose (Markdown); `language` is "es" or anything else for English. */
LUD_API const char *lud_game_prose(const LudGame *game, const char *language);

/* Reads GAME[:key=value[,key=value…]]. Errors list what would have been valid. */
LUD_API LudStatus lud_rules_parse(const char *text, LudRules *rules, LudError *err);
/* Writes the name with those options that differ from the default (LUD_RULES_TEXT bytes). */
LUD_API int lud_rules_print(const LudRules *rules, char *text);
/* Which of a game's options has this key, or -1. */
LUD_API int lud_option_find(const LudGame *game, const char *key);
/* The chosen value of an option as text, or NULL if the game has no such key. */
LUD_API const char *lud_rules_value(const LudRules *rules, const char *key);
/* The usual start position. */
LUD_API void lud_rules_start(const LudRules *rules, LudState *s);

/* Copies what a game uses of a state. */
static inline void lud_state_copy(const LudGame *game, LudState *to, const LudState *from)
{
    memcpy(to->bytes, from->bytes, game->state_size);
}

/* The seat to move or to roll, or LUD_OVER. */
LUD_API int lud_active_seat(const LudGame *game, const LudState *s);

/* Whether games end with a score: then values and tables tell by how much, not only who wins. */
static inline bool lud_game_has_score(const LudGame *game)
{
    return game->rules.score_total > 0;
}

/* A stable English identifier such as "no-feeding", for records and JSON; and back (NONE if it is
 * not one). */
LUD_API const char *lud_reason_name(LudReason reason);
LUD_API LudReason lud_reason_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
