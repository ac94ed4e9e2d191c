/* The place of tables besides this server that whoever runs it names, and that the page may fetch
 * from. */
#ifndef LUD_SERVER_TABLES_HOST_H
#define LUD_SERVER_TABLES_HOST_H

#include <ludoteca/error.h>

enum { TABLES_HOST_TEXT = 256 };

/* Checks an address, such as https://tables.example.org/ludoteca, and writes it as the page's
 * policy needs it: with a slash at its end, so that all below it is meant. LUD_EUSAGE says what is
 * wrong.
 */
LudStatus tables_host_read(const char *given, char place[TABLES_HOST_TEXT], LudError *err);

#endif
