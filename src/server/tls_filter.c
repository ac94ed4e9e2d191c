#include "server/tls_filter.h"

#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

/* -- what OpenSSL reads from and writes to ----------------------------------------------------- */

static int give_sealed(BIO *pipe, char *place, int room)
{
    TlsFilter *filter = BIO_get_data(pipe);
    size_t part = filter->in_size < (size_t)room ? filter->in_size : (size_t)room;
    BIO_clear_retry_flags(pipe);
    if (part == 0) {
        BIO_set_retry_read(pipe);
        return -1;
    }
    memcpy(place, filter->in, part);
    filter->in += part;
    filter->in_size -= part;
    return (int)part;
}

static int take_sealed(BIO *pipe, const char *bytes, int size)
{
    TlsFilter *filter = BIO_get_data(pipe);
    BIO_clear_retry_flags(pipe);
    text_add_bytes(&filter->out, bytes, (size_t)size);
    return filter->out.failed ? -1 : size;
}

static long control(BIO *pipe, int command, long number, void *context)
{
    (void)pipe;
    (void)number;
    (void)context;
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *pipe_method;

/* It stays for as long as the process. */
static void make_method(void)
{
    BIO_METHOD *made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "connection");
    if (made && BIO_meth_set_read(made, give_sealed) == 1 &&
        BIO_meth_set_write(made, take_sealed) == 1 && BIO_meth_set_ctrl(made, control) == 1)
        pipe_method = made;
}

static BIO *make_pipe(TlsFilter *filter)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_method);
    BIO *pipe = pipe_method ? BIO_new(pipe_method) : NULL;
    if (pipe) {
        BIO_set_data(pipe, filter);
        BIO_set_init(pipe, 1);
    }
    return pipe;
}

/* -- the filter -------------------------------------------------------------------------------- */

bool tls_filter_start(TlsFilter *filter, TlsKeys *keys)
{
    *filter = (TlsFilter){.ssl = tls_keys_use(keys)};
    BIO *pipe = filter->ssl ? make_pipe(filter) : NULL;
    if (!pipe) {
        SSL_free(filter->ssl);
        ERR_clear_error();
        return false;
    }
    SSL_set_bio(filter->ssl, pipe, pipe);
    SSL_set_accept_state(filter->ssl);
    return true;
}

void tls_filter_end(TlsFilter *filter)
{
    SSL_free(filter->ssl);
    free(filter->kept);
    text_free(&filter->out);
}

bool tls_filter_is_open(const TlsFilter *filter)
{
    return SSL_is_init_finished(filter->ssl);
}

void tls_filter_give(TlsFilter *filter, const char *bytes, size_t size)
{
    filter->in = bytes;
    filter->in_size = size;
}

bool tls_filter_keep(TlsFilter *filter)
{
    if (filter->in_size == 0 || filter->kept)
        return true;
    filter->kept = malloc(filter->in_size);
    if (!filter->kept)
        return false;
    memcpy(filter->kept, filter->in, filter->in_size);
    filter->in = filter->kept;
    return true;
}

bool tls_filter_has_more(const TlsFilter *filter)
{
    return filter->in_size > 0;
}

int tls_filter_read(TlsFilter *filter, char place[TLS_RECORD_BYTES])
{
    ERR_clear_error();
    int got = SSL_read(filter->ssl, place, TLS_RECORD_BYTES);
    if (filter->in_size == 0) {
        free(filter->kept);
        filter->kept = NULL;
    }
    if (got > 0)
        return got;
    int error = SSL_get_error(filter->ssl, got);
    if (error == SSL_ERROR_WANT_READ && !filter->out.failed)
        return 0;
    filter->is_broken = error != SSL_ERROR_ZERO_RETURN;
    return -1;
}

bool tls_filter_seal(TlsFilter *filter, const char *bytes, size_t size)
{
    ERR_clear_error();
    bool is_sealed = SSL_write(filter->ssl, bytes, (int)size) == (int)size && !filter->out.failed;
    filter->is_broken |= !is_sealed;
    return is_sealed;
}

void tls_filter_part(TlsFilter *filter)
{
    ERR_clear_error();
    if (!filter->is_broken && tls_filter_is_open(filter))
        SSL_shutdown(filter->ssl);
}

Text tls_filter_take_out(TlsFilter *filter)
{
    Text out = filter->out;
    filter->out = (Text){0};
    return out;
}
