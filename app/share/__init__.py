"""Share files: a run in one file that another program can take again; their format, written and read.

An `.impulse` file is an ordinary zip, all of whose parts are stored without compression, in this order:

    share.json       what the world was built with, what made the file, how many steps and commands it has
    scene.yaml       the scene's text
    steps.log        commands and hashes of states in order of steps, a checksum in each line
    poses.bin        poses of bodies after some steps, each with a checksum
    picture.png      what the window showed
    film.mp4         a film of the run, on request

`limits` says how much of all that is read, `contents` what a file is made of, `steps_log` and `poses` are the two formats of the
run, `packing` writes the zip, `unpacking` and `salvage` read one that is whole, cut short or damaged, `writing` and `reading` do
it with a file, `made` names the versions of this program.  In and out go `Share`s; commands in them are plain dictionaries, which
`app.simulation` makes and checks.  Nothing is executed or unpickled, and no part is written to a place that a file names.
"""
