# The two commands of the README: `make demo` and `make test`. Both install what is missing themselves.
.PHONY: help demo build deb screenshots test test-sdk test-server test-program test-postgres test-package run-program run-package bench soak fuzz fuzz-vast fuzz-server check-vast-schema check check-setup check-format check-docs check-ui check-shell format clean

help:
	@echo "make demo    build Marquee and run it with sample content; prints the addresses; ARGS=\"--port 9000\""
	@echo "make test    every test: SDK, server, the program, a real browser"
	@echo "make test-postgres  the browser's tests of portal and lab with the control plane in PostgreSQL"
	@echo "make deb     a Debian package, from a release build of its own; ARGS=\"--version 1.2.3\""
	@echo "make test-package  the Debian package, built, installed in a fresh Debian, upgraded, removed; as root, part of make test"
	@echo "make check   format, sizes, documentation with its examples, the views against stub declarations, shell scripts, specification table"
	@echo "make bench   measure the hot paths, each beside a baseline (release build: 20 minutes the first time)"
	@echo "make soak    a simulated week of 10,000 devices through the intake (release build, some minutes); DEVICES=1000"
	@echo "make fuzz    throw random input at the VAST library and at what the server reads from strangers;"
	@echo "             TIME=600 seconds each (not for CI); make fuzz-vast and make fuzz-server run one of the two"
	@echo "make check-vast-schema XSD=FOLDER  validate written VAST documents with the IAB's schemas (not for CI)"
	@echo "make screenshots  take the pictures of README.md and docs again; ARGS=\"content report\" takes those alone"
	@echo "make format  rewrite the sources in the project's format"

# Which commit a program was built from; `marquee --version` and the metrics say it.
export BUILD_COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null)

# In the folder of the SDK's build, of which it takes what is compiled.
SERVER := --package-path Server --scratch-path .build

build:
	@scripts/setup.sh
	scripts/build.sh $(SERVER) --product marquee

demo: build
	.build/debug/marquee demo $(ARGS)

# Prints the path of the package.
deb:
	@scripts/setup.sh package
	@scripts/make_deb.py $(ARGS)

# What test-sdk, test-server, test-program and test-package do, in less time.
test:
	@scripts/setup.sh test
	@scripts/test.sh

# Hundreds of tests at once need thousands of open files, and all of them slow each other down.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

test-sdk:
	@scripts/setup.sh test
	scripts/build.sh --build-tests
	swift test --skip-build

test-server:
	@scripts/setup.sh test
	scripts/build.sh $(SERVER) --build-tests
	swift test $(SERVER) --skip-build

# Files run beside each other, and the tests of one share what they start. The longest files are not those with the most
# tests, with which the scheduler would begin.
PARALLEL ?= --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

test-program: build
	@scripts/setup.sh test
	scripts/build.sh $(SERVER) --product EscapeServer
	scripts/build.sh $(SERVER) --product store-simulator
	@$(MAKE) --no-print-directory run-program

run-program:
	.build-venv/bin/python -m pytest Tests/command Tests/browser $(PARALLEL) -q

# The browser's tests of portal and lab once more, on the other engine.
test-postgres: build
	@scripts/setup.sh test
	TEST_ON_POSTGRES=1 .build-venv/bin/python -m pytest $(PARALLEL) -q $(addprefix Tests/browser/, \
		test_main_job.py test_portal.py test_portal_lists.py test_team.py test_engage_wing.py test_new_article.py test_lab.py)

# Skipped without root. Takes the debug build's program; TEST_PACKAGE=FILE takes a package that is built.
test-package: build
	@scripts/setup.sh test
	@$(MAKE) --no-print-directory run-package

run-package:
	.build-venv/bin/python -m pytest Tests/package -q

screenshots: build
	@scripts/setup.sh test
	.build-venv/bin/python scripts/screenshots.py $(ARGS)

bench:
	@scripts/setup.sh bench
	swift package --package-path Benchmarks benchmark --no-progress

