"""What `make test` leaves to `make test-all`: tests whose faults another one would show, and walks.

`make test` is what one runs all day, in plain Python. A pattern is matched against a test's file
and name, as pytest prints them. Of variants that differ in the game alone one is kept, a different
one for each test, wherever `ONE_GAME` says so.
"""

from collections.abc import Iterable
from fnmatch import fnmatch
from zlib import crc32

import pytest

from skerry.games.catalogue import GAMES

NAMES = tuple(info.name for info in GAMES)

PERFT = (
    "tests/games/test_perft.py::test_positions_after_whole_turns_are_as_many_as_the_rule_text_gives"
)
LEFT = {  # by reason
    "programs that measure, which only their makers run": ("tests/bench/",),
    "what a browser shows besides, once KEPT has shown each page at work": ("tests/web/browser/",),
    "too much for plain Python": (
        f"{PERFT}[[]byg-size3-cap5-after-6",
        f"{PERFT}[[]byg-size4",
        f"{PERFT}[[]sytran-size3-penalty2",
        f"{PERFT}[[]spry-size3-swapTrue-after-5",
        f"{PERFT}[[]spry-size3-after-3",
        f"{PERFT}[[]syrtis-boardminor-after-0",
        "tests/adapters/test_open_spiel.py::test_its_tree_search",
        "tests/cli/lab/test_explorer.py::test_fewer_turns",
        "tests/draw/test_overlay.py::test_every_turn_of_every_board_has_its_marks[[]byg-options8",
        "tests/games/running/test_trace.py::test_actions_at_random",
        "tests/games/running/test_turn_sets.py::test_drawn_turns_are_whole",
        "tests/games/running/test_turn_sets.py::test_syrtis_repairs",
        "tests/games/test_playouts.py::test_boards_of_sytran",
        "tests/guides/test_guides.py::test_its_three_rules",
        "tests/guides/test_guides.py::test_what_its_boards_say_of_a_turn",
        "tests/guides/test_guides.py::test_what_its_games_say_of_winning",
        "tests/games/test_playouts.py::test_playouts_of_spry_name_the_colour_that_connects[[]8",
        "tests/games/test_playouts.py::test_playouts_end_as_games_of_random_actions_do[[]*-m",
        "tests/games/test_playouts.py::test_playouts_finish_late",
        "tests/lab/playing/test_experiment.py",
        "tests/lab/test_mistakes.py::test_mistakes_are",
        "tests/lab/studies/test_fairness.py::test_the_fair_komi",
        "tests/lab/studies/test_played_studies.py",
        "tests/puzzles/test_judge.py::test_any_wrong_turn",
        "tests/puzzles/test_making.py::test_a_puzzle_of_the_collection_is_found_anew[[]syrtis",
        "tests/puzzles/test_mining.py::test_progress",
        "tests/puzzles/test_mining.py::test_the_command_writes",
        "tests/puzzles/test_mining.py::test_the_same_seed",
        "tests/puzzles/test_mining.py::test_the_same_command",
        "tests/puzzles/test_mining.py::test_what_a_game_gives",
        "tests/review/test_planted.py",
        "tests/review/test_review.py::test_a_stream_grows",
        "tests/review/test_review.py::test_threads_change_nothing",
        "tests/search/solver/test_retrograde.py::test_both_ways",
        "tests/search/tree/test_analysis.py::test_the_list_is_filled",
        "tests/search/tree/test_search.py::test_a_full_tree",
        "tests/search/tree/test_swap.py::test_a_strong_first_turn_is_swapped_and_a_weak_one_is_not[[]3000",
        "tests/search/tree/test_swap.py::test_a_swap_is_made",
        "tests/search/tree/test_swap.py::test_after_each_first_stone",
        "tests/search/tree/test_swap.py::test_an_analysis_lists",
        "tests/search/tree/test_swap.py::test_an_offer_leaves",
        "tests/search/tree/test_win_at_once.py::test_the_tree_closes",
        "tests/search/tree/test_win_at_once.py::test_whoever_lets",
        "tests/test_batches.py::test_threads_change_nothing",
        "tests/test_batches.py::test_random_actions",
        "tests/test_examples.py::test_the_learner",
        "tests/test_frozen.py::test_a_frozen_puzzle_is_judged_as_before[[]with an option more",
        "tests/test_players.py::test_values_belong",
        "tests/test_readme.py::test_the_examples_of_the_documents_run[[]batches",
        "tests/test_threads.py::test_threads_that_share_one_are_answered_or_refused[[]batch",
        "tests/test_threads.py::test_threads_that_share_one_are_answered_or_refused[[]search",
        "tests/test_threads.py::test_threads_with_one_of_their_own",
        "tests/web/play/test_records.py::test_the_size_of_a_record_is_not_underrated[[]sytran-options5",
        "tests/web/thinking/test_thinking.py::test_a_puzzle_is_judged",
    ),
    "the same found in another way": (
        "tests/reference/test_reference_golden.py",
        "tests/lab/playing/test_jobs.py::test_the_same_job",
        "tests/lab/studies/test_fairness.py::test_every_runner",
        "tests/web/bots/test_tournaments.py::test_a_swiss",
        "tests/web/ratings/test_close_command.py",
        "tests/web/site/test_hosts.py::test_listening_to_all",
        "tests/lab/measures/test_compare.py",
        "tests/lab/measures/test_metrics.py::test_ten_million",
        "tests/adapters/test_open_spiel.py::test_minimax",
        "tests/adapters/test_open_spiel.py::test_observations_are_those_of_the_batch",
        "tests/search/tree/test_interpreted.py",
        "tests/search/solver/test_retrograde.py::test_every_turn_on_four",
        "tests/search/solver/test_solve.py::test_solver_agrees_with_minimax",
        "tests/search/solver/test_solve.py::test_winning_turns_agree",
        "tests/games/test_y.py::test_whoever_begins",
        "tests/test_numbers.py::test_the_lab_and_tournaments_take_them[[]*32",
        "tests/test_numbers.py::test_the_lab_and_tournaments_take_them[[]int64",
        "tests/test_numbers.py::test_the_lab_and_tournaments_take_them[[]uint8",
        "tests/test_threads.py::test_a_solver_is_copied_with_what_it_proved[[]*copy",
        "tests/web/play/test_sharing.py::test_the_process_that_makes_a_file",
        "tests/puzzles/test_collections.py::test_the_solver_finds",
    ),
    "processes that are killed, broken or late": (
        "tests/web/site/serving/test_two_processes.py::test_games_of_one_player",
        "tests/web/site/serving/test_two_processes.py::test_people_play_on",
        "tests/engine/test_ending.py",
        "tests/engine/test_match.py::test_a_broken_engine",
        "tests/mcp/test_server.py::test_the_process_ends",
        "tests/core/test_kernel_cache.py::test_a_damaged_file",
        "tests/core/test_kernel_cache.py::test_commands_need_no_home",
        "tests/tools/test_servers.py",
        "tests/web/accounts/test_races.py",
        "tests/web/accounts/test_ended_sockets.py",
        "tests/web/correspondence/test_restart.py",
        "tests/web/correspondence/test_player_sockets.py",
        "tests/web/online/test_lag.py",
        "tests/web/online/test_accepting_at_once.py",
        "tests/web/online/chat/test_said_at_once.py",
        "tests/web/play/test_check_games.py",
        "tests/web/play/test_flags.py::test_a_flag_falls_after_a_restart",
        "tests/web/play/test_races.py",
        "tests/web/play/test_standing_still.py",
        "tests/web/site/copies/",
        "tests/web/site/serving/test_busy_sqlite.py",
        "tests/web/site/serving/test_connections.py",
        "tests/web/site/serving/test_without_postgresql.py",
        "tests/web/site/serving/test_without_redis.py",
        "tests/web/site/test_run.py",
        "tests/web/thinking/test_on_ray.py",
        "tests/web/thinking/test_engine.py::test_a_job_given",
        "tests/web/tournaments/test_at_once.py",
    ),
    "the tests' own workers": ("tests/test_workers.py",),
    "migrations, which are no different tomorrow": ("tests/web/site/stores/",),
    "walks over whatever can be sent or asked": (
        "tests/test_add_a_game.py",
        "tests/exchange/test_damaged_files.py",
        "tests/mcp/test_lines.py",
        "tests/web/attacks/test_paths.py",
        "tests/web/attacks/test_floods.py",
        "tests/web/attacks/test_fields.py",
        "tests/web/attacks/test_options.py",
        "tests/web/bots/test_openapi.py",
        "tests/web/play/test_visibility.py::test_to_others",
        "tests/web/site/test_methods.py::test_whoever_reads",
        "tests/web/site/test_methods.py::test_what_an_address",
        "tests/web/site/test_refusals.py::test_a_body_that_is_no_json",
    ),
    "commands that start Python anew for each case": (
        "tests/tools/test_wheel.py::test_a",
        "tests/tools/test_wheel.py::test_rules_search",
        "tests/cli/test_start_up.py",
        "tests/cli/lab/test_claims.py",
        "tests/web/accounts/test_admin.py::test_the_command",
        "tests/web/accounts/test_two_step.py::test_the_command",
        "tests/core/test_jit.py::test_kernels_load",
        "tests/core/test_kernel_cache.py::test_a_chosen_folder",
        "tests/core/test_kernel_cache.py::test_a_compiled_kernel_that_others",
        "tests/web/bots/test_skerry_bot.py::test_two_engines",
        "tests/web/bots/test_skerry_bot.py::test_an_engine_that_fails_gives_its_game_up[[]illegal",
        "tests/web/site/test_hosts.py::test_other_addresses",
        "tests/web/site/serving/test_public.py::test_what_a_public_site_lacks",
    ),
}

