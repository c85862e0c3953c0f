SWIFT ?= swift
# Without the check an undeclared import of another target compiles silently.
CHECKED := --explicit-target-dependency-import-check error
# Where the vectors lie beside the checkout, the tests run them too.
VECTORS ?= $(wildcard ../shared/vectors)
COMPONENTS := $(sort $(notdir $(wildcard Components/*)))
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
# A program that brings Swift's libraries along starts in less time, and where Swift is not installed.
# Nothing to choose on macOS, whose libraries are the system's.
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.DEFAULT_GOAL := help
.PHONY: help setup order test lint app components registry conformance sanitize fuzz torture \
  torture-app torture-registry bench install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what the build needs from the system
	@Scripts/setup

order: setup ## order a meal: builds the app from the releases that it pins and runs its order flow
	@$(SWIFT) build --quiet --package-path Registry --product registry $(CHECKED)
	@Registry/.build/debug/registry run --quiet cookr order

test: setup lint app components registry ## everything that must hold before a commit
	@echo "make test: all passed"

lint: ## formatting
	$(SWIFT) format lint --strict --parallel $$(git ls-files '*.swift')

app: setup ## build the app and run its tests and the components'
	$(SWIFT) build --build-tests $(CHECKED)
	$(SWIFT) test --skip-build $(CHECKED)

components: setup $(COMPONENTS:%=component-%) ## build each component alone

component-%: setup
	$(SWIFT) build --package-path Components/$* $(CHECKED)

registry: setup ## build the registry, run its tests and verify our own releases
	$(SWIFT) build --package-path Registry --build-tests $(CHECKED)
	VECTORS="$(abspath $(VECTORS))" $(SWIFT) test --package-path Registry --skip-build $(CHECKED)
	$(SWIFT) run --package-path Registry --skip-build $(CHECKED) registry verify

conformance: setup ## hold the registry against vectors: make conformance VECTORS=DIR
	@test -n "$(VECTORS)" || { echo "conformance: VECTORS is not set, expected the folder of the vectors" >&2; exit 2; }
	VECTORS="$(abspath $(VECTORS))" $(SWIFT) test --package-path Registry $(CHECKED) --filter Conformance

sanitize: setup ## run the tests of what wraps libgit2 under the address and thread sanitizers
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --package-path Registry --sanitize address \
	  --scratch-path Registry/.build-address --filter GitTests
	$(SWIFT) test --package-path Registry --sanitize thread -Xswiftc -DTHREAD_SANITIZER \
	  --scratch-path Registry/.build-thread --filter GitTests

fuzz: setup ## feed each parser made-up input for a minute each: make fuzz [FUZZ_SECONDS=60]
	SWIFT="$(SWIFT)" Scripts/fuzz $(FUZZ_SECONDS)

torture: torture-registry torture-app ## end every write at every change to a file, and race it (long)

torture-registry: setup
	$(SWIFT) build --package-path Registry --build-tests $(CHECKED)
	TORTURE=1 $(SWIFT) test --package-path Registry --skip-build $(CHECKED) \
	  --filter 'RegistryCommandTests.(KillSweep|NaiveOrder|Race|SyncSweep)Tests'

torture-app: setup
	TORTURE=1 $(SWIFT) test $(CHECKED) --filter CrashTests

bench: setup ## print what the app and the registry cost, the registry beside git
	@Benchmarks/run

install: setup ## build for use and install below PREFIX
	$(SWIFT) build -c release $(STATIC) --product cookr
	$(SWIFT) build -c release $(STATIC) --product registry --package-path Registry
	$(SWIFT) build -c release $(STATIC) --product registry-server --package-path Registry
	Scripts/install "$(PREFIX)"

clean: ## remove what was built
	rm -rf .build .registry Registry/.build Registry/.build-* Components/*/.build
