"""Reserves the number of a case or a security before there is one: one key, one number, however often it is asked."""

from sqlalchemy import Engine, func, select
from sqlmodel import Session, col

from activities.tables import insert_or_ignore
from models.case_number import CaseNumberRow
from models.session import write
from models.village import VillageRow
from rules.series import Series, record_id


def reserve(engine: Engine, village: str, year: int, op_id: str, series: Series = Series.CASE) -> str:
    """Return the id reserved under `op_id`, e.g. `webster-2026-0001`: numbers run per village, series and year."""
    here = (col(CaseNumberRow.village) == village, col(CaseNumberRow.series) == series.value)
    with write(engine) as session:
        _hold_village(session, village)
        known = session.scalars(select(CaseNumberRow).where(*here, col(CaseNumberRow.op_id) == op_id)).first()
        if known is not None:
            return known.case_id
        last = session.scalar(
            select(func.max(col(CaseNumberRow.number))).where(*here, col(CaseNumberRow.year) == year)
        )
        number = (last or 0) + 1
        made = record_id(village, series, year, number)
        session.add(
            CaseNumberRow(
                village=village, series=series.value, year=year, number=number, case_id=made, op_id=op_id
            )
        )
    return made


def _hold_village(session: Session, village: str) -> None:
    """Make the village's row if it is not there yet, and let nobody else give out numbers meanwhile."""
    insert_or_ignore(session, VillageRow, [{"key": village}])
    session.scalars(select(VillageRow).where(col(VillageRow.key) == village).with_for_update()).one()
