/* Student's distribution. */
#ifndef LUD_BASE_STUDENT_H
#define LUD_BASE_STUDENT_H

/* How many standard errors a 95 % interval reaches to either side, if the error was estimated from
 * `count` >= 2 numbers. */
double base_student_95(double count);

#endif
