/* Where a NATS server is, as it is written. */
#ifndef LUD_BROKER_BROKER_ADDRESS_H
#define LUD_BROKER_BROKER_ADDRESS_H

#include <stdbool.h>

enum { BROKER_HOST = 256, BROKER_WORD = 128, BROKER_ADDRESSES = 8 };

typedef struct BrokerAddress {
    char host[BROKER_HOST];
    char port[8];
    char user[BROKER_WORD], password[BROKER_WORD]; /* "": none */
} BrokerAddress;

/* nats://[USER:PASSWORD@]HOST[:PORT], a host of colons in brackets. Several have commas between, up
 * to BROKER_ADDRESSES of them. How many there are; 0 if that is none. */
int broker_address_read(const char *text, BrokerAddress addresses[BROKER_ADDRESSES]);

#endif
