"""Reserves the number of a case before it is opened: the same key gets the same number, no two keys the same."""

from sqlalchemy import Engine, func, select
from sqlmodel import Session, col

from activities.tables import insert_or_ignore
from models.case_number import CaseNumberRow
from models.session import write
from models.village import VillageRow


def reserve(engine: Engine, village: str, year: int, op_id: str) -> str:
    """Return the id reserved under `op_id`, e.g. `webster-2026-0001`: numbers run per village and year."""
    with write(engine) as session:
        _hold_village(session, village)
        known = session.scalars(select(CaseNumberRow).where(col(CaseNumberRow.op_id) == op_id)).first()
        return known.case_id if known is not None else _next(session, village, year, op_id)


def _next(session: Session, village: str, year: int, op_id: str) -> str:
    of_the_year = (col(CaseNumberRow.village) == village, col(CaseNumberRow.year) == year)
    last = session.scalar(select(func.max(CaseNumberRow.number)).where(*of_the_year)) or 0
    case_id = f"{village}-{year}-{last + 1:04}"
    session.add(CaseNumberRow(village=village, year=year, number=last + 1, case_id=case_id, op_id=op_id))
    return case_id


def _hold_village(session: Session, village: str) -> None:
    """Make the village's row if it is not there yet, and let nobody else give out numbers meanwhile."""
    insert_or_ignore(session, VillageRow, [{"key": village}])
    session.scalars(select(VillageRow).where(col(VillageRow.key) == village).with_for_update()).one()
