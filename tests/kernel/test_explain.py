"""From events to words: what happened and why, in both languages, from the event alone."""

import pytest
from tests.kernel.tables import PARTY, WHITEBOX, begun, done, open_table, orcs, play, play_until, refused

from arbitro.dice.stream import Die
from arbitro.kernel import event as kernel
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import ChangeOptions, Override, OverrideRolls, Refusal
from arbitro.kernel.explain import Cited, cited, die_text, explain, explain_refusal
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruling import Check, Lookup, Modifier, held_against
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, label_text, named, question_text, refusal_text, tell
from arbitro.rules.whitebox.events import AttackRolled, DamageDealt, InitiativeRolled, Joined, MoraleRolled
from arbitro.text import LANGUAGES

D20 = Die(20, 14, 31)
STRENGTH = Modifier(1, "WB-ATK-02", "strength")


def attack(check: Check) -> AttackRolled:
    return AttackRolled("berto", "orc-1", "sword", check, check.success, rules=("WB-ATK-01",))


# -------------------------------------------------------------------- sentences

KERNEL_SENTENCES = [
    (kernel.TableOpened("t", "whitebox", {}, {}, "abc"), "is sealed.", "è sigillato."),
    (kernel.PackLaid(Pack("toads", ())), "content lies over the game: toads", "sta sopra il gioco: toads"),
    (kernel.Stirred("anna", "7"), "Anna stirred “7”", "Anna ha mescolato «7»"),
    (kernel.SeedRevealed("ff00"), "ff00", "ff00"),
    (kernel.Branched("b", "a", 3, "cc", "abc"), "its own way", "per la sua strada"),
    (kernel.Renamed("b", "a"), "“a” until now, is called “b”", "prima «a», da qui si chiama «b»"),
    (kernel.OptionsChanged({"bleeding": False}), "House rules", "regole della casa"),
    (kernel.Undone(3, 2), "Play goes back", "annullato"),
    (kernel.BackAsked("anna", 3), "asks the referee to take back", "chiede all'Arbitro di annullare"),
    (kernel.BackAsked("anna", 3, "a slip"), "(a slip)", "(a slip)"),
    (kernel.BackLimited("free"), "anybody may take back", "ognuno può annullare"),
    (kernel.BackLimited("unrevealed"), "only the referee takes back", "solo l'Arbitro annulla"),
    (kernel.BackLimited("strict"), "nobody takes back", "nessuno annulla"),
    (kernel.BackDeclined("anna"), "lets the last move of", "lascia valere l'ultima mossa"),
    (kernel.Redone(3), "stands again", "vale di nuovo"),
    (kernel.Overridden("minutes", 1, 2, "late"), "minutes: 1 → 2 (late)", "minutes: 1 → 2 (late)"),
    (kernel.Overridden("", None, None, "late"), "behind the screen (late)", "dietro lo schermo (late)"),
    (kernel.RollsOverridden(3, 2, "cocked"), "overruled the dice (cocked)", "sostituito i dadi (cocked)"),
    (kernel.Annotated(3, "ehm"), "Note: ehm", "Nota: ehm"),
    (kernel.SaidAside("Shall we?"), "“Shall we?”", "«Shall we?»"),
    (kernel.HandedOut("A letter", "Come home."), "“A letter”: Come home.", "«A letter»: Come home."),
    (kernel.HandedOut("A letter"), "hands out “A letter”.", "porge «A letter»."),
    (kernel.HandedOut("", "Come home."), "a sheet: Come home.", "un foglio: Come home."),
    (kernel.HandedOut("", "", "00ff"), "hands out a picture.", "porge una figura."),
    (kernel.RollCalled("1d20"), "calls for a roll: 1d20.", "chiede un tiro: 1d20."),
    (kernel.RollCalled("1d20", "luck"), "1d20 (luck)", "1d20 (luck)"),
    (kernel.Narrated(3, "The torch gutters."), "The torch gutters.", "The torch gutters."),
    (
        kernel.EventRevealed(3, '{"type":"annotated","entry":3,"text":"ehm"}'),
        "The referee reveals: Note: ehm",
        "L'Arbitro rivela: Nota: ehm",
    ),
    (kernel.DiceThrown("anna", "1d6", "1d6 (4) = 4", 4, (Die(6, 4, 0),)), "throws 1d6 (4) = 4.", "tira 1d6 (4) = 4."),
    (kernel.DiceThrown("anna", "1d6", "1d6 (4) = 4", 4, (Die(6, 4, 0),), "luck"), "(luck)", "(luck)"),
    (kernel.DiceAsked("anna", 20, "", "{}", 0), "owes a d20", "deve un d20"),
    (kernel.DiceAsked("anna", 20, "luck", "{}", 0), "owes a d20 (luck)", "deve un d20 (luck)"),
    (kernel.DiceAsked("anna", 0, "", "{}", 0, hidden=True), "owes a die", "deve un dado"),
    (kernel.DiceHidden("anna", "1d6"), "out of sight.", "di nascosto."),
    (kernel.DiceHidden("anna", "1d6", "luck"), "sight (luck)", "nascosto (luck)"),
]


