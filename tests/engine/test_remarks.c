/* What games say about moves, against cases worked out by hand: data/remarks/. Fields: rules,
 * position, a line of moves, then every remark with its numbers filled in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/data_file.h"
#include "support/tap.h"
#include "support/variants.h"

enum { TEXT = 256, LINE = 16 };

static void fill(const LudRemark *remark, char *text)
{
    size_t length = 0;
    for (const char *c = remark->text; *c && length < TEXT - 16;) {
        if (c[0] == '{' && (c[1] == '1' || c[1] == '2') && c[2] == '}') {
            length += (size_t)sprintf(text + length, "%d", remark->number[c[1] - '1']);
            c += 3;
        } else {
            text[length++] = *c++;
        }
    }
    text[length] = '\0';
}

static int read_line(const LudGame *game, const LudState *start, char *words, LudMove *line)
{
    static LudMove legal[LUD_MAX_MOVES];
    LudState s = *start;
    int length = 0;
    for (char *word = strtok(words, " "); word && length < LINE; word = strtok(NULL, " ")) {
        bool is_legal = game->text.move_parse(&s, word, &line[length], NULL) == LUD_OK;
        int count = game->rules.moves(&s, legal), i = 0;
        while (i < count && legal[i] != line[length])
            i++;
        if (!is_legal || i == count)
            return -1;
        game->rules.apply(&s, line[length++]);
    }
    return length;
}

static void run_case(const DataFile *file)
{
    LudRules rules = variants_rules(file->field[0]);
    LudState s = variants_position(&rules, file->field[1]);
    LudMove line[LINE];
    LudRemark remarks[LUD_MAX_REMARKS];
    char words[TEXT];
    snprintf(words, sizeof words, "%s", file->field[2]);
    int length = read_line(rules.game, &s, words, line);
    int count = length < 1 ? -1 : lud_judging(rules.game)->remark(&s, line, length, remarks);
    bool is_right = count == file->fields - 3;
    for (int i = 0; i < count; i++) {
        char text[TEXT];
        fill(&remarks[i], text);
        is_right = is_right && strcmp(text, file->field[3 + i]) == 0;
        tap_note("%s", text);
    }
    tap_report(is_right, "%s:%d %s %s", file->name, file->line, file->field[2], file->comment);
}

static void run_file(const char *path)
{
    DataFile file;
    data_file_open(&file, path);
    while (data_file_next(&file))
        run_case(&file);
    data_file_close(&file);
}

int main(int argc, char **argv)
{
    if (argc != 2 || data_file_each(argv[1], "", run_file) == 0) {
        fprintf(stderr, "usage: test_remarks DIRECTORY\n");
        return EXIT_FAILURE;
    }
    return tap_finish();
}
