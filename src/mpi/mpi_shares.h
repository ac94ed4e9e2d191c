/* The processes of a build, reaching each other over MPI: fills a LudShares. */
#ifndef LUD_MPI_SHARES_H
#define LUD_MPI_SHARES_H

#include "core/shares.h"

/* Between MPI_Init and MPI_Finalize, by all processes together. NULL when out of memory. */
LudShares *mpi_shares_open(void);
/* Waits for what was given; by all together. */
void mpi_shares_close(LudShares *shares);

/* What it took, all processes together; they call it together. */
typedef struct MpiCosts {
    uint64_t letters, parcels, bytes;
    double busy_seconds;    /* of processors, waiting left out */
    double busiest_seconds; /* of the process that had most to do */
} MpiCosts;
void mpi_shares_costs(LudShares *shares, MpiCosts *costs);

#endif
