"""Random numbers: the published generator, the same with and without the JIT."""

import numpy as np
import pytest
from scipy.stats import chisquare

from skerry.core.rng import below, generator, next_word

pytestmark = pytest.mark.kernels


def test_it_is_xoshiro128_plus_plus() -> None:
    """Against the recurrence as published, in arithmetic modulo 2**32 written independently."""

    def turn_left(word: int, by: int) -> int:
        return ((word << by) | (word >> (32 - by))) % 2**32

    rng = np.array([1, 2, 3, 4], dtype=np.int64)
    s = [1, 2, 3, 4]
    for _ in range(1000):
        expected = (turn_left((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turn_left(s[3], 11)
        assert next_word(rng) == expected
    assert rng.tolist() == s


def test_bounded_numbers_are_uniform() -> None:
    rng = generator(7)
    counts = np.bincount([below(rng, 13) for _ in range(13_000)], minlength=13)
    assert len(counts) == 13
    assert chisquare(counts).pvalue > 0.001


def test_seeds_of_either_sign_give_different_numbers() -> None:
    firsts = {int(next_word(generator(seed))) for seed in (-2, -1, 0, 1, 2, 2**70)}
    assert len(firsts) == 6
    assert next_word(generator(5)) == next_word(generator(5))
