/* The engine protocol: lines to structs. */
#include <ludoteca/uci.h>

#include <ctype.h>
#include <stdlib.h>

static const char spaces[] = " \t\r\n\v\f";

/* Ends the word at `*at` with a zero byte and returns it, moving `*at` on; NULL at the end. */
static char *take_word(char **at)
{
    char *word = *at + strspn(*at, spaces);
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, spaces);
    *at = *end ? end + 1 : end;
    *end = '\0';
    return word;
}

/* What is left, without white space around it; NULL if that is nothing. */
static char *take_rest(char *at)
{
    at += strspn(at, spaces);
    size_t length = strlen(at);
    while (length > 0 && strchr(spaces, at[length - 1]))
        length--;
    at[length] = '\0';
    return length > 0 ? at : NULL;
}

/* The first place where `word` stands alone, or NULL. */
static char *find_word(char *text, const char *word)
{
    size_t wanted = strlen(word);
    for (char *at = text + strspn(text, spaces); *at; at += strspn(at, spaces)) {
        size_t length = strcspn(at, spaces);
        if (length == wanted && memcmp(at, word, wanted) == 0)
            return at;
        at += length;
    }
    return NULL;
}

/* Reads a whole number with an optional sign; what does not fit is taken as the largest. */
static bool read_number(const char *word, int64_t *number)
{
    const char *digits = word + (*word == '-' || *word == '+');
    if (!*digits || digits[strspn(digits, "0123456789")])
        return false;
    *number = strtoll(word, NULL, 10); /* saturates */
    return true;
}

