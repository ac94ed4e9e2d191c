#include <ludoteca/formats.h>

#include <ctype.h>

#include <ludoteca/oware.h>

static LudStatus write_ludo(const LudRecord *record, char **text, LudError *err)
{
    char *written = lud_record_write(record);
    if (!written)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    *text = written;
    return LUD_OK;
}

enum { LUDO, OGN, PLAYSTRATEGY, FORMATS };

static const LudFormat formats[FORMATS] = {
    [LUDO] = {"ludo", lud_record_read, write_ludo},
    [OGN] = {"ogn", lud_oware_read_ogn, lud_oware_write_ogn},
    [PLAYSTRATEGY] = {"playstrategy", lud_oware_read_playstrategy, lud_oware_write_playstrategy},
};

const LudFormat *lud_format_find(const char *name)
{
    for (int i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    }
    return NULL;
}

/* Whether a line of the text starts with `start`. */
static bool has_line(const char *text, size_t size, const char *start)
{
    size_t length = strlen(start);
    for (size_t at = 0; at + length <= size; at++) {
        if ((at == 0 || text[at - 1] == '\n') && memcmp(text + at, start, length) == 0)
            return true;
    }
    return false;
}

/* Whether what follows the last point is the name of that format, in capitals or not. */
static bool is_named(const char *path, const char *format)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!dot)
        return false;
    for (dot++; *format && tolower((unsigned char)*dot) == *format; dot++)
        format++;
    return !*format && !*dot;
}

/* Our records must say Game; of the others only PlayStrategy's have a FEN tag of that look. */
const LudFormat *lud_format_guess(const char *text, size_t size, const char *path)
{
    if (has_line(text, size, "[Game "))
        return &formats[LUDO];
    if (lud_oware_is_playstrategy(text, size))
        return &formats[PLAYSTRATEGY];
    bool is_ogn = has_line(text, size, "[Variant ") || has_line(text, size, "[South ") ||
                  is_named(path, formats[OGN].name);
    return &formats[is_ogn ? OGN : LUDO];
}
