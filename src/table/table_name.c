#include "table_name.h"

#include <stdio.h>
#include <stdlib.h>

#include "table_file.h"

LudRules table_bare_rules(const LudRules *rules)
{
    LudRules bare = *rules;
    bare.game->tabulation->bare(&bare.options);
    return bare;
}

int table_name_print(const LudRules *rules, const char *column, int layer,
                     char name[TABLE_NAME_TEXT])
{
    LudRules bare = table_bare_rules(rules);
    char text[LUD_RULES_TEXT];
    lud_rules_print(&bare, text);
    for (char *at = text; *at; at++) {
        if (*at == ':' || *at == ',')
            *at = '.';
    }
    return snprintf(name, TABLE_NAME_TEXT, "%s.%s.%d" TABLE_ENDING, text, column, layer);
}

char *table_path(const char *dir, const LudRules *rules, const char *column, int layer)
{
    char name[TABLE_NAME_TEXT];
    size_t size = strlen(dir) + (size_t)table_name_print(rules, column, layer, name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", dir, name);
    return path;
}

int table_find_column(const LudGameTabulation *tabulation, const char *name)
{
    for (int i = 0; i < tabulation->columns; i++) {
        if (strcmp(tabulation->names[i], name) == 0)
            return i;
    }
    return -1;
}
