#!/usr/bin/env python3
"""What survives when the server that has a game is killed, ends, or is stopped and wakes up later: owner_change.py PROGRAM

Each story below is told three times, all at once: it says what is done before the blow, and what must be true afterwards
at the other servers; then what is still true when the server is back."""

import asyncio
import hashlib
import hmac
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import urllib.request
from pathlib import Path

ROOT_FOLDER = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT_FOLDER / "cli"), str(ROOT_FOLDER / "post")]

from guests import PATIENCE, Guest, ask, create, do, fault_of_history, list_moves, look, read_history, settles  # noqa: E402
from harness import PROGRAM, check, finish, run  # noqa: E402
from players import ROOT  # noqa: E402
from post_servers import Browser, PushService, make_certificates, tls_of, to_url64  # noqa: E402
from serve_driver import LONG, SLOWNESS  # noqa: E402
from servers import House  # noqa: E402

MINE = "/api/v1/mine"
LEASE_S, ADOPT_S = 3, 1  # until a server that is not heard of counts as gone, and until the others look for its games
OUTAGE_S = LEASE_S + 2 * ADOPT_S  # from its last word until another one has taken its games
SILENT_S = 10  # until the guests of a server that is not heard of count as gone
SLACK_S = 3 * SLOWNESS
SKEW_MS = 200 * SLOWNESS  # servers ask the database for the time when they start, which takes a moment
WORDS = ["C", "c", "B", "b", "F", "f"]  # a beginning of Oware


class Scene:
    """One blow: `owner` gets it, `others` live."""

    def __init__(self, house, kind, service, browser):
        self.kind, self.service, self.browser = kind, service, browser
        self.owner, *self.others = house.servers
        self.database = house.first

    def check(self, name, holds, detail=""):
        check(f"{self.kind}: {name}", holds, detail)

    async def check_history(self, name, table, guests):
        """All of them come to know all events, and nothing else."""
        _, numbers, _ = await asyncio.to_thread(read_history, self.database, table.id)
        are_told = await settles(lambda: all(len(guest.events) >= len(numbers) for guest in guests))
        fault = await asyncio.to_thread(fault_of_history, self.database, table.id, guests)
        self.check(f"{name}: one history, told to everybody", are_told and not fault, fault or [len(guest.events) for guest in guests])
        for guest in guests:
            await guest.end()

    def watch(self, table):
        """Guests at every server; who is at the owner's goes elsewhere."""
        one, two = self.others
        return [Guest(places, table.id) for places in ([self.owner, one], [one], [two])]


async def play(server, table, first, last):
    """Numbered words of Oware."""
    statuses = [(await do(server, table.id, "moves", table.tokens[(number + 1) % 2], number=number, move=WORDS[number - 1]))[0]
                for number in range(first, last + 1)]
    return statuses == [200] * (last + 1 - first)


# -- clocks ---------------------------------------------------------------------------------------


def passed_ms(since):
    return 1000 * (time.monotonic() - since)


