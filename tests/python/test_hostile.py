"""Wrong arrays, wrong actions, threads, forks, objects that were never made: exceptions, never a crash. Runs under the
address sanitizer, too."""

import os
import random
import threading

import numpy

import ludoteca
from ludoteca import _core
from python_tap import chosen, expect_error, main

N = 8


def batch(**keywords):
    return ludoteca.Batch("oware", N, threads=2, seed=1, **keywords)


def draw(batch, rng):
    scores = rng.random(batch.legal.shape, dtype=numpy.float32)
    return numpy.where(batch.legal, scores, -1).argmax(1)


def test_arrays_of_the_wrong_kind():
    expect_error(TypeError, "legal: the numbers must be bool", batch, legal=numpy.zeros((N, 6), numpy.uint8))
    expect_error(TypeError, "observation: the numbers must be uint8 or float32", batch, observation=numpy.zeros((N, 15)))
    expect_error(TypeError, "reward: the numbers must be float32", batch, reward=numpy.zeros((N, 2), ">f4"))
    expect_error(TypeError, "player: the numbers must be int32", batch, player=numpy.zeros(N, numpy.uint32))
    expect_error(TypeError, "done: an array is wanted", batch, done=[False] * N)
    expect_error(TypeError, "must be", batch, done=numpy.zeros(N, [("a", "?"), ("b", "?")]))
    expect_error(TypeError, "must be", batch, legal=numpy.zeros((N, 6), object))


def test_arrays_of_the_wrong_shape():
    expect_error(ValueError, "legal: the shape must be (8, 6)", batch, legal=numpy.zeros((N, 7), numpy.bool_))
    expect_error(ValueError, "done: the shape must be (8,)", batch, done=numpy.zeros((N, 1), numpy.bool_))
    expect_error(ValueError, "reward: the shape must be (8, 2)", batch, reward=numpy.zeros(2 * N, numpy.float32))
    expect_error(ValueError, "observation: the shape", batch, observation=numpy.zeros((N, 15, 1, 1, 1, 1), numpy.uint8))


def test_arrays_that_can_not_be_written():
    frozen = numpy.zeros((N, 6), numpy.bool_)
    frozen.flags.writeable = False
    expect_error(ValueError, "legal: the array is read-only", batch, legal=frozen)
    expect_error(ValueError, "read-only", batch, observation=memoryview(bytes(N * 15)).cast("B", (N, 15)))
    expect_error(ValueError, "legal: the array must be contiguous", batch, legal=numpy.zeros((N, 12), numpy.bool_)[:, ::2])
    expect_error(ValueError, "contiguous", batch, legal=numpy.zeros((6, N), numpy.bool_).T)
    expect_error(ValueError, "contiguous", batch, player=numpy.zeros(2 * N, numpy.int32)[::-2])


def test_actions_that_are_none():
    games = batch()
    for wrong in (-1, 6, 1 << 40, -(1 << 62)):
        actions = numpy.zeros(N, numpy.int64)
        actions[3] = wrong
        expect_error(ludoteca.Error, f"Action {wrong} is not legal in game 3; no game was changed", games.step, actions)
    expect_error(TypeError, "actions: the numbers must be int32 or int64", games.step, numpy.zeros(N))
    expect_error(TypeError, "actions", games.step, numpy.zeros(N, numpy.uint64))
    expect_error(TypeError, "actions: an array is wanted", games.step, [0] * N)
    expect_error(TypeError, "actions: an array is wanted", games.step, None)
    expect_error(ValueError, "actions: the shape must be (8,)", games.step, numpy.zeros(N + 1, numpy.int64))
    expect_error(ValueError, "contiguous", games.step, numpy.zeros(2 * N, numpy.int64)[::2])
    assert (games.observation[:, :12] == 4).all()
    games.step(numpy.zeros(N, numpy.int32))
    assert (games.player == 1).all()


def test_numbers_that_make_no_sense():
    for count in (0, -1, 1 << 25):
        expect_error(ludoteca.Error, "A batch has 1 to 16777216 games", ludoteca.Batch, "oware", count)
    expect_error(OverflowError, "", ludoteca.Batch, "oware", 1 << 40)
    expect_error(OverflowError, "", ludoteca.Batch, "oware", 4, seed=-1)
    expect_error(OverflowError, "", ludoteca.Batch, "oware", 4, seed=1 << 64)
    expect_error(ludoteca.Error, "256 threads", ludoteca.Batch, "oware", 4, threads=257)
    expect_error(ludoteca.Error, "1000000 actions", ludoteca.Batch, "oware", 4, max_length=-5)
    expect_error(TypeError, "", ludoteca.Batch, "oware", 4.5)
    expect_error(ludoteca.Error, "oware, pylos, six, dados", ludoteca.Batch, "chess", 4)
    expect_error(IndexError, "no game 8", batch().position, 8)
    state = ludoteca.Game("oware").new_initial_state()
    for wrong in (-1, 6, 1 << 40, -(1 << 40)):
        expect_error(ludoteca.Error, "not legal here", state.apply_action, wrong)
    try:
        state.apply_action(99)
    except ludoteca.Error as refused:
        assert str(refused) == "Action 99 is not legal here. Legal: 0, 1, 2, 3, 4, 5", refused
    expect_error(OverflowError, "", state.apply_action, 1 << 80)
    expect_error(TypeError, "", state.apply_action, "C")
    expect_error(ValueError, "no player 2", state.observation_tensor, 2)
    expect_error(ValueError, "no player -1", state.observation_bytes, -1)
    expect_error(ludoteca.Error, "not legal", state.action_to_string, 99)


