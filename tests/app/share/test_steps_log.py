"""The log of steps: lines with checksums; it is read up to the first line that is missing or damaged."""
from __future__ import annotations

import zlib

import pytest

from app.headless.errors import InputError
from app.share import steps_log
from app.share.limits import MOST_COMMANDS
from physics.history import RunRecord
from physics.history.run_record import UNKNOWN

HASHES = b"".join(bytes([step]) * 8 for step in range(1, 12))
INPUTS = {0: ({"command": "release"},), 4: ({"command": "pin"}, {"command": "move_grab", "target": [0.1, 2.5, -3.0]}),
          10: ({"command": "pin"},)}
RUN = RunRecord(0, 10, INPUTS, HASHES, {})


def lined(*texts: str) -> bytes:
    """Lines with the right checksums."""
    return b"".join(b"%08x %s\n" % (zlib.crc32(text.encode()), text.encode()) for text in texts)


def test_a_run_comes_back():
    log = steps_log.decode(steps_log.encode(RUN), 1)
    assert log == steps_log.Log(RUN, True, "")


def test_the_lines_are_those_of_the_description():
    data = steps_log.encode(RunRecord(0, 1, {0: ({"command": "release"},)}, HASHES[:16], {}))
    assert data == lined('{"step":0,"hash":"0101010101010101"}', '{"after":0,"command":{"command":"release"}}',
                         '{"step":1,"hash":"0202020202020202"}', '{"end":1}')


def test_unknown_hashes_and_hashes_of_every_few_steps():
    run = RunRecord(0, 10, INPUTS, UNKNOWN + HASHES[32:40] + HASHES[64:72], {}, 4)
    data = steps_log.encode(run)
    assert data.count(b'"step"') == 4 and data.count(b'"hash"') == 2
    assert steps_log.decode(data, 4) == steps_log.Log(run, True, "")


@pytest.mark.parametrize("end", range(0, len(steps_log.encode(RUN)), 7))
def test_it_is_read_to_the_last_whole_step(end):
    data = steps_log.encode(RUN)[:end]
    log = steps_log.decode(data, 1)
    lines = data[:data.rfind(b"\n") + 1]
    whole = [step for step in range(11) if b'"step":%d,' % step in lines]
    assert not log.whole and log.why.endswith("the file ends there") and log.run.last == max(whole, default=0)
    assert log.run.inputs == {step: found for step, found in INPUTS.items() if step < log.run.last}
    assert log.run.hashes == HASHES[:8 * len(whole)]


@pytest.mark.parametrize("place", range(0, len(steps_log.encode(RUN)), 3))
def test_a_changed_byte_shows(place):
    data = bytearray(steps_log.encode(RUN))
    data[place] ^= 0x11
    log = steps_log.decode(bytes(data), 1)
    lines = steps_log.encode(RUN)[:place].count(b"\n") + 1
    assert not log.whole and (f"line {lines} of the log is damaged" in log.why or "the file ends there" in log.why)
    assert log.run.hashes == HASHES[:len(log.run.hashes)]


@pytest.mark.parametrize("texts, why", [
    (['{"step":1}'], "before its first step: line 1 of the log is damaged: it is step 1, and steps before it are missing"),
    (['{"step":0}', '{"step":2}'], "after step 0: line 2 of the log is damaged: it is step 2, and steps before it are missing"),
    (['{"step":0}', '{"step":0}'], "its step does not follow the one before"),
    (['{"step":0}', '{"step":1e3}'], "its step does not follow the one before"),
    (['{"step":true}'], "its step does not follow the one before"),
    (['{"step":-1}'], "its step does not follow the one before"),
    (['{"step":0,"hash":"00"}'], "its hash is none"),
    (['{"step":0,"hash":"XYXYXYXYXYXYXYXY"}'], "its hash is none"),
    (['{"step":0,"hash":7}'], "its hash is none"),
    (['{"after":0,"command":{"command":"pin"}}'], "its command stands behind another step"),
    (['{"step":0}', '{"after":1,"command":{"command":"pin"}}'], "its command stands behind another step"),
    (['{"step":0}', '{"after":0,"command":{}}'], "its command has no name"),
    (['{"step":0}', '{"after":0,"command":"pin"}'], "its command has no name"),
    (['{"step":0}', '{"end":3}'], "it is neither a step nor a command nor the end that belongs there"),
    (['{"end":0}'], "it is neither a step nor a command nor the end that belongs there"),
    (["[1]"], "it is neither a step nor a command nor the end that belongs there"),
    (['{"step":0}', "nonsense"], "it is not JSON"),
    (['{"step":0}', '{"after":0,"command":{"command":"pin","x":NaN}}'], "it is not JSON"),
    (['{"step":0}', "[" * 3000], "it is not JSON"),
    (['{"step":0}', '"' + "x" * 5000 + '"'], "after step 0: line 2 is longer than 4,000 bytes"),
    (['{"step":0}', '{"end":0}', '{"step":1}'], "after step 0: lines follow its end"),
])
def test_what_no_log_has_is_told_with_its_place(texts, why):
    log = steps_log.decode(lined(*texts), 1)
    assert why in log.why


def test_a_line_that_could_not_be_read_again_is_not_written():
    fits = {"command": "use_settings", "settings": ["x" * 3900]}
    assert steps_log.decode(steps_log.encode(RUN._replace(inputs={3: (fits,)})), 1).whole
    with pytest.raises(InputError, match="a command takes more than 4,000 bytes, too many for a share file"):
        steps_log.encode(RUN._replace(inputs={3: (fits | {"settings": ["x" * 4000]},)}))


def test_there_are_not_too_many_commands(monkeypatch):
    monkeypatch.setattr(steps_log, "MOST_COMMANDS", 2)
    assert MOST_COMMANDS == 200_000
    log = steps_log.decode(lined('{"step":0}', *['{"after":0,"command":{"command":"pin"}}'] * 3), 1)
    assert "there are more than 2 commands" in log.why and log.run.last == 0
    monkeypatch.setattr(steps_log, "MOST_HASHES", 5)
    log = steps_log.decode(steps_log.encode(RUN._replace(inputs={})), 1)
    assert "there are more than 5 hashes" in log.why and log.run.last == 4 and log.run.hashes == HASHES[:40]
