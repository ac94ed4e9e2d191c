/* The content of a notice, which only one browser can read: RFC 8291, in one record of RFC 8188. */
#include <assert.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <string.h>

#include "post/web_push.h"

enum {
    SECRET = 32, /* a hash of SHA-256 */
    KEY = 16,
    NONCE = 12,
    TAG = 16,
    RECORD = 4096,
    HEAD = PUSH_SALT + 4 + 1 + PUSH_PUBLIC,
    LAST_RECORD = 2, /* the mark after its text */
};

/* HKDF with SHA-256. */
static bool derive(const unsigned char *salt, size_t salt_size, const unsigned char secret[SECRET],
                   const void *info, size_t info_size, unsigned char *out, size_t out_size)
{
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt, salt_size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)secret, SECRET),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info, info_size),
        OSSL_PARAM_END,
    };
    EVP_KDF *method = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = method ? EVP_KDF_CTX_new(method) : NULL;
    bool is_derived = context && EVP_KDF_derive(context, out, out_size, parameters) > 0;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(method);
    return is_derived;
}

/* What both ends know: the secret of their keys, and the browser's own one. */
static bool agree(const PushSubscription *subscription, const PushKeys *once,
                  unsigned char secret[SECRET])
{
    static const char words[] = "WebPush: info"; /* with its zero byte */
    unsigned char shared[PUSH_SHARED], info[sizeof words + 2 * PUSH_PUBLIC];
    memcpy(info, words, sizeof words);
    memcpy(info + sizeof words, subscription->key, PUSH_PUBLIC);
    memcpy(info + sizeof words + PUSH_PUBLIC, once->public_key, PUSH_PUBLIC);
    bool is_agreed =
        push_keys_share(once, subscription->key, shared) &&
        derive(subscription->auth, PUSH_AUTH, shared, info, sizeof info, secret, SECRET);
    OPENSSL_cleanse(shared, sizeof shared);
    return is_agreed;
}

/* AES-128-GCM: as many bytes as there were, then the tag. */
static bool encrypt(const unsigned char key[KEY], const unsigned char nonce[NONCE],
                    const unsigned char *plain, size_t size, unsigned char *out)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written = 0, rest = 0;
    bool is_done = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) &&
                   EVP_EncryptUpdate(context, out, &written, plain, (int)size) &&
                   EVP_EncryptFinal_ex(context, out + written, &rest) &&
                   EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG, out + size);
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

/* The salt, the size of a record, and the key that was used once. */
static void write_head(const unsigned char salt[PUSH_SALT], const PushKeys *once,
                       unsigned char head[HEAD])
{
    static const unsigned char sizes[] = {0, 0, RECORD >> 8, RECORD & 255, PUSH_PUBLIC};
    memcpy(head, salt, PUSH_SALT);
    memcpy(head + PUSH_SALT, sizes, sizeof sizes);
    memcpy(head + PUSH_SALT + sizeof sizes, once->public_key, PUSH_PUBLIC);
}

size_t web_push_seal(const PushSubscription *subscription, const char *payload,
                     const unsigned char salt[PUSH_SALT], const PushKeys *once,
                     unsigned char body[PUSH_BODY])
{
    static const char key_words[] = "Content-Encoding: aes128gcm";
    static const char nonce_words[] = "Content-Encoding: nonce";
    static_assert(HEAD + PUSH_PAYLOAD + 1 + TAG <= PUSH_BODY, "a body has room for any payload");
    unsigned char secret[SECRET], key[KEY], nonce[NONCE], plain[PUSH_PAYLOAD + 1];
    size_t size = strlen(payload);
    if (size > PUSH_PAYLOAD)
        return 0;
    memcpy(plain, payload, size);
    plain[size++] = LAST_RECORD;
    bool is_sealed =
        agree(subscription, once, secret) &&
        derive(salt, PUSH_SALT, secret, key_words, sizeof key_words, key, KEY) &&
        derive(salt, PUSH_SALT, secret, nonce_words, sizeof nonce_words, nonce, NONCE) &&
        encrypt(key, nonce, plain, size, body + HEAD);
    OPENSSL_cleanse(secret, sizeof secret);
    OPENSSL_cleanse(key, sizeof key);
    write_head(salt, once, body);
    return is_sealed ? HEAD + size + TAG : 0;
}
