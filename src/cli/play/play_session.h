/* One run of `ludoteca play`: what was asked for, the players, the series and the game on the
 * table. The files play_*.c work on it together. */
#ifndef LUD_CLI_PLAY_PLAY_SESSION_H
#define LUD_CLI_PLAY_PLAY_SESSION_H

#include <time.h>

#include <ludoteca/ludoteca.h>

#include "cli/draw/draw.h"
#include "shell/line_input.h"

enum {
    PLAYER_NAME_BYTES = 64,
    LABEL_BYTES = 192,
    PATH_BYTES = 4096,
    DIRECTORY_BYTES = PATH_BYTES - 128, /* leaves room for a name */
    MOST_GAMES = 1000,
};

/* A player of the series; the seat may change from game to game. */
typedef struct Player {
    bool is_computer;
    LudPlayerSpec spec; /* how it plays; the computer only */
    bool has_seed;      /* … with a seed of its own */
    uint64_t seed;
    LudRandom random;
    char name[PLAYER_NAME_BYTES]; /* "": goes by the side's name */
} Player;

enum { CLOCK_RENEWED = -1 };

/* What was asked for, by options or in the menu. */
typedef struct PlaySetup {
    LudRules rules;
    bool has_position;
    LudState position;
    Player player[LUD_MAX_SEATS];
    bool has_clock;
    int64_t base_ms, increment_ms; /* an increment of CLOCK_RENEWED: the base for each move */
    int games;
    bool draws_lots; /* else players sit in the order in which they were named */
    bool asks_dice;  /* the players throw real dice and say what fell */
    uint64_t seed;
    char load_path[PATH_BYTES]; /* "": a new game */
    char save_path[PATH_BYTES]; /* "": saved when it ends or is left, under a name of its own */
} PlaySetup;

typedef enum SessionEnd {
    SESSION_GOES_ON,
    SESSION_QUIT,
    SESSION_INPUT_ENDED,
    SESSION_SIGNAL,
    SESSION_FAILED, /* out of memory, or the output can't be written */
} SessionEnd;

typedef struct Session {
    PlaySetup setup;
    LudMatch match;
    LudRandom random; /* lots and dice */
    LudRecord *record;
    LudPlay *play;    /* the record's */
    int timed_length; /* the length of the game for which clocks were last renewed */
    char *earlier;    /* the records of this series' finished games */
    LineInput input;
    DrawStyle style;
    SessionEnd end;
    bool is_board_shown; /* the board on the screen is the current one */
    bool is_saved;       /* nothing has changed since it was saved or loaded */
    bool is_checkpoint;  /* saved by hand: the file is left alone until the game ends or is left */
    bool is_save_failing;
    bool wants_rematch;
    bool is_out_told[LUD_MAX_SEATS];
    LudOffer offer_told;
    LudEngine *engine[LUD_MAX_SEATS]; /* of each player that is the computer; made when needed */
    LudEngine *adviser;               /* for hints */
    bool has_no_tables;               /* of perfect play, by the player's wish */
    bool is_fault_told;               /* one of them is damaged, and was named */
    char own_path[PATH_BYTES]; /* the file that this game lives in if --save names none, or "" */
} Session;

#endif
