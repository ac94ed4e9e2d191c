#include "shell/line_number.h"

#include <stdint.h>

const char *line_number(const char *at, int most, int *value)
{
    int64_t number = 0;
    const char *start = at;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > most)
            return NULL;
    }
    if (at == start)
        return NULL;
    *value = (int)number;
    return at;
}
