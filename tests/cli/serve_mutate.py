"""Invents exchanges with the server: from a grammar of HTTP/1 and WebSocket, then spoilt at random.

Each has a number; the same seed and number always make the same bytes."""

import random
from dataclasses import dataclass

from serve_wire import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame

# How the client leaves: after reading, at once, with a reset, or having said that no more comes; or it stays, unread.
READS, CLOSES, RESETS, HALF_CLOSES, STAYS = "reads", "closes", "resets", "half-closes", "stays"
ENDINGS = [READS] * 14 + [CLOSES] * 2 + [RESETS] * 2 + [HALF_CLOSES] * 2
MARKER = b"smuggled"  # occurs in the content of requests, and so in no answer, which quotes only what was asked
HIDDEN = b"GET /api/v1/tables/probe?game=" + MARKER + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LONGEST_REPEAT = 40_000
GAME = b"abcdefgh12345678"
TABLE = b"oware.slam=nocapture.value.10.ludt"  # of 128 kB, which serve_fuzz.py builds


@dataclass
class Exchange:
    number: int
    kind: str
    pieces: list  # of bytes, sent one after the other
    pause_s: float  # between them
    ending: str
    is_spoilt: bool

    @property
    def data(self):
        return b"".join(self.pieces)


# -- requests -------------------------------------------------------------------------------------

METHODS = [b"GET"] * 12 + [b"HEAD", b"OPTIONS", b"POST", b"PUT", b"DELETE", b"TRACE", b"CONNECT", b"PATCH", b"PRI",
                           b"get", b"BREW", b"PROPFIND", b"M-SEARCH", b""]
TARGETS = [b"/", b"/", b"/index.html", b"/nothing", b"/sw.js", b"/assets/none-00000000.js", b"/api", b"/api/v1/games",
           b"/api/v1/problems", b"/api/v1/tables", b"/api/v1/tables?game=oware", b"/api/v1/tables/probe?game=oware",
           b"/api/v1/tables/probe?game=pylos&moves=a1", b"/api/v1/tables/probe?game=oware&position=%31",
           b"/api/v1/socket", b"/health", b"/ready", b"/metrics", b"/api/v1/play", b"/api/v1/mine", b"/api/v1/play/" + GAME,
           b"/api/v1/play/" + GAME + b"/record", b"/api/v1/play/" + GAME + b"/socket", b"/api/v1/tables/probe?game=oware&moves=F+f+F", b"/%2e%2e/secret", b"/../secret", b"//",
           b"/%", b"/%0d%0aX:1", b"/%00", b"*", b"http://127.0.0.1/", b"http://evil.example/", b"http://",
           b"127.0.0.1:80", b"?", b"#", b"", b"/?" + b"a=b&" * 30, b"/" + b"x" * 1022, b"/" + b"x" * 1023, b"/\xff\xfe",
           b"/\xc3\xb1", b"/a b", b"/tables", b"/tables/index.json", b"/tables/" + TABLE, b"/tables/" + TABLE, b"/tables/" + TABLE + b"?tag=0",
           b"/tables/../" + TABLE]
VERSIONS = [b"HTTP/1.1"] * 16 + [b"HTTP/1.0"] * 4 + [b"HTTP/2.0", b"HTTP/0.9", b"HTTP/1.2", b"HTTP/11", b"http/1.1",
                                                     b""]
HOSTS = [b"Host: 127.0.0.1\r\n"] * 16 + [b"Host: localhost\r\n", b"Host: [::1]:80\r\n", b"Host: evil.example\r\n", b"",
                                         b"Host:\r\n", b"Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n",
                                         b"host:127.0.0.1 \r\n", b"Host: a b\r\n", b"Host: [::1\r\n",
                                         b"Host : 127.0.0.1\r\n"]
FIELDS = [b"Accept-Encoding: gzip, br\r\n", b"Accept-Encoding: gzip;q=0\r\n", b"Accept-Encoding: ,;q=,*\r\n",
          b"Accept: */*\r\n", b"If-None-Match: *\r\n", b'If-None-Match: "a", W/"b"\r\n', b'If-None-Match: "\r\n',
          b"Connection: close\r\n", b"Connection: keep-alive\r\n", b"Connection: upgrade, close, x\r\n",
          b"Range: bytes=0-5\r\n", b"Range: bytes=-1\r\nIf-Range: x\r\n", b"Range: bytes=1-2,3-4\r\n", b"Range: bytes=9-" + b"9" * 30 + b"\r\n", b"Expect: 100-continue\r\n",
          b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n",
          b"Upgrade: TLS/1.0\r\n", b"TE: trailers\r\n", b"Origin: http://evil.example\r\n",
          b"Origin: http://127.0.0.1\r\n", b"X: " + b"y" * 500 + b"\r\n", b"X:\r\n", b": y\r\n", b" folded\r\n",
          b"no colon\r\n", b"X: \x01\r\n", b"X: \xff\r\n", b"X: a\rb\r\n", b"X: a\nY: b\r\n",
          b"Cookie: " + b"a=b; " * 40 + b"\r\n", b"Forwarded: for=1\r\n", b"Sec-WebSocket-Version: 13\r\n"]
