"""Play and study: games, moves, records, engine, tables, matches, pictures."""

import copy
import os
import pickle
import random
import tempfile
import xml.etree.ElementTree

import ludoteca
from python_tap import expect_error, main


def random_play(rules, plies, seed=1):
    play, rng = ludoteca.Game(rules).new_play(), random.Random(seed)
    for ply in range(plies):
        if play.is_over():
            break
        play.roll(rng.randrange(1 << 60)) if play.current_player() == -1 else play.move(rng.choice(play.legal_moves()))
    return play


def test_games_have_names_and_options():
    game = ludoteca.Game("oware:slam=nocapture")
    assert (game.name, game.title, game.rules) == ("oware", "Oware", "oware:slam=nocapture")
    assert game.options == {"slam": "nocapture", "cycle": "own"} and game.sides == ("South", "North")
    assert repr(game) == "ludoteca.Game('oware:slam=nocapture')" and game.num_players() == 2
    assert ludoteca.Game("dados:players=3").sides == ("Green", "Blue", "Red")
    assert [game["name"] for game in ludoteca.games()["games"]][:4] == ["oware", "pylos", "six", "dados"]
    assert "# " in game.prose() and game.prose("es") != game.prose()
    assert game.perft(5) == 5219 and ludoteca.Game("pylos").perft(3) == 3360
    assert pickle.loads(pickle.dumps(game)).rules == game.rules


def test_errors_are_the_librarys_sentences():
    expect_error(ludoteca.Error, "oware, pylos, six, dados", ludoteca.Game, "chess")
    expect_error(ludoteca.Error, "keep, forfeit, nocapture, awari", ludoteca.Game, "oware:slam=no")
    expect_error(ludoteca.Error, "Legal: A", ludoteca.Game("oware").new_play().move, "a")
    expect_error(ludoteca.Error, "Action 7 is not legal here. Legal: 0, 1", ludoteca.Game("oware").new_initial_state().apply_action, 7)
    expect_error(ludoteca.Error, "48", ludoteca.Game("oware").new_play, "4-4-4-4-4-4-4-4-4-4-4-4-0-1-S")
    expect_error(ludoteca.Error, "nothing to take back", ludoteca.Game("six").new_play().undo)
    expect_error(ValueError, "nothing to roll for", ludoteca.Game("six").new_play().roll)


def test_a_game_is_played_and_taken_back():
    play = ludoteca.Game("oware").new_play()
    play.move("C")
    play.move("bD")
    assert play.history() == ["C", "b", "D"] and len(play) == 3 and play.current_player() == 1
    there = play.position()
    play.undo()
    assert play.position() != there and play.position(3 - 1) == play.position()
    play.redo()
    assert play.position() == there == str(play) and "3 plies" in repr(play)
    twin = copy.copy(play)
    twin.move("a")
    assert len(twin) == 4 and len(play) == 3
    play.resign(1)
    assert play.result() == {"result": "1-0", "score": "1-0", "reason": "resigned", "winner": 0} and play.is_over()


def test_dice_are_rolled_from_seeds():
    totals = []
    for _ in range(2):
        play = ludoteca.Game("dados").new_play()
        row = [play.roll(7)]
        while len(row) < 20:
            play.move(play.legal_moves()[0])
            row.append(play.roll())
        totals.append(row)
    assert totals[0] == totals[1] and len(set(totals[0])) > 3


def test_records_go_out_and_come_back():
    for rules in ("oware:slam=nocapture", "pylos", "six", "dados:players=3"):
        play = random_play(rules, 30)
        record = ludoteca.Record(play, {"Event": "A test", "Site": "Here"}, {2: "a comment"})
        back = ludoteca.read_records(record.write())
        assert len(back) == 1 and back[0].play.history() == play.history() and back[0].tags["Event"] == "A test"
        assert back[0].comments == {2: "a comment"} and str(back[0]) == str(record)
    plays = [random_play("oware:slam=nocapture", 20, seed) for seed in range(3)]
    for format in ("ludo", "ogn", "playstrategy"):
        text = ludoteca.write_records([ludoteca.Record(play) for play in plays], format)
        assert [record.play.history() for record in ludoteca.read_records(text, format)] == [play.history() for play in plays]
    expect_error(ludoteca.Error, "oware", ludoteca.Record(random_play("six", 4)).write, "ogn")
    expect_error(ValueError, "there are ludo, ogn and playstrategy", ludoteca.Record(plays[0]).write, "pgn")
    expect_error(ludoteca.Error, "move", ludoteca.read_records, '[Game "oware"]\n\n1. A q *')


