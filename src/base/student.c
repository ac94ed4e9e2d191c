#include "base/student.h"

double base_student_95(double count)
{
    static const double table[] = {12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                   2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                   2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                   2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
    double freedom = count - 1, known = (double)(sizeof table / sizeof table[0]);
    return freedom <= known ? table[(int)freedom - 1] : 1.960 + 2.5 / freedom;
}
