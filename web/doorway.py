"""The page that asks to sign in, wherever it is shown: at its own address, or in place of a form that came too late."""

from fastapi import Request, Response

from web.office import Office
from web.render import page


def ask(
    request: Request,
    *,
    status: int = 200,
    then: str = "/",
    name: str = "",
    trouble: str | None = None,
    carried: str = "",
    lost: str | None = None,
) -> Response:
    """Return the page: where to go on to, what was typed, what is wrong, and the form that is carried through it."""
    office: Office = request.app.state.office
    return page(
        request,
        "sign_in.html",
        status=status,
        then=then,
        name=name,
        trouble=trouble,
        carried=carried,
        lost=lost,
        through=office.provider.name if office.provider else None,
    )
