"""Atoms marked `same`: the parent's own tests run on this game, and the methods that carry them are the parent's."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from tests.rules.infausta.arena import RULES, WHITEBOX, parent_tests

import arbitro
from arbitro.kernel.coverage import code_citations
from arbitro.kernel.hooks import Collect, Forbid, Moment
from arbitro.play.sides.infausta import infausta_side
from arbitro.rules.infausta import RULES as ERRATA
from arbitro.rules.infausta import game as errata
from arbitro.rules.infausta.citations import CITED, cited
from arbitro.rules.infausta.rules import Variant
from arbitro.rules.whitebox import RULES as PARENT

BOOK = RULES.rulebook
SAME = {atom for atom in BOOK if BOOK[atom].status == "same"}
CHILDREN: dict[str, set[str]] = {}
for _atom in BOOK:
    for _parent in BOOK[_atom].parents:
        CHILDREN.setdefault(_parent, set()).add(_atom)

SAVES = "its dice are thrown against the parent's saving throw numbers (IS-SAVE-02)"
TURNS = "its clock runs by the minute, where here the record of a turn moves it (IS-TURN-16)"
FOLK = "it is about classes, limits or loads that this game's tables do not have (IS-MOVE-01, class tables)"
ORCS = "it needs orcs, whom this game's bestiary does not have"
FIXED = "it needs an option that this game fixes or does not have"
INTENT = "it counts declarations, which everybody makes here (IS-INIT-01)"
SWEPT = "this game has a sweep of its own, with its declarations (test_ties)"
MORALE = "it reads a result of Table 20 that has another name here (IS-MORALE-05)"
OTHERWISE: Final = {
    "test_11_damage_halved_is_5": SAVES,
    "test_a_danger_that_a_save_averts": SAVES,
    "test_death_is_averted_by_a_save_and_never_halved": SAVES,
    "test_paralysis_holds_for_its_rounds_and_half_of_them_after_a_save_that_softens": SAVES,
    "test_the_referee_is_not_asked_after_a_failed_save": SAVES,
    "test_every_sixth_turn_a_die_in_secret_says_whether_somebody_comes": TURNS,
    "test_a_torch_goes_on_burning_in_a_fight": TURNS,
    "test_minutes_are_not_rounded_and_ten_rounds_fill_a_turn": TURNS,
    "test_members_work_side_by_side_and_the_party_waits_for_the_slowest": TURNS,
    "test_a_walk_of_240_feet_at_rate_12": TURNS,
    "test_ready_expeditions_come_to_an_end_by_suggestion": FOLK,
    "test_a_player_acts_for_the_own_people_only": FOLK,
    "test_players_act_for_their_own_and_the_referee_for_all": FOLK,
    "test_the_referee_overrides_any_number_of_a_sheet_and_the_log_keeps_it": FOLK,
    "test_every_threshold_of_every_class": FOLK,
    "test_a_people_goes_no_further_than_its_limit_and_is_told_so_once": FOLK,
    "test_strength_widens_or_narrows_the_chance_by_the_option": FOLK,
    "test_the_rate_is_the_miles_of_a_day": FOLK,
    "test_a_forced_march_doubles_it": FOLK,
    "test_careful_movement_is_half": FOLK,
    "test_running_is_double": FOLK,
    "test_without_a_pace_movement_is_normal": FOLK,
    "test_others_have_no_die_unless_the_option_gives_them_one": FOLK,
    "test_bandages_reach_only_the_wounds_of_this_battle": "its bandages are the parent's d4 (IS-HEAL-05)",
    "test_the_strong_are_confused_when_the_magic_takes_hold_of_them_and_not_before": "its delay is 1d6-1 here",
    "test_bandages_stop_at_the_maximum": "its bandages are the parent's d4 (IS-HEAL-05)",
    "test_blows_at_the_unseen_are_four_worse": FOLK,
    "test_an_elf_adventurer_needs_free_hands_to_cast": FOLK,
    "test_the_referee_is_prompted_for_formidable_and_keen_creatures": ORCS,
    "test_the_spell_ends_with_the_first_blow_and_detection_sees_through_it": ORCS,
    "test_light_and_water_count_to_hit": ORCS,
    "test_chaos_law_and_magic_show_among_those_present": ORCS,
    "test_sight_in_the_dark_goes_as_far_as_its_table_says": ORCS,
    "test_a_staff_drinks_spells_until_it_is_full": ORCS,
    "test_a_ring_turns_spells_to_whoever_gets_the_larger_share": ORCS,
    "test_under_the_milder_death_rule_a_sharp_lance_knocks_out": FIXED,
    "test_with_the_matrix_the_single_number_serves": FIXED,
    "test_whoever_is_proof_against_poison_needs_no_save": FIXED,
    "test_two_worlds_that_differ_in_what_is_hidden_are_the_same_to_a_player_and_a_spectator": FIXED,
    "test_spells_not_yet_shown_are_not_known": FIXED,
    "test_a_spell_announced_as_round_2_begins_is_under_way_until_the_casters_turn": INTENT,
    "test_it_must_be_announced_although_declarations_are_off": INTENT,
    "test_whoever_runs_casts_nothing_in_that_round": INTENT,
    "test_the_target_may_be_changed_and_must_be_in_the_field": "a declared target binds (IS-COMBAT-02)",
    "test_a_spell_is_announced_only_where_a_walk_could_bring_it_into_range": INTENT,
    "test_a_spell_that_never_came_into_range_is_told_to_lapse_and_stays_in_memory": INTENT,
    "test_words_of_the_unseen_tell_where_they_are_and_they_stay_unseen": ORCS,
    "test_who_was_paralysed_announces_again_in_the_first_round_after": INTENT,
    "test_a_hireling_checks_on_the_same_table_and_the_reminder_says_so": MORALE,
    "test_loyalty_counts_by_the_option": MORALE,
    "test_a_party_is_rolled_and_met": FOLK,
    "test_whichever_deed_is_said_first_the_moment_ends_alike": SWEPT,
    "test_whatever_magic_and_powers_meet_in_a_moment_their_order_decides_nothing": SWEPT,
    "test_everything_against_every_probe": SWEPT,
    "test_a_thrown_spear_lies_where_its_target_stands_and_leaves_empty_hands": FOLK,
    "test_it_is_picked_up_within_reach_in_place_of_an_attack": FOLK,
    "test_the_dead_are_missing_when_they_are_met_again": FOLK,
    "test_slain_monsters_do_not_come_back_either": ORCS,
    "test_a_site_may_have_its_own_odds_of_being_disturbed": TURNS,
    "test_with_the_matrix_the_class_has_its_column_and_no_bonus": FIXED,
    "test_a_drained_fighter_saves_and_strikes_by_the_level_that_is_left": SAVES,
    "test_whoever_drinks_a_healing_potion_unseen_stays_unseen": ORCS,
    "test_a_torch_burns_for_six_turns_and_no_longer": TURNS,
    "test_a_spell_of_light_lasts_its_turns_and_then_it_is_dark": FOLK,
    "test_spells_that_lift_do_so_over_pits": FOLK,
    "test_nobody_studies_or_copies_without_mind_or_eyes_and_a_cleric_prays_blind": FOLK,
    "test_whoever_has_lost_the_mind_announces_prepares_and_casts_no_spell": ORCS,
    "test_in_a_fight_too_a_scroll_is_not_read": ORCS,
    "test_a_charm_takes_people_and_leaves_giants_and_the_dead": ORCS,
    "test_a_caster_has_no_blow_left_in_the_round_of_the_spell": ORCS,
    "test_a_wand_that_is_empty_takes_no_time": ORCS,
    "test_whoever_is_held_in_any_way_keeps_nobody_from_it": FIXED,
    "test_stone_is_stone_and_the_charmed_hold_on_to_their_own": FIXED,
    "test_the_living_are_not_robbed": FIXED,
    "test_a_ring_of_regeneration_closes_wounds_between_fights_too": FIXED,
    "test_turns_are_counted_from_when_the_party_comes_in_from_the_open": "it tells the end of a Turn otherwise",
    "test_a_sling_is_a_ranged_attack_with_dexterity": "it reads the citation of an attack table (IS-ATK-01)",
}
"""Tests of the parent that name only `same` atoms and yet lean on something that differs; why."""
NOT_OF_RULES: Final = (
    "test_content.py",
    "test_properties.py",
    "test_reference_fight.py",
    "test_alternate_sequence.py",
    "test_choices.py",
    "test_balance.py",
    "test_terminal.py",
    "test_time_runs_out.py",  # runs on both games by itself
    "test_treasure.py",
    "test_numbers_have_reasons.py",  # sweeps both games by itself
)


def runs_the_same(atom: str) -> bool:
    """Whether an atom of the parent means the same here, whatever else refers to it."""
    return bool(CHILDREN.get(atom)) and CHILDREN[atom] <= SAME


def marks(test: Any) -> set[str]:
    return {atom for mark in getattr(test, "pytestmark", ()) if mark.name == "rule" for atom in mark.args}


SHOWN: set[str] = set()
SEEN: set[str] = set()
for _file in sorted(WHITEBOX.rglob("test_*.py")):
    if _file.name in NOT_OF_RULES:
        continue
    for _name, _test in parent_tests(_file.relative_to(WHITEBOX).as_posix()).items():
        SEEN.add(_name)
        if marks(_test) and all(runs_the_same(atom) for atom in marks(_test)) and _name not in OTHERWISE:
            globals()[f"{_name}__{_file.stem.removeprefix('test_')}"] = _test
            SHOWN |= marks(_test)
del _name, _test, _file


def test_exceptions_are_tests_that_there_are():
    assert not set(OTHERWISE) - SEEN


PLACES = code_citations(Path(arbitro.__file__).parent / "rules" / "whitebox")


@cache
def overridden() -> dict[str, Any]:
    """Every function of the parent's page that this game's page has anew, and every rule of a command."""
    pairs = {each.name: (getattr(PARENT, each.name), getattr(ERRATA, each.name)) for each in fields(PARENT)}
    found = {name: ours for name, (parents, ours) in pairs.items() if ours is not parents and callable(ours)}
    for command in PARENT.rulings:
        ours = ERRATA.rulings[command].decide
        if ours is not PARENT.rulings[command].decide:
            found[ours.__name__] = ours
    return {name: ours for name, ours in found.items() if name not in PLUMBING}


def runs_the_parents(name: str, ours: Any) -> bool:
    """Whether something that stands anew still does all that the parent's does."""
    if isinstance(ours, Moment | Forbid | Collect):
        return set(getattr(PARENT, name).parts) <= set(ours.parts)
    return f".{name}(" in inspect.getsource(ours)


