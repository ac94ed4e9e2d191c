"""The process that sends notices, against push services and mail servers of its own: post_driver hands it the jobs."""

import email
import email.policy
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
from harness import PROGRAM, check, environment, finish  # noqa: E402
from post_servers import Browser, DeafServer, MailServer, PushService, make_certificates, tls_of, to_url64, verify_token  # noqa: E402

SHORT = bool(os.environ.get("LUDOTECA_TEST_SHORT"))
PATIENCE = 60 if SHORT else 20


class Postman:
    """The driver, and the reports that came."""

    def __init__(self, folder, *options):
        usual = ["test_host=127.0.0.1", "try_ms=1500", "pause_ms=50", "contact=mailto:ops@example.org"]
        # Options that are given come first, so that they are found first.
        self.process = subprocess.Popen([PROGRAM, *options, *usual], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment(SSL_CERT_FILE=str(Path(folder) / "ca.pem")))
        self.ready = self.process.stdout.readline().split()
        self.lines, self.changed = [], threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n").split("\t"))
                self.changed.notify_all()

    def order(self, *fields):
        self.process.stdin.write("\t".join(map(str, fields)) + "\n")
        self.process.stdin.flush()

    def push(self, label, port, path, browser, payload="{}", topic="-", ttl=60, urgency=0, host="127.0.0.1"):
        self.order("push", label, f"https://{host}:{port}{path}", to_url64(browser.public), to_url64(browser.auth),
                   topic, ttl, urgency, payload)

    def mail(self, label, to="ana@example.net", subject="Hello", text="Text.", leave="-"):
        self.order("mail", label, to, subject, text.replace("\n", "\\n"), leave)

    def await_lines(self, holds, seconds=PATIENCE):
        """The lines so far, once they satisfy this; else None."""
        until = time.monotonic() + seconds
        with self.changed:
            while not holds(self.lines):
                if not self.changed.wait(until - time.monotonic()):
                    return None
            return list(self.lines)

    def outcome(self, label, seconds=PATIENCE):
        """What was reported of one job: (outcome, status)."""
        lines = self.await_lines(lambda lines: any(line[1:2] == [label] for line in lines), seconds)
        return next(((line[0], line[2]) for line in lines if line[1:2] == [label]), None) if lines else None

    def figures(self):
        with self.changed:
            before = sum(line[0].startswith("figures") for line in self.lines)
        self.order("figures")
        lines = self.await_lines(lambda lines: sum(line[0].startswith("figures") for line in lines) > before)
        last = [line[0] for line in lines if line[0].startswith("figures")][-1]
        return {name: int(value) for name, value in (word.split("=") for word in last.split()[1:])}

    def stop(self):
        """Ends it, and says whether it ended well, and how long that took."""
        start = time.monotonic()
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return status == 0 and self.lines[-1:] == [["stopped"]], time.monotonic() - start


def children_of(pid):
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def status_of(pid):
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line)


def count(lines, word):
    return sum(line[0] == word for line in lines)


def await_true(holds, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.02)
    return holds()


# -- push ---------------------------------------------------------------------------------------------


