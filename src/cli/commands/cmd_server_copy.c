/* `ludoteca server-copy`: the games of a server from one store to another. */
#include "cli/cli.h"
#include "shell/output.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"
#include "store/store_copy.h"

static LudStatus open_store(Store **store, const char *place, LudError *err)
{
    return postgres_store_is_address(place) ? postgres_store_open(store, place, "server-copy", err)
                                            : sqlite_store_open(store, place, NULL, err);
}

/* What is not there would otherwise be made, and copied as nothing. */
static LudStatus open_source(Store **store, const char *place, LudError *err)
{
    Store *beside = NULL;
    LudStatus status = postgres_store_is_address(place)
                           ? postgres_store_open_beside(&beside, place, err)
                           : sqlite_store_open_beside(&beside, place, err);
    if (status != LUD_OK)
        return status;
    beside->kind->close(beside);
    return open_store(store, place, err);
}

static LudStatus copy(const char *source, const char *target, StoreCopyFigures *figures,
                      LudError *err)
{
    Store *from, *to;
    LudStatus status = open_source(&from, source, err);
    if (status != LUD_OK)
        return status;
    status = open_store(&to, target, err);
    if (status == LUD_OK) {
        status = store_copy(from, to, figures, err);
        to->kind->close(to);
    }
    from->kind->close(from);
    return status;
}

static int cmd_server_copy(const Arguments *arguments)
{
    StoreCopyFigures figures;
    LudError err;
    if (copy(arguments->operands[0], arguments->operands[1], &figures, &err) != LUD_OK)
        return report_error(&err);
    printf(_("Copied and compared: %lld games with %lld events, and %lld notes.\n"),
           (long long)figures.games, (long long)figures.events, (long long)figures.notes);
    return EXIT_SUCCESS;
}

const Command server_copy_command = {
    .name = "server-copy",
    .operands = N_("FROM TO"),
    .about = N_("move the games of a server to another store"),
    .details = N_("FROM and TO are directories, as --data of \"serve\" has them, or addresses of "
                  "databases, as its\n"
                  "--store has them: postgresql://USER@HOST/NAME. No server may be using them. TO "
                  "has to be\n"
                  "empty; FROM is left as it is. What was copied is read again and compared, game "
                  "by game.\n"),
    .least = 2,
    .most = 2,
    .run = cmd_server_copy,
};
