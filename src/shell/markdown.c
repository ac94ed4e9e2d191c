#include "shell/markdown.h"

#include <string.h>

typedef struct Printer {
    FILE *out;
    bool has_colour;
    bool is_strong, is_stressed; /* both may go on over the end of a line */
    bool is_drawing;
} Printer;

static void set_style(const Printer *printer)
{
    if (printer->has_colour)
        fprintf(printer->out, "\033[0%s%sm", printer->is_strong ? ";1" : "",
                printer->is_stressed ? ";3" : "");
}

static void end_styles(Printer *printer)
{
    if (printer->is_strong || printer->is_stressed) {
        printer->is_strong = printer->is_stressed = false;
        set_style(printer);
    }
}

/* An asterisk between spaces is just an asterisk. */
static bool is_mark(const char *line, size_t length, size_t at)
{
    bool space_before = at == 0 || line[at - 1] == ' ';
    bool space_after = at + 1 >= length || line[at + 1] == ' ';
    return line[at] == '*' && !(space_before && space_after);
}

static void print_words(Printer *printer, const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '*' && i + 1 < length && line[i + 1] == '*') {
            printer->is_strong = !printer->is_strong;
            set_style(printer);
            i++;
        } else if (is_mark(line, length, i)) {
            printer->is_stressed = !printer->is_stressed;
            set_style(printer);
        } else if (line[i] != '`') {
            fputc(line[i], printer->out);
        }
    }
}

static void print_heading(Printer *printer, const char *line, size_t length)
{
    size_t marks = strspn(line, "# ");
    marks = marks < length ? marks : length;
    printer->is_strong = true;
    set_style(printer);
    print_words(printer, line + marks, length - marks);
    end_styles(printer);
}

static void print_line(Printer *printer, const char *line, size_t length)
{
    static const char fence[] = "```", indent[] = "    ";
    if (strncmp(line, fence, strlen(fence)) == 0) {
        printer->is_drawing = !printer->is_drawing;
        return;
    }
    if (length == 0)
        end_styles(printer);
    if (printer->is_drawing)
        fprintf(printer->out, "%s%.*s", length ? indent : "", (int)length, line);
    else if (strncmp(line, indent, strlen(indent)) == 0)
        fwrite(line, 1, length, printer->out);
    else if (*line == '#')
        print_heading(printer, line, length);
    else
        print_words(printer, line, length);
    fputc('\n', printer->out);
}

void markdown_print(FILE *out, const char *text, bool has_colour)
{
    Printer printer = {.out = out, .has_colour = has_colour};
    while (*text) {
        size_t length = strcspn(text, "\n");
        print_line(&printer, text, length);
        text += length + (text[length] == '\n');
    }
    end_styles(&printer);
}
