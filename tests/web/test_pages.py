"""The pages without a browser: their words, how choices are laid out, the guides, and what a reader prefers."""

import re
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.boards import board
from tests.web.tables import opened, server

import arbitro
from arbitro.text import LANGUAGES, load_catalogue
from arbitro.web import guides, shelf
from arbitro.web.assets import address, assets
from arbitro.web.board import FOLD_ASKING_FROM, FOLD_FROM, FOLD_TOGETHER_FROM
from arbitro.web.reader import safe_return
from arbitro.web.rendering import percent
from arbitro.web.wording import Field, Offer, PickShown

WEB = Path(arbitro.__file__).parent / "web"
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
KEYS = load_catalogue("arbitro.web", "en").keys()


# -------------------------------------------------------------------- without scripts


def test_without_scripts_what_is_folded_is_a_link_to_the_page_with_it_open() -> None:
    with server() as client:
        person = opened(client)
        page = person.ask("GET", f"/tables/{person.table}").text
        bundle = re.search(
            r'<details class="bundle" id="([^"]+)" data-shut="(\d+)".*?<a href="([^"#]+)#', page, re.DOTALL
        )
        assert bundle is not None
        name, size, link = map(unescape, bundle.groups())
        again = person.ask("GET", f"/tables/{person.table}{link}").text
        begin = again.index(f'<details class="bundle" id="{name}">')
        assert again[begin : again.index("</details>", begin)].count('class="offer') >= int(size)


