"""Reading the data files that lie beside the code."""

import tomllib
from importlib.resources import files
from typing import Any


def read_toml(package: str, file: str) -> dict[str, Any]:
    """Return the parsed content of a TOML file in a package."""
    return tomllib.loads(files(package).joinpath(file).read_text("utf-8"))
