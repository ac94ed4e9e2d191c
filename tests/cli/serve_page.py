#!/usr/bin/env python3
"""The page as the server hands it out: types, encodings, caching, security, and nothing else of the disk."""

import gzip
import tempfile
from pathlib import Path

from harness import check, finish
from serve_driver import Server

ALWAYS = {
    "content-security-policy": ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
                                "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"],
    "x-content-type-options": ["nosniff"], "x-frame-options": ["DENY"], "referrer-policy": ["no-referrer"],
    "permissions-policy": ["camera=()", "microphone=()"], "cross-origin-opener-policy": ["same-origin"],
    "cross-origin-embedder-policy": ["require-corp"], "cross-origin-resource-policy": ["same-origin"],
}
TYPES = {
    "index.html": "text/html; charset=utf-8", "sw.js": "text/javascript; charset=utf-8",
    "main.css": "text/css; charset=utf-8", "engine.wasm": "application/wasm", "icon.svg": "image/svg+xml; charset=utf-8",
    "icon.png": "image/png", "app.webmanifest": "application/manifest+json", "data.json": "application/json",
    "book.bin": "application/octet-stream", "plain": "application/octet-stream", "font.woff2": "font/woff2",
}


def check_security(name, reply):
    for field, parts in ALWAYS.items():
        check(f"{name}: {field}", all(part in reply.fields.get(field, "") for part in parts), reply)
    check(f"{name}: no script or style of its own in the page is allowed, nobody else may read it",
          "unsafe-inline" not in reply.fields.get("content-security-policy", "") and
          "access-control-allow-origin" not in reply.fields and "server" not in reply.fields, reply)


def test_page(server):
    page = server.ask("/")
    check("the page", page.status == 200 and b"<!doctype html>" in page.body.lower() and
          page.fields["content-type"] == TYPES["index.html"], page)
    check("… has its length and its date", int(page.fields["content-length"]) == len(page.body) and
          page.fields["date"].endswith(" GMT"), page)
    check("… by its name, too", server.ask("/index.html").body == page.body)
    check("… is asked for each time", page.fields["cache-control"] == "no-cache", page)
    for path in ("/", "/nothing", "/api/v1/games", "/api/v1/nothing"):
        check_security(path, server.ask(path))
    check_security("POST", server.ask("/", "POST", "x"))


def test_encodings(server):
    plain = server.ask("/")
    packed = server.ask("/", accept_encoding="gzip")
    check("gzip where it is accepted", packed.fields.get("content-encoding") == "gzip" and
          gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body), packed)
    check("… and the caches are told", packed.fields["vary"] == plain.fields["vary"] == "Accept-Encoding", packed)
    check("… under a tag of its own", packed.fields["etag"] != plain.fields["etag"], packed)
    for accepted, expected in (("identity", None), ("gzip;q=0", None), ("gzip; q=0.0, identity", None), ("", None),
                               ("deflate, GZIP;q=0.5", "gzip"), ("x-gzip", None), ("gzip;q=0.001", "gzip"),
                               ("*;q=0", None), (",,;q=,gzip", "gzip"), ("a" * 3000, None)):
        got = server.ask("/", accept_encoding=accepted)
        check(f"Accept-Encoding: {accepted[:40]!r}", got.status == 200 and
              got.fields.get("content-encoding") == expected, got)
    any_coding = server.ask("/", accept_encoding="*")
    check("Accept-Encoding: *", any_coding.fields.get("content-encoding") in ("br", "gzip"), any_coding)
    brotli = server.ask("/", accept_encoding="gzip, br")
    check("Brotli where it is built in", brotli.fields["content-encoding"] in ("br", "gzip") and
          len(brotli.body) <= len(packed.body), brotli)


