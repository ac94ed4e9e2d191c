#include "online/profile.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "wire/json_writer.h"

/* -- reading ----------------------------------------------------------------------------------- */

static void read_pushes(const JsonValue *list, Profile *profile)
{
    for (const JsonValue *at = list ? list->first : NULL; at; at = at->next) {
        ProfilePush push = {0};
        if (profile->push_count < PROFILE_PUSHES &&
            json_copy_of(at, "endpoint", push.endpoint, sizeof push.endpoint) &&
            json_copy_of(at, "p256dh", push.p256dh, sizeof push.p256dh) &&
            json_copy_of(at, "auth", push.auth, sizeof push.auth))
            profile->pushes[profile->push_count++] = push;
    }
}

bool profile_read(const char *note, Profile *profile)
{
    JsonTree tree;
    char *copy = strdup(note);
    *profile = (Profile){0};
    bool is_read = copy && json_read(&tree, copy, strlen(copy), NULL) == LUD_OK;
    if (is_read) {
        const JsonValue *root = &tree.values[0];
        json_copy_of(root, "name", profile->name, sizeof profile->name);
        json_copy_of(root, "language", profile->language, sizeof profile->language);
        json_copy_of(root, "mail", profile->mail, sizeof profile->mail);
        json_copy_of(root, "settings", profile->settings, sizeof profile->settings);
        profile->is_mail_confirmed = json_flag_of(root, "confirmed");
        read_pushes(json_member(root, "pushes"), profile);
    }
    free(copy);
    return is_read;
}

/* -- writing ----------------------------------------------------------------------------------- */

char *profile_write(const Profile *profile)
{
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "name", profile->name);
    json_put_text(&json, "language", profile->language);
    json_put_text(&json, "mail", profile->mail);
    json_put_bool(&json, "confirmed", profile->is_mail_confirmed);
    json_put_open(&json, "pushes", '[');
    for (int i = 0; i < profile->push_count; i++) {
        json_open(&json, '{');
        json_put_text(&json, "endpoint", profile->pushes[i].endpoint);
        json_put_text(&json, "p256dh", profile->pushes[i].p256dh);
        json_put_text(&json, "auth", profile->pushes[i].auth);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_put_text(&json, "settings", profile->settings);
    json_close(&json, '}');
    return json_take(&json);
}

void profile_key(const unsigned char person[STORE_HASH], char key[PROFILE_HEX])
{
    sodium_bin2hex(key, PROFILE_HEX, person, STORE_HASH);
}

bool profile_find(const char *key, unsigned char person[STORE_HASH])
{
    size_t size = 0;
    return sodium_hex2bin(person, STORE_HASH, key, strlen(key), NULL, &size, NULL) == 0 &&
           size == STORE_HASH;
}

/* -- browsers ---------------------------------------------------------------------------------- */

void profile_drop_push(Profile *profile, const char *endpoint)
{
    int kept = 0;
    for (int i = 0; i < profile->push_count; i++) {
        if (strcmp(profile->pushes[i].endpoint, endpoint) != 0)
            profile->pushes[kept++] = profile->pushes[i];
    }
    profile->push_count = kept;
}

void profile_add_push(Profile *profile, const ProfilePush *push)
{
    profile_drop_push(profile, push->endpoint);
    if (profile->push_count == PROFILE_PUSHES)
        profile_drop_push(profile, profile->pushes[0].endpoint);
    profile->pushes[profile->push_count++] = *push;
}
