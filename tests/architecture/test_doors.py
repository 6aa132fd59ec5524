"""Files are read and written by the doors of `impulse.files` alone; child processes start without the current folder.

Each way around a door takes what the doors refuse: a device without end, a pipe that waits, a file of somebody else, a module of
the folder that the program is started in.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.architecture.sources import PRODUCT, Source, sources

DOORS = {"impulse.files.reading", "impulse.files.writing", "physics.compile.code_files", "physics.compile.cache",
         "physics.compile.prebuilt"}       # and that of compiled kernels, for `physics` imports nothing else of ours
MODE = re.compile(r"[rwxabt+U]{1,4}")
METHODS = {"read_text", "read_bytes", "write_text", "write_bytes"}
MODULES = {"os": {"open", "fdopen", "replace", "rename", "remove", "unlink"}, "io": {"open", "FileIO"},
           "shutil": {"copy", "copy2", "copyfile", "copytree", "move"}, "codecs": {"open"}, "av": {"open"}, "Image": {"open"},
           "tempfile": {"mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile"}, "zipfile": {"ZipFile"},
           "gzip": {"open"}, "bz2": {"open"}, "lzma": {"open"}, "tarfile": {"open"}, "mmap": {"mmap"},
           "np": {"load", "save", "savez", "savez_compressed", "loadtxt", "savetxt", "genfromtxt", "fromfile", "memmap"}}
OPENED = {"opened", "written", "BytesIO"}  # what gives a file that may be passed on
OTHER_WAYS = {                             # function -> why it goes another way
    "app.capture.formats.coded_film.CodedFilm.__init__": "FFmpeg writes to a path: that of a PartFile",
    "app.capture.formats.gif.Painter.__init__": "FFmpeg writes to a path: that of a PartFile",
    "app.capture.formats.png_frames.PngFrames.__init__": "a hidden folder that takes the place of the sequence",
    "app.capture.formats.png_frames.PngFrames.close": "the hidden folder, or its files, take their place",
    "app.capture.formats.png_frames._exchange": "the hidden folder takes the place of an older one",
    "app.capture.formats.png_frames._sync": "a file of the hidden folder",
    "app.share.packing.pack": "the path of a PartFile",
    "app.share.unpacking._by_directory": "a file that `unpack` has opened",
    "app.window.watching.pipes": "the streams of the process",
    "impulse.terminal.give_up": "nothing is written to os.devnull",
}
STARTERS = {"app.headless.children", "physics.compile.prebuilt"}       # modules that may name this Python


def _calls(source: Source) -> Iterator[tuple[str, ast.Call, set[str]]]:
    """Every call: the function that it is in, the call, and names that stand for opened files there."""
    def walk(node: ast.AST, place: str, files: set[str]) -> Iterator[tuple[str, ast.Call, set[str]]]:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            place = f"{place}.{node.name}"
        if isinstance(node, ast.With):
            files = files | {item.optional_vars.id for item in node.items
                             if isinstance(item.optional_vars, ast.Name) and _name(item.context_expr) in OPENED}
        if isinstance(node, ast.Call):
            yield place, node, files
        for child in ast.iter_child_nodes(node):
            yield from walk(child, place, files)
    yield from walk(source.tree, source.module, set())


def _name(node: ast.AST) -> str:
    """The last name of what is called."""
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def opens_a_file(call: ast.Call, files: set[str]) -> bool:
    """Whether a call opens, makes or moves a file by its path."""
    function, first = call.func, call.args[0] if call.args else None
    if isinstance(function, ast.Name):
        return function.id in ("open", "ZipFile", "FileIO", "NamedTemporaryFile", "mkstemp", "mkdtemp")
    if not isinstance(function, ast.Attribute):
        return False
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    if function.attr in MODULES.get(owner, ()):
        return not (isinstance(first, ast.Name) and first.id in files or _name(first) == "BytesIO")
    if function.attr in METHODS:
        resource = any(isinstance(part, ast.Call) and _name(part) == "files" for part in ast.walk(function.value))
        return owner not in ("reading", "writing") and not resource
    is_mode = isinstance(first, ast.Constant) and isinstance(first.value, str) and MODE.fullmatch(first.value)
    return function.attr == "open" and bool(is_mode)


def test_files_go_through_the_doors():
    found = {(place, f"{source.name}:{call.lineno}") for source in sources(*PRODUCT) if source.module not in DOORS
             for place, call, files in _calls(source) if opens_a_file(call, files)}
    wrong = sorted(line for place, line in found if place not in OTHER_WAYS)
    assert not wrong, f"read by impulse.files.reading, write by impulse.files.writing: {wrong}"
    unused = set(OTHER_WAYS) - {place for place, _ in found}
    assert not unused, f"these go through the doors by now: {sorted(unused)}"


def test_the_scan_finds_every_way():
    for text in ("open(path)", "path.open('rb')", "path.read_text()", "path.read_bytes()", "path.write_text('')", "np.load(path)",
                 "os.open(path, 0)", "np.savez(path)", "Image.open(path)", "ZipFile(path)", "os.replace(a, b)",
                 "tempfile.mkstemp()"):
        assert opens_a_file(ast.parse(text, mode="eval").body, set()), text
    for text in ("np.load(file)", "Image.open(io.BytesIO(data))", "session.open(name)", "reading.read_bytes(path)",
                 "files('app').joinpath('a').read_text()"):
        assert not opens_a_file(ast.parse(text, mode="eval").body, {"file"}), text


def test_children_start_without_the_current_folder():
    """This Python is named by one module, which writes -P; processes of libraries start within `safe_path`, or in `starting`,
    which holds it."""
    wrong = []
    for source in sources(*PRODUCT):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute) and node.attr == "executable" and source.module not in STARTERS:
                wrong.append(f"{source.name}:{node.lineno} names sys.executable: use app.headless.children.python")
        wrong += [f"{source.name}:{line} imports joblib: its workers start in app.studies.cells.backends"
                  for name, line, _ in source.imports()
                  if name.split(".")[0] in ("joblib", "distributed") and not source.module.startswith("app.studies.cells.")]
        safe = {call for node in ast.walk(source.tree) if isinstance(node, ast.With)
                if any(_name(item.context_expr) in ("starting", "safe_path") for item in node.items) for call in ast.walk(node)}
        if any(name == "multiprocessing" for name, _, _ in source.imports()):
            wrong += [f"{source.name}:{call.lineno} starts a process outside `starting`" for _, call, _ in _calls(source)
                      if isinstance(call.func, ast.Attribute) and call.func.attr == "start" and not call.args
                      and _name(call.func.value) in ("other", "process", "child") and call not in safe]
    assert not wrong, "\n".join(wrong)


def test_text_goes_through_the_terminal():
    """Names and messages of strangers are shown, not obeyed: nothing but `impulse.terminal` prints."""
    wrong = [f"{source.name}:{call.lineno}" for source in sources("app", "impulse") if source.module != "impulse.terminal"
             for place, call, _ in _calls(source)
             if (_name(call) == "print" and isinstance(call.func, ast.Name) or _name(call) in ("echo", "secho", "Console"))]
    assert not wrong, f"use say or console of impulse.terminal: {wrong}"
