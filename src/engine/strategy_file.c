/* Strategies as files: RULES.strategy, with a dot for the colon of the rules, in a directory of
 * data. */
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/read_file.h"
#include "base/text.h"
#include "engine/strategy.h"
#include "table/table_places.h"

enum { FOLDER_BYTES = 4096, MOST_BYTES = 64 << 20 };

/* Where data is looked for, joined by ':', for free(): where the environment says, else beside the
 * program, as in a directory where it was built, and where it is installed. */
static char *find_places(void)
{
    char folder[FOLDER_BYTES];
    const char *named = getenv("LUDOTECA_DATA");
    Text places = {0};
    if (named) {
        text_add(&places, named);
    } else {
        if (base_program_folder(folder, sizeof folder))
            text_printf(&places, "%s/data:", folder);
        text_add(&places, LUDOTECA_DATA_DIR);
    }
    return text_take(&places);
}

typedef struct Find {
    char name[LUD_RULES_TEXT + 16];
    Strategy *strategy;
    bool is_found;
    LudError *fault;
} Find;

/* All bytes of a file into the strategy; false if it is none. */
static bool load(const char *path, Strategy *strategy)
{
    ReadFile file = {0};
    if (base_read_open(&file, path) != 0)
        return false;
    uint8_t *bytes = file.size <= MOST_BYTES ? malloc((size_t)file.size + 1) : NULL;
    bool is_good = bytes && base_read_at(&file, 0, bytes, (size_t)file.size) &&
                   strategy_read(strategy, bytes, (size_t)file.size);
    base_read_close(&file);
    if (is_good)
        strategy->owned = bytes;
    else
        free(bytes);
    return is_good;
}

/* The first directory that has the file decides. */
static bool look(void *context, const char *dir)
{
    Find *find = context;
    Text path = {0};
    text_printf(&path, "%s/%s", dir, find->name);
    bool is_there = !path.failed && base_file_exists(path.bytes);
    if (is_there)
        find->is_found = load(path.bytes, find->strategy);
    if (is_there && !find->is_found)
        lud_error_set(find->fault, LUD_EFILE,
                      LUD_MESSAGE("{1} is damaged. Install it again, or remove it."), path.bytes,
                      (char *)NULL);
    text_free(&path);
    return !is_there;
}

bool strategy_find(const LudRules *rules, Strategy *strategy, LudError *fault)
{
    Find find = {.strategy = strategy, .fault = fault};
    fault->status = LUD_OK;
    if (!rules->game->tabulation)
        return false;
    lud_rules_print(rules, find.name);
    find.name[strcspn(find.name, ":")] = find.name[strcspn(find.name, ":")] ? '.' : '\0';
    strcat(find.name, ".strategy");
    char *places = find_places();
    if (places)
        table_places_each(places, look, &find);
    free(places);
    return find.is_found;
}
