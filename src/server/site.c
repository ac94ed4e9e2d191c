#include "server/site.h"

#include "server/page.h"
#include "server/refusal.h"

bool site_admits(Site *site, const Request *request, Reply *reply)
{
    return !api_has(request->path) || api_admits(&site->api, request, reply);
}

bool site_is_at_hand(const Site *site, const Request *request)
{
    if (request->method == METHOD_OPTIONS)
        return true;
    if (api_has(request->path))
        return api_is_at_hand(request);
    return !site->page && !table_files_have(request->path);
}

void site_answer(Site *site, const Request *request, Reply *reply)
{
    if (table_files_have(request->path))
        table_files_answer(&site->files, request, reply);
    else if (request->method == METHOD_OPTIONS)
        *reply = (Reply){.status = 204, .caching = "no-store", .allow = api_allows(request->path)};
    else if (api_has(request->path))
        api_answer(&site->api, request, reply);
    else if (!method_only_reads(request->method))
        refusal_reply(reply, 405);
    else
        page_answer(site->page, request, reply);
}
