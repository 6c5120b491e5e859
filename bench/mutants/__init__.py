"""Small faults planted in the kernels, one at a time: do the tests notice?"""
