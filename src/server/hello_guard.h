/* Looks over the greetings of TLS before OpenSSL does, which takes as much memory as one says that
 * it will have, up to 128 kB, as soon as it says so. */
#ifndef LUD_SERVER_HELLO_GUARD_H
#define LUD_SERVER_HELLO_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum { HELLO_BYTES = 16384 }; /* the most that a greeting may have; browsers' have two thousand */

/* Start with {0}. */
typedef struct HelloGuard {
    unsigned char record[5], message[4]; /* the heads of what is being read */
    size_t record_size, message_size;    /* bytes of them so far */
    size_t record_left, message_left;    /* bytes to come after them */
    bool is_over;                        /* no greeting can follow */
} HelloGuard;

/* Whether the next bytes of a handshake, as they travel, may go on. */
bool hello_guard_admits(HelloGuard *guard, const char *bytes, size_t size);

#endif
