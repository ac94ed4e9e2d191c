/* The options of `ludoteca engine`. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/engine/engine_lines.h"
#include "cli/engine/engine_options.h"

enum {
    OPTION_GAME,
    OPTION_HASH,
    OPTION_THREADS,
    OPTION_LINES,
    OPTION_LEVEL,
    OPTION_TABLES,
    OPTION_BOOK,
    OPTION_PONDER,
    OPTION_SEED,
    OPTION_CLEAR,
    OPTION_COUNT,
};

enum { USUAL_HASH_MIB = 64, MOST_LINES = 256, SEED_MOST = INT32_MAX };

static const char *const levels[] = {"0", "1", "2", "3",  "4",   "5", "6",
                                     "7", "8", "9", "10", "max", NULL};

/* No table can be larger than the machine's memory. */
static int64_t most_hash_mib(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    int64_t mib = pages > 0 && page_bytes > 0 ? (int64_t)pages * page_bytes / (1 << 20) : 0;
    return mib > USUAL_HASH_MIB ? mib : USUAL_HASH_MIB;
}

static void list_options(const char *game, LudUciOption table[OPTION_COUNT])
{
    const LudUciOption rows[OPTION_COUNT] = {
        [OPTION_GAME] = {"Game", LUD_UCI_STRING, game, 0, 0, NULL},
        [OPTION_HASH] = {"Hash", LUD_UCI_SPIN, "64", 1, most_hash_mib(), NULL},
        [OPTION_THREADS] = {"Threads", LUD_UCI_SPIN, "1", 1, LUD_THREADS_MOST, NULL},
        [OPTION_LINES] = {"MultiPV", LUD_UCI_SPIN, "1", 1, MOST_LINES, NULL},
        [OPTION_LEVEL] = {"Level", LUD_UCI_COMBO, "max", 0, 0, levels},
        [OPTION_TABLES] = {"TablePath", LUD_UCI_STRING, "", 0, 0, NULL},
        [OPTION_BOOK] = {"OwnBook", LUD_UCI_CHECK, "true", 0, 0, NULL},
        [OPTION_PONDER] = {"Ponder", LUD_UCI_CHECK, "false", 0, 0, NULL},
        [OPTION_SEED] = {"Seed", LUD_UCI_SPIN, "0", 0, SEED_MOST, NULL},
        [OPTION_CLEAR] = {"Clear Hash", LUD_UCI_BUTTON, NULL, 0, 0, NULL},
    };
    memcpy(table, rows, sizeof rows);
}

void engine_options_begin(EngineSession *session)
{
    session->wishes = (EngineWishes){.hash_mib = USUAL_HASH_MIB,
                                     .threads = 1,
                                     .line_count = 1,
                                     .level = ENGINE_LEVEL_MAX,
                                     .has_own_book = true};
}

void engine_options_end(EngineSession *session)
{
    lud_engine_free(session->engine);
    free(session->wishes.table_path);
}

void engine_options_print(const EngineSession *session)
{
    LudUciOption table[OPTION_COUNT];
    char game[LUD_RULES_TEXT], text[LUD_UCI_TEXT];
    lud_rules_print(&session->rules, game);
    list_options(game, table);
    for (int i = 0; i < OPTION_COUNT; i++) {
        lud_uci_option_print(&table[i], text);
        line_print(text);
    }
}

/* -- the engine -------------------------------------------------------------------------------- */

static void drop_engine(EngineSession *session)
{
    lud_engine_free(session->engine);
    session->engine = NULL;
}

/* Makes the engine if there is none, with all the memory that it will need. */
static LudStatus make_engine(EngineSession *session, LudError *err)
{
    const EngineWishes *wishes = &session->wishes;
    LudEngineOptions options = {.size = sizeof options,
                                .memory_bytes = (size_t)wishes->hash_mib << 20,
                                .threads = (int)wishes->threads,
                                .seed = (uint64_t)wishes->seed,
                                .table_path = wishes->table_path,
                                .makes_small_tables = !wishes->table_path,
                                .has_no_book = !wishes->has_own_book};
    LudStatus status = LUD_OK;
    if (!session->engine)
        status = lud_engine_new(&session->engine, &session->rules, &options, err);
    if (status == LUD_OK && wishes->level == ENGINE_LEVEL_MAX)
        status = lud_engine_prepare(session->engine, err);
    if (status != LUD_OK)
        drop_engine(session);
    return status;
}

