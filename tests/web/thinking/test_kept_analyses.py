"""Analyses that were broken off."""

from skerry.web.thinking.worker_tasks import KeptAnalyses, Thought


def thought() -> Thought:
    return Thought(lambda cancel: iter(()))


def test_a_thought_is_given_once_until_it_is_kept_again() -> None:
    kept, one = KeptAnalyses(), thought()
    kept.keep("here", one)
    assert kept.take("here") is one
    assert kept.take("here") is None


def test_the_oldest_is_dropped_where_there_are_too_many() -> None:
    kept, thoughts = KeptAnalyses(most=2), [thought() for _ in range(3)]
    for number, one in enumerate(thoughts):
        kept.keep(str(number), one)
    assert [kept.take(str(number)) for number in range(3)] == [None, *thoughts[1:]]
