#!/usr/bin/env python3
"""Packs an OCI image: pack_image.py IMAGE PROGRAM DATA PACKAGE.deb …

Two layers: what the packages hold, and the program with its data, which is all that an upgrade changes.
Times, owners and order are fixed, so that the same files give the same digests. SOURCE_DATE_EPOCH is the
time of the program's files and of the image."""

import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
from pathlib import Path

USER = 10001
PORT = 8080
AUTHORITIES = "etc/ssl/certs/ca-certificates.crt"
# What nobody reads in there, and what is for setting systems up.
NEEDLESS = re.compile(r"(usr/share/(man|locale|lintian|doc-base|bug|info|base-files|initramfs-tools)|usr/lib/[^/]+/gconv|usr/sbin|"
                      r"etc/(update-motd\.d|profile|init\.d|default)|usr/share/doc/[^/]+/(?!copyright)|root|home|boot|media|mnt|opt|srv|usr/(games|src|local)|var/(?!lib/dpkg))")
# Directories that systems put something over, and those of ours.
PLACES = {"dev": 0o755, "proc": 0o555, "sys": 0o555, "run": 0o755, "tmp": 0o1777, "data": 0o700, "tables": 0o755}


class Layer:
    """Files by their names; what is added later takes the place of what was there."""

    def __init__(self, time_s):
        self.time_s = time_s
        self.entries = {}

    def add(self, name, content=None, mode=0o644, owner=0, link=None):
        entry = tarfile.TarInfo(name)
        entry.type = tarfile.SYMTYPE if link else tarfile.REGTYPE if content is not None else tarfile.DIRTYPE
        entry.mode, entry.uid, entry.gid, entry.mtime = 0o777 if link else mode, owner, owner, self.time_s
        entry.linkname, entry.size = link or "", len(content or b"")
        self.entries[name] = (entry, content)

    def add_folders(self):
        """Those that files are in."""
        for name in list(self.entries):
            for folder in Path(name).parents:
                if str(folder) not in (".", *self.entries):
                    self.add(str(folder), mode=0o755)

    def pack(self):
        """(its tar file compressed, the digest of the plain one)"""
        self.add_folders()
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.GNU_FORMAT) as tar:
            for name in sorted(self.entries):
                entry, content = self.entries[name]
                tar.addfile(entry, io.BytesIO(content) if content is not None else None)
        packed = gzip.compress(plain.getvalue(), 6, mtime=0)
        return packed, digest(plain.getvalue())


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


# -- what is in it --------------------------------------------------------------------------------


def merged(name):
    """Where Debian's systems have it: /bin, /lib and /sbin are links into /usr."""
    name = name.removeprefix("./").strip("/")
    return "usr/" + name if re.match(r"(bin|lib|lib64|sbin)(/|$)", name) else name


def add_package(layer, package):
    control = subprocess.run(["dpkg-deb", "-f", package], check=True, capture_output=True).stdout
    name = re.search(rb"(?m)^Package: (\S+)", control).group(1).decode()
    files = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(files)) as tar:
        for entry in tar:
            place = merged(entry.name)
            if NEEDLESS.match(place) or not (entry.isfile() or entry.issym() or entry.islnk()):
                continue
            if entry.issym():
                layer.add(place, link=entry.linkname)
            else:
                layer.add(place, tar.extractfile(entry).read(), entry.mode & 0o755)
    # For those who look for known faults in images.
    layer.add(f"var/lib/dpkg/status.d/{name}", control)


def add_system(layer):
    """What installing the packages would have made."""
    for link in ("bin", "lib", "lib64", "sbin"):
        layer.add(link, link=f"usr/{link}")
    layer.add("usr/sbin", mode=0o755)
    for name, mode in PLACES.items():
        layer.add(name, mode=mode, owner=USER if name == "data" else 0)
    layer.add("etc/passwd", b"root:x:0:0:root:/:/usr/sbin/nologin\n"
              + f"ludoteca:x:{USER}:{USER}:Ludoteca:/data:/usr/sbin/nologin\n".encode())
    layer.add("etc/group", f"root:x:0:\nludoteca:x:{USER}:\n".encode())
    layer.add("etc/nsswitch.conf", b"passwd: files\ngroup: files\nhosts: files dns\n")
    certificates = [content for name, (_, content) in sorted(layer.entries.items()) if re.match(r"usr/share/ca-certificates/.*\.crt$", name)]
    layer.add(AUTHORITIES, b"".join(certificates))


def add_program(layer, program, data):
    layer.add("usr/bin/ludoteca", program.read_bytes(), 0o755)
    for path in sorted(data.glob("*.strategy")):
        layer.add(f"usr/share/ludoteca/{path.name}", path.read_bytes())


# -- the image ------------------------------------------------------------------------------------


def describe(version, machine, created, layers):
    """How it is run: as nobody in particular, with games in /data unless other words are given."""
    return {
        "created": created, "architecture": machine, "os": "linux",
        "config": {
            "User": f"{USER}:{USER}", "ExposedPorts": {f"{PORT}/tcp": {}}, "WorkingDir": "/", "StopSignal": "SIGTERM",
            "Env": ["PATH=/usr/bin", "HOME=/data", f"SSL_CERT_FILE=/{AUTHORITIES}", "LUDOTECA_DATA=/usr/share/ludoteca", "LUDOTECA_TABLES=/tables"],
            "Entrypoint": ["/usr/bin/ludoteca", "serve", "--bind", "0.0.0.0", "--port", str(PORT)],
            "Cmd": ["--data", "/data"],
            "Labels": {"org.opencontainers.image.title": "Ludoteca", "org.opencontainers.image.version": version,
                       "org.opencontainers.image.licenses": "MIT"},
        },
        "rootfs": {"type": "layers", "diff_ids": [plain for _, plain in layers]},
        "history": [{"created": created, "created_by": words} for words in ("packages of Debian", f"Ludoteca {version}")],
    }


class Layout:
    """An OCI layout in a tar file."""

    def __init__(self, time_s):
        self.files = Layer(time_s)
        self.files.add("oci-layout", b'{"imageLayoutVersion": "1.0.0"}')

    def add(self, kind, content):
        """A blob; what names it."""
        name = digest(content)
        self.files.add("blobs/" + name.replace(":", "/"), content)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": name, "size": len(content)}

    def write(self, path, manifest):
        index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]}
        self.files.add("index.json", json.dumps(index).encode())
        self.files.add_folders()
        with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as tar:
            for name in sorted(self.files.entries):
                entry, content = self.files.entries[name]
                tar.addfile(entry, io.BytesIO(content) if content is not None else None)


def main():
    image, program, data, *packages = sys.argv[1:]
    time_s = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time_s))
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    machine = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()
    system, own = Layer(0), Layer(time_s)
    for package in packages:
        add_package(system, package)
    add_system(system)
    add_program(own, Path(program), Path(data))
    layers = [system.pack(), own.pack()]
    layout = Layout(time_s)
    blobs = [layout.add("layer.v1.tar+gzip", packed) for packed, _ in layers]
    config = layout.add("config.v1+json", json.dumps(describe(version, machine, created, layers)).encode())
    content = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config, "layers": blobs}
    manifest = layout.add("manifest.v1+json", json.dumps(content).encode())
    name = f"localhost/ludoteca:{version}"
    layout.write(image, {**manifest, "platform": {"architecture": machine, "os": "linux"},
                         "annotations": {"org.opencontainers.image.ref.name": name, "io.containerd.image.name": name}})
    print(f"{image}: {name}, {machine}, {len(packages)} packages, {os.path.getsize(image) / 1e6:.1f} MB, {manifest['digest']}")


main()
