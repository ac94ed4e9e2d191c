/* What is to be known of a column before it is written: docs/TABLES.md, "What surprises". */
#ifndef LUD_TABLE_LEARN_H
#define LUD_TABLE_LEARN_H

#include "table_model.h"
#include "table_plan.h"

/* Makes the model of a column of a layer from its entries, of which a process has its share if they
 * are dealt out; all processes call this together and come to the same. `*model`, for
 * table_model_free, is NULL where a model is not worth it. */
LudStatus table_learn(TableModel **model, const TablePlan *plan, int column, int layer,
                      const uint8_t *entries, LudError *err);

#endif
