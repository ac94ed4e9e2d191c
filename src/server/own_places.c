#define _XOPEN_SOURCE 700 /* realpath */
#include "server/own_places.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/folder.h"
#include "post/postman.h"
#include "server/fence.h"
#include "store/postgres_store.h"
#include "table/table_places.h"

enum { FOLDER_BYTES = 4096, PRIVATE = 0077 };

/* Those of the user that are not there are made, or what is built there later would not be seen. */
typedef struct TableFence {
    Fence *fence;
    bool are_usual;
} TableFence;

static bool leave_tables(void *context, const char *folder)
{
    const TableFence *tables = context;
    if (tables->are_usual)
        base_folder_make(folder);
    fence_leave(tables->fence, folder, false);
    return true;
}

static bool leave_folder(void *context, const char *folder)
{
    fence_leave(context, folder, false);
    return true;
}

/* What computer players have learnt, beside the program or where the environment says. */
static void leave_strategies(Fence *fence)
{
    char folder[FOLDER_BYTES];
    const char *named = getenv("LUDOTECA_DATA");
    if (named)
        table_places_each(named, leave_folder, fence);
    else if (base_program_folder(folder, sizeof folder))
        fence_leave(fence, folder, false);
}

static void leave_system(Fence *fence)
{
    static const char *const places[] = {"/usr",
                                         "/lib",
                                         "/lib64",
                                         "/dev/null",
                                         "/dev/urandom",
                                         "/proc/sys/vm/overcommit_memory",
                                         "/etc/ssl/openssl.cnf",
                                         "/sys/devices/system/cpu/online"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        fence_leave(fence, places[i], false);
}

/* What replaces a file may be another one in its folder, and the file may be a link to one in yet
 * another. */
static void leave_folder_of(Fence *fence, const char *file)
{
    char folder[FOLDER_BYTES];
    snprintf(folder, sizeof folder, "%s", file);
    fence_leave(fence, dirname(folder), false);
    char *target = realpath(file, NULL);
    if (target)
        fence_leave(fence, dirname(target), false);
    free(target);
}

static void leave_games(Fence *fence, const char *folder)
{
    mode_t before = umask(PRIVATE); /* secrets are for nobody else on this machine */
    base_folder_make(folder);
    umask(before);
    fence_leave(fence, folder, true);
}

/* What finding others by name, and knowing whom to trust, needs. */
static void leave_lookup(Fence *fence)
{
    static const char *const variables[] = {"SSL_CERT_FILE", "SSL_CERT_DIR"};
    for (const char *const *place = postman_places; *place; place++)
        fence_leave(fence, *place, false);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *place = getenv(variables[i]);
        if (place)
            fence_leave(fence, place, false);
    }
}

static void leave_file(void *fence, const char *file)
{
    fence_leave(fence, file, false);
}

static void leave_database(Fence *fence, const char *address)
{
    leave_lookup(fence);
    postgres_store_each_file(address, leave_file, fence);
}

bool own_places_keep_to(const LudServerSettings *settings)
{
    Fence fence;
    TableFence tables = {.fence = &fence, .are_usual = !settings->tables};
    if (!fence_start(&fence, settings->store != NULL))
        return false;
    table_places_each(settings->tables, leave_tables, &tables);
    leave_strategies(&fence);
    leave_system(&fence);
    if (settings->page)
        fence_leave(&fence, settings->page, false);
    if (settings->certificate) {
        leave_folder_of(&fence, settings->certificate);
        leave_folder_of(&fence, settings->key);
    }
    if (settings->store)
        leave_database(&fence, settings->store);
    else if (settings->data)
        leave_games(&fence, settings->data);
    return fence_close(&fence);
}

bool own_places_of_postman(void *unused)
{
    Fence fence;
    (void)unused;
    if (!fence_start(&fence, true))
        return false;
    leave_lookup(&fence);
    return fence_close(&fence);
}
