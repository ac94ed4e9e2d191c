/* Building, as the public header has it. */
#include "table_among.h"

#include <stdlib.h>

#include "core/settings.h"
#include "table_build.h"
#include "table_format.h"

typedef struct Watch {
    const LudTableBuild *build;
} Watch;

static bool relay(void *context, const TableProgress *progress)
{
    const LudTableBuild *build = ((const Watch *)context)->build;
    LudTableProgress told = {.column = progress->column,
                             .layer = progress->layer,
                             .done = progress->done,
                             .total = progress->total,
                             .elapsed_ms = progress->elapsed_us / 1000};
    return build->watch(build->context, &told);
}

static TableBuildOptions options_of(LudShares *shares, const LudTableBuild *build, const char *dir,
                                    Watch *watch)
{
    watch->build = build;
    return (TableBuildOptions){.dir = dir,
                               .layers = build->layers,
                               .threads = build->threads,
                               .memory_bytes = build->memory_bytes,
                               .columns = build->columns,
                               .progress = build->watch ? relay : NULL,
                               .context = watch,
                               .shares = shares};
}

/* What was wished for, and the directory that was named or the usual one, for free(). */
static LudStatus take(const LudTableBuild *given, LudTableBuild *build, char **dir, LudError *err)
{
    LudStatus status = settings_take(build, sizeof *build, given, err);
    if (status != LUD_OK)
        return status;
    *dir = build->dir ? malloc(strlen(build->dir) + 1) : lud_tables_home();
    if (*dir && build->dir)
        memcpy(*dir, build->dir, strlen(build->dir) + 1);
    if (*dir)
        return LUD_OK;
    if (build->dir)
        return table_fail_memory(err);
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("There is no home directory to keep tables in. Name a "
                                     "directory with --dir or LUDOTECA_TABLES."),
                         (char *)NULL);
}

LudStatus table_needs_among(LudShares *shares, const LudRules *rules, const LudTableBuild *given,
                            LudTableNeeds *needs, LudError *err)
{
    LudTableBuild build;
    char *dir;
    Watch watch;
    TableNeeds found;
    LudStatus status = take(given, &build, &dir, err);
    if (status != LUD_OK)
        return status;
    TableBuildOptions options = options_of(shares, &build, dir, &watch);
    status = table_needs(rules, &options, &found, err);
    free(dir);
    if (status == LUD_OK)
        *needs = (LudTableNeeds){.disk_bytes = found.disk_bytes,
                                 .disk_room = found.room_bytes,
                                 .memory_bytes = found.memory_bytes,
                                 .memory_room = found.memory_most,
                                 .seconds = found.seconds,
                                 .positions = found.positions,
                                 .files = found.files};
    return status;
}

LudStatus table_build_among(LudShares *shares, const LudRules *rules, const LudTableBuild *given,
                            LudError *err)
{
    LudTableBuild build;
    char *dir;
    Watch watch;
    LudStatus status = take(given, &build, &dir, err);
    if (status != LUD_OK)
        return status;
    TableBuildOptions options = options_of(shares, &build, dir, &watch);
    status = table_build(rules, &options, err);
    free(dir);
    return status;
}

LudStatus lud_tables_needs(const LudRules *rules, const LudTableBuild *build, LudTableNeeds *needs,
                           LudError *err)
{
    return table_needs_among(NULL, rules, build, needs, err);
}

LudStatus lud_tables_build(const LudRules *rules, const LudTableBuild *build, LudError *err)
{
    return table_build_among(NULL, rules, build, err);
}
