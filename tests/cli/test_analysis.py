#!/usr/bin/env python3
"""analyse and review: what they find, how they say it, and what they refuse."""

import json
import signal
import subprocess
import time
import xml.dom.minidom
from pathlib import Path

from game_rows import GAMES, ROWS, has_dice
from harness import PROGRAM, check, check_error, environment, finish, run
from play_driver import play, scratch

ROW_OF_FIVE = "r:0,0;0,1;0,2;0,3;0,4 b:1,0;1,1;1,2;1,3;2,0 16-16 r"


def analyse(*words):
    answer = run("analyse", *words, "--json")
    check(f"analyse {' '.join(words[:1])} answers", answer.status == 0, answer)
    return json.loads(answer.out)


def test_values():
    for game in GAMES:
        first = ["--moves", *ROWS[game]["before"]] if ROWS[game]["before"] else []
        found = analyse(game, *first, "--depth", "2", "--all", "--threads", "1")
        listed = [line.split("\t")[0] for line in run("moves", game, *first).lines]
        moves = [line["move"] for line in found["lines"]]
        check(f"{game}: every move is valued once", sorted(moves) == sorted(listed), moves)
        chances = [line["chance"] for line in found["lines"]]
        check(f"{game}: best first", chances == sorted(chances, reverse=True), chances)
        check(f"{game}: lines begin with their move",
              all(line["line"][0] == line["move"] for line in found["lines"]), found)
        again = analyse(game, *first, "--depth", "2", "--all", "--threads", "1")
        check(f"{game}: the same again", found["nodes"] == again["nodes"]
              and found["lines"] == again["lines"])
        text = run("analyse", game, *first, "--depth", "2", "--lines", "2", "--threads", "1")
        check(f"{game}: as text", text.status == 0 and len(text.lines) == 3
              and "%" in text.lines[1] and moves[0] in text.lines[1], text)


def test_wins():
    position = ROW_OF_FIVE
    found = analyse("six", "--position", position, "--depth", "3")["lines"][0]
    check("six: a row is completed", found["move"] in ("0,5", "0,-1") and found["proven"]
          and found["chance"] == 1, found)
    said = run("analyse", "six", "--position", position, "--depth", "3", "--lang", "es")
    check("six: gana en 1 jugada", "gana en 1 jugada" in said.out, said)


def test_book():
    """Openings whose value is proved are called so, in both languages."""
    words = ["analyse", "six", "--nodes", "3000", "--threads", "1", "--moves"]
    lost, won = "-1,0 0,1 0,-1", "-1,0 0,1 0,-1 1,1"
    found = {line["move"]: line for line in analyse(*words[1:], lost, "--all")["lines"]}
    check("six: a reply that loses by force is named", found["1,1"]["proven"] and found["1,1"]["loses_in"] > 10
          and not found["-1,-1"]["proven"], found)
    alone = {line["move"]: line for line in analyse(*words[1:], lost, "--all", "--no-tables")["lines"]}
    check("… by the book, which a search does without", not alone["1,1"]["proven"], alone)
    for language, loses, wins in (("en", "loses in", "wins in"), ("es", "pierde en", "gana en")):
        said = run(*words, lost, "--all", "--lang", language)
        check(f"… in words ({language})", any(loses in line and line.endswith(" 1,1") for line in said.lines), said)
        said = run(*words, won, "--lang", language)
        check(f"… and who wins ({language})", wins in said.lines[1] and ">" not in said.lines[1], said)


def test_dice():
    said = run("analyse", "dados", "--depth", "1")
    check("dice to be rolled: all totals", said.status == 0 and len(said.lines) == 13
          and "%" in said.lines[-1], said)
    found = analyse("dados", "--depth", "1")
    rolls = found["rolls"]
    check("… also in JSON", [roll["roll"] for roll in rolls] == [str(n) for n in range(2, 13)]
          and sum(roll["weight"] for roll in rolls) == 36, found)
    mean = sum(roll["weight"] * roll["best"]["chance"] for roll in rolls) / 36
    check("… with the mean", abs(mean - found["chance"]) < 1e-3, found)
    empty = "......" + "/......" * 5
    batch = run("analyse", "dados", "--batch", "--json", "--depth", "1",
                stdin=f"{empty} 1 -\n{empty} 1 8\ngggggg/......{'/......' * 4} 2 -\n")
    answers = [json.loads(line) for line in batch.lines if line]
    check("… in a batch: one answer a line, over or not", batch.status == 0
          and [len(answer.get("rolls", answer.get("lines"))) for answer in answers] == [11, 3, 0], batch)


LATE = "g.gbb./bgg.b./.gbgb./g.bgg./..b.g./.b.... 1"


def rollout(*words):
    answer = run("analyse", "dados:line=5", "--position", f"{LATE} 3", "--depth", "1", "--rollout", *words, "--json")
    check(f"rollout {' '.join(words)} answers", answer.status == 0, answer)
    return json.loads(answer.out)


