"""`abate accrue`, `audit`, `recover` and `rebuild`: the runs over many cases, by hand and watched."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from console import speak
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Day, Json
