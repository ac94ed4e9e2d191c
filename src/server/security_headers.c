#include "server/security_headers.h"

/* Scripts, styles, workers and data only from here, nothing inline, no plugins, no frames around
 * it, and no address to send a form to. Pictures are also drawn by the page itself. */
static const char content_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* The page needs none of what it gives up here. */
static const char permissions[] =
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

/* A list, last one first. */
static const struct lws_protocol_vhost_options
    policy = {NULL, NULL, "content-security-policy:", content_policy},
    nosniff = {&policy, NULL, "x-content-type-options:", "nosniff"},
    frames = {&nosniff, NULL, "x-frame-options:", "DENY"},
    referrer = {&frames, NULL, "referrer-policy:", "no-referrer"},
    permission = {&referrer, NULL, "permissions-policy:", permissions},
    opener = {&permission, NULL, "cross-origin-opener-policy:", "same-origin"},
    embedder = {&opener, NULL, "cross-origin-embedder-policy:", "require-corp"},
    resource = {&embedder, NULL, "cross-origin-resource-policy:", "same-origin"};

const struct lws_protocol_vhost_options *const security_headers = &resource;