def test_caching(server):
    page = server.ask("/", accept_encoding="gzip")
    tag = page.fields["etag"]
    for wanted in (tag, f"W/{tag}", f'"other", {tag}', "*", f'"a,b", {tag}'):
        got = server.ask("/", accept_encoding="gzip", if_none_match=wanted)
        check(f"304 for If-None-Match: {wanted}", got.status == 304 and got.body == b"" and
              got.fields["etag"] == tag and got.fields["cache-control"] == "no-cache" and
              got.fields["vary"] == "Accept-Encoding", got)
    for wanted in ('"other"', tag.strip('"'), "", '"', '"' + "x" * 2000):
        got = server.ask("/", accept_encoding="gzip", if_none_match=wanted)
        check(f"200 for If-None-Match: {wanted[:30]}", got.status == 200 and got.body == page.body, got)
    got = server.ask("/", if_none_match=tag)
    check("the tag of another encoding is another", got.status == 200, got)


def test_methods(server):
    for path in ("/", "/nothing", "/api/v1/games"):
        full, head = server.ask(path), server.ask(path, "HEAD")
        same = ("content-length", "content-type", "cache-control", "etag")
        check(f"HEAD {path} is GET without content", head.status == full.status and head.body == b"" and
              all(head.fields.get(name) == full.fields.get(name) for name in same), head)
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            got = server.ask(path, method, "some content")
            check(f"405 for {method} {path}", got.status == 405 and got.fields["allow"] == "GET, HEAD, OPTIONS" and
                  got.fields["connection"] == "close", got)
        got = server.ask(path, "OPTIONS")
        check(f"OPTIONS {path}", got.status == 204 and got.fields["allow"] == "GET, HEAD, OPTIONS", got)
    got = server.ask("/nothing")
    check("404 in both languages", got.status == 404 and b"no hay nada" in got.body and b"nothing" in got.body, got)
    connection = server.connect()
    got = [server.ask(path, connection=connection).status for path in ("/", "/nothing", "/api/v1/games", "/")]
    check("one connection for several requests", got == [200, 404, 200, 200], got)


def test_folder(folder):
    inside, secret = folder / "page", folder / "secret"
    (inside / "assets").mkdir(parents=True)
    (inside / ".hidden").mkdir()
    secret.write_text("not yours")
    (inside / ".hidden" / "file.txt").write_text("not yours")
    (inside / ".env").write_text("not yours")
    for name in TYPES:
        (inside / name).write_bytes(name.encode() * 9999)
    (inside / "empty.txt").write_bytes(b"")
    with Server("--page", inside) as server:
        for name, kind in TYPES.items():
            got = server.ask(f"/{name}", accept_encoding="br, gzip")
            check(f"--page: {name}", got.status == 200 and got.fields["content-type"] == kind and
                  got.body == name.encode() * 9999 and got.fields["cache-control"] == "no-cache", got)
        got = server.ask("/empty.txt")
        check("--page: an empty file", got.status == 200 and got.fields["content-length"] == "0", got)
        got = server.ask("/main.css", if_none_match=server.ask("/main.css").fields["etag"])
        check("--page: 304", got.status == 304, got)
        (inside / "main.css").write_text("changed")
        check("--page: changes are seen", server.ask("/main.css").body == b"changed")
        for path in ("/../secret", "/%2e%2e/secret", "/..%2fsecret", "/assets/../../secret", "/assets/..%2f..%2fsecret",
                     "/%2e%2e%2fsecret", "/..%5csecret", "/....//secret", "//secret", f"/{secret}", f"//{secret}",
                     "/.hidden/file.txt", "/.env", "/./.env", "/assets", "/assets/", "/page", "/index.html/",
                     "/%c0%ae%c0%ae/secret", "/..;/secret", "/assets/.%2e/.%2e/secret", "/%252e%252e/secret"):
            got = server.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode(), 5)
            check(f"nothing at {path}", b"not yours" not in got and b" 200 " not in got[:20], got[:200])
        check("… and it lives on", server.is_alive())


with Server() as built_in:
    for test in (test_page, test_encodings, test_caching, test_methods):
        test(built_in)
with tempfile.TemporaryDirectory() as directory:
    test_folder(Path(directory))
finish()
