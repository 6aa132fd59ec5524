"""Comparisons: equal variants stay equal, others diverge as expected, and the output files."""
from __future__ import annotations

import csv
import io
import math
from html.parser import HTMLParser

import numpy as np
import pytest
from PIL import Image

import scenes
from app.headless.errors import InputError
from app.studies.charts.chart import COLORS
from app.studies.compare import picture, report
from app.studies.compare.comparison import Comparison, Variant, VariantRun, distance, variant_of
from app.studies.compare.picture import upright
from physics.measure.metric_table import titled
from physics.measure.metrics import METRICS
from tests.app.cli.conftest import FALLING

PUSHED = FALLING + "events: [{at: 0.1, set_velocity: {body: ball, velocity: [0, 3, 0]}}]\n"


def _ran(*settings: str, text: str = FALLING, seconds: float = 0.4, tolerance: float = 1e-3) -> Comparison:
    variants = [variant_of(name, setting) for name, setting in zip("abcd", settings)]
    study = Comparison(scenes.loads(text, id="falling"), variants, seconds, tolerance)
    study.go()
    return study


@pytest.fixture(scope="module")
def study() -> Comparison:
    """Gravity as it is and as on the moon, and smaller steps."""
    return _ran("", "world.gravity=[0,0,-1.6]", "world.dt=1/120,solver.substeps=2")


def test_equal_variants_are_the_same_bits():
    study = _ran("", "solver.beta=0.2", "", text=PUSHED)
    for run, apart in zip(study.runs, study.distances()):
        assert run.hash == study.runs[0].hash and not apart.largest.any()
    assert report.verdicts(study)[1] == "the same bits as a"


def test_events_come_in_every_variant():
    study = _ran("", "solver.substeps=1", text=PUSHED)
    assert [abs(run.series["momentum_y"][-1] - 6) < 1e-3 for run in study.runs] == [True, True]


def test_how_far_variants_are_apart(study):
    """The ball falls freely: after n steps variants with other gravity are dt^2 n (n + 1) / 2 times its difference apart.  The
    box on the floor moves hardly."""
    apart = study.distances()[1]
    n = np.arange(25)
    assert apart.largest[-1] == pytest.approx(8.21 * 24 * 25 / 2 / 3600, rel=0.25)      # substeps fall a little less
    assert np.all(np.diff(apart.largest) > 0) and len(apart.times) == len(n)
    assert apart.rms[-1] == pytest.approx(apart.largest[-1] / math.sqrt(2), rel=1e-2)   # of two bodies one moves


def test_variants_with_other_steps_are_compared_where_both_are(study):
    apart = study.distances()[2]
    assert len(study.runs[2].times) == 49 and len(apart.times) == 25
    np.testing.assert_allclose(apart.times, study.runs[0].times)


def test_the_first_moment_beyond(study):
    apart = study.distances()[1]
    when = apart.first_beyond(0.1)
    k = int(np.flatnonzero(apart.times == when)[0])
    assert apart.largest[k] > 0.1 >= apart.largest[k - 1]
    assert apart.first_beyond(1e3) is None
    assert f"since step {k}" in report.verdicts(_ran("", "world.gravity=[0,0,-1.6]", tolerance=0.1))[1]


def _variant_run(places: list[list[list[float]]]) -> VariantRun:
    array = np.array(places, float)
    return VariantRun(Variant("x"), np.arange(len(array), dtype=float), {}, array, "")


def test_bodies_that_are_gone():
    """A body removed in both variants does not count; removed or NaN in one it is infinitely far."""
    nan = [math.nan] * 3
    first = _variant_run([[[0, 0, 0], [1, 0, 0]], [[0, 0, 0], nan]])
    both = distance(first, _variant_run([[[3, 4, 0], [1, 0, 0]], [[0, 0, 2], nan]]))
    assert both.largest.tolist() == [5, 2] and both.rms.tolist() == [pytest.approx(math.sqrt(12.5)), 2]
    one = distance(first, _variant_run([[[0, 0, 0], [1, 0, 0]], [nan, nan]]))
    assert one.largest.tolist() == [0, math.inf] and one.first_beyond(1e9) == 1