REPLACED: Final = {
    "condition_at": {"IS-DEATH-02", "IS-DEATH-03"},
    "save_number": {"IS-SAVE-02"},
    "allow_substitute": {"IS-COMBAT-02", "IS-INIT-01"},
    "attack_for_points": {"IS-JOUST-06"},
    "beyond_tables": {"IS-ATK-02", "IS-SAVE-02", "IS-ATK-01"},
    "days_to_full_recovery": {"IS-HEAL-02"},
    "at_the_lock": {"IS-TURN-07", "IS-DOOR-01", "IS-GEN-02"},
    "check_for_wanderers": {"IS-TURN-03", "IS-GEN-01", "IS-GEN-02"},
    "roll_for_wanderers": {"IS-TURN-03", "IS-GEN-01", "IS-GEN-02"},
    "wandering_due": {"IS-TURN-03"},
    "adventuring_classes": set(),
    "told_of_intent": {"IS-INIT-01"},
    "chart": {"IS-WILD-02", "IS-WILD-07"},
}
"""Methods of the parent that this game does not call any more, and the atoms of this game that say why."""
PLUMBING: Final = {
    "rulings",
    "fold",
    "options",
    "read_content",
    "read_numbers",
    "read_setup",
    "scene",
    "state_type",
    "refusal_retold",
    "cite",
}


