/* The board with the number of every square and the chip that lies on it. */
#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/language.h"

enum { SIZE = 6, SQUARES = SIZE * SIZE, CHIPS = 20 };

/* From rank 6 down, as in the position text. */
static const int numbers[SQUARES] = {
    2, 3, 4,  5,  6, 2, /* rank 6 */
    6, 7, 8,  9,  7, 3, /* 5 */
    5, 9, 12, 12, 8, 4, /* 4 */
    4, 8, 12, 12, 9, 5, /* 3 */
    3, 7, 9,  8,  7, 6, /* 2 */
    2, 6, 5,  4,  3, 2, /* 1 */
};

typedef struct Chip {
    char letter;
    const char *glyph; /* a shape of its own for each colour */
    DrawInk ink;
} Chip;

static const Chip chips[] = {{'g', "●", INK_GREEN}, {'b', "■", INK_BLUE}, {'r', "▲", INK_RED}};

enum { CHIP_KINDS = sizeof chips / sizeof chips[0] };

static void read_squares(const char *text, char *squares)
{
    memset(squares, '.', SQUARES);
    for (int i = 0; i < SQUARES; i++) {
        text += strspn(text, "/");
        if (*text)
            squares[i] = *text++;
    }
}

static void draw_chip(FILE *out, const DrawStyle *style, char letter, bool is_new)
{
    for (int i = 0; i < CHIP_KINDS; i++) {
        if (chips[i].letter == letter) {
            const char ascii[2] = {letter, '\0'};
            draw_text(out, style, chips[i].ink, is_new, draw_glyph(style, chips[i].glyph, ascii));
            return;
        }
    }
    draw_text(out, style, INK_FAINT, is_new, draw_glyph(style, "·", "."));
}

static void draw_rule(FILE *out, const DrawStyle *style, const char *unicode, const char *ascii)
{
    fputs("    ", out);
    draw_text(out, style, INK_FAINT, false, draw_glyph(style, unicode, ascii));
    fputc('\n', out);
}

static void draw_rank(FILE *out, const DrawStyle *style, int row, const char *squares,
                      const char *before)
{
    const char rank[2] = {(char)('0' + SIZE - row), '\0'};
    fputs("  ", out);
    draw_text(out, style, INK_FAINT, false, rank);
    fputc(' ', out);
    for (int i = row * SIZE; i < (row + 1) * SIZE; i++) {
        draw_text(out, style, INK_FAINT, false, draw_glyph(style, "│", "|"));
        fprintf(out, "%3d ", numbers[i]);
        draw_chip(out, style, squares[i], before && before[i] != squares[i]);
        fputc(' ', out);
    }
    draw_text(out, style, INK_FAINT, false, draw_glyph(style, "│", "|"));
    fputc('\n', out);
}

static void draw_mark(FILE *out, const DrawStyle *style, int side)
{
    draw_chip(out, style, chips[side].letter, false);
}

/* How many chips each side has still to come. */
static void draw_supplies(FILE *out, const LudRules *rules, const DrawStyle *style,
                          const char *squares)
{
    const char *players = lud_rules_value(rules, "players");
    int sides = players && strcmp(players, "3") == 0 ? 3 : 2;
    char texts[CHIP_KINDS][DRAW_TALLY_BYTES];
    for (int side = 0; side < sides; side++) {
        int on_board = 0;
        for (int i = 0; i < SQUARES; i++)
            on_board += squares[i] == chips[side].letter;
        int left = CHIPS - on_board;
        snprintf(texts[side], sizeof texts[side],
                 n_("%d chip left", "%d chips left", (unsigned long)left), left);
    }
    draw_tally(out, style, rules, sides, texts, draw_mark);
}

/* "Rank 6: a 2 Green, b 3, …": each square with its number and whose chip lies there. */
static void say_ranks(FILE *out, const LudRules *rules, const char *squares)
{
    for (int row = 0; row < SIZE; row++) {
        fprintf(out, _("Rank %d:"), SIZE - row);
        for (int file = 0; file < SIZE; file++) {
            int square = row * SIZE + file;
            fprintf(out, "%s %c %d", file > 0 ? "," : "", 'a' + file, numbers[square]);
            for (int side = 0; side < CHIP_KINDS; side++) {
                if (chips[side].letter == squares[square])
                    fprintf(out, " %s", _(rules->game->side_names[side]));
            }
        }
        fputc('\n', out);
    }
}

void draw_dados(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style)
{
    char squares[SQUARES], before[SQUARES];
    read_squares(text, squares);
    if (style->is_spoken) {
        say_ranks(out, rules, squares);
        draw_supplies(out, rules, style, squares);
        return;
    }
    if (style->before)
        read_squares(style->before, before);
    draw_rule(out, style, "┌──────┬──────┬──────┬──────┬──────┬──────┐",
              "+------+------+------+------+------+------+");
    for (int row = 0; row < SIZE; row++) {
        if (row > 0)
            draw_rule(out, style, "├──────┼──────┼──────┼──────┼──────┼──────┤",
                      "+------+------+------+------+------+------+");
        draw_rank(out, style, row, squares, style->before ? before : NULL);
    }
    draw_rule(out, style, "└──────┴──────┴──────┴──────┴──────┴──────┘",
              "+------+------+------+------+------+------+");
    draw_text(out, style, INK_FAINT, false, "       a      b      c      d      e      f");
    fputc('\n', out);
    draw_supplies(out, rules, style, squares);
}
