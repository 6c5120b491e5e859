"""Random numbers with an explicit state: xoshiro128++ (Blackman and Vigna, 2019).

A generator is an int64 array of shape (4,), each element a 32-bit word. Words of 32 bits in
64-bit integers never overflow, so compiled and interpreted kernels draw the same numbers.
"""

import numpy as np

from .jit import kernel
from .layout import IntArray64

MASK = 0xFFFFFFFF


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
    return result


@kernel
def below(rng: IntArray64, bound: int) -> int:
    """Random integer in 0..bound-1 for 1 <= bound < 2**31; the bias is under bound / 2**32."""
    return (next_word(rng) * bound) >> 32


def generator(seed: int) -> IntArray64:
    """Generator state from any integer seed, spread by NumPy's SeedSequence."""
    words = np.random.SeedSequence(abs(seed) * 2 + (seed < 0)).generate_state(4)
    return words.astype(np.int64)
