/* Records kept as files, tests/data/records: each is canonical, so reading and writing it gives the
 * same bytes. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/record.h>

#include "support/data_file.h"
#include "support/tap.h"

static void run_file(const char *path)
{
    size_t size;
    char *kept = data_file_slurp(path, &size), *written = NULL, message[1024] = "";
    LudRecord *record = NULL;
    LudError err;
    if (lud_record_read(kept, size, &record, NULL, &err) == LUD_OK)
        written = lud_record_write(record);
    else
        lud_error_text(&err, NULL, message, sizeof message);
    if (!tap_report(written && strcmp(written, kept) == 0, "%s", path))
        tap_note("%s", written ? written : message);
    lud_record_free(record);
    lud_free(written);
    free(kept);
}

int main(int argc, char **argv)
{
    if (argc != 2 || data_file_each(argv[1], "", run_file) == 0)
        tap_report(false, "usage: test_record_files DIRECTORY, with files in it");
    return tap_finish();
}
