#include "engine/small_tables.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/background.h"
#include "base/clock_time.h"
#include "core/tabulation.h"

enum {
    WAIT_MS = 100,
    MOST_WAITS = 200, /* until somebody else who builds the same has surely finished */
};

struct SmallTables {
    LudRules rules;
    char *dir;
    atomic_bool is_done, is_stopped;
    Background *thread;
};

static bool may_go_on(void *context, const LudTableProgress *progress)
{
    (void)progress;
    return !atomic_load(&((SmallTables *)context)->is_stopped);
}

/* Another process, or another engine of this one, may be building the same; then this one waits for
 * it. Whatever else fails is nobody's concern: there are no tables then. */
static void build(void *context)
{
    SmallTables *small = context;
    LudTableBuild task = {.size = sizeof task,
                          .dir = small->dir,
                          .layers = small->rules.game->tabulation->small_layers,
                          .threads = 1,
                          .watch = may_go_on,
                          .context = small};
    LudError err;
    LudStatus status = lud_tables_build(&small->rules, &task, &err);
    for (int i = 0; i < MOST_WAITS && status == LUD_ENOTNOW && may_go_on(small, NULL); i++) {
        base_nap_ms(WAIT_MS);
        status = lud_tables_build(&small->rules, &task, &err);
    }
    atomic_store(&small->is_done, true);
}

static bool are_there(const LudRules *rules, const LudTables *tables)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    for (int i = 0; i < tabulation->columns; i++) {
        if (lud_tables_reach(tables, tabulation->names[i]) < tabulation->small_layers)
            return false;
    }
    return true;
}

SmallTables *small_tables_start(const LudRules *rules, const LudTables *tables)
{
    const char *named = getenv("LUDOTECA_TABLES");
    if ((named && !named[0]) || !rules->game->tabulation->small_layers || are_there(rules, tables))
        return NULL;
    SmallTables *small = calloc(1, sizeof *small);
    if (!small)
        return NULL;
    small->rules = *rules;
    small->dir = lud_tables_cache_home();
    small->thread = small->dir ? base_background_start(build, small) : NULL;
    if (small->thread)
        return small;
    lud_free(small->dir);
    free(small);
    return NULL;
}

bool small_tables_are_done(const SmallTables *small)
{
    return atomic_load(&small->is_done);
}

void small_tables_end(SmallTables *small)
{
    if (!small)
        return;
    atomic_store(&small->is_stopped, true);
    base_background_join(small->thread);
    lud_free(small->dir);
    free(small);
}
