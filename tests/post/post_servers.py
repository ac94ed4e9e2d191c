"""Push services and mail servers of the tests' own, on this machine, friendly and hostile."""

import base64
import socket
import ssl
import subprocess
import threading
from pathlib import Path

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


# -- certificates -------------------------------------------------------------------------------------


def openssl(*words):
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


def make_certificates(folder):
    """An authority, and what it says of this machine, of another one, and what anybody may say of themselves."""
    folder = Path(folder)
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 2, "-subj", "/CN=tests",
            "-keyout", folder / "ca.key", "-out", folder / "ca.pem")
    for name, names in {"here": "IP:127.0.0.1,DNS:localhost", "other": "DNS:push.example.net"}.items():
        extra = folder / f"{name}.ext"
        extra.write_text(f"subjectAltName={names}\n")
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=x",
                "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.csr")
        openssl("x509", "-req", "-in", folder / f"{name}.csr", "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key",
                "-days", 2, "-extfile", extra, "-out", folder / f"{name}.pem")
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", 2, "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "self.key", "-out", folder / "self.pem")


def tls_of(folder, name):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(folder) / f"{name}.pem", Path(folder) / f"{name}.key")
    return context


# -- a browser ----------------------------------------------------------------------------------------


def from_url64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def to_url64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def keyed(key, data):
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


class Browser:
    """Subscribes, and reads what it is sent: RFC 8291 from the other end, by HMAC alone."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public = self.key.public_key().public_bytes(*POINT)
        self.auth = bytes(range(16))

    def read(self, body):
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender = body[21:21 + length]
        assert length == 65 and len(body) - 21 - length <= size, "one record"
        peer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), peer)
        secret = keyed(keyed(self.auth, shared), b"WebPush: info\0" + self.public + sender + b"\1")
        start = keyed(salt, secret)
        key = keyed(start, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = keyed(start, b"Content-Encoding: nonce\0\1")[:12]
        plain = AESGCM(key).decrypt(nonce, body[21 + length:], None)
        assert plain.rstrip(b"\0").endswith(b"\2"), "the last record"
        return plain.rstrip(b"\0")[:-1].decode()


def verify_token(token, public):
    """The claims of a token that this key has signed; raises otherwise."""
    head, claims, signature = token.split(".")
    raw = from_url64(signature)
    assert len(raw) == 64
    numbers = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_url64(public))
    key.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return from_url64(head).decode(), from_url64(claims).decode()


# -- servers ------------------------------------------------------------------------------------------


class Server:
    """Accepts on a port of this machine; every guest has a thread, which runs `greet`."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Lock()
        self.now = self.most = self.guests = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            guest, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(guest,), daemon=True).start()

    @staticmethod
    def fail():
        raise OSError("cut")

    def serve(self, guest):
        with self.lock:
            self.guests += 1
            self.now += 1
            self.most = max(self.most, self.now)
        try:
            self.greet(guest)
        except (OSError, ValueError):
            pass
        finally:
            with self.lock:
                self.now -= 1
            guest.close()


class DeafServer(Server):
    """Lets everybody in, and that is all."""

    def greet(self, guest):
        threading.Event().wait(60)


