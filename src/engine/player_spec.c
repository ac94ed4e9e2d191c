/* Players as text: a kind and its limits, joined by commas. */
#include <ludoteca/engine.h>

#include <stdio.h>

enum {
    WORD = 96,
    /* As far as sizes are counted in; with 64 bits a tebibyte is enough. */
    HASH_MOST_MIB = SIZE_MAX >> 20 < 1 << 20 ? (int)(SIZE_MAX >> 20) : 1 << 20,
};
static const uint64_t COUNT_MOST = UINT64_C(1000000000000000);

/* -- what there is ----------------------------------------------------------------------------- */

typedef enum Key {
    KEY_TIME,
    KEY_CLOCK,
    KEY_DEPTH,
    KEY_NODES,
    KEY_THREADS,
    KEY_HASH,
    KEY_MOVES,
    KEY_COUNT
} Key;

static const char *const key_names[KEY_COUNT] = {"time",    "clock", "depth", "nodes",
                                                 "threads", "hash",  "moves"};

enum {
    TIMES = 1 << KEY_TIME | 1 << KEY_CLOCK,
    SEARCH_KEYS = (1 << KEY_MOVES) - 1,
    ALL_KEYS = (1 << KEY_COUNT) - 1,
};

/* Which keys a kind of player takes. Everybody can be given time, as a match may have clocks for
 * all; only who searches freely can be told how. */
static const struct {
    const char *name;
    LudPlayerKind kind;
    unsigned keys;
} kinds[] = {
    {"random", LUD_PLAYER_RANDOM, TIMES},
    {"greedy", LUD_PLAYER_GREEDY, TIMES},
    {"level", LUD_PLAYER_LEVEL, TIMES},
    {"max", LUD_PLAYER_MAX, SEARCH_KEYS},
    {"mcts", LUD_PLAYER_MCTS, TIMES | 1 << KEY_THREADS | 1 << KEY_HASH},
    {"cmd", LUD_PLAYER_COMMAND, ALL_KEYS},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const char WAYS[] = "random, greedy, level=1 .. level=10, max, mcts=PLAYOUTS, cmd=PROGRAM";

/* What has been read so far. */
typedef struct Reading {
    LudPlayerSpec spec;
    int kind; /* an index in `kinds`; -1: none yet */
    unsigned seen;
    LudError *err;
} Reading;

/* -- numbers and times ------------------------------------------------------------------------- */

/* Reads digits without needless zeros, up to COUNT_MOST; NULL if there are none or too many. */
static const char *read_count(const char *at, uint64_t *value)
{
    const char *start = at;
    uint64_t number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (uint64_t)(*at - '0');
        if (number > COUNT_MOST)
            return NULL;
    }
    if (at == start || (*start == '0' && at - start > 1))
        return NULL;
    *value = number;
    return at;
}

static const struct {
    const char *name;
    int64_t ms;
} units[] = {{"h", 3600000}, {"ms", 1}, {"m", 60000}, {"s", 1000}};
enum { UNIT_COUNT = sizeof units / sizeof units[0] };

/* Reads `100ms`, `1s`, `2m`, `1h`; NULL if it is none, or longer than any clock goes. */
static const char *read_time(const char *at, int64_t *ms)
{
    uint64_t number;
    at = read_count(at, &number);
    if (!at)
        return NULL;
    for (int i = 0; i < UNIT_COUNT; i++) {
        size_t length = strlen(units[i].name);
        if (strncmp(at, units[i].name, length) != 0)
            continue;
        if (number > (uint64_t)(LUD_CLOCK_MOST_MS / units[i].ms))
            return NULL;
        *ms = (int64_t)number * units[i].ms;
        return at + length;
    }
    return NULL;
}