@pytest.mark.parametrize(("event", "english", "italian"), KERNEL_SENTENCES, ids=lambda part: type(part).__name__)
def test_every_event_of_the_kernel_is_told_in_both_languages(event, english, italian):
    state = open_table().state
    assert english in tell(WHITEBOX, state, event, "en")
    assert italian in tell(WHITEBOX, state, event, "it")


def test_the_seal_of_the_seed_stands_with_the_reasons():
    opened = kernel.TableOpened("t", "whitebox", {}, {}, "abc")
    assert "abc" not in tell(WHITEBOX, open_table().state, opened, "en")
    assert explain(WHITEBOX, open_table().state, opened, "en").numbers == ("The seal of the seed (BLAKE2b): abc",)
    branched = kernel.Branched("b", "a", 3, "cc", "abc")
    assert explain(WHITEBOX, open_table().state, branched, "it").numbers == ("Il sigillo del seme (BLAKE2b): abc",)


def test_no_event_of_the_kernel_is_left_out_above():
    assert {type(event) for event, _, _ in KERNEL_SENTENCES} == set(kernel.KERNEL_EVENTS)


def test_people_are_told_by_name_and_in_their_gender():
    table = begun()
    dealt = DamageDealt("dalia", 1, 7)
    assert tell(WHITEBOX, table.state, dealt, "en") == "Dalia loses 1 hit point (7 left)."
    assert "L'orco 2" in tell(WHITEBOX, table.state, DamageDealt("orc-2", 3, None), "it")
    assert named(WHITEBOX, table.state, "dalia", "it").gender == "f"
    assert named(WHITEBOX, table.state, ("berto", "orc-1"), "it") == "Berto, Orco 1"
    assert named(WHITEBOX, table.state, "", "it") == ""
    assert named(WHITEBOX, table.state, "referee", "it") == "l'Arbitro"


def test_an_event_without_a_sentence_says_nothing():
    table = begun()
    joined = next(event for event in next(table.entries(1, 1)).events if isinstance(event, Joined))
    assert all(tell(WHITEBOX, table.state, joined, language) == "" for language in LANGUAGES)


# -------------------------------------------------------------------- why


def test_a_check_is_explained_with_die_address_modifiers_and_what_it_had_to_reach():
    state = begun().state
    check = held_against((D20,), (STRENGTH,), ">=", 13, "armour_ascending")
    told = explain(WHITEBOX, state, attack(check), "en")
    assert told.numbers == ("d20=14 (play:31) +1 Strength = 15; needs ≥ 13 (ascending armour class): success",)
    told = explain(WHITEBOX, state, attack(check), "it")
    assert told.numbers[0].startswith("d20=14 (play:31) +1 Forza = 15; serve ≥ 13")
    assert told.numbers[0].endswith(": riuscito")
    low = explain(WHITEBOX, state, attack(held_against((D20,), (), "<=", 2, "surprise")), "en")
    assert low.numbers == ("d20=14 (play:31) = 14; needs ≤ 2 (surprised at or below): not surprised",)


def test_a_number_that_the_reader_may_not_know_is_not_told():
    state = begun().state
    hidden = Check((D20,), 15, ">=", None, True, (STRENGTH,), "armour_ascending")
    (line,) = explain(WHITEBOX, state, attack(hidden), "en").numbers
    assert "only the referee knows" in line
    assert "13" not in line


@pytest.mark.parametrize(
    ("how", "english", "italian"), [("typed", "by hand", "a mano"), ("overridden", "referee", "Arbitro")]
)
def test_dice_that_people_made_are_marked_as_what_they_are(how, english, italian):
    die = Die(6, 5, how=how)
    assert english in die_text(WHITEBOX, die, "en")
    assert italian in die_text(WHITEBOX, die, "it")
    assert "play" not in die_text(WHITEBOX, die, "en")


def test_loose_dice_are_summed_with_their_modifiers():
    state = begun().state
    dealt = DamageDealt("orc-1", 9, -5, (Die(6, 5, 1), Die(6, 3, 2)), (STRENGTH,))
    assert explain(WHITEBOX, state, dealt, "en").numbers == (
        "d6=5 (play:1) + d6=3 (play:2) +1 Strength = 9",
        "Hit points: 4 before -9 lost = -5",
    )
    rolled = InitiativeRolled({"party": Die(6, 5, 1), "orcs": Die(6, 2, 2)}, (("party",), ("orcs",)))
    assert explain(WHITEBOX, state, rolled, "en").numbers == ("d6=5 (play:1), d6=2 (play:2)",)
    assert explain(WHITEBOX, state, DamageDealt("orc-1", 2, 2), "en").numbers == ("Hit points: 4 before -2 lost = 2",)


