"""The moments that matter as prose or as plain lines, and the story read aloud: as the reader wishes."""

from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.test_reveal import act

VOICES = """
  window.said = [];
  window.hushed = 0;
  const voices = [
    { lang: "en-GB", localService: false, default: true, name: "far away" },
    { lang: "en-GB", localService: true, default: false, name: "at home" },
    { lang: "it-IT", localService: true, default: true, name: "in casa" },
  ];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => voices,
    addEventListener() {},
    cancel() { window.hushed += 1; },
    speak(one) { window.said.push([one.text, one.voice?.name]); setTimeout(() => one.onend?.(), 0); },
  }});
"""


def fight_on(page: Page) -> None:
    """Act until somebody falls, which is told in prose."""
    for _ in range(40):
        if page.locator("#story .line .as-prose").count():
            return
        act(page)
    raise AssertionError("nobody fell")


def test_prose_and_plain_lines_are_the_readers_choice(visit: Visit) -> None:
    page = visit()
    begin(page, "archmage", "fights/bridge")
    fight_on(page)
    line = page.locator("#story .line", has=page.locator(".as-prose")).first
    expect(line.locator(".as-prose")).to_be_visible()
    expect(line.locator(".as-fact")).to_be_hidden()
    page.get_by_label("Plain lines").evaluate("box => box.click()")
    expect(line.locator(".as-fact")).to_be_visible()
    expect(line.locator(".as-prose")).to_be_hidden()
    page.reload()
    expect(page.locator("#plain-lines")).to_be_checked()
    expect(page.locator("#story .line .as-prose").first).to_be_hidden()


TURNS = """() => {
  const shown = [...document.querySelectorAll("#story .line:not([hidden])")];
  const starts = shown.filter((line, at) => at === 0 || line.classList.contains("entry-start"));
  return [
    shown.filter((line) => line.classList.contains("kind-turn_began")).every((line) => starts.includes(line)),
    starts.length / shown.length,
    shown.slice(1).filter((line, at) => {
      const before = shown[at].getClientRects();
      return line.getClientRects()[0].top < before[before.length - 1].bottom;
    }).length,
  ];
}"""
"""Whether each turn begins a paragraph, how many lines do, and how many lines begin beside the end of another."""


def test_the_lines_of_a_turn_run_on_as_one_paragraph_and_each_can_be_asked(visit: Visit) -> None:
    page = visit(width=390, height=844)
    begin(page, "archmage", "fights/bridge")
    act(page)
    choices = page.locator("#pane-choices")
    choices.evaluate("pane => { pane.scrollTop = 150; }")
    act(page)
    assert choices.evaluate("pane => pane.scrollTop") == 0  # what is asked now is read from its beginning
    clock = page.locator("#fragment-clock")
    clock.evaluate("bar => { for (let at = 0; at < 5; at += 1) bar.append(bar.firstElementChild.cloneNode(true)); }")
    assert clock.evaluate("bar => bar.scrollHeight <= bar.clientHeight")  # no row of it is cut through
    page.locator("[data-show=story]").click()
    turns_begin, share, beside = page.evaluate(TURNS)
    assert turns_begin
    assert share < 0.6
    assert beside > 3
    line = page.locator("#story .line.runs-on", has=page.locator(".why")).last
    line.locator(".why").click()
    expect(line.locator(".because")).to_be_visible()


def test_the_story_is_read_aloud_by_a_voice_of_this_device_if_it_is_wanted(visit: Visit) -> None:
    page = visit()
    page.add_init_script(VOICES)
    begin(page, "archmage", "fights/bridge")
    act(page)
    assert page.evaluate("window.said") == []  # nobody has asked for it
    page.locator("#aloud").evaluate("box => box.click()")
    act(page)
    page.wait_for_function("() => window.said.length > 0")
    last = page.locator("#story .line").last.locator(".text").inner_text().split()[0]
    assert any(last in text for text, _ in page.evaluate("window.said"))
    assert {voice for _, voice in page.evaluate("window.said")} == {"at home"}
    page.reload()
    expect(page.locator("#aloud")).to_be_checked()
    page.locator("#aloud").evaluate("box => box.click()")
    before = len(page.evaluate("window.said"))
    act(page)
    assert len(page.evaluate("window.said")) == before
