/* The power fails, the disk is full, writes fail: whatever was acknowledged is there, nothing is
 * there by half, and the store goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/forgetful_vfs.h"
#include "store/sqlite_parts.h"
#include "store/sqlite_store.h"
#include "store/store_case.h"
#include "support/tap.h"

enum {
    GAMES = 8,
    MOST_CHANGES = 12,
    MOST_BODY = 900,
    MOST_OPERATIONS = 150,
    BIRTH_OPERATIONS = 16
};

static char folder[SCRATCH_PATH];
static Store *store;
static LudRandom chance;
static int events[GAMES]; /* that each game has; -1: it is not there */

/* What is in the store for certain, and what is there instead if a commit that failed was none the
 * less done; NULL: nothing else can be. */
static char *sure, *possible;

static int below(int bound)
{
    return (int)lud_random_below(&chance, (uint32_t)bound);
}

static void keep(char **place, char *text)
{
    free(*place);
    *place = text;
}

/* -- what is in it ----------------------------------------------------------------------------- */

static void name_game(int number, char id[STORE_ID_TEXT])
{
    snprintf(id, STORE_ID_TEXT, "game%012d", number);
}

static void write_event(void *context, int number, const char *body, size_t size)
{
    text_printf(context, " %d:", number);
    text_add_bytes(context, body, size);
}

static void write_note(void *context, const char *key, const char *value)
{
    text_printf(context, "%s=%s ", key, value);
}

static bool write_game(Text *text, int number)
{
    char id[STORE_ID_TEXT];
    StoreGame game;
    StorePlayer players[STORE_PLAYERS];
    StoreReader reader = {.context = text, .event = write_event};
    bool found;
    name_game(number, id);
    if (store->kind->read_game(store, id, &game, players, &reader, &found, NULL) != LUD_OK)
        return false;
    if (found)
        text_printf(text, " %s %d %d %d\n", id, (int)game.phase, (int)game.changed_ms,
                    players[1].token[0]);
    return true;
}

/* All of it as text, for free(); NULL if it can't be read. */
static char *write_all(void)
{
    Text text = {0};
    bool is_read = true;
    for (int i = 0; i < GAMES && is_read; i++)
        is_read = write_game(&text, i);
    if (is_read && store->kind->list_notes(store, "k", write_note, &text, NULL) == LUD_OK)
        return text_take(&text);
    text_free(&text);
    return NULL;
}

static void count_event(void *context, int number, const char *body, size_t size)
{
    (void)body;
    (void)size;
    *(int *)context = number;
}

/* How many events each game has, once a batch is lost. */
static void count_events(void)
{
    for (int i = 0; i < GAMES; i++) {
        char id[STORE_ID_TEXT];
        StoreGame game;
        StorePlayer players[STORE_PLAYERS];
        StoreReader reader = {.context = &events[i], .event = count_event};
        bool found = false;
        name_game(i, id);
        events[i] = 0;
        store->kind->read_game(store, id, &game, players, &reader, &found, NULL);
        if (!found)
            events[i] = -1;
    }
}

/* -- random batches ---------------------------------------------------------------------------- */

static LudStatus put_game(int number, const char *id, LudError *err)
{
    StoreGame game = store_case_game(id, (StorePhase)below(4), below(1000000));
    LudStatus status = store->kind->put_game(store, &game, err);
    if (status == LUD_OK && events[number] < 0)
        events[number] = 0;
    return status;
}

static LudStatus add_event(int number, const char *id, LudError *err)
{
    char body[MOST_BODY + 1];
    int size = below(MOST_BODY);
    memset(body, 'a' + below(26), (size_t)size);
    body[size] = '\0';
    return store->kind->add_event(store, id, ++events[number], body, err);
}

static LudStatus put_player(const char *id, LudError *err)
{
    StorePlayer player;
    store_case_hash(player.token, (char)(1 + below(100)));
    store_case_hash(player.person, (char)below(5));
    return store->kind->put_player(store, id, 1, &player, err);
}

static LudStatus put_note(LudError *err)
{
    char key[8];
    snprintf(key, sizeof key, "%d", below(20));
    return store->kind->put_note(store, "k", key, below(3) ? key + below(2) : NULL, err);
}

static LudStatus change_something(LudError *err)
{
    int number = below(GAMES), kind = below(10);
    char id[STORE_ID_TEXT];
    name_game(number, id);
    if (events[number] < 0 || kind == 0)
        return put_game(number, id, err);
    if (kind == 1)
        return put_player(id, err);
    return kind == 2 ? put_note(err) : add_event(number, id, err);
}