@pytest.mark.parametrize("atom", sorted(SAME))
def test_a_same_atom_runs_the_parents_code(atom: str):
    """Methods that carry it in the parent are not replaced here; those that are wrapped still call the parent's."""
    ours = overridden()
    for parent in BOOK[atom].parents:
        for place in PLACES.get(parent, ()):
            file, _, method = place.partition(":")
            if not file.endswith(".py") or method not in ours or method in PLUMBING:
                continue
            if method in REPLACED:
                changed = {name for name in REPLACED[method] if BOOK[name].status != "same"}
                assert changed or not REPLACED[method] or atom in REPLACED[method], (atom, method)
                continue
            assert runs_the_parents(method, ours[method]), f"{atom}: {method} is replaced without calling the parent's"


def test_whatever_is_replaced_says_why():
    for name, ours in overridden().items():
        assert name in REPLACED or runs_the_parents(name, ours), name


IDENTITY: Final = {
    *("id", "package", "texts", "options", "read_content", "state_type", "event_types", "fold", "rulings", "owners"),
    *("scene", "cite", "refusal_retold"),  # how it cites its own atoms for the parent's
    *("events", "folds", "quiet", "cited"),  # the same in a campaign
    "variant",  # a page within the page: its lines are held to the same law
}
"""Lines of an errata page that say what game it is, not what its text changes."""


