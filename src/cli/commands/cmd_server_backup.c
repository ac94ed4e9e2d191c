/* `ludoteca server-backup`: the games of a server in one file, while it goes on. */
#include "cli/cli.h"
#include "shell/output.h"
#include "store/sqlite_store.h"
#include "store/store_place.h"

static int back_up(const char *directory, const char *file)
{
    LudError err;
    if (sqlite_store_backup(directory, file, &err) != LUD_OK)
        return report_error(&err);
    char shown[2][REPORT_BYTES / 4];
    printf(_("The games in %s are saved in %s.\n"),
           output_shown(directory, shown[0], sizeof shown[0]),
           output_shown(file, shown[1], sizeof shown[1]));
    return EXIT_SUCCESS;
}

static int cmd_server_backup(const Arguments *arguments)
{
    char *directory;
    LudError err;
    if (store_place(arguments_value(arguments, "data"), &directory, &err) != LUD_OK)
        return report_error(&err);
    int status = back_up(directory, arguments->operands[0]);
    lud_free(directory);
    return status;
}

static const OptionRow options[] = {
    {"data", N_("DIRECTORY"), N_("where the server keeps its games; usually the user's own")},
    {NULL, NULL, NULL},
};

const Command server_backup_command = {
    .name = "server-backup",
    .operands = N_("FILE"),
    .about = N_("save the games of a server, while it runs"),
    .details = N_("FILE must not exist yet; it gets its name once all is in it and proved whole. "
                  "To go back\n"
                  "to it, put it in an empty directory as games.sqlite, and let the server use "
                  "that.\n"
                  "FILE holds what only the server may know: keep it from others.\n"),
    .least = 1,
    .most = 1,
    .options = options,
    .run = cmd_server_backup,
};