static int print_time(int64_t ms, char *text, size_t size)
{
    int best = 1;
    for (int i = 0; i < UNIT_COUNT; i++) {
        if (ms % units[i].ms == 0 && units[i].ms > units[best].ms)
            best = i;
    }
    return snprintf(text, size, "%lld%s", (long long)(ms / units[best].ms), units[best].name);
}

/* -- reading ----------------------------------------------------------------------------------- */

static LudStatus unknown_word(const Reading *reading, const char *word)
{
    return lud_error_set(
        reading->err, LUD_EUSAGE,
        LUD_MESSAGE("\"{1}\" says nothing about a player. Write one of: {2}; and "
                    "after a comma, if you like: {3}."),
        word, WAYS, "time=1s, clock=5m+3s, depth=8, nodes=10000, threads=2, hash=64, moves=joined",
        (char *)NULL);
}

static LudStatus bad_value(const Reading *reading, const char *key, const char *value,
                           const char *valid)
{
    return lud_error_set(reading->err, LUD_EUSAGE,
                         LUD_MESSAGE("{1}=\"{2}\" can't be: write {1}={3}."), key, value, valid,
                         (char *)NULL);
}

static LudStatus read_number_key(Reading *reading, Key key, const char *value, uint64_t most,
                                 uint64_t *number)
{
    const char *end = read_count(value, number);
    if (end && *end == '\0' && *number >= 1 && *number <= most)
        return LUD_OK;
    char range[WORD];
    snprintf(range, sizeof range, "1 .. %llu", (unsigned long long)most);
    return bad_value(reading, key_names[key], value, range);
}

static LudStatus read_clock(Reading *reading, const char *value)
{
    LudLimits *limits = &reading->spec.limits;
    const char *at = read_time(value, &limits->clock_ms);
    if (at && *at == '+')
        at = read_time(at + 1, &limits->increment_ms);
    if (!at || *at != '\0' || limits->clock_ms < 1)
        return bad_value(reading, "clock", value, "5m+3s");
    return LUD_OK;
}

static LudStatus read_key(Reading *reading, Key key, const char *value)
{
    LudPlayerSpec *spec = &reading->spec;
    if (reading->seen >> key & 1)
        return lud_error_set(reading->err, LUD_EUSAGE,
                             LUD_MESSAGE("The option \"{1}\" is given twice."), key_names[key],
                             (char *)NULL);
    reading->seen |= 1u << key;
    uint64_t number = 0;
    LudStatus status = LUD_OK;
    switch (key) {
    case KEY_TIME: {
        const char *end = read_time(value, &spec->limits.move_ms);
        if (!end || *end != '\0' || spec->limits.move_ms < 1)
            status = bad_value(reading, "time", value, "100ms, time=1s, time=2m");
        break;
    }
    case KEY_CLOCK:
        return read_clock(reading, value);
    case KEY_DEPTH:
        status = read_number_key(reading, key, value, LUD_DEPTH_MOST, &number);
        spec->limits.depth = (int)number;
        break;
    case KEY_NODES:
        status = read_number_key(reading, key, value, COUNT_MOST, &spec->limits.nodes);
        break;
    case KEY_THREADS:
        status = read_number_key(reading, key, value, LUD_THREADS_MOST, &number);
        spec->threads = (int)number;
        break;
    case KEY_HASH:
        status = read_number_key(reading, key, value, HASH_MOST_MIB, &number);
        spec->memory_bytes = (size_t)number << 20;
        break;
    case KEY_MOVES:
        spec->has_joined_moves = strcmp(value, "joined") == 0;
        if (!spec->has_joined_moves)
            status = bad_value(reading, "moves", value, "joined");
        break;
    case KEY_COUNT:
        break;
    }
    return status;
}

static LudStatus read_level(Reading *reading, const char *value)
{
    uint64_t level = 0;
    const char *end = value ? read_count(value, &level) : NULL;
    if (!end || *end != '\0' || level > LUD_LEVEL_MOST)
        return bad_value(reading, "level", value ? value : "", "1 .. 10");
    if (level == 0)
        reading->kind = 0; /* random */
    reading->spec.level = (int)level;
    return LUD_OK;
}

