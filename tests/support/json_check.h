/* Whether a text is JSON, for tests that want no more than that. */
#ifndef TESTS_SUPPORT_JSON_CHECK_H
#define TESTS_SUPPORT_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/* Whether it is one object, by the letter of RFC 8259, and nothing else. */
bool json_check_object(const char *bytes, size_t size);
/* The whole number that the first such name has, as our own writer spells it; -1: none. */
long json_check_number(const char *bytes, size_t size, const char *name);

#endif
