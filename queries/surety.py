"""A security as it is shown, drawn from its facts, its setting and its record alone: nothing is fetched here."""

from collections.abc import Iterator, Sequence

from queries.security_views import ConditionView, CreditView, DrawView, MilestoneView, SecurityView
from queries.views import DueView, EntryView
from rules import security_engine
from rules.acts import Setting
from rules.guarantee import Security, conditions, expiry, status
from rules.security_acts import section_of

KEPT = frozenset(SecurityView.model_fields) & frozenset(Security.model_fields)
COMPUTED = frozenset({"interest", "draws", "milestones"})


def portrait(
    security: Security, setting: Setting, entries: Sequence[EntryView], *, chain_ok: bool
) -> SecurityView:
    """Return everything there is to see of a security on the setting's day."""
    told = {name: getattr(security, name) for name in KEPT - COMPUTED}
    return SecurityView(
        **told | {"expires_on": expiry(security, setting.today)},
        interest=security.credited,
        drawn=security.drawn,
        pending=security.pending,
        available=security.left,
        status=status(security, setting.today),
        section=section_of(security, setting.law),
        draws=dict(_draws(security)),
        milestones=tuple(
            MilestoneView(kind=step.milestone, on=step.on, passed=step.passed) for step in security.milestones
        ),
        credits=tuple(CreditView(on=credit.on, amount=credit.amount) for credit in security.interest),
        conditions=tuple(_conditions(security, setting)),
        agenda=tuple(
            DueView(**item.model_dump(exclude={"wakes_on"}))
            for item in security_engine.agenda(security, setting)
        ),
        events=tuple(entries),
        chain_ok=chain_ok,
    )


def _draws(security: Security) -> Iterator[tuple[str, DrawView]]:
    for key, draw in security.draws.items():
        yield key, DrawView(**draw.model_dump(include=set(DrawView.model_fields)))


def _conditions(security: Security, setting: Setting) -> Iterator[ConditionView]:
    for each in conditions(security, setting.law):
        met = each.met_on is not None and each.met_on <= setting.today
        yield ConditionView(what=each.what, met_on=each.met_on, met=met)
