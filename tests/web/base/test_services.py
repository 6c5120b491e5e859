"""What all requests share: found by its class, and replaced as a whole."""

import pytest

from skerry.web.base.services import Services, provide, service
from skerry.web.play.records import KeptRecords
from skerry.web.thinking.engine import Engine


def test_what_is_provided_is_found_by_its_class() -> None:
    engine, records = Engine(), KeptRecords()
    provide(engine, records)
    assert service(Engine) is engine
    assert service(KeptRecords) is records


def test_a_later_one_takes_the_place_of_an_earlier_one() -> None:
    first, second = Engine(), Engine()
    assert Services((first, second)).find(Engine) is second


def test_nothing_stays_of_what_was_provided_before() -> None:
    provide(Engine(), KeptRecords())
    provide(Engine())
    with pytest.raises(LookupError, match="KeptRecords"):
        service(KeptRecords)
