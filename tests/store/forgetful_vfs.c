#include "store/forgetful_vfs.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "support/scratch.h"

enum { SECTOR = 512, REGIONS = 16 };

typedef struct Image {
    unsigned char *bytes;
    int64_t size;
} Image;

/* A write, or if `bytes` is NULL the new end of the file. */
typedef struct Change {
    int64_t offset, size;
    unsigned char *bytes;
    struct Change *next;
} Change;

/* A file that is there, or one that was removed and might come back; the newest are first. */
typedef struct DiskFile {
    char name[SCRATCH_PATH];
    bool is_removed, is_named; /* the latter: its name is on disk, too */
    bool names_on_sync;        /* its first sync is one of the directory as well */
    Image now, safe;
    Change *changes; /* that lead from `safe` to `now` */
    void *regions[REGIONS];
    struct DiskFile *next;
} DiskFile;

typedef struct OpenFile {
    sqlite3_file base;
    DiskFile *file;
} OpenFile;

static DiskFile *disk;
static sqlite3_vfs *usual;
static bool has_power = true;
static int until_cut, until_refusal, refusals, refusal, refused;

/* -- what fails -------------------------------------------------------------------------------- */

/* Counts an operation that changes the disk. What it returns is the operation's answer, unless it
 * is SQLITE_OK; `is_cut` says that the power failed during this one. */
static int enter(bool *is_cut)
{
    *is_cut = false;
    if (!has_power)
        return SQLITE_IOERR;
    if (until_cut > 0 && --until_cut == 0) {
        has_power = false;
        *is_cut = true;
        return SQLITE_IOERR;
    }
    if (until_refusal > 0)
        until_refusal--;
    if (until_refusal > 0 || refusals == 0)
        return SQLITE_OK;
    refusals--;
    refused++;
    return refusal;
}

void forgetful_cut_power(int operation)
{
    until_cut = operation;
}

bool forgetful_has_power(void)
{
    return has_power;
}

void forgetful_refuse(int operation, int count, int result)
{
    until_refusal = operation;
    refusals = count;
    refusal = result;
    refused = 0;
}

int forgetful_refused(void)
{
    return refused;
}

/* -- files ------------------------------------------------------------------------------------- */

static void resize(Image *image, int64_t size)
{
    if (size > image->size) {
        image->bytes = realloc(image->bytes, (size_t)size);
        assert(image->bytes);
        memset(image->bytes + image->size, 0, (size_t)(size - image->size));
    }
    image->size = size;
}

static void write_part(Image *image, int64_t offset, const void *bytes, int64_t size)
{
    if (offset + size > image->size)
        resize(image, offset + size);
    memcpy(image->bytes + offset, bytes, (size_t)size);
}

static void copy_image(Image *to, const Image *from)
{
    to->bytes = realloc(to->bytes, (size_t)from->size + 1);
    assert(to->bytes);
    to->size = from->size;
    if (from->size > 0)
        memcpy(to->bytes, from->bytes, (size_t)from->size);
}

static void forget_changes(DiskFile *file)
{
    while (file->changes) {
        Change *change = file->changes;
        file->changes = change->next;
        free(change->bytes);
        free(change);
    }
}

static void add_change(DiskFile *file, int64_t offset, const void *bytes, int64_t size)
{
    Change *change = calloc(1, sizeof *change), **end = &file->changes;
    assert(change);
    *change = (Change){.offset = offset, .size = size};
    if (bytes) {
        change->bytes = malloc((size_t)size);
        assert(change->bytes);
        memcpy(change->bytes, bytes, (size_t)size);
    }
    while (*end)
        end = &(*end)->next;
    *end = change;
}

static DiskFile *find(const char *name)
{
    for (DiskFile *file = disk; file; file = file->next) {
        if (!file->is_removed && strcmp(file->name, name) == 0)
            return file;
    }
    return NULL;
}

static DiskFile *make(const char *name, int flags)
{
    DiskFile *file = calloc(1, sizeof *file);
    assert(file && strlen(name) < sizeof file->name);
    memcpy(file->name, name, strlen(name) + 1);
    file->names_on_sync = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    file->next = disk;
    disk = file;
    return file;
}

static void drop_regions(DiskFile *file)
{
    for (int i = 0; i < REGIONS; i++) {
        free(file->regions[i]);
        file->regions[i] = NULL;
    }
}

static void drop(DiskFile **place)
{
    DiskFile *file = *place;
    *place = file->next;
    forget_changes(file);
    drop_regions(file);
    free(file->now.bytes);
    free(file->safe.bytes);
    free(file);
}

