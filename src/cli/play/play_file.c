/* Where games are kept that have no file of their own. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play/play_file.h"

bool file_directory(char path[DIRECTORY_BYTES])
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

bool file_is_same(const char *one, const char *other)
{
    struct stat first, second;
    return strcmp(one, other) == 0 ||
           (stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
            first.st_ino == second.st_ino);
}

/* The directory in which a file is or will be. */
static void parent_of(const char *path, char parent[PATH_BYTES])
{
    snprintf(parent, PATH_BYTES, "%s", path);
    char *slash = strrchr(parent, '/');
    if (!slash)
        snprintf(parent, PATH_BYTES, ".");
    else
        slash[slash == parent] = '\0';
}

int file_check_writable(const char *path, bool *holds_something)
{
    struct stat info;
    char parent[PATH_BYTES];
    *holds_something = false;
    bool exists = stat(path, &info) == 0;
    if (!exists && errno != ENOENT)
        return report_file(path);
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return report_file(path);
    }
    if (exists && !S_ISREG(info.st_mode))
        return EXIT_SUCCESS;
    parent_of(path, parent);
    /* A file is replaced by a new one beside it, so its directory is what counts. */
    if (access(parent, W_OK | X_OK) != 0)
        return report_file(path);
    *holds_something = exists && info.st_size > 0;
    return EXIT_SUCCESS;
}

int file_new_path(const char *game, char path[PATH_BYTES])
{
    char directory[DIRECTORY_BYTES], moment[32] = "";
    if (!file_directory(directory))
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
        snprintf(path, PATH_BYTES, "%s/%s-%s%s" FILE_SUFFIX, directory, game, moment, again);
        /* Made at once, so that no other run of the program takes the same name. */
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (fd >= 0) {
            close(fd);
            return EXIT_SUCCESS;
        }
        if (errno != EEXIST)
            return report_file(path);
    }
    return report_file(directory);
}
