/* The library as such: which version it is, and its memory given back. */
#include <ludoteca/library.h>
#include <ludoteca/version.h>

#include <stdlib.h>

const char *lud_version(void)
{
    return LUD_VERSION_TEXT;
}

int lud_version_number(void)
{
    return LUD_VERSION_NUMBER;
}

void lud_free(void *memory)
{
    free(memory);
}
