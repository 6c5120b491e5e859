"""Arrays whose memory is taken as it comes into use."""

import subprocess
import sys

import numpy as np
import pytest

from skerry.core.layout import untouched_zeros

# Prints how many kilobytes a process takes for trees that are made and dropped, hardly written to.
# With numpy.zeros it takes 276,000: the allocator gives the same memory again, and clears it.
SCRIPT = """
import resource
import numpy as np
from skerry.core.layout import untouched_zeros

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

before = most()
kept = []
for _ in range(4):
    sizes = (24_000_000, 12_000_000, 12_000_000, 24_000_000, 48_000_000, 6_000_000) * 3
    arrays = [untouched_zeros((size,), np.int8) for size in sizes]
    kept.append(np.ones(1000))
    for array in arrays:
        array[:1000] = 1
    del arrays, array
print(most() - before)
"""
MOST_KILOBYTES = 20_000


@pytest.mark.parametrize("shape", [(0,), (1,), (1_000_000,), (250_000, 3)])
def test_they_are_zero_and_may_be_written(shape: tuple[int, ...]) -> None:
    array = untouched_zeros(shape, np.int32)
    assert array.shape == shape
    assert array.dtype == np.int32
    assert not array.any()
    array[:] = 7
    assert (array == 7).all()
    other = untouched_zeros(shape, np.int32)
    assert not other.any()


def test_what_is_not_written_takes_no_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < MOST_KILOBYTES