async def clocks_go_on(scene):
    one, two = scene.others
    table = await create(scene.owner, "oware", clock="5m+60s")
    began = await play(scene.owner, table, 1, 1)
    start = time.monotonic()
    began = began and await play(scene.owner, table, 2, 2)
    guests = scene.watch(table)
    await guests[0].hears("move", 2)
    began_ms = guests[0].heard("move")[1]["clocks"]
    had_ms = (await look(scene.owner, table.id))["clocks"] if scene.kind == "ended" else began_ms
    yield
    asked = time.monotonic()
    left_ms = (await look(two, table.id))["clocks"]
    least_ms = began_ms[0] - passed_ms(start) - SKEW_MS
    # Of who died it is known that it was there a second before; who ends says so.
    scene.check("a clock goes on, and no faster than time", began and least_ms <= left_ms[0] <= had_ms[0] and left_ms[1] == had_ms[1],
                (began_ms, had_ms, left_ms, least_ms))
    fresh = Guest([one], table.id), Guest([two], table.id)
    await asyncio.gather(*(guest.arrives() for guest in fresh))
    for guest in fresh:
        told_ms = guest.hellos[0]["clocks"]
        least_ms = left_ms[0] - passed_ms(asked) - 1000 * OUTAGE_S  # who only follows a game does not know how long nobody had it
        scene.check("… as who comes is told", least_ms <= told_ms[0] <= left_ms[0] + SKEW_MS and told_ms[1] == had_ms[1], (left_ms, told_ms))
        await guest.end()
    moved = await play(one, table, 3, 3)
    least_ms = left_ms[0] - passed_ms(asked)
    after_ms = (await look(two, table.id))["clocks"]
    scene.check("… and gets what a turn adds", moved and least_ms <= after_ms[0] - 60_000 <= left_ms[0], (left_ms, after_ms))
    yield
    scene.check("… and the game goes on", await play(scene.owner, table, 4, 6))
    await scene.check_history("clocks", table, guests)


async def time_runs_out(scene):
    clock_s = 1
    table = await create(scene.owner, "oware", clock=f"{clock_s}s")
    guests = scene.watch(table)
    await asyncio.gather(*(guest.arrives() for guest in guests))
    yield
    ended = all(await asyncio.gather(*(guest.hears("end") for guest in guests[1:])))
    drops = guests[1].heard("drop")
    scene.check("time that runs out ends a game by itself", ended and [drop["reason"] for drop in drops] == ["time"], drops)
    took_s = (drops[0]["at"] - guests[1].heard("start")[0]["at"]) / 1000 if drops else 0
    scene.check("… on time", clock_s - SKEW_MS / 1000 <= took_s <= clock_s + OUTAGE_S + SLACK_S, took_s)
    yield
    await scene.check_history("time", table, guests)


# -- dice -----------------------------------------------------------------------------------------


async def give_part(server, table, player, deed):
    """The part of a player: its number, over and over (docs/DICE.md)."""
    terms = (await look(server, table.id))["dice"]["terms"]
    words = f"ludoteca 1 commit\0{terms}\0player {player}\0".encode()
    part = {"commitment": hmac.new(bytes.fromhex(str(player) * 64), words, hashlib.sha256).hexdigest(), "secret": str(player) * 64}
    return (await do(server, table.id, "dice", table.tokens[player - 1], **{deed: part[deed]}))[0] == 200


async def roll_and_move(servers, table, plies, chance):
    """By turns at each of these servers."""
    for ply in range(plies):
        server = servers[ply % len(servers)]
        seen = await look(server, table.id)
        if seen["phase"] != "playing":
            return
        words = ["roll"] if seen["awaits"] == "roll" else await list_moves(seen)
        player = next(row["player"] for row in seen["seats"] if row["seat"] == seen["seat"])
        status, answer = await do(server, table.id, "moves", table.tokens[player - 1], number=len(seen["moves"]) + 1, move=chance.choice(words))
        if status != 200:
            raise RuntimeError(f"{status} {answer}")


async def check_dice(scene, name, server, table):
    await do(server, table.id, "resign", table.tokens[0])
    dice = (await look(server, table.id))["dice"]
    verified = await asyncio.to_thread(verify, f"http://127.0.0.1:{server.port}{ROOT}/{table.id}/record")
    scene.check(f"{name} are everybody's, and right", verified.status == 0 and "nobody could choose" in verified.out and "- " not in verified.out, verified)
    scene.check("… with all secrets told", bool(dice["secret"]) and all(part["secret"] for part in dice["parts"]), dice)


def verify(address):
    with tempfile.NamedTemporaryFile(suffix=".ludo") as file:
        file.write(urllib.request.urlopen(address, timeout=PATIENCE).read())
        file.flush()
        return run("verify-dice", file.name)


