"""Answers held against their JSON Schema: data/schema, by the names of its definitions."""

import json
from pathlib import Path

SCHEMAS = Path(__file__).resolve().parent.parent.parent / "data" / "schema"
OF_COMMAND = {
    "games": "rules.games", "rules": "rules.prose", "show": "rules.show", "moves": "rules.moves", "perft": "rules.perft",
    "replay": "records.record", "convert": "records.record", "review": "analysis.review", "match": "tools.match",
    "bench": "tools.bench", "tables list": "tables.table_files", "tables info": "tables.table_counts",
    "tables probe": "tables.table_probe", "hint": "analysis.hint",
    "solve": "proofs.solution", "verify-proof": "proofs.proof",
}
OF_QUESTION = {
    "/api/v1/games": "rules.games", "/api/v1/problems": "server.problems", "/api/v1/tables/probe": "tables.table_probe",
}
OF_REQUEST = {  # of the library in WebAssembly
    "games": "rules.games", "prose": "rules.prose", "situation": "rules.situation", "preview": "rules.preview",
    "answers": "rules.answers", "moves": "rules.moves", "roll": "rules.roll", "readMove": "rules.read_move", "readRecords": "records.records",
    "writeRecord": "records.written_record", "nextGame": "rules.next_game", "choose": "analysis.choice",
    "hint": "analysis.hint", "review": "analysis.review", "holdTables": "analysis.held_tables", "missing": "analysis.missing",
    "holdStrategy": "analysis.held_strategy", "expect": "tables.lacking", "wanted": "tables.lacking", "bring": "tables.brought", "giveUp": "tables.lacking", "probe": "tables.table_probe",
    "holdWeights": "analysis.missing", "bench": "analysis.counted",
}


def point_to(name, where):
    """The place in all schemas put together of a $ref that stands in one of them."""
    file, _, pointer = where.partition("#/$defs/")
    return f"#/$defs/{file.removesuffix('.json') or name}.{pointer}"


def gather(schema, name):
    if isinstance(schema, list):
        return [gather(entry, name) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: point_to(name, value) if key == "$ref" else gather(value, name) for key, value in schema.items()}


def relax(schema):
    """The same for examples that leave things out."""
    if isinstance(schema, list):
        return [relax(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: relax(value) for key, value in schema.items()
            if not (key == "required" and isinstance(value, list)) and key not in ("minItems", "maxItems")}


def read_all():
    shapes = {}
    for path in sorted(SCHEMAS.glob("*.json")):
        for name, schema in json.loads(path.read_text())["$defs"].items():
            shapes[f"{path.stem}.{name}"] = gather(schema, path.stem)
    return shapes


SHAPES = read_all()
VALIDATORS = {}


def validator(schema):
    import jsonschema  # takes longer than many a test, so only whoever needs it waits
    return jsonschema.Draft202012Validator(schema)


def whole_schema(name, is_example=False):
    """The shape of this name, with all others that it may point to."""
    shapes = relax(SHAPES) if is_example else SHAPES
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": f"#/$defs/{name}", "$defs": shapes}


def fault_of_schemas():
    """What makes them no JSON Schema; takes too long to be asked before every answer."""
    whole = whole_schema(next(iter(SHAPES)))
    error = next(validator(validator(whole).META_SCHEMA).iter_errors(whole), None)
    return error and f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


def fault_of(name, answer, is_example=False):
    """What is wrong with an answer, None if nothing is."""
    key = name, is_example
    if key not in VALIDATORS:
        VALIDATORS[key] = validator(whole_schema(name, is_example))
    error = next(VALIDATORS[key].iter_errors(answer), None)
    return error and f"{name} at {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


def shape_of_command(words, answer):
    """The shape of what a command prints with --json; None if nothing says."""
    words = [str(word) for word in words]
    name = " ".join(words[:2]) if words[0] == "tables" else words[0]
    if name == "analyse":
        return next((f"analysis.{key}" for key in ("rolls", "rollout") if key in answer), "analysis.analysis")
    if name == "review" and "--report" in words:
        return "tools.report"
    return OF_COMMAND.get(name)


def shape_of_play(path, answer):
    """Of online games: docs/openapi.json says the same."""
    if path == "/api/v1/play":
        return "online.games" if "open" in answer else "online.game"
    if path.endswith("/confirm"):
        return "online.done"
    if path.startswith("/api/v1/mine"):
        return "online.mine"
    return "online.entry" if path.endswith("/moves") else "online.game"


def shape_of_question(target, status, answer):
    path = target.partition("?")[0]
    if status >= 400:
        return "server.problem"
    if path.startswith(("/api/v1/play", "/api/v1/mine")):
        return shape_of_play(path, answer)
    if path == "/api/v1/tables":
        return "tables.table_reaches" if "tables" in answer else "tables.table_reach"
    if path == "/api/v1/tables/probe" and "answers" in answer:
        return "tables.table_probes"
    return OF_QUESTION.get(path)


def shape_of_request(verb, answer):
    if "error" in answer:
        return "rules.error"
    if verb == "analyse":
        return next((f"analysis.{key}" for key in ("rolls", "rollout") if key in answer), "analysis.analysis")
    return OF_REQUEST[verb]


def without_gaps(example):
    """An example without the dots that stand for what is left out."""
    if isinstance(example, list):
        return [without_gaps(entry) for entry in example if entry != "…"]
    if isinstance(example, dict):
        return {key: without_gaps(value) for key, value in example.items() if key != "…"}
    return example
