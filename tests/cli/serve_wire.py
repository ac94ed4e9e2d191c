"""What goes over the wire, taken apart and put together: answers of HTTP/1, frames of WebSocket."""

import base64
import hashlib
import os
import re
import struct
from dataclasses import dataclass

STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d) [^\r\n\0]*")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*")
WITHOUT_CONTENT = {204, 304}
SWITCHING = 101

# -- HTTP -----------------------------------------------------------------------------------------


@dataclass
class WireAnswer:
    status: int
    fields: dict
    body: bytes
    is_whole: bool

    @property
    def closes(self):
        return self.fields.get(b"connection", b"").lower() == b"close"


class Garbled(Exception):
    """Bytes that are no answer."""


def read_head(head):
    """(status, fields) of an answer's head without its empty line."""
    first, *lines = head.split(b"\r\n")
    found = STATUS_LINE.fullmatch(first)
    if not found:
        raise Garbled(f"no status line: {first[:80]!r}")
    fields = {}
    for line in lines:
        field = FIELD.fullmatch(line)
        if not field:
            raise Garbled(f"no field: {line[:80]!r}")
        name = field.group(1).lower()
        if name in fields:
            raise Garbled(f"twice: {name!r}")
        fields[name] = field.group(2)
    return int(found.group(1)), fields


def split_answers(data, has_content=True):
    """The answers in these bytes, of which the last may be cut short, and what follows an upgrade.
    Answers to HEAD have no content although they tell its length."""
    answers = []
    while data:
        head, end, data = data.partition(b"\r\n\r\n")
        if not end:
            if not b"HTTP/1.".startswith(head[:7]) and not head.startswith(b"HTTP/1."):
                raise Garbled(f"no answer: {head[:80]!r}")
            break
        status, fields = read_head(head)
        if status == SWITCHING:
            answers.append(WireAnswer(status, fields, b"", True))
            break
        length = int(fields.get(b"content-length", b"0")) if has_content and status not in WITHOUT_CONTENT else 0
        answers.append(WireAnswer(status, fields, data[:length], len(data) >= length))
        data = data[length:]
    return answers, data


def request(path="/", method="GET", host="127.0.0.1", version="1.1", content=b"", **fields):
    """A request as bytes; the names of fields are written with _ for -, and `host` may be None."""
    lines = [f"{method} {path} HTTP/{version}"] + ([f"Host: {host}"] if host is not None else [])
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


# -- WebSocket ------------------------------------------------------------------------------------

SOCKET = "/api/v1/socket"
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def handshake(path=SOCKET, key="dGhlIHNhbXBsZSBub25jZQ==", **fields):
    """A request for a WebSocket; a field that is None is left out."""
    usual = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Key": key, "Sec_WebSocket_Version": "13"}
    return request(path, **{name: value for name, value in {**usual, **fields}.items() if value is not None})


def accept_key(key):
    """What the server must answer to a key (RFC 6455, 4.2.2)."""
    return base64.b64encode(hashlib.sha1(key.encode() + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()


def apply_mask(payload, mask):
    """XOR with the mask repeated, as one large number: quick for long messages."""
    if not payload:
        return b""
    repeated = (mask * (len(payload) // 4 + 1))[:len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(payload), "big")


def frame(kind, payload=b"", final=True, mask=b"", reserved=0, length=None):
    """A client's frame; `length` may lie. Without a mask given it is a random one; None leaves it out."""
    size = len(payload) if length is None else length
    first = (0x80 if final else 0) | reserved << 4 | kind
    masked = 0 if mask is None else 0x80
    if size < 126:
        head = struct.pack("!BB", first, masked | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, masked | 126, size)
    else:
        head = struct.pack("!BBQ", first, masked | 127, size)
    if mask is None:
        return head + payload
    mask = mask or os.urandom(4)
    return head + mask + apply_mask(payload, mask)


def split_frames(data):
    """[(is final, kind, payload)] of a server's frames, and the rest; a frame that breaks the rules is Garbled."""
    frames = []
    while len(data) >= 2:
        first, size = data[0], data[1]
        at = 2
        if first & 0x70 or size & 0x80:
            raise Garbled(f"reserved bits or a mask: {data[:8]!r}")
        if size >= 126:
            at = 4 if size == 126 else 10
            if len(data) < at:
                break
            size = int.from_bytes(data[2:at], "big")
        if len(data) < at + size:
            break
        frames.append((bool(first & 0x80), first & 15, data[at:at + size]))
        data = data[at + size:]
    return frames, data


def close_code(payload):
    return int.from_bytes(payload[:2], "big") if len(payload) >= 2 else None
