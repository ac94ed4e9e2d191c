"""OpenSpiel's own checks on every game and every combination of options."""

import itertools

import pyspiel

import ludoteca
import ludoteca.openspiel
from python_tap import chosen, main

ludoteca.openspiel.register()


def combinations(game):
    """All options that the library accepts together, as parameters."""
    keys = [option["key"] for option in game["options"]]
    for values in itertools.product(*[[value["value"] for value in option["values"]] for option in game["options"]]):
        try:
            ludoteca.Game(game["name"] + ":" + ",".join(f"{key}={value}" for key, value in zip(keys, values)))
        except ludoteca.Error:
            continue
        yield {key: int(value) if value.isdigit() else value for key, value in zip(keys, values)}


def test_random_simulations_with_serialisation():
    tried = 0
    for game in ludoteca.games()["games"]:
        for options in combinations(game):
            loaded = pyspiel.load_game("ludoteca_" + game["name"], options)
            pyspiel.random_sim_test(loaded, num_sims=chosen(1, 1, 20), serialize=True, verbose=False, mask_test=True)
            tried += 1
    assert tried > 50, tried


def test_games_are_loaded_by_name_and_parameters():
    ludoteca.openspiel.register()  # once more does no harm
    game = pyspiel.load_game("ludoteca_oware(slam=nocapture)")
    assert game.num_distinct_actions() == 6 and game.num_players() == 2 and game.utility_sum() == 0
    assert pyspiel.load_game("ludoteca_dados", {"players": 3}).num_players() == 3
    assert pyspiel.load_game(str(game)).new_initial_state().legal_actions() == [0, 1, 2, 3, 4, 5]
    state = game.new_initial_state()
    assert len(state.observation_tensor(0)) == 15 and str(state).startswith("4-4-4")
    try:
        pyspiel.load_game("ludoteca_oware(slam=never)")
    except (pyspiel.SpielError, ValueError, RuntimeError) as refused:
        assert "nocapture" in str(refused)
    else:
        raise AssertionError("a slam that there is none of")


def test_states_say_what_ours_say():
    ours, theirs = ludoteca.Game("dados").new_initial_state(), pyspiel.load_game("ludoteca_dados").new_initial_state()
    while not ours.is_terminal():
        assert theirs.current_player() == ours.current_player() and theirs.legal_actions() == ours.legal_actions()
        if ours.is_chance_node():
            assert theirs.chance_outcomes() == ours.chance_outcomes() and abs(sum(p for _, p in ours.chance_outcomes()) - 1) < 1e-9
        else:
            assert theirs.observation_tensor(0) == ours.observation_tensor(0)
        action = ours.legal_actions()[-1]
        assert theirs.action_to_string(ours.current_player(), action) == ours.action_to_string(action)
        theirs.apply_action(action)
        ours.apply_action(action)
    assert theirs.is_terminal() and theirs.returns() == ours.returns()


def test_a_game_that_is_cut_is_a_draw():
    state = pyspiel.load_game("ludoteca_dados", {"max_length": 10}).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [0, 0]


if __name__ == "__main__":
    main()