async def dice_go_on(scene):
    chance = random.Random(3)
    table = await create(scene.owner, "dados", dice="shared", lots=True, rolloff=True)
    for deed in ("commitment", "secret"):
        for player in (1, 2):
            await give_part(scene.owner, table, player, deed)
    await roll_and_move([scene.owner, scene.others[0]], table, 6, chance)
    sealed = (await look(scene.owner, table.id))["dice"]["server"]
    guests = scene.watch(table)
    yield
    await roll_and_move(scene.others, table, 8, chance)
    seen = await look(scene.others[1], table.id)
    scene.check("dice are drawn under the same seal", seen["dice"]["server"] == sealed and sum(move["kind"] == "roll" for move in seen["moves"]) >= 4, seen["dice"])
    yield
    await roll_and_move([scene.owner, *scene.others], table, 6, chance)
    await check_dice(scene, "dice", scene.owner, table)
    await scene.check_history("dice", table, guests)


async def parts_are_kept(scene):
    """Somebody has given a part, somebody else has not yet."""
    one, two = scene.others
    table = await create(scene.owner, "dados", dice="shared")
    given = [await give_part(scene.owner, table, 1, "commitment")]
    yield
    given += [await give_part(one, table, 2, "commitment"), await give_part(two, table, 1, "secret"), await give_part(one, table, 2, "secret")]
    scene.check("parts of the dice are kept", given == [True] * 4, given)
    await roll_and_move(scene.others, table, 4, random.Random(4))
    await check_dice(scene, "dice whose parts came before and after", one, table)
    yield


# -- computers ------------------------------------------------------------------------------------


async def computers_move_once(scene):
    """The blow comes while one thinks."""
    one, two = scene.others
    table = await create(scene.owner, "oware", seats=["person", "max,time=1s"])
    guests = scene.watch(table)
    moved = await play(scene.owner, table, 1, 1)
    yield
    scene.check("a computer's turn is taken", moved and await guests[1].hears("move", 2), guests[1].events)
    status, _ = await answer_computer(two, table, 3)
    scene.check("… and the next one", status == 200 and await guests[1].hears("move", 4), status)
    yield
    status, _ = await answer_computer(scene.owner, table, 5)
    scene.check("… and the one after the server is back", status == 200 and await guests[1].hears("move", 6), status)
    scene.check("… each once", [move["number"] for move in guests[1].heard("move")] == [1, 2, 3, 4, 5, 6], guests[1].heard("move"))
    await scene.check_history("computers", table, guests)


async def answer_computer(server, table, number):
    seen = await look(server, table.id)
    return await do(server, table.id, "moves", table.tokens[0], number=number, move=(await list_moves(seen))[0])


# -- people ---------------------------------------------------------------------------------------


async def talk_goes_on(scene):
    one, two = scene.others
    table = await create(scene.owner, "oware")
    guests = scene.watch(table) + [Guest([one], table.id, table.tokens[0])]
    await asyncio.gather(*(guest.arrives() for guest in guests))
    guests[3].send("chat", text="before")
    heard = await settles(lambda: all(guest.heard("chat") for guest in guests))
    await do(two, table.id, "offer", table.tokens[0], offer="draw")
    yield
    status, _ = await do(two, table.id, "chat", table.tokens[1], text="after")
    scene.check("chat", heard and status == 200 and all(await asyncio.gather(*(guest.hears("chat", 2) for guest in guests[1:]))),
                (heard, status, [guest.heard("chat") for guest in guests]))
    status, answer = await do(one, table.id, "accept", table.tokens[1])
    scene.check("an offer stands until it is accepted", status == 200 and answer["phase"] == "over" and answer["result"]["reason"] == "agreed-draw", (status, answer))
    yield
    await scene.check_history("talk", table, guests)