def test_content(folder, service, browser):
    """What arrives is what was sent, for this browser alone, signed by the server."""
    postman = Postman(folder, "confined")
    payload = json.dumps({"title": "Es tu turno en Oware contra Íñigo", "tag": "x" * 1000}, ensure_ascii=False)
    postman.push("a", service.port, "/ok/content?q=1", browser, payload, topic="game-17", ttl=3600, urgency=2)
    check("a notice is taken", postman.outcome("a") == ("done", "201"), postman.lines)
    fields, body = service.arrived("/ok/content?q=1")[0]
    check("it can be read", browser.read(body) == payload)
    check("its fields", (fields["ttl"], fields["urgency"], fields["topic"], fields["content-encoding"], fields["host"])
          == ("3600", "high", "game-17", "aes128gcm", f"127.0.0.1:{service.port}"), fields)
    kind, parts = fields["authorization"].split(" ", 1)
    parts = dict(part.split("=", 1) for part in parts.split(", "))
    head, claims = verify_token(parts["t"], parts["k"])
    check("whose server it is", kind == "vapid" and parts["k"] == postman.ready[1], fields)
    check("the token", json.loads(head) == {"typ": "JWT", "alg": "ES256"}, head)
    claims = json.loads(claims)
    check("what it claims", claims["aud"] == f"https://127.0.0.1:{service.port}" and claims["sub"] == "mailto:ops@example.org"
          and 0 < claims["exp"] - time.time() <= 24 * 3600, claims)
    postman.push("b", service.port, "/ok/content?q=1", browser, payload)
    postman.outcome("b")
    (plain, second) = service.arrived("/ok/content?q=1")[1]
    check("no two are alike", second[:16] != body[:16] and second[21:86] != body[21:86] and browser.read(second) == payload)
    check("no topic, if none is wanted", "topic" not in plain and plain["urgency"] == "normal", plain)
    check("it ends at once", postman.stop()[0])


def test_answers(folder, service, browser):
    """What is made of what push services answer, and how often they are asked."""
    wanted = {"/gone": ("gone", "410", 1), "/missing": ("gone", "404", 1), "/forbidden": ("failed", "403", 1),
              "/elsewhere": ("failed", "307", 1), "/flaky": ("done", "201", 3), "/broken": ("failed", "500", 4),
              "/busy": ("done", "201", 2), "/interim": ("done", "201", 1), "/nonsense": ("failed", "0", 4),
              "/cut": ("failed", "0", 4), "/flood": ("failed", "0", 4), "/flood-after": ("done", "201", 1)}
    postman = Postman(folder)
    start = time.monotonic()
    for path in wanted:
        postman.push(path, service.port, path, browser)
    for path, (outcome, status, tries) in wanted.items():
        check(f"{path}: {outcome}", postman.outcome(path) == (outcome, status), postman.lines)
        check(f"{path}: tried {tries} times", len(service.arrived(path)) == tries, len(service.arrived(path)))
    check("it waits as long as it was asked to", time.monotonic() - start > 1)
    check("nobody is sent elsewhere", not service.arrived("/ok/elsewhere"))
    figures = postman.figures()
    check("all are counted", (figures["handed_over"], figures["done"], figures["gone"], figures["failed"], figures["waiting"])
          == (12, 4, 2, 6, 0), figures)
    postman.stop()


def test_silence(folder, service, browser):
    """Those who never answer hold up nobody, and nothing for ever."""
    deaf, mails = DeafServer(), MailServer(None, tls=False)
    postman = Postman(folder, "try_ms=20000", f"smtp=smtp://127.0.0.1:{mails.port}", "sender=games@example.org")
    start = time.monotonic()
    for i in range(40):
        postman.push(f"silent {i}", service.port, "/silent", browser)
        postman.push(f"deaf {i}", deaf.port, "/", browser)
    for _ in range(10):
        postman.push("silent 0", service.port, "/silent", browser)
    check("nobody has more than four wait", postman.figures()["dropped"] == 7, postman.figures())
    figures = postman.figures()
    check("the server never waits", time.monotonic() - start < (5 if SHORT else 2) and figures["waiting"] == 83, figures)
    check("one that is slow is not asked by all at once", await_true(lambda: service.now + deaf.now >= 4), service.now)
    postman.mail("mail")
    check("and holds up nobody else", postman.outcome("mail") == ("done", "250"), postman.lines)
    check("nor is it asked by more later", service.now + deaf.now == 4, (service.now, deaf.now))
    postman.stop()
    once = Postman(folder, "try_ms=700")
    start = time.monotonic()
    for path in ("/silent", "/drip"):
        once.push(path, service.port, path, browser)
    check("whoever never answers has failed", once.outcome("/silent") == ("failed", "0"), once.lines)
    check("and whoever answers for ever", once.outcome("/drip") == ("failed", "0"), once.lines)
    took = time.monotonic() - start
    check("after four tries of their time", 2.5 < took < PATIENCE, took)
    check("it ends soon", once.stop()[0])


