"""Who lives with whom, and where: data of both boxes, and what dungeons are filled by."""

from collections import Counter

import pytest

from arbitro.dice.stream import QuickDice, ScriptedDice
from arbitro.dungeon.model import Slot
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.stocking import stocking_of
from arbitro.play.stocking.whitebox import NEAR, WhiteBoxStocker
from arbitro.rules import find_ruleset
from arbitro.rules.infausta.content import load_content as load_infausta
from arbitro.rules.whitebox.content import WhiteBoxContent, load_content
from arbitro.rules.whitebox.powers.telling import monster_text
from arbitro.text import LANGUAGES, Language

BOXES = [load_content(), load_infausta()]
BY_BOX = pytest.mark.parametrize("content", BOXES, ids=["whitebox", "infausta"])


def slot(level: int, number: int = 0, **more: str) -> Slot:
    return Slot("s", level, "room", "monster", "CONTENT_MONSTER", number=number, **more)  # type: ignore[arg-type]


@BY_BOX
def test_every_monster_has_a_place_and_nobody_lives_alone_in_a_company(content: WhiteBoxContent) -> None:
    ecology = content.ecology
    assert [name for name in content.monsters if not ecology.of(name)] == []
    assert [name for name, entry in ecology.entries.items() if len(entry.members) < 2] == []
    assert {place for entry in ecology.entries.values() for place in entry.places} == {
        "underground",
        "water",
        "wilds",
        "town",
    }


@pytest.mark.rule("WB-CORE-01", "DA-LAKE-02")
@BY_BOX
@pytest.mark.parametrize("depth", [1, 4, 8])
def test_in_a_lake_lives_who_lives_in_water(content: WhiteBoxContent, depth: int) -> None:
    swimmers = set(content.ecology.dwellers("water"))
    stocker = WhiteBoxStocker(content)
    found = {stocker.monsters(slot(depth, 2, where="lake"), QuickDice(seed)).items for seed in range(30)}
    assert {name for ((name, _),) in found} <= swimmers
    assert {count for ((_, count),) in found} == {2}, "as many as the lake says"
    weights = [min(rank.hde for rank in content.monsters[name].hd) for ((name, _),) in found]
    assert max(abs(weight - depth) for weight in weights) <= NEAR


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize(
    ("faces", "items"),
    [
        (((6, 4),), (("goblin", 3),)),
        (((6, 3), (3, 3), (4, 2)), (("goblin", 3), ("wolf", 2))),
    ],
)
def test_those_who_live_with_whom_the_table_names_come_by_a_die(faces, items) -> None:
    goblins = ((6, 3), (12, 4), (4, 1), (4, 2))  # the level of the table, who it is, 2d4 of them
    with ScriptedDice(*goblins, *faces) as dice:
        stock = WhiteBoxStocker(in_company=True).monsters(slot(1), dice)
    assert stock.items == items


def test_whoever_is_far_too_strong_stays_away() -> None:
    content = load_content()
    weak = {name: min(rank.hde for rank in one.hd) for name, one in content.monsters.items()}
    met: Counter[str] = Counter()
    for seed in range(400):
        items = WhiteBoxStocker(content, in_company=True).monsters(slot(1), QuickDice(seed)).items
        assert len(items) in (1, 2)
        if len(items) == 2:
            (first, _), (second, _) = items
            assert weak[second] <= max(weak[first], 1) + NEAR
            assert second in {mate.monster for mate in content.ecology.mates(first, "underground")}
            met[second] += 1
    assert len(met) > 5


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
@pytest.mark.parametrize(("options", "together"), [({}, False), ({"dungeon_company": "ecology"}, True)])
def test_a_campaign_says_whether_the_table_alone_decides(game: str, options, together: bool) -> None:
    campaign = find_campaign(game)
    table = Table.open(campaign, "t", bytes(32), options)
    assert campaign.side.stores.stocker(table.state).in_company is together


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_dungeons_made_whole_are_filled_with_whole_companies(game: str) -> None:
    stocking = stocking_of(game)
    assert stocking is not None
    assert stocking.in_company is not None
    assert stocking.in_company(4, 0).in_company  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bestiary_says_where_and_with_whom(language: Language) -> None:
    said = "\n".join(monster_text(find_ruleset("whitebox").rules, "goblin", language))
    for word in {"it": ("sottoterra", "covo dei goblin", "lupi"), "en": ("underground", "goblin warren", "wolves")}[
        language
    ]:
        assert word in said