# Of those, what shows each page at work, and what nothing else would show.
KEPT = (
    "tests/web/browser/test_accounts.py::test_a_guest_becomes",
    "tests/web/browser/test_analysis.py::test_a_page_that_is_left",
    "tests/web/browser/test_analysis.py::test_three_turns",
    "tests/web/browser/test_arrival.py::test_key_s",
    "tests/web/browser/test_chat.py::test_a_line_comes",
    "tests/web/browser/test_chat.py::test_in_a_window",
    "tests/web/browser/test_composing.py::test_a_half_placed_turn_outlasts",
    "tests/web/browser/test_correspondence.py::test_one_goes",
    "tests/web/browser/test_correspondence.py::test_what_is_waited_for",
    "tests/web/browser/test_dead_controls.py",
    "tests/web/browser/test_drops.py::test_a_sign_says",
    "tests/web/browser/test_editor.py::test_a_stone_game",
    "tests/web/browser/test_editor.py::test_another_board",
    "tests/web/browser/test_editor.py::test_by_keys_alone",
    "tests/web/browser/test_guide.py::test_play_it",
    "tests/web/browser/test_home.py",
    "tests/web/browser/test_lab_pages.py::test_the_claims",
    *(
        f"tests/web/browser/test_layout.py::test_every_page_fits_and_has_no_barrier[[]{page}]"
        for page in (
            *("account", "new-ladder", "new-tournament", "notices", "offline", "open", "tokens"),
            *("tournament-open", "two-step"),
        )
    ),
    "tests/web/browser/test_lessons.py::test_what_is_wrong",
    "tests/web/browser/test_lobby.py::test_two_who",
    "tests/web/browser/test_magnifier.py::test_a_finger_that_stays",
    "tests/web/browser/test_new_game.py::test_a_preset",
    "tests/web/browser/test_offline.py::test_pages_visited",
    "tests/web/browser/test_offline.py::test_the_page_is_loaded_again",
    "tests/web/browser/test_online.py::test_two_play_a_whole_game_with_a_clock[[]kitaran]",
    "tests/web/browser/test_online.py::test_a_draw_is_declined",
    "tests/web/browser/test_page.py::test_replay",
    "tests/web/browser/test_page.py::test_take_back",
    "tests/web/browser/test_page_goes_on.py::test_a_held_key",
    "tests/web/browser/test_page_goes_on.py::test_what_fails",
    "tests/web/browser/test_panel.py::test_the_list_of_turns",
    "tests/web/browser/test_play.py::test_a_whole_game_by_clicks",
    "tests/web/browser/test_play.py::test_the_phone_plays",
    "tests/web/browser/test_puzzle_corner.py::test_a_corner_opens",
    "tests/web/browser/test_puzzle_corner.py::test_a_solution_is_right",
    "tests/web/browser/test_sharing.py::test_link_position",
    "tests/web/browser/test_shown_again.py",
    "tests/web/browser/test_study.py::test_a_study_by_keys_alone",
    "tests/web/browser/test_study.py::test_a_tree_is_built",
    "tests/web/site/copies/test_archive.py",
    "tests/web/site/copies/test_backup.py::test_what_cannot_be_put_back_is_refused_before_anything_changes[[]later",
    "tests/web/site/stores/test_earlier_databases.py::test_backups_know_the_same",
    "tests/web/site/test_run.py::test_a_damaged_database_is_named_and_left_alone[[]header",
)

