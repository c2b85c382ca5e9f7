"""What a person does at the table with mouse and keyboard, one thing at a time, waiting for what comes of it."""

import html
from collections.abc import Iterable

from playwright.sync_api import FloatRect, Locator, Page, Route

SETTLED = """async () => {
  const { body } = document;
  const isSettled = async () => {
    if (body.classList.contains("waiting")) return false;
    const answer = await fetch(`/v1/tables/${body.dataset.table}`, { headers: { Accept: "application/json" } });
    const { choices, finished } = await answer.json();
    const wanted = new Set(choices.map((choice) => choice.id));
    const shown = new Set([...document.querySelectorAll("#fragment-choices [data-do]")].map((one) => one.dataset.do));
    const shut = [...document.querySelectorAll("#fragment-choices [data-shut]")].map((one) => Number(one.dataset.shut));
    const all = shut.reduce((sum, size) => sum + size, shown.size);
    return (wanted.size > 0 || finished) && wanted.size === all && [...shown].every((id) => wanted.has(id));
  };
  for (const late = Date.now() + 30_000; Date.now() < late; await new Promise(requestAnimationFrame)) {
    if (await isSettled()) return true;
  }
  return false;
}"""
"""Waits until the page shows what the table offers, and somebody can go on (or all is over); whether that came."""


DAY = {
    "whitebox": ("travel",),
    "infausta": ("choose_heading", "make_camp", "break_camp", "flee", "part_ways", "let_them_pass", "end_turn"),
    "archmage": ("march",),
    "daggerheart": ("march",),
}
"""What a day on the road asks of players."""


def settled(page: Page) -> None:
    """Wait until the engine has played what is its own, and the page shows the choices that came of it."""
    page.wait_for_selector("body[data-connected]")
    assert page.evaluate(SETTLED)


ANSWERED = "() => !document.body.matches('.waiting') || document.querySelector('#sure-dialog[open]')"
"""Waits until what was asked is done, or asked back."""


OFFERED = """async () => {
  const { body } = document;
  const answer = await fetch(`/v1/tables/${body.dataset.table}`, { headers: { Accept: "application/json" } });
  const shown = [...document.querySelectorAll("#fragment-choices [data-do]")].map((one) => one.dataset.do);
  return [...new Set([...shown, ...(await answer.json()).choices.map((choice) => choice.id)])];
}"""


def offered(page: Page) -> list[str]:
    """The ids of all choices, in the order of the page; those last that lie in what nobody has opened."""
    return list(page.evaluate(OFFERED))


def unfold(page: Page, wanted: str) -> None:
    """Open what is folded until a control is there."""
    for group in page.locator("#fragment-choices details[data-shut]").evaluate_all("all => all.map((one) => one.id)"):
        if page.locator(wanted).count():
            return
        bundle = page.locator(f"[id='{group}']")
        bundle.evaluate("one => { one.open = true; }")
        page.wait_for_function("id => !document.getElementById(id).dataset.shut", arg=group)
        bundle.evaluate("one => { one.open = false; }")


def control(page: Page, choice: str, value: str = "") -> Locator:
    """The control of a choice (with a value, the button of that value), its tab and its group opened."""
    which = f"[data-do='{choice}']" + (f"[data-value='{value}']" if value else "")
    unfold(page, f"#fragment-choices {which}")
    found = page.locator(f"#fragment-choices {which}").first
    tab = found.evaluate("one => one.closest('[role=tabpanel][hidden]')?.getAttribute('aria-labelledby')")
    if tab:
        page.locator(f"[id='{tab}']").click()
    group = found.evaluate("one => one.closest('details:not([open])')?.id")
    if group:
        page.locator(f"[id='{group}'] > summary").click()
    return found


def do(page: Page, choice: str, value: str = "") -> None:
    """Do something that is offered, as a person does: find it, press it, wait."""
    found = control(page, choice, value)
    form = found.evaluate("one => one.tagName") == "FORM"
    (found.locator("button[type=submit]") if form else found).click()
    page.wait_for_function(ANSWERED)
    for sure in page.locator("#sure-dialog[open] [data-sure]").all():  # it ends something, and is meant
        sure.click()
    settled(page)


def wanted(page: Page, order: Iterable[str]) -> str:
    """The first choice on offer whose id begins with the first of these that any begins with; empty: there is none."""
    ids = offered(page)
    return next((one for prefix in order for one in ids if one.startswith(prefix)), "")


def play(page: Page, order: Iterable[str], until: str = "", *, most: int = 60) -> list[str]:
    """Do what comes first in the order, again and again, until all is over or one of a kind is offered; what was done.

    ``attack/*3`` in the order: at most three times.
    """
    left = {one.partition("*")[0]: int(one.partition("*")[2] or most) for one in order}
    done: list[str] = []
    while not (until and any(one.startswith(until) for one in offered(page))):
        choice = wanted(page, [prefix for prefix, times in left.items() if times])
        if not choice:
            break
        assert len(done) < most, done
        left[next(prefix for prefix, times in left.items() if times and choice.startswith(prefix))] -= 1
        do(page, choice)
        done.append(choice)
    return done


def story(page: Page) -> str:
    """All that the page tells, in one text."""
    return "\n".join(page.locator("#story .line .text").all_inner_texts())


def box(found: Locator) -> FloatRect:
    """Where something stands on the screen; it must stand somewhere."""
    place = found.bounding_box()
    assert place is not None
    return place


class Ears:
    """Everything that the network brings to one page, bodies and frames, as it came."""

    def __init__(self, page: Page) -> None:
        self._heard: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.route("**/*", self._pass_on)

    def _hear(self, payload: str | bytes) -> None:
        self._heard.append(payload if isinstance(payload, str) else payload.decode("utf-8", "replace"))

    def _pass_on(self, route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        self._hear(answer.body())
        route.fulfill(response=answer)

    def heard(self) -> str:
        """All of it so far; JSON's escapes are undone, so that words can be looked for."""
        return html.unescape("\n".join(self._heard).replace('\\"', '"'))
