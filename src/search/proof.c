/* Placeholder until the method lands. */
#include "search/search_object.h"

static bool begin(LudSearch *search)
{
    (void)search;
    return false;
}
static void end(LudSearch *search)
{
    (void)search;
}
const SearchMethod proof_method = {begin, end, end, end};
