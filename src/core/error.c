#include <ludoteca/characters.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Copies what a person can read of a string; the rest becomes '?', and a cut is shown by "...". */
static void copy_printable(char *to, size_t size, const char *from)
{
    static const char cut[] = "...";
    size_t used = 0;
    for (size_t left = strlen(from); left > 0;) {
        size_t length = lud_text_printable(from, left);
        size_t step = length ? length : 1;
        if (used + step + sizeof cut > size) {
            memcpy(to + used, cut, sizeof cut);
            return;
        }
        if (length)
            memcpy(to + used, from, length);
        else
            to[used] = '?';
        used += step;
        from += step;
        left -= step;
    }
    to[used] = '\0';
}

LudStatus lud_error_set(LudError *err, LudStatus status, const char *format, ...)
{
    if (!err)
        return status;
    va_list args;
    va_start(args, format);
    /* An argument may point into `err` itself, e.g. when a message is wrapped in another. */
    LudError made = {.status = status, .format = format};
    for (int i = 0; i < LUD_ERROR_ARGS; i++) {
        const char *arg = va_arg(args, const char *);
        if (!arg)
            break;
        copy_printable(made.arg[i], sizeof made.arg[i], arg);
    }
    va_end(args);
    *err = made;
    return status;
}

/* Appends as much of `string` as fits; returns the length that would have been. */
static size_t append(char *text, size_t size, size_t length, const char *string, size_t count)
{
    for (size_t i = 0; i < count; i++, length++) {
        if (length + 1 < size)
            text[length] = string[i];
    }
    return length;
}

static const char *say(LudTranslate translate, const char *english)
{
    return translate && *english ? translate(english) : english;
}

/* Appends `format` with {1} … replaced. */
static size_t append_filled(char *text, size_t size, size_t length, const char *format,
                            const char *const arg[LUD_ERROR_ARGS])
{
    for (const char *at = format; *at; at++) {
        int index = at[0] == '{' && at[1] && at[2] == '}' ? at[1] - '1' : -1;
        if (index >= 0 && index < LUD_ERROR_ARGS) {
            length = append(text, size, length, arg[index], strlen(arg[index]));
            at += 2;
        } else {
            length = append(text, size, length, at, 1);
        }
    }
    return length;
}

size_t lud_error_text(const LudError *err, LudTranslate translate, char *text, size_t size)
{
    size_t length = 0;
    if (err->line > 0) {
        char line[16], number[16];
        snprintf(line, sizeof line, "%d", err->line);
        snprintf(number, sizeof number, "%d", err->move_number);
        const char *prefix = err->move_number > 0 ? say(translate, "line {1}, move {2}: ")
                                                  : say(translate, "line {1}: ");
        const char *const where[LUD_ERROR_ARGS] = {line, number, "", ""};
        length = append_filled(text, size, length, prefix, where);
    }
    const char *format = say(translate, err->format ? err->format : "");
    const char *const args[LUD_ERROR_ARGS] = {err->arg[0], err->arg[1], err->arg[2], err->arg[3]};
    length = append_filled(text, size, length, format, args);
    if (size > 0)
        text[length < size ? length : size - 1] = '\0';
    return length;
}
