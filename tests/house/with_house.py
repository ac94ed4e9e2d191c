#!/usr/bin/env python3
"""Runs a command with a database and a broker of its own, which it finds in LUDOTECA_TEST_DATABASE and
LUDOTECA_TEST_BROKER: with_house.py COMMAND …"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "store"), str(ROOT / "broker")]

from nats import Nats  # noqa: E402
from postgres import Postgres  # noqa: E402

with Postgres() as database, Nats() as broker:
    os.environ["LUDOTECA_TEST_DATABASE"] = database.address
    os.environ["LUDOTECA_TEST_BROKER"] = broker.address
    status = os.spawnvp(os.P_WAIT, sys.argv[1], sys.argv[1:])
sys.exit(status)
