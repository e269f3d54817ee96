"""Runs every module of this folder that has a `run()`, or those named on the command line."""

import argparse
import importlib
import inspect
import pkgutil

import bench
from bench.register import CASES


def main() -> None:
    """Run the benchmarks asked for, each with those of the options that it takes."""
    names = [found.name for found in pkgutil.iter_modules(bench.__path__) if found.name != "__main__"]
    asked = _parser(names).parse_args()
    for name in names:
        module = importlib.import_module(f"bench.{name}")
        if hasattr(module, "run") and name in (asked.names or names):
            print(f"== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
            takes = inspect.signature(module.run).parameters
            module.run(**{key: value for key, value in vars(asked).items() if key in takes})


def _parser(names: list[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all without one")
    parser.add_argument(
        "--register", type=int, default=CASES, metavar="N", help=f"cases in the register; {CASES:,} without"
    )
    parser.add_argument(
        "--database",
        action="append",
        metavar="URL",
        help="where the register is, or is made if there is none, and stays; without, on both databases and gone after",
    )
    parser.add_argument("--page", action="append", metavar="NAME", help="only these pages")
    return parser


if __name__ == "__main__":
    main()