/* A batch, which may also be rolled back; if it fails the store is as before, or, if the power is
 * gone, perhaps as after. */
static LudStatus run_batch(LudError *err)
{
    LudStatus status = store->kind->begin(store, err);
    for (int i = below(MOST_CHANGES); i >= 0 && status == LUD_OK; i--)
        status = change_something(err);
    char *after = status == LUD_OK ? write_all() : NULL;
    bool is_wanted = below(8) > 0, is_tried = status == LUD_OK && after && is_wanted;
    if (is_tried)
        status = store->kind->commit(store, err);
    if (is_tried && status == LUD_OK) {
        keep(&sure, after);
        return LUD_OK;
    }
    store->kind->roll_back(store);
    count_events();
    if (is_tried)
        keep(&possible, after);
    else
        free(after);
    return status;
}

/* -- opening and looking ----------------------------------------------------------------------- */

/* Small enough numbers that logs are written back, and batches outgrow the cache. */
static LudStatus open_store(LudError *err)
{
    char statement[64];
    LudStatus status = sqlite_store_open(&store, folder, FORGETFUL_NAME, err);
    if (status != LUD_OK)
        return status;
    sqlite3 *db = ((SqliteStore *)store)->db;
    snprintf(statement, sizeof statement, "PRAGMA cache_size = %d", 4 + below(40));
    sqlite3_exec(db, statement, NULL, NULL, NULL);
    sqlite3_wal_autocheckpoint(db, 1 + below(60));
    count_events();
    return LUD_OK;
}

static void begin_disk(void)
{
    forgetful_erase();
    keep(&sure, strdup(""));
    keep(&possible, NULL);
}

/* Whether the store is as it must be; what it is is then sure. */
static bool look(bool *is_done)
{
    const SqliteStore *self = (const SqliteStore *)store;
    char *found = write_all();
    *is_done = found && possible && strcmp(found, possible) == 0;
    bool is_right = found && (*is_done || strcmp(found, sure) == 0);
    if (is_right)
        keep(&sure, found);
    else
        free(found);
    keep(&possible, NULL);
    return is_right && sqlite_examine(self->db, self->file, "integrity_check", NULL) == LUD_OK;
}

/* -- the power fails --------------------------------------------------------------------------- */

typedef struct Tally {
    int cuts, opening, batches; /* while it was opened; batches that were acknowledged */
    int done, lost;             /* batches that were cut in their commit */
    int faults;
} Tally;

static void note_fault(Tally *tally, const char *what, const LudError *err)
{
    if (tally->faults++ < 3)
        tap_note("cut %d: %s: %s", tally->cuts, what, err ? err->format : "");
}

/* Works until the power fails, perhaps while it closes, or only then. */
static void work(Tally *tally)
{
    LudError err;
    LudStatus status = LUD_OK;
    while (status == LUD_OK && below(40) > 0) {
        status = run_batch(&err);
        tally->batches += status == LUD_OK;
    }
    if (status != LUD_OK && forgetful_has_power())
        note_fault(tally, "a batch failed without need", &err);
    store->kind->close(store);
}

/* From one power cut to the next, at the latest in this operation: perhaps before it is open. */
static void live(Tally *tally, ForgetfulMood mood, int operation)
{
    LudError err;
    bool is_done, was_possible = possible != NULL;
    forgetful_cut_power(operation);
    tally->cuts++;
    if (open_store(&err) != LUD_OK) {
        tally->opening++;
        if (forgetful_has_power())
            note_fault(tally, "it can't be opened", &err);
    } else {
        if (forgetful_has_power()) {
            if (!look(&is_done))
                note_fault(tally, "something is missing, or there by half", NULL);
            tally->done += is_done;
            tally->lost += was_possible && !is_done;
        }
        work(tally);
    }
    forgetful_restore(mood, &chance);
}

static void report_cuts(const Tally *tally, const char *what)
{
    tap_note("%d cuts, %d while opening; %d batches acknowledged; of those cut %d done, %d not",
             tally->cuts, tally->opening, tally->batches, tally->done, tally->lost);
    tap_report(tally->faults == 0, "what is not synced %s: %d faults", what, tally->faults);
    tap_report(tally->batches > 0 && tally->opening > 0 && tally->lost + tally->done > 0,
               "… and all of that happened");
}

