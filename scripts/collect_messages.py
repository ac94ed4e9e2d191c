#!/usr/bin/env python3
"""Collects the messages that xgettext can't see and prints them as N_("…") lines.

    ludoteca games --json --lang en | collect_messages.py FILE.c …

These are the texts of the games' tables, which come in as JSON, and the messages in calls of a few
functions in the files named, of which one call may choose between several.
"""
import json
import re
import sys

LITERAL = re.compile(r'"(?:\\.|[^"\\])*"')
# Functions that take a message, and which argument it is, counted from 0.
PLACE = {"lud_error_set": 2, "refuse_form": 1, "say": 1, "LUD_MESSAGE": 0}
CALL = re.compile(r"\b(%s)\s*\(" % "|".join(PLACE))


def table_texts(value, key=None):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from table_texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from table_texts(inner, key)
    elif key in ("title", "about", "sides") and value:
        yield json.dumps(value, ensure_ascii=False)


def arguments(text, at):
    """The arguments of a call whose opening parenthesis stands before `at`."""
    depth, start, found = 0, at, []
    while at < len(text):
        literal = LITERAL.match(text, at)
        if literal:
            at = literal.end()
            continue
        c = text[at]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                return found + [text[start:at]]
            depth -= 1
        elif c == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
        at += 1
    return found


def formats(path):
    with open(path, encoding="utf-8") as source:
        text = source.read()
    for call in CALL.finditer(text):
        found = arguments(text, call.end())
        place = PLACE[call.group(1)]
        if len(found) <= place:
            continue
        # Literals side by side are one text, others are alternatives.
        for run in re.findall(r'"(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*', found[place]):
            message = '"' + "".join(literal[1:-1] for literal in LITERAL.findall(run)) + '"'
            if message != '""':
                yield message


def main(paths):
    messages = list(table_texts(json.load(sys.stdin)))
    for path in paths:
        messages += formats(path)
    for message in dict.fromkeys(messages):
        print(f"/* xgettext:no-c-format */ N_({message})")


main(sys.argv[1:])