def test_rollouts():
    once = rollout("360", "--seed", "4", "--threads", "1")
    check("a rollout tells its seed and count", once["seed"] == 4 and once["end"] == "all"
          and once["games"] == 360 * len(once["rollout"]) == 1080, once)
    check("… and errors", all(0 <= line["low"] <= line["chance"] <= line["high"] <= 1 and line["error"] > 0
                              and line["plain_games"] > 0 for line in once["rollout"]), once)
    check("… the same by two threads", rollout("360", "--seed", "4", "--threads", "2") == once)
    kept = Path(scratch("kept.rollout"))
    words = [PROGRAM, "analyse", "dados:line=5", "--position", f"{LATE} 3", "--depth", "1", "--rollout", "36000",
             "--seed", "4", "--resume", str(kept)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment())
    deadline = time.monotonic() + 60
    while not kept.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.wait()
    check("a rollout that is killed was kept", kept.exists())
    more = 36 * 8 + 36 * max(len(part.splitlines()) for part in kept.read_text().split("line ")[1:])
    gone_on = rollout(str(more), "--resume", str(kept))
    check("… and goes on as if nothing had been", gone_on == rollout(str(more), "--seed", "4"), gone_on)
    check_error("another seed", run(*words[1:5], "--rollout", "36", "--seed", "5", "--resume", kept), 2, "another")
    check_error("another position", run("analyse", "dados", "--rollout", "36", "--resume", kept), 2, "another")
    kept.write_text(kept.read_text()[:-30])
    check_error("a rollout that was cut", run(*words[1:5], "--rollout", "36", "--resume", kept), 1, "cut or changed")
    said = run("analyse", "dados:line=5", "--position", f"{LATE} -", "--rollout", "72", "--lang", "es")
    check("before the roll, in Spanish", said.status == 0 and "semilla 1" in said.out and " 72" in said.out
          and len(said.lines) == 3, said)
    check_error("a rollout without dice", run("analyse", "oware", "--rollout", "36"), 2, "dice")
    check_error("a seed without a rollout", run("analyse", "dados", "--seed", "1"), 2, "--rollout")
    check_error("no error", run("analyse", "dados", "--rollout", "36", "--until-error", "x"), 2, "0.25")
    decided = rollout("3600", "--until-decided", "--until-error", "5")
    check("an end before all games", decided["end"] in ("error", "decided") and decided["games"] < 10800, decided)


def test_heat():
    """What every square is worth: as a map, in words, as a picture, in JSON."""
    found = analyse("dados:line=5", "--depth", "1")
    cells = {cell["cell"]: cell for cell in found["cells"]}
    check("every square is valued", len(cells) == 36 and cells["b5"]["weight"] == 8
          and all(0 < cell["chance"] < 1 for cell in found["cells"]), found)
    picture = Path(scratch("heat.svg"))
    said = run("analyse", "dados:line=5", "--depth", "1", "--heat", "--svg", picture)
    check("a map", said.status == 0 and said.lines[-6].split()[0::2] == ["a6", "b6", "c6", "d6", "e6", "f6"], said)
    check("… and a picture", xml.dom.minidom.parse(str(picture)).documentElement.tagName == "svg")
    plain = run("analyse", "dados:line=5", "--depth", "1", "--heat", "--plain", "--lang", "es")
    best = max(found["cells"], key=lambda cell: cell["chance"])
    check("… in words, best first", plain.status == 0 and len(plain.lines) == 13 + 1 + 36
          and f"{best['chance']:.1%}".replace("%", " %") in plain.lines[14] and "de 36" in plain.lines[14], plain)
    rolled = run("analyse", "dados:line=5", "--moves", "8", "--depth", "1", "--heat", "--plain")
    check("… of what was rolled", rolled.status == 0 and len(rolled.lines) == 5, rolled)
    check_error("no map without dice", run("analyse", "oware", "--heat"), 2, "dice")
    check_error("a picture of nothing", run("analyse", "dados", "--svg", picture), 2, "--heat")
    record = Path(scratch("heat.ludo"))
    record.write_text("1. F *")
    check_error("a picture replaces no record",
                run("analyse", "dados", "--heat", "--svg", record, "--depth", "1"), 1, "another name")


def test_refusals():
    check_error("no game", run("analyse"), 2, "GAME")
    check_error("bad time", run("analyse", "oware", "--time", "5"), 2, "500ms")
    check_error("bad depth", run("analyse", "oware", "--depth", "0"), 2, "--depth")
    check_error("bad position", run("analyse", "oware", "--position", "x"), 2, "")
    check_error("lines and all", run("analyse", "oware", "--all", "--lines", "2"), 2, "--all")
    over = run("analyse", "oware", "--position", "0-0-0-0-0-0-0-0-0-0-1-1-26-20-N")
    check("an over position: who won", over.status == 0 and "over" in over.out
          and "South wins" in over.out, over)
    check_error("no such file", run("review", "/no/such/file"), 1, "/no/such/file")
    path = Path(scratch("empty.ludo"))
    path.write_text('[Game "oware"]\n\n*\n')
    check_error("a record without moves", run("review", path), 2, "no moves")


