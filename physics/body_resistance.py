"""How a body resists rolling and spinning on what it touches: the part of its handle about the arms of `contacts.rolling`."""
from __future__ import annotations

from physics.bodies.arrays import CURVATURE
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.material import RESISTANCES
from physics.definitions.tunable import tunables
from physics.storage.owner import Owner


class BodyResistance:
    """The resistances of a body; `Body` provides `_world`, `_row` and `_wake`."""

    __slots__ = ()

    _world: Owner
    _row: int

    @property
    def rolling_resistance(self) -> float:
        """Arm by which the normal force resists rolling [m]; writable.  Of a pair the larger one acts."""
        return self._resistance("rolling_resistance")

    @rolling_resistance.setter
    def rolling_resistance(self, value: float) -> None:
        self._set_resistance("rolling_resistance", value)

    @property
    def rolling_share(self) -> float:
        """The same as a share of the radius, which is added; writable."""
        return self._resistance("rolling_share")

    @rolling_share.setter
    def rolling_share(self, value: float) -> None:
        self._set_resistance("rolling_share", value)

    @property
    def spinning_resistance(self) -> float:
        """Arm by which the normal force resists turning about the normal [m]; writable.  Of a pair the larger one acts."""
        return self._resistance("spinning_resistance")

    @spinning_resistance.setter
    def spinning_resistance(self, value: float) -> None:
        self._set_resistance("spinning_resistance", value)

    @property
    def spinning_share(self) -> float:
        """The same as a share of the radius, which is added; writable."""
        return self._resistance("spinning_share")

    @spinning_share.setter
    def spinning_share(self, value: float) -> None:
        self._set_resistance("spinning_share", value)

    def _resistance(self, name: str) -> float:
        return float(self._world._bodies.arrays.resistance[self._row, RESISTANCES.index(name)])

    def _set_resistance(self, name: str, value: float) -> None:
        pool, number = self._world._bodies, tunables(BodyDefinition)[name].check(name, value)
        row = pool.arrays.resistance[self._row]
        numbers = row[:len(RESISTANCES)].tolist()
        numbers[RESISTANCES.index(name)] = number
        pool.set_resistance(self._row, numbers, float(row[CURVATURE]))
        self._wake()