LENGTHS = [b"0", b"1", b"5", b"90", b"100000", b"9" * 36, b"18446744073709551616", b"-1", b"+5", b"0x5", b"5, 5",
           b"five", b""]


def make_head(dice, target=None):
    fields = b"".join(dice.choices(FIELDS, k=dice.choice((0, 0, 1, 1, 2, 4))))
    return b"%s %s %s\r\n%s%s" % (dice.choice(METHODS), target or dice.choice(TARGETS), dice.choice(VERSIONS),
                                  dice.choice(HOSTS), fields)


def make_plain(dice):
    return [make_head(dice) + b"\r\n"]


def make_pipeline(dice):
    """Requests on each other's heels; most of them in order, so that the later ones are reached."""
    good = b"%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    return [make_head(dice) + b"\r\n" if dice.random() < 0.2 else
            good % (dice.choice((b"GET", b"GET", b"HEAD", b"OPTIONS")), dice.choice(TARGETS[:16]))
            for _ in range(dice.choice((2, 3, 5, 20)))]


def make_range(dice):
    """Stretches of a file, several of them on each other's heels."""
    ask = b"GET /tables/%s HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=%d-%d\r\n\r\n"
    return [ask % (TABLE, *sorted(dice.choices(range(140_000), k=2))) for _ in range(dice.choice((1, 2, 5)))]


def make_content(dice):
    """Content that looks like a request."""
    method, target = dice.choice((b"GET", b"POST", b"HEAD", b"PUT")), dice.choice(TARGETS[:8])
    head = b"%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n" % (method, target)
    length = b"%d" % len(HIDDEN) if dice.random() < 0.5 else dice.choice(LENGTHS[1:-1])
    return [head + b"Content-Length: " + length + b"\r\n\r\n", HIDDEN * dice.choice((1, 1, 2, 50))]


DEEDS = [b"join", b"sit", b"dice", b"moves", b"resign", b"offer", b"accept", b"decline", b"claim", b"vacation", b"chat"]
BODIES = [b'{"game": "oware"}', b'{"game": "dados", "seats": ["person", "level=1"], "clock": "5m+3s"}', b"{}", b"[]", b"{", b"",
          b'{"number": 1, "move": "C"}', b'{"offer": "draw"}', b'{"text": "' + b"x" * 300 + b'"}', b'{"a": ' * 50, b"\0\xff",
          b'{"game": "oware", "names": [null, "\\u0000"]}', b" " * 17_000, HIDDEN, b'{"game": "oware", "positions": ["' + b'", "' * 99 + b'"]}',
          b'{"game": "oware", "positions": ["4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"], "fragment": false}']


def make_deed(dice):
    """Content that is read."""
    path = dice.choice((b"/api/v1/play", b"/api/v1/play", b"/api/v1/mine", b"/api/v1/tables/probe", b"/api/v1/play/" + GAME + b"/" + dice.choice(DEEDS)))
    body = dice.choice(BODIES)
    head = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n" % path
    head += dice.choice((b"", b"Content-Type: application/json\r\n", b"Content-Type: text/html\r\n"))
    head += dice.choice((b"", b"Authorization: Bearer x\r\n", b"Authorization: " + b"y" * 300 + b"\r\n"))
    head += dice.choice((b"", b"", b"Expect: 100-continue\r\n", b"Origin: http://evil.example\r\n"))
    if dice.random() < 0.5:
        return [head + b"Content-Length: %d\r\n\r\n" % len(body), body, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"]
    cut = dice.randint(0, len(body))
    chunks = [b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:cut], body[cut:]) if part]
    return [head + b"Transfer-Encoding: chunked\r\n\r\n", *chunks, b"0\r\n\r\n"]


