#!/usr/bin/env python3
"""deploy/kubernetes: its parts fit together, ask for no rights, and are what Kubernetes takes; a server started by the
words of the Deployment answers the probes."""

import copy
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / folder) for folder in ("cli", "store", "broker")]

import yaml  # noqa: E402
from harness import PROGRAM, check, environment, finish, run  # noqa: E402
from nats import Nats, free_port  # noqa: E402
from postgres import Postgres  # noqa: E402
from registry import Schemas, Unreachable, complaints  # noqa: E402
from serve_driver import settles  # noqa: E402

FOLDER = ROOT / "deploy" / "kubernetes"


def read_all():
    """[(file, object)]"""
    return [(path.name, document) for path in sorted(FOLDER.rglob("*.yaml")) for document in yaml.safe_load_all(path.read_text())]


def of_kind(documents, *kinds):
    return [document for _, document in documents if document["kind"] in kinds]


def name_of(document):
    return document["metadata"]["name"]


def every(value, key):
    """All that stands under that key, wherever."""
    if isinstance(value, list):
        return [found for part in value for found in every(part, key)]
    if not isinstance(value, dict):
        return []
    return ([value[key]] if key in value else []) + [found for part in value.values() for found in every(part, key)]


# -- whether its parts fit ------------------------------------------------------------------------


def is_of(labels, selector):
    return all(labels.get(key) == value for key, value in selector.items())


def check_rights(pods):
    """Pod Security's `restricted`, and no place to write to."""
    for name, pod in pods.items():
        whole = pod["spec"]["securityContext"]
        check(f"{name} is not root, and its calls are filtered", whole["runAsNonRoot"] is True and whole["runAsUser"] >= 1000 and
              whole["seccompProfile"] == {"type": "RuntimeDefault"} and pod["spec"]["automountServiceAccountToken"] is False, whole)
        for container in pod["spec"]["containers"]:
            own = container["securityContext"]
            check(f"{name} writes nowhere and gains nothing", own == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                                                                      "capabilities": {"drop": ["ALL"]}}, own)
            check(f"{name} may have so much memory", "memory" in container["resources"]["limits"])


def check_names(documents, pods):
    namespaces = {document["metadata"].get("namespace") for _, document in documents if document["kind"] != "Namespace"}
    check("all is in one namespace", namespaces == {"ludoteca"}, namespaces)
    for workload in of_kind(documents, "Deployment", "StatefulSet"):
        check(f"{name_of(workload)} finds its own pods", is_of(workload["spec"]["template"]["metadata"]["labels"], workload["spec"]["selector"]["matchLabels"]))
    for service in of_kind(documents, "Service"):
        found = [pod for pod in pods.values() if "selector" in service["spec"] and is_of(pod["metadata"]["labels"], service["spec"]["selector"])]
        ports = {port["name"] for pod in found for container in pod["spec"]["containers"] for port in container["ports"]}
        wanted = {port["targetPort"] for port in service["spec"]["ports"] if "targetPort" in port}
        check(f"the service {name_of(service)} leads to what it names", wanted <= ports and bool(found) == (name_of(service) != "nowhere"), (wanted, ports))
    held = {(kind, name_of(document), key) for kind in ("ConfigMap", "Secret") for document in of_kind(documents, kind)
            for key in document.get("data", document.get("stringData", {}))}
    used = {(kind, ref["name"], ref["key"]) for kind, word in (("ConfigMap", "configMapKeyRef"), ("Secret", "secretKeyRef"))
            for pod in pods.values() for ref in every(pod, word)}
    check("settings and secrets that are used are there", used <= held, used - held)
    services = {(name_of(service), port["name"]) for service in of_kind(documents, "Service") for port in service["spec"]["ports"]}
    backends = {(backend["service"]["name"], backend["service"]["port"]["name"]) for backend in every(of_kind(documents, "Ingress"), "backend")}
    check("the ingress leads to services", backends <= services, backends - services)