# In a folder of its own, which is removed when everything is as it has to be.
DEVICES ?= 10000
soak:
	@scripts/setup.sh
	scripts/build.sh $(SERVER) --configuration release --product CollectorProbe
	folder=$$(mktemp -d) && .build/release/CollectorProbe soak $$folder $(DEVICES) && rm -r $$folder

# Needs a toolchain from swift.org: Xcode's has no libFuzzer.
TIME ?= 600
FUZZING := Fuzzing/.build
fuzz: fuzz-vast fuzz-server

FUZZ = SWIFT_BACKTRACE=enable=no $(1) -max_total_time=$(TIME) -max_len=65536 -timeout=10 \
	-rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix=$(FUZZING)/found/

fuzz-vast:
	@scripts/setup.sh
	swift run --package-path Fuzzing --scratch-path $(FUZZING)/corpus WriteCorpus $(FUZZING)/documents
	scripts/build.sh --package-path Fuzzing --configuration release --sanitize fuzzer --product FuzzVAST
	@mkdir -p $(FUZZING)/found
	$(call FUZZ,$(FUZZING)/release/FuzzVAST) $(FUZZING)/documents -dict=Fuzzing/vast.dict

# The first byte of an input chooses what reads it.
fuzz-server:
	@scripts/setup.sh
	scripts/build.sh --package-path Fuzzing/Readers --configuration release --sanitize fuzzer -Xswiftc -enable-testing --product FuzzServer
	@mkdir -p $(FUZZING)/found $(FUZZING)/readers
	$(call FUZZ,Fuzzing/Readers/.build/release/FuzzServer) $(FUZZING)/readers -dict=Fuzzing/Readers/server.dict

# The schemas are the IAB's: a checkout of github.com/InteractiveAdvertisingBureau/vast.
XSD ?= vast
check-vast-schema:
	@scripts/setup.sh schema
	swift run --package-path Fuzzing --scratch-path $(FUZZING)/corpus WriteEditions $(FUZZING)/editions
	python3 scripts/check_vast_schema.py $(XSD) $(FUZZING)/editions

check: check-setup check-format check-docs check-ui check-shell
	python3 scripts/check_sizes.py
	python3 scripts/check_requirements.py

check-format:
	swift format lint --strict --parallel --recursive --configuration .swift-format \
		Package.swift Sources Tests Server/Package.swift Server/Sources Server/Tests Benchmarks/Package.swift \
		Benchmarks/Ads Benchmarks/Comparison Benchmarks/Decision Benchmarks/Device Benchmarks/Postgres Benchmarks/Service \
		Fuzzing/Package.swift Fuzzing/FuzzVAST Fuzzing/WriteCorpus Fuzzing/WriteEditions Fuzzing/Readers/Package.swift \
		Fuzzing/Readers/FuzzServer Examples
	swift format lint --strict --parallel --recursive --configuration Stubs/.swift-format Stubs/Package.swift Stubs/Sources Stubs/Check

check-setup:
	@scripts/setup.sh check

check-shell: check-setup
	git grep -lE '^#!.*[/ ](ba)?sh$$' | xargs shellcheck

check-docs: check-setup
	python3 scripts/check_docs.py
	python3 scripts/check_docc.py

# The views, and the examples of the articles, need Apple's modules: declarations stand in for them.
check-ui: check-setup
	python3 scripts/check_ui.py
	python3 scripts/check_samples.py

format:
	swift format --in-place --parallel --recursive --configuration .swift-format \
		Package.swift Sources Tests Server/Package.swift Server/Sources Server/Tests Benchmarks/Package.swift \
		Benchmarks/Ads Benchmarks/Comparison Benchmarks/Decision Benchmarks/Device Benchmarks/Postgres Benchmarks/Service \
		Fuzzing/Package.swift Fuzzing/FuzzVAST Fuzzing/WriteCorpus Fuzzing/WriteEditions Fuzzing/Readers/Package.swift \
		Fuzzing/Readers/FuzzServer Examples
	swift format --in-place --parallel --recursive --configuration Stubs/.swift-format Stubs/Package.swift Stubs/Sources Stubs/Check

clean:
	rm -rf .build Stubs/.build Server/.build Benchmarks/.build Fuzzing/.build Fuzzing/Readers/.build .build-debian .build-venv
