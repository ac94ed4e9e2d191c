#!/usr/bin/env python3
"""The files of tables as the server hands them out: the list, whole, in ranges, to pages elsewhere; files that change or go
while they are sent, connections that are cut, and the place that --tables-from names."""

import json
import os
import random
import tempfile
import threading
import time
from pathlib import Path

from harness import check, check_shape, finish, run
from serve_driver import (PROMPT, SHORT, Server, count_descriptors, open_stream, processor_share, read_all, read_status, request,
                          settles, time_answer)
from serve_wire import split_answers

RULES, SEEDS, PART = "oware:slam=nocapture", 12, 65536
NAME = f"oware.slam=nocapture.value.{SEEDS}.ludt"
IMMUTABLE = "public, max-age=31536000, immutable"


def get(server, name=NAME, method="GET", **fields):
    return server.ask(f"/tables/{name}", method, **fields)


def check_shared(name, reply):
    check(f"{name}: pages elsewhere may read it", reply.fields.get("access-control-allow-origin") == "*" and
          reply.fields["cross-origin-resource-policy"] == "cross-origin" and
          "content-range" in reply.fields["access-control-expose-headers"], reply)


def check_strategies(server, listed):
    data = Path(os.environ["LUDOTECA_DATA"]) if os.environ.get("LUDOTECA_DATA") else Path(__file__).parents[2] / "data"
    own = {path.name: path for path in data.glob("*.strategy")}
    check("… and the strategies that come with the program", {entry["file"] for entry in listed} == set(own) and len(own) > 1, listed)
    for entry in listed:
        got = get(server, f"{entry['file']}?tag={entry['tag']}")
        check(f"… {entry['file']} comes as it is", got.status == 200 and got.body == own[entry["file"]].read_bytes() and len(got.body) == entry["bytes"], got.fields)


def test_list(server, folder):
    got = get(server, "index.json")
    check_shape("/tables/index.json", "tables.table_offer", got.json())
    check_shared("the list", got)
    check("it is asked for each time", got.fields["cache-control"] == "no-cache" and
          get(server, "index.json", if_none_match=got.fields["etag"]).status == 304, got)
    own = json.loads(run("tables", "list", "--json", "--dir", folder).out)["tables"]
    expected = [{"file": Path(table["path"]).name, "game": table["game"], "column": table["column"], "layer": table["seeds"], "entries": table["entries"],
                 "bytes": os.path.getsize(table["path"]), "checksum": table["checksum"]} for table in own if "fault" not in table]
    listed = got.json()
    tags = {table["file"]: table.pop("tag") for table in listed["tables"]}
    strategies = listed.pop("strategies")
    check("it lists what `tables list` does, without where it is", listed == {"version": 1, "from": None, "tables": expected}, got)
    check_strategies(server, strategies)
    check("… each with a tag of its own", len(set(tags.values())) == len(tags), tags)
    check("… not what is no table", len(expected) == SEEDS + 1 and folder.encode() not in got.body, got)
    return tags


