"""Which job comes next: browsers take turns, and lanes do not wait for each other."""

from skerry.web.thinking.jobs import Job, JobQueue, Lane


def job(owner: str, number: int, lane: Lane = Lane.SHORT) -> Job:
    return Job("turn", f"{owner}{number}", 0, {}, lambda answer: None, lane, owner)


def in_order(queue: JobQueue) -> list[str]:
    """What comes after each other when each job is done before the next."""
    subjects = []
    while (begun := queue.begin()) is not None:
        subjects.append(begun.subject)
    return subjects


def test_browsers_take_turns() -> None:
    queue = JobQueue()
    for number in range(4):
        queue.add(job("ada", number))
    for owner in ("bob", "cyd"):
        for number in range(2):
            queue.add(job(owner, number))
    order = ["ada0", "bob0", "cyd0", "ada1", "bob1", "cyd1", "ada2", "ada3"]
    assert in_order(queue) == order


def test_who_comes_later_is_served_before_the_rest_of_a_long_line() -> None:
    queue = JobQueue()
    for number in range(8):
        queue.add(job("ada", number))
    first = queue.begin()
    assert first is not None
    queue.add(job("bob", 0))
    second = queue.begin()
    assert second is not None
    assert (first.subject, second.subject) == ("ada0", "bob0")


def test_a_job_that_may_not_begin_keeps_its_place() -> None:
    queue = JobQueue()
    queue.add(job("ada", 0, Lane.LONG))
    queue.add(job("ada", 1, Lane.LONG))
    queue.add(job("ada", 2))
    begun = queue.begin(lambda job: job.lane is Lane.SHORT)
    assert begun is not None
    assert begun.subject == "ada2"
    assert queue.begin(lambda job: job.lane is Lane.SHORT) is None
    assert in_order(queue) == ["ada0", "ada1"]


def test_what_is_taken_out_is_not_begun() -> None:
    queue = JobQueue()
    queue.add(job("ada", 0))
    queue.add(job("ada", 1))
    removed = queue.remove("turn:ada0")
    assert removed is not None
    assert queue.remove("turn:ada0") is None
    assert in_order(queue) == ["ada1"]


def test_a_new_job_takes_the_place_of_an_old_one() -> None:
    queue = JobQueue()
    queue.add(job("ada", 0))
    queue.add(Job("turn", "ada0", 1, {}, lambda answer: None, owner="ada"))
    begun = queue.begin()
    assert begun is not None
    assert begun.key == "turn:ada0:1"
    assert queue.begin() is None