ONE_GAME = (
    "tests/adapters/",
    "tests/cli/",
    "tests/draw/",
    "tests/engine/",
    "tests/games/test_playouts.py",
    "tests/lab/",
    "tests/learn/",
    "tests/mcp/",
    "tests/printing/",
    "tests/puzzles/",
    "tests/review/",
    "tests/search/tree/",
    "tests/test_batches.py",
    "tests/test_examples.py",
    "tests/test_levels.py",
    "tests/web/",
)


def is_left(node_id: str) -> bool:
    """Whether a test is one of those that LEFT names, and KEPT does not."""
    named = (pattern for patterns in LEFT.values() for pattern in patterns)
    return matches(node_id, named) and not matches(node_id, KEPT)


def matches(node_id: str, patterns: Iterable[str]) -> bool:
    """Whether a test's name begins as one of them does."""
    return any(fnmatch(node_id, f"{pattern}*") for pattern in patterns)


def games_in(node_id: str) -> list[str]:
    """The games that a variant's values name."""
    words = node_id.partition("[")[2].replace("_", "-").rstrip("]").replace("(", "-").split("-")
    return [name for name in NAMES if name in words]


def spare(node_ids: Iterable[str]) -> set[str]:
    """Of tests with a variant for each game those of all games but one."""
    variants: dict[str, dict[str, list[str]]] = {}
    for node_id in node_ids:
        function = node_id.partition("[")[0]
        games = games_in(node_id)
        if len(games) == 1 and matches(function, ONE_GAME):
            variants.setdefault(function, {}).setdefault(games[0], []).append(node_id)
    found: set[str] = set()
    for function, by_game in variants.items():
        chosen = sorted(game for game, ids in by_game.items() if matches(ids[0], KEPT))
        games = chosen or sorted(by_game)
        kept = games[crc32(function.encode()) % len(games)]
        found.update(*(ids for game, ids in by_game.items() if game != kept))
    return found


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them as thorough."""
    left_out = spare(item.nodeid for item in items)
    for item in items:
        if item.nodeid in left_out or is_left(item.nodeid):
            item.add_marker(pytest.mark.thorough)
