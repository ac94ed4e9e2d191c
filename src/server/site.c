#include "server/site.h"

#include "server/page.h"

static const char methods[] = "GET, HEAD, OPTIONS";

static void refuse_method(Reply *reply)
{
    static const char text[] = "Solo GET y HEAD. Only GET and HEAD.\n";
    *reply = (Reply){.status = 405,
                     .type = "text/plain; charset=utf-8",
                     .caching = "no-store",
                     .allow = methods,
                     .bytes = text,
                     .size = sizeof text - 1};
}

void site_answer(Site *site, const Request *request, Reply *reply)
{
    if (request->method == METHOD_OPTIONS)
        *reply = (Reply){.status = 204, .caching = "no-store", .allow = methods};
    else if (api_has(request->path))
        api_answer(&site->api, request, reply);
    else if (request->method == METHOD_OTHER)
        refuse_method(reply);
    else
        page_answer(site->page, request, reply);
}
