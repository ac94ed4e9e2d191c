#include "core/settings.h"

#include <stdbool.h>
#include <string.h>

#include <ludoteca/game.h>

static bool are_zero(const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

LudStatus settings_take(void *own, size_t own_size, const void *given, LudError *err)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size <= sizeof size)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("The settings do not say their size; set the member size "
                                         "to their sizeof."),
                             (char *)NULL);
    if (size > own_size && !are_zero((const unsigned char *)given + own_size, size - own_size))
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("The settings ask for something that only a later version "
                                         "of the library knows."),
                             (char *)NULL);
    memset(own, 0, own_size);
    memcpy(own, given, size < own_size ? size : own_size);
    memcpy(own, &own_size, sizeof own_size);
    return LUD_OK;
}
