/* The rules of each game are compiled twice from the same files: portable, and for processors with
 * AVX2 and BMI2 (LUD_AVX2 is then defined). The registry picks one at run time. */
#ifndef LUD_CORE_DUAL_H
#define LUD_CORE_DUAL_H

#ifdef LUD_AVX2
#define LUD_DUAL(name) name##_avx2
#else
#define LUD_DUAL(name) name##_portable
#endif

#endif
