"""``python -m companion``: the same as the command ``companion``."""

from companion.cli import main

main(prog_name="companion")
