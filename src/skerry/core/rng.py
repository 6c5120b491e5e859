"""Random numbers with an explicit state, the same with and without the JIT.

A *generator* is xoshiro128++ (Blackman and Vigna, 2019): an int64 array of shape (4,), each element
a 32-bit word. Inside a playout, where most of the time would go into loading and storing those
words, a *stream* takes over: multiply-with-carry (Marsaglia, 1994), whose state is one integer.

Compiled integers must never overflow: LLVM takes it for granted that they don't. So words of 32
bits live in 64-bit integers, and the stream's multiplier leaves it below 2**62.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from skerry.core.jit import kernel
from skerry.core.layout import IntArray64

MASK = 0xFFFFFFFF
MULTIPLIER = 698769069  # of a stream; its period is about 2**60 (Marsaglia's choice in KISS)


@kernel
def next_word(rng: IntArray64) -> int:
    """Next 32 random bits, as an integer in 0..2**32-1."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & MASK
    result = ((((total << 7) & MASK) | (total >> 25)) + a) & MASK
    shifted = (b << 9) & MASK
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ shifted
    rng[3] = ((d << 11) & MASK) | (d >> 21)
    return int(result)


@kernel
def below(rng: IntArray64, bound: int) -> int:
    """Random integer in 0..bound-1 for 1 <= bound < 2**31; the bias is under bound / 2**32."""
    return (next_word(rng) * bound) >> 32


@kernel
def open_stream(rng: IntArray64) -> int:
    """A new stream, started at random: a word and a carry that is neither of the two dead ends."""
    return int(1 + below(rng, MULTIPLIER - 2)) << 32 | int(next_word(rng))


@kernel
def advance(stream: int) -> int:
    """The stream one step on; each step is good for one draw."""
    return (stream & MASK) * MULTIPLIER + (stream >> 32)


@kernel
def pick(stream: int, bound: int) -> int:
    """Random integer in 0..bound-1 for 1 <= bound < 2**31, from both halves of a stream's state."""
    return (((stream ^ stream >> 32) & MASK) * bound) >> 32


def generator(seed: int) -> IntArray64:
    """Generator state from any integer seed, spread by NumPy's SeedSequence."""
    words = np.random.SeedSequence(abs(seed) * 2 + (seed < 0)).generate_state(4)
    return words.astype(np.int64)


def choose_weighted(weights: Sequence[int], rng: Random) -> int:
    """An index drawn with probability proportional to its weight, for integers of any length."""
    left = rng.randrange(sum(weights))
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index