def test_many(folder, service, browser):
    """Hundreds of jobs; more than there is room for are dropped, and counted."""
    count = 100 if SHORT else 400
    postman = Postman(folder)
    for i in range(count):
        postman.push(f"many {i}", service.port, "/ok/many", browser)
    lines = postman.await_lines(lambda lines: sum(line[0] == "done" for line in lines) == count)
    check(f"{count} notices are taken", lines is not None, postman.lines[-3:])
    check("each is reported once", lines and len({line[1] for line in lines}) == count == len(lines))
    check("not all at once", service.most <= 16, service.most)
    for i in range(1500):
        postman.push(f"more {i}", service.port, "/silent", browser)
    figures = postman.figures()
    check("what there is no room for is dropped", figures["dropped"] > 0 and figures["waiting"] <= 1024
          and figures["handed_over"] + figures["dropped"] == count + 1500, figures)
    dropped = [line for line in postman.lines if line[0] == "dropped"]
    check("and whoever hands it over is told", len(dropped) == figures["dropped"], len(dropped))
    ended, took = postman.stop()
    check("it ends in a few seconds with work in hand", ended and took < (20 if SHORT else 6), took)


def test_trust(folder, browser):
    """Only services that can show who they are, and strangers' only where they are everybody's."""
    postman = Postman(folder)
    impostors = {"self": PushService(tls_of(folder, "self")), "other": PushService(tls_of(folder, "other"))}
    for name, service in impostors.items():
        postman.push(name, service.port, "/ok", browser)
    plain = MailServer(None)
    postman.push("plain", plain.port, "/ok", browser)
    for name in [*impostors, "plain"]:
        check(f"{name}: failed", postman.outcome(name) == ("failed", "0"), postman.lines)
    check("they were shown nothing", not any(service.requests for service in impostors.values()) and impostors["self"].guests == 4)
    own = PushService(tls_of(folder, "here"))
    for name, host in {"name": "localhost", "short": "127.1", "number": "2130706433"}.items():
        postman.push(name, own.port, "/ok", browser, host=host)
        check(f"{host}: not for strangers", postman.outcome(name) == ("failed", "0"), postman.lines)
    postman.order("push", "usual port", "https://localhost/ok", to_url64(browser.public), to_url64(browser.auth), "-", 60, 0, "{}")
    check("not at the usual port, either", postman.outcome("usual port") == ("failed", "0"), postman.lines)
    check("nobody was connected to", own.guests == 0)
    postman.order("push", "clear", f"http://127.0.0.1:{own.port}/ok", to_url64(browser.public), to_url64(browser.auth), "-", 60, 0, "{}")
    check("nothing in the clear", postman.outcome("clear")[0] == "refused", postman.lines)
    named = Postman(folder, "test_host=localhost")
    named.push("name", own.port, "/ok", browser, host="localhost")
    check("a name that is allowed", named.outcome("name") == ("done", "201"), named.lines)
    named.stop()
    postman.stop()


# -- mail ---------------------------------------------------------------------------------------------


