#!/usr/bin/env python3
"""The image of deploy/image: it is whole and the same each time, and the program runs from it as its user, where
nothing can be written."""

import gzip
import hashlib
import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("cli", "store", "broker")]

from harness import PROGRAM, check, finish  # noqa: E402
from nats import Nats  # noqa: E402
from postgres import Postgres  # noqa: E402

# As container runtimes do: what the image has is read only, with other file systems over some places of it.
ENTER = """set -e
mount --bind "$1" "$1"
mount -t proc proc "$1/proc" 2>/dev/null || mount --rbind /proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1/etc/hosts"
[ -z "$3" ] || mount -t tmpfs -o "size=64m,mode=0700$4" tmpfs "$1/data"
mount -o remount,ro,bind "$1"
root=$1 user=$5
shift 5
exec chroot $user "$root" /bin/busybox env -i "$@"
"""


# -- what it is made of ---------------------------------------------------------------------------


def start_building(image):
    return subprocess.Popen([ROOT / "deploy" / "image" / "build_image.sh", Path(PROGRAM).parent, image], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})


def finish_building(building):
    """What it complained about, if it failed."""
    complaint = building.communicate(timeout=150)[1].strip()
    return (complaint or "it failed") if building.returncode != 0 else None


class Image:
    def __init__(self, path):
        with tarfile.open(path) as tar:
            self.files = {entry.name: tar.extractfile(entry).read() for entry in tar if entry.isfile()}
        self.wrong = []
        self.index = json.loads(self.files["index.json"])
        self.manifest = json.loads(self.blob(self.index["manifests"][0]))
        self.settings = json.loads(self.blob(self.manifest["config"]))
        self.config = self.settings["config"]
        self.layers = [gzip.decompress(self.blob(layer)) for layer in self.manifest["layers"]]

    def blob(self, description):
        name = description["digest"]
        content = self.files["blobs/" + name.replace(":", "/")]
        if "sha256:" + hashlib.sha256(content).hexdigest() != name or len(content) != description["size"]:
            self.wrong.append(name)
        return content

    def unpack(self, folder):
        """Layer over layer; owners as they are there if this is root."""
        for layer in self.layers:
            subprocess.run(["tar", "-xp", "--numeric-owner", "-C", folder], input=layer, check=True)

    def words(self, *others):
        """How it is started, at any port that is free."""
        words = [*self.config["Entrypoint"], *(others or self.config["Cmd"])]
        words[words.index("--port") + 1] = "0"
        return words


def check_layout(image):
    check("every part has the digest and the size that it is named by", not image.wrong, image.wrong)
    check("nothing is in it that is not named", len(image.files) == 2 + 2 + len(image.layers), list(image.files))
    plain = ["sha256:" + hashlib.sha256(layer).hexdigest() for layer in image.layers]
    check("layers are what its settings say", image.settings["rootfs"]["diff_ids"] == plain)
    check("it says what it is", json.loads(image.files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"} and image.settings["os"] == "linux" and
          image.manifest["layers"][0]["mediaType"] == "application/vnd.oci.image.layer.v1.tar+gzip")
    user, _, group = image.config["User"].partition(":")
    check("its user is a number, and not root", int(user) > 1000 and int(group) > 1000, image.config["User"])
    check("it listens where it says", "8080/tcp" in image.config["ExposedPorts"] and "8080" in image.config["Entrypoint"])


def check_files(image):
    entries = [entry for layer in image.layers for entry in tarfile.open(fileobj=io.BytesIO(layer))]
    strange = [entry.name for entry in entries if entry.mode & (stat.S_ISUID | stat.S_ISGID) or entry.isdev() or entry.name.startswith(("/", ".."))]
    check("no file gives rights to whoever runs it, and none is a device", not strange, strange)
    open_to_all = [entry.name for entry in entries if not entry.issym() and entry.mode & 0o022 and entry.name != "tmp"]
    check("nobody but its owner could write to any", not open_to_all, open_to_all)
    own = {entry.name: entry.uid for entry in entries if entry.uid != 0}
    check("only the directory of games is the user's", own == {"data": 10001}, own)
    known = {entry.name.rsplit("/", 1)[-1] for entry in entries if entry.name.startswith("var/lib/dpkg/status.d/")}
    check("it says which packages are in it", {"libc6", "libpq5", "libssl3", "libsqlite3-0", "libuv1", "libsodium23"} <= known, known)


# -- running --------------------------------------------------------------------------------------


class Running:
    """The program, or another of the image, from its files."""

    def __init__(self, image, root, *words, has_data=False, hosts="/etc/hosts"):
        is_root = os.geteuid() == 0
        user = image.config["User"] if is_root else ""
        owner = ",uid={0},gid={0}".format(user.split(":")[0]) if is_root else ""
        inside = ["setpriv", "--no-new-privs", "unshare", *([] if is_root else ["-r"]), "--mount", "--propagation", "private", "sh", "-c", ENTER, "sh"]
        self.process = subprocess.Popen([*inside, root, hosts, "data" if has_data else "", owner, f"--userspec={user}" if is_root else "",
                                         *image.config["Env"], *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})

    def find_port(self):
        self.said = self.process.stdout.readline()
        return int(self.said.rsplit(":", 1)[1].split("/")[0]) if ":" in self.said else 0

    def status(self, name):
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(line.split()[1] for line in lines if line.startswith(name + ":"))

    def stop(self):
        self.process.terminate()
        return (*self.process.communicate(timeout=30), self.process.returncode)


def ask(port, path="/ready"):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10).read().decode()
    except OSError as error:
        return str(error)