async def one_plays_again(scene):
    one, two = scene.others
    table = await create(scene.owner, "oware")
    await do(scene.owner, table.id, "resign", table.tokens[0])
    await do(scene.owner, table.id, "offer", table.tokens[0], offer="rematch")
    yield
    status, answer = await do(one, table.id, "accept", table.tokens[1])
    following = (answer or {}).get("series", {}).get("next")
    seen = await look(two, following) if following else {}
    scene.check("an offered rematch begins", status == 200 and seen.get("phase") == "playing" and seen["series"]["previous"] == table.id, (status, answer, seen))
    yield
    status, _ = await do(scene.owner, following, "moves", table.tokens[seen["seats"][seen["seat"] - 1]["player"] - 1], number=1,
                         move="C" if seen["seat"] == 1 else "c")
    scene.check("… and is played, with the same tokens", status == 200, status)


async def games_are_listed(scene):
    one, two = scene.others
    table = await create(scene.owner, "oware", seats=["person", "open"], public=True)
    yield
    _, listed = await ask(one, "GET", ROOT)
    scene.check("an open game is listed", table.id in [game["id"] for game in listed["open"]], listed)
    status, joined = await ask(two, "POST", f"{ROOT}/{table.id}/join", {"name": "Eva"})
    scene.check("… and joined", status == 201 and joined["phase"] == "playing", (status, joined))
    yield
    _, listed = await ask(scene.owner, "GET", ROOT)
    scene.check("… and then listed as being played", table.id in [game["id"] for game in listed["playing"]] and
                table.id not in [game["id"] for game in listed["open"]], listed)


async def presences_are_true(scene):
    """One player is where the blow falls, the other is not."""
    one, two = scene.others
    table = await create(scene.owner, "oware")
    gone = Guest([scene.owner], table.id, table.tokens[0], comes_again=False)
    stays = Guest([one], table.id, table.tokens[1])
    witness = Guest([two], table.id)
    await asyncio.gather(gone.arrives(), stays.arrives(), witness.arrives())
    are_here = await settles(lambda: [witness.presences.get(seat, [None])[-1] for seat in (1, 2)] == ["here", "here"])
    scene.check("players are here, wherever they are", are_here, witness.presences)
    yield
    # Who is at a server that is stopped is not seen to go before that server counts as silent.
    if scene.kind != "stopped" or LONG:
        is_away = await settles(lambda: "away" in (witness.presences[1][-1], stays.presences.get(1, [None])[-1]), SILENT_S + 10 * SLOWNESS)
        scene.check("who was at a server that is gone is away", is_away, witness.presences)
    scene.check("who is at one that lives is here", witness.presences[2] == ["here"], witness.presences)
    for guest in (gone, stays, witness):
        await guest.end()
    yield


# -- persons --------------------------------------------------------------------------------------


async def persons_are_known(scene):
    one, two = scene.others
    key = scene.kind.ljust(32, "k")
    subscription = {"endpoint": f"https://127.0.0.1:{scene.service.port}/ok/{scene.kind}", "p256dh": to_url64(scene.browser.public), "auth": to_url64(scene.browser.auth)}
    await ask(scene.owner, "POST", f"{MINE}/profile", {"name": "Eva", "language": "es", "push": subscription}, key)
    table = await create(scene.owner, "oware", names=["Luis", None], clock="3d")
    await do(scene.owner, table.id, "sit", table.tokens[1], name="Eva", key=key)
    yield
    _, mine = await ask(one, "POST", MINE, {}, key)
    scene.check("a profile is known everywhere", mine["profile"]["name"] == "Eva" and [row["game"]["id"] for row in mine["games"]] == [table.id], mine)
    await play(two, table, 1, 1)
    arrived = await settles(lambda: any("turno" in scene.browser.read(body) for _, body in scene.service.arrived(f"/ok/{scene.kind}")))
    scene.check("… and its owner is told that it is her turn, in her language", arrived, scene.service.requests)
    yield
    turns = [body for _, body in scene.service.arrived(f"/ok/{scene.kind}") if "turno" in scene.browser.read(body)]
    scene.check("… once", len(turns) == 1, len(turns))


