/* Looking into saved games: which can be gone on with, and what they are. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/play/play_file.h"
#include "cli/play/play_list.h"

enum { MOST_BYTES = 16 << 20 };

/* A whole regular file, for free(); NULL if it can't be read or is no size for a record. */
static char *read_whole(const char *path, size_t *size)
{
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0 ||
        info.st_size > MOST_BYTES)
        return NULL;
    FILE *stream = fopen(path, "rb");
    char *text = stream ? malloc((size_t)info.st_size) : NULL;
    if (text)
        *size = fread(text, 1, (size_t)info.st_size, stream);
    if (stream)
        fclose(stream);
    return text;
}

/* The last record of a text, NULL if any of them can't be read. */
static LudRecord *last_record(const char *text, size_t size)
{
    LudRecord *last = NULL;
    for (size_t at = 0; lud_record_has_more(text + at, size - at);) {
        LudRecord *record;
        size_t consumed = 0;
        LudError err;
        bool is_read = lud_record_read(text + at, size - at, &record, &consumed, &err) == LUD_OK;
        if (last)
            lud_record_free(last);
        if (!is_read)
            return NULL;
        last = record;
        if (consumed == 0)
            break;
        at += consumed;
    }
    return last;
}

/* "Ana - Luis", as far as the record names them. */
static void describe_players(const LudRecord *record, const LudRules *rules, SavedGame *game)
{
    LudState start;
    lud_rules_start(rules, &start);
    size_t used = 0;
    for (int seat = 0; seat < rules->game->rules.seats(&start); seat++) {
        const char *name = lud_record_tag(record, lud_record_player_tag(rules, seat));
        if (!name || !*name || used + 1 >= sizeof game->players)
            continue;
        snprintf(game->players + used, sizeof game->players - used, "%s%.*s", used ? " - " : "",
                 PLAYER_NAME_BYTES, name);
        used = strlen(game->players);
    }
    lud_text_clean(game->players, used);
}

static bool look(const char *path, SavedGame *game)
{
    size_t size = 0;
    char *text = read_whole(path, &size);
    LudRecord *record = text ? last_record(text, size) : NULL;
    free(text);
    if (!record)
        return false;
    LudPlay *play = lud_record_play(record);
    const LudRules *rules = lud_play_rules(play);
    const char *series = lud_record_tag(record, "Series");
    int number = 1, games = 1;
    if (series && sscanf(series, "%6d/%6d", &number, &games) != 2)
        number = games = 1;
    *game = (SavedGame){.number = number, .games = games};
    game->is_unfinished = lud_play_turn(play) != LUD_OVER || number < games;
    snprintf(game->path, sizeof game->path, "%s", path);
    lud_rules_print(rules, game->rules);
    game->title = rules->game->title;
    describe_players(record, rules, game);
    lud_record_free(record);
    return true;
}

/* -- the directory ---------------------------------------------------------------------------- */

typedef struct Entry {
    char *path;
    time_t changed;
} Entry;

static int compare_newest_first(const void *a, const void *b)
{
    const Entry *first = a, *second = b;
    if (first->changed != second->changed)
        return first->changed < second->changed ? 1 : -1;
    return strcmp(second->path, first->path); /* names contain the time of day */
}

static bool add_entry(Entry **entries, int *count, const char *directory, const char *name)
{
    char path[PATH_BYTES];
    struct stat info;
    size_t length = strlen(name), suffix = strlen(FILE_SUFFIX);
    if (length <= suffix || strcmp(name + length - suffix, FILE_SUFFIX) != 0)
        return true;
    int size = snprintf(path, sizeof path, "%s/%s", directory, name);
    if (size >= PATH_BYTES || stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return true;
    Entry *grown = realloc(*entries, ((size_t)*count + 1) * sizeof **entries);
    if (!grown)
        return false;
    *entries = grown;
    grown[*count] = (Entry){strdup(path), info.st_mtime};
    *count += grown[*count].path != NULL;
    return true;
}

static int read_directory(Entry **entries)
{
    char directory[DIRECTORY_BYTES];
    int count = 0;
    DIR *stream = file_directory(directory) ? opendir(directory) : NULL;
    *entries = NULL;
    if (!stream)
        return 0;
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (!add_entry(entries, &count, directory, entry->d_name))
            break;
    }
    closedir(stream);
    if (count > 0)
        qsort(*entries, (size_t)count, sizeof **entries, compare_newest_first);
    return count;
}

int list_saved(SavedGame *games, int most)
{
    Entry *entries;
    int count = read_directory(&entries), found = 0;
    for (int i = 0; i < count; i++) {
        if (found < most && look(entries[i].path, &games[found]) && games[found].is_unfinished) {
            games[found].changed = entries[i].changed;
            found++;
        }
        free(entries[i].path);
    }
    free(entries);
    return found;
}
