#include "post/web_push.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <string.h>

#include "wire/json_writer.h"

enum { GOOD_FOR_S = 12 * 60 * 60 /* an authorization; services refuse more than a day */ };

static LudStatus fail_crypto(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, "Out of memory, or of the system's randomness.",
                         (char *)NULL);
}

/* -- keys -------------------------------------------------------------------------------------- */

LudStatus web_push_make_keys(PushKeys *keys, LudError *err)
{
    PushKeys made;
    if (!push_keys_make(&made))
        return fail_crypto(err);
    *keys = made;
    return LUD_OK;
}

void web_push_public_text(const PushKeys *keys, char text[PUSH_PUBLIC_TEXT])
{
    char whole[BASE64_TEXT(PUSH_PUBLIC)];
    static_assert(PUSH_PUBLIC_TEXT == (PUSH_PUBLIC * 4 + 2) / 3 + 1, "its letters and its end");
    base64_write_url(keys->public_key, PUSH_PUBLIC, whole);
    strcpy(text, whole);
}

/* The public key, a dot, the private one. */
void web_push_keys_print(const PushKeys *keys, char text[PUSH_KEYS_TEXT])
{
    web_push_public_text(keys, text);
    strcat(text, ".");
    base64_write_url(keys->private_key, PUSH_PRIVATE, text + strlen(text));
}

bool web_push_keys_parse(const char *text, PushKeys *keys)
{
    char public_text[PUSH_PUBLIC_TEXT];
    PushKeys read;
    size_t size = strcspn(text, ".");
    if (size >= sizeof public_text || text[size] == '\0')
        return false;
    memcpy(public_text, text, size);
    public_text[size] = '\0';
    if (!base64_read_url(public_text, read.public_key, PUSH_PUBLIC) ||
        !base64_read_url(text + size + 1, read.private_key, PUSH_PRIVATE) ||
        !push_keys_match(&read))
        return false;
    *keys = read;
    return true;
}

/* -- subscriptions and topics ------------------------------------------------------------------ */

LudStatus web_push_subscription(PushSubscription *subscription, const char *endpoint,
                                const char *p256dh, const char *auth, LudError *err)
{
    PushSubscription read;
    if (!push_endpoint_read(endpoint, &read.endpoint))
        return lud_error_set(err, LUD_EUSAGE,
                             "A push service has an address that begins with https://.",
                             (char *)NULL);
    if (!base64_read_url(p256dh, read.key, PUSH_PUBLIC) || !push_key_is_point(read.key) ||
        !base64_read_url(auth, read.auth, PUSH_AUTH))
        return lud_error_set(err, LUD_EUSAGE,
                             "The keys of a subscription are p256dh, a point of P-256, and auth, "
                             "16 bytes, both in base 64 for addresses.",
                             (char *)NULL);
    *subscription = read;
    return LUD_OK;
}

bool web_push_is_topic(const char *topic)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    size_t size = strlen(topic);
    return size > 0 && size <= PUSH_TOPIC && strspn(topic, letters) == size;
}

/* -- whose server it is ------------------------------------------------------------------------ */

/* Where the service is, without the path. */
static void add_origin(Text *text, const PushEndpoint *endpoint)
{
    text_printf(text, "https://%s", endpoint->host);
    if (endpoint->port != HTTPS_PORT)
        text_printf(text, ":%d", endpoint->port);
}

static char *write_claims(const char *contact, const PushEndpoint *endpoint, int64_t until_s)
{
    Text origin = {0};
    Json json = {0};
    add_origin(&origin, endpoint);
    json_open(&json, '{');
    json_put_text(&json, "aud", origin.bytes);
    json_put_integer(&json, "exp", until_s);
    if (contact)
        json_put_text(&json, "sub", contact);
    json_close(&json, '}');
    json.text.failed |= origin.failed;
    text_free(&origin);
    return json_take(&json);
}