def check_walls(documents, pods):
    labels = [pod["metadata"]["labels"] for pod in pods.values()] + [{"cnpg.io/cluster": name_of(cluster)} for cluster in of_kind(documents, "Cluster")]
    selectors = [selector.get("matchLabels", {}) for selector in every(of_kind(documents, "NetworkPolicy"), "podSelector")]
    check("walls are around pods that there are", all(any(is_of(own, selector) for own in labels) for selector in selectors), selectors)
    check("nobody is let in unless it is said", any(policy["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
                                                  for policy in of_kind(documents, "NetworkPolicy")))
    rules = of_kind(documents, "Ingress")[0]["spec"]["rules"][0]["http"]["paths"]
    hidden = {rule["path"] for rule in rules if rule["backend"]["service"]["name"] == "nowhere" and rule["pathType"] == "Exact"}
    check("what is for those who look after it is not for the world", hidden == {"/health", "/ready", "/metrics"}, hidden)


def check_changes(documents):
    """Servers are replaced, and drained, one after the other."""
    deployment, budget = of_kind(documents, "Deployment")[0]["spec"], of_kind(documents, "PodDisruptionBudget")[0]["spec"]
    pod = deployment["template"]["spec"]
    pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][-1])
    check("there is time to drain", 0 < pause < pod["terminationGracePeriodSeconds"] - 20, pause)
    check("never fewer than two servers", deployment["replicas"] > budget["minAvailable"] >= 2 and
          deployment["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0})
    version = run("--version").out.split()[1]
    check("it is this version", pod["containers"][0]["image"].endswith(":" + version), pod["containers"][0]["image"])
    own = {line.split(":")[0]: line for line in (ROOT / "deploy" / "config" / "nats.conf").read_text().splitlines() if re.match(r"\w+:", line)}
    theirs = next(document["data"]["nats.conf"] for document in of_kind(documents, "ConfigMap") if name_of(document) == "nats").splitlines()
    check("the broker is set up as for Compose", {line for line in own.values() if not line.startswith("http")} ==
          {line for line in theirs if not line.startswith("http")}, theirs)


# -- running --------------------------------------------------------------------------------------


def put_variables(word, variables):
    return re.sub(r"\$\((\w+)\)", lambda found: variables[found.group(1)], word)


def probe(port, what):
    try:
        return urllib.request.urlopen(f"http://127.0.0.1:{port}{what['httpGet']['path']}", timeout=what.get("timeoutSeconds", 1)).status == 200
    except OSError:
        return False


def check_server(documents):
    """By the Deployment's own words, with a database and a broker from here."""
    container = of_kind(documents, "Deployment")[0]["spec"]["template"]["spec"]["containers"][0]
    settings = next(document["data"] for document in of_kind(documents, "ConfigMap") if name_of(document) == "ludoteca")
    port = free_port()
    with Postgres() as database, Nats() as broker:
        words = [put_variables(word, {**settings, "POD_NAME": "ludoteca-5d4f-x", "BROKER_PASSWORD": "x"}).replace("nats:4222", f"127.0.0.1:{broker.port}")
                 for word in container["args"]]
        server = subprocess.Popen([PROGRAM, "serve", "--bind", "0.0.0.0", "--port", str(port), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  env=environment(LUDOTECA_STORE=database.address, HOME="/data"))
        for name in ("startupProbe", "readinessProbe", "livenessProbe"):
            check(f"{name} is answered", settles(lambda: probe(port, container[name])), name)
        database.stop()
        check("without its database it is not ready", settles(lambda: not probe(port, container["readinessProbe"]), 20))
        check("… but lives", probe(port, container["livenessProbe"]))
        server.send_signal(signal.SIGTERM)
        _, complaint = server.communicate(timeout=30)
        check("it ends in time even then", server.returncode == 0, complaint)


def check_broker(documents):
    program = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin")
    config = next(document["data"]["nats.conf"] for document in of_kind(documents, "ConfigMap") if name_of(document) == "nats")
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(config)
        file.flush()
        done = subprocess.run([program, "-t", "-c", file.name], capture_output=True, text=True)
        check("the broker understands its settings", done.returncode == 0, done.stderr)


# -- by the schemas of others ---------------------------------------------------------------------


def check_schemas(documents):
    """As `kubeconform -strict` does; and what is wrong is found."""
    schemas = Schemas(Path(PROGRAM).parent / "packages")
    try:
        for file, document in documents:
            found = complaints(document, schemas.find(document))
            check(f"{file}: {document['kind']} {name_of(document)} is what Kubernetes takes", not found, "\n".join(found))
        for path, value in ((("spec", "replicas"), "three"), (("spec", "replcas"), 3), (("spec", "template", "spec", "containers"), [{"nam": "x"}])):
            wrong = copy.deepcopy(of_kind(documents, "Deployment")[0])
            place = wrong
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            check(f"… and not with {'.'.join(path)} {value}", complaints(wrong, schemas.find(wrong)))
        content, schema = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text()), schemas.of_compose()
        found = complaints(content, schema)
        check("compose.yaml is what Compose takes", not found, "\n".join(found))
        content["services"]["caddy"]["read_ony"] = True
        check("… and not with a word too many", complaints(content, schema))
    except Unreachable as lack:
        check(f"schemas # SKIP {lack}", True)


def main():
    documents = read_all()
    pods = {name_of(workload): workload["spec"]["template"] for workload in of_kind(documents, "Deployment", "StatefulSet")}
    check_rights(pods)
    check_names(documents, pods)
    check_walls(documents, pods)
    check_changes(documents)
    check_broker(documents)
    check_server(documents)
    if os.environ.get("LUDOTECA_TEST_LONG"):
        check_schemas(documents)


main()
finish()
