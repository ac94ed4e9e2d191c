#include "oware_network.h"

const OwareNetwork oware_network = {
#include "oware_weights.inc"
};
