/* What SQLite answers, in sentences that name the file and what to do. */
#include "store/sqlite_parts.h"

#include <ludoteca/game.h>

#include <errno.h>
#include <string.h>

LudStatus sqlite_memory_fault(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

LudStatus sqlite_damage_fault(const char *file, LudError *err)
{
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("{1} is damaged, or no file of games. Put a backup in an "
                                     "empty directory, as games.sqlite, and use that."),
                         file, (char *)NULL);
}

static LudStatus fail_full(const char *file, LudError *err)
{
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("There is no room left to write {1}. Free some space; what "
                                     "was saved before is kept."),
                         file, (char *)NULL);
}

LudStatus sqlite_system_fault(int fault, const char *file, LudError *err)
{
    if (fault == ENOMEM)
        return sqlite_memory_fault(err);
    if (fault == ENOSPC || fault == EDQUOT || fault == EFBIG)
        return fail_full(file, err);
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("{1} can't be written: {2}. Choose a directory in which you "
                                     "may write."),
                         file, strerror(fault), (char *)NULL);
}

/* SQLite remembers the system's reason for some of its own. */
static LudStatus fail_otherwise(sqlite3 *db, const char *file, LudError *err)
{
    int fault = sqlite3_system_errno(db);
    if (fault == ENOSPC || fault == EDQUOT || fault == EFBIG)
        return fail_full(file, err);
    return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("{1} can't be read or written: {2}."), file,
                         fault ? strerror(fault) : sqlite3_errmsg(db), (char *)NULL);
}

LudStatus sqlite_fault(sqlite3 *db, const char *file, LudError *err)
{
    int result = db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM;
    switch (result & 0xff) {
    case SQLITE_NOMEM:
        return sqlite_memory_fault(err);
    case SQLITE_FULL:
        return fail_full(file, err);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return sqlite_damage_fault(file, err);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("Another program is changing {1}. End it, and try again."),
                             file, (char *)NULL);
    default:
        return fail_otherwise(db, file, err);
    }
}
