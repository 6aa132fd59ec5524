"""The user's actions about the camera of a film: views, the followed body, keyframes, playing, and saving them in the scene."""
from __future__ import annotations

from app.input.action_target import ActionTarget
from app.input.actions import control
from app.input.bindings import CAMERA
from app.simulation.commands import Pause, Restart


@control(CAMERA, "Keep this view as a bookmark", "Ctrl+B")
def keep_view(state: ActionTarget) -> None:
    """Remember where the camera is, under a name, to come back to; U shows the list of views, where they are renamed."""
    name = state.film.edit(lambda editor: editor.keep_view(state.motion.vantage))
    if name:
        state.say(f"View kept as {name}", "good")


@control(CAMERA, "Go to the next bookmark", "Shift+V")
def next_view(state: ActionTarget) -> None:
    """Move the camera to the next of the scene's views; the palette finds each by its name."""
    bookmark = state.film.editor.next_view()
    if bookmark is None:
        state.say(f"The scene has no bookmarks: {state.controls.keys('keep_view')} keeps this view as one")
    else:
        state.film.go_to_view(bookmark.name)
        state.say(bookmark.name)


@control(CAMERA, "Follow the selected body, or stop", "Ctrl+F")
def follow_selection(state: ActionTarget) -> None:
    """The camera looks at the selected body and moves with it; orbit and zoom go on. Again: it stays where it is."""
    player, uid = state.film.player, state.status.selection
    if uid is None and player.followed is None:
        state.say("Select a body first: click on it")
        return
    stop = uid is None or uid == player.followed
    row = None if stop else state.view.table.index(uid)
    name = "" if row is None else state.view.table.names[row]
    player.follow(None if stop else uid)
    state.film.edit(lambda editor: editor.change(follow=name))
    state.say("The camera stays" if stop else f"The camera follows {name}" if name else
              "The camera follows this body; it has no name, so the scene's file cannot say so")


@control(CAMERA, "Keyframe of the camera's path here and now", "Y")
def set_keyframe(state: ActionTarget) -> None:
    """The camera of a film is here at the present time of the scene; it moves smoothly from keyframe to keyframe."""
    time = state.film.player.time
    replaced = state.film.edit(lambda editor: editor.set_keyframe(time, state.motion.vantage))
    if replaced is not None:
        state.say(f"Keyframe at {time:.2f} s {'replaced' if replaced else 'set'}, {len(state.film.plan.path)} in all", "good")


@control(CAMERA, "Play the camera's path, or stop", "Shift+Y")
def play_path(state: ActionTarget) -> None:
    """Play the scene's film: along the path, in slow motion where the scene says so; moving the camera ends it. After the end
    the scene restarts."""
    film, status = state.film, state.status
    if film.player.playing:
        film.player.stop()
    elif film.plan.end <= 0.0:
        state.say(f"There is nothing to play: {state.controls.keys('set_keyframe')} sets a keyframe at the present time")
    elif film.player.time >= film.plan.end and status.script:
        state.say("The script is past the end of the path", "warning")
    else:
        over = film.player.time >= film.plan.end
        film.player.play(state.publication, over)
        if over:
            state.submit(Restart())
        state.submit(Pause(False))


@control(CAMERA, "Save camera and film in the scene's file", "Shift+U", watching=False)
def save_film(state: ActionTarget) -> None:
    """Write bookmarks, path, captions, slow motion and the followed body into the scene's YAML file; comments and order stay. A
    scene of the catalog is saved as a copy."""
    state.film.save(state.status.edits.changed)