# -------------------------------------------------------------------- words and files


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_every_word_of_a_template_is_in_the_catalogue(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    for key, more in re.findall(r"""say\(\s*["'](web[\w.]*)["']\s*(~?)""", text):
        known = any(one.startswith(key) for one in KEYS) if more else key in KEYS
        assert known, key


def test_every_word_of_the_catalogue_is_used() -> None:
    sources = [*TEMPLATES, *WEB.rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    parts = set(re.findall(r"""["'](web\.[\w.]+)""", text))
    unused = [key for key in KEYS if key not in parts and key.rpartition(".")[0] + "." not in parts]
    assert unused == []


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_script_style_or_another_host(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|https?://|javascript:", text)


def test_the_modules_of_the_page_import_only_each_other() -> None:
    for name, asset in assets().items():
        text = asset.content.decode() if name.endswith((".js", ".css")) else ""
        for target in re.findall(r"""(?:from|import)\s+["']([^"']+)["']""", text):
            assert target.removeprefix("./") in assets(), f"{name}: {target}"
        assert not re.search(r"@import|url\(|https?://", text), name


def test_a_file_is_kept_for_good_under_an_address_that_changes_with_it() -> None:
    with server() as client:
        found = client.get(address("base.css"), headers={"Accept-Encoding": "gzip"})
        assert found.status_code == 200
        assert "immutable" in found.headers["cache-control"]
        assert client.get("/static/other/base.css").content == found.content
        assert client.get("/static/x/missing.css").status_code == 404
        assert client.get("/static/x/..%2Fpages.py").status_code == 404
    with pytest.raises(KeyError):
        address("missing.css")


def test_chances_are_whole_per_cent_but_never_a_false_certainty() -> None:
    told = [percent(Fraction(n, 1000)) for n in (0, 1, 455, 999, 1000)]
    assert told == ["0 %", "<1 %", "46 %", ">99 %", "100 %"]


# -------------------------------------------------------------------- choices laid out


def offers_of(*texts: str, who: str = "berto", name: str = "Berto") -> list[Offer]:
    acts = [(text, text.partition(" (")[0]) for text in texts]
    return [Offer(f"{who}-{n}", f"{name}: {text}", who, name, alike=act, act=act) for n, (text, act) in enumerate(acts)]


def test_what_one_person_may_do_stands_under_their_name() -> None:
    laid = board([*offers_of("strike (sword)", "run"), *offers_of("run", who="dalia", name="Dalia")])
    assert [(person.name, [b.controls[0].text for b in person.bundles]) for person in laid.people] == [
        ("Berto", ["Strike (sword)", "Run"]),
        ("Dalia", ["Run"]),
    ]
    assert not laid.together


def test_what_a_whole_side_does_is_done_together() -> None:
    laid = board(offers_of("end of turn", who="party", name="The party"), frozenset({"party"}))
    assert laid.people == ()
    assert laid.together.bundles[0].controls[0].text == "End of turn"


def test_alike_choices_are_folded_under_what_is_done() -> None:
    things = [f"give away ({thing})" for thing in ("torch", "rope", "sword", "shield")]
    (person,) = board(offers_of("run", *things)).people
    assert [(bundle.title, len(bundle.controls)) for bundle in person.bundles] == [("", 1), ("Give away…", 4)]
    (person,) = board(offers_of("run", *things[: FOLD_FROM - 1])).people
    assert [bundle.title for bundle in person.bundles] == [""] * FOLD_FROM


def test_the_ways_on_stay_in_sight_longer_and_what_takes_one_press_comes_first() -> None:
    pace = (Field("pace", "pick"),)
    ways = [
        Offer(f"follow/{n}", f"Go: the door {n}", fields=pace, main=True, alike="follow", act="Go")
        for n in range(FOLD_TOGETHER_FROM)
    ]
    loot = Offer("take_loot/1", "Take the treasure")
    listening = [
        Offer(f"listen/{n}", f"Listen: the door {n}", fields=pace, alike="listen", act="Listen")
        for n in range(FOLD_ASKING_FROM)
    ]
    few = board([listening[0], *ways[1:], loot]).together.bundles
    assert [bundle.title for bundle in few] == [""] * (FOLD_TOGETHER_FROM + 1)
    assert few[0].controls[0].offer is ways[1]
    assert few[-2].controls[0].offer is loot
    many = board([*listening, *ways, loot]).together.bundles
    assert [bundle.title for bundle in many] == ["", "Go…", "Listen…"]


def test_what_is_not_of_the_moment_is_folded_by_its_group_after_the_rest() -> None:
    def shop(name: str, *fields: Field) -> Offer:
        return Offer(name, name, "bruno", "Bruno", fields, group="shop", group_name="Shop")

    light = Offer("light/bruno", "Light", "bruno", "Bruno", group="light", group_name="Light")
    (person,) = board([shop("sell"), light, shop("ask", Field("words", "text")), Offer("go", "Go", "bruno")]).people
    assert [(bundle.title, len(bundle.controls)) for bundle in person.bundles] == [("", 1), ("Shop", 2), ("Light", 1)]
    assert person.aside is None
    assert len({bundle.element for bundle in person.bundles}) == 3


KINDS = st.sampled_from(["a/x", "b/y", "a/z", "c"])
FIELDS = st.sampled_from([(), (Field("words", "text"),), (Field("n", "number"),)])


@given(st.lists(st.tuples(KINDS, st.text(max_size=12), st.sampled_from("pq "), FIELDS)))
def test_laying_out_loses_no_choice_and_invents_none(made) -> None:
    offers = [
        Offer(f"{kind}/{n}", text, who.strip(), who, fields, command=kind[0], alike=kind, act=kind[1:])
        for n, (kind, text, who, fields) in enumerate(made)
    ]
    laid = board(offers, frozenset("q"))
    people = (laid.together, *laid.people)
    shown = [
        c
        for person in people
        for c in (*(c for b in person.bundles for c in b.controls), *(person.aside.controls if person.aside else ()))
    ]
    assert sorted(control.offer.id for control in shown) == sorted(offer.id for offer in offers)


def test_what_waits_for_words_of_ones_own_steps_aside_for_the_rest() -> None:
    words = Offer("ask", "Ask", fields=(Field("question", "text"),))
    alone, beside = board([words]).together, board([words, Offer("go", "Go")]).together
    assert (len(alone.bundles), alone.aside) == (1, None)
    assert [control.text for control in beside.aside.controls] == ["Ask"]


def test_a_lone_field_with_few_values_is_a_row_of_buttons() -> None:
    def shape(*fields: Field) -> str:
        return board([Offer("go", "Go", fields=fields)]).together.bundles[0].controls[0].shape

    few, many = (tuple(PickShown(str(n), str(n)) for n in range(count)) for count in (3, 30))
    assert shape() == "button"
    assert shape(Field("to", "pick", few)) == "chips"
    assert shape(Field("to", "pick", many)) == shape(Field("n", "number")) == "form"
    assert shape(Field("to", "pick", few), Field("words", "text")) == "form"


# -------------------------------------------------------------------- shelf and guides


def test_every_game_has_a_title_a_pitch_and_scenes_in_both_languages() -> None:
    for language in LANGUAGES:
        for game in shelf.games(language):
            assert game.title != game.id
            assert game.pitch
            assert game.scenes
            assert all(scene.title and scene.kind for scene in game.scenes)
    first = shelf.games("en")[0]
    assert (first.id, first.scenes[0].game) == ("whitebox", "campaign-whitebox")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_documentation_is_a_page_whose_links_lead_somewhere(language) -> None:
    pages = [*guides.guides(language), *guides.other_pages(language)]
    assert len(guides.guides(language)) == 4
    for page in pages:
        for target in re.findall(r'href="(/[^"#]*)', page.body):
            name = target.removeprefix("/guides").strip("/")
            assert not name or guides.guide(name, language) is not None, f"{page.name}: {target}"


def test_a_page_comes_in_the_readers_language_where_it_has_a_twin() -> None:
    english, italian = guides.guide("fight", "en"), guides.guide("fight", "it")
    assert english is not None
    assert italian is not None
    assert (english.title, italian.title) == ("A fight", "Un combattimento")


@pytest.mark.parametrize("name", ["../pyproject", "it/../../pyproject", "nothing", "README", "pictures/map"])
def test_only_pages_are_pages(name: str) -> None:
    assert guides.guide(name, "en") is None
    assert guides.image(f"../{name}.png") is None


@pytest.mark.parametrize(("name", "begins"), [("map.png", b"\x89PNG"), ("start.webp", b"RIFF")])
def test_pictures_of_the_documentation_are_served(name: str, begins: bytes) -> None:
    assert (guides.image(name) or b"").startswith(begins)
    assert guides.image(name.replace(".", "x.")) is None


# -------------------------------------------------------------------- the reader


def test_a_rulebook_says_how_its_content_is_played() -> None:
    with server() as client:
        text = client.get("/rules/infausta", headers={"Accept-Language": "en"}).text
        assert 'id="infausta-played"' in text
        assert "taken out" in text.lower()
        assert "wizard eye" in text
        assert "(IS-SURP-01)" in text.partition("With a question")[2].partition("</details>")[0]
        assert (
            "played by the rules: 121; with a question to the referee: 2; told: 3"
            in client.get("/rules/appendix-a", headers={"Accept-Language": "en"}).text.lower()
        )


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("de, en;q=0.5, it;q=0.4", "en"),
        ("fr", "en"),
        ("", "en"),
        ("it;q=x,en", "en"),
    ],
)
def test_the_browser_says_which_language_until_the_reader_chooses(header: str, language: str) -> None:
    with server() as client:
        answer = client.get("/rules", headers={"Accept-Language": header})
        assert f'<html lang="{language}"' in answer.text
        other = "it" if language == "en" else "en"
        client.get(f"/language/{other}", follow_redirects=False)
        assert f'<html lang="{other}"' in client.get("/rules", headers={"Accept-Language": header}).text
        assert client.get("/language/xx").status_code == 404


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "\n/x", "", None])
def test_a_preference_never_leads_to_another_host(back: str | None) -> None:
    assert safe_return(back) == "/"
    assert safe_return("/rules?q=a") == "/rules?q=a"


def test_what_does_not_exist_says_so_in_the_readers_language() -> None:
    with server() as client:
        for path in ("/rules/chess", "/options/chess", "/guides/nothing", "/tables/nowhere", "/theme/blue", "/nowhere"):
            answer = client.get(path, headers={"Accept": "text/html", "Accept-Language": "it"})
            assert answer.status_code == 404, path
            assert '<html lang="it"' in answer.text, path
