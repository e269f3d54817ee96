"""Under which section a command on money is given: for a refusal that comes before the law is asked."""

from rules.law import Law, Ordinance

WORK = frozenset({"order-restoration", "give-maintenance-notice", "authorize-village-work", "record-cost"})
LIEN = frozenset(
    {"give-cost-notice", "record-cost-hearing", "confirm-assessment", "prorate", "record-cost-payment",
     "record-lien", "release-lien"}
)  # fmt: skip
FINES = frozenset({"record-disposition", "record-fine-payment", "settle"})


def section_of_command(name: str, version: Ordinance, law: Law) -> str | None:
    """Return the section of a command on the money of a case, in the version that governs it; None for any other."""
    if name in WORK:
        return version.abatement.section if version.abatement else None
    if name in LIEN:
        return version.lien.section if version.lien else None
    if name in FINES:
        return version.penalties["default"].section
    if name == "certify-for-levy" and law.village.levy:
        return law.village.levy.section
    return None


def section_of_purpose(law: Law, purpose: object) -> str:
    """Return the section of securities of a purpose in the newest version, or the ordinance's where there is none."""
    version = law.versions[-1]
    return next((rule.section for rule in version.guarantees if rule.purpose == purpose), version.section)
