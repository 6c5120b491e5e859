"""Long measurements: speed, strength, solved boards, faults.

A module for each thing that is measured, so they are many; what takes several is a folder.
"""
