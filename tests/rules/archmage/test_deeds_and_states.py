"""Every deed, in every state of whoever does it and of whoever it is done to.

A new command has to be sorted here before the tests pass: a deed of one's own turn, an answer, a word of the referee's,
or something between battles.
"""

from collections.abc import Callable

import pytest
from tests.rules.archmage.fixed import FixedDice, attacks, masters_attacks, somebody
from tests.rules.archmage.table import Play, bow, foe, pc, spell, strike, sword
from tests.sampling import spread

from arbitro.kernel.command import Command, Refusal
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.attack import volley
from arbitro.rules.archmage.events import AttackLapsed, AttackRolled, AutomaticHit, CoupStruck, DamageDealt
from arbitro.rules.archmage.game import RULES
from arbitro.rules.archmage.ongoing_effects import Affliction
from arbitro.rules.archmage.people import can_act
from arbitro.rules.archmage.power import Attack, Rider
from arbitro.rules.archmage.rules import Deed
from arbitro.rules.archmage.scene import begin
from arbitro.rules.archmage.step import Mode, Volley

HEAL = spell(
    id="heal", kind="close_spell", friendly=True, includes_self=True, reach="nearby", usage="battle",
    riders=(Rider((do.Recovery(),)),),
)  # fmt: skip
POWER = strike(id="power", basic=False)
LIMITED = strike(id="limited", basic=True, usage="battle")
ALWAYS = spell(id="always", automatic=True)


def stage(game: Archmage) -> Play:
    """Ada's turn: in melee with the orc, bea down beside her, the imp free and nearby."""
    ada = pc("ada", sword(), bow(), spell(), POWER, LIMITED, ALWAYS, HEAL, potions=1, hp=90, grabs=True)
    play = Play(game).options(intercept_eligibility="declared_blockers")
    play.begin(ada, pc("bea", hp=90), pc("cia", hp=90), foe("orc", hp=90), foe("imp", hp=90))
    play.engage("ada", "orc").engage("bea", "orc")
    return play.change("bea", hp=-3, awareness="unconscious").change("ada", hp=80)


def free(play: Play) -> Play:
    return play.change("ada", engaged=()).change("orc", engaged=("bea",))


def holding(play: Play) -> Play:
    return play.change("ada", grabbing=("orc",)).change("orc", grabbed_by=("ada",))


def same(play: Play) -> Play:
    return play


DEEDS: dict[str, tuple[Callable[[Play], Play], Command, str]] = {
    "melee": (same, c.Attack("ada", "sword", "orc"), "orc"),
    "shot": (same, c.Attack("ada", "bow", "imp"), "imp"),
    "spell": (same, c.Attack("ada", "spell", "orc"), "orc"),
    "power": (same, c.Attack("ada", "power", "orc"), "orc"),
    "limited": (same, c.Attack("ada", "limited", "orc"), "orc"),
    "automatic": (same, c.Attack("ada", "always", "imp"), "imp"),
    "merciful": (same, c.Attack("ada", "sword", "orc", merciful=True), "orc"),
    "heal": (same, c.Attack("ada", "heal", "bea"), "bea"),
    "coup": (lambda play: play.change("orc", awareness="asleep"), c.CoupDeGrace("ada", "sword", "orc"), "orc"),
    "grab": (same, c.Grab("ada", "orc"), "orc"),
    "engage": (free, c.Move("ada", "engage", "imp"), "imp"),
    "beside": (free, c.Move("ada", "beside", "cia"), "cia"),
    "behind": (free, c.Move("ada", "behind", "cia"), "cia"),
    "away": (same, c.Move("ada", "away"), ""),
    "far": (free, c.Move("ada", "far"), ""),
    "disengage": (same, c.Disengage("ada"), ""),
    "disengage_to": (same, c.Disengage("ada", goal="engage", target="imp"), "imp"),
    "release": (holding, c.Release("ada", "orc"), ""),
    "rally": (same, c.Rally("ada"), ""),
    "stabilise": (same, c.Stabilise("ada", "bea"), "bea"),
    "potion": (same, c.GivePotion("ada", "bea"), "bea"),
    "speak": (same, c.FreeAction("ada"), ""),
    "surrender": (same, c.Surrender("ada"), ""),
    "bar": (free, c.BarTheWay("ada"), ""),
    "delay": (same, c.Delay("ada"), ""),
    "ready": (same, c.Ready("ada", "attack", "attacks", attack="sword"), ""),
    "ready_for": (same, c.Ready("ada", "attack", "attacks", subject="imp", attack="bow"), "imp"),
    "ready_at": (same, c.Ready("ada", "attack", "attacks", attack="bow", target="imp"), "imp"),
    "ready_engage": (same, c.Ready("ada", "engage", "moves", target="imp"), "imp"),
}
"""The deeds of a turn: how the scene is set, the command, and whom it is done to."""
OF_A_TURN = {type(command) for _, command, _ in DEEDS.values()}
ALWAYS_POSSIBLE = {c.EndTurn, c.Leave, c.ProposeFlight, c.FightInSpirit, c.CallMoment, c.Reorder}
"""Of a battle, and ruled elsewhere: the end of a turn, what creatures that are far do, the party's voice."""
BETWEEN = {c.UseRecovery, c.HealInRest, c.QuickRest, c.Withdraw}

