/* The rules in prose, made from the *.md files by scripts/embed_text.py. */
#ifndef LUD_GAMES_PROSE_H
#define LUD_GAMES_PROSE_H

extern const char prose_oware_en[], prose_oware_es[];
extern const char prose_pylos_en[], prose_pylos_es[];
extern const char prose_six_en[], prose_six_es[];
extern const char prose_dados_en[], prose_dados_es[];

#endif
