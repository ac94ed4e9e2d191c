/* What people and other programs are told of Secuencia de Dados, and what was measured of it. */
#ifndef LUD_DADOS_FACTS_H
#define LUD_DADOS_FACTS_H

#include <ludoteca/judging.h>
#include <ludoteca/practice.h>

extern const LudGamePractice dados_practice;

/* How moves are written. */
extern const char dados_notation[];
/* As LudGameText.ending. */
void dados_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending);

#endif