UNABLE: dict[str, dict[str, object]] = {
    "stunned": {"afflictions": (Affliction("stunned", "orc"),)},
    "helpless": {"afflictions": (Affliction("helpless", "orc"),)},
    "asleep": {"awareness": "asleep"},
    "unconscious": {"awareness": "unconscious", "hp": -1},
    "coma": {"awareness": "coma", "hp": -1},
    "dead": {"awareness": "dead", "hp": -50},
    "gone": {"awareness": "gone"},
    "yielded": {"awareness": "yielded"},
    "absent": {"present": False},
}
HINDERED: dict[str, tuple[dict[str, object], dict[str, str]]] = {
    "dazed": ({"afflictions": (Affliction("dazed", "orc"),)}, {}),
    "weakened": ({"afflictions": (Affliction("weakened", "orc"),)}, {}),
    "vulnerable": ({"afflictions": (Affliction("vulnerable", "orc"),)}, {}),
    "fear": ({"afflictions": (Affliction("fear", "orc"),)}, {}),
    "invisible": ({"invisible": True}, {}),
    "hampered": (
        {"afflictions": (Affliction("hampered", "orc"),)},
        dict.fromkeys(("spell", "power", "automatic"), "hampered"),
    ),
    "stuck": (
        {"afflictions": (Affliction("stuck", "orc"),)},
        dict.fromkeys(("engage", "beside", "behind", "away", "far", "disengage", "disengage_to"), "stuck"),
    ),
    "grabbed": (
        {"grabbed_by": ("orc",)},
        {
            **dict.fromkeys(("engage", "beside", "behind", "away", "far"), "grabbed"),
            **dict.fromkeys(("shot", "spell", "automatic", "ready_for", "ready_at"), "grabbed_no_ranged"),
        },
    ),
    "confused": (
        {"afflictions": (Affliction("confused", "orc"),)},
        {
            **dict.fromkeys(("melee", "shot", "spell", "power", "automatic", "merciful", "coup"), "confused_target"),
            **dict.fromkeys(("limited", "heal"), "confused"),
            "grab": "cannot_grab",
        },
    ),
}
"""What a state makes of the deeds that it does not leave alone."""
LYING = ("stunned", "helpless", "asleep", "unconscious", "coma")
OUT = ("dead", "gone", "absent")


def code(play: Play, command: Command) -> str:
    """The refusal of a command, decided before any die; empty where it is accepted."""
    resolved = play.game.decide(play.state, command, FixedDice())
    if not isinstance(resolved, Refusal):
        return ""
    dice = FixedDice()
    play.game.decide(play.state, command, dice)
    assert not dice.thrown
    assert not play.game.allows(play.state, command)
    return resolved.code


def test_every_command_is_sorted() -> None:
    assert set(RULES.rulings) == set(c.COMMANDS)
    for kind in c.COMMANDS:
        ruled = kind in OF_A_TURN or kind in ALWAYS_POSSIBLE or kind in BETWEEN or bool(kind.answers)
        assert ruled or RULES.rulings[kind].deed == Deed.JUDGE, kind


def test_the_deed_of_a_command_says_what_the_deed_is() -> None:
    """Whatever is done in the own turn needs it, by its deed alone; whatever answers is a player's or the referee's."""
    for kind in c.COMMANDS:
        deed = RULES.rulings[kind].deed
        assert (deed in RULES.may_do) == (kind in OF_A_TURN | {c.Leave}), kind
        assert (deed == Deed.ANSWER) == (bool(kind.answers) and "who" in kind.__struct_fields__), kind
        assert deed != Deed.ANSWER or kind.answers