bool engine_prepare(EngineSession *session)
{
    LudError err;
    if (make_engine(session, &err) == LUD_OK)
        return true;
    engine_tell_error(&err);
    if (session->wishes.hash_mib <= USUAL_HASH_MIB)
        return false;
    engine_tell("Hash goes back to %d.", USUAL_HASH_MIB);
    session->wishes.hash_mib = USUAL_HASH_MIB;
    if (make_engine(session, &err) == LUD_OK)
        return true;
    engine_tell_error(&err);
    return false;
}

/* -- setoption --------------------------------------------------------------------------------- */

/* Another game begins at its start position. */
static bool set_game(EngineSession *session, const char *text)
{
    LudRules rules;
    LudPlay *play;
    LudError err;
    if (lud_rules_parse(text, &rules, &err) != LUD_OK ||
        lud_play_new(&play, &rules, NULL, &err) != LUD_OK) {
        engine_tell_error(&err);
        return false;
    }
    drop_engine(session);
    lud_play_free(session->play);
    session->play = play;
    session->rules = rules;
    session->has_bad_position = false;
    return true;
}

/* Directories joined by ':'. One that is not there is more likely misspelt than meant. */
static bool set_table_path(EngineSession *session, const char *text)
{
    char *path = strdup(text);
    if (!path) {
        engine_tell("error: Out of memory.");
        return false;
    }
    for (char *at = path; *at;) {
        size_t length = strcspn(at, ":");
        char end = at[length];
        struct stat info;
        at[length] = '\0';
        if (length > 0 && (stat(at, &info) != 0 || !S_ISDIR(info.st_mode))) {
            engine_tell("error: There is no directory %s; TablePath stays as it was.", at);
            free(path);
            return false;
        }
        at[length] = end;
        at += length + (end != '\0');
    }
    free(session->wishes.table_path);
    session->wishes.table_path = *path ? path : NULL;
    if (!*path)
        free(path);
    drop_engine(session);
    return true;
}

static void set_number(EngineSession *session, int64_t *wish, int64_t number, bool is_of_engine)
{
    if (is_of_engine && *wish != number)
        drop_engine(session);
    *wish = number;
}

static bool set_value(EngineSession *session, const LudUciValue *value)
{
    EngineWishes *wishes = &session->wishes;
    switch (value->index) {
    case OPTION_GAME:
        return set_game(session, value->text);
    case OPTION_TABLES:
        return set_table_path(session, value->text);
    case OPTION_HASH:
        set_number(session, &wishes->hash_mib, value->number, true);
        break;
    case OPTION_THREADS:
        set_number(session, &wishes->threads, value->number, true);
        break;
    case OPTION_SEED:
        set_number(session, &wishes->seed, value->number, true);
        break;
    case OPTION_LINES:
        set_number(session, &wishes->line_count, value->number, false);
        break;
    case OPTION_LEVEL:
        set_number(session, &wishes->level, value->number, false);
        break;
    case OPTION_BOOK:
        if (wishes->has_own_book != (value->number != 0))
            drop_engine(session);
        wishes->has_own_book = value->number != 0;
        break;
    case OPTION_PONDER:
        wishes->may_ponder = value->number != 0;
        break;
    case OPTION_CLEAR:
        if (session->engine)
            lud_engine_new_game(session->engine);
        break;
    default:
        break;
    }
    return true;
}

void engine_options_set(EngineSession *session, const LudUciCommand *command)
{
    LudUciOption table[OPTION_COUNT];
    LudUciValue value;
    LudError err;
    list_options("", table);
    if (lud_uci_option_read(table, OPTION_COUNT, command->name, command->value, &value, &err) !=
        LUD_OK)
        engine_tell_error(&err);
    else if (set_value(session, &value) && session->is_debugging)
        engine_tell("%s: %s", table[value.index].name, command->value ? command->value : "done");
}
