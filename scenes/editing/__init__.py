"""Editing: changes of a scene's content that can be taken back, and their text with comments and order kept.

    operations   put, insert and remove, on plain content and on the tree of a text
    text         a scene's text after operations
    edit         an edit: operations with a name for people
    bodies       edits of bodies: add, duplicate, change, rename, remove with what refers to them
    joints       edits of joints: add, change, rename, remove with what refers to them
    axes         the separate axes of a joint
    events       edits of events
    mentions     events and expectations that name a body or a joint
    names        names that are free

Comes in: plain content, as `scenes.loader` reads it.  `scenes.draft` keeps a document with its edits, and checks each of them.
"""