@pytest.mark.parametrize("deed", DEEDS)
def test_every_deed_is_possible_as_the_scene_is_set(game: Archmage, deed: str) -> None:
    setting, command, _ = DEEDS[deed]
    assert code(setting(stage(game)), command) == ""


@pytest.mark.rule("AE-COND-07", "AE-COND-10", "AE-DYING-01", "AE-MEANINGFUL-02")
@pytest.mark.parametrize("state", UNABLE)
@pytest.mark.parametrize("deed", DEEDS)
def test_nobody_does_anything_who_cannot_act(game: Archmage, deed: str, state: str) -> None:
    setting, command, _ = DEEDS[deed]
    play = setting(stage(game)).change("ada", **UNABLE[state])
    assert code(play, command) == "cannot_act"


@pytest.mark.rule("AE-COND-02", "AE-COND-03", "AE-COND-04", "AE-COND-06", "AE-COND-12", "AE-GRAB-03", "AE-GRAB-07")
@pytest.mark.parametrize("state", HINDERED)
@pytest.mark.parametrize("deed", DEEDS)
def test_what_each_condition_leaves_of_the_deeds(game: Archmage, deed: str, state: str) -> None:
    setting, command, _ = DEEDS[deed]
    change, refused = HINDERED[state]
    play = setting(stage(game)).change("ada", **change)
    if state == "grabbed":
        play.change("orc", grabbing=("ada",), engaged=tuple({*play.one("orc").engaged, "ada"}))
        play.change("ada", engaged=tuple({*play.one("ada").engaged, "orc"}))
    found = code(play, command)
    if state == "grabbed" and deed in ("bar", "engage", "beside", "behind", "far"):
        assert found, "whoever is held is in melee"
        return
    assert found == refused.get(deed, "")


AIMED = [name for name, (_, _, target) in DEEDS.items() if target]


@pytest.mark.rule("AE-ATK-07", "AE-READY-02")
@pytest.mark.parametrize("state", OUT)
@pytest.mark.parametrize("deed", AIMED)
def test_nothing_is_done_to_whoever_is_not_there(game: Archmage, deed: str, state: str) -> None:
    setting, command, target = DEEDS[deed]
    play = setting(stage(game)).change(target, **UNABLE[state])
    assert code(play, command) != ""


HARMFUL = [
    name for name in AIMED if DEEDS[name][2] in ("orc", "imp") and not name.startswith(("engage", "disengage", "ready"))
]


@pytest.mark.rule("AE-COND-07", "AE-POS-11", "AE-DMG-09")
@pytest.mark.parametrize("state", LYING)
@pytest.mark.parametrize("deed", HARMFUL)
def test_those_who_lie_there_can_be_struck(game: Archmage, deed: str, state: str) -> None:
    setting, command, target = DEEDS[deed]
    play = setting(stage(game)).change(target, awareness="awake").change(target, **UNABLE[state])
    if deed == "coup":
        assert code(play, command) == ("" if state != "stunned" else "not_helpless")
        return
    assert code(play, command) == ""


@pytest.mark.rule("AE-DYING-09", "AE-DYING-12", "AE-MEANINGFUL-02")
@pytest.mark.parametrize(
    ("deed", "state", "refused"),
    [
        ("stabilise", "asleep", "not_dying"),
        ("stabilise", "coma", "not_dying"),
        ("stabilise", "unconscious", ""),
        ("potion", "asleep", "cannot_drink"),
        ("potion", "coma", "cannot_drink"),
        ("potion", "unconscious", ""),
        ("heal", "asleep", ""),
        ("heal", "coma", "cannot_heal"),
        ("heal", "unconscious", ""),
        ("behind", "asleep", "cannot_hide_behind"),
        ("behind", "coma", "cannot_hide_behind"),
        ("behind", "unconscious", "cannot_hide_behind"),
    ],
)
def test_help_for_those_who_lie_there(game: Archmage, deed: str, state: str, refused: str) -> None:
    setting, command, target = DEEDS[deed]
    assert code(setting(stage(game)).change(target, **UNABLE[state]), command) == refused


DECLARED = [pytest.param(name, attack, id=f"{name}-{attack.id}") for name, attack in (*attacks(), *masters_attacks())]
MODES: tuple[Mode, ...] = ("turn", "opportunity", "readied", "free", "interrupt", "coup")


