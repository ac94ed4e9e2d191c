#!/usr/bin/env python3
"""Checks the rooms of src/: who includes whom, no cycles, and who may print, exit or allocate."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
BINDINGS = ROOT / "bindings"
PUBLIC = ROOT / "include" / "ludoteca"

# What each room may include besides itself and the C library.
BELOW = {
    "public": set(),
    "base": set(),
    "core": {"public", "base"},
    "games": {"public", "base", "core"},
    "learning": {"public", "base", "core"},
    "train": {"public", "base", "core"},
    "search": {"public", "base", "core"},
    "table": {"public", "base", "core"},
    "engine": {"public", "base", "core", "search", "table"},
    "tournament": {"public", "base"},
    "wire": {"public", "base", "core", "search", "table", "engine"},
    "store": {"public", "base"},
    "online": {"public", "base", "core", "wire", "store"},
    "broker": {"public", "base"},
    "client": {"public", "base"},
    "post": {"public", "base", "wire"},
    "server": {"public", "base", "core", "search", "table", "engine", "wire", "store", "online", "post", "broker"},
    "bench": {"public"},
    "shell": {"public"},
    "cli": {"public", "train", "wire", "store", "online", "server", "client", "bench", "shell"},
    "bindings": {"public", "bench", "wire"},
    "mpi": {"public", "core", "table", "shell"},
}

LIBC = set("""assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
    stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar
    wchar wctype""".split())
INTRINSICS = {"immintrin.h"}
POSIX = {"fcntl.h", "pthread.h", "sched.h", "sys/mman.h", "sys/stat.h", "unistd.h"}
NETWORK = {"arpa/inet.h", "ifaddrs.h", "netinet/in.h", "netinet/tcp.h", "sys/socket.h"}
FOLDERS = {"dirent.h", "sys/file.h", "sys/statvfs.h"}
# Headers from outside the C standard, and headers of the standard that a room must do without.
EXTRA = {
    "base": POSIX | FOLDERS | INTRINSICS,
    "core": INTRINSICS,
    "games": INTRINSICS,
    "search": INTRINSICS,
    "table": {"xxhash.h", "zstd.h"} | INTRINSICS,
    "store": {"libpq-fe.h", "poll.h", "sqlite3.h", "sys/stat.h", "xxhash.h"},
    "online": {"pthread.h", "sodium.h", "xxhash.h"},
    "post": {"llhttp.h", "openssl/bn.h", "openssl/core_names.h", "openssl/crypto.h", "openssl/ec.h", "openssl/ecdsa.h",
             "openssl/evp.h", "openssl/kdf.h", "openssl/param_build.h", "openssl/rand.h", "openssl/ssl.h", "openssl/x509v3.h", "seccomp.h",
             "linux/sockios.h", "netdb.h", "poll.h", "sched.h", "strings.h", "sys/prctl.h", "sys/resource.h",
             "sys/syscall.h", "sys/wait.h"} | NETWORK | POSIX,
    "server": {"llhttp.h", "poll.h", "openssl/err.h", "openssl/evp.h", "openssl/pem.h", "openssl/rand.h", "openssl/sha.h", "openssl/ssl.h", "seccomp.h", "uv.h", "wslay/wslay.h", "xxhash.h",
               "grp.h", "libgen.h", "linux/landlock.h", "linux/sockios.h", "pwd.h", "sched.h", "search.h", "strings.h", "sys/ioctl.h", "sys/prctl.h", "sys/resource.h", "sys/syscall.h"} | NETWORK | POSIX,
    "broker": {"netdb.h", "poll.h", "strings.h", "sys/eventfd.h", "xxhash.h"} | NETWORK | POSIX,
    "client": {"netdb.h", "netinet/in.h", "netinet/tcp.h", "openssl/evp.h", "openssl/rand.h", "openssl/ssl.h", "poll.h", "sys/socket.h", "sys/time.h", "unistd.h", "wslay/wslay.h"},
    "bench": {"sys/resource.h"},
    "shell": {"langinfo.h", "poll.h", "strings.h", "termios.h", "sys/ioctl.h", "sys/select.h", "sys/types.h"} | POSIX,
    "cli": {"dirent.h", "poll.h", "strings.h", "sys/prctl.h", "sys/select.h", "sys/resource.h", "sys/types.h",
            "sys/utsname.h", "sys/wait.h"} | POSIX,
    "bindings": {"Python.h"},
    "mpi": {"mpi.h", "sched.h"},
}
WITHOUT = {
    "public": {"stdio.h"},
    "games": {"time.h", "threads.h", "locale.h"},
    "search": {"stdio.h"},
}

PRINTING = r"(?<![\w.>])(printf|vprintf|fprintf|vfprintf|puts|fputs|putchar|perror|exit|_Exit|abort)\s*\("
ALLOCATING = r"(?<![\w.>])(malloc|calloc|realloc|free|rand|srand|time|clock)\s*\("
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)


def room_of(path):
    if path.is_relative_to(PUBLIC):
        return "public"
    if path.is_relative_to(BINDINGS):
        return "bindings"
    return path.relative_to(SRC).parts[0]


def find(includer, quote, name):
    """The project's file that an #include names, or None for one from outside."""
    places = [SRC, ROOT / "include"]
    if quote == '"':
        places.insert(0, includer.parent)
    for place in places:
        for path in (place / name, place / f"{name}.in"):  # the latter is filled in by the build
            if path.is_file():
                return path.resolve()
    return None


