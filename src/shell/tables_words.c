#include "shell/tables_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell/language.h"
#include "shell/output.h"

enum { PATH_BYTES = 4096 };

void tables_size(uint64_t bytes, char text[TABLES_SIZE_TEXT])
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    double size = (double)bytes;
    int unit = 0;
    while (size >= 999.5 && unit < 4) {
        size /= 1000;
        unit++;
    }
    snprintf(text, TABLES_SIZE_TEXT, size < 9.95 && unit > 0 ? "%.1f %s" : "%.0f %s", size,
             units[unit]);
}

bool tables_read_size(const char *text, uint64_t *bytes)
{
    enum { MOST_DIGITS = 12 };
    static const char units[] = "KMGT";
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > MOST_DIGITS)
        return false;
    uint64_t size = strtoull(text, NULL, 10);
    const char *unit = text + digits;
    if (*unit) {
        const char *found = strchr(units, *unit >= 'a' && *unit <= 'z' ? *unit - 'a' + 'A' : *unit);
        if (!found)
            return false;
        size <<= 10 * (found - units + 1);
        unit++;
        unit += strcmp(unit, "iB") == 0 ? 2 : strcmp(unit, "B") == 0 ? 1 : 0;
    }
    *bytes = size;
    return size > 0 && !*unit;
}

void tables_time(double seconds, char text[TABLES_TIME_TEXT])
{
    if (seconds < 60)
        snprintf(text, TABLES_TIME_TEXT, _("%.1f s"), seconds);
    else if (seconds < 3600)
        snprintf(text, TABLES_TIME_TEXT, _("%.0f min"), seconds / 60);
    else
        snprintf(text, TABLES_TIME_TEXT, _("%.1f h"), seconds / 3600);
}

void tables_say_there(const char *dir)
{
    char shown[PATH_BYTES];
    printf(_("All these tables are there already: %s\n"), output_shown(dir, shown, sizeof shown));
}

void tables_say_needs(const LudTableNeeds *needs, const char *dir)
{
    char shown[PATH_BYTES], disk[TABLES_SIZE_TEXT], room[TABLES_SIZE_TEXT],
        memory[TABLES_SIZE_TEXT], time[TABLES_TIME_TEXT];
    tables_size(needs->disk_bytes, disk);
    tables_size(needs->disk_room, room);
    tables_size(needs->memory_bytes, memory);
    tables_time(needs->seconds, time);
    fprintf(stderr,
            n_("%d table in %s, %llu positions to work out.\n",
               "%d tables in %s, %llu positions to work out.\n", (unsigned long)needs->files),
            needs->files, output_shown(dir, shown, sizeof shown),
            (unsigned long long)needs->positions);
    fprintf(stderr, _("This takes about %s of disk (%s are free), %s of memory and %s.\n"), disk,
            room, memory, time);
}
