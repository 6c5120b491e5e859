"""The lines of keys in TOML."""

from skerry.lab.plans import line_numbers


def test_lines_of_keys_in_every_way_to_write_them() -> None:
    text = (
        """# [[match]]
a = """
        + "'''\n[[match]]\nb = 1\n'''"
        + """
[[match]]  # one
x = [
  1, # ]
  2,
]
y = { p = 1, "q r" = [3] }
[match.options]
size.deep = 1
[[match]]
[[other.list]]
k = 1
[[other.list]]
'k' = 2
"""
    )
    lines = line_numbers(text)
    assert lines == {
        (): 1,
        ("a",): 2,
        ("match",): 6,
        ("match", 0): 6,
        ("match", 0, "x"): 7,
        ("match", 0, "y"): 11,
        ("match", 0, "y", "p"): 11,
        ("match", 0, "y", "q r"): 11,
        ("match", 0, "options"): 12,
        ("match", 0, "options", "size"): 13,
        ("match", 1): 14,
        ("other",): 15,
        ("other", "list"): 15,
        ("other", "list", 0): 15,
        ("other", "list", 0, "k"): 16,
        ("other", "list", 1): 17,
        ("other", "list", 1, "k"): 18,
    }
