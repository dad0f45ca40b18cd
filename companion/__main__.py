"""``python -m companion``: the same as the command ``companion``."""

from companion.commands.cli import main

main(prog_name="companion")
