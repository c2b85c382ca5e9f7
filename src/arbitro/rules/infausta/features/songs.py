"""The bard's songs: heartening friends (IS-BARD-02), enthralling foes (IS-BARD-03), until something breaks them."""

from typing import Final, Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.infausta import morale as own_morale
from arbitro.rules.infausta.features import feature_lookups
from arbitro.rules.infausta.features.commands import BeginSong, Distract, StopSong
from arbitro.rules.infausta.features.events import FollowersTold, SongBegan, SongEnded
from arbitro.rules.infausta.features.state import SongKind
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import Ending, able, members, opponents, place_of
from arbitro.rules.whitebox.class_features import Enthral, Inspire
from arbitro.rules.whitebox.commands import CheckMorale
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.events import Fell, MoraleStands
from arbitro.rules.whitebox.morale import group
from arbitro.rules.whitebox.powers import lookups
from arbitro.rules.whitebox.powers.durations import put_off
from arbitro.rules.whitebox.powers.lookups import hit_dice, under
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Danger, Weapon
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

ATOMS: Final = {"inspire": "IS-BARD-02", "enthral": "IS-BARD-03"}
Why = Literal["hurt", "distracted", "attacked", "stopped", "fallen"]
STOPPED: Final = ""
"""Through whom a song ends that its singer brings to an end."""


# ------------------------------------------------------------ who hears what


def heartened(here: Here, who: str) -> Inspire | None:
    """The song that lifts somebody: one of a bard on the same side, not the singer's own (IS-BARD-02)."""
    fight = here.state.fight
    if fight is None or fight.phase == "over" or who not in fight.combatants:
        return None
    for bard, song in own(here.state).songs.items():
        singer = fight.combatants[bard]
        if song.kind == "inspire" and bard != who and singer.profile.side == fight.combatants[who].profile.side:
            return feature_lookups.feature(here.rules, singer.profile.class_id, Inspire)
    return None


def enthralled_by(state: ParentState, who: str) -> str:
    """The bard whom somebody follows; empty: nobody."""
    return next((bard for bard, song in own(state).songs.items() if who in song.followers), "")


def would_follow(here: Here, one: Combatant, first: str = "") -> tuple[Combatant, ...]:
    """Whom a song enthrals: the named one first, then the weakest, as many hit dice as the bard has levels."""
    feature = feature_lookups.feature(here.rules, one.profile.class_id, Enthral)
    if feature is None:
        return ()
    fight = basics.fight(here.state)
    foes = [foe for foe in opponents(fight, one) if can_be_enthralled(here, foe, feature)]
    foes.sort(key=lambda foe: (foe.id != first, hit_dice(foe), abs(place_of(fight, foe) - one.at)))
    found: list[Combatant] = []
    left = one.profile.level
    for foe in foes:
        dice = max(hit_dice(foe), 1)
        if dice <= left:
            found.append(foe)
            left -= dice
    return tuple(found)


def can_be_enthralled(here: Here, foe: Combatant, feature: Enthral) -> bool:
    """Whether a song can take hold of somebody at all: kinds that are proof against it, and closed minds."""
    powers = lookups.powers(foe)
    proof = powers.kind in feature.immune or (powers.undead and "undead" in feature.immune)
    return not proof and not here.rules.immune(here, foe, "charm")


# ------------------------------------------------------------ what it is worth