def test_a_row_of_a_table_is_told_by_its_name():
    state = begun().state
    lookup = Lookup("morale", (Die(6, 2, 0, "referee"), Die(6, 2, 1, "referee")), 4, "flee")
    event = MoraleRolled("orcs-orc", ("orc-1",), lookup, "flee")
    (line,) = explain(WHITEBOX, state, event, "en").numbers
    assert line == "d6=2 (referee:0) + d6=2 (referee:1) = 4: flight"


def test_a_modifier_without_a_note_is_told_by_its_rule():
    state = begun().state
    check = held_against((D20,), (Modifier(-2, "WB-ATK-02"),), ">=", 13)
    assert "-2 WB-ATK-02 = 12; needs ≥ 13: failure" in explain(WHITEBOX, state, attack(check), "en").numbers[0]


def test_the_rules_are_cited_with_title_place_text_and_the_reading_that_holds():
    state = begun().state
    (rule,) = cited(WHITEBOX, state, ("WB-ATK-01", "WB-ATK-01"), "it")
    atom = WHITEBOX.rulebook["WB-ATK-01"]
    assert (rule.id, rule.title, rule.where, rule.text) == ("WB-ATK-01", atom.title.it, atom.where, atom.text.it)
    with_option = next(
        (name, ruling)
        for name in WHITEBOX.rulebook
        for ruling in WHITEBOX.rulebook[name].rulings
        if ruling.option == "initiative_frequency"
    )
    (rule,) = cited(WHITEBOX, state, (with_option[0],), "en")
    assert any(with_option[1].ruling.en in reading for reading in rule.readings)
    assert any("(option “When initiative is rolled”: Once, in the first round)" in reading for reading in rule.readings)


def test_a_rule_that_an_old_log_cites_and_the_book_has_lost_keeps_its_id():
    assert cited(WHITEBOX, begun().state, ("WB-GONE-99",), "en") == (Cited("WB-GONE-99", "WB-GONE-99", "", ""),)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", ["why 1", "why 2"])
def test_everything_in_a_whole_fight_can_be_told_and_explained_to_everybody(language, seed):
    table = begun(seed)
    play(table)
    for seat in (REFEREE, PARTY):
        for entry in table.history(seat):
            for event in entry.events:
                told = explain(WHITEBOX, table.state, event, language)
                assert told.sentence or isinstance(event, Joined)
                assert "{" not in told.sentence
                assert all(rule.text for rule in told.rules)


# -------------------------------------------------------------------- choices, questions, refusals


def test_labels_fill_their_gaps_with_names():
    state = begun().state
    label = Label("choice.strike", {"who": "@berto", "weapon": "@berto/sword"})
    assert label_text(WHITEBOX, state, label, "en") == "Berto: strike (sword)"
    assert choice_text(WHITEBOX, state, Choice("x", "attack", label), "it").startswith("Berto: ")


def test_a_question_is_asked_in_words():
    table = open_table(surprise_method="judgement")
    done(table, orcs().start[0])
    (question,) = table.state.awaiting
    assert question_text(WHITEBOX, table.state, question, "en") == "Who is surprised?"
    assert question_text(WHITEBOX, table.state, question, "it") != "Who is surprised?"


def test_a_refusal_is_explained_with_its_rules():
    state = begun().state
    refusal = Refusal("out_of_reach", {"who": "@orc-1", "feet": 30}, ("WB-MELEE-02",))
    told = explain_refusal(WHITEBOX, state, refusal, "en")
    assert told.sentence == "Orc 1 is 30 ft away; reach is 10 ft."
    assert [rule.id for rule in told.rules] == ["WB-MELEE-02"]


def test_what_is_wrong_with_an_option_is_said_in_the_readers_language():
    table = begun()
    wrong = refused(table, ChangeOptions({"death_rule": "never"}))
    assert "must be one of these words: dead_at_zero" in refusal_text(WHITEBOX, table.state, wrong, "en")
    assert "deve essere una di queste parole: dead_at_zero" in refusal_text(WHITEBOX, table.state, wrong, "it")
    unknown = refused(table, ChangeOptions({"deth_rule": "never"}))
    assert "did you mean “death_rule”" in refusal_text(WHITEBOX, table.state, unknown, "en")
    assert "intendevi «death_rule»" in refusal_text(WHITEBOX, table.state, unknown, "it")
    idle = refused(table, ChangeOptions({"death_floor": "fixed"}))
    assert "non ha effetto se death_rule" in refusal_text(WHITEBOX, table.state, idle, "it")


def test_every_refusal_of_the_log_is_said_in_both_languages():
    table = begun()
    play_until(table, AttackRolled)
    for command in (
        Override("nowhere", 1, "x"),
        Override("minutes", "late", "x"),
        Override("minutes", 1, ""),
        OverrideRolls((), "x"),
        OverrideRolls((99,), "x"),
        OverrideRolls((1, 1, 1), "x"),
    ):
        refusal = refused(table, command)
        said = [refusal_text(WHITEBOX, table.state, refusal, language) for language in LANGUAGES]
        assert len(set(said)) == 2
        assert all(words and "{" not in words for words in said)