/* The directory is synced: new names are there for certain, removed ones are not. */
static void name_all(void)
{
    for (DiskFile **place = &disk; *place;) {
        (*place)->is_named = true;
        if ((*place)->is_removed)
            drop(place);
        else
            place = &(*place)->next;
    }
}

void forgetful_erase(void)
{
    while (disk)
        drop(&disk);
    has_power = true;
    until_cut = until_refusal = refusals = 0;
}

/* -- the power is back ------------------------------------------------------------------------- */

static bool toss(LudRandom *random)
{
    return lud_random_below(random, 2) == 0;
}

static void tear(Image *image, const Change *change, bool garbles, LudRandom *random)
{
    for (int64_t at = 0; at < change->size;) {
        int64_t size = SECTOR - (change->offset + at) % SECTOR;
        if (size > change->size - at)
            size = change->size - at;
        if (garbles && toss(random)) {
            for (int64_t i = at; i < at + size; i++)
                change->bytes[i] = (unsigned char)lud_random_below(random, 256);
        }
        if (toss(random))
            write_part(image, change->offset + at, change->bytes + at, size);
        at += size;
    }
}

static void survive(Image *image, const Change *change, ForgetfulMood mood, LudRandom *random)
{
    bool is_whole = mood == FORGETFUL_KEEPS || (mood != FORGETFUL_LOSES && toss(random));
    if (!change->bytes && is_whole)
        resize(image, change->size);
    else if (change->bytes && mood >= FORGETFUL_TEARS)
        tear(image, change, mood == FORGETFUL_GARBLES, random);
    else if (change->bytes && is_whole)
        write_part(image, change->offset, change->bytes, change->size);
}

/* Settles which of the files that had this name has it now: the one that was there last, if its
 * name got to the disk; else perhaps that, perhaps one of those removed before. */
static void settle_name(const char *name, ForgetfulMood mood, LudRandom *random)
{
    DiskFile *chosen = NULL;
    for (DiskFile *file = disk; file; file = file->next) {
        if (strcmp(file->name, name) != 0 || chosen)
            continue;
        bool is_certain = file->is_named && !file->is_removed;
        bool is_liked = mood == FORGETFUL_LOSES   ? file->is_named
                        : mood == FORGETFUL_KEEPS ? !file->is_removed
                                                  : toss(random);
        if (is_certain || is_liked)
            chosen = file;
    }
    for (DiskFile *file = disk; file; file = file->next) {
        if (strcmp(file->name, name) == 0)
            file->is_removed = file != chosen;
    }
}

/* Whether no newer file has its name. */
static bool is_newest(const DiskFile *file)
{
    const DiskFile *first = disk;
    while (strcmp(first->name, file->name) != 0)
        first = first->next;
    return first == file;
}

void forgetful_restore(ForgetfulMood mood, LudRandom *random)
{
    for (DiskFile *file = disk; file; file = file->next) {
        if (is_newest(file))
            settle_name(file->name, mood, random);
    }
    name_all();
    for (DiskFile *file = disk; file; file = file->next) {
        for (Change *change = file->changes; change; change = change->next)
            survive(&file->safe, change, mood, random);
        forget_changes(file);
        copy_image(&file->now, &file->safe);
        drop_regions(file);
    }
    has_power = true;
    until_cut = until_refusal = refusals = 0;
}

/* -- what SQLite asks of a file ---------------------------------------------------------------- */

static DiskFile *of(sqlite3_file *open)
{
    return ((OpenFile *)open)->file;
}

static int close_file(sqlite3_file *open)
{
    (void)open;
    return SQLITE_OK;
}