static int64_t clamp(int64_t number, int64_t least, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

/* -- go ---------------------------------------------------------------------------------------- */

enum {
    GO_DEPTH,
    GO_NODES,
    GO_MOVETIME,
    GO_MATE,
    GO_MOVESTOGO,
    GO_MULTIPV,
    GO_TIME,
    GO_INC,
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_TIME_1,
    GO_TIME_2,
    GO_TIME_3,
    GO_TIME_4,
    GO_INC_1,
    GO_INC_2,
    GO_INC_3,
    GO_INC_4,
    GO_NUMBERS, /* the words above are followed by a number */
    GO_INFINITE = GO_NUMBERS,
    GO_PONDER,
    GO_SEARCHMOVES,
    GO_WORDS,
};

static const char *const go_words[GO_WORDS] = {
    "depth", "nodes", "movetime", "mate", "movestogo", "multipv", "time",       "inc",
    "wtime", "btime", "winc",     "binc", "time1",     "time2",   "time3",      "time4",
    "inc1",  "inc2",  "inc3",     "inc4", "infinite",  "ponder",  "searchmoves"};

/* The word's number, or GO_WORDS. `length` is the word's. */
static int find_go_word(const char *word, size_t length)
{
    int i = 0;
    while (i < GO_WORDS &&
           (strlen(go_words[i]) != length || memcmp(go_words[i], word, length) != 0))
        i++;
    return i;
}

/* A clock that has run out still leaves time for a move: 0 would mean that there is no clock. */
static int64_t clock_of(int64_t number)
{
    return clamp(number, 1, LUD_CLOCK_MOST_MS);
}

static int64_t increment_of(int64_t number)
{
    return clamp(number, 0, LUD_CLOCK_MOST_MS);
}

static void set_clock_word(LudUciGo *go, int word, int64_t number)
{
    if (word == GO_TIME)
        go->own_clock_ms = clock_of(number);
    else if (word == GO_INC)
        go->own_increment_ms = increment_of(number);
    else if (word == GO_WTIME || word == GO_BTIME)
        go->clock_ms[word - GO_WTIME] = clock_of(number);
    else if (word == GO_WINC || word == GO_BINC)
        go->increment_ms[word - GO_WINC] = increment_of(number);
    else if (word <= GO_TIME_4)
        go->clock_ms[word - GO_TIME_1] = clock_of(number);
    else
        go->increment_ms[word - GO_INC_1] = increment_of(number);
}

static void set_go_number(LudUciGo *go, int word, int64_t number)
{
    LudLimits *limits = &go->limits;
    switch (word) {
    case GO_DEPTH:
        limits->depth = (int)clamp(number, 1, LUD_DEPTH_MOST);
        break;
    case GO_MATE: /* moves of one side, so the other's lie between them */
        limits->depth = (int)clamp(2 * clamp(number, 1, LUD_DEPTH_MOST) - 1, 1, LUD_DEPTH_MOST);
        break;
    case GO_NODES:
        limits->nodes = (uint64_t)clamp(number, 1, INT64_MAX);
        break;
    case GO_MOVETIME:
        limits->move_ms = clock_of(number);
        break;
    case GO_MOVESTOGO:
        limits->moves_to_go = (int)clamp(number, 0, 10000);
        break;
    case GO_MULTIPV:
        go->line_count = (int)clamp(number, 1, LUD_MAX_MOVES);
        break;
    default:
        set_clock_word(go, word, number);
    }
}

/* Takes moves up to the next word that `go` knows. */
static char *take_search_moves(char **at)
{
    char *start = *at + strspn(*at, spaces), *end = start;
    while (*end) {
        char *word = end + strspn(end, spaces);
        size_t length = strcspn(word, spaces);
        if (length == 0 || find_go_word(word, length) < GO_WORDS)
            break;
        end = word + length;
    }
    if (end == start)
        return NULL;
    *at = *end ? end + 1 : end;
    *end = '\0';
    return start;
}

static LudStatus read_go(char *at, LudUciGo *go, LudError *err)
{
    for (char *word = take_word(&at); word; word = take_word(&at)) {
        int which = find_go_word(word, strlen(word));
        if (which == GO_WORDS)
            return lud_error_set(err, LUD_EUSAGE,
                                 "go does not know \"{1}\"; it understands depth, nodes, movetime, "
                                 "mate, wtime, btime, winc, binc, time, inc, time1 to time4, inc1 "
                                 "to inc4, movestogo, multipv, infinite, ponder and searchmoves.",
                                 word, (char *)NULL);
        if (which < GO_NUMBERS) {
            char *text = take_word(&at);
            int64_t number;
            if (!text || !read_number(text, &number))
                return lud_error_set(err, LUD_EUSAGE,
                                     "{1} wants a whole number after it, such as `go {1} 10`, not "
                                     "\"{2}\".",
                                     word, text ? text : "", (char *)NULL);
            set_go_number(go, which, number);
        } else if (which == GO_SEARCHMOVES) {
            go->search_moves = take_search_moves(&at);
            if (!go->search_moves)
                return lud_error_set(err, LUD_EUSAGE,
                                     "searchmoves wants at least one move after it.", (char *)NULL);
        } else if (which == GO_INFINITE) {
            go->limits.is_infinite = true;
        } else {
            go->limits.is_ponder = true;
        }
    }
    return LUD_OK;
}

LudLimits lud_uci_limits(const LudUciGo *go, int seat)
{
    LudLimits limits = go->limits;
    limits.clock_ms = go->own_clock_ms;
    limits.increment_ms = go->own_increment_ms;
    if (limits.clock_ms == 0 && seat >= 0 && seat < LUD_MAX_SEATS) {
        limits.clock_ms = go->clock_ms[seat];
        limits.increment_ms = go->increment_ms[seat];
    }
    return limits;
}

/* -- the other commands ------------------------------------------------------------------------ */

static LudStatus read_debug(char *at, LudUciCommand *command, LudError *err)
{
    char *word = take_word(&at);
    command->is_on = word && strcmp(word, "on") == 0;
    if (word && (command->is_on || strcmp(word, "off") == 0))
        return LUD_OK;
    return lud_error_set(err, LUD_EUSAGE, "Write `debug on` or `debug off`.", (char *)NULL);
}

/* Names and values may contain spaces: a name ends at the word `value`. */
static LudStatus read_setoption(char *at, LudUciCommand *command, LudError *err)
{
    char *word = take_word(&at), *value = find_word(at, "value");
    if (value) {
        *value = '\0';
        command->value = take_rest(value + strlen("value"));
        if (!command->value)
            command->value = "";
    }
    command->name = take_rest(at);
    if (word && strcmp(word, "name") == 0 && command->name)
        return LUD_OK;
    return lud_error_set(err, LUD_EUSAGE, "Write `setoption name NAME value VALUE`.", (char *)NULL);
}

/* A position may contain spaces: it ends at the word `moves`. */
static LudStatus read_position(char *at, LudUciCommand *command, LudError *err)
{
    char *word = take_word(&at), *moves = find_word(at, "moves");
    if (moves) {
        *moves = '\0';
        command->moves = take_rest(moves + strlen("moves"));
    }
    command->position = take_rest(at);
    bool is_start = word && strcmp(word, "startpos") == 0;
    bool is_given = word && strcmp(word, "fen") == 0;
    if ((is_start && !command->position) || (is_given && command->position))
        return LUD_OK;
    return lud_error_set(
        err, LUD_EUSAGE,
        "Write `position startpos` or `position fen POSITION`, both with `moves M1 "
        "M2 ...` after them if there are any.",
        (char *)NULL);
}

static LudStatus read_perft(char *at, LudUciCommand *command, LudError *err)
{
    char *word = take_word(&at);
    int64_t number = 0;
    if (!word || !read_number(word, &number) || number < 1 || number > LUD_PERFT_MOST)
        return lud_error_set(err, LUD_EUSAGE, "Write `perft DEPTH` with a depth from 1 to 99.",
                             (char *)NULL);
    command->depth = (int)number;
    return LUD_OK;
}

static LudUciOrder find_order(const char *word)
{
    static const char *const words[] = {
        [LUD_UCI_UCI] = "uci",
        [LUD_UCI_DEBUG] = "debug",
        [LUD_UCI_ISREADY] = "isready",
        [LUD_UCI_SETOPTION] = "setoption",
        [LUD_UCI_UCINEWGAME] = "ucinewgame",
        [LUD_UCI_POSITION] = "position",
        [LUD_UCI_GO] = "go",
        [LUD_UCI_STOP] = "stop",
        [LUD_UCI_PONDERHIT] = "ponderhit",
        [LUD_UCI_QUIT] = "quit",
        [LUD_UCI_SHOW] = "d",
        [LUD_UCI_PERFT] = "perft",
    };
    for (int i = LUD_UCI_UCI; i <= LUD_UCI_PERFT; i++) {
        if (strcmp(words[i], word) == 0)
            return (LudUciOrder)i;
    }
    return LUD_UCI_NOTHING;
}

static LudStatus read_arguments(char *at, LudUciCommand *command, LudError *err)
{
    switch (command->order) {
    case LUD_UCI_DEBUG:
        return read_debug(at, command, err);
    case LUD_UCI_SETOPTION:
        return read_setoption(at, command, err);
    case LUD_UCI_POSITION:
        return read_position(at, command, err);
    case LUD_UCI_GO:
        return read_go(at, &command->go, err);
    case LUD_UCI_PERFT:
        return read_perft(at, command, err);
    default: /* the rest have none, and what follows them is ignored */
        return LUD_OK;
    }
}

LudStatus lud_uci_read(char *line, size_t size, LudUciCommand *command, LudError *err)
{
    *command = (LudUciCommand){0};
    if (memchr(line, '\0', size))
        return lud_error_set(err, LUD_EUSAGE, "This line is not text: it contains a zero byte.",
                             (char *)NULL);
    char *at = line, *word = take_word(&at);
    if (!word)
        return LUD_OK;
    command->order = find_order(word);
    if (command->order == LUD_UCI_NOTHING)
        return lud_error_set(err, LUD_EUSAGE,
                             "There is no command \"{1}\"; there are uci, isready, setoption, "
                             "ucinewgame, position, go, stop, ponderhit, debug, d, perft and quit.",
                             word, (char *)NULL);
    return read_arguments(at, command, err);
}
