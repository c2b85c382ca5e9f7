"""Weather (table 18 of the advanced rules): what a day under open sky is like, and what it does to march and sight."""

from fractions import Fraction

from msgspec.structs import replace

from arbitro.kernel.rolltable import Row
from arbitro.kernel.ruling import Lookup
from arbitro.rules.whitebox.exploring.events import WeatherTurned
from arbitro.rules.whitebox.exploring.state import place
from arbitro.rules.whitebox.roll_tables import Weather
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State


def todays_weather(state: State) -> str:
    """The row of the table that today is; empty where nobody has asked."""
    return "" if state.expedition is None else state.expedition.weather


def weather(here: Here) -> Weather | None:
    """The facts of today's weather."""
    today = here.rules.todays_weather(here.state)
    return next((row.result for row in here.rules.content.weather.rows if row.id == today), None)


def weather_factor(here: Here) -> Fraction:
    """The share of a day's march that the weather leaves."""
    today = weather(here)
    return Fraction(1) if today is None else Fraction(today.travel)


def poor_sight(here: Here) -> bool:
    """Whether rain keeps people from seeing far: only under open sky."""
    out, today = here.state.expedition, weather(here)
    return out is not None and place(out).outdoors and today is not None and today.poor_sight


def roll_weather(scene: Scene) -> tuple[Row[Weather], Lookup]:
    """Throw for the weather: a hot day or a wet one makes another of its kind likelier."""
    before = weather(scene)
    dice = scene.rules.content.exploration.weather_dice["default" if before is None else before.next_day]
    return replace(scene.rules.content.weather, dice=dice).roll(scene.dice, (), "weather")


def turn_weather(scene: Scene) -> None:
    """A new day on the road has its weather, if the table plays with it."""
    if scene.state.options["daily_weather"]:
        row, lookup = roll_weather(scene)
        scene.happen(WeatherTurned(row.id, lookup, rules=("WB-OUTDOOR-01",)))
