/* The only file that names the four games. */
#include "games/registry.h"

#include "games/prose.h"

typedef struct Entry {
    const LudGame *portable;
    const LudGame *avx2; /* NULL where the processor family has no such thing */
    const char *english, *spanish;
} Entry;

#ifdef LUD_HAVE_AVX2
#define AVX2(name) &name##_game_avx2
#else
#define AVX2(name) NULL
#endif

static const Entry registry[] = {
    {&oware_game_portable, AVX2(oware), prose_oware_en, prose_oware_es},
    {&pylos_game_portable, AVX2(pylos), prose_pylos_en, prose_pylos_es},
    {&six_game_portable, AVX2(six), prose_six_en, prose_six_es},
    {&dados_game_portable, AVX2(dados), prose_dados_en, prose_dados_es},
};

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