def check_alone(image, root):
    """With games in /data, as its own words have it."""
    server = Running(image, root, *image.words(), has_data=True)
    port = server.find_port()
    if not port:
        check("the program runs from the image", False, server.stop())
        return
    check("the program runs from the image, and is ready", ask(port) == "ready\n", ask(port))
    check("it keeps games in /data", "ludoteca_commits_total" in ask(port, "/metrics"))
    if os.geteuid() == 0:
        got = [server.status(name) for name in ("Uid", "Gid", "CapEff", "NoNewPrivs", "Seccomp")]
        check("it is the image's user, who may do nothing special", got == ["10001", "10001", "0" * 16, "1", "2"], got)
    asked = Running(image, root, "/bin/busybox", "wget", "-q", "-O", "-", f"http://127.0.0.1:{port}/ready")
    check("what asks for its health inside is there", asked.process.communicate(timeout=20)[0] == "ready\n")
    out, err, status = server.stop()
    check("it ends when it is told to", status == 0 and not err, (out, err, status))
    wrote = Running(image, root, "/bin/busybox", "touch", "/data/x")
    check("nothing else could be written there", "Read-only file system" in wrote.process.communicate(timeout=20)[1])


def check_shared(image, root, folder):
    """With a database and a broker that it knows by name, and nothing at all to write to."""
    hosts = Path(folder, "hosts")
    hosts.write_text("127.0.0.1 localhost first second broker\n")
    with Postgres() as database, Nats() as broker:
        words = image.words("--store", f"postgresql://postgres@first:{database.port},second:{database.port}/postgres",
                            "--broker", f"nats://broker:{broker.port}", "--name", "one")
        server = Running(image, root, *words, hosts=str(hosts))
        port = server.find_port()
        check("it is ready with a database, without a place to write", port and ask(port) == "ready\n", server.said)
        _, err, status = server.stop()
        check("… and ends as well", status == 0 and not err, err)


def check_running(image, folder):
    root = tempfile.mkdtemp(dir=folder)
    os.chmod(root, 0o755)
    image.unpack(root)
    Path(root, "etc/hosts").touch()
    probe = Running(image, root, "/bin/busybox", "true")
    _, complaint = probe.process.communicate(timeout=20)
    if probe.process.returncode != 0:
        check(f"the program runs from the image # SKIP file systems can't be mounted here: {complaint.strip()}", True)
        return
    check_alone(image, root)
    check_shared(image, root, folder)


def main():
    if not shutil.which("apt-get") or not shutil.which("unshare"):
        check("the image # SKIP this is no Debian", True)
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        one, two = Path(folder, "one.tar"), Path(folder, "two.tar")
        lack = finish_building(start_building(one))
        if lack and "can't be fetched" in lack:
            check(f"the image # SKIP {lack.splitlines()[-1]}", True)
            return
        check("the image is built", not lack, lack)
        if lack:
            return
        again = start_building(two)
        image = Image(one)
        check_layout(image)
        check_files(image)
        check_running(image, folder)
        lack = finish_building(again)
        check("built again it is the same", not lack and one.read_bytes() == two.read_bytes(), lack)


main()
finish()
