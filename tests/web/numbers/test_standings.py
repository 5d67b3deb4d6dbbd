"""The standings of a game: people in one variant, in a year or a month."""

import pytest

from testkit.match import CAST

ANNA, BRUNO, CARLA, DINO = CAST
HERE = "/numbers/italian_whist/3.upper=1"


@pytest.mark.every_door
def test_whose_matches_are_enough_stand_by_what_they_won_beside_what_chance_gives(phone, play_on):
    for _match in range(6):
        play_on("2020-02-01", BRUNO, ANNA, CARLA)
    for _match in range(4):
        play_on("2020-03-01", ANNA, CARLA, BRUNO)
    play_on("2021-03-01", DINO, ANNA, CARLA)

    page = phone.open(HERE)

    assert page.says("All years · 11 matches", "The mean place would be 2.00 then.")
    assert page.rows("standings-of") == [
        ["B Bruno", "6 of 10", "3.3", "1.80", "+3.4"],
        ["A Anna", "4 of 11", "3.7", "1.64", "+0.7"],
        ["C Carla", "0 of 11", "3.7", "2.64", "−4.6"],
        ["D Dino", "1 of 1", "0.3", "–", "–"],
    ]
    assert HERE in phone.open("/numbers?year=all").links
    assert {f"{HERE}?month=2020-02", f"{HERE}?year=2020"} <= {
        *phone.open(f"{HERE}?year=2020").links
    }
    month = phone.open(f"{HERE}?month=2020-03")
    assert month.says("March 2020 · 4 matches")
    assert {f"{HERE}?month=2020-02", f"{HERE}?year=2020"} <= {*month.links}
    (won,) = (link for link in month.links if "person=2&" in link and "key=won" in link)
    assert phone.open(won).says("4 of 4 matches")


def test_what_was_not_played_is_not_there(phone, play_on):
    play_on("2020-02-01", BRUNO, ANNA, CARLA)
    addresses = (
        *(f"{HERE}?year=2019", f"{HERE}?year=", f"{HERE}?month=2020-01", f"{HERE}?month="),
        *("/numbers/italian_whist/3", "/numbers/italian_whist/x", "/numbers/bridge/3"),
        *("/numbers/italian_whist/3.upper=1.upper=1", "/numbers/trex/4"),
    )

    assert not [it for it in addresses if phone.open(it).status != 404]
