"""Keys of fields and facts, which the API, addresses and recorded plays name."""

from types import ModuleType

from companion.core.entry.keys import Key


def misnamed_keys(module: ModuleType) -> dict[str, str]:
    """Return the constants of a module whose key is not their name in small letters, with the key."""
    keys = {name: key for name, key in vars(module).items() if name.isupper() and isinstance(key, Key)}
    assert keys
    return {name: str(key) for name, key in keys.items() if key != name.lower()}
