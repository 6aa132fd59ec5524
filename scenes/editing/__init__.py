"""Editing: changes of a scene's content that can be taken back, and their text with comments and order kept.

    operations   put, insert and remove, on plain content and on the tree of a text
    text         a scene's text after operations
    edit         an edit: operations with a name for people
    bodies       edits of bodies: add, duplicate, change, rename, remove with what refers to them
    bounds       axis-aligned bounds of bodies
    moving       edits that move several bodies, with the joints among them
    arranging    edits that align bodies, spread them, and put them down on what lies below
    pasting      edits that add bodies and joints of another content
    joints       edits of joints: add, change, rename, remove with what refers to them
    axes         the separate axes of a joint
    generators   edits of generators, and breaking them up
    order        the order of creation, where entries go
    pieces       the bodies and joints of a generator as plain entries
    events       edits of events
    mentions     events and expectations that name a body or a joint
    names        names that are free

Comes in: plain content, as `scenes.loader` reads it.  `scenes.draft` keeps a document with its edits, and checks each of them.
"""
