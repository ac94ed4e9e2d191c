#define _XOPEN_SOURCE 700 /* realpath */

#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ludoteca/characters.h>

#include "cli/language.h"
#include "cli/report.h"

/* -- text from elsewhere ----------------------------------------------------------------------- */

void output_foreign(FILE *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        size_t size = lud_text_printable(text, left), step = size ? size : 1;
        fwrite(size ? text : "?", 1, step, out);
        text += step;
        left -= step;
    }
}

const char *output_shown(const char *text, char *shown, size_t size)
{
    size_t used = 0;
    for (size_t left = strlen(text); left > 0;) {
        size_t length = lud_text_printable(text, left), step = length ? length : 1;
        if (used + step >= size)
            break;
        memcpy(shown + used, length ? text : "?", step);
        used += step;
        text += step;
        left -= step;
    }
    shown[used] = '\0';
    return shown;
}

void output_document(FILE *out, const char *text, size_t size)
{
    if (!isatty(fileno(out))) {
        fwrite(text, 1, size, out);
        return;
    }
    while (size > 0) {
        bool is_layout = *text == '\n' || *text == '\t';
        size_t length = is_layout ? 1 : lud_text_printable(text, size), step = length ? length : 1;
        fwrite(length ? text : "?", 1, step, out);
        text += step;
        size -= step;
    }
}

/* -- results ----------------------------------------------------------------------------------- */

int output_print(char *text)
{
    if (!text)
        return report_memory();
    size_t length = strlen(text);
    output_document(stdout, text, length);
    if (length > 0 && text[length - 1] != '\n')
        putchar('\n');
    free(text);
    return EXIT_SUCCESS;
}

bool output_write(int fd, const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(fd, text, size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            text += written;
            size -= (size_t)written;
        }
    }
    return true;
}

static int write_to_device(const char *path, const char *text, size_t size)
{
    int fd = open(path, O_WRONLY);
    if (fd < 0)
        return report_file(path);
    bool is_written = output_write(fd, text, size);
    int reason = errno;
    if (close(fd) != 0 && is_written) {
        is_written = false;
        reason = errno;
    }
    errno = reason;
    return is_written ? EXIT_SUCCESS : report_file(path);
}

/* A file that is replaced keeps its mode; a new one is readable as the umask says. */
static void set_mode(int fd, const char *path)
{
    struct stat info;
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(fd, stat(path, &info) == 0 ? info.st_mode & 07777 : 0666 & ~mask);
}

/* Gives the complete temporary file its name. */
static bool put_in_place(const char *temporary, const char *path, bool may_replace)
{
    if (may_replace)
        return rename(temporary, path) == 0;
    /* Unlike rename, link fails if someone else made the file in the meantime. */
    if (link(temporary, path) == 0)
        return unlink(temporary) == 0;
    return errno != EEXIST && rename(temporary, path) == 0;
}

static int exists_already(const char *path)
{
    return report_failure(_("%s exists already; choose another name or add --force."), path);
}

static int write_beside(const char *path, const char *text, size_t size, bool may_replace)
{
    size_t length = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(length);
    if (!temporary)
        return report_memory();
    snprintf(temporary, length, "%s.XXXXXX", path);
    int fd = mkstemp(temporary);
    bool is_written = fd >= 0;
    if (fd >= 0) {
        set_mode(fd, path);
        is_written = output_write(fd, text, size) && fsync(fd) == 0;
        int reason = errno;
        if (close(fd) != 0 && is_written) {
            is_written = false;
            reason = errno;
        }
        errno = reason;
        is_written = is_written && put_in_place(temporary, path, may_replace);
    }
    int status = EXIT_SUCCESS;
    if (!is_written) {
        status = errno == EEXIST ? exists_already(path) : report_file(path);
        if (fd >= 0)
            unlink(temporary);
    }
    free(temporary);
    return status;
}

int output_save(const char *path, const char *text, size_t size, bool may_replace)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return write_beside(path, text, size, may_replace);
    if (!S_ISREG(info.st_mode))
        return write_to_device(path, text, size);
    if (!may_replace)
        return exists_already(path);
    /* Through a symbolic link to a file that file is replaced, not the link. */
    char *target = realpath(path, NULL);
    int status = target ? write_beside(target, text, size, true) : report_file(path);
    free(target);
    return status;
}