def test_every_metric_of_a_world_is_read(study):
    names = " ".join(study.runs[0].series)
    for name, metric in METRICS.items():
        assert metric.scope != "world" or name == "time" or name in names
    assert all(len(values) == len(run.times) for run in study.runs for values in run.series.values())
    assert (titled("momentum_x"), titled("max(joint_gap)"), titled("contacts")) == \
        ("momentum_x [N s]", "max(joint_gap) [m]", "contacts")


def test_the_csv(study):
    rows = list(csv.DictReader(io.StringIO(study.as_csv())))
    assert [row["variant"] for row in rows] == ["a"] * 25 + ["b"] * 25 + ["c"] * 49
    last = rows[49]
    assert float(last["distance_largest"]) == study.distances()[1].largest[-1]
    assert float(last["energy"]) == study.runs[1].series["energy"][-1]
    assert [row["distance_rms"] == "" for row in rows[50:53]] == [False, True, False]


def test_settings_that_differ(study):
    differing = {path for path, values in study.settings().items() if len(set(values)) > 1}
    assert differing == {"world.gravity", "world.dt", "solver.substeps"}


class _Reader(HTMLParser):
    """Tags and texts of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.texts.append(data)


def test_the_report_needs_no_other_file(study, tmp_path):
    report.write(study, tmp_path / "a.html")
    page = _Reader((tmp_path / "a.html").read_text())
    images = [attributes for tag, attributes in page.tags if tag == "img"]
    assert all(image["src"].startswith("data:image/png;base64,") for image in images) and len(images) > 5
    assert not any("href" in attributes for _, attributes in page.tags)
    assert [attributes for tag, attributes in page.tags if tag == "tr" and attributes.get("class") == "changed"] != []
    assert "world.gravity=[0,0,-1.6]" in page.texts and page.texts.count("solver.beta") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["a.html"]


def test_names_cannot_break_the_report():
    study = _ran("", "solver.beta=0.3", text=FALLING.replace("title: Falling", "title: <b>&"), seconds=0.05)
    assert "<h1>&lt;b&gt;&amp;</h1>" in report.report(study)


def test_the_picture(study, tmp_path):
    picture.draw(study, tmp_path / "a.png")
    found = {color for count, color in Image.open(tmp_path / "a.png").convert("RGB").getcolors(1 << 24) if count > 40}
    assert set(COLORS[:3]) <= found
    assert not any("body_count" in title for title in picture.diagrams(study))      # it is always the same number


def test_no_time_at_all(tmp_path):
    study = _ran("", "solver.beta=0.3", seconds=0.0)
    assert len(study.runs[0].times) == 1 and len(picture.diagrams(study)) == 2
    assert "<h2>Over time</h2>" in report.report(study)


def test_a_variant_that_gives_up(monkeypatch):
    study = Comparison(scenes.loads(FALLING), [Variant("a"), Variant("b", ("solver.beta=0.3",))], 0.2)
    world = study.worlds[1]
    step, taken = world.step, []

    def give_up(**_: object) -> None:
        if len(taken) == 3:
            raise ArithmeticError("no answer")
        taken.append(step())

    monkeypatch.setattr(world, "step", give_up)
    study.go()
    assert [len(run.times) for run in study.runs] == [13, 4]
    assert "after 3 steps: no answer" in report.verdicts(study)[1]
    assert report.report(study) and study.as_csv()


@pytest.mark.parametrize(("values", "logarithmic", "low"), [
    ([[1e-9, 1e-6, 1e-3, 1]], True, None), ([[0.0, 0, 0]], False, 0.0), ([[5.0, 6]], False, None), ([[math.nan]], False, 0.0),
    ([[0.0, 10]], False, 0.0)])
def test_ranges(values, logarithmic, low):
    found = upright([np.array(v) for v in values])
    assert found.logarithmic == logarithmic and (low is None or found.low == low) and found.low < found.high


def test_variants_are_read():
    read = variant_of("b", "solver.beta=0.3, world.gravity=[0,0,-1],")
    assert read == Variant("b", ("solver.beta=0.3", "world.gravity=[0,0,-1]"))
    assert variant_of("a") == variant_of("a", "") == Variant("a")
    assert variant_of("b", "solver.beta=0.3", "solver.slop=0").settings == ("solver.beta=0.3", "solver.slop=0")
    with pytest.raises(InputError, match="--variant-b: .*did you mean 'solver.beta'"):
        Comparison(scenes.loads(FALLING), [Variant("a"), Variant("b", ("solver.betta=1",))])
