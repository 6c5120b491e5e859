"""Game records in the formats of other programs, both ways, with remarks on what is lost.

`read` and `write` do all of it; docs/exchange.md says what becomes what.
"""

from skerry.exchange.formats import FORMATS, format_named, read, recognise, write
from skerry.exchange.remarks import Exported, Imported, Remark

__all__ = [
    "FORMATS",
    "Exported",
    "Imported",
    "Remark",
    "format_named",
    "read",
    "recognise",
    "write",
]