def test_whole(server, folder, tags):
    for name in (NAME, "oware.slam=nocapture.value.0.ludt"):
        bytes_ = (Path(folder) / name).read_bytes()
        got = get(server, name)
        check(f"{name} as it is on the disk", got.status == 200 and got.body == bytes_ and got.fields["accept-ranges"] == "bytes" and
              got.fields["content-type"] == "application/octet-stream", got)
        check("… may have changed when it is asked for again", got.fields["cache-control"] == "no-cache", got)
        check_shared(name, got)
        kept = get(server, f"{name}?tag={tags[name]}")
        check("… by its tag never", kept.body == bytes_ and kept.fields["cache-control"] == IMMUTABLE and kept.fields["etag"] == f'"{tags[name]}"', kept)
        head = get(server, name, "HEAD")
        check("HEAD tells its length", head.status == 200 and head.body == b"" and int(head.fields["content-length"]) == len(bytes_) and
              head.fields["etag"] == got.fields["etag"], head)
        head = get(server, name, "HEAD", range="bytes=0-0")
        check("… whatever range it names", head.status == 200 and int(head.fields["content-length"]) == len(bytes_), head)
        same = get(server, name, if_none_match=got.fields["etag"], range="bytes=0-9")
        check("304 for its tag", same.status == 304 and not same.body, same)
    for name in (f"{NAME}?tag={'0' * 16}", f"{NAME}?tag=", f"{NAME}?x=1", f"{NAME}?tag={tags[NAME]}&tag={tags[NAME]}", "", "nothing.ludt", f"{NAME}/", f"/{NAME}", "..%2fsecret",
                 f"../tables/{NAME}x", "%2e%2e/", "notes.txt", "index.json?x=1", f"x/../{NAME}", "damaged.ludt"):
        got = get(server, name)
        check(f"404 for /tables/{name[:60]}", got.status == 404 and got.json()["type"].endswith("#not-found"), got)
    check("404 for /tables", server.ask("/tables").status == 404)
    check("414", get(server, "x" * 3000).status == 414)
    check("405", get(server, NAME, "POST", body=b"x").status == 405)


def test_ranges(server, folder):
    whole = (Path(folder) / NAME).read_bytes()
    size, chance = len(whole), random.Random(4)
    pairs = [(0, 0), (0, size - 1), (size - 1, size - 1), (PART - 1, PART), (0, PART - 1), (0, PART), (5, 3 * PART + 7)]
    pairs += [sorted(chance.sample(range(size), 2)) for _ in range(20 if SHORT else 60)]
    connection, wrong = server.connect(), []
    for first, last in pairs:
        got = get(server, range=f"bytes={first}-{last}", connection=connection)
        if got.status != 206 or got.body != whole[first:last + 1] or got.fields["content-range"] != f"bytes {first}-{last}/{size}":
            wrong.append((first, last, got.status, len(got.body), got.fields))
    check(f"{len(pairs)} ranges on one connection", not wrong, wrong[:3])
    for wanted, first, last in ((f"bytes={size - 9}-", size - 9, size - 1), ("bytes=-9", size - 9, size - 1), (f"bytes=-{size * 2}", 0, size - 1),
                                (f"bytes=7-{size * 9}", 7, size - 1), ("Bytes=1-2", 1, 2), ("bytes=1-999999999999999999", 1, size - 1)):
        got = get(server, range=wanted)
        check(f"Range: {wanted}", got.status == 206 and got.body == whole[first:last + 1] and got.fields["content-range"] == f"bytes {first}-{last}/{size}", got)
    for wanted in (f"bytes={size}-", f"bytes={size}-{size + 1}", "bytes=-0", "bytes=5-4", "bytes=", "bytes=-", "bytes=a-b", "bytes=0-0,5-9", "bytes=1--2",
                   "bytes= 0-1", "bytes=0x1-2", "bytes=+1-2", "bytes=99999999999999999999999-", "bytes=0-18446744073709551616", "bytes=--5", "bytes=0-\u00b2"):
        got = get(server, range=wanted.encode("latin-1"))
        check(f"416 for {wanted}", got.status == 416 and got.fields["content-range"] == f"bytes */{size}" and got.json()["type"].endswith("#range"), got)
    for wanted in ("lines=0-5", "bytes", "", "0-5", "bytes:0-5", "bytes=0-0," * 100):
        got = get(server, range=wanted)
        check(f"Range: {wanted[:20]} is not understood", got.status == 200 and got.body == whole, got)
    tag = get(server, method="HEAD").fields["etag"]
    for if_range, status in ((tag, 206), (f"W/{tag}", 200), ('"other"', 200), ("Tue, 17 Nov 2026 10:00:00 GMT", 200), (tag[:-1], 200), ("", 206)):
        got = get(server, range="bytes=1-5", if_range=if_range)
        check(f"If-Range: {if_range}: {status}", got.status == status and got.body == (whole[1:6] if status == 206 else whole), got)
    asked = get(server, method="OPTIONS", origin="https://example.org", access_control_request_method="GET", access_control_request_headers="range")
    check("a page that asks first may ask for ranges", asked.status == 204 and "range" in asked.fields["access-control-allow-headers"].split(", ") and
          "GET" in asked.fields["access-control-allow-methods"] and asked.fields["access-control-allow-origin"] == "*", asked)


