"""Commands in the process of the test."""

from pathlib import Path

from click.testing import CliRunner, Result

from companion.commands import cli


def companion(
    *arguments: str, folder: Path | None = None, given: str | bytes | None = None, env: dict[str, str] | None = None
) -> Result:
    """Run a command, on the instance in a folder if one is given; return its result."""
    instance = ["--instance", str(folder)] if folder else []
    env = {"NO_COLOR": "1", **(env or {})}
    return CliRunner(env=env).invoke(cli.main, [*arguments, *instance], input=given, prog_name="companion")


def told(result: Result) -> str:
    """Return the output, with lines joined."""
    return " ".join(result.output.split())
