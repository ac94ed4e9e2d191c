#!/usr/bin/env python3
"""Keeps of what abidw wrote only the functions that the library shows, and the types that they lead to:
trim_abi.py INPUT OUTPUT"""

import sys
import xml.etree.ElementTree as xml

REFERENCES = ("type-id", "naming-typedef-id", "def-of-decl-id", "containing-type-id")


def references(node):
    return {part.get(name) for part in node.iter() for name in REFERENCES if part.get(name)}


def reachable(wanted, types):
    """The names of all types that these names lead to."""
    found, left = set(), list(wanted)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [other for node in types.get(name, ()) for other in references(node)]
    return found


def main(source, target):
    tree = xml.parse(source)
    root = tree.getroot()
    units = root.findall("abi-instr")
    types = {}
    for node in (node for unit in units for node in unit):
        types.setdefault(node.get("id"), []).append(node)
    shown = [node for unit in units for node in unit.findall("function-decl") if node.get("elf-symbol-id")]
    kept = reachable({name for node in shown for name in references(node)}, types)
    for unit in units:
        unit.set("path", unit.get("path").rsplit("/", 1)[-1])
        for node in list(unit):
            if node.get("elf-symbol-id") is None and node.get("id") not in kept:
                unit.remove(node)
        if len(unit) == 0:
            root.remove(unit)
    xml.indent(tree, " ")
    tree.write(target, encoding="unicode")
    return 0 if shown else 1


sys.exit(main(*sys.argv[1:]))