@pytest.mark.rule("AE-READY-03", "AE-ATK-07")
@pytest.mark.parametrize("state", OUT)
@pytest.mark.parametrize(("name", "attack"), spread(DECLARED, 24))
def test_every_declared_attack_on_somebody_gone_comes_to_nothing(
    game: Archmage, name: str, attack: Attack, state: str
) -> None:
    """Whoever was named and is gone when the attack comes is not struck at, and no die is thrown."""
    user = somebody(name)
    others = (foe("orc"), foe("imp"), pc("pal")) if user.side == "party" else (pc("ada"), pc("bea"), foe("pal"))
    play = Play(game).begin(user, *others)
    target = "pal" if attack.friendly else others[0].id
    play.change(target, **UNABLE[state])
    for mode in MODES:
        dice = FixedDice()
        scene = begin(RULES, play.state, dice)
        scene.then(Volley(user.id, attack.id, (target,), mode=mode))
        while scene.agenda:
            step = scene.agenda.pop()
            assert isinstance(step, Volley)
            volley(scene, step)
        assert not dice.thrown
        assert [type(event) for event in scene.events] == [AttackLapsed]
    begun = begin(RULES, play.state, FixedDice())
    begun.then(Volley(user.id, attack.id, (target, target), mode="free", begun=True))
    for _ in range(4):
        if begun.agenda and isinstance(begun.agenda[-1], Volley):
            volley(begun, begun.agenda.pop())  # type: ignore[arg-type]
    blows = [
        event for event in begun.events if isinstance(event, AttackRolled | AutomaticHit | CoupStruck | DamageDealt)
    ]
    assert all(event.target != target for event in blows)


# ---------------------------------------------------------------- a refusal's reason is true

WORDS: dict[str, Command] = {
    "place": c.Place("cia", "far"),
    "circumstance": c.Circumstance("cia", favourable=True, name="x"),
    "weapon": c.GrantWeapon("cia", 1),
    "absent": c.Flag("cia", "present", on=False),
    "spirit": c.FightInSpirit("cia", "ada", "attack", "x"),
    "inspired": c.FightInSpirit("bea", "cia", "attack", "x"),
    "impose": c.Impose("cia", "temp_hp", points=3),
    "free": c.FreeCaptive("cia"),
}
"""What is said of somebody who may be in any state."""
CLAIMS: dict[str, Callable[[Play, dict[str, str]], bool]] = {
    "engaged": lambda play, said: bool(play.one(said["who"]).engaged),
    "takes_part": lambda play, said: play.one(said["who"]).in_field and play.one(said["who"]).present,
    "not_beside": lambda play, said: all(play.one(each).in_field for each in said.values()),
    "not_dying": lambda play, said: play.one(said["who"]).in_field,
    "captive": lambda play, said: play.one(said["who"]).captive,
    "no_captive": lambda play, said: not play.one(said["who"]).captive,
    "out_of_battle": lambda play, said: not (play.one(said["who"]).in_field or play.one(said["who"]).captive),
    "dead": lambda play, said: play.one(said["who"]).awareness == "dead",
    "cannot_act": lambda play, said: not can_act(play.one(said["who"])),
    "too_far": lambda play, said: play.one(said["target"]).in_field,
    "out_of_reach": lambda play, said: play.one(said["target"]).in_field,
    "not_engaged_with": lambda play, said: said["target"] not in play.one(said["who"]).engaged,
    "unhurt": lambda play, said: play.one(said["who"]).hp == play.one(said["who"]).max_hp,
    "no_change": lambda play, said: False,
}
"""What is so where a refusal gives its reason."""


@pytest.mark.rule("AE-FLEE-01", "AE-POS-09", "AE-SPIRIT-01")
@pytest.mark.parametrize("state", UNABLE)
@pytest.mark.parametrize("deed", [*DEEDS, *WORDS])
def test_the_reason_of_a_refusal_is_true(game: Archmage, deed: str, state: str) -> None:
    setting, command, target = DEEDS.get(deed) or (same, WORDS[deed], "cia")
    if not target:
        return
    play = setting(stage(game).options(situational_weapon_dice=True)).change(target, **UNABLE[state])
    refused = game.decide(play.state, command, FixedDice())
    if isinstance(refused, Refusal) and refused.code in CLAIMS:
        said = {name: str(value).removeprefix("@") for name, value in refused.values.items()}
        assert CLAIMS[refused.code](play, said), refused