static int read_file(sqlite3_file *open, void *bytes, int size, sqlite3_int64 offset)
{
    const Image *image = &of(open)->now;
    if (!has_power)
        return SQLITE_IOERR_READ;
    int64_t there = offset < image->size ? image->size - offset : 0;
    if (there > size)
        there = size;
    if (there > 0)
        memcpy(bytes, image->bytes + offset, (size_t)there);
    memset((char *)bytes + there, 0, (size_t)(size - there));
    return there == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

/* Of a write during which the power fails any part may get to the disk. */
static int write_file(sqlite3_file *open, const void *bytes, int size, sqlite3_int64 offset)
{
    bool is_cut;
    int result = enter(&is_cut);
    if (result != SQLITE_OK && !is_cut)
        return result;
    add_change(of(open), offset, bytes, size);
    write_part(&of(open)->now, offset, bytes, size);
    return result;
}

static int truncate_file(sqlite3_file *open, sqlite3_int64 size)
{
    bool is_cut;
    int result = enter(&is_cut);
    if (result != SQLITE_OK && !is_cut)
        return result;
    add_change(of(open), 0, NULL, size);
    resize(&of(open)->now, size);
    return result;
}

static int sync_file(sqlite3_file *open, int flags)
{
    bool is_cut;
    int result = enter(&is_cut);
    (void)flags;
    if (result != SQLITE_OK)
        return result;
    DiskFile *file = of(open);
    copy_image(&file->safe, &file->now);
    forget_changes(file);
    if (file->names_on_sync && !file->is_named)
        name_all();
    return SQLITE_OK;
}

static int size_file(sqlite3_file *open, sqlite3_int64 *size)
{
    *size = of(open)->now.size;
    return has_power ? SQLITE_OK : SQLITE_IOERR_FSTAT;
}

/* One connection at a time uses a disk, so that every lock is free. */
static int lock_file(sqlite3_file *open, int level)
{
    (void)open;
    (void)level;
    return SQLITE_OK;
}

static int check_lock(sqlite3_file *open, int *is_locked)
{
    (void)open;
    *is_locked = 0;
    return SQLITE_OK;
}

static int control(sqlite3_file *open, int what, void *about)
{
    (void)open;
    (void)what;
    (void)about;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *open)
{
    (void)open;
    return SECTOR;
}

/* As SQLite assumes of every disk under Unix: what lies beside a write stays as it was. */
static int characteristics(sqlite3_file *open)
{
    (void)open;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int map_region(sqlite3_file *open, int number, int size, int extends, void volatile **region)
{
    DiskFile *file = of(open);
    assert(number < REGIONS);
    if (!file->regions[number] && extends)
        file->regions[number] = calloc(1, (size_t)size);
    *region = file->regions[number];
    return SQLITE_OK;
}

static int lock_region(sqlite3_file *open, int offset, int count, int flags)
{
    (void)open;
    (void)offset;
    (void)count;
    (void)flags;
    return SQLITE_OK;
}

static void pass_barrier(sqlite3_file *open)
{
    (void)open;
}

static int unmap_regions(sqlite3_file *open, int removes)
{
    (void)removes;
    drop_regions(of(open));
    return SQLITE_OK;
}

/* -- and of the disk --------------------------------------------------------------------------- */

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *open, int flags, int *given)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 2,
        .xClose = close_file,
        .xRead = read_file,
        .xWrite = write_file,
        .xTruncate = truncate_file,
        .xSync = sync_file,
        .xFileSize = size_file,
        .xLock = lock_file,
        .xUnlock = lock_file,
        .xCheckReservedLock = check_lock,
        .xFileControl = control,
        .xSectorSize = sector_size,
        .xDeviceCharacteristics = characteristics,
        .xShmMap = map_region,
        .xShmLock = lock_region,
        .xShmBarrier = pass_barrier,
        .xShmUnmap = unmap_regions,
    };
    bool is_cut;
    (void)vfs;
    open->pMethods = NULL;
    DiskFile *file = name && has_power ? find(name) : NULL;
    if (!name || (!file && !(flags & SQLITE_OPEN_CREATE)))
        return SQLITE_CANTOPEN;
    int result = file ? SQLITE_OK : enter(&is_cut);
    if (result != SQLITE_OK)
        return result;
    ((OpenFile *)open)->file = file ? file : make(name, flags);
    open->pMethods = &methods;
    if (given)
        *given = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs)
{
    bool is_cut;
    (void)vfs;
    DiskFile *file = find(name);
    int result = enter(&is_cut);
    if (result != SQLITE_OK && !is_cut)
        return result;
    if (!file)
        return SQLITE_IOERR_DELETE_NOENT;
    file->is_removed = true;
    if (syncs && !is_cut)
        name_all();
    return result;
}

/* A file without content is none, as for SQLite's own way to Unix. */
static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *is_there)
{
    const DiskFile *file = find(name);
    (void)vfs;
    *is_there = file && (flags != SQLITE_ACCESS_EXISTS || file->now.size > 0);
    return has_power ? SQLITE_OK : SQLITE_IOERR_ACCESS;
}

void forgetful_install(void)
{
    static sqlite3_vfs vfs;
    usual = sqlite3_vfs_find(NULL);
    vfs = *usual;
    vfs.iVersion = 2;
    vfs.szOsFile = sizeof(OpenFile);
    vfs.pNext = NULL;
    vfs.zName = FORGETFUL_NAME;
    vfs.xOpen = open_file;
    vfs.xDelete = delete_file;
    vfs.xAccess = access_file;
    sqlite3_vfs_register(&vfs, 0);
}
