/* A copy of a store, made while a server may be writing to it. */
#include "store/sqlite_store.h"

#include <ludoteca/game.h>

#include <stdlib.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "base/new_file.h"
#include "base/text.h"
#include "store/sqlite_parts.h"

enum { PATIENCE_MS = 10000, PRIVATE = 0077 };

typedef struct Backup {
    char *source;     /* the store's file */
    const char *file; /* the copy, once it is whole */
    char *unfinished; /* and until then */
    sqlite3 *from, *to;
} Backup;

static LudStatus open_source(Backup *backup, LudError *err)
{
    if (!base_file_exists(backup->source))
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("{1}: there are no games here. Name the directory that "
                                         "the server keeps them in, as its --data has it."),
                             backup->source, (char *)NULL);
    if (sqlite3_open_v2(backup->source, &backup->from, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return sqlite_fault(backup->from, backup->source, err);
    sqlite3_busy_timeout(backup->from, PATIENCE_MS);
    int version;
    LudStatus status = sqlite_schema_version(backup->from, backup->source, &version, err);
    return status == LUD_OK && version == 0 ? sqlite_damage_fault(backup->source, err) : status;
}

/* Whoever finishes the file syncs it; until then nobody needs it. */
static LudStatus open_copy(Backup *backup, LudError *err)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(backup->unfinished, &backup->to, flags, NULL) != SQLITE_OK ||
        sqlite3_exec(backup->to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL,
                     NULL) != SQLITE_OK)
        return sqlite_fault(backup->to, backup->file, err);
    return LUD_OK;
}

/* What was wrong with which of the two files: the copy says all of it. */
static LudStatus fail(Backup *backup, LudError *err)
{
    int result = sqlite3_errcode(backup->to);
    bool is_source = result == SQLITE_CORRUPT || result == SQLITE_NOTADB || result == SQLITE_BUSY ||
                     result == SQLITE_LOCKED;
    return sqlite_fault(backup->to, is_source ? backup->source : backup->file, err);
}

/* All in one step, which is one moment of the source, however long it takes. */
static LudStatus copy_pages(Backup *backup, LudError *err)
{
    sqlite3_backup *pages = sqlite3_backup_init(backup->to, "main", backup->from, "main");
    if (!pages)
        return fail(backup, err);
    sqlite3_backup_step(pages, -1);
    return sqlite3_backup_finish(pages) == SQLITE_OK ? LUD_OK : fail(backup, err);
}

/* A copy is one file, without the log that a store has beside it. Pages are copied as they are, so
 * that whatever is wrong with it is wrong with the source. */
static LudStatus settle(Backup *backup, LudError *err)
{
    if (sqlite3_exec(backup->to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK)
        return fail(backup, err);
    return sqlite_examine(backup->to, backup->source, "integrity_check", err);
}

static LudStatus copy(Backup *backup, LudError *err)
{
    LudStatus status = open_source(backup, err);
    if (status == LUD_OK)
        status = open_copy(backup, err);
    if (status == LUD_OK)
        status = copy_pages(backup, err);
    if (status == LUD_OK)
        status = settle(backup, err);
    sqlite3_close(backup->to);
    sqlite3_close(backup->from);
    return status;
}

static LudStatus make(Backup *backup, LudError *err)
{
    NewFile *made;
    if (base_file_exists(backup->file))
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("{1} exists already; choose another name or remove it."),
                             backup->file, (char *)NULL);
    int fault = base_new_file_open(&made, backup->file);
    if (fault)
        return sqlite_system_fault(fault, backup->file, err);
    LudStatus status = copy(backup, err);
    if (status != LUD_OK) {
        base_new_file_abandon(made);
        return status;
    }
    fault = base_new_file_finish(made);
    return fault ? sqlite_system_fault(fault, backup->file, err) : LUD_OK;
}

LudStatus sqlite_store_backup(const char *directory, const char *file, LudError *err)
{
    Text unfinished = {0};
    text_add(&unfinished, file);
    text_add(&unfinished, NEW_FILE_ENDING);
    Backup backup = {.source = sqlite_store_path(directory, SQLITE_STORE_FILE), .file = file};
    backup.unfinished = text_take(&unfinished);
    mode_t before = umask(PRIVATE);
    LudStatus status =
        backup.source && backup.unfinished ? make(&backup, err) : sqlite_memory_fault(err);
    umask(before);
    free(backup.source);
    free(backup.unfinished);
    return status;
}
