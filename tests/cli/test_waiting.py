"""Commands that take long: what Ctrl-C does to them, and where they say how far they are."""

import signal

import pytest
import typer
from rich.progress import TextColumn

from skerry.cli.running import continued_later, progress_on_terminal, stopped_by_hand


@pytest.mark.usefixtures("signals_count")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_work_and_not_the_program(number: signal.Signals) -> None:
    handlers = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]
    with stopped_by_hand(signal.SIGTERM) as stopping:
        assert not stopping.is_set()
        signal.raise_signal(number)
        assert stopping.is_set()
    assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)] == handlers


def test_who_stops_a_command_learns_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended, continued_later(lambda: "3 games are there."):
        raise KeyboardInterrupt
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == "Stopped. 3 games are there.\n"


def test_a_file_is_told_of_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_on_terminal(TextColumn("{task.description}")) as shown:
        shown.update(shown.add_task("Playing", total=2), completed=1)
    assert capsys.readouterr() == ("", "")