def errata_lines(page: str) -> Iterator[tuple[str, str]]:
    """The lines of an errata page that change something, by what they change: a field at any depth, or a command."""
    for line in page.splitlines():
        found = re.match(r"\s+(?:(\w+)=|[\w.]*\.on\((\w+\.\w+))", line)
        if found and (name := found[1] or found[2]) not in IDENTITY:
            yield name, line


RULES_PAGE: Final = (lambda text: text[text.index("RULINGS: Final") :])(inspect.getsource(errata))
SIDE_PAGE: Final = inspect.getsource(infausta_side)


@pytest.mark.parametrize("page", [RULES_PAGE, SIDE_PAGE], ids=["the game", "its campaign"])
def test_every_line_of_the_errata_page_names_its_atom(page: str):
    lines = list(errata_lines(page))
    assert len(lines) > 20
    for name, line in lines:
        named = re.findall(r"IS-[A-Z]+-\d+", line)
        assert named, f"{name} names no atom"
        assert set(named) <= set(BOOK), line


def test_what_differs_from_the_parent_is_on_the_errata_page_and_nothing_else():
    """The law above sees every line that changes something, and no line is idle."""
    lines = {name for name, _ in errata_lines(RULES_PAGE)}
    differing = {each.name for each in fields(PARENT) if getattr(ERRATA, each.name) is not getattr(PARENT, each.name)}
    commands = {name for name in lines if "." in name}
    own_hooks = {each.name for each in fields(Variant)}
    assert lines - commands == (differing - IDENTITY) | own_hooks
    assert {name.partition(".")[2] for name in commands} == {
        command.__name__ for command, ruling in ERRATA.rulings.items() if PARENT.rulings.get(command) != ruling
    }


def test_most_same_atoms_are_shown_by_the_parents_own_tests():
    shown = {child for atom in SHOWN for child in CHILDREN[atom]}
    assert len(shown & SAME) >= 50


def test_citations_follow_the_rulebook():
    for parent, own in CITED.items():
        assert set(own) <= CHILDREN[parent], parent
    assert set(CITED) == set(CHILDREN)
    assert {atom for own in CITED.values() for atom in own} >= SAME


def test_dropped_atoms_are_not_cited():
    assert cited(("WB-SEQ-02", "WB-ALTSEQ-10")) == ("IS-INIT-03",)
    assert cited(("WB-ATK-04", "WB-ATK-05", "WB-ATK-10")) == ("IS-ATK-01",)
    assert cited(("IS-WILD-03", "WB-XP-05")) == ("IS-WILD-03", "IS-XP-06")