def test_the_engine_moves_explains_and_judges():
    game = ludoteca.Game("oware")
    engine, play = ludoteca.Engine(game, tables=""), random_play("oware", 20)
    for player in ("random", "greedy", "level=2", "mcts=50", "max,depth=4"):
        assert engine.choose(play, player) in play.legal_moves()
    found = engine.analyse(play, lines=2, nodes=2000)
    assert len(found["lines"]) == min(2, len(play.legal_moves())) and found["lines"][0]["move"] in play.legal_moves()
    assert engine.hint(play, nodes=2000)["remarks"][0]["text"]
    review = engine.review(play, nodes=200)
    assert len(review["plies"]) == 20 and "accuracy" in str(review) and review._repr_svg_().startswith("<svg")
    expect_error(ludoteca.Error, "level", engine.choose, play, "level=99")
    expect_error(ValueError, "This engine is for oware, the game is six", engine.choose, random_play("six", 2))


def test_tables_are_built_asked_and_proved():
    game = ludoteca.Game("oware")
    with tempfile.TemporaryDirectory() as folder:
        ludoteca.Tables.build(game, 4, path=folder, threads=1)
        tables = ludoteca.Tables(game, folder)
        assert tables.reach() == 4 and tables.counts(2)["layers"][2]["total"] == 78
        assert tables.probe("0-0-0-0-0-1-1-0-0-0-0-0-0-0-S")["known"]
        assert ludoteca.Tables.verify(game, path=folder) > 0 and ludoteca.table_files(folder)
        expect_error(ludoteca.Error, "-", tables.probe, "nonsense")
    held = ludoteca.Tables(game, "")
    held.hold(3)
    assert held.reach() == 3
    expect_error(ludoteca.Error, "oware", ludoteca.Tables, ludoteca.Game("dados"))


def test_matches_have_standings():
    for rules, players in (("six", ["random", "greedy"]), ("dados:players=3", ["random", "greedy"])):
        standings, plays = ludoteca.match(rules, players, games=6, seed=3)
        assert len(plays) == 6 and all(play.is_over() for play in plays)
        assert [line["player"] for line in standings] == players and standings[1]["share"] > standings[0]["share"]
        # Who wins all has no Elo of his own: not a number, which no other equals.
        assert repr(ludoteca.match(rules, players, games=6, seed=3)[0]) == repr(standings)


def test_objects_print_themselves():
    game = ludoteca.Game("oware")
    tables = ludoteca.Tables(game, "")
    tables.hold(3)
    shown = [repr(thing) for thing in (game, ludoteca.Engine(game, tables=""), tables, ludoteca.Batch(game, 4, threads=1))]
    assert shown == ["ludoteca.Game('oware')", "ludoteca.Engine(ludoteca.Game('oware'))", "<ludoteca.Tables oware, up to layer 3>",
                     "ludoteca.Batch('oware', 4)"], shown
    assert "4-4-4" in repr(game.new_initial_state()) and "4-4-4" in repr(game.new_play()) and str(game.new_play())


def test_pictures_are_drawings():
    for rules in ("oware", "pylos", "six", "dados", "dados:players=3"):
        play = random_play(rules, 25)
        for picture in (play.svg(), play.svg(0), ludoteca.Game(rules).new_initial_state()._repr_svg_()):
            assert xml.etree.ElementTree.fromstring(picture).tag.endswith("svg")
        page = play._repr_html_()
        assert page.count("<svg") > 25 and "oninput" in page and ludoteca.Record(play)._repr_html_()
    expect_error(IndexError, "no ply 99", play.svg, 99)


