/* A store opened: its directory, its lock, its file. */
#include "store/sqlite_store.h"

#include <ludoteca/game.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "store/sqlite_parts.h"

enum { PATIENCE_MS = 2000, PRIVATE = 0077 };

/* A commit has to be on disk: FULL would do for the write-ahead log, EXTRA also for the journal by
 * which a new file comes to have one. Without it the journal's removal may be lost with the power,
 * and all that was saved since is rolled back by it. The log costs one sync a commit, and lets a
 * backup read meanwhile; it is cut back after a backup has made it grow. Nothing is mapped or put
 * in temporary files, which would need more system calls than a confined server has. */
static const char settings[] = "PRAGMA synchronous = EXTRA;"
                               "PRAGMA journal_mode = WAL;"
                               "PRAGMA foreign_keys = ON;"
                               "PRAGMA temp_store = MEMORY;"
                               "PRAGMA mmap_size = 0;"
                               "PRAGMA cell_size_check = ON;"
                               "PRAGMA journal_size_limit = 16777216;"
                               "PRAGMA cache_size = -16384;";

char *sqlite_store_path(const char *directory, const char *name)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", directory, name);
    return path;
}

static LudStatus take_lock(SqliteStore *self, const char *directory, LudError *err)
{
    char *path = sqlite_store_path(directory, SQLITE_STORE_LOCK);
    if (!path)
        return sqlite_memory_fault(err);
    self->lock = base_lock_take(path);
    int fault = errno;
    LudStatus status = LUD_OK;
    if (self->lock == -1)
        status = lud_error_set(err, LUD_EFILE,
                               LUD_MESSAGE("Another server keeps its games in {1}. End it first, "
                                           "or choose another directory."),
                               directory, (char *)NULL);
    else if (self->lock < 0)
        status = sqlite_system_fault(fault, path, err);
    free(path);
    return status;
}

static LudStatus open_file(SqliteStore *self, const char *vfs, LudError *err)
{
    const int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(self->file, &self->db, flags, vfs) != SQLITE_OK)
        return sqlite_fault(self->db, self->file, err);
    if (sqlite3_db_readonly(self->db, "main") == 1)
        return sqlite_system_fault(EACCES, self->file, err);
    sqlite3_busy_timeout(self->db, PATIENCE_MS);
    if (sqlite3_exec(self->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_fault(self->db, self->file, err);
    return LUD_OK;
}

static LudStatus prepare(SqliteStore *self, LudError *err)
{
    for (int i = 0; i < SAYINGS; i++) {
        if (sqlite3_prepare_v3(self->db, sqlite_sayings[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &self->statements[i], NULL) != SQLITE_OK)
            return sqlite_fault(self->db, self->file, err);
    }
    return LUD_OK;
}

static LudStatus open_store(SqliteStore *self, const char *directory, const char *vfs,
                            LudError *err)
{
    self->file = sqlite_store_path(directory, SQLITE_STORE_FILE);
    if (!self->file)
        return sqlite_memory_fault(err);
    int fault = base_folder_make(directory);
    LudStatus status =
        fault ? sqlite_system_fault(fault, directory, err) : take_lock(self, directory, err);
    if (status == LUD_OK)
        status = open_file(self, vfs, err);
    if (status == LUD_OK)
        status = sqlite_schema_update(self->db, self->file, sqlite_steps, sqlite_step_count, err);
    if (status == LUD_OK)
        status = sqlite_examine(self->db, self->file, "quick_check", err);
    return status == LUD_OK ? prepare(self, err) : status;
}

/* What a server has made, and may be using: neither its directory nor its schema is touched. */
static LudStatus open_beside(SqliteStore *self, const char *directory, LudError *err)
{
    int version = 0;
    self->file = sqlite_store_path(directory, SQLITE_STORE_FILE);
    if (!self->file)
        return sqlite_memory_fault(err);
    if (!base_file_exists(self->file))
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("{1}: there are no games here. Name the directory that "
                                         "the server keeps them in, as its --data has it."),
                             self->file, (char *)NULL);
    LudStatus status = open_file(self, NULL, err);
    if (status == LUD_OK)
        status = sqlite_schema_version(self->db, self->file, &version, err);
    if (status == LUD_OK && version != sqlite_step_count)
        status = lud_error_set(err, LUD_EFILE,
                               LUD_MESSAGE("{1} is of another version of this program. Use the "
                                           "one that serves it."),
                               self->file, (char *)NULL);
    return status == LUD_OK ? prepare(self, err) : status;
}

static LudStatus make(Store **store, const char *directory, const char *vfs, bool is_beside,
                      LudError *err)
{
    SqliteStore *self = calloc(1, sizeof *self);
    if (!self)
        return sqlite_memory_fault(err);
    *self = (SqliteStore){.store.kind = &sqlite_kind, .lock = -1};
    /* Secrets are for nobody else on this machine. */
    mode_t before = umask(PRIVATE);
    LudStatus status =
        is_beside ? open_beside(self, directory, err) : open_store(self, directory, vfs, err);
    umask(before);
    if (status == LUD_OK)
        *store = &self->store;
    else
        sqlite_store_close(&self->store);
    return status;
}

LudStatus sqlite_store_open(Store **store, const char *directory, const char *vfs, LudError *err)
{
    return make(store, directory, vfs, false, err);
}

LudStatus sqlite_store_open_beside(Store **store, const char *directory, LudError *err)
{
    return make(store, directory, NULL, true, err);
}
