"""Weather (table 18 of the advanced rules): what a day under open sky is like, and what it does to march and sight."""

from fractions import Fraction

from msgspec.structs import replace

from arbitro.kernel.rolltable import Row
from arbitro.kernel.ruling import Lookup
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.exploring.events import WeatherTurned
from arbitro.rules.whitebox.exploring.traps import Traps
from arbitro.rules.whitebox.state import State
from arbitro.rules.whitebox.tabled import Weather


class Skies(Traps):
    """The weather of the day, where the table plays with it."""

    def todays_weather(self, state: State) -> str:
        """The row of the table that today is; empty where nobody has asked."""
        return "" if state.expedition is None else state.expedition.weather

    def weather(self, state: State) -> Weather | None:
        """The facts of today's weather."""
        today = self.todays_weather(state)
        return next((row.result for row in self.content.weather.rows if row.id == today), None)

    def weather_factor(self, state: State) -> Fraction:
        """The share of a day's march that the weather leaves."""
        today = self.weather(state)
        return Fraction(1) if today is None else Fraction(today.travel)

    def poor_sight(self, state: State) -> bool:
        """Whether rain keeps people from seeing far: only under open sky."""
        out, today = state.expedition, self.weather(state)
        return out is not None and self.place(out).outdoors and today is not None and today.poor_sight

    def roll_weather(self, scene: Scene) -> tuple[Row[Weather], Lookup]:
        """Throw for the weather: a hot day or a wet one makes another of its kind likelier."""
        before = self.weather(scene.state)
        dice = self.content.exploration.weather_dice["default" if before is None else before.next_day]
        return replace(self.content.weather, dice=dice).roll(scene.dice, (), "weather")

    def turn_weather(self, scene: Scene) -> None:
        """A new day on the road has its weather, if the table plays with it."""
        if scene.state.options["daily_weather"]:
            row, lookup = self.roll_weather(scene)
            scene.happen(WeatherTurned(row.id, lookup, rules=("WB-OUTDOOR-01",)))
