/* One run of `ludoteca play`: what was asked for, the players, the series and the game on the
 * table. The files play_*.c work on it together; each declares what it offers below. */
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

/* What was asked for, by options or in the menu. */
typedef struct PlaySetup {
    LudRules rules;
    bool has_position;
    LudState position;
    Player player[LUD_MAX_SEATS];
    bool has_clock;
    int64_t base_ms, increment_ms;
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
    LudPlay *play; /* the record's */
    char *earlier; /* the records of this series' finished games */
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

/* -- play_series.c -------------------------------------------------------------------------- */

/* Plays the whole series; returns the exit status. */
int series_play(Session *session);
/* Whether anybody but the computer plays. */
bool series_has_person(const Session *session);
/* Whether there is more to play: in this game or in its series. */
bool series_is_unfinished(const Session *session);
/* Says what is played and by whom. */
void series_announce(const Session *session);
/* Keeps the text of a finished game of the series; false when out of memory. */
bool series_keep_earlier(Session *session, const char *text);
/* Puts a game on the table in place of the current one; the session owns it. */
void series_set_record(Session *session, LudRecord *record);

/* -- play_loop.c ---------------------------------------------------------------------------- */

/* Plays on until the game is over or the session ends. */
void loop_play(Session *session);
/* Asks for commands after the game; true when it goes on because its end was taken back. */
bool loop_ask_after_end(Session *session, bool has_next);
/* Asks a question: LINE_READ with the answer, or anything else, which then is already dealt with:
 * the session ended or a clock ran out. `completer` may be NULL. */
LineStatus loop_ask(Session *session, const char *prompt, const LineCompleter *completer,
                    const char **line);
/* Asks until the answer is yes or no; false when there is none. */
bool loop_ask_yes(Session *session, const char *question);
/* Tells the game what time it is, and the players what follows from it. */
void loop_tell_time(Session *session);
/* The seat to move or to roll; negative when the game is over. */
int loop_active_seat(const Session *session);
Player *loop_player_at(Session *session, int seat);
/* Whether the turn is lost: there is nothing to do but to pass. */
bool loop_is_turn_lost(const Session *session);
/* Whether a person is asked for something now: a move, or what the dice show. Nobody is asked to
 * pass, so that a lost turn costs no time. */
bool loop_waits_for_person(Session *session);

/* -- play_dice.c ---------------------------------------------------------------------------- */

/* Throws the dice, or asks what they show. */
void dice_roll(Session *session);
/* Shows the throws that decided who starts. */
void dice_show_roll_off(const Session *session);
/* Asks who starts, where the players throw their own dice. */
bool dice_ask_starter(Session *session);
/* Reads "8", "3 5" or "3+5" into a total; 0 if it is none of them. */
int dice_read_total(const char *line);

/* -- play_input.c --------------------------------------------------------------------------- */

/* Does what a line says: a move or the beginning of one, or a command. */
void input_take(Session *session, const char *line);
/* The same after the end of a game, when only commands make sense. */
void input_take_command(Session *session, const char *line);
/* Completes moves and commands; the context is the session. */
void input_complete(void *context, const char *typed, FILE *words);

/* -- play_commands.c ------------------------------------------------------------------------ */

typedef struct PlayCommand {
    const char *english, *spanish;
    const char *operand; /* what the help calls it; NULL: there is none */
    const char *about;
    void (*run)(Session *session, const char *operand);
} PlayCommand;

/* Ended by a row without a name. */
extern const PlayCommand play_commands[];

/* -- play_computer.c ------------------------------------------------------------------------ */

/* Plays for the computer, and for a person who has lost the turn and so has only one choice. */
void computer_move(Session *session, int seat);
void computer_hint(Session *session, const char *operand);
void computer_analyse(Session *session, const char *operand);
/* Whether to suggest finishing, also by what tables know. */
LudOffer computer_offer(const Session *session);
/* Ends the engines, as when another game is put on the table. */
void computer_forget(Session *session);

/* -- play_agree.c: what players do together, and giving up --------------------------------- */

void agree_draw(Session *session, const char *operand);
void agree_finish(Session *session, const char *operand);
void agree_resign(Session *session, const char *operand);
/* Tells the players once when the game suggests to finish. */
void agree_tell_offer(Session *session);

/* -- play_back.c ---------------------------------------------------------------------------- */

void back_undo(Session *session, const char *operand);
void back_redo(Session *session, const char *operand);

/* -- play_clock.c --------------------------------------------------------------------------- */

/* "14:05", under ten seconds "0:09.4". */
void clock_text(int64_t left_ms, char label[LABEL_BYTES]);
/* Reads "15m+5s", "90s", "10:00+5"; false if it is no such thing. */
bool clock_read(const char *text, int64_t *base_ms, int64_t *increment_ms);

/* -- play_words.c: what players, boards and results look like ------------------------------- */

/* "Ana (South)", or just "South". */
void words_seat(const Session *session, int seat, char label[LABEL_BYTES]);
/* A player's name, or the name of the side it plays now. */
void words_player(const Session *session, int player, char label[LABEL_BYTES]);
/* Prints the board and what must be known beside it. */
void words_show_board(Session *session);
/* Says who played what last, the move written as the game writes it. */
void words_show_last_move(const Session *session);
/* One of several things to choose from, with its number. */
void words_show_choice(int number, const char *text);
void words_show_result(const Session *session);
void words_show_score(const Session *session, const LudMatch *match);
/* Prints sentences; on a terminal lines are broken between words. */
void words_say(const char *text);
/* Prints what the library says, in the reader's language. */
void words_show_error(const LudError *err);
/* Prints the legal moves that begin with `start`, not more than a screen takes. */
void words_show_moves(Session *session, const char *start);

/* -- play_record.c: players, clocks and series as tags of a record -------------------------- */

/* Writes what the session knows into the tags of its record. */
bool record_describe(Session *session);
/* Takes players, clock and series over from the tags; `play` is the game itself. */
void record_adopt(Session *session, LudRecord *record);

/* -- play_save.c ---------------------------------------------------------------------------- */

/* Marks the records that this program may write over when the game goes on: its own. */
#define SAVE_SOURCE_TAG  "Source"
#define SAVE_SOURCE_NAME "ludoteca play"

void save_command(Session *session, const char *operand);
/* Checks --save before anything is played. Returns 0, or after a message an exit status. */
int save_check(Session *session);
/* Brings the file that the game lives in up to date, if there is one. */
void save_automatically(Session *session);
/* Keeps a finished game, also one that had no file. */
void save_result(Session *session);
/* Keeps the game that is left and says where; false if nothing could be written. */
bool save_for_later(Session *session);
/* Keeps the game that makes room for the one in `loaded`, but neither there nor in a file that was
 * saved by hand. */
bool save_before_loading(Session *session, const char *loaded);
/* A path as a person typed it: without quotes, the tilde expanded. False after a message. */
bool save_typed_path(const char *typed, char path[PATH_BYTES]);

/* -- play_load.c ---------------------------------------------------------------------------- */

void load_command(Session *session, const char *operand);
/* Puts the last game of a file on the table. Returns 0, or after a message an exit status. */
int load_file(Session *session, const char *path);

/* -- play_file.c ---------------------------------------------------------------------------- */

#define FILE_SUFFIX ".ludo"

/* The directory for games without a file of their own: $XDG_DATA_HOME/ludoteca, or
 * ~/.local/share/ludoteca. False if there is none. */
bool file_directory(char path[DIRECTORY_BYTES]);
/* Whether two names lead to one file. */
bool file_is_same(const char *one, const char *other);
/* Whether a game could be saved there, and whether that would replace anything. Returns 0, or after
 * a message an exit status. */
int file_check_writable(const char *path, bool *holds_something);
/* Makes an empty file under a new name in the directory for saved games, which is made if need be.
 * Returns 0, or after a message an exit status. */
int file_new_path(const char *game, char path[PATH_BYTES]);

/* -- play_list.c ---------------------------------------------------------------------------- */

/* A saved game, as far as a person must know it to choose among several. */
typedef struct SavedGame {
    char path[PATH_BYTES];
    time_t changed;
    const char *title; /* of the game, English */
    char rules[LUD_RULES_TEXT];
    char players[LABEL_BYTES]; /* "" if nobody is named */
    int number, games;         /* which of how many */
    bool is_unfinished;
} SavedGame;

/* The newest unfinished games, newest first; returns how many, at most `most`. */
int list_saved(SavedGame *games, int most);

/* -- play_menu.c ---------------------------------------------------------------------------- */

/* Asks for everything; false if the person leaves. */
bool menu_ask(Session *session);

#endif