def test_mails(folder):
    context = tls_of(folder, "self")  # nobody vouches for it, but it is this machine
    text = "Es tu turno, Íñigo.\n.\n..dots\nA long line: " + "ñ" * 200 + "\n"
    kinds = {"plain": MailServer(context, tls=False), "secure": MailServer(context),
             "known": MailServer(context, auth="LOGIN PLAIN"), "known in the clear": MailServer(context, tls=False, auth="PLAIN")}
    for name, server in kinds.items():
        user = "ana:pass%20word@" if server.auth else ""
        postman = Postman(folder, f"smtp=smtp://{user}127.0.0.1:{server.port}", "sender=games@example.org", "confined")
        postman.mail("a", subject="Es tu turno en Oware contra Íñigo", text=text, leave="https://games.example.org/leave")
        check(f"{name}: a mail is taken", postman.outcome("a") == ("done", "250"), postman.lines)
        mail = server.mails[0]
        read = email.message_from_bytes(mail["text"], policy=email.policy.default)
        check(f"{name}: its envelope", (mail["from"], mail["to"]) == ("<games@example.org>", "<ana@example.net>"), mail)
        check(f"{name}: its head", read["Subject"] == "Es tu turno en Oware contra Íñigo" and read["To"].addresses[0].addr_spec == "ana@example.net"
              and read["From"].addresses[0].addr_spec == "games@example.org" and not read.defects
              and read["List-Unsubscribe"] == "<https://games.example.org/leave>", read)
        check(f"{name}: its text", read.get_content().replace("\r\n", "\n") == text, read.get_content())
        check(f"{name}: as secret as can be", mail["secure"] == server.tls and (not server.tls or server.clear[-1] == "STARTTLS"))
        if server.auth:
            check(f"{name}: the password", server.passwords == [(server.tls, b"\0ana\0pass word")], server.passwords)
        postman.stop()


def test_refused_mails(folder):
    context = tls_of(folder, "here")
    server = MailServer(context, refusal=["550 5.1.1 nobody", "550 5.7.1 not from you", "451 4.7.1 later", "451 4.7.1 later", "250 ok"])
    postman = Postman(folder, f"smtp=smtp://127.0.0.1:{server.port}", "sender=games@example.org")
    for label, wanted in {"nobody": ("gone", "550"), "policy": ("failed", "550"), "later": ("done", "250")}.items():
        postman.mail(label)
        check(f"mail, {label}: {wanted[0]}", postman.outcome(label) == wanted, postman.lines)
    for address in ("ana", "ana@example.net>", "<ana@example.net", "ana@127.0.0.1"):
        postman.mail(address, to=address)
        check(f"mail to {address}: refused", postman.outcome(address)[0] == "refused", postman.lines)
    postman.mail("subject", subject="x\rBcc: eva@example.org")
    postman.outcome("subject")
    heads = [mail["text"].split(b"\r\n\r\n")[0] for mail in server.mails]
    check("nobody adds a field", heads and all(b"\nBcc" not in head and b"\rBcc" not in head for head in heads), heads)
    check("nobody adds a recipient", {mail["to"] for mail in server.mails} == {"<ana@example.net>"}, server.mails)
    postman.stop()
    wrong = MailServer(context, auth="PLAIN")
    postman = Postman(folder, f"smtp=smtp://ana:wrong@127.0.0.1:{wrong.port}", "sender=games@example.org")
    postman.mail("password")
    check("a wrong password", postman.outcome("password") == ("failed", "535"), postman.lines)
    postman.stop()
    injecting = MailServer(context, injects=True)
    postman = Postman(folder, f"smtp=smtp://127.0.0.1:{injecting.port}", "sender=games@example.org")
    postman.mail("injected")
    check("nothing is taken over from the clear", postman.outcome("injected") == ("failed", "220") and not injecting.mails, postman.lines)
    postman.stop()