def make_chunks(dice):
    extension = dice.choice((b"", b"", b";a=b", b";" + b"x" * 200))
    size = dice.choice((b"%x" % len(HIDDEN),) * 4 + (b"%X" % len(HIDDEN), b"f" * 20, b"-1", b"", b"0"))
    both = dice.choice((b"", b"", b"Content-Length: 3\r\n"))
    coding = dice.choice((b"chunked", b"chunked", b"Chunked", b"gzip, chunked", b"identity"))
    return [b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + both + b"Transfer-Encoding: " + coding + b"\r\n\r\n",
            b"%s%s\r\n%s\r\n" % (size, extension, HIDDEN), dice.choice((b"0\r\n\r\n", b"0\r\nX: y\r\n\r\n", b""))]


def make_garbage(dice):
    words = [b"GET ", b"/", b" HTTP/1.1", b"\r\n", b"\n", b"\r", b"\0", b":", b"%", b"Host: 127.0.0.1\r\n",
             b"Content-Length: 3\r\n", b"\x16\x03\x01\x00\xc2\x01", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x81\x85",
             b"{}", b" ", b"\t", b"HTTP/1.1 200 OK\r\n"]
    return [b"".join(dice.choice(words) if dice.random() < 0.8 else dice.randbytes(dice.randint(1, 60))
                     for _ in range(dice.randint(1, 40)))]


# -- WebSocket ------------------------------------------------------------------------------------

UPGRADES = [b"Upgrade: websocket\r\n"] * 40 + [b"Upgrade: WebSocket\r\n", b"Upgrade: h2c, websocket\r\n",
                                               b"Upgrade: web\r\n", b""]
CONNECTIONS = [b"Connection: Upgrade\r\n"] * 40 + [b"Connection: keep-alive, upgrade\r\n", b"Connection: close\r\n",
                                                   b""]
KEYS = [b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"] * 40 + [b"Sec-WebSocket-Key: short\r\n",
        b"Sec-WebSocket-Key:\r\n", b"", b"Sec-WebSocket-Key: " + b"A" * 900 + b"\r\n"]
SOCKET_VERSIONS = [b"Sec-WebSocket-Version: 13\r\n"] * 40 + [b"Sec-WebSocket-Version: 8\r\n", b""]
SOCKET_EXTRAS = [b""] * 12 + [b"Sec-WebSocket-Extensions: permessage-deflate\r\n", b"Sec-WebSocket-Protocol: chat\r\n",
                              b"Origin: http://127.0.0.1\r\n", b"Origin: null\r\n", b"Origin: http://evil.example\r\n"]
QUESTIONS = [b"/api/v1/games", b"/api/v1/tables", b"/api/v1/tables/probe?game=oware", b"/api/v1/nothing", b"/", b"",
             b"/api/v1/socket", b"GET / HTTP/1.1", b"http://evil.example/api/v1/games",
             b"/api/v1/tables/probe?game=%zz", b"/api/v1/games?\r\nX: y",
             b"/api/v1/tables/probe?game=oware&moves=" + b"F+f+" * 50, b"/" + b"x" * 1100, "/api/v1/ñ".encode(), b"/\0",
             b"x" * 17_000, b'{"token": "x"}', b'{"do": "moves", "ref": 5, "number": 4, "move": "C"}', b'{"do": "sit", "ref": {}}',
             b'{"ref": "a"}', b"{", b'{"do": "chat", "text": "' + b"y" * 3000 + b'"}']
CODES = [1000, 1001, 1002, 1003, 1007, 1009, 1011, 3000, 4999, 0, 999, 1004, 1005, 1006, 1015, 5000, 65535]
MASK = b"\x37\xfa\x21\x3d"


def make_text(dice):
    return frame(TEXT, dice.choice(QUESTIONS), mask=MASK)


def make_fragments(dice):
    whole, parts = dice.choice(QUESTIONS), dice.randint(2, 6)
    cuts = sorted(dice.randint(0, len(whole)) for _ in range(parts - 1))
    texts = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)])]
    frames = []
    for i, text in enumerate(texts):
        frames.append(frame(CONTINUATION if i else TEXT, text, final=i == parts - 1, mask=MASK))
        if dice.random() < 0.2:
            frames.append(make_control(dice))
    return b"".join(frames)


def make_control(dice):
    return frame(dice.choice((PING, PONG)), dice.randbytes(dice.choice((0, 4, 125))), mask=MASK)


def make_close(dice):
    payload = dice.choice(CODES).to_bytes(2, "big") + dice.choice((b"", b"bye", b"\xff", b"x" * 123))
    return frame(CLOSE, dice.choice((payload, payload, b"", b"\x03")), mask=MASK)


