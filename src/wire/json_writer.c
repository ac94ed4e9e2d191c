#include "wire/json_writer.h"

#include <math.h>
#include <string.h>

#include <ludoteca/characters.h>

/* -- brackets and names ------------------------------------------------------------------------ */

static void begin_value(Json *json)
{
    if (json->needs_comma)
        text_add(&json->text, ", ");
    json->needs_comma = true;
}

void json_open(Json *json, char bracket)
{
    begin_value(json);
    text_add_bytes(&json->text, &bracket, 1);
    json->needs_comma = false;
}

void json_close(Json *json, char bracket)
{
    text_add_bytes(&json->text, &bracket, 1);
    json->needs_comma = true;
}

void json_name(Json *json, const char *name)
{
    json_write_text(json, name);
    text_add(&json->text, ": ");
    json->needs_comma = false;
}

/* -- strings ----------------------------------------------------------------------------------- */

/* The letter after the backslash where JSON has one for this character, else 0. */
static char short_escape(char c)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = c ? strchr(plain, c) : NULL;
    return found ? letters[found - plain] : '\0';
}

static void spell_out(Text *text, unsigned code)
{
    static const char digits[] = "0123456789abcdef";
    char spelt[6] = {'\\', 'u'};
    for (int i = 0; i < 4; i++)
        spelt[2 + i] = digits[code >> (12 - 4 * i) & 15];
    text_add_bytes(text, spelt, sizeof spelt);
}

/* Writes what can't stand as it is, and returns how many bytes that was. */
static size_t add_special(Text *text, const char *at, size_t left)
{
    char letter = short_escape(*at);
    int32_t code = lud_text_decode(at, left);
    if (letter) {
        const char escaped[2] = {'\\', letter};
        text_add_bytes(text, escaped, sizeof escaped);
        return 1;
    }
    if (code < 0) {
        text_add(text, "\xef\xbf\xbd");
        return 1;
    }
    spell_out(text, (unsigned)code); /* all such characters are below U+10000 */
    return lud_text_length((unsigned char)*at);
}

static bool stands_as_it_is(const char *at, size_t left, size_t *size)
{
    unsigned char c = (unsigned char)*at;
    *size = c < 0x80 ? 1 : lud_text_printable(at, left);
    return c < 0x80 ? c >= ' ' && c != '"' && c != '\\' && c != 0x7f : *size > 0;
}

/* Piece by piece: what stands as it is is added in one go. */
void json_write_text(Json *json, const char *text)
{
    if (!text) {
        json_write_null(json);
        return;
    }
    begin_value(json);
    text_add(&json->text, "\"");
    const char *end = text + strlen(text), *from = text;
    for (const char *at = text; at < end;) {
        size_t size;
        if (stands_as_it_is(at, (size_t)(end - at), &size)) {
            at += size;
            continue;
        }
        text_add_bytes(&json->text, from, (size_t)(at - from));
        at += add_special(&json->text, at, (size_t)(end - at));
        from = at;
    }
    text_add_bytes(&json->text, from, (size_t)(end - from));
    text_add(&json->text, "\"");
}

/* -- numbers: by hand, since C's own would write them in the reader's language -------------------
 */

static void add_digits(Text *text, uint64_t number, int least)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0 || (int)(sizeof digits - at) < least);
    text_add_bytes(text, digits + at, sizeof digits - at);
}

void json_write_integer(Json *json, int64_t number)
{
    begin_value(json);
    if (number < 0)
        text_add(&json->text, "-");
    add_digits(&json->text, number < 0 ? -(uint64_t)number : (uint64_t)number, 1);
}

/* How many digits behind the point make six in all; of what is below 0.0001 ten are shown. */
static int count_places(double size)
{
    int places = 5;
    for (double bound = 10; places > 0 && size >= bound; bound *= 10)
        places--;
    for (double bound = 1; places < 10 && size < bound && size > 0; bound /= 10)
        places++;
    return places;
}

void json_write_real(Json *json, double number)
{
    static const double most = 9e15; /* beyond that a whole number is no longer exact */
    if (!isfinite(number) || fabs(number) > most) {
        json_write_null(json);
        return;
    }
    int places = count_places(fabs(number));
    uint64_t scale = 1;
    for (int i = 0; i < places; i++)
        scale *= 10;
    uint64_t scaled = (uint64_t)llround(fabs(number) * (double)scale), rest = scaled % scale;
    begin_value(json);
    if (number < 0 && scaled > 0)
        text_add(&json->text, "-");
    add_digits(&json->text, scaled / scale, 1);
    text_add(&json->text, ".");
    for (; rest > 0 && rest % 10 == 0; places--)
        rest /= 10;
    add_digits(&json->text, rest, rest > 0 ? places : 1);
}

/* -- the rest ---------------------------------------------------------------------------------- */

void json_write_bool(Json *json, bool is_true)
{
    begin_value(json);
    text_add(&json->text, is_true ? "true" : "false");
}

void json_write_null(Json *json)
{
    begin_value(json);
    text_add(&json->text, "null");
}

void json_write_json(Json *json, const char *bytes, size_t size)
{
    begin_value(json);
    text_add_bytes(&json->text, bytes, size);
}

void json_put_open(Json *json, const char *name, char bracket)
{
    json_name(json, name);
    json_open(json, bracket);
}

void json_put_text(Json *json, const char *name, const char *text)
{
    json_name(json, name);
    json_write_text(json, text);
}

void json_put_integer(Json *json, const char *name, int64_t number)
{
    json_name(json, name);
    json_write_integer(json, number);
}

void json_put_real(Json *json, const char *name, double number)
{
    json_name(json, name);
    json_write_real(json, number);
}

void json_put_bool(Json *json, const char *name, bool is_true)
{
    json_name(json, name);
    json_write_bool(json, is_true);
}

void json_put_null(Json *json, const char *name)
{
    json_name(json, name);
    json_write_null(json);
}

void json_put_known(Json *json, const char *name, bool is_known, int64_t number)
{
    if (is_known)
        json_put_integer(json, name, number);
    else
        json_put_null(json, name);
}

char *json_take(Json *json)
{
    json->needs_comma = false;
    return text_take(&json->text);
}