static void add_base64(Text *text, const void *bytes, size_t size)
{
    char written[BASE64_TEXT(1024)];
    if (BASE64_TEXT(size) > sizeof written) {
        text->failed = true;
        return;
    }
    base64_write_url(bytes, size, written);
    text_add(text, written);
}

/* Head and claims, signed: a JSON Web Token. */
static bool add_token(Text *token, const PushKeys *keys, const char *claims)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    unsigned char signature[PUSH_SIGNATURE];
    add_base64(token, head, sizeof head - 1);
    text_add(token, ".");
    add_base64(token, claims, strlen(claims));
    if (token->failed || !push_keys_sign(keys, token->bytes, token->length, signature))
        return false;
    text_add(token, ".");
    add_base64(token, signature, sizeof signature);
    return !token->failed;
}

LudStatus web_push_authorize(Text *text, const PushKeys *keys, const char *contact,
                             const PushEndpoint *endpoint, int64_t until_s, LudError *err)
{
    Text token = {0};
    char public_text[PUSH_PUBLIC_TEXT];
    char *claims = write_claims(contact, endpoint, until_s);
    bool is_signed = claims && add_token(&token, keys, claims);
    web_push_public_text(keys, public_text);
    if (is_signed)
        text_printf(text, "vapid t=%s, k=%s", token.bytes, public_text);
    lud_free(claims);
    text_free(&token);
    return is_signed && !text->failed ? LUD_OK : fail_crypto(err);
}

/* -- the request ------------------------------------------------------------------------------- */

static LudStatus add_head(Text *request, const PushKeys *keys, const char *contact,
                          const PushEndpoint *endpoint, const PushNotice *notice, int64_t now_s,
                          LudError *err)
{
    static const char *const urgencies[] = {"normal", "low", "high"};
    text_printf(request, "POST %s HTTP/1.1\r\nHost: %s", endpoint->path, endpoint->host);
    if (endpoint->port != HTTPS_PORT)
        text_printf(request, ":%d", endpoint->port);
    text_printf(request, "\r\nTTL: %d\r\nUrgency: %s\r\n", notice->ttl_s,
                urgencies[notice->urgency]);
    if (notice->topic)
        text_printf(request, "Topic: %s\r\n", notice->topic);
    text_add(request, "Authorization: ");
    LudStatus status =
        web_push_authorize(request, keys, contact, endpoint, now_s + GOOD_FOR_S, err);
    text_add(request, "\r\nContent-Encoding: aes128gcm\r\n"
                      "Content-Type: application/octet-stream\r\nConnection: close\r\n");
    return status;
}

static size_t seal(const PushSubscription *subscription, const char *payload,
                   unsigned char body[PUSH_BODY])
{
    unsigned char salt[PUSH_SALT];
    PushKeys once;
    if (RAND_bytes(salt, sizeof salt) != 1 || !push_keys_make(&once))
        return 0;
    size_t size = web_push_seal(subscription, payload, salt, &once, body);
    OPENSSL_cleanse(&once, sizeof once);
    return size;
}

LudStatus web_push_request(Text *request, const PushKeys *keys, const char *contact,
                           const PushSubscription *subscription, const PushNotice *notice,
                           int64_t now_s, LudError *err)
{
    unsigned char body[PUSH_BODY];
    if (strlen(notice->payload) > PUSH_PAYLOAD || notice->ttl_s < 0 ||
        (notice->topic && !web_push_is_topic(notice->topic)))
        return lud_error_set(err, LUD_EUSAGE, "That is no notice that can be sent.", (char *)NULL);
    size_t size = seal(subscription, notice->payload, body);
    if (size == 0)
        return fail_crypto(err);
    LudStatus status =
        add_head(request, keys, contact, &subscription->endpoint, notice, now_s, err);
    text_printf(request, "Content-Length: %zu\r\n\r\n", size);
    text_add_bytes(request, (const char *)body, size);
    return status != LUD_OK ? status : request->failed ? fail_crypto(err) : LUD_OK;
}
