#include "server/tls_keys.h"

#include <openssl/err.h>
#include <string.h>

/* -- manners ----------------------------------------------------------------------------------- */

/* Whoever names protocols must name ours: HTTP/2 would be misunderstood. */
static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1\x08http/1.0";
    (void)ssl;
    (void)context;
    int found = SSL_select_next_proto((unsigned char **)chosen, length, ours, sizeof ours - 1,
                                      offered, offered_length);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* TLS 1.2 and 1.3, whose keys are forgotten after the connection, with no renegotiation. Whoever
 * comes back shows a ticket: nothing is kept here. */
static SSL_CTX *make_context(void)
{
    SSL_CTX *made = SSL_CTX_new(TLS_server_method());
    if (!made)
        return NULL;
    SSL_CTX_set_options(made, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                  SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(made, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(made, choose_protocol, NULL);
    if (SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION) == 1 &&
        SSL_CTX_set_cipher_list(made, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
        SSL_CTX_set_num_tickets(made, 1) == 1)
        return made;
    SSL_CTX_free(made);
    return NULL;
}

/* -- reading ----------------------------------------------------------------------------------- */

static LudStatus refuse(const char *file, LudError *err)
{
    unsigned long first = ERR_peek_error();
    const char *reason = ERR_GET_LIB(first) == ERR_LIB_SYS ? strerror(ERR_GET_REASON(first))
                                                           : ERR_reason_error_string(first);
    lud_error_set(err, LUD_EFILE, "{1} can't be used for TLS: {2}.", file, reason ? reason : "?",
                  (char *)NULL);
    ERR_clear_error();
    return LUD_EFILE;
}

/* A key that is locked would be asked for at the terminal. */
static int know_no_password(char *place, int room, int is_writing, void *context)
{
    (void)place;
    (void)room;
    (void)is_writing;
    (void)context;
    return -1;
}

static LudStatus read_into(SSL_CTX *context, const TlsKeys *keys, LudError *err)
{
    SSL_CTX_set_default_passwd_cb(context, know_no_password);
    if (SSL_CTX_use_certificate_chain_file(context, keys->certificate) != 1)
        return refuse(keys->certificate, err);
    if (SSL_CTX_use_PrivateKey_file(context, keys->key, SSL_FILETYPE_PEM) != 1 ||
        SSL_CTX_check_private_key(context) != 1)
        return refuse(keys->key, err);
    return LUD_OK;
}

LudStatus tls_keys_read(TlsKeys *keys, LudError *err)
{
    ERR_clear_error();
    SSL_CTX *made = make_context();
    if (!made)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    LudStatus status = read_into(made, keys, err);
    if (status == LUD_OK) {
        pthread_mutex_lock(&keys->lock);
        SSL_CTX *old = keys->context;
        keys->context = made;
        made = old; /* connections that have it keep it */
        pthread_mutex_unlock(&keys->lock);
    }
    SSL_CTX_free(made);
    return status;
}

/* -- using them -------------------------------------------------------------------------------- */

void tls_keys_start(TlsKeys *keys, const char *certificate, const char *key)
{
    *keys = (TlsKeys){.certificate = certificate, .key = key};
    pthread_mutex_init(&keys->lock, NULL);
}

SSL *tls_keys_use(TlsKeys *keys)
{
    pthread_mutex_lock(&keys->lock);
    SSL *made = SSL_new(keys->context);
    pthread_mutex_unlock(&keys->lock);
    return made;
}

void tls_keys_end(TlsKeys *keys)
{
    SSL_CTX_free(keys->context);
    keys->context = NULL;
}
