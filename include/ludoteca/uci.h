/* The engine protocol, a dialect of chess's UCI, as text and structs: docs/PROTOCOL.md. Nothing
 * here reads, writes or remembers; any number of threads may use it. */
#ifndef LUDOTECA_UCI_H
#define LUDOTECA_UCI_H

#include "play.h"
#include "search.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LUD_UCI_TEXT = 8192, /* enough for any line that is printed here, end included */
    LUD_PERFT_MOST = 99,
};

/* -- what the engine is told ------------------------------------------------------------------- */

typedef enum LudUciOrder {
    LUD_UCI_NOTHING = 0, /* an empty line */
    LUD_UCI_UCI,
    LUD_UCI_DEBUG,
    LUD_UCI_ISREADY,
    LUD_UCI_SETOPTION,
    LUD_UCI_UCINEWGAME,
    LUD_UCI_POSITION,
    LUD_UCI_GO,
    LUD_UCI_STOP,
    LUD_UCI_PONDERHIT,
    LUD_UCI_QUIT,
    LUD_UCI_SHOW, /* d */
    LUD_UCI_PERFT,
} LudUciOrder;

/* What `go` asks for. Numbers too small or too large for the engine are taken as the nearest that
 * is not. */
typedef struct LudUciGo {
    LudLimits limits;                       /* all but the clocks */
    int64_t clock_ms[LUD_MAX_SEATS];        /* by seat; 0: no clock */
    int64_t increment_ms[LUD_MAX_SEATS];    /* by seat */
    int64_t own_clock_ms, own_increment_ms; /* of whoever is to move, before the seats'; 0: none */
    int line_count;                         /* multipv; 0: as the option says */
    const char *search_moves;               /* words; NULL: all moves */
} LudUciGo;

/* One line, read. Strings point into the line. */
typedef struct LudUciCommand {
    LudUciOrder order;
    bool is_on;           /* DEBUG */
    const char *name;     /* SETOPTION */
    const char *value;    /* SETOPTION; NULL: none was given */
    const char *position; /* POSITION; NULL: the start position */
    const char *moves;    /* POSITION: words; NULL: none */
    int depth;            /* PERFT */
    LudUciGo go;          /* GO */
} LudUciCommand;

/* Reads a line of `size` bytes without its end, and cuts it up in place; line[size] must be a zero
 * byte. Words are separated by any white space, a carriage return included. After an error only
 * `order` is set, to what the line began with (NOTHING if that is unknown). */
LUD_API LudStatus lud_uci_read(char *line, size_t size, LudUciCommand *command, LudError *err);

/* The limits for the seat that is to move: its clock added to the rest. */
LUD_API LudLimits lud_uci_limits(const LudUciGo *go, int seat);

/* Reads words that are legal moves of one position, joined or not, each once. Fills at most
 * LUD_MAX_MOVES places of `list`. */
LUD_API LudStatus lud_uci_moves(const LudPlay *play, const char *words, LudMove *list, int *count,
                                LudError *err);

/* -- options ----------------------------------------------------------------------------------- */

typedef enum LudUciType {
    LUD_UCI_CHECK,
    LUD_UCI_SPIN,
    LUD_UCI_COMBO,
    LUD_UCI_STRING,
    LUD_UCI_BUTTON,
} LudUciType;

typedef struct LudUciOption {
    const char *name;
    LudUciType type;
    const char *usual;        /* the default as text; BUTTON: NULL */
    int64_t least, most;      /* SPIN */
    const char *const *words; /* COMBO: the values, ended by NULL */
} LudUciOption;

/* A value that was found good. */
typedef struct LudUciValue {
    int index;        /* the option's in its table */
    int64_t number;   /* CHECK: 0 or 1; SPIN; COMBO: which word */
    const char *text; /* STRING: "" for <empty> */
} LudUciValue;

/* Finds an option, whatever the case of its name, and checks a value for it. */
LUD_API LudStatus lud_uci_option_read(const LudUciOption *options, int count, const char *name,
                                      const char *value, LudUciValue *result, LudError *err);
/* Writes `option name … type … default …` (LUD_UCI_TEXT bytes); returns the length. */
LUD_API int lud_uci_option_print(const LudUciOption *option, char *text);

/* -- what the engine says ---------------------------------------------------------------------- */

/* Writes the `info` line for findings->lines[index] of a search that began at `root`. */
LUD_API int lud_uci_info_print(const LudRules *rules, const LudState *root,
                               const LudFindings *findings, int index, char *text);
/* Writes `bestmove …`, with the move to ponder on if it is not LUD_NO_MOVE; `best` LUD_NO_MOVE
 * gives `bestmove 0000`. */
LUD_API int lud_uci_best_print(const LudRules *rules, const LudState *root, LudMove best,
                               LudMove ponder, char *text);
/* Writes `info string …`; line breaks in it become spaces, and what is too long is cut. */
LUD_API int lud_uci_string_print(const char *string, char *text);

#ifdef __cplusplus
}
#endif
#endif
