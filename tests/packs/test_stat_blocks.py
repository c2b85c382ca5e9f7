"""Stat blocks pasted as text: what is read is right, what is not is named, and the result can be fought at once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.packs.blocks import BLOCKS
from tests.packs.sample import by_itself

from arbitro.kernel.pack import pack_from_text
from arbitro.kernel.stat_block import MOST_LETTERS
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.play import find_game
from arbitro.play.opening import set_up
from arbitro.rules import games
from arbitro.text import Fault

EVERY = [(game, number) for game in sorted(BLOCKS) for number in range(len(BLOCKS[game]))]


def test_every_game_reads_stat_blocks():
    assert set(BLOCKS) == set(games())


def started(game: str, laid: Any, creature: str) -> tuple[Any, ...]:
    if game in ("whitebox", "infausta"):
        from arbitro.cli.whitebox.people import PARTIES

        return PARTIES.against(laid, PARTIES.entering(laid, ("random:3",)), (f"{creature}:2",)).start
    fights = {
        "archmage": f"game: archmage\nparty: {{from: level-1}}\nfoes: {{members: [{{monster: {creature}}}]}}\n",
        "daggerheart": f"game: daggerheart\nparty: [berta, corvo]\nfoes: [{{block: {creature}, count: 2}}]\n",
    }
    return laid.read_setup(Document("fight", fights[game])).start


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_pasted_block_passes_the_check_and_fights(game, number):
    ruleset = find_game(game)
    found = ruleset.read_block(BLOCKS[game][number])
    for language in ("it", "en"):
        laid = ruleset.with_packs((pack_from_text("pasted.yaml", found.pack_text(game, language)),))
        assert found.id in laid.creatures()
    table: Table[Any] = Table.open(laid, "pasted", b"p" * 32, {})
    set_up(table, started(game, laid, found.id))
    for _ in by_itself(laid, table, 300):
        pass
    assert laid.finished(table.state)


def remarks(game: str, number: int) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {"unread": [], "kept": [], "assumed": []}
    for remark in find_game(game).read_block(BLOCKS[game][number]).remarks:
        found[remark.kind].append((remark.line, remark.text))
    return found


def test_a_white_box_block_in_lines():
    found = find_game("whitebox").read_block(BLOCKS["whitebox"][0])
    entry = found.entry
    assert (entry["ac"], entry["hd"]) == (4, [{"dice": 6, "plus": 3, "hde": 8, "xp": 800}])
    assert entry["attacks"] == [
        {"name": "claw", "damage": "1d4", "count": 2},
        {"name": "bite", "damage": "1d8", "extra": True},
    ]
    assert entry["move"] == {"walk": 12, "swim": 9}
    assert entry["specials"] == [{"type": "regeneration", "hp": 3}]
    told = remarks("whitebox", 0)
    assert told["unread"] == [(10, "Smells of wet leaves.")]
    assert [text for _, text in told["assumed"]] == ["kind", "morale", "appearing"]


def test_a_white_box_block_on_one_line_in_italian():
    found = find_game("whitebox").read_block(BLOCKS["whitebox"][1])
    assert found.entry["name"]["it"] == "Goblin del ponte"
    assert found.entry["hd"] == [{"dice": 1, "plus": -1, "hde": 0, "xp": 10}]
    assert found.entry["alignment"] == "chaos"
    assert found.entry["specials"][0]["type"] == "narrated"
    assert "randello" in found.others["attack_names"] or found.entry["attacks"][0]["name"] == "club"
    told = remarks("whitebox", 1)
    assert told["unread"] == []
    assert told["kept"] == [(1, "-1 per colpire alla luce del sole")]


@pytest.mark.parametrize(
    ("said", "ac"), [("AC 6 [13]", 6), ("AC [13]", 6), ("CA 15", 4), ("Classe Armatura: 2 [17]", 2), ("AC -2 [21]", -2)]
)
def test_armour_class_counts_down_or_up(said, ac):
    assert find_game("infausta").read_block(f"Rat\n{said}\nHD 1\nAttacks bite (1d3)").entry["ac"] == ac


def test_a_save_that_the_rules_would_not_give_is_named():
    block = "Rat\nAC 7\nHD 1\nSave 12\nAttacks bite (1d3 plus disease)"
    told = find_game("whitebox").read_block(block).remarks
    assert [(one.line, one.text) for one in told if one.kind == "unread"] == [(5, "plus disease")]
    (ruled,) = [one for one in told if one.kind == "ruled"]
    assert (ruled.line, ruled.text, ruled.value) == (4, "12", "18")
    assert ruled.in_("it") == (
        "riga 4: il tiro salvezza sarebbe 12; per le regole i suoi Dadi Vita danno 18, e vale questo"
    )


SIDE_BY_SIDE = [
    "Orchetto della palude\nCA 6 [13]  DV: 1+1   Attacchi: 1 ascia (1d8) Mov. 9",
    "Orchetto della palude CA 6 [13] DV 1+1 Attacchi 1 ascia (1d8) Mov. 9",
    "ORCHETTO DELLA PALUDE: CA 6 [13], DV 1+1, Attacchi: ascia (1d8) Movimento 9 AL N",
    "Swamp orc\nAC 6 [13] HD 1+1 Atk axe (1d8) Move 9 Save 17 AL N",
    "Swamp orc\nArmor Class: 6 [13]   Hit Dice: 1+1   Attacks: axe (1d8)   Move: 9",
]


@pytest.mark.parametrize("text", SIDE_BY_SIDE)
def test_what_stands_side_by_side_is_read(text):
    entry = find_game("whitebox").read_block(text).entry
    assert (entry["ac"], entry["hd"][0]["dice"], entry["hd"][0]["plus"]) == (6, 1, 1)
    assert [attack["damage"] for attack in entry["attacks"]] == ["1d8"]
    assert entry["move"] == {"walk": 9}
    assert entry["name"]["it"].lower() in ("orchetto della palude", "swamp orc")
    assert not entry["name"]["it"].isupper()


def test_labels_inside_prose_are_prose():
    text = "Rat\nAC 7\nHD 1\nAttacks bite (1d3)\nSpecial: at 5 save or die, all move 3 away"
    (special,) = find_game("whitebox").read_block(text).entry["specials"]
    assert special["text"]["en"] == "at 5 save or die, all move 3 away"


@pytest.mark.parametrize("said", ["Regenerate 3hp/round", "Rigenera 3 pf/round", "regenerates 3 hit points per round"])
def test_regeneration_is_read_however_it_is_said(said):
    entry = find_game("whitebox").read_block(f"Rat\nAC 7\nHD 1\nAttacks bite (1d3)\nSpecial: {said}").entry
    assert entry["specials"] == [{"type": "regeneration", "hp": 3}]


def test_special_abilities_are_read_one_by_one_and_morale_after_them():
    block = "Troll\nAC 4, HD 6+3, Atk bite (1d8), Special: regenerates 3 hp per round, fears fire, Morale 10"
    entry = find_game("whitebox").read_block(block).entry
    assert (entry["morale"], entry["specials"][0]) == (10, {"type": "regeneration", "hp": 3})
    assert [one["text"]["en"] for one in entry["specials"][1:]] == ["fears fire"]


@pytest.mark.parametrize("said", ["Pari naturale", "Naturale pari", "Natural even", "Even natural"])
def test_a_natural_number_is_read_in_any_order(said):
    block = f"Rana\n1° livello truppa [bestia]\nLingua +6 contro CA — 4 danni\n{said}: DAZED\nCA 15 DF 13 DM 10 PF 20"
    for text in (
        "il bersaglio è frastornato (un tiro salvezza)",
        "The target is dazed (save ends)",
        "frastornata (TS termina)",
    ):
        (rider,) = find_game("archmage").read_block(block.replace("DAZED", text)).entry["attacks"][0]["riders"]
        assert rider["natural"] == "even"
        assert rider["effects"] == [{"do": "condition", "names": ["dazed"], "save": 11}]


def test_a_condition_without_a_duration_gets_a_stated_one():
    attack = "Lingua +6 contro CA — 4 danni\nPari naturale: il bersaglio è frastornato"
    block = f"Rana\n1° livello truppa\n{attack}\nCA 15 DF 13 DM 10 PF 20"
    found = find_game("archmage").read_block(block)
    (rider,) = found.entry["attacks"][0]["riders"]
    assert rider["effects"] == [{"do": "condition", "names": ["dazed"], "until": "target"}]
    told = [remark.in_("it") for remark in found.remarks]
    assert (
        "il bersaglio è frastornato, durata: il testo non lo dice; qui vale fino alla fine del suo prossimo turno"
        in told
    )


@pytest.mark.parametrize("game", BLOCKS)
def test_remarks_are_said_in_the_readers_words(game):
    from arbitro.text import Fault

    for text in BLOCKS[game]:
        for remark in find_game(game).read_block(text).remarks:
            if remark.kind == "assumed":
                assert remark.in_("it") != remark.in_("en")
                assert not set("{}[]'_") & set(remark.in_("it"))
    with pytest.raises(Fault) as caught:
        find_game(game).read_block("Ratto")
    assert not any(word in caught.value.in_("it").split(": ")[-1] for word in ("hd", "attacks", "tier", "level"))


def test_an_archmage_block():
    entry = find_game("archmage").read_block(BLOCKS["archmage"][0]).entry
    assert (entry["level"], entry["category"], entry["role"]) == (3, "large", "troop")
    assert (entry["type"], entry["initiative"]) == ("giant", 5)
    assert [entry[part] for part in ("ac", "pd", "md", "hp")] == [19, 16, 13, 90]
    first, second = entry["attacks"]
    assert (first["bonus"], first["damage"], first["basic"]) == (8, "18", True)
    assert first["riders"] == [
        {"effects": [{"do": "condition", "names": ["dazed"], "until": "target"}], "natural": "even", "outcome": "hit"},
        {"effects": [{"do": "half"}], "outcome": "miss"},
    ]
    assert (second["kind"], second["defence"], second["targets"], second["type"]) == ("ranged", "pd", "1d3", "fire")
    assert second["riders"] == [
        {"effects": [{"do": "ongoing", "amount": "5", "type": "fire"}], "at_least": 16, "outcome": "any"}
    ]
    assert entry["specials"] == [{"code": "resist", "value": 16, "types": ["fire"]}]
    told = remarks("archmage", 0)
    assert told == {"unread": [], "kept": [(9, "Nasty habit: It eats the miller's cat.")], "assumed": []}


def test_an_archmage_block_in_italian():
    entry = find_game("archmage").read_block(BLOCKS["archmage"][1]).entry
    attack = entry["attacks"][0]
    assert (attack["type"], attack["damage"]) == ("cold", "7")
    assert attack["riders"][0]["effects"] == [{"do": "condition", "names": ["hampered"], "save": 11}]
    assert (entry["type"], entry["pd"], entry["hp"]) == ("beast", 16, 34)
    assert remarks("archmage", 1)["kept"] == []


def test_a_daggerheart_block():
    entry = find_game("daggerheart").read_block(BLOCKS["daggerheart"][0]).entry
    assert [entry[part] for part in ("tier", "type", "difficulty", "thresholds", "hp", "stress")] == [
        1, "bruiser", 13, [8, 15], 7, 3,
    ]  # fmt: skip
    assert entry["attack"] == {
        "name": {"it": "Club", "en": "Club"}, "bonus": 1, "range": "very_close", "damage": "1d10+2", "kind": "physical",
    }  # fmt: skip
    assert [one["bonus"] for one in entry["experiences"]] == [2, 3]
    relentless, momentum, cloud = entry["features"]
    assert relentless == {"pattern": "relentless", "value": 2}
    assert momentum == {"pattern": "momentum"}
    assert (cloud["id"], cloud["stress"], cloud["do"]) == ("flour_cloud", 1, [{"type": "tell"}])
    assert entry["words"]["en"] == "A hulk white with flour."
    assert entry["motives"]["en"] == ["Grind", "roar", "throw sacks"]
    assert entry["feature_words"]["flour_cloud"]["en"] == "Mark a Stress to fill the room with flour."
    told = remarks("daggerheart", 0)
    assert [line for line, _ in told["kept"]] == [11, 12]
    assert told["unread"] == told["assumed"] == []


NEAR = {"within": "very_close"}
HOUND = """Hound
Tier 1 Skulk
Difficulty: 12 | Thresholds: 6/11 | HP: 4 | Stress: 2
ATK: +1 | Bite: Melee | 1d8+2 phy
"""


@pytest.mark.parametrize(
    ("said", "does"),
    [
        (
            (
                "Mark a Stress to make an attack against a target within Very Close range. On a success, deal 1d10+2"
                " physical damage and the target is Restrained."
            ),
            {
                "stress": 1,
                "target": NEAR,
                "attack": {"damage": "1d10+2", "kind": "physical"},
                "do": [{"type": "impose", "condition": "restrained", "until": "temporary"}],
            },
        ),
        (
            (
                "Spendi 2 Paura: compi un attacco contro tutti i bersagli entro Molto Vicino. Con un successo, infligge"
                " 2d6 danni magici diretti, il bersaglio è Vulnerabile finché non agisce e segna 1 Stress."
            ),
            {
                "fear": 2,
                "target": {"who": "all", **NEAR},
                "attack": {"damage": "2d6", "kind": "magic", "direct": True},
                "do": [
                    {"type": "impose", "condition": "vulnerable", "until": "act"},
                    {"type": "stress", "amount": "1"},
                ],
            },
        ),
        (
            (
                "All targets within Very Close range must make an Agility Reaction Roll (14). Targets who fail take"
                " 2d8+3 physical damage and are knocked back to Far range. Targets who succeed take half damage."
            ),
            {
                "target": {"who": "all", **NEAR},
                "roll": {
                    "traits": ["agility"],
                    "difficulty": 14,
                    "half": {"damage": "2d8+3", "kind": "physical"},
                    "fail": [{"type": "push", "to": "far"}],
                },
            },
        ),
        (
            "Un bersaglio entro Molto Vicino deve fare un tiro di reazione di Forza. Chi fallisce segna due Stress.",
            {"target": NEAR, "roll": {"traits": ["strength"], "fail": [{"type": "stress", "amount": "2"}]}},
        ),
        (  # half a rule would be a wrong one
            "Make an attack against a target within Very Close range. On a success, it eats the target's hat.",
            {"target": {"within": "far"}, "do": [{"type": "tell"}]},
        ),
    ],
)
def test_an_action_in_the_usual_words_is_played_whole_or_left_to_the_gm(said, does):
    found = find_game("daggerheart").read_block(f"{HOUND}Drag - Action: {said}")
    (made,) = found.entry["features"]
    assert made == {"id": "drag", "name": {"it": "Drag", "en": "Drag"}, "kind": "action", **does}
    assert [remark.kind for remark in found.remarks] == (
        ["kept"] if "do" in does and does["do"][0]["type"] == "tell" else []
    )
    find_game("daggerheart").with_packs((pack_from_text("hound.yaml", found.pack_text("daggerheart", "it")),))


def test_a_daggerheart_horde_in_italian():
    entry = find_game("daggerheart").read_block(BLOCKS["daggerheart"][1]).entry
    assert (entry["type"], entry["creatures_per_hp"]) == ("horde", 5)
    assert entry["features"] == [{"pattern": "horde", "damage": "1d4+1"}]


@pytest.mark.parametrize("game", sorted(BLOCKS))
def test_what_a_creature_cannot_be_without_is_asked_for(game):
    with pytest.raises(Fault) as caught:
        find_game(game).read_block("Just a name\n")
    assert "hp" in caught.value.in_("it") or "ac" in caught.value.in_("it")
    for text in ("", " \n", "x" * (MOST_LETTERS + 1)):
        with pytest.raises(Fault):
            find_game(game).read_block(text)


@given(game=st.sampled_from(sorted(BLOCKS)), lines=st.data())
def test_no_line_is_lost_and_nothing_but_a_fault_comes_of_mangled_blocks(game, lines):
    block = BLOCKS[game][lines.draw(st.integers(0, 1))].splitlines()
    mangled = [lines.draw(st.sampled_from((line, line[::-1], line[: len(line) // 2], ""))) for line in block]
    extra = lines.draw(st.text(max_size=30))
    ruleset = find_game(game)
    try:
        found = ruleset.read_block("\n".join([*mangled, extra]))
        text = found.pack_text(game, "it")
        ruleset.with_packs((pack_from_text("x.yaml", text),))
    except Fault:
        return
    assert found.id


def test_attacks_without_a_name_are_blows_with_a_weapon_and_that_is_said():
    found = find_game("whitebox").read_block("Goblin del fango\nDV 1-1, CA 6 [13], TS 18, Att 2 (1d6)\nMovimento 9")
    assert found.entry["attacks"] == [{"name": "weapon", "damage": "1d6", "count": 2}]
    assert any(remark.kind == "assumed" and remark.text == "attacks" for remark in found.remarks)


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_block_that_lacks_something_says_what_was_not_understood(language):
    with pytest.raises(Fault) as fault:
        find_game("whitebox").read_block("Goblin\nDV 1, CA 6\nAtt: 5/7")
    assert "5/7" in fault.value.in_(language)