def game_of(path):
    """oware for src/games/oware/…, None for the registry and for other rooms."""
    parts = path.relative_to(SRC).parts if path.is_relative_to(SRC) else ()
    return parts[1] if len(parts) > 2 and parts[0] == "games" else None


def judge_inside(path, target):
    room, other = room_of(path), room_of(target)
    if room != other and other not in BELOW[room]:
        return f"{room} may not include {other}"
    if room == other == "games" and game_of(path) != game_of(target):
        return "games may not include each other"
    return None


def judge_outside(path, name):
    room = room_of(path)
    if name in WITHOUT.get(room, ()):
        return f"{room} does without <{name}>"
    if name.removesuffix(".h") in LIBC or name in EXTRA.get(room, ()):
        return None
    return f"<{name}> is not for {room}"


def judge_calls(path, text):
    room = room_of(path)
    if room in ("cli", "shell", "mpi"):
        return
    code = NOISE.sub(lambda m: "\n" * m.group().count("\n"), text)
    patterns = [PRINTING] + ([ALLOCATING] if room == "games" else [])
    for pattern in patterns:
        for match in re.finditer(pattern, code):
            line = code.count("\n", 0, match.start()) + 1
            yield f"{path.relative_to(ROOT)}:{line}: {room} may not call {match.group(1)}"


def find_cycle(graph):
    done, trail = set(), []

    def visit(node):
        if node in trail:
            return trail[trail.index(node):] + [node]
        if node in done:
            return None
        trail.append(node)
        for target in graph.get(node, ()):
            cycle = visit(target)
            if cycle:
                return cycle
        trail.pop()
        done.add(node)
        return None

    for node in sorted(graph):
        cycle = visit(node)
        if cycle:
            return cycle
    return None


def main():
    files = sorted(p for base in (SRC, PUBLIC, BINDINGS) for p in base.rglob("*.[ch]"))
    faults, graph, includes = [], {}, 0
    for path in files:
        if room_of(path) not in BELOW:
            faults.append(f"{path.relative_to(ROOT)}: no such room in the design")
            continue
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            includes += 1
            target = find(path, *match.groups())
            if target:
                graph.setdefault(path, []).append(target)
                fault = judge_inside(path, target)
            else:
                fault = judge_outside(path, match.group(2))
            if fault:
                line = text.count("\n", 0, match.start()) + 1
                faults.append(f"{path.relative_to(ROOT)}:{line}: {match.group().strip()}: {fault}")
        faults += judge_calls(path, text)
    cycle = find_cycle(graph)
    if cycle:
        faults.append("cycle: " + " -> ".join(str(p.relative_to(ROOT)) for p in cycle))
    print("\n".join(faults) if faults else f"{len(files)} files, {includes} includes")
    return 1 if faults or not includes else 0


if __name__ == "__main__":
    sys.exit(main())
