"""The findings of the adviser: symptom, number, cause and reason at the left, what to change at the right."""
from __future__ import annotations

from imgui_bundle import ImVec2, imgui
from imgui_bundle import icons_fontawesome_6 as icons

from app.panels.widgets.strong_button import strong_button
from app.panels.widgets.ui import Ui
from app.published.advice import Advice, FindingCard
from app.published.status import VARIANT_NAMES as NAMES
from app.simulation.commands import TryAdvice

CHANGE, LEAST = 0.36, 190          # share of the width for what to change, and the least [design px]
TRY = "Run the scene from its start once more with this change, beside the present one"
FINE = "Nothing is wrong, as far as the adviser can see."


def found(ui: Ui, advice: Advice) -> None:
    """The findings, or what was looked for in vain."""
    if not advice.findings:
        with ui.colored(ui.palette.good):
            imgui.text_unformatted(icons.ICON_FA_CIRCLE_CHECK)
        imgui.same_line()
        imgui.text_unformatted(FINE)
        ui.note("advice:nothing")
        ui.aside("It looked for: " + ", ".join(title[0].lower() + title[1:] for title in advice.asked) + ".")
        return
    width = imgui.get_content_region_avail().x
    if not imgui.begin_table("##findings", 2):
        return
    room = min(max(CHANGE * width, LEAST * ui.unit), 0.5 * width)
    imgui.table_setup_column("finding", imgui.TableColumnFlags_.width_stretch)
    imgui.table_setup_column("change", imgui.TableColumnFlags_.width_fixed, room)
    for number, finding in enumerate(advice.findings, 1):
        imgui.table_next_row(0, 6 * ui.unit)
        imgui.table_next_column()
        _symptom(ui, number, finding)
        imgui.table_next_column()
        _change(ui, number, finding)
    imgui.end_table()


def _symptom(ui: Ui, number: int, finding: FindingCard) -> None:
    """Symptom, number, cause and reason."""
    imgui.begin_group()
    imgui.push_text_wrap_pos(0)
    with ui.bold():
        imgui.text_unformatted(f"{number}  {finding.symptom}")
    text = f"{finding.value}, above {finding.limit}"
    with ui.colored(ui.palette.warning):
        imgui.text_unformatted(text)
    imgui.text_unformatted(f"Likely cause: {finding.cause}" if finding.cause else "The cause is unknown")
    imgui.text_disabled(finding.reason[0].upper() + finding.reason[1:])
    if finding.others:
        imgui.text_disabled(f"Or: {'; '.join(finding.others)}")
    imgui.pop_text_wrap_pos()
    imgui.dummy(ImVec2(0, 4 * ui.unit))
    imgui.end_group()
    ui.note(f"finding:{number}")
    ui.tip("\n".join((f"Measured: {finding.measured}", *(f"{label}: {value}" for label, value in finding.numbers))))


def _change(ui: Ui, number: int, finding: FindingCard) -> None:
    """Which knobs to turn, and the button that does it beside; or why there is none."""
    imgui.push_text_wrap_pos(0)
    if not finding.knobs:
        imgui.text_disabled("No setting helps")
    for knob in finding.knobs:
        imgui.text_disabled(knob.label)
        imgui.text_unformatted(f"{knob.before}  {icons.ICON_FA_ARROW_RIGHT} " if knob.before else icons.ICON_FA_ARROW_RIGHT)
        imgui.same_line(0, 4 * ui.unit)
        with ui.bold(), ui.colored(ui.palette.accent):
            imgui.text_unformatted(knob.after)
    imgui.pop_text_wrap_pos()
    if finding.refusal:
        ui.aside(f"{finding.refusal[0].upper()}{finding.refusal[1:]}")
        ui.note(f"advice:refused {number}")
    elif finding.knobs:
        _beside(ui, number, finding)


def _beside(ui: Ui, number: int, finding: FindingCard) -> None:
    """The button, or the variant that has the change already."""
    status = ui.state.status
    made = next((place for place, card in enumerate(status.variants) if finding.made_in(card.tuning)), None)
    if made is not None:
        with ui.colored(ui.variant(made)):
            imgui.text_unformatted(f"{icons.ICON_FA_CODE_COMPARE}  Runs as variant {NAMES[made]}")
        ui.note(f"advice:made {number}")
        return
    full = len(status.variants) == len(NAMES)
    imgui.begin_disabled(full)
    if strong_button(ui, f"{icons.ICON_FA_CODE_COMPARE}  Try it beside", f"try advice {number}", strong=not full):
        ui.state.submit(TryAdvice(finding.settings))
    imgui.end_disabled()
    ui.tip(f"There are {len(NAMES)} variants already" if full else TRY)
