"""What all tests share: where the examples of property tests come from."""

from hypothesis import settings

# The suite draws the same examples in every run, so that it gives the same verdict twice; new ones
# are for `make explore`, which chooses the other profile.
settings.register_profile("suite", derandomize=True, print_blob=True)
settings.register_profile("explore", derandomize=False, print_blob=True)
settings.load_profile("suite")
