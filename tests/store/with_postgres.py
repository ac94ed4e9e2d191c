#!/usr/bin/env python3
"""Runs a command with a PostgreSQL server of its own, in a temporary directory: with_postgres.py COMMAND …

The command finds the address of an empty database in LUDOTECA_TEST_DATABASE."""

import os
import sys

from postgres import Postgres

with Postgres() as database:
    os.environ["LUDOTECA_TEST_DATABASE"] = database.address
    status = os.spawnvp(os.P_WAIT, sys.argv[1], sys.argv[1:])
sys.exit(status)
