"""The live line of a page: it waits for a slow machine, does without a socket where it must, and finds back to one."""

from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Visit, begin

COUNT = """
window.sockets = 0;
window.streams = 0;
const Socket = WebSocket;
window.WebSocket = class extends Socket {
  constructor(...how) {
    super(...how);
    window.sockets += 1;
    %s
  }
};
const Stream = EventSource;
window.EventSource = class extends Stream {
  constructor(...how) {
    super(...how);
    window.streams += 1;
  }
};
"""
RESTLESS = """
for (let many = 0; many < 5; many += 1) {
  setTimeout(() => this.readyState === Socket.CONNECTING && document.dispatchEvent(new Event("visibilitychange")));
}
"""
REFUSED = "if (window.refused !== false) this.close();"


def lines(page: Page) -> tuple[int, int]:
    """How many sockets and streams a page has opened."""
    sockets, streams = page.evaluate("[window.sockets, window.streams]")
    return sockets, streams


def test_a_socket_that_opens_slowly_is_waited_for_and_not_given_up(visit: Visit) -> None:
    """A page that is shown and hidden while its first socket still knocks used to count each time as a refusal."""
    page = visit()
    page.add_init_script(COUNT % RESTLESS)
    begin(page, "whitebox", "fights/orcs")
    assert lines(page) == (1, 0)


def test_where_there_is_no_socket_the_news_come_as_a_stream(visit: Visit) -> None:
    page = visit()
    page.add_init_script(COUNT % REFUSED)
    page.context.set_default_timeout(20_000)
    begin(page, "whitebox", "fights/orcs")
    assert lines(page) == (3, 1)
    page.locator("[data-open=menu-dialog]").click()
    page.locator("#note-form [name=text]").fill("without a socket")
    page.locator("#note-form button[type=submit]").click()
    expect(page.locator("#story")).to_contain_text("without a socket")
