/* Notices for browsers that are away (Web Push): what is sent to their push services, as texts and
 * bytes. Nothing here knows a network.
 *
 * The content is for one browser and nobody else can read it (RFC 8291, one record of RFC 8188);
 * the request shows by a signature whose server it comes from (RFC 8292), and says for how long,
 * how urgently and in place of what it is to be kept (RFC 8030). */
#ifndef LUD_POST_WEB_PUSH_H
#define LUD_POST_WEB_PUSH_H

#include <stdint.h>

#include <ludoteca/error.h>

#include "base/text.h"
#include "post/base64.h"
#include "post/push_endpoint.h"
#include "post/push_keys.h"

enum {
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_PAYLOAD = 3072, /* the most a notice may have: some services take no more than 4 kB */
    PUSH_BODY = PUSH_PAYLOAD + 128,
    PUSH_TOPIC = 32,        /* letters of a topic */
    PUSH_PUBLIC_TEXT = 88,  /* a public key as the page's script wants it */
    PUSH_KEYS_TEXT = 160,   /* both keys as they are kept */
    PUSH_CONTACT_TEXT = 256 /* a contact, its end included */
};

/* -- the server's keys ------------------------------------------------------------------------- */

LudStatus web_push_make_keys(PushKeys *keys, LudError *err);
/* As a text to be kept, and back; false if that is no pair. */
void web_push_keys_print(const PushKeys *keys, char text[PUSH_KEYS_TEXT]);
bool web_push_keys_parse(const char *text, PushKeys *keys);
/* What the page passes to pushManager.subscribe as applicationServerKey. */
void web_push_public_text(const PushKeys *keys, char text[PUSH_PUBLIC_TEXT]);

/* -- a browser's subscription ------------------------------------------------------------------ */

typedef struct PushSubscription {
    PushEndpoint endpoint;
    unsigned char key[PUSH_PUBLIC]; /* p256dh */
    unsigned char auth[PUSH_AUTH];
} PushSubscription;

/* From the three texts that PushSubscription.toJSON() has in a browser. */
LudStatus web_push_subscription(PushSubscription *subscription, const char *endpoint,
                                const char *p256dh, const char *auth, LudError *err);

/* -- a notice ---------------------------------------------------------------------------------- */

typedef enum PushUrgency { PUSH_NORMAL, PUSH_LOW, PUSH_HIGH } PushUrgency;

typedef struct PushNotice {
    const char *payload; /* JSON for the page's script */
    const char *topic;   /* a newer notice of the same topic replaces an older one; NULL: none */
    PushUrgency urgency;
    int ttl_s; /* how long it is worth keeping */
} PushNotice;

/* Whether it can be a topic: up to 32 letters, digits, - and _. */
bool web_push_is_topic(const char *topic);

/* The content for one browser. The salt and the keys are used for nothing else, ever. Returns how
 * many bytes of `body` it is, 0 if it can't be done. */
size_t web_push_seal(const PushSubscription *subscription, const char *payload,
                     const unsigned char salt[PUSH_SALT], const PushKeys *once,
                     unsigned char body[PUSH_BODY]);
/* The value of Authorization: who sends, good until `until_s` (seconds since 1970). */
LudStatus web_push_authorize(Text *text, const PushKeys *keys, const char *contact,
                             const PushEndpoint *endpoint, int64_t until_s, LudError *err);
/* The whole request, head and body. `contact` is a mailto: or an https: address, or NULL. */
LudStatus web_push_request(Text *request, const PushKeys *keys, const char *contact,
                           const PushSubscription *subscription, const PushNotice *notice,
                           int64_t now_s, LudError *err);

#endif
