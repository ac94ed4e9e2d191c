/* Draws that anybody can check: the same numbers as another language makes of the same secrets, and
 * as even as dice should be. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "online/fair_draw.h"
#include "support/tap.h"

static FairSecret server, parts[2];

static void set_secrets(void)
{
    for (int i = 0; i < FAIR_BYTES; i++) {
        server.bytes[i] = (unsigned char)i;
        parts[0].bytes[i] = 1;
        parts[1].bytes[i] = 2;
    }
}

static void check_commitment(const FairSecret *secret, const char *who, const char *wanted)
{
    FairSecret made, read;
    char text[FAIR_TEXT];
    fair_commit(secret, "trial", who, &made);
    fair_print(&made, text);
    tap_report(strcmp(text, wanted) == 0, "the commitment of %s: %s", who, text);
    tap_report(fair_parse(text, &read) && fair_is_same(&made, &read), "… reads as it was written");
    text[0] = text[0] == 'a' ? 'b' : 'a';
    tap_report(fair_parse(text, &read) && !fair_is_same(&made, &read), "… and another is not it");
}

/* All of these numbers were made with Python's hmac. */
static void check_draws(const FairSource *source)
{
    static const struct {
        const char *purpose;
        uint32_t sides, wanted[12];
        int count;
    } rows[] = {
        {"roll", 36, {34, 30, 16, 14, 14, 18, 29, 13, 20, 32, 4, 2}, 12},
        {"throw", 36, {16, 16, 2, 8}, 4},
        {"lots", 2, {0, 1, 0, 1, 0, 1, 0, 1}, 8},
        {"roll", 0x80000001u, {1454043571, 35808807, 1284317782}, 3},
        {"roll", 0xffffffffu, {1774781179, 2703274515, 1393289914}, 3},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        int same = 0;
        for (int i = 0; i < rows[row].count; i++)
            same += fair_draw(source, rows[row].purpose, (uint32_t)i + 1, rows[row].sides) ==
                    rows[row].wanted[i];
        tap_report(same == rows[row].count, "%s of %u: %d of %d as Python draws them",
                   rows[row].purpose, (unsigned)rows[row].sides, same, rows[row].count);
    }
}

/* Everybody's part matters, and so does its place. */
static void check_parts(void)
{
    FairSource sources[5];
    FairSecret swapped[2] = {parts[1], parts[0]};
    fair_start(&sources[0], "trial", &server, parts, 2);
    fair_start(&sources[1], "trial", &server, swapped, 2);
    fair_start(&sources[2], "trial", &server, parts, 1);
    fair_start(&sources[3], "trials", &server, parts, 2);
    fair_start(&sources[4], "trial", &parts[0], parts, 2);
    int different = 0;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < i; j++)
            different += memcmp(&sources[i], &sources[j], sizeof sources[i]) != 0;
    }
    tap_report(different == 10, "other secrets, order or game: another source (%d of 10)",
               different);
}

static void check_hex(void)
{
    FairSecret read;
    char digits[FAIR_TEXT + 1];
    memset(digits, 'a', FAIR_TEXT);
    digits[FAIR_TEXT] = '\0';
    tap_report(!fair_parse(digits, &read), "65 digits are refused");
    digits[FAIR_TEXT - 1] = '\0';
    tap_report(fair_parse(digits, &read), "64 are not");
    digits[9] = 'A';
    tap_report(!fair_parse(digits, &read), "capitals are refused: one way to write it");
    digits[9] = ':';
    tap_report(!fair_parse(digits, &read), "what is no digit is refused");
    digits[FAIR_TEXT - 2] = '\0';
    tap_report(!fair_parse(digits, &read), "63 digits are refused");
}

/* The chance of a chi-square as large as this with 35 degrees of freedom is 1 in 10,000 at 71.4;
 * the secrets are fixed, so that the answer is always the same. */
static void check_evenness(const FairSource *source)
{
    enum { SIDES = 36 };
    const double most = 71.4;
    int rolls = tap_chosen(100000, 1000000, 10000000), counts[SIDES] = {0};
    for (int i = 1; i <= rolls; i++)
        counts[fair_draw(source, "roll", (uint32_t)i, SIDES)]++;
    double wanted = (double)rolls / SIDES, square = 0;
    for (int i = 0; i < SIDES; i++)
        square += (counts[i] - wanted) * (counts[i] - wanted) / wanted;
    tap_report(square < most, "%d rolls are even: chi-square %.1f", rolls, square);
}

int main(void)
{
    FairSource source;
    set_secrets();
    check_commitment(&server, "server",
                     "bd8d4186173591b2006945d16a1c7cce2aa82f7a5784dbf11b84bf5688041a0c");
    check_commitment(&parts[0], "seat 1",
                     "6499bcca3232180f956639612162f272e1912c5fa7b7f78a6882926f5cda361a");
    fair_start(&source, "trial", &server, parts, 2);
    check_draws(&source);
    check_parts();
    check_hex();
    check_evenness(&source);
    return tap_finish();
}
