/* Strategies as files: RULES.strategy, with a dot for the colon of the rules, in a directory of
 * data. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/engine.h>

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

enum { NAME_TEXT = LUD_RULES_TEXT + 16 };
static const char ending[] = ".strategy";

/* "pylos.variant=child.strategy" */
static void print_name(const LudRules *rules, char name[NAME_TEXT])
{
    lud_rules_print(rules, name);
    name[strcspn(name, ":")] = name[strcspn(name, ":")] ? '.' : '\0';
    strcat(name, ending);
}

typedef struct Find {
    char name[NAME_TEXT];
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
    print_name(rules, find.name);
    char *places = find_places();
    if (places)
        table_places_each(places, look, &find);
    free(places);
    return find.is_found;
}

/* -- all of them ------------------------------------------------------------------------------- */

typedef struct Listing {
    void (*visit)(void *context, const LudStrategyFile *file);
    void *context;
    const char *dir;
    Text seen; /* names, each between two slashes: the first directory that has a file decides */
} Listing;

/* The rules that a file is for, by its name. */
static bool read_name(const char *name, LudRules *rules)
{
    char text[NAME_TEXT], own_name[NAME_TEXT];
    size_t length = strlen(name), rest = sizeof ending - 1;
    if (length <= rest || length >= sizeof text || strcmp(name + length - rest, ending) != 0)
        return false;
    memcpy(text, name, length - rest);
    text[length - rest] = '\0';
    text[strcspn(text, ".")] = text[strcspn(text, ".")] ? ':' : '\0';
    if (lud_rules_parse(text, rules, NULL) != LUD_OK)
        return false;
    print_name(rules, own_name);
    return strcmp(own_name, name) == 0;
}

static void add_name(void *context, const char *name)
{
    Listing *listing = context;
    LudRules rules;
    Strategy strategy = {0};
    Text path = {0}, mark = {0};
    text_printf(&path, "%s/%s", listing->dir, name);
    text_printf(&mark, "/%s/", name);
    bool is_new = read_name(name, &rules) && !path.failed && !mark.failed &&
                  (!listing->seen.bytes || !strstr(listing->seen.bytes, mark.bytes));
    if (is_new)
        text_add(&listing->seen, mark.bytes);
    if (is_new && load(path.bytes, &strategy)) {
        LudStrategyFile file = {
            .path = path.bytes, .bytes = strategy.size, .checksum = strategy.checksum};
        lud_rules_print(&rules, file.game);
        listing->visit(listing->context, &file);
        strategy_close(&strategy);
    }
    text_free(&path);
    text_free(&mark);
}

static bool list_dir(void *context, const char *dir)
{
    Listing *listing = context;
    listing->dir = dir;
    base_folder_list(dir, add_name, listing); /* one that is not there has none */
    return true;
}

LudStatus lud_strategies_list(void (*visit)(void *context, const LudStrategyFile *file),
                              void *context, LudError *err)
{
    Listing listing = {.visit = visit, .context = context};
    char *places = find_places();
    bool has_memory = places && table_places_each(places, list_dir, &listing);
    has_memory = has_memory && !listing.seen.failed;
    free(places);
    text_free(&listing.seen);
    return has_memory
               ? LUD_OK
               : lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}
