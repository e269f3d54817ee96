"""The judgments of conviction against one respondent, and the day from which each no longer raises a tier.

Counts pronounced on one day are one judgment. It counts while any of its offenses lies in the look-back before a new
one; on the anniversary of its last offense it falls out (LAW.md § 4).
"""

from collections.abc import Sequence
from datetime import date

from rules.law import Law, LookBack
from rules.penalties import Prior
from rules.priors import drops_out
from rules.values import Value


class Judgment(Value):
    """The convictions pronounced on one day; `falls_out_on` is None where the law looks back at nothing."""

    convicted_on: date
    counts: tuple[Prior, ...]
    falls_out_on: date | None

    def stands(self, day: date) -> bool:
        """Whether it raises the tier of an offense of a day, if it was pronounced before."""
        return self.falls_out_on is not None and self.convicted_on < day < self.falls_out_on


def look_back_on(law: Law, day: date) -> LookBack | None:
    """Return the look-back of the ordinance in force on a day: that of its first penalty that has one."""
    version = law.on(day) or law.versions[0]
    return next((penalty.look_back for penalty in version.penalties.values() if penalty.look_back), None)


def judgments(priors: Sequence[Prior], look_back: LookBack | None) -> tuple[Judgment, ...]:
    """Return the judgments that convictions make up, the latest first."""
    pronounced: dict[date, list[Prior]] = {}
    for prior in sorted(priors, key=lambda each: (each.convicted_on, each.offense_on, each.case or "")):
        pronounced.setdefault(prior.convicted_on, []).append(prior)
    return tuple(
        Judgment(
            convicted_on=on,
            counts=tuple(counts),
            falls_out_on=max(drops_out(each.offense_on, look_back) for each in counts) if look_back else None,
        )
        for on, counts in sorted(pronounced.items(), reverse=True)
    )
