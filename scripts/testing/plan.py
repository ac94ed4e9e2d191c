"""In which order the stages run, and what beside what.

Jobs stand in lanes, and those of a lane run one after the other. The first lane keeps the processors
busy with suites; the second builds what comes later, and waits for browsers, while the first leaves
them idle."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Callable

from testing import stages
from testing.builds import build, run_suites
from testing.python import soak_python, stage_python

# `make check`: what finds most in the shortest time.
CHECKED = ["unit", "cases", "perft", "conformance", "reference", "golden", "quick"]


@dataclass
class Job:
    stage: str  # that it belongs to
    work: Callable  # its answer False: what needs it has nothing to work on
    needs: tuple = ()
    after: tuple = ()  # if those are done at all


LANES = [
    {
        "build gcc": Job("gcc", lambda: build("gcc")),
        "gcc": Job("gcc", stages.stage_gcc, ("build gcc",)),
        "install": Job("install", stages.stage_install, ("build gcc",)),
        "python": Job("python", stage_python, ("build gcc",)),
        "clang": Job("clang", stages.stage_clang, ("build clang",)),
        "fuzz": Job("fuzz", stages.stage_fuzz, ("build clang",)),
        "threads": Job("threads", stages.stage_threads, ("build threads",)),
    },
    {
        "layout": Job("static", stages.stage_layout),
        "headers": Job("static", stages.stage_headers),
        "build page": Job("web", stages.build_page),
        "build clang": Job("clang", lambda: build("clang", niceness=10)),
        "build threads": Job("threads", lambda: build("threads", ["threads"], niceness=10)),
        "page alone": Job("web", stages.stage_page_alone, ("build page", "build gcc")),
        # The program is linked anew for it, which nobody must be running then.
        "page": Job("web", stages.stage_page, ("build page", "build gcc"), ("gcc", "install")),
        "example": Job("web", stages.stage_example, ("build page", "build clang")),
        "escapes": Job("static", stages.stage_escapes),
        "new_game": Job("static", stages.stage_new_game),
    },
]
CHECK_LANES = [
    {
        "build gcc": Job("check", lambda: build("gcc", CHECKED)),
        "checked": Job("check", lambda: run_suites("gcc", CHECKED), ("build gcc",)),
    },
    {
        "layout": Job("check", stages.stage_layout),
        "headers": Job("check", stages.stage_headers),
    },
]
SOAK_LANES = [
    {
        "build gcc": Job("soak", lambda: build("gcc")),
        "build clang": Job("soak", lambda: build("clang")),
        "build threads": Job("soak", lambda: build("threads", ["threads"])),
        "build fuzzers": Job("soak", lambda: build("fuzzers")),
        "build page": Job("soak", stages.build_page),
        "python": Job("soak", soak_python, ("build gcc",)),
        "soak": Job("soak", stages.stage_soak, ("build page", "build gcc", "build clang", "build threads", "build fuzzers")),
    },
]
STAGES = ["static", "gcc", "install", "python", "web", "clang", "fuzz", "threads"]
ALONE = ["check", "soak"]


def with_needs(lanes, chosen):
    """The jobs of these stages and all that they need, lane by lane."""
    jobs = {name: job for lane in lanes for name, job in lane.items()}
    wanted = {name for name, job in jobs.items() if job.stage in chosen}
    while True:
        needed = {need for name in wanted for need in jobs[name].needs} - wanted
        if not needed:
            return [{name: job for name, job in lane.items() if name in wanted} for lane in lanes]
        wanted |= needed


def is_ready(job, done):
    for name in job.after:
        if name in done:
            done[name].result()
    return all(done[name].result() is not False for name in job.needs)


def run_lanes(lanes):
    done = {name: Future() for lane in lanes for name in lane}

    def follow(lane):
        for name, job in lane.items():
            try:
                done[name].set_result(job.work() if is_ready(job, done) else False)
            except Exception as error:  # for all who wait for it
                done[name].set_exception(error)

    with ThreadPoolExecutor(len(lanes)) as pool:
        list(pool.map(follow, lanes))
    for future in done.values():
        future.result()


def run_stages(chosen):
    for alone, lanes in (("check", CHECK_LANES), ("soak", SOAK_LANES)):
        if alone in chosen:
            run_lanes(lanes)
    run_lanes(with_needs(LANES, chosen))
