"""Evidence sent with a form: kept once, known by its content, and only of kinds that run nothing."""

import pytest

from tests.web.house import FormPage, House

JPEG = b"\xff\xd8\xff\xe0" + b"picture" * 100
PATH = "/cases/{}/do/attach-evidence"


@pytest.mark.parametrize(
    ("name", "content"),
    [("page.jpg", b"<html><script>alert(1)</script>"), ("a.svg", b"<svg xmlns='x'/>"), ("a.jpg", b"")],
    ids=["a page", "a drawing", "nothing"],
)
async def test_what_is_no_picture_is_not_taken_whatever_it_calls_itself(
    house: House, name: str, content: bytes
) -> None:
    path = PATH.format(await house.open_case())

    sent = await house.visitor("officer").fill(
        path, {"caption": "Fence"}, files={"path": (name, content, "image/jpeg")}
    )

    assert sent.status_code == 422
    assert 'aria-describedby="f-path-help f-path-error"' in sent.text
    assert 'value="Fence"' in sent.text


async def test_a_picture_is_attached_under_its_name_without_its_folders(house: House) -> None:
    case = await house.open_case()

    sent = await house.visitor("officer").fill(
        PATH.format(case), {"caption": "Fence"}, files={"path": ("C:\\x\\../fence.jpg", JPEG, "text/html")}
    )

    assert sent.status_code == 303
    data = house.town.events(case)[-1].data
    assert '"filename":"fence.jpg"' in data
    assert f'"size":{len(JPEG)}' in data


async def test_the_field_for_files_says_what_is_taken_and_not_that_it_may_be_left_out(house: House) -> None:
    shown = await house.visitor("officer").get(PATH.format(await house.open_case()))

    field = shown.text.partition('for="f-path"')[2].partition("<input")[0]
    assert "optional" not in field
    assert "Photographs, videos or PDFs" in field
    assert "command" not in field


async def test_a_picture_need_not_be_chosen_again_where_the_form_is_refused(house: House) -> None:
    case = await house.open_case()
    path, visitor = PATH.format(case), house.visitor("officer")

    refused = await visitor.fill(path, {"caption": ""}, files={"path": ("fence.jpg", JPEG, "image/jpeg")})
    values = FormPage.read(refused.text, path).values
    sent = await visitor.client.post(path, data=values | {"caption": "Fence"})

    assert refused.status_code == 422
    assert "The file fence.jpg is kept" in refused.text
    assert sent.status_code == 303
    assert '"caption":"Fence"' in house.town.events(case)[-1].data


async def test_nobody_attaches_a_file_by_naming_its_hash_or_with_anothers_form(house: House) -> None:
    case = await house.open_case()
    path = PATH.format(case)
    refused = await house.visitor("attorney").fill(
        path, {"caption": ""}, files={"path": ("fence.jpg", JPEG, "image/jpeg")}
    )
    kept = FormPage.read(refused.text, path).values["_kept"]
    forged = {"caption": "x", "sha256": "a" * 64, "filename": "x.jpg", "size": "1"}

    by_hash = await house.visitor("officer").send(path, forged)
    anothers = await house.visitor("officer").send(path, {"caption": "x", "_kept": kept})

    assert (by_hash.status_code, anothers.status_code) == (422, 422)
    assert "evidence-attached" not in [event.kind for event in house.town.events(case)]
