/* The games that this build has. Their names are in one list, which src/games/meson.build writes.
 */
#include "games/registry.h"

#include "games/games_list.h"

typedef struct Entry {
    const LudGame *portable;
    const LudGame *avx2; /* NULL where the processor family has no such thing */
    const char *english, *spanish;
} Entry;

#ifdef LUD_HAVE_AVX2
#define DECLARE_BUILDS(name) extern const LudGame name##_game_portable, name##_game_avx2;
#define AVX2(name)           &name##_game_avx2
#else
#define DECLARE_BUILDS(name) extern const LudGame name##_game_portable;
#define AVX2(name)           NULL
#endif

/* The rules in prose are made from the *.md files by scripts/embed_text.py. */
#define DECLARE(name)                                                                              \
    DECLARE_BUILDS(name) extern const char prose_##name##_en[], prose_##name##_es[];
#define ENTER(name) {&name##_game_portable, AVX2(name), prose_##name##_en, prose_##name##_es},

LUD_GAMES(DECLARE)

static const Entry registry[] = {LUD_GAMES(ENTER)};

enum { GAMES = sizeof registry / sizeof registry[0] };

static bool has_avx2(void)
{
#ifdef LUD_HAVE_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

int lud_game_count(void)
{
    return GAMES;
}

const LudGame *lud_game_at(int index)
{
    if (index < 0 || index >= GAMES)
        return NULL;
    return has_avx2() ? registry[index].avx2 : registry[index].portable;
}

const LudGame *lud_game_portable(int index)
{
    return index < 0 || index >= GAMES ? NULL : registry[index].portable;
}

const LudGame *lud_game_find(const char *name)
{
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(registry[i].portable->name, name) == 0)
            return lud_game_at(i);
    }
    return NULL;
}

const char *lud_game_prose(const LudGame *game, const char *language)
{
    for (int i = 0; i < GAMES; i++) {
        if (strcmp(registry[i].portable->name, game->name) == 0)
            return strcmp(language, "es") == 0 ? registry[i].spanish : registry[i].english;
    }
    return "";
}