def test_states_go_there_and_back():
    for rules in ("oware:slam=awari", "pylos:recovery=may", "six", "dados:players=4"):
        game, rng = ludoteca.Game(rules, 60), random.Random(5)
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            action = rng.choice(actions)
            words = state.action_to_string(action)
            assert state.string_to_action(words) == action == state.string_to_action(0, words)
            mask = state.legal_actions_mask()
            assert [number for number, is_legal in enumerate(mask) if is_legal] == actions
            before = state.serialize()
            assert not any(state.returns()) and state.reason() is None
            state.apply_action(action)
            twins = [state.clone(), copy.deepcopy(state), copy.copy(state), pickle.loads(pickle.dumps(state)),
                     game.deserialize_state(state.serialize())]
            assert all(twin.serialize() == state.serialize() for twin in twins)
            twins[0].undo_action()
            assert twins[0].serialize() == before
        assert state.legal_actions() == [] and abs(sum(state.returns())) < 1e-6
        play = state.to_play()
        assert play.position() == state.position()
    expect_error(ludoteca.Error, "no serialised state", game.deserialize_state, "nonsense")
    expect_error(ludoteca.Error, "can't be played", game.deserialize_state, "ludoteca state 1\noware\n1000\n4-4-4-4-4-4-4-4-4-4-4-4-0-0-S\n9")


def words_of_actions(rules, games):
    """(action, its words, how many parts of the move were there) of random games."""
    rng, found = random.Random(4), set()
    for _ in range(games):
        state = ludoteca.Game(rules).new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                found |= {(action, state.action_to_string(action), len(state.move_parts())) for action in actions}
            state.apply_action(rng.choice(actions))
    return found


def test_actions_have_the_names_of_the_manual():
    cells = [f"{level}{file}{rank}" for level in range(1, 5) for rank in range(1, 6 - level) for file in "abcd"[:5 - level]]
    kinds = set()
    for action, words, parts in words_of_actions("pylos:recovery=may", 10):
        kind, _, cell = words.partition(" ")
        kinds.add((kind, parts))
        assert words == "done" if action == 30 else cell == cells[action], (action, words)
    assert kinds >= {("put", 0), ("lift", 0), ("put", 1), ("recover", 1), ("recover", 2), ("done", 1), ("done", 2)}, kinds
    assert {words for _, words, _ in words_of_actions("oware", 2)} == set("ABCDEFabcdef")
    kinds = {(words.split(" ")[0], parts) for _, words, parts in words_of_actions("six", 5)}
    assert {("lay", 0), ("lift", 0), ("lay", 1)} <= kinds <= {("lay", 0), ("lift", 0), ("lay", 1), ("keep", 1), ("lay", 2)}, kinds
    for action, words, _ in words_of_actions("dados", 5):
        assert words == "pass" if action == 36 else words.lstrip("x-") == "abcdef"[action % 6] + str(action // 6 + 1), (action, words)


def test_length_is_cut():
    state = ludoteca.Game("dados", max_length=5).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.is_truncated() and state.returns() == [0, 0] and state.reason() is None
    ahead = ludoteca.Game("oware", max_length=1).new_initial_state("4-4-4-4-4-1-1-0-0-0-0-0-24-2-S")
    ahead.apply_action(0)
    assert ahead.is_truncated() and ahead.returns() == [0, 0] and ahead.reason() is None
    assert ludoteca.Game("dados").max_game_length() == 1000


def test_a_game_without_numbers_is_played_all_the_same():
    if "kalah" not in [game["name"] for game in ludoteca.games()["games"]]:
        return  # built in with the sanitizers
    game, play = ludoteca.Game("kalah"), random_play("kalah", 20)
    assert not game.can_learn and play.svg() and ludoteca.read_records(str(ludoteca.Record(play)))
    assert ludoteca.Engine(game).choose(play, "level=1") in play.legal_moves()
    for work in (game.new_initial_state, game.num_distinct_actions, game.observation_tensor_shape, lambda: ludoteca.Batch("kalah", 4)):
        expect_error(ludoteca.Error, "kalah has no numbers for actions", work)


def test_help_tells_the_essentials():
    for word in ("new_initial_state", "Batch", "Engine", "docs/PYTHON.md"):
        assert word in ludoteca.__doc__
    for name in ludoteca.__all__:
        assert name == "__version__" or getattr(ludoteca, name).__doc__, name
    for kind in (ludoteca.Game, ludoteca.State, ludoteca.Play, ludoteca.Engine, ludoteca.Tables, ludoteca.Batch):
        for name in [name for name in dir(kind) if not name.startswith("_")]:
            member = getattr(kind, name)
            assert not callable(member) or member.__doc__, f"{kind.__name__}.{name}"


if __name__ == "__main__":
    os.environ.setdefault("LUDOTECA_TABLES", "")
    main()
