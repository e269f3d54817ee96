"""The affidavit of service states what is recorded, each mode with its days, and who swears to it."""

from typing import Any

import pytest

from rules.refusals import Incomplete, NotFound
from tests.documents.lives import VILLAGES, flat, person, statement
from tests.documents.reading import paper, reads_as, sound
from tests.rules.play import Play


def noticed(village: str = "webster", **changes: Any) -> Play:
    return Play(village).open(**changes).do("issue-notice", on="2026-05-05", respondents=["r1"])


def handed_over(village: str = "webster", **changes: Any) -> Play:
    return noticed(village, **changes).do(
        "serve-notice", respondent="r1", mode="personal", delivered_on="2026-05-06", by="Ana Ruiz"
    )


def mailed(by: str = "Lee Park") -> Play:
    play = noticed()
    for mode, proof in (("certified_mail", "7019 0140 0000 1234"), ("first_class_mail", None)):
        play.do("serve-notice", respondent="r1", mode=mode, mailed_on="2026-05-06", by=by, proof=proof)
    return play


@pytest.mark.parametrize("village", VILLAGES)
def test_the_affidavit_of_personal_service_reads_as_reviewed(village: str) -> None:
    made = statement(handed_over(village), "affidavit-of-service", "r1")

    reads_as(f"affidavit-{village}", made, village)
    assert "not a party to this matter" in flat(made, village)
    assert "Sworn to before me" in flat(made, village)


def test_a_natural_person_is_served_in_person_and_a_body_through_someone() -> None:
    people = [person("Dana Roe", kind="person")]
    in_person = flat(statement(handed_over(respondents=people), "affidavit-of-service", "r1"))
    body = flat(statement(handed_over(), "affidavit-of-service", "r1"))

    assert "to Dana Roe in person" in in_person
    assert "a person authorized to receive it for Elm LLC" in body


def test_two_mailings_are_sworn_to_as_sent_before_either_was_received() -> None:
    made = statement(mailed(), "affidavit-of-service", "r1")

    reads_as("affidavit-mailed", made)
    text = flat(made)
    assert text.count("No day on which it was received is recorded") == 2
    assert "7019 0140 0000 1234" in text
    assert "complete" not in text


def test_the_day_of_receipt_is_stated_once_it_is_recorded() -> None:
    play = mailed().do(
        "serve-notice", respondent="r1", mode="certified_mail", delivered_on="2026-05-11", by="Lee Park"
    )
    text = flat(statement(play, "affidavit-of-service", "r1"))

    assert "it was received on May 11, 2026" in text
    assert text.count("No day on which it was received is recorded") == 1


def test_each_of_two_servers_swears_to_their_own_acts() -> None:
    play = handed_over().do(
        "serve-notice", respondent="r1", mode="posting", posted_on="2026-05-07", by="Lee Park"
    )
    made = statement(play, "affidavit-of-service", "r1")

    reads_as("affidavit-two-servers", made)
    text = flat(made)
    assert text.count("being duly sworn") == 2
    assert text.count("Sworn to before me") == 2
    assert "posted" not in text.partition("Affidavit of Lee Park")[0]


def test_posting_with_mail_says_which_of_the_two_is_missing() -> None:
    play = noticed().do(
        "serve-notice", respondent="r1", mode="posting_and_mail", posted_on="2026-05-07", by="Lee Park"
    )
    text = flat(statement(play, "affidavit-of-service", "r1"))

    assert "I posted a true copy" in text
    assert "No day of sending by mail is recorded" in text


def test_nobody_swears_to_what_is_not_recorded() -> None:
    with pytest.raises(Incomplete, match="nothing to swear to"):
        statement(noticed(), "affidavit-of-service", "r1")
    with pytest.raises(NotFound):
        statement(noticed(), "affidavit-of-service", "r7")
    unnamed = noticed().do("serve-notice", respondent="r1", mode="posting", posted_on="2026-05-07")
    with pytest.raises(Incomplete, match="names who swears") as caught:
        statement(unnamed, "affidavit-of-service", "r1")

    assert caught.value.facts.field == "by"
    unnamed.do("serve-notice", respondent="r1", mode="posting", posted_on="2026-05-07", by="Lee Park")
    assert "Lee Park" in flat(statement(unnamed, "affidavit-of-service", "r1"))


def test_a_mode_that_came_back_leaves_the_other_on_the_slip() -> None:
    play = mailed().do("serve-notice", respondent="r1", mode="first_class_mail", delivered_on="2026-05-08")
    play.do(
        "record-failed-service",
        respondent="r1",
        on="2026-05-22",
        reason="sent back by the post office",
        mode="certified_mail",
        outcome="unclaimed",
    )
    text = flat(paper(play, "failed-service"))

    assert "certified mail, unclaimed: sent back by the post office" in text
    assert "Service by another mode was complete on May 8, 2026" in text
    assert "No time to appeal has begun" not in text


def test_long_names_stay_on_the_page() -> None:
    sound(statement(handed_over(respondents=[person("W" * 300)]), "affidavit-of-service", "r1"))
