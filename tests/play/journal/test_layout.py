"""The journal on paper and on the screen: Markdown, HTML and PDF, and the command that writes them."""

import sys
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from tests.play.journal.playing import campaign, played

from arbitro.__main__ import main
from arbitro.dungeon.draw.frame import TEXTS as DRAWN
from arbitro.dungeon.draw.picture import Picture, Text
from arbitro.dungeon.draw.theme import THEMES
from arbitro.play import find_campaign
from arbitro.play.journal.html import to_html
from arbitro.play.journal.markdown import plain, to_markdown
from arbitro.play.journal.model import Chapter, Journal, LevelChart, Paragraph, Remembered
from arbitro.play.journal.pdf import to_pdf
from arbitro.play.journal.places import plans_of
from arbitro.play.journal.write import credits_of, write_illustrated, write_journal
from arbitro.text import load_catalogue

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
NASTY = Journal(
    "en",
    "A <b>bold</b> & *starred* title",
    "Played on 2026-11-15",
    ("Anna [the] *Red*",),
    (
        Chapter("One", (Paragraph("She said <script>alert(1)</script>."), Paragraph("Read & weep.", "quote"))),
        Chapter("Two", (Paragraph("A note_with_marks.", "note"),)),
    ),
    ("400 gp",),
    (Remembered("Anna", "Anna [the] *Red*", "Fell <hard>.", "Room 3"),),
    (LevelChart("map-1", "Level 1", SVG),),
    ("By <Nobody> *at all*.",),
)
PLANS = {"map-1": Picture((0, 0, 400, 200), THEMES["clean"], "Level 1", "A room", items=[Text(10, 20, "x", 12)])}


class Checker(HTMLParser):
    """Notes every tag, and fails on one that is closed out of turn."""

    void = ("meta", "link", "br", "rect", "path", "use", "img")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.open.pop() == tag


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    return checker


def test_the_page_stands_alone_without_script():
    page = to_html(NASTY)
    found = checked(page)
    assert "script" not in found.tags
    assert not [value for name, value in found.attributes if name.startswith("on") or name in ("src", "href")]
    assert '<html lang="en">' in page
    assert "&lt;script&gt;" in page
    assert SVG in page
    assert "@media print" in page


def test_markdown_takes_nobodys_words_for_marks():
    text = to_markdown(NASTY, {"map-1": "x-map-1.svg"})
    assert r"She said \<script\>alert(1)\</script\>." in text
    assert r"- Anna \[the\] \*Red\*" in text
    assert "> Read & weep." in text
    assert r"*A note\_with\_marks.*" in text
    assert "![Level 1](x-map-1.svg)" in text
    assert "x-map" not in to_markdown(NASTY)
    assert text.endswith("---\n\n*By \\<Nobody\\> \\*at all\\*.*\n")
    assert plain("#1 `a` b|c \\") == r"\#1 \`a\` b\|c \\"


def test_the_pdf_is_the_same_each_time_and_has_the_letters_of_the_maps():
    first, again = to_pdf(NASTY, PLANS), to_pdf(NASTY, PLANS)
    assert first == again
    assert first.startswith(b"%PDF-")
    assert b"Caladea" in first
    assert first.count(b"/Type /Page\n") == 2
    assert to_pdf(NASTY, {}).count(b"/Type /Page\n") == 1


@pytest.mark.parametrize("language", ["it", "en"])
def test_real_journals_can_be_laid_out(language):
    for table in (played("fight"), played("scene"), campaign()):
        journal = write_journal(table.ruleset, table.entries(), language)
        checked(to_html(journal))
        assert to_markdown(journal).startswith("# ")
    printed = to_pdf(journal, plans_of(table.state, language))
    assert printed.startswith(b"%PDF-")
    assert b"/Subtype /Image" not in printed  # maps are lines, not dots


def test_the_scale_of_a_map_stands_clear_of_its_legend():
    for plan in plans_of(campaign().state, "en").values():
        words = [item for item in plan.items if isinstance(item, Text)]
        legend = {DRAWN.say("en", key) for key in load_catalogue("arbitro.dungeon.draw", "en") if "legend." in key}
        below = [each for each in words if each.words in legend]
        (first,) = [each for each in words if each.words == "0"]
        assert below
        assert max(each.y + each.size / 3 for each in below) < first.y - first.size


# -------------------------------------------------------------------- the command


@pytest.fixture
def arbitro(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arbitro", *words])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    run("fight", "--auto", "--seed", "7", "--table", "cellar")
    return run


def test_the_command_prints_or_writes(arbitro, tmp_path):
    code, out, _ = arbitro("journal", "cellar")
    assert code == 0
    assert out.startswith("# Journal of “cellar”")
    folder = tmp_path / "out"
    code, out, _ = arbitro("journal", "cellar", "--format", "md,html,pdf", "--out", str(folder), "--lang", "it")
    assert sorted(Path(line).name for line in out.splitlines()) == [
        "cellar-journal.html",
        "cellar-journal.md",
        "cellar-journal.pdf",
    ]
    assert (folder / "cellar-journal.md").read_text(encoding="utf-8").startswith("# Diario di «cellar»")
    code, out, _ = arbitro("journal", "cellar", "--json")
    assert msgspec.json.decode(out)["journal"]["title"] == "Journal of “cellar”"


def test_what_cannot_be_done_is_said(arbitro):
    wrong = {
        ("journal", "attic"): "attic",
        ("journal", "cellar", "--format", "doc"): "known: md, html, pdf",
        ("journal", "cellar", "--format", "pdf"): "--out",
        ("journal", "cellar", "--as", "nobody"): "spectator",
    }
    for words, told in wrong.items():
        code, out, err = arbitro(*words)
        assert code == 2
        assert out == ""
        assert told in err


def test_a_journal_says_whose_games_were_played() -> None:
    assert '<p class="note">By &lt;Nobody&gt; *at all*.</p>' in to_html(NASTY)
    for game, word in (
        ("whitebox", "La Scatola Bianca"),
        ("infausta", "Buttiglieri"),
        ("daggerheart", "Critical Role"),
    ):
        for language in ("it", "en"):
            campaign = find_campaign(game)
            theirs, dungeon = credits_of(campaign, campaign.initial(), language)
            assert word in theirs
            assert "Open Game License" in dungeon
            assert credits_of(campaign.game, campaign.game.initial(), language) == (theirs,)


def test_a_chapters_picture_is_printed_among_its_text() -> None:
    table = campaign()
    written = write_illustrated(table.ruleset, table.entries(), "en")
    drawn = [chapter.chart.name for chapter in written.journal.chapters if chapter.chart is not None]
    assert drawn
    assert set(drawn) <= set(written.plans)
    without = to_pdf(written.journal, {name: plan for name, plan in written.plans.items() if name not in drawn})
    assert len(to_pdf(written.journal, written.plans)) > len(without) + 1000 * len(drawn)
