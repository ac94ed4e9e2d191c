"""What scripts/run_tests.py is made of.

report.py   running commands, counting what passed
builds.py   the builds, and the suites of one of them
stages.py   what each stage checks
plan.py     in which order, and what runs beside what
"""