def test_crowd(server, folder):
    """Many ranges at once, and one after the other without waiting; whoever goes in the middle is not missed."""
    whole, wrong = (Path(folder) / NAME).read_bytes(), []

    def ask_many(seed):
        chance, connection = random.Random(seed), server.connect()
        for _ in range(20 if SHORT else 40):
            first, last = sorted(chance.sample(range(len(whole)), 2))
            got = get(server, range=f"bytes={first}-{last}", connection=connection)
            if got.body != whole[first:last + 1]:
                wrong.append((seed, first, last, got.status))

    threads = [threading.Thread(target=ask_many, args=(seed,)) for seed in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check("16 at once, each its own bytes", not wrong, wrong[:5])
    pairs = [(i * 1000, i * 1000 + 150000) for i in range(10)]
    with open_stream(server) as stream:
        stream.sendall(b"".join(request(f"/tables/{NAME}", Range=f"bytes={first}-{last}", **({"Connection": "close"} if (first, last) == pairs[-1] else {}))
                                for first, last in pairs))
        answers, rest = split_answers(read_all(stream, 20)[0])
    check("ten without waiting for the answers", [answer.body for answer in answers] == [whole[first:last + 1] for first, last in pairs] and not rest,
          [(answer.status, len(answer.body)) for answer in answers])
    before = count_descriptors(server)
    for i in range(30 if SHORT else 80):
        with open_stream(server, buffer=4096) as stream:
            stream.sendall(request(f"/tables/{NAME}"))
            if i % 2:
                stream.recv(1 + i * 100)
    check("cut connections leave nothing open", settles(lambda: count_descriptors(server) <= before), f"{before} {count_descriptors(server)}")


def test_slow(server):
    """Those who do not read hold no file, take no processor and little memory, and nobody waits for them."""
    before, memory = count_descriptors(server), int(read_status(server)["VmRSS"].split()[0])
    streams = [open_stream(server, buffer=2048, segment=512) for _ in range(100)]
    for stream in streams:
        stream.sendall(request(f"/tables/{NAME}"))
    time.sleep(1)
    table = str(Path(NAME).stem)
    held = [link for link in (os.readlink(entry) for entry in Path(f"/proc/{server.process.pid}/fd").iterdir()) if table in link]
    check("a hundred who do not read hold no file", not held and count_descriptors(server) <= before + 100, held)
    check("… nor the processor", processor_share(server, 0.5) < 0.3)
    took = time_answer(server)
    check("… nor do others wait", took is not None, took)
    grown = int(read_status(server)["VmRSS"].split()[0]) - memory
    check("… nor much memory", grown < 100 * 2 * PART / 1024 or PROMPT > 1, f"{grown} kB")
    for stream in streams:
        stream.close()


def cut_short(server, change):
    """What comes of the file, of which a part is taken before it is changed, and whether it came whole."""
    with open_stream(server, buffer=4096, segment=1024) as stream:
        stream.sendall(request(f"/tables/{NAME}", Connection="close"))
        got = stream.recv(1000)
        time.sleep(0.2)
        change()
        rest, is_closed = read_all(stream, 20)
        answers, _ = split_answers(got + rest)
        return answers[0], is_closed


def test_changes(folder):
    """Of a file that changes or vanishes while it is sent no byte is sent that the old one did not have, and never all."""
    path = Path(folder) / NAME
    whole = path.read_bytes()

    def put_back():
        path.unlink(missing_ok=True)
        path.write_bytes(whole)

    def overwrite():
        with open(path, "r+b") as file:
            file.write(bytes(len(whole)))

    def replace():
        (Path(folder) / "new").write_bytes(bytes(len(whole)))
        os.replace(Path(folder) / "new", path)

    for name, change in (("cut short", lambda: os.truncate(path, 1000)), ("removed", path.unlink), ("written over", overwrite), ("replaced", replace)):
        put_back()
        time.sleep(0.1)
        with Server("--dir", folder, "--rate", "0") as server:
            tag = get(server, method="HEAD").fields["etag"]
            answer, is_closed = cut_short(server, change)
            sent = len(answer.body)
            check(f"a file that is {name}: the rest does not come", is_closed and not answer.is_whole and 0 < sent < len(whole), f"{sent} of {len(whole)}")
            check("… and what came is right", answer.body == whole[:sent])
            got = get(server, range="bytes=0-9", if_range=tag)
            check("… nor is it there any more", got.status == 404, got)
            put_back()
            check("… until it is back", settles(lambda: get(server, range="bytes=0-9", if_range=tag).body == whole[:10]))
            check("… which the list says, too", settles(lambda: NAME.encode() in get(server, "index.json").body))
    with Server("--dir", folder) as server:
        tag = get(server, method="HEAD").fields["etag"].strip('"')
        with open(path, "r+b") as file:  # the header and the checksum that it tells stay
            file.seek(-1, os.SEEK_END)
            file.write(bytes([whole[-1] ^ 1]))
        check("other bytes have another tag, whatever their checksum", settles(lambda: get(server, method="HEAD").fields.get("etag", tag).strip('"') != tag) and
              get(server, f"{NAME}?tag={tag}").status == 404)
        put_back()


def test_tls(folder):
    whole = (Path(folder) / NAME).read_bytes()
    os.environ["LUDOTECA_TEST_TLS"] = "1"
    with Server("--dir", folder) as server:
        got = get(server)
        check("over TLS", got.body == whole, got)
        check("… in ranges, too", get(server, range="bytes=100000-300000").body == whole[100000:300001])
    del os.environ["LUDOTECA_TEST_TLS"]


def policy_of(server, path="/"):
    policy = server.ask(path).fields["content-security-policy"]
    return dict(part.strip().split(" ", 1) for part in policy.split(";"))


def test_place(folder):
    for given, place in (("https://tables.example.org/ludoteca", "https://tables.example.org/ludoteca/"), ("http://127.0.0.1:9000/x/", "http://127.0.0.1:9000/x/")):
        with Server("--dir", folder, "--tables-from", given) as server:
            policy = policy_of(server)
            others = [name for name, sources in policy.items() if name != "connect-src" and "example" in sources]
            check(f"--tables-from {given}: the page may fetch from there, and do nothing else", policy["connect-src"] == f"'self' {place}" and not others, policy)
            check("… which its list of tables tells", get(server, "index.json").json()["from"] == place)
    for given in ("", "http://example.org/", "https://example.org/; script-src *"):  # tests/server/test_server.c has more
        refused = run("serve", "--port", "0", "--dir", folder, "--tables-from", given)
        check(f"--tables-from {given[:40]!r} is refused", refused.status != 0 and "--tables-from" in refused.err and "https://" in refused.err, refused)


with tempfile.TemporaryDirectory() as directory:
    made = run("tables", "build", RULES, "--seeds", SEEDS, "--columns", "value", "--dir", directory)
    check("tables to hand out", made.status == 0, made)
    (Path(directory) / "notes.txt").write_text("nothing for strangers")
    (Path(directory) / "damaged.ludt").write_bytes(b"x" * 5000)
    time.sleep(0.1)
    with Server("--dir", directory, "--rate", "1") as asked:  # files do not count
        test_whole(asked, directory, test_list(asked, directory))
        test_ranges(asked, directory)
        test_crowd(asked, directory)
        test_slow(asked)
        check("it lives on", asked.is_alive())
        check("… and ends cleanly", asked.stop()[::2] == (0, ""))
    test_tls(directory)
    test_place(directory)
    test_changes(directory)
finish()
