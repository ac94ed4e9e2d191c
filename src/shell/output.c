#define _XOPEN_SOURCE 700 /* realpath */

#include "shell/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ludoteca/characters.h>

#include "shell/language.h"
#include "shell/report.h"

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
    int fd = fileno(out);
    if (fd < 0 || !isatty(fd)) {
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
    lud_free(text);
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

/* -- files ------------------------------------------------------------------------------------- */

/* A file that is replaced keeps its mode; a new one is readable as the umask says. */
static void set_mode(int fd, const char *path)
{
    struct stat info;
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(fd, stat(path, &info) == 0 ? info.st_mode & 07777 : 0666 & ~mask);
}

/* Gives the complete temporary file its name. */
static bool put_in_place(const OutputFile *file)
{
    if (file->may_replace)
        return rename(file->temporary, file->target) == 0;
    /* Unlike rename, link fails if someone else made the file in the meantime. */
    if (link(file->temporary, file->target) == 0)
        return unlink(file->temporary) == 0;
    return errno != EEXIST && rename(file->temporary, file->target) == 0;
}

static int exists_already(const char *path)
{
    return report_failure(_("%s exists already; choose another name or add --force."), path);
}

static void forget(OutputFile *file)
{
    free(file->target);
    free(file->temporary);
    free(file->held);
    *file = (OutputFile){0};
}

/* Beside the file, under a name of its own. */
static int begin_beside(OutputFile *file)
{
    size_t length = strlen(file->target) + sizeof ".XXXXXX";
    file->temporary = malloc(length);
    if (!file->temporary)
        return report_memory();
    snprintf(file->temporary, length, "%s.XXXXXX", file->target);
    int fd = mkstemp(file->temporary);
    if (fd < 0)
        return report_file(file->path);
    set_mode(fd, file->target);
    file->stream = fdopen(fd, "w");
    if (file->stream)
        return EXIT_SUCCESS;
    close(fd);
    unlink(file->temporary);
    return report_memory();
}

/* For what can't be taken back: standard output, devices, pipes. In memory only where there is no
 * room for files. */
static int begin_apart(OutputFile *file)
{
    file->stream = tmpfile();
    if (!file->stream)
        file->stream = open_memstream(&file->held, &file->held_size);
    return file->stream ? EXIT_SUCCESS : report_memory();
}

int output_begin(OutputFile *file, const char *path, bool may_replace)
{
    struct stat info;
    *file = (OutputFile){.path = path, .may_replace = may_replace};
    bool exists = path && stat(path, &info) == 0;
    if (!path || (exists && !S_ISREG(info.st_mode)))
        return begin_apart(file);
    if (exists && !may_replace)
        return exists_already(path);
    /* Through a symbolic link to a file that file is replaced, not the link. */
    file->target = exists ? realpath(path, NULL) : strdup(path);
    int status = file->target ? begin_beside(file) : report_file(path);
    if (status != EXIT_SUCCESS)
        forget(file);
    return status;
}

/* Line by line, so that no character is cut in two. */
static void hand_on(OutputFile *file, FILE *out)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t size;
    if (file->held)
        output_document(out, file->held, file->held_size);
    else
        rewind(file->stream);
    while (!file->held && !ferror(out) && (size = getline(&text, &room, file->stream)) > 0)
        output_document(out, text, (size_t)size);
    free(text);
}

static int finish_apart(OutputFile *file)
{
    if (fflush(file->stream) != 0 || ferror(file->stream))
        return report_file(file->path ? file->path : _("standard output"));
    if (!file->path) {
        hand_on(file, stdout);
        return EXIT_SUCCESS; /* whether it arrived is seen at the end */
    }
    FILE *out = fopen(file->path, "w");
    if (!out)
        return report_file(file->path);
    hand_on(file, out);
    bool is_written = !ferror(out);
    int reason = errno;
    if (fclose(out) != 0 && is_written) {
        is_written = false;
        reason = errno;
    }
    errno = reason;
    return is_written ? EXIT_SUCCESS : report_file(file->path);
}

static int finish_beside(OutputFile *file)
{
    FILE *stream = file->stream;
    bool is_written = fflush(stream) == 0 && !ferror(stream) && fsync(fileno(stream)) == 0;
    int reason = errno;
    file->stream = NULL;
    if (fclose(stream) != 0 && is_written) {
        is_written = false;
        reason = errno;
    }
    errno = reason;
    if (is_written && put_in_place(file))
        return EXIT_SUCCESS;
    int status = errno == EEXIST ? exists_already(file->path) : report_file(file->path);
    unlink(file->temporary);
    return status;
}

int output_finish(OutputFile *file)
{
    int status = file->target ? finish_beside(file) : finish_apart(file);
    if (file->stream)
        fclose(file->stream);
    forget(file);
    return status;
}

int output_fail(OutputFile *file)
{
    int status = report_file(file->path ? file->path : _("standard output"));
    output_abandon(file);
    return status;
}

void output_abandon(OutputFile *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    forget(file);
}

int output_save(const char *path, const char *text, size_t size, bool may_replace)
{
    OutputFile file;
    int status = output_begin(&file, path, may_replace);
    if (status != EXIT_SUCCESS)
        return status;
    return fwrite(text, 1, size, file.stream) == size ? output_finish(&file) : output_fail(&file);
}