def make_broken(dice):
    """Frames that the standard forbids."""
    return dice.choice((
        lambda: frame(TEXT, b"/api/v1/games", mask=None),
        lambda: frame(TEXT, b"/api/v1/games", reserved=dice.randint(1, 7), mask=MASK),
        lambda: frame(dice.choice((3, 7, 11, 15)), b"x", mask=MASK),
        lambda: frame(CONTINUATION, b"x", mask=MASK),
        lambda: frame(PING, b"x" * 126, mask=MASK),
        lambda: frame(PING, b"x", final=False, mask=MASK),
        lambda: frame(TEXT, b"\xff\xfe\xc0\x80", mask=MASK),
        lambda: frame(BINARY, b"\0\1\2", mask=MASK),
        lambda: frame(TEXT, b"x", final=False, mask=MASK) + frame(TEXT, b"y", mask=MASK),
        lambda: frame(TEXT, b"x", mask=MASK, length=dice.choice((200, 70_000, 1 << 40, (1 << 63) - 1, 1 << 63))),
        lambda: b"\x81\xfe\x00\x05" + MASK + b"hello"))()


FRAMES = [make_text] * 4 + [make_fragments] * 2 + [make_control] * 2 + [make_broken, make_close]


def make_socket(dice):
    path = dice.choice((b"/api/v1/socket", b"/api/v1/play/" + GAME + b"/socket?after=0")) if dice.random() < 0.9 \
        else dice.choice(TARGETS)
    head = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s%s%s%s%s\r\n" % (
        path, dice.choice(UPGRADES), dice.choice(CONNECTIONS), dice.choice(KEYS), dice.choice(SOCKET_VERSIONS),
        dice.choice(SOCKET_EXTRAS))
    return [head] + [dice.choice(FRAMES)(dice) for _ in range(dice.choice((0, 1, 2, 4, 12)))]


# -- spoiling -------------------------------------------------------------------------------------

TOKENS = [b"\r\n", b"\r\n\r\n", b"\n", b"\0", b" ", b":", b"%", b"HTTP/1.1", b"GET / ", b"Content-Length: 7\r\n",
          b"\xff", b"chunked", b"Transfer-Encoding: chunked\r\n", b"Upgrade: websocket\r\n", b"/api/v1/", b"..",
          b"99999999999999999999", b"-1", b"\x88\x82"]


def spoil(dice, data):
    """One mutation."""
    at, end = sorted((dice.randint(0, len(data)), dice.randint(0, len(data))))
    way = dice.randint(0, 7)
    if way == 0 and data:
        spot = dice.randrange(len(data))
        return data[:spot] + bytes([data[spot] ^ 1 << dice.randint(0, 7)]) + data[spot + 1:]
    if way == 1:
        return data[:at] + dice.choice(TOKENS) + data[at:]
    if way == 2:
        return data[:at] + dice.randbytes(dice.randint(1, 20)) + data[at:]
    if way == 3:
        return data[:at] + data[min(end, at + dice.randint(1, 30)):]
    if way == 4:
        return data[:end] + data[at:]
    if way == 5:
        return data[:at] + dice.choice(MAKERS)(dice)[0][at // 2:] + data[end:]
    if way == 6:
        return data[:at] + data[at:at + dice.randint(1, 8)] * dice.choice((3, 50, 5000)) + data[end:]
    return data[:at]


def spoil_pieces(dice, pieces):
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        which = dice.randrange(len(pieces))
        pieces[which] = spoil(dice, pieces[which])[:LONGEST_REPEAT]
    return pieces


# -- exchanges ------------------------------------------------------------------------------------

MAKERS = [make_plain] * 4 + [make_pipeline, make_content, make_chunks, make_deed] * 2 + [make_range, make_garbage] + [make_socket] * 5


def cut_small(dice, pieces):
    """The same bytes in other pieces, as a slow line would bring them."""
    data = b"".join(pieces)
    cuts = sorted(dice.randint(0, len(data)) for _ in range(dice.randint(1, 6)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)])]


def make_exchange(seed, number):
    dice = random.Random(seed << 32 | number)
    maker = dice.choice(MAKERS)
    pieces = maker(dice)
    is_spoilt = dice.random() < 0.5
    if is_spoilt:
        pieces = spoil_pieces(dice, pieces)
    pause_s, ending = 0, dice.choice(ENDINGS)
    chance = dice.random()
    if chance < 0.08:
        pieces, pause_s = cut_small(dice, pieces), dice.uniform(0.001, 0.1)
    elif chance < 0.12:
        pieces, ending = pieces * dice.choice((5, 40)), STAYS
    elif chance < 0.3:
        pieces = [b"".join(pieces)]
    return Exchange(number, maker.__name__.removeprefix("make_"), pieces, pause_s, ending, is_spoilt)