def test_curves():
    """A side that is out has no chance any more, also in the curve of the terminal."""
    path = Path(scratch("out.ludo"))
    path.write_text('[Game "dados:players=3"]\n[Result "0-1-0"]\n\n'
                    "1. 8:c5 6:b1 @3:time 2. 7:b5 @1:left 0-1-0\n")
    said = run("review", path, "--depth", "1", "--plain")
    curves = {line.split()[0]: line.split()[1] for line in said.lines
              if line.startswith(("Green  ", "Blue  ", "Red  "))}
    check("curves of three sides", curves.get("Red", "")[-2:] == "00"
          and all(len(curve) == 6 for curve in curves.values()) and len(curves) == 3, said)


def test_pictures():
    path, picture = Path(scratch("drawn.ludo")), Path(scratch("drawn.svg"))
    record = '[Game "oware"]\n[Result "*"]\n\n1. F *\n'
    path.write_text(record)
    check_error("a picture does not replace the record",
                run("review", path, "--depth", "1", "--svg", path), 1, "another name")
    check("… which stays", path.read_text() == record)
    for _ in range(2):
        said = run("review", path, "--depth", "1", "--svg", picture)
        check("a picture is drawn, and again", said.status == 0
              and picture.read_text().startswith("<svg"), said)
    said = run("review", path, "--depth", "1", "--svg", "/no/such/place.svg")
    check("no place for the picture: the review is not lost", said.status == 1
          and "accuracy" in said.out and "/no/such/place.svg" in said.err, said)


def test_review_titles():
    path = Path(scratch("named.ludo"))
    path.write_text('[Game "oware"]\n[North "Ana"]\n[Result "*"]\n\n1. F *\n')
    said = run("review", path, "--depth", "1")
    check("a title names a nameless player by the side", said.lines[0] == "Oware: South - Ana", said)
    path.write_text('[Game "dados:players=4"]\n[Result "*"]\n\n1. 8:c5 *\n')
    said = run("review", path, "--depth", "1")
    check("names of seats keep their distance", "(seat 1) rolls 8" in said.out, said)


def test_interrupt():
    """Ctrl-C ends the search, and what was found is shown."""
    # A busy machine may need a while to begin, and to end: the best of some tries counts.
    for pause in (0.3, 1, 3):
        process = subprocess.Popen([PROGRAM, "analyse", "oware", "--time", "60s"],
                                   stdout=subprocess.PIPE, text=True, env=environment())
        time.sleep(pause)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=30)[0]
        is_good = time.monotonic() - start < 1 and out.startswith("Depth")
        if is_good:
            break
    check("Ctrl-C ends an analysis at once", is_good, out)


def record_of(game, players, seed):
    count = players.count(",")
    path = Path(scratch(f"review-{game.split(':')[0]}-{count}-{seed}.ludo"))
    answer = play(game, "--players", players, "--seed", str(seed), "--save", str(path))
    check(f"{game}: a game to review", answer.status == 0, answer)
    return path


def test_review():
    for game in [*GAMES, "dados:players=3,line=5"]:
        count = 3 if "players=3" in game else 2
        path = record_of(game, ",".join(["greedy", "random", "random"][:count]), 5)
        picture = Path(scratch(f"{path.stem}.svg"))
        answer = run("review", path, "--nodes", "300", "--threads", "1", "--json", "--svg", picture)
        check(f"review of {game}", answer.status == 0, answer)
        review = json.loads(answer.out)
        moves = [ply for ply in review["plies"] if ply["kind"] == "move"]
        check(f"{game}: every ply is judged", len(moves) == sum(s["moves"] for s in review["sides"])
              and len(review["sides"]) == count)
        check(f"{game}: losses and marks agree",
              all(ply["loss"] >= 0 and (ply["mark"] not in ("best", "forced") or ply["loss"] == 0)
                  for ply in moves), moves)
        check(f"{game}: the curve ends with the result",
              max(review["plies"][-1]["chances"]) in (1, 0.5), review["plies"][-1])
        check(f"{game}: a best move is the best one",
              all(ply["best"]["move"] == ply["move"] for ply in moves if ply["mark"] == "best"))
        rolls = [ply["luck"] for ply in review["plies"] if ply["kind"] == "roll"]
        check(f"{game}: luck only where there are dice", bool(rolls) == has_dice(game))
        xml.dom.minidom.parse(str(picture))
        text = run("review", path, "--nodes", "300", "--threads", "1")
        check(f"{game}: as text", text.status == 0
              and all(f"{side['name']}: accuracy" in text.out for side in review["sides"]), text)


