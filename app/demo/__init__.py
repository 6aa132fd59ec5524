"""Demos: recordings of a world for people without the program, as a web page that plays them or as a glTF file.

    sources       from a scene, a history or a world to a `Recording`
    recording     what is recorded: poses, joints and curves over time
    curves        the plotted quantities, in the language of `expect:`
    joint_rows    the joints of a recording, drawn simply
    appearance    colours, light and planes, as the program draws them
    quantization  poses as whole numbers
    packing       arrays as one compressed block
    page          the page: one file, which loads nothing
    player/       its sources: JavaScript modules, style and HTML; its shaders are those of `app.render`
    gltf          a glTF 2.0 binary with animation; `gltf_buffer` and `gltf_shapes` are parts of it
    notebook      the page in a notebook, `impulse.show`
    kinds         the endings of files, and what demos draw
    demo          what `impulse render` does for .html and .glb

Input: an opened scene, a `History` or a `World`.  Output: a file or a text.  No window, no GL, no network.  `app.cli` and
`impulse` import it.
"""
