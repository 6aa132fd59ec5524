"""Moments as scenes: a running world at one moment as the text of a scene, which goes on as that world would have.

    content    the content of the scene: settings, camera, events that are still ahead, and what the files below make
    bodies     a body of a world as an entry of `bodies`
    joints     a joint of a world as an entry of `joints`
    yaml_text  plain content as YAML
    state      the section `state`: made of a world, checked, and put into one

Comes in: a world, the document that it was built from.  Goes out: text for `scenes.saved_moment`, which checks and writes it.
"""
