"""A player at the table who sits in a chat: every line that comes in is a wish, every line that goes out is the story.

    python examples/chat/bot.py http://127.0.0.1:8420 TABLE TOKEN

A bridge to any chat hands it lines and carries its lines back. ``?`` lists what may be done, a number chooses from the
last question, anything else is said in one's own words; what others do is told as it happens.
"""

import sys
import threading

from arbitro.client import Client, TableClient, TurnedAway
from arbitro.client.data import HeardData, MeantData


class Bot:
    """One seat at one table, in lines."""

    def __init__(self, table: TableClient) -> None:
        self.table = table
        self.asked: tuple[MeantData, ...] = ()

    def follow(self, out: "threading.Event") -> None:
        """Tell what happens, from now on."""
        for number, event in enumerate(self.table.live()):
            if number:
                for line in event.lines:
                    print(line.text, flush=True)
            out.set()

    def hear(self, line: str) -> None:
        """Do what a line says, or say what is unclear."""
        if line == "?":
            for offer in self.table.look().choices:
                print(f"- {offer.text}", flush=True)
        elif line.isdigit() and 1 <= int(line) <= len(self.asked):
            self.do(self.asked[int(line) - 1])
        else:
            heard: HeardData = self.table.mean(line)
            if heard.kind == "deed":
                self.do(heard.meant[0])
            else:
                self.asked = heard.meant
                print(heard.text, flush=True)
                for number, one in enumerate(heard.meant, 1):
                    print(f"{number}. {one.text}", flush=True)

    def do(self, meant: MeantData) -> None:
        """Do one thing; the story tells what comes of it."""
        reply = self.table.do(meant)  # refused, if it means something else by now
        self.asked = ()
        if not reply.done:
            print(reply.text, flush=True)


def main() -> None:
    """Read lines until there are no more."""
    address, name, token = sys.argv[1:4]
    bot, ready = Bot(Client(address, token).at(name)), threading.Event()
    follower = Bot(Client(address, token).at(name))
    threading.Thread(target=follower.follow, args=(ready,), daemon=True).start()
    ready.wait(30)
    for line in sys.stdin:
        try:
            bot.hear(line.strip())
        except TurnedAway as away:
            print(away.text, flush=True)


if __name__ == "__main__":
    main()
