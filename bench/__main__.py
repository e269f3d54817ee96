"""Runs every module of this folder that has a `run()`, or those named on the command line."""

import importlib
import pkgutil
import sys

import bench

for found in pkgutil.iter_modules(bench.__path__):
    wanted = sys.argv[1:] or [found.name]
    if found.name != "__main__" and found.name in wanted:
        module = importlib.import_module(f"bench.{found.name}")
        if hasattr(module, "run"):
            print(f"== {found.name}: {(module.__doc__ or '').splitlines()[0]}")
            module.run()