def test_settings(folder):
    for options, words in {("smtp=smtp://127.0.0.1",): "--mail-from", ("sender=games@example.org",): "--smtp",
                           ("smtp=smtp://127.0.0.1", "sender=games"): "no address", ("contact=ops",): "mailto:",
                           ("smtp=imap://x", "sender=games@example.org"): "smtp://HOST"}.items():
        done = subprocess.run([PROGRAM, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        check(f"refused: {' '.join(options)}", done.returncode == 1 and words in done.stdout, done)
    postman = Postman(folder)
    postman.mail("none")
    check("no mail without a mail server", postman.outcome("none")[0] == "dropped", postman.lines)
    postman.stop()


# -- processes ----------------------------------------------------------------------------------------


def test_killed(folder, service, browser):
    """The one that sends is killed: the server is told of what is lost, and another goes on."""
    postman = Postman(folder, "confined", "try_ms=30000")
    [keeper] = children_of(postman.process.pid)
    check("a process sends", await_true(lambda: len(children_of(keeper)) == 1))
    for i in range(10):
        postman.push(f"hanging {i}", service.port, "/silent", browser)
    await_true(lambda: service.now >= 4)
    kills = 0
    while kills < 2 or (count(postman.lines, "lost") < 10 and kills < 6):
        os.kill(children_of(keeper)[0], signal.SIGKILL)
        kills += 1
        check("another is started", postman.await_lines(lambda lines: count(lines, "restarted") == kills) is not None
              and await_true(lambda: len(children_of(keeper)) == 1))
        # What one did not take out of the socket before it was killed, the next one takes.
        await_true(lambda: count(postman.lines, "lost") == 10 or service.now >= 1, seconds=5)
    lines = postman.await_lines(lambda lines: count(lines, "lost") == 10)
    check("what was in hand is reported lost", lines is not None, postman.lines)
    postman.push("after", service.port, "/ok/after", browser)
    check("and notices are taken again", postman.outcome("after") == ("done", "201"), postman.lines)
    figures = postman.figures()
    check("all are counted", (figures["lost"], figures["done"], figures["restarts"], figures["waiting"]) == (10, 1, kills, 0), figures)
    worker = children_of(keeper)[0]
    postman.push("last", service.port, "/silent", browser)
    await_true(lambda: service.now >= 1)
    os.kill(keeper, signal.SIGKILL)
    lines = postman.await_lines(lambda lines: ["ended", "", "0"] in lines)
    check("if its keeper is killed, that is told", lines is not None and lines[-2:] == [["lost", "last", "0"], ["ended", "", "0"]], postman.lines)
    check("and nothing is left", await_true(lambda: not Path(f"/proc/{worker}").exists() or status_of(worker)["State"].startswith("Z")))
    postman.push("late", service.port, "/ok/late", browser)
    check("further jobs are dropped", postman.outcome("late")[0] == "dropped", postman.lines)
    check("it ends", postman.stop()[0])


def test_orphans(folder, service, browser):
    """If the server is killed, its helpers end."""
    postman = Postman(folder)
    [keeper] = children_of(postman.process.pid)
    await_true(lambda: len(children_of(keeper)) == 1)
    [worker] = children_of(keeper)
    os.kill(keeper, signal.SIGINT)
    os.kill(worker, signal.SIGHUP)
    postman.push("signals", service.port, "/ok/signals", browser)
    check("signals of the terminal are not for them", postman.outcome("signals") == ("done", "201"), postman.lines)
    postman.process.kill()
    postman.process.wait()
    check("they end with the server", await_true(lambda: not Path(f"/proc/{worker}").exists() and not Path(f"/proc/{keeper}").exists()))


def test_confinement(folder):
    """What the processes have given up, as the system tells it."""
    postman = Postman(folder, "confined")
    [keeper] = children_of(postman.process.pid)
    await_true(lambda: len(children_of(keeper)) == 1)
    [worker] = children_of(keeper)
    if postman.ready[2] == "confined":  # a build without sanitizers
        check("both are filtered", await_true(lambda: status_of(worker)["Seccomp_filters"].strip() == "2")
              and status_of(keeper)["Seccomp_filters"].strip() == "1", status_of(worker))
    kept = {os.readlink(f"/proc/{keeper}/fd/{name}").split(":")[0] for name in os.listdir(f"/proc/{keeper}/fd")}
    check("the keeper has one socket and nothing else of the server's", len(os.listdir(f"/proc/{keeper}/fd")) == 4 and "socket" in kept, kept)
    postman.stop()


with tempfile.TemporaryDirectory() as place:
    make_certificates(place)
    for test in (test_content, test_answers, test_silence, test_many, test_killed, test_orphans):
        test(place, PushService(tls_of(place, "here")), Browser())
    test_trust(place, Browser())
    test_mails(place)
    test_refused_mails(place)
    test_settings(place)
    test_confinement(place)
finish()
