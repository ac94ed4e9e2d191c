/* Where games are kept that were left unfinished. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/play_session.h"

#define SUFFIX ".ludo"

enum { DIRECTORY_BYTES = PATH_BYTES - 128 }; /* leaves room for a name */

/* $XDG_DATA_HOME/ludoteca, or ~/.local/share/ludoteca. */
static bool directory_path(char path[DIRECTORY_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int size;
    if (data && data[0] == '/') /* the specification wants relative ones to be ignored */
        size = snprintf(path, DIRECTORY_BYTES, "%s/ludoteca", data);
    else if (home && *home)
        size = snprintf(path, DIRECTORY_BYTES, "%s/.local/share/ludoteca", home);
    else
        return false;
    return size < DIRECTORY_BYTES;
}

/* Makes a directory and those above it. */
static bool make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

int file_new_path(const char *game, char path[PATH_BYTES])
{
    char directory[DIRECTORY_BYTES], moment[32] = "";
    if (!directory_path(directory))
        return report_failure(_("there is no place for saved games: neither HOME nor "
                                "XDG_DATA_HOME is set"));
    if (!make_directories(directory))
        return report_file(directory);
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(moment, sizeof moment, "%Y-%m-%d-%H%M%S", &local);
    for (int number = 1; number < 10000; number++) {
        char again[16] = "";
        if (number > 1)
            snprintf(again, sizeof again, "-%d", number);
        snprintf(path, PATH_BYTES, "%s/%s-%s%s" SUFFIX, directory, game, moment, again);
        struct stat info;
        if (lstat(path, &info) != 0)
            return EXIT_SUCCESS;
    }
    errno = EEXIST;
    return report_file(directory);
}

bool file_newest_save(char path[PATH_BYTES])
{
    char directory[DIRECTORY_BYTES];
    DIR *entries = directory_path(directory) ? opendir(directory) : NULL;
    if (!entries)
        return false;
    time_t newest = 0;
    bool is_found = false;
    for (struct dirent *entry; (entry = readdir(entries));) {
        size_t length = strlen(entry->d_name), suffix = sizeof SUFFIX - 1;
        char candidate[PATH_BYTES];
        struct stat info;
        if (length <= suffix || strcmp(entry->d_name + length - suffix, SUFFIX) != 0)
            continue;
        int size = snprintf(candidate, sizeof candidate, "%s/%s", directory, entry->d_name);
        if (size >= PATH_BYTES || stat(candidate, &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        if (!is_found || info.st_mtime > newest) {
            memcpy(path, candidate, (size_t)size + 1);
            newest = info.st_mtime;
            is_found = true;
        }
    }
    closedir(entries);
    return is_found;
}
