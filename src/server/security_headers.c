#include "server/security_headers.h"

const char security_headers[] =
    /* Scripts, styles, workers and data only from here, nothing inline, no plugins, no frames
     * around it, and no address to send a form to. Pictures are also drawn by the page itself. */
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'";
const char security_headers_rest[] =
    "; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "x-frame-options: DENY\r\n"
    "referrer-policy: no-referrer\r\n"
    /* The page needs none of what it gives up here. */
    "permissions-policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), "
    "xr-spatial-tracking=()\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-embedder-policy: require-corp\r\n";