static LudStatus read_playouts(Reading *reading, const char *value)
{
    if (!value)
        return LUD_OK;
    const char *end = read_count(value, &reading->spec.playouts);
    if (!end || *end != '\0' || reading->spec.playouts == 0)
        return bad_value(reading, "mcts", value, "1000");
    return LUD_OK;
}

static LudStatus read_command(Reading *reading, const char *value)
{
    size_t length = value ? strlen(value) : 0;
    bool is_clean = length > 0 && value[strspn(value, " ")] != '\0';
    for (size_t i = 0; i < length; i++)
        is_clean = is_clean && (unsigned char)value[i] >= ' ' && value[i] != 0x7f;
    if (!is_clean)
        return bad_value(reading, "cmd", value ? value : "", "PROGRAM ARGUMENTS");
    if (length >= LUD_COMMAND_BYTES)
        return lud_error_set(reading->err, LUD_EUSAGE,
                             LUD_MESSAGE("The command is too long; put it into a script."),
                             (char *)NULL);
    memcpy(reading->spec.command, value, length + 1);
    return LUD_OK;
}

/* `value` is NULL where no '=' followed the kind. */
static LudStatus read_kind(Reading *reading, int kind, const char *value)
{
    if (reading->kind >= 0)
        return lud_error_set(reading->err, LUD_EUSAGE,
                             LUD_MESSAGE("A player is of one kind, not both {1} and {2}."),
                             kinds[reading->kind].name, kinds[kind].name, (char *)NULL);
    reading->kind = kind;
    switch (kinds[kind].kind) {
    case LUD_PLAYER_LEVEL:
        return read_level(reading, value);
    case LUD_PLAYER_MCTS:
        return read_playouts(reading, value);
    case LUD_PLAYER_COMMAND:
        return read_command(reading, value);
    default:
        break;
    }
    if (value)
        return lud_error_set(reading->err, LUD_EUSAGE,
                             LUD_MESSAGE("\"{1}\" takes no value: write {1} alone."),
                             kinds[kind].name, (char *)NULL);
    return LUD_OK;
}

/* One piece, "word" or "key=value". */
static LudStatus read_piece(Reading *reading, char *piece)
{
    char *equals = strchr(piece, '=');
    if (equals)
        *equals = '\0';
    const char *value = equals ? equals + 1 : NULL;
    for (int i = 0; i < KIND_COUNT; i++) {
        if (strcmp(piece, kinds[i].name) == 0)
            return read_kind(reading, i, value);
    }
    for (int i = 0; i < KEY_COUNT; i++) {
        if (strcmp(piece, key_names[i]) == 0)
            return read_key(reading, (Key)i, value ? value : "");
    }
    return unknown_word(reading, piece);
}

/* Whether an option begins here. */
static bool is_key_at(const char *at)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        size_t length = strlen(key_names[i]);
        if (strncmp(at, key_names[i], length) == 0 && at[length] == '=')
            return true;
    }
    return false;
}

/* The end of the piece that begins at `at`: its comma, or the end of all. */
static const char *piece_end(const char *at)
{
    bool is_command = strncmp(at, "cmd=", 4) == 0;
    const char *end = at;
    while (*end && !(*end == ',' && (!is_command || is_key_at(end + 1))))
        end++;
    return end;
}

