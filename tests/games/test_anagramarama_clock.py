"""The clock of a round: what counts while the program is stopped, busy or at work."""

import signal
from collections.abc import Iterator

import pytest

from games.anagramarama import clock as module
from games.anagramarama.clock import BEAT_S, Clock


class Time:
    """The machine's clock, wound by hand."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        """Seconds since whenever."""
        return self.seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """What the clock reads instead of the machine's."""
    time = Time()
    monkeypatch.setattr(module, "time", time)
    return time


@pytest.fixture
def clock(time: Time) -> Iterator[Clock]:
    """A clock that has just begun; the process's way with SIGCONT is put back afterwards."""
    before = signal.getsignal(signal.SIGCONT)
    clock = Clock()
    yield clock
    signal.signal(signal.SIGCONT, before)


def test_all_time_of_a_busy_machine_counts(time: Time, clock: Clock) -> None:
    """However late the program gets to read it."""
    for late in (0.0, 0.01, 5.0):
        time.seconds += late
    assert clock.now() == pytest.approx(5.01)


def test_a_stop_costs_a_beat_at_most(time: Time, clock: Clock) -> None:
    """Of the time before it, and of itself."""
    time.seconds += 2.0
    assert clock.now() == pytest.approx(2.0)
    time.seconds += 60.0
    signal.raise_signal(signal.SIGCONT)
    assert clock.now() == pytest.approx(2.0 + BEAT_S)
    clock.now()
    time.seconds += 3.0
    assert clock.now() == pytest.approx(5.0 + BEAT_S)


def test_a_stop_between_two_steps_of_reading_is_in_neither(
    time: Time, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes when the time was read already, and the stop is seen one reading later."""

    def stopped_after() -> float:
        read = time.seconds
        time.seconds += 60.0
        signal.raise_signal(signal.SIGCONT)
        return read

    monkeypatch.setattr(time, "monotonic", stopped_after)
    clock.now()
    monkeypatch.undo()
    monkeypatch.setattr(module, "time", time)
    assert clock.now() <= 2 * BEAT_S
