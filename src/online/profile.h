/* What is known of a person who has a key: what they told, and nothing else. */
#ifndef LUD_ONLINE_PROFILE_H
#define LUD_ONLINE_PROFILE_H

#include <stdbool.h>

#include "online/online_game.h"
#include "wire/json_reader.h"

enum {
    PROFILE_MAIL = 255,
    PROFILE_LANGUAGE = 16,
    PROFILE_PUSHES = 4, /* browsers that are told; the oldest makes room */
    PROFILE_ENDPOINT = 1024,
    PROFILE_PUSH_KEY = 96,
    PROFILE_SETTINGS = 8192,
    PROFILE_HEX = 2 * STORE_HASH + 1,
};

/* A browser that wants to be told (Web Push). */
typedef struct ProfilePush {
    char endpoint[PROFILE_ENDPOINT], p256dh[PROFILE_PUSH_KEY], auth[PROFILE_PUSH_KEY];
} ProfilePush;

typedef struct Profile {
    char name[ONLINE_NAME], language[PROFILE_LANGUAGE];
    char mail[PROFILE_MAIL];
    bool is_mail_confirmed;
    ProfilePush pushes[PROFILE_PUSHES];
    int push_count;
    char settings[PROFILE_SETTINGS]; /* the page's own, carried from device to device */
} Profile;

/* From and to the note that is kept; reading is false if it is none. The text is for lud_free. */
bool profile_read(const char *note, Profile *profile);
char *profile_write(const Profile *profile);
/* A person's hash as the key of their note, and back; false if that is no key. */
void profile_key(const unsigned char person[STORE_HASH], char key[PROFILE_HEX]);
bool profile_find(const char *key, unsigned char person[STORE_HASH]);
/* Adds a browser, or renews it. */
void profile_add_push(Profile *profile, const ProfilePush *push);
void profile_drop_push(Profile *profile, const char *endpoint);

#endif
