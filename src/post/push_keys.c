#include "post/push_keys.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

enum { DER_SIGNATURE = 80 /* more than two numbers of 32 bytes take in DER */ };

/* -- to and from OpenSSL's own form ------------------------------------------------------------ */

static EVP_PKEY *load_parameters(OSSL_PARAM *parameters, int selection)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context && parameters && EVP_PKEY_fromdata_init(context) > 0)
        EVP_PKEY_fromdata(context, &key, selection, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* For EVP_PKEY_free; NULL if it is no key. Without a private one it is the public one alone. */
static EVP_PKEY *load_key(const unsigned char public_key[PUSH_PUBLIC], const BIGNUM *private_key)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    bool is_built =
        builder &&
        OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key,
                                         PUSH_PUBLIC) &&
        (!private_key || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, private_key));
    if (is_built)
        parameters = OSSL_PARAM_BLD_to_param(builder);
    key = load_parameters(parameters, private_key ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

static EVP_PKEY *load_pair(const PushKeys *keys)
{
    BIGNUM *private_key = BN_secure_new();
    EVP_PKEY *key = NULL;
    if (private_key && BN_bin2bn(keys->private_key, PUSH_PRIVATE, private_key))
        key = load_key(keys->public_key, private_key);
    BN_clear_free(private_key);
    return key;
}

static bool save_pair(const EVP_PKEY *key, PushKeys *keys)
{
    BIGNUM *private_key = NULL;
    size_t size = 0;
    bool is_saved = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &private_key) &&
                    BN_bn2binpad(private_key, keys->private_key, PUSH_PRIVATE) == PUSH_PRIVATE &&
                    EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, keys->public_key,
                                                    PUSH_PUBLIC, &size) &&
                    size == PUSH_PUBLIC;
    BN_clear_free(private_key);
    return is_saved;
}

/* -- what keys are for ------------------------------------------------------------------------- */

bool push_keys_make(PushKeys *keys)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    bool is_made = key && save_pair(key, keys);
    EVP_PKEY_free(key);
    return is_made;
}

bool push_keys_match(const PushKeys *keys)
{
    EVP_PKEY *key = load_pair(keys);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool is_right = context && EVP_PKEY_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return is_right;
}

bool push_key_is_point(const unsigned char public_key[PUSH_PUBLIC])
{
    EVP_PKEY *key = load_key(public_key, NULL);
    EVP_PKEY_free(key);
    return key != NULL;
}

bool push_keys_share(const PushKeys *own, const unsigned char other[PUSH_PUBLIC],
                     unsigned char shared[PUSH_SHARED])
{
    EVP_PKEY *key = load_pair(own), *peer = load_key(other, NULL);
    EVP_PKEY_CTX *context = key && peer ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    size_t size = PUSH_SHARED;
    bool is_shared = context && EVP_PKEY_derive_init(context) > 0 &&
                     EVP_PKEY_derive_set_peer(context, peer) > 0 &&
                     EVP_PKEY_derive(context, shared, &size) > 0 && size == PUSH_SHARED;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(key);
    return is_shared;
}

/* OpenSSL writes the two numbers in DER. */
static bool flatten(const unsigned char *der, size_t size, unsigned char flat[PUSH_SIGNATURE])
{
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &der, (long)size);
    const int half = PUSH_SIGNATURE / 2;
    bool is_flat = numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), flat, half) == half &&
                   BN_bn2binpad(ECDSA_SIG_get0_s(numbers), flat + half, half) == half;
    ECDSA_SIG_free(numbers);
    return is_flat;
}

bool push_keys_sign(const PushKeys *keys, const char *text, size_t size,
                    unsigned char signature[PUSH_SIGNATURE])
{
    unsigned char der[DER_SIGNATURE];
    size_t der_size = sizeof der;
    EVP_PKEY *key = load_pair(keys);
    EVP_MD_CTX *context = key ? EVP_MD_CTX_new() : NULL;
    bool is_signed =
        context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) > 0 &&
        EVP_DigestSign(context, der, &der_size, (const unsigned char *)text, size) > 0 &&
        flatten(der, der_size, signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return is_signed;
}
