#include "shell/language.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shell/catalogue.h"

/* The one thing that is global in the program: a process speaks one language. */
static bool is_spanish;
/* The catalogue in use: as it was built, or a copy in ASCII. */
static const char *catalogue = catalogue_es;

bool language_set(const char *code)
{
    if (strcmp(code, "es") != 0 && strcmp(code, "en") != 0)
        return false;
    is_spanish = code[1] == 's';
    return true;
}

/* Whether a name such as es_MX.UTF-8 means the language `code`. */
static bool means(const char *name, const char *code)
{
    return strncmp(name, code, 2) == 0 && !(name[2] >= 'a' && name[2] <= 'z');
}

/* The first of these variables that is set and not empty, or NULL. */
static const char *first_set(const char *const *names)
{
    for (; *names; names++) {
        const char *value = getenv(*names);
        if (value && *value)
            return value;
    }
    return NULL;
}

/* Chooses the first language of a list such as "ca:es_ES:en" that there is; false if none. */
static bool choose_from_list(const char *list)
{
    for (const char *at = list; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        if (means(at, "es") || means(at, "en"))
            return language_set(means(at, "es") ? "es" : "en");
    }
    return false;
}

void language_from_environment(void)
{
    static const char *const own[] = {"LUDOTECA_LANG", NULL};
    static const char *const locales[] = {"LC_ALL", "LC_MESSAGES", "LANG", NULL};
    static const char *const lists[] = {"LANGUAGE", NULL};
    const char *asked = first_set(own), *locale = first_set(locales), *list = first_set(lists);
    if (!asked && locale) {
        bool is_neutral = strcmp(locale, "POSIX") == 0 || strcmp(locale, "C") == 0 ||
                          strncmp(locale, "C.", 2) == 0;
        if (!is_neutral && list && choose_from_list(list))
            return;
    }
    asked = asked ? asked : locale;
    language_set(asked && means(asked, "es") ? "es" : "en");
}

const char *language_code(void)
{
    return is_spanish ? "es" : "en";
}

/* The catalogue is laid out as gettext's manual describes a .mo file, little endian: a header, then
 * two tables of (length, offset), originals sorted and translations in the same order. */
enum { MO_COUNT = 8, MO_ORIGINALS = 12, MO_TRANSLATIONS = 16, MO_ENTRY = 8 };

static uint32_t word_at(size_t offset)
{
    const unsigned char *b = (const unsigned char *)catalogue + offset;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static const char *string_at(uint32_t table, uint32_t index)
{
    return catalogue + word_at(table + (size_t)MO_ENTRY * index + 4);
}

/* The Spanish for a message; for one with a plural, the singular with the plural right after its
 * end. NULL if there is none. The empty message is the catalogue's header, not a translation. */
static const char *find(const char *english)
{
    if (!is_spanish || !*english)
        return NULL;
    uint32_t low = 0, high = word_at(MO_COUNT);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(english, string_at(word_at(MO_ORIGINALS), middle));
        if (order == 0)
            return string_at(word_at(MO_TRANSLATIONS), middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

void language_fold(char *text, size_t size)
{
    /* None is longer than what it stands for. */
    static const char *const letters[][2] = {
        {"á", "a"}, {"é", "e"},  {"í", "i"},  {"ó", "o"}, {"ú", "u"},   {"ü", "u"},
        {"ñ", "n"}, {"Á", "A"},  {"É", "E"},  {"Í", "I"}, {"Ó", "O"},   {"Ú", "U"},
        {"Ü", "U"}, {"Ñ", "N"},  {"¿", ""},   {"¡", ""},  {"…", "..."}, {"–", "-"},
        {"—", "-"}, {"«", "\""}, {"»", "\""}, {"ä", "a"}, {"ö", "o"},
    };
    char *end = text;
    for (size_t i = 0; i < size;) {
        size_t length = 1;
        const char *instead = NULL;
        for (size_t j = 0; !instead && (text[i] & 0x80) && j < sizeof letters / sizeof letters[0];
             j++) {
            size_t bytes = strlen(letters[j][0]);
            if (bytes <= size - i && memcmp(text + i, letters[j][0], bytes) == 0) {
                instead = letters[j][1];
                length = bytes;
            }
        }
        if (instead) {
            memcpy(end, instead, strlen(instead));
            end += strlen(instead);
        } else {
            *end++ = text[i];
        }
        i += length;
    }
    memset(end, 0, size - (size_t)(end - text));
}

bool language_is_ascii(void)
{
    return catalogue != catalogue_es;
}

void language_use_ascii(void)
{
    char *copy = malloc(catalogue_es_size);
    if (!copy)
        return;
    memcpy(copy, catalogue_es, catalogue_es_size);
    uint32_t table = word_at(MO_TRANSLATIONS), count = word_at(MO_COUNT);
    for (uint32_t i = 0; i < count; i++)
        language_fold(copy + word_at(table + (size_t)MO_ENTRY * i + 4),
                      word_at(table + (size_t)MO_ENTRY * i) + 1);
    catalogue = copy;
}

const char *language_text_exact(const char *english)
{
    const char *used = catalogue;
    catalogue = catalogue_es;
    const char *text = language_text(english);
    catalogue = used;
    return text;
}

const char *language_text(const char *english)
{
    const char *spanish = find(english);
    return spanish ? spanish : english;
}

const char *language_plural(const char *one, const char *many, unsigned long number)
{
    const char *spanish = find(one);
    if (!spanish)
        return number == 1 ? one : many;
    return number == 1 ? spanish : spanish + strlen(spanish) + 1;
}