def sum_of(review, seat, key):
    return review["sides"][seat % len(review["sides"])][key]


def probe_after(words, moves, folder):
    """The final difference for the mover once these moves were played; None where tables do not know."""
    answer = json.loads(run("tables", "probe", *words, "--moves", " ".join(moves), "--json", "--dir", folder).out)
    return answer["final_least"] if answer["final_least"] == answer["final_most"] else None


def test_exact():
    """Every outcome that a review calls certain, asked again of the tables themselves."""
    folder = scratch("report-tables")
    rules = "oware:slam=nocapture"
    check("small tables", run("tables", "build", rules, "--seeds", "9", "--dir", folder).status == 0)
    asked = 0
    for seed in range(1, 5):
        path = scratch(f"report-exact-{seed}.ludo")
        play(rules, "--players", "random,random", "--seed", str(seed), "--save", path)
        review = json.loads(run("review", path, "--nodes", "300", "--threads", "1", "--json", LUDOTECA_TABLES=folder).out)
        moves = [ply["move"] for ply in review["plies"]]
        for ply in review["plies"]:
            if "exact_best" not in ply or asked > 40:
                continue
            before, after = (probe_after([rules], moves[:ply["ply"] - later], folder) for later in (1, 0))
            if after is None:
                continue  # the game is over there
            asked += 1
            check(f"move {ply['ply']} of game {seed} is worth what tables say", (before, -after) == (ply["exact_best"], ply["exact_played"]),
                  (before, after, ply))
            lost = (ply["exact_best"] > 0) - (ply["exact_best"] < 0) > (ply["exact_played"] > 0) - (ply["exact_played"] < 0)
            check("… and given away if the winner changes", ("gift" in ply) == lost, ply)
    check("some were asked", asked >= 10, asked)


def test_report():
    paths = [record_of("pylos", "greedy,random", seed) for seed in (7, 8)]
    words = ("--nodes", "300", "--threads", "1")
    reviews = [json.loads(run("review", path, *words, "--json").out) for path in paths]
    picture = Path(scratch("report.svg"))
    answer = run("review", *paths, "--report", *words, "--json", "--svg", picture)
    report = json.loads(answer.out)
    check("a report of two files", answer.status == 0 and report["games"] == 2, answer)
    xml.dom.minidom.parse(str(picture))
    for seat, player in enumerate(report["players"]):
        for key in ("best", "blunders", "exact", "exact_kept", "exact_lost", "gifts"):
            check(f"{key} of {player['name']} is the sum", player[key] == sum(sum_of(review, seat, key) for review in reviews), player)
        check("… and so are the moves", player["moves"] == sum(sum_of(r, seat, "moves") - sum_of(r, seat, "forced") for r in reviews))
        check("… and the games", player["games"] == 2 == player["won"] + player["drawn"] + player["lost"], player)
    gifts = [(number, ply["ply"], ply["gift"]) for number, review in enumerate(reviews, 1) for ply in review["plies"] if "gift" in ply]
    check("every gift is listed", gifts == [(g["game"], g["ply"], g["gift"]) for g in report["gifts"]], (gifts, report["gifts"]))
    said = run("review", *paths, "--report", *words)
    check("as text", said.status == 0 and said.out.count("Pylos") == 2 and all(p["name"] in said.out for p in report["players"]), said)
    check("a line for every gift", sum("; best was" in line for line in said.lines) == len(gifts), said)
    spanish = run("review", *paths, "--report", *words, "--lang", "es")
    check("in Spanish", spanish.status == 0 and "best" not in spanish.out and "partidas" in spanish.out, spanish)
    both = run("review", paths[0], record_of("six", "greedy,random", 7), "--report", *words)
    check("one game at a time, and what was found is told", both.status == 2 and "Pylos" in both.err and "Computer 1" in both.out, both)
    empty = scratch("report-empty.ludo")
    Path(empty).write_text('[Game "pylos"]\n\n*\n')
    said = run("review", empty, paths[0], "--report", *words)
    check("a record without moves ends no report", said.status == 0 and empty in said.err and "games 1" in said.out, said)
    said = run("review", empty, "--report", *words)
    check("nothing to report on", said.status == 2 and not said.out and "no game" in said.err, said)
    check_error("one picture of several files", run("review", *paths, "--svg", scratch("several.svg")), 2, "--report")
    check_error("one game of several files", run("review", *paths, "--game", "1"), 2, "--game")


test_values()
test_wins()
test_book()
test_dice()
test_rollouts()
test_heat()
test_refusals()
test_interrupt()
test_review()
test_exact()
test_report()
test_review_titles()
test_pictures()
test_curves()
finish()
