"""What the JSON of a record is made of."""

from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]  # an object, as `json.loads` gives it