def test_objects_that_were_never_made():
    for kind in (_core.Game, _core.Engine, _core.Tables, _core.Batch):
        empty = kind.__new__(kind)
        for name in [name for name in dir(kind) if not name.startswith("__")]:
            try:
                member = getattr(empty, name)
            except ludoteca.Error:
                continue
            for arguments in ((), (1,), (numpy.zeros(1, numpy.int64),), (ludoteca.Game("six").new_play(),)):
                try:
                    member(*arguments)
                except Exception:
                    pass
    for kind in (_core.State, _core.Play):
        expect_error(TypeError, "cannot create", kind)
    made = batch()
    expect_error(ludoteca.Error, "initialised before", _core.Batch.__init__, made, "oware", 4)


def test_every_text_is_refused_or_read():
    rng = random.Random(1)
    alphabet = "oware:slam=keep,pylos six dados 0123456789-/|.wbrg;,>~x\n\0é€"
    game = ludoteca.Game("pylos")
    for _ in range(chosen(100, 1000, 20000)):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(40)))
        for work in (ludoteca.Game, game.new_initial_state, game.new_play, game.deserialize_state, ludoteca.read_records,
                     game.new_play().move, game.new_initial_state().apply_move):
            try:
                work(text)
            except ValueError:
                pass


class OnlyDLPack:
    """An array that has nothing but DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)


class OldDLPack(OnlyDLPack):
    """One of before 1.0."""

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


def test_arrays_by_dlpack():
    for kind in (OnlyDLPack, OldDLPack):
        check_dlpack(kind)
    frozen = numpy.zeros((N, 15), numpy.float32)
    frozen.flags.writeable = False
    expect_error(ValueError, "observation: the array is read-only", batch, observation=OnlyDLPack(frozen))
    actions = numpy.zeros(N, numpy.int64)
    actions.flags.writeable = False
    batch().step(OnlyDLPack(actions))
    expect_error(BufferError, "", batch, observation=OldDLPack(frozen))
    expect_error(ValueError, "", batch, observation=type("None_", (), {"__dlpack__": lambda self, **keywords: 3})())


def check_dlpack(kind):
    seen, legal = numpy.zeros((N, 15), numpy.float32), numpy.zeros((N, 6), numpy.uint8)
    games = batch(observation=kind(seen))
    assert (seen[:, :12] == 4).all()
    games.step(kind(numpy.zeros(N, numpy.int64)))
    assert seen[0, 6 + 4] == 5 or seen[0, 4] == 4
    expect_error(TypeError, "legal: the numbers must be bool", batch, legal=kind(legal))
    expect_error(ValueError, "contiguous", batch, observation=kind(numpy.zeros((15, N), numpy.float32).T))
    expect_error(TypeError, "observation", batch, observation=kind(numpy.zeros((N, 15))))
    shared = numpy.from_dlpack(games.legal)
    assert shared.__array_interface__["data"][0] == games.legal.__array_interface__["data"][0]


def test_arrays_live_as_long_as_the_batch():
    games = ludoteca.Batch("oware", N, threads=1, reward=numpy.zeros((N, 2), numpy.float32))
    rng = numpy.random.default_rng(1)
    del games.reward, games.done, games.player, games.truncated
    for _ in range(200):
        games.step(draw(games, rng))
    owned = bytearray(N * 15)
    games = batch(observation=memoryview(owned).cast("B", (N, 15)))
    expect_error(BufferError, "", owned.extend, b"x")


def test_threads_share_objects():
    games, mistakes = ludoteca.Batch("oware", 2048, threads=2), []
    state, play = ludoteca.Game("oware").new_initial_state(), ludoteca.Game("oware").new_play()
    engine = ludoteca.Engine(ludoteca.Game("oware"), tables="")

    def work(seed):
        rng = numpy.random.default_rng(seed)
        for _ in range(chosen(10, 60, 600)):
            for deed in (lambda: games.step(draw(games, rng)), lambda: games.reset(1),
                         lambda: state.apply_action(int(rng.integers(6))), state.undo_action, state.clone, state.serialize,
                         lambda: play.move("ABCDEFabcdef"[rng.integers(12)]), play.undo, play.legal_moves,
                         lambda: engine.choose(play.copy(), "max,nodes=300"), engine.stop):
                try:
                    deed()
                except (ludoteca.Error, RuntimeError):
                    pass
                except Exception as mistake:
                    mistakes.append(mistake)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not mistakes, mistakes[0]


def in_a_child(work):
    """Whether work succeeds in a forked process."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print("#", repr(error), flush=True)
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def test_forked_workers_go_on():
    games = ludoteca.Batch("dados", 64, threads=3, seed=5)
    twin = ludoteca.Batch("dados", 64, threads=1, seed=5)
    rng = numpy.random.default_rng(2)
    rows = [draw(games, rng)]

    def compare():
        mine = numpy.random.default_rng(3)
        for _ in range(50):
            actions = draw(games, mine)
            games.step(actions)
            twin.step(actions)
            assert (games.observation == twin.observation).all() and (games.reward == twin.reward).all()

    games.step(rows[0])
    twin.step(rows[0])
    assert in_a_child(compare)
    assert in_a_child(lambda: ludoteca.Engine(ludoteca.Game("six")).choose(ludoteca.Game("six").new_play(), "level=1"))
    compare()


def test_two_interpreters_are_refused():
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        return
    other = interpreters.create()
    try:
        interpreters.run_string(other, "import ludoteca._core")
    except Exception as refused:
        assert "once in a process" in str(refused) or "subinterpreters" in str(refused)
    finally:
        interpreters.destroy(other)


if __name__ == "__main__":
    main()