static void check_cuts(ForgetfulMood mood)
{
    static const char *const names[FORGETFUL_MOODS] = {"is lost", "is kept", "is lost or kept",
                                                       "is torn", "is garbled"};
    Tally tally = {0};
    int disks = tap_chosen(3, 12, 600);
    for (int i = 0; i < disks; i++) {
        lud_random_seed(&chance, (uint64_t)i);
        begin_disk();
        for (int life = 0; life < 12; life++)
            live(&tally, mood, 1 + below(life == 0 ? BIRTH_OPERATIONS : MOST_OPERATIONS));
    }
    report_cuts(&tally, names[mood]);
}

/* Every moment while a file is made: what is left of that must not undo what comes later. */
static void check_births(void)
{
    Tally tally = {0};
    int times = tap_chosen(2, 16, 300);
    for (int operation = 1; operation <= BIRTH_OPERATIONS; operation++) {
        for (int i = 0; i < times; i++) {
            lud_random_seed(&chance, (uint64_t)(i * BIRTH_OPERATIONS + operation));
            begin_disk();
            live(&tally, FORGETFUL_PICKS, operation);
            live(&tally, FORGETFUL_LOSES, 60 + below(60));
            live(&tally, FORGETFUL_LOSES, 1 + below(60));
        }
    }
    report_cuts(&tally, "is lost, of a file that was just made");
}

/* -- the disk fails ---------------------------------------------------------------------------- */

static bool is_told(const LudError *err, int result)
{
    bool is_full = strstr(err->format, "no room") != NULL;
    return err->status == LUD_EFILE && is_full == (result == SQLITE_FULL);
}

/* Batches while a few writes fail, then with all well again. */
static void weather(Tally *tally, int result)
{
    LudError err;
    bool is_done;
    forgetful_refuse(1 + below(60), 1 + below(6), result);
    for (int i = 0; i < 30; i++) {
        int before = forgetful_refused();
        LudStatus status = run_batch(&err);
        tally->batches += status == LUD_OK;
        if (status == LUD_OK)
            continue;
        tally->lost++;
        if (forgetful_refused() == before || !is_told(&err, result))
            note_fault(tally, "a batch failed without need", &err);
        keep(&possible, NULL);
        if (!look(&is_done))
            note_fault(tally, "it is not as it was before the batch", NULL);
    }
    forgetful_refuse(0, 0, 0);
    if (run_batch(&err) != LUD_OK)
        note_fault(tally, "it does not go on", &err);
}

static bool reopen(Tally *tally)
{
    LudError err;
    bool is_done;
    store->kind->close(store);
    if (open_store(&err) != LUD_OK) {
        note_fault(tally, "it can't be opened", &err);
        return false;
    }
    if (!look(&is_done))
        note_fault(tally, "it is not as it was closed", NULL);
    return true;
}

static void check_refusals(int result, const char *what)
{
    Tally tally = {0};
    int disks = tap_chosen(2, 4, 200);
    for (int i = 0; i < disks; i++) {
        LudError err;
        begin_disk();
        forgetful_refuse(1 + below(30), 1 + below(3), result);
        while (open_store(&err) != LUD_OK) {
            tally.opening++;
            if (!is_told(&err, result))
                note_fault(&tally, "opening failed for another reason", &err);
        }
        bool is_open = true;
        for (int lives = 0; lives < 6 && is_open; lives++) {
            weather(&tally, result);
            is_open = reopen(&tally);
        }
        if (is_open)
            store->kind->close(store);
    }
    tap_note("%d batches done, %d not; %d times not opened", tally.batches, tally.lost,
             tally.opening);
    tap_report(tally.faults == 0, "%s: %d faults", what, tally.faults);
    tap_report(tally.lost > 0 && tally.opening > 0, "… and all of that happened");
}

int main(void)
{
    scratch_make(folder);
    forgetful_install();
    lud_random_seed(&chance, 1);
    for (int mood = 0; mood < FORGETFUL_MOODS; mood++)
        check_cuts((ForgetfulMood)mood);
    check_births();
    check_refusals(SQLITE_FULL, "a full disk");
    check_refusals(SQLITE_IOERR_WRITE, "writes that fail");
    check_refusals(SQLITE_IOERR_FSYNC, "syncs that fail");
    keep(&sure, NULL);
    keep(&possible, NULL);
    forgetful_erase();
    scratch_remove(folder);
    return tap_finish();
}