async def order_is_kept(scene):
    one, two = scene.others
    table = await create(scene.owner, "oware")
    _, said = await do(scene.owner, table.id, "chat", table.tokens[1], text="¡Tramposo!")
    status, _ = await do(scene.owner, table.id, "report", table.tokens[0], event=said["event"], reason=f"rude, {scene.kind}")
    banned = await asyncio.to_thread(run, "server-admin", "ban", table.id, "2", "--store", scene.database.address)
    yield
    shown = await asyncio.to_thread(run, "server-admin", "reports", "--store", scene.database.address)
    scene.check("a report is there", status == 200 and f"rude, {scene.kind}" in shown.out, shown)
    status, _ = await do(two, table.id, "chat", table.tokens[1], text="no")
    scene.check("who is excluded stays so", banned.status == 0 and status == 403, (banned, status))
    scene.check("… from all but moving", await play(one, table, 1, 2))
    yield


# -- blows ----------------------------------------------------------------------------------------


STORIES = (clocks_go_on, dice_go_on, parts_are_kept, talk_goes_on, one_plays_again, games_are_listed, persons_are_known, order_is_kept)
LAST = (time_runs_out, computers_move_once)  # begin when the others are ready, so that time still runs and the computer thinks
LONGEST = presences_are_true  # nobody waits for its end but the test


async def strike(scene):
    if scene.kind == "stopped":
        scene.owner.signal(signal.SIGSTOP)
    elif scene.kind == "killed":
        await asyncio.to_thread(scene.owner.kill)
    else:
        scene.owner.signal(signal.SIGTERM)
        _, err = await asyncio.to_thread(scene.owner.process.communicate)
        scene.check("it ends without a complaint", scene.owner.process.returncode == 0 and not err, (scene.owner.process.returncode, err[-2000:]))


async def revive(scene):
    if scene.kind == "stopped":
        scene.owner.signal(signal.SIGCONT)
    else:
        scene.owner.start()
    await asyncio.to_thread(scene.owner.await_ready)


async def go_on(scene, stories):
    """Each to where it waits for the next blow."""
    ends = await asyncio.gather(*(anext(story, None) for story in stories), return_exceptions=True)
    for story, fault in zip(stories, ends):
        if fault:
            scene.check(f"{story.__name__} goes on", False, "".join(traceback.format_exception(fault)))


async def tell(scene):
    stories, last, longest = [story(scene) for story in STORIES], [story(scene) for story in LAST], LONGEST(scene)
    await go_on(scene, [longest, *stories])
    await go_on(scene, last)
    await strike(scene)
    end = asyncio.create_task(go_on(scene, [longest]))
    if LONG:
        await end
    await go_on(scene, last + stories)
    await revive(scene)
    await go_on(scene, last + stories)
    return end


async def tell_all(house, service, browser):
    ends = []
    for kind in ("killed", "ended", "stopped"):
        start = time.monotonic()
        ends.append(await tell(Scene(house, kind, service, browser)))
        print(f"# {kind}: {time.monotonic() - start:.1f} s", flush=True)
    await asyncio.gather(*ends)


with tempfile.TemporaryDirectory() as folder:
    make_certificates(folder)
    os.environ.update(LUDOTECA_PUSH_TEST_HOST="127.0.0.1", SSL_CERT_FILE=f"{folder}/ca.pem")
    service, browser = PushService(tls_of(folder, "here")), Browser()
    with House(PROGRAM, has_standby=False, has_balancer=False, words=("--contact", "mailto:ops@example.org", "--address", "https://games.example.org/")) as house:
        asyncio.run(tell_all(house, service, browser))
        for server in house.servers:
            status, err = server.stop()
            check(f"{server.name} ends well", status == 0 and not err, (status, err[-2000:]))
finish()