def to_hit(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """Those who hear a heartening song hit better."""
    del target, weapon
    song = heartened(here, one.id) if own(here.state).songs else None
    return () if song is None else (Modifier(song.to_hit, "IS-BARD-02", "song"),)


def save_bonuses(here: Here, one: Combatant, danger: Danger | None) -> tuple[Modifier, ...]:
    """Those whom a song heartens save better."""
    del danger
    song = heartened(here, one.id) if own(here.state).songs else None
    return () if song is None else (Modifier(song.saves, "IS-BARD-02", "song"),)


def heart(here: Here, one: Combatant, element: str) -> tuple[str, ...]:
    """Those whom a song heartens know no fear."""
    return ("IS-BARD-02",) if element == "fear" and heartened(here, one.id) is not None else ()


def check_morale(scene: Scene, command: CheckMorale) -> Refusal | None:
    """The courage of followers does not fail while they hear a song that heartens them."""
    fight = scene.state.fight
    if fight is not None and fight.phase != "over" and own(scene.state).songs:
        standing = [one for one in group(fight, command.group) if one.condition == "up"]
        if standing and all(heartened(scene, one.id) is not None for one in standing):
            scene.happen(MoraleStands(command.group, rules=("IS-BARD-02",), audience=REFEREE_ONLY))
            return None
    return own_morale.check_morale(scene, command)


# ------------------------------------------------------------ beginning and ending


def begin_song(scene: Scene, command: BeginSong) -> Refusal | None:
    """Begin a song, in place of an attack; it goes on by itself until something breaks it."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    rules = (ATOMS[command.song],)
    feature = feature_lookups.feature(
        scene.rules, one.profile.class_id, Inspire if command.song == "inspire" else Enthral
    )
    if feature is None:
        return Refusal("no_gift", {"who": f"@{one.id}", "what": f"@gift:{command.song}"}, rules)
    refused = may_act_instead(state, basics.fight(state), one)
    if refused is not None:
        return refused
    now = own(state).songs.get(one.id)
    if now is not None and now.kind == command.song:
        return Refusal("sings_already", {"who": f"@{one.id}"}, rules)
    hearers = [hearer.id for hearer in hearers_of(scene, one, command.song, command.target)]
    if not hearers or command.target not in ("", *hearers):
        return Refusal("nobody_listens", {"who": f"@{one.id}"}, rules)
    if now is not None:
        falls_silent(scene, one.id, STOPPED)
    song = Blow(one.id, "song", command.song, element=command.target)
    if not put_off(scene, song, rules=rules):
        sing_out(scene, one, command.song, command.target, rules)
    return None


def hearers_of(here: Here, one: Combatant, song: SongKind, first: str = "") -> tuple[Combatant, ...]:
    """Whom a song is for: the singer's friends, or the foes whom it enthrals."""
    if song == "enthral":
        return would_follow(here, one, first)
    friends = members(basics.fight(here.state), one.profile.side)
    return tuple(friend for friend in friends if friend.id != one.id)


def sing_out(scene: Scene, one: Combatant, song: SongKind, first: str, rules: tuple[str, ...]) -> None:
    """The song is heard, and those whom it enthrals follow; with nobody left to hear it there is none."""
    hearers = tuple(hearer.id for hearer in hearers_of(scene, one, song, first))
    if not hearers:
        return
    scene.happen(SongBegan(one.id, song, hearers, rules=rules))
    for hearer in hearers if song == "enthral" else ():
        scene.happen(Fell(hearer, "charmed", rules=rules))


def is_silent(scene: Scene, one: Combatant, landing: Landing) -> None:
    """A song that something in a simultaneous turn broke ends when it is over."""
    if one.id in own(scene.state).songs:
        end_song(scene, one.id, why_silent(one.id, landing.blow.source))


def is_heard(scene: Scene, one: Combatant, landing: Landing) -> None:
    """A song of a simultaneous turn takes hold when it is over, if the singer still can."""
    song: SongKind = "inspire" if landing.blow.source == "inspire" else "enthral"
    if able(basics.fight(scene.state), one):
        sing_out(scene, one, song, landing.blow.element, (*landing.rules, ATOMS[song]))


def follows(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever hears goes after the singer, as older logs have it."""
    if one.condition == "up" and enthralled_by(scene.state, one.id) == landing.blow.source:
        scene.happen(Fell(one.id, "charmed", rules=(*landing.rules, "IS-BARD-03")))


def stop_song(scene: Scene, command: StopSong) -> Refusal | None:
    """Fall silent."""
    if command.who not in own(scene.state).songs:
        return Refusal("sings_not", {"who": f"@{command.who}"}, ("IS-BARD-02",))
    falls_silent(scene, command.who, STOPPED)
    return None


def distract(scene: Scene, command: Distract) -> Refusal | None:
    """The referee finds that a bard was distracted."""
    if command.singer not in own(scene.state).songs:
        return Refusal("sings_not", {"who": f"@{command.singer}"}, ("IS-BARD-02",))
    end_song(scene, command.singer, "distracted")
    return None


def end_song(scene: Scene, bard: str, why: Why) -> None:
    """A song is over; whoever followed it, and is under no other spell or song, fights again."""
    songs = own(scene.state).songs
    song, fight = songs[bard], basics.fight(scene.state)
    others = {who for name, other in songs.items() if name != bard for who in other.followers}
    charmed = [who for who in song.followers if fight.combatants[who].condition == "charmed"]
    freed = tuple(who for who in charmed if who not in others and under(scene.state, who, "charmed") is None)
    scene.happen(SongEnded(bard, song.kind, why, freed, rules=(ATOMS[song.kind],)))


# ------------------------------------------------------------ what breaks it


def distracted(scene: Scene, who: str) -> None:
    """Whoever sings and does something else sings no more."""
    if who in own(scene.state).songs:
        falls_silent(scene, who, who)


def falls_silent(scene: Scene, bard: str, through: str) -> None:
    """A deed ends a song; whoever acts in the same moment still hears it (IS-INIT-05)."""
    silence, rules = Blow(bard, "silence", through), (ATOMS[own(scene.state).songs[bard].kind],)
    if silence not in basics.fight(scene.state).blows and not put_off(scene, silence, rules=rules):
        end_song(scene, bard, why_silent(bard, through))


def why_silent(bard: str, through: str) -> Why:
    """Why a song ends: by the bard's own wish or deed, or through a deed at somebody else."""
    if through == STOPPED:
        return "stopped"
    return "distracted" if through == bard else "attacked"


def hurt(scene: Scene, one: Combatant, amount: int) -> None:
    """A wound of the singer, or of one who follows, breaks the song."""
    if amount > 0 and own(scene.state).songs:
        if one.id in own(scene.state).songs:
            end_song(scene, one.id, "hurt")
        bard = enthralled_by(scene.state, one.id)
        if bard:
            end_song(scene, bard, "attacked")


def aftermath(scene: Scene) -> None:
    """Nobody sings who lies asleep or dead."""
    fight = scene.state.fight
    if fight is not None and fight.phase != "over":
        for bard in tuple(own(scene.state).songs):
            if not able(fight, fight.combatants[bard]):
                end_song(scene, bard, "fallen")


# ------------------------------------------------------------ the end of the fight


def fight_ended(scene: Scene, ending: Ending) -> None:
    """Those who still follow a song are the referee's to play on."""
    for bard, song in own(ending.before).songs.items():
        if song.followers:
            told = ("IS-BARD-03", "IS-GEN-02")
            scene.happen(FollowersTold(bard, song.followers, rules=told, audience=REFEREE_ONLY))
