#!/usr/bin/env python3
"""Holds answers of the library in WebAssembly against their schemas: reads lines of JSON, [verb, answer]."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
import shapes  # noqa: E402

count = 0
for line in sys.stdin:
    verb, answer = json.loads(line)
    count += 1
    fault = shapes.fault_of(shapes.shape_of_request(verb, answer), answer)
    if fault:
        sys.exit(f"{verb}: {fault}\n{line[:1000]}")
print(count)
