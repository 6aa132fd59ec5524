# Impulse from a fresh clone: `make run` opens it, `make test` proves it.  Both first make what they need.
.DEFAULT_GOAL := help
.PHONY: help run test fuzz atheris soak supply audit mutations hashes hashes-plain hashes-numba warmup wheel docs lock clean

# The interpreter that .venv is made with: the first that runs and is new enough; `make PYTHON=...` names another.
ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(ENOUGH)' 2>/dev/null && { echo $$p; exit; }; done; echo python3)
BIN := .venv/bin
# Tests start hundreds of processes.  Modules are compiled once, before, and by nobody else: some tests let the disk be full, and
# Python keeps half a compiled file then.
test fuzz soak: export PYTHONDONTWRITEBYTECODE := 1
COMPILED := $(BIN)/python -m compileall -q -j 0 app impulse lessons physics scenes tests
# A test process for each core, up to four; a file's tests stay in one process, which its window or its worlds are made in once.
# Files are taken in the order of tests/conftest.py, the long ones first.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

help:
	@echo "make run           open the default scene (SCENE=name or file for another); without a display: out/welcome.mp4"
	@echo "make test          everything that must hold, six to eighteen minutes"
	@echo "make fuzz          thousands of random inputs"
	@echo "make atheris       coverage-guided fuzzing of scene files, commands and share files; SECONDS=300 for each target"
	@echo "make soak          long runs: nets and chains for thousands of steps, other builds"
	@echo "make mutations     whether tests find mistakes: thirty of them, one after another, in a copy"
	@echo "make hashes        state hashes of the whole catalog, beside the table in tests/data; hashes-plain: kernels by numba alone"
	@echo "make hashes-numba  the same under the oldest and the newest numba that pyproject.toml allows; SCENES=... for a few scenes"
	@echo "make wheel         build/wheel/*.whl with compiled kernels inside, for a first start without compiling"
	@echo "make supply        that wheel in clean environments, with the oldest and the newest allowed packages; PYTHONS=..."
	@echo "make audit         known vulnerabilities of the locked packages; asks the public databases"
	@echo "make warmup        compile the kernels now instead of at the first start"
	@echo "make docs          write the generated tables of the docs and the thumbnails anew, and the API reference: build/api/index.html"
	@echo "make lock          write requirements.lock anew from the ranges in pyproject.toml"
	@echo "make clean         remove .venv, build and out"

.venv/ready: requirements.lock pyproject.toml .ci/environment
	@.ci/environment "$(PYTHON)"
	@touch $@

run: .venv/ready
	@.ci/system-packages run
	@$(BIN)/impulse $(SCENE)

# Kernels are compiled by two processes before any test starts; the tests then only load them.
test: .venv/ready
	@.ci/system-packages test
	@$(COMPILED)
	@$(BIN)/impulse warmup --precision both
	$(PYTEST) --durations=30

fuzz: .venv/ready
	@.ci/system-packages test
	@$(COMPILED)
	@$(BIN)/impulse warmup --precision both
	$(PYTEST) -m fuzz

soak: .venv/ready
	@.ci/system-packages test
	@$(COMPILED)
	@$(BIN)/impulse warmup --precision both
	$(PYTEST) -m soak

atheris: .venv/ready
	@$(BIN)/python -m pip install --quiet "$$(sed -n 's/.*"\(atheris[^"]*\)".*/\1/p' pyproject.toml)"
	@$(BIN)/impulse warmup
	@for target in loader commands steps frames share settings; do \
		$(BIN)/python -m tests.fuzzing $$target --seconds $(or $(SECONDS),300) || exit 1; \
	done

mutations: .venv/ready
	@.ci/system-packages test
	@$(BIN)/impulse warmup --precision both
	$(BIN)/python -m tests.mutations

hashes: .venv/ready
	$(BIN)/python -m tests.benchmarks.state_hashes $(SCENES)

hashes-plain: .venv/ready
	IMPULSE_COMPILE=plain $(BIN)/python -m tests.benchmarks.state_hashes $(SCENES)

# The ends of numba's range in pyproject.toml, each in an environment of its own; pip takes the llvmlite that belongs to it.
OLDEST := $(shell sed -n 's/.*"numba>=\([0-9.]*\),<.*/\1.*/p' pyproject.toml)
NEWEST := $(shell sed -n 's/.*"numba>=[0-9.]*,\(<[0-9.]*\)".*/\1/p' pyproject.toml)
hashes-numba: pyproject.toml
	@for range in "==$(OLDEST)" "$(NEWEST)"; do \
		place=build/numba-$$(echo "$$range" | tr -dc '0-9.'); \
		test -x $$place/bin/python || $(PYTHON) -m venv $$place; \
		$$place/bin/python -m pip install --quiet --upgrade "numba$$range" . || exit 1; \
		$$place/bin/python -m pip uninstall --quiet --yes impulse-sandbox; \
		$$place/bin/python -c 'import numba; print("numba", numba.__version__)'; \
		$$place/bin/python -m tests.benchmarks.state_hashes $(SCENES) || exit 1; \
	done

# Sources in a folder of their own, with kernels of the default precision for every level that this machine has.
wheel: .venv/ready
	@rm -rf build/wheel && mkdir -p build/wheel/source
	@cp -R app impulse physics scenes lessons assets pyproject.toml README.md LICENSE build/wheel/source
	$(BIN)/python -m physics.compile.prebuilt build/wheel/source/physics/compile/prebuilt_kernels
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheel build/wheel/source

# The wheel in new environments: it starts, draws and computes the bits of tests/data/state_hashes.json, under each interpreter of
# PYTHONS, by default that of .venv; for others pip is asked alone.
supply: wheel
	$(BIN)/python -m tests.supply --resolve 3.12 3.13 $(if $(PYTHONS),--python $(PYTHONS))

# The checker has an environment of its own, and reads the list alone: nothing of it is installed.
audit:
	@test -x build/audit/bin/pip-audit || { $(PYTHON) -m venv build/audit && build/audit/bin/python -m pip install --quiet pip-audit; }
	build/audit/bin/pip-audit --requirement requirements.lock --no-deps --disable-pip

warmup: .venv/ready
	@$(BIN)/impulse warmup

docs: .venv/ready
	@mkdir -p build
	@$(BIN)/python docs/generated.py
	@$(BIN)/python -m scenes.reading.reference > build/reference.md && mv build/reference.md docs/reference/scene-keys.md
	@$(BIN)/python -m scenes.reading.json_schema > build/schema.json && mv build/schema.json scenes/scene.schema.json
	@$(BIN)/python -m app.capture.thumbnails
	@$(BIN)/python docs/api/reference.py

# The newest release that each range allows, of all that a new environment would have: pip resolves, and installs nothing.
lock:
	@rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade pip
	build/lock/bin/python -m pip install --quiet --dry-run --ignore-installed --report build/lock/report.json '.[test,cluster,docs]'
	@build/lock/bin/python .ci/lock.py build/lock/report.json requirements.lock && rm -rf build/lock
	-@git --no-pager diff --stat -- requirements.lock

clean:
	rm -rf .venv build out *.egg-info
