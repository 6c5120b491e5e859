"""Files that are written whole or not at all, for their owner alone."""

from pathlib import Path

import pytest

from skerry.web.site.data import whole_file


def test_a_file_is_replaced_at_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(b"before")
    with whole_file(file) as out:
        out.write(b"after")
        assert file.read_bytes() == b"before"
    assert file.read_bytes() == b"after"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_broken_off_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_bytes(b"before")

    def write_half() -> None:
        with whole_file(file) as out:
            out.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]
