#!/usr/bin/env python3
"""Runs a command with a NATS server of its own, whose address and process it finds in LUDOTECA_TEST_BROKER and
LUDOTECA_TEST_BROKER_PID (a file): with_nats.py COMMAND …"""

import os
import sys

from nats import Nats

with Nats() as broker:
    os.environ["LUDOTECA_TEST_BROKER"] = broker.address
    os.environ["LUDOTECA_TEST_BROKER_PID"] = str(broker.pid_file)
    status = os.spawnvp(os.P_WAIT, sys.argv[1], sys.argv[1:])
sys.exit(status)