class PushService(Server):
    """What it does depends on the path; `requests` has what came, as (path, fields, body)."""

    def __init__(self, context):
        self.context = context
        self.requests = []
        super().__init__()

    def greet(self, guest):
        guest = self.context.wrap_socket(guest, server_side=True)
        data = b""
        while b"\r\n\r\n" not in data:
            data += guest.recv(65536) or self.fail()
        head, body = data.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
        while len(body) < int(fields["content-length"]):
            body += guest.recv(65536) or self.fail()
        path = lines[0].split(" ")[1]
        with self.lock:
            self.requests.append((path, fields, body))
            count = sum(past == path for past, _, _ in self.requests)
        getattr(self, path.split("/")[1].replace("-", "_"))(guest, count)
        guest.close()

    def arrived(self, path):
        with self.lock:
            return [(fields, body) for past, fields, body in self.requests if past == path]

    def ok(self, guest, _):
        guest.sendall(b"HTTP/1.1 201 Created\r\nLocation: /message/1\r\nContent-Length: 0\r\n\r\n")

    def gone(self, guest, _):
        guest.sendall(b"HTTP/1.1 410 Gone\r\n\r\n")

    def missing(self, guest, _):
        guest.sendall(b"HTTP/1.1 404 Not Found\r\n\r\n")

    def forbidden(self, guest, _):
        guest.sendall(b"HTTP/1.1 403 Forbidden\r\n\r\n")

    def elsewhere(self, guest, _):
        guest.sendall(f"HTTP/1.1 307 Go\r\nLocation: https://127.0.0.1:{self.port}/ok/elsewhere\r\n\r\n".encode())

    def flaky(self, guest, count):
        guest.sendall(b"HTTP/1.1 500 Oops\r\n\r\n" if count < 3 else b"HTTP/1.1 201 Created\r\n\r\n")

    def broken(self, guest, _):
        guest.sendall(b"HTTP/1.1 500 Oops\r\n\r\n")

    def busy(self, guest, count):
        guest.sendall(b"HTTP/1.1 429 Slow\r\nRetry-After: 1\r\n\r\n" if count < 2 else b"HTTP/1.1 201 Created\r\n\r\n")

    def interim(self, guest, _):
        guest.sendall(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n\r\n")

    def nonsense(self, guest, _):
        guest.sendall(b"SSH-2.0-hello\r\n\r\n")

    def cut(self, guest, _):
        guest.sendall(b"HTTP/1.1 20")

    def silent(self, guest, _):
        guest.recv(1)

    def slow(self, guest, _):
        threading.Event().wait(0.05)
        self.ok(guest, 0)

    def drip(self, guest, _):
        for byte in b"HTTP/1.1 201 Created\r\n" + b"X: y\r\n" * 10000:
            guest.sendall(bytes([byte]))
            threading.Event().wait(0.05)

    def flood(self, guest, _):
        guest.sendall(b"HTTP/1.1 201 Created\r\nX: " + b"x" * (64 << 20))

    def flood_after(self, guest, _):
        guest.sendall(b"HTTP/1.1 201 Created\r\n\r\n" + b"x" * (64 << 20))


class MailServer(Server):
    """Speaks SMTP. `mails` has what it took, `passwords` what it was shown, `lines` all that was said in the clear."""

    def __init__(self, context, tls=True, auth=None, refusal=None, injects=False):
        self.context, self.tls, self.auth, self.refusal, self.injects = context, tls, auth, refusal, injects
        self.mails, self.passwords, self.clear = [], [], []
        super().__init__()

    def greet(self, guest):
        stream, is_secure, mail = guest.makefile("rwb"), False, {}
        self.say(stream, "220-mail.example.org", "220 at your service")
        while True:  # another stream once it is secure
            line = stream.readline() or self.fail()
            words = line.decode().rstrip("\r\n")
            if not is_secure:
                self.clear.append(words)
            verb = words.split(" ")[0].split(":")[0].upper()
            if verb == "EHLO":
                offers = (["STARTTLS"] if self.tls and not is_secure else []) + ([f"AUTH {self.auth}"] if self.auth else [])
                self.say(stream, *[f"250-{word}" for word in ["mail.example.org", *offers]], "250 SIZE 10240000")
            elif verb == "STARTTLS":
                self.say(stream, "220 go on" + ("\r\n250 injected" if self.injects else ""))
                guest = self.context.wrap_socket(guest, server_side=True)
                stream, is_secure = guest.makefile("rwb"), True
            elif verb == "AUTH":
                self.passwords.append((is_secure, base64.b64decode(words.split(" ")[2])))
                self.say(stream, "235 welcome" if self.passwords[-1][1] == b"\0ana\0pass word" else "535 5.7.8 no")
            elif verb == "MAIL":
                mail = {"from": words[10:], "secure": is_secure}
                self.say(stream, "250 ok")
            elif verb == "RCPT":
                mail["to"] = words[8:]
                self.say(stream, self.refusal.pop(0) if self.refusal else "250 ok")
            elif verb == "DATA":
                self.say(stream, "354 go on")
                mail["text"] = self.read_text(stream)
                self.mails.append(mail)
                self.say(stream, "250 taken")
            elif verb == "QUIT":
                return

    @staticmethod
    def say(stream, *lines):
        stream.write("".join(f"{line}\r\n" for line in lines).encode())
        stream.flush()

    @staticmethod
    def read_text(stream):
        lines = []
        for line in iter(stream.readline, b".\r\n"):
            lines.append(line[1:] if line.startswith(b".") else line)
        return b"".join(lines)
