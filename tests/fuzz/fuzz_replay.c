/* Runs a fuzz target on files kept from earlier: fuzz_TARGET_replay DIRECTORY. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "support/data_file.h"
#include "support/tap.h"

int main(int argc, char **argv)
{
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*", argc > 1 ? argv[1] : ".");
    if (glob(pattern, 0, NULL, &found) != 0) {
        fprintf(stderr, "usage: %s DIRECTORY, with files in it\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t size;
        char *bytes = data_file_slurp(found.gl_pathv[i], &size);
        LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
        free(bytes);
    }
    tap_report(found.gl_pathc > 0, "%d inputs", (int)found.gl_pathc);
    globfree(&found);
    return tap_finish();
}