/* What only shows once all has been read. */
static LudStatus check(const Reading *reading)
{
    const LudLimits *limits = &reading->spec.limits;
    if (reading->kind < 0)
        return lud_error_set(reading->err, LUD_EUSAGE, LUD_MESSAGE("Who plays? Write one of: {1}."),
                             WAYS, (char *)NULL);
    for (int i = 0; i < KEY_COUNT; i++) {
        if (reading->seen & ~kinds[reading->kind].keys & 1u << i)
            return lud_error_set(reading->err, LUD_EUSAGE,
                                 LUD_MESSAGE("\"{1}\" does not go with {2}: leave it out, or let "
                                             "max play."),
                                 key_names[i], kinds[reading->kind].name, (char *)NULL);
    }
    if (kinds[reading->kind].kind == LUD_PLAYER_MCTS && reading->spec.playouts == 0 &&
        limits->move_ms == 0 && limits->clock_ms == 0)
        return bad_value(reading, "mcts", "", "1000");
    return LUD_OK;
}

LudStatus lud_player_spec_parse(const char *text, LudPlayerSpec *spec, LudError *err)
{
    Reading reading = {.kind = -1, .err = err};
    const char *at = text;
    for (;;) {
        char piece[LUD_COMMAND_BYTES + WORD];
        const char *end = piece_end(at);
        size_t length = (size_t)(end - at);
        if (length >= sizeof piece)
            length = sizeof piece - 1; /* too long for anything: refused below */
        memcpy(piece, at, length);
        piece[length] = '\0';
        LudStatus status = read_piece(&reading, piece);
        if (status != LUD_OK)
            return status;
        if (*end == '\0')
            break;
        at = end + 1;
    }
    LudStatus status = check(&reading);
    if (status != LUD_OK)
        return status;
    reading.spec.kind = kinds[reading.kind].kind;
    *spec = reading.spec;
    return LUD_OK;
}

/* -- writing ----------------------------------------------------------------------------------- */

static int print_kind(const LudPlayerSpec *spec, char *text)
{
    switch (spec->kind) {
    case LUD_PLAYER_LEVEL:
        return snprintf(text, LUD_PLAYER_TEXT, "level=%d", spec->level);
    case LUD_PLAYER_COMMAND:
        return snprintf(text, LUD_PLAYER_TEXT, "cmd=%s", spec->command);
    case LUD_PLAYER_MCTS:
        if (spec->playouts)
            return snprintf(text, LUD_PLAYER_TEXT, "mcts=%llu", (unsigned long long)spec->playouts);
        break;
    default:
        break;
    }
    int kind = 0;
    while (kinds[kind].kind != spec->kind)
        kind++;
    return snprintf(text, LUD_PLAYER_TEXT, "%s", kinds[kind].name);
}

static int print_number(char *text, int length, Key key, uint64_t number)
{
    if (number == 0)
        return length;
    return length + snprintf(text + length, (size_t)(LUD_PLAYER_TEXT - length), ",%s=%llu",
                             key_names[key], (unsigned long long)number);
}

int lud_player_spec_print(const LudPlayerSpec *spec, char *text)
{
    const LudLimits *limits = &spec->limits;
    char time[WORD], more[WORD];
    int length = print_kind(spec, text);
    if (limits->move_ms > 0) {
        print_time(limits->move_ms, time, sizeof time);
        length += snprintf(text + length, (size_t)(LUD_PLAYER_TEXT - length), ",time=%s", time);
    }
    if (limits->clock_ms > 0) {
        print_time(limits->clock_ms, time, sizeof time);
        print_time(limits->increment_ms, more, sizeof more);
        bool has_more = limits->increment_ms > 0;
        length += snprintf(text + length, (size_t)(LUD_PLAYER_TEXT - length), ",clock=%s%s%s", time,
                           has_more ? "+" : "", has_more ? more : "");
    }
    length = print_number(text, length, KEY_DEPTH, (uint64_t)limits->depth);
    length = print_number(text, length, KEY_NODES, limits->nodes);
    length = print_number(text, length, KEY_THREADS, (uint64_t)spec->threads);
    length = print_number(text, length, KEY_HASH, spec->memory_bytes >> 20);
    if (spec->has_joined_moves)
        length += snprintf(text + length, (size_t)(LUD_PLAYER_TEXT - length), ",moves=joined");
    return length;
}
