"""The `foolproof` command: a group that finds its commands in the packages when they are needed.

Each module of commands offers them as `COMMANDS`. Nobody ever meets a
traceback: every error ends with one message and an exit code that scripts can tell apart.
"""

from __future__ import annotations

import sys

EXIT_INTERRUPTED = 130
try:
    import errno
    import io
    import os
    from importlib import import_module
    from importlib.util import find_spec
    from typing import TYPE_CHECKING, Any, NoReturn

    import click

    from solver.errors import EXIT_BAD_INPUT, EXIT_INTERNAL, EXIT_UNKNOWN, FoolproofError
except KeyboardInterrupt:  # Ctrl-C before there is a command that could take it
    sys.stderr.write("interrupted.\n")
    sys.exit(EXIT_INTERRUPTED)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__version__ = "0.1.0"
MODULES = ("solver.commands", "puzzles.commands", "proofs.commands", "proofs.commands_examine")
EXIT_PIPE = 141
_NO_ROOM = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EBADF)
EXIT_CODES = """\b
Exit codes:
  0  done: the goal can be made, the claims are settled
  1  refuted: the goal can't be made, the games differ, a problem was found
  2  bad input: a file, position, card, option or action
  3  unknown: a limit stopped the work, or the rules are silent
  4  an error in foolproof itself
  130  interrupted with Ctrl-C
"""


class Foolproof(click.Group):
    """A group whose commands live in the packages; ends every error with a message and a code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands of all packages."""
        return sorted(str(command.name) for command in _all_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing no more packages than it takes to find it."""
        return next((c for c in _all_commands() if c.name == cmd_name), None)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named first; suggest the nearest one for an unknown name."""
        from solver.errors import nearest

        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            hint = nearest(args[0], self.list_commands(ctx))
            ctx.fail(f"There is no command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Run the command line and exit with its code."""
        extra = {"prog_name": "foolproof", **extra, "standalone_mode": False}
        words = list(sys.argv[1:] if args is None else args)
        if sys.stdout is None:
            click.echo("error: can't write the output: stdout is closed.", err=True)
            sys.exit(EXIT_BAD_INPUT)
        if sys.stdin is None:  # closed: nothing can be read from it
            sys.stdin = io.TextIOWrapper(io.BytesIO())
        try:
            code = super().main(words, **extra, obj=tuple(words))
        except OSError as error:  # help and version are written before any command runs
            code = _unwritten(error)
        except (click.exceptions.Abort, KeyboardInterrupt):
            code = _fail("interrupted.", EXIT_INTERRUPTED)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = EXIT_BAD_INPUT
        except click.ClickException as error:
            from solver.display import plain, shortened

            text = shortened(plain(error.format_message()))
            click.UsageError(text, getattr(error, "ctx", None)).show()
            code = EXIT_BAD_INPUT
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn whatever goes wrong into a message and an exit code."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
            return 0
        except (click.ClickException, click.exceptions.Exit, click.exceptions.Abort):
            raise
        except BrokenPipeError:
            return _close_pipe()
        except FoolproofError as error:
            return _fail(str(error), error.exit_code, ctx)
        except OSError as error:
            if error.filename is None and error.errno in _NO_ROOM:
                return _unwritten(error)
            if any(str(error.filename) in word for word in ctx.obj or ()):
                return _fail(f"{error.filename}: {error.strerror}.", EXIT_BAD_INPUT, ctx)
            return _fail(_apology(error), EXIT_INTERNAL, ctx)
        except MemoryError:
            return _fail("memory ran out before there was an answer.", EXIT_UNKNOWN, ctx)
        except Exception as error:
            return _fail(_apology(error), EXIT_INTERNAL, ctx)


def _all_commands() -> Iterator[click.Command]:
    for module in MODULES:
        if find_spec(module.partition(".")[0]) and find_spec(module):
            yield from import_module(module).COMMANDS


def _apology(error: Exception) -> str:
    return (
        f"foolproof met an error of its own: {type(error).__name__}: {error}. "
        "Please report it with the command that led here; "
        "'foolproof --debug …' shows where it happened."
    )


def _fail(message: str, code: int, ctx: click.Context | None = None) -> int:
    """Write one message to stderr (under --debug after the traceback) and return the code."""
    if code == EXIT_INTERRUPTED:
        click.echo(message, err=True)
        return code
    from solver.display import plain, shortened

    if ctx is not None and ctx.params.get("debug"):
        import traceback

        click.echo(traceback.format_exc(), err=True, nl=False)
    sys.stdout.flush()
    click.echo(f"error: {shortened(plain(message))}", err=True)
    return code


def _unwritten(error: OSError) -> int:
    """Say that stdout takes no more; what could not be written is dropped."""
    _close_pipe()
    click.echo(f"error: can't write the output: {error.strerror}.", err=True)
    return EXIT_BAD_INPUT


def _close_pipe() -> int:
    """Point stdout at nothing, so that the interpreter does not complain on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_PIPE


@click.group(
    cls=Foolproof,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="foolproof", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def cli(debug: bool) -> None:
    """Trick-taking card games: rules as data, played, solved and proved.

    A position is written on one line, such as
    'gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2'.
    """


def main() -> NoReturn:
    """Run `foolproof` with the arguments of the process."""
    cli.main()


if __name__ == "__main__":
    main()
