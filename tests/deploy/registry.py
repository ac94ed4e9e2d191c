"""Schemas of others, from packages of public registries: fetched once, known by their digests, and never kept in this
repository."""

import hashlib
import json
import urllib.request
import zipfile
from pathlib import Path

import jsonschema
import yaml

KUBERNETES = "1.37.0"
# (address, SHA-256 of the file, what is in it)
PACKAGES = {
    "kubernetes": ("https://files.pythonhosted.org/packages/b0/50/104f3b5a41aba6737c5f2ffe76270398f3a7320dc4a4f3f88dfd5bc9af63/"
                   "kubernetes_validate-1.37.0-py3-none-any.whl", "85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9"),
    "compose": ("https://proxy.golang.org/github.com/compose-spec/compose-go/v2/@v/v2.4.9.zip",
                "d84ed622cb6e321d2c8b9533fff2600062f2ec64a5fa5f9363dd62655ddecedd"),
    "cloudnative-pg": ("https://proxy.golang.org/github.com/cloudnative-pg/cloudnative-pg/@v/v1.24.0.zip",
                       "ac54cb79650c6635354dd2b18a56b87a7474bbffd3f4839bdf8d3eac0fe04872"),
}


class Unreachable(Exception):
    """Nobody is to blame here."""


def fetch(name, folder):
    """The package, opened; ValueError if it is another one than it was."""
    address, digest = PACKAGES[name]
    path = Path(folder) / (name + ".zip")
    if not path.exists():
        try:
            content = urllib.request.urlopen(address, timeout=60).read()
        except OSError as error:
            raise Unreachable(f"{address} can't be had: {error}") from error
        Path(folder).mkdir(exist_ok=True)
        path.write_bytes(content)
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        path.unlink()
        raise ValueError(f"{address} has changed")
    return zipfile.ZipFile(path)


class Schemas:
    def __init__(self, folder):
        self.folder = folder
        self.known = {}

    def of_kubernetes(self, kind, version):
        """By the naming of these files: apps/v1 Deployment is deployment-apps-v1."""
        place = f"kubernetes_validate/kubernetes-json-schema/v{KUBERNETES}-local-strict/"
        group = version.split("/")[0].split(".")[0] + "-" if "/" in version else ""
        with fetch("kubernetes", self.folder) as package:
            text = package.read(f"{place}{kind.lower()}-{group}{version.split('/')[-1]}.json").decode()
            schema = json.loads(text.replace("/api/_definitions.json#", "#"))
            schema["$defs"] = json.loads(package.read(place + "_definitions.json"))["$defs"]
        return {key: value for key, value in schema.items() if key not in ("$schema", "$id")}

    def of_cluster(self):
        """What the operator takes; unlike Kubernetes' own it does not say that there may be nothing else."""
        with fetch("cloudnative-pg", self.folder) as package:
            name = next(name for name in package.namelist() if name.endswith("/config/crd/bases/postgresql.cnpg.io_clusters.yaml"))
            versions = yaml.safe_load(package.read(name))["spec"]["versions"]
        return close(versions[0]["schema"]["openAPIV3Schema"])

    def of_compose(self):
        with fetch("compose", self.folder) as package:
            name = next(name for name in package.namelist() if name.endswith("/schema/compose-spec.json"))
            return json.loads(package.read(name))

    def find(self, document):
        """The schema of an object for Kubernetes."""
        key = document["apiVersion"], document["kind"]
        if key not in self.known:
            self.known[key] = self.of_cluster() if key[0].startswith("postgresql.cnpg.io/") else self.of_kubernetes(key[1], key[0])
        return self.known[key]


def close(schema):
    """With no other keys than are named, where some are."""
    if isinstance(schema, list):
        return [close(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: close(value) for key, value in schema.items()}
    if "properties" in schema and isinstance(schema["properties"], dict) and not schema.get("x-kubernetes-preserve-unknown-fields"):
        closed.setdefault("additionalProperties", False)
    if schema.get("x-kubernetes-int-or-string"):
        closed.pop("anyOf", None)
        closed["type"] = ["integer", "string"]
    return closed


def complaints(document, schema):
    validator = jsonschema.Draft202012Validator if "$defs" in schema else jsonschema.Draft7Validator
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator(schema).iter_errors(document)]
