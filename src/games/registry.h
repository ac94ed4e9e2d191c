/* Which builds of the rules there are, for tests that compare them. */
#ifndef LUD_GAMES_REGISTRY_H
#define LUD_GAMES_REGISTRY_H

#include <ludoteca/game.h>

extern const LudGame oware_game_portable, pylos_game_portable, six_game_portable,
    dados_game_portable;
#ifdef LUD_HAVE_AVX2
extern const LudGame oware_game_avx2, pylos_game_avx2, six_game_avx2, dados_game_avx2;
#endif

/* The portable build of a game, whatever this processor can do. */
const LudGame *lud_game_portable(int index);

#endif
