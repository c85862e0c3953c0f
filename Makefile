SWIFT ?= swift
# Further options of `swift build`. Only editors read what the index has of the system's modules, and only
# debuggers the debug information: without them, builds take a sixth to a third less. `FLAGS=` has them.
FLAGS ?= -Xswiftc -index-ignore-system-modules -Xswiftc -gnone -Xcc -g0
# Those of the builds of single components alone.
COMPONENT_FLAGS ?=
# Those of the builds of the registry's libraries alone.
LIBRARY_FLAGS ?=
LIBRARIES := Versions SemverRules ManifestEditor
# Without the check an undeclared import of another target compiles silently.
CHECKED := --explicit-target-dependency-import-check error $(FLAGS)
# Those with packages from elsewhere first: where all are built in one folder, SwiftPM removes from it
# what the one that is built does not use.
MANIFESTS := Components/*/Package.swift
COMPONENTS := $(notdir $(patsubst %/Package.swift,%,\
  $(shell grep -l 'url:' $(MANIFESTS)) $(shell grep -L 'url:' $(MANIFESTS))))
# Tests that measure how long others keep silent: beside the rest, they would wait for them.
ALONE := UnattendedToolTests
# Servers of tests that say nothing for too long where others keep the processors busy.
PUBLISH := Publish(Releases|ingTrouble)Tests
# Of the rooms that use C.
USING_C := BaseTests GitTests ModelTests SiteTests
# On macOS, what stops a program at a system call is left out: it needs LD_PRELOAD. In the registry's
# tests, the sources leave it out.
ifeq ($(shell uname),Darwin)
APP_TESTS := --skip CrashTests
STORY := true
else
STORY := Scripts/story --short
endif
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
# Tests that wait for programs leave their processor to others; all at once would wait for minutes.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8
# What `make affected` compares the newest commit with.
SINCE ?= origin/main
RELEASE := $(shell Scripts/release-flags)

.DEFAULT_GOAL := help
.PHONY: help setup order cookr kitchen board test lint app components guide story registry affected \
  sanitize check-macos fuzz torture torture-app torture-registry bench install install-server install-signatures install-app dist \
  dist-check clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what the build needs on this system
	@Scripts/setup

order: setup ## build the app from its pinned releases and order a meal
	@SWIFT="$(SWIFT)" FLAGS="$(CHECKED)" Scripts/order

cookr: setup ## open the customers' app, or run a command of it: make cookr [ARGS="orders"]
	@SWIFT="$(SWIFT)" FLAGS="$(CHECKED)" Scripts/app cookr $(ARGS)

kitchen: setup ## list the orders of the kitchens, or run a command: make kitchen [ARGS="accept ID"]
	@SWIFT="$(SWIFT)" FLAGS="$(CHECKED)" Scripts/app kitchen $(ARGS)

board: setup ## show the orders of the kitchens in a browser
	@SWIFT="$(SWIFT)" FLAGS="$(CHECKED)" Scripts/app kitchen board $(ARGS)

test: setup lint app components registry ## check formatting, build everything and run all tests
	@echo "make test: all passed"

check-macos: ## type-check all modules for macOS, on Linux (needs pip, and some minutes)
	$(SWIFT) package resolve
	$(SWIFT) package resolve --package-path Registry
	Scripts/check-macos

lint: ## check formatting
	$(SWIFT) format lint --strict --parallel $$(git ls-files '*.swift')

# Of the tests only what fails is printed, so that it can be found.
app: setup ## build the app and run the tests of app and components
	$(SWIFT) build --build-tests $(CHECKED)
	SWIFT="$(SWIFT)" Scripts/test $(CHECKED) $(APP_TESTS)

components: setup $(COMPONENTS:%=component-%) ## build each component on its own

component-%: setup
	$(SWIFT) build --package-path Components/$* $(CHECKED) $(COMPONENT_FLAGS)

guide: setup ## add a component in a copy as the guide says, and run the app with it (long)
	@$(SWIFT) build --quiet --package-path Registry --product registry $(CHECKED)
	@Scripts/adding-a-component

story: setup ## build the apps in a copy from one release of a component and then another (long)
	@$(SWIFT) build --quiet --package-path Registry --product registry $(CHECKED)
	@Scripts/story

registry: setup ## build the registry and its libraries, run their tests, and check components and releases here
	for library in $(LIBRARIES); do \
	  $(SWIFT) test --quiet --package-path Registry/Packages/$$library $(CHECKED) $(LIBRARY_FLAGS) || exit; done
	$(SWIFT) build --package-path Registry --build-tests $(CHECKED)
	SWIFT="$(SWIFT)" Scripts/test --package-path Registry $(CHECKED) --skip '$(ALONE)' --skip '$(PUBLISH)'
	SWIFT="$(SWIFT)" Scripts/test --package-path Registry $(CHECKED) --filter '$(ALONE)'
	SWIFT="$(SWIFT)" Scripts/test --package-path Registry $(CHECKED) --no-parallel --filter '$(PUBLISH)'
	$(SWIFT) run --package-path Registry --skip-build $(CHECKED) registry lint
	$(SWIFT) run --package-path Registry --skip-build $(CHECKED) registry verify
	$(STORY)

affected: setup ## build and test the components and the app that changes affect: make affected [SINCE=origin/main]
	@$(SWIFT) build --quiet --package-path Registry --product registry $(CHECKED)
	@Registry/.build/debug/registry test --affected --since "$(SINCE)" -- $(CHECKED)

sanitize: setup ## run the tests of the rooms that use C with the address and thread sanitizers
	ONLY_TESTS="$(USING_C)" ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --package-path Registry --sanitize address \
	  --scratch-path Registry/.build-address
	ONLY_TESTS="$(USING_C)" $(SWIFT) test --package-path Registry --sanitize thread -Xswiftc -DTHREAD_SANITIZER \
	  --scratch-path Registry/.build-thread

fuzz: setup ## fuzz each parser for a minute: make fuzz [FUZZ_SECONDS=60]
	SWIFT="$(SWIFT)" Scripts/fuzz $(FUZZ_SECONDS)

torture: torture-registry torture-app ## interrupt every write at every step, and race writers (long)

# The programs are those of a release: what is installed is what is tried, and it starts in less time.
torture-registry: setup
	for product in registry registry-server registry-signatures naive-bump; do \
	  $(SWIFT) build $(RELEASE) --product $$product --package-path Registry || exit; done
	$(SWIFT) build --package-path Registry --build-tests $(CHECKED)
	TORTURE=1 PROGRAMS="$$($(SWIFT) build -c release --package-path Registry --show-bin-path)" \
	  $(SWIFT) test --package-path Registry --skip-build $(CHECKED) \
	  --filter 'CommandTests.(BuildCacheDamage|Export|KillSweep|MirrorSweep)Tests' \
	  --filter 'CommandTests.(NaiveOrder|Race|SharingSweep|SyncSweep)Tests'

torture-app: setup
	for product in cookr kitchen; do $(SWIFT) build $(RELEASE) --product $$product || exit; done
	$(SWIFT) build --build-tests $(CHECKED)
	TORTURE=1 PROGRAMS="$$($(SWIFT) build -c release --show-bin-path)" \
	  $(SWIFT) test --skip-build $(CHECKED) --filter CrashTests

bench: setup ## run the benchmarks
	@Benchmarks/run

install: setup ## build registry for release and install it below PREFIX
	REGISTRY_COMMIT="$$(Scripts/commit)" $(SWIFT) build $(RELEASE) --product registry --package-path Registry
	Scripts/install "$(PREFIX)" registry

install-server: setup ## the same for registry-server, which 'registry serve' runs
	REGISTRY_COMMIT="$$(Scripts/commit)" $(SWIFT) build $(RELEASE) --product registry-server --package-path Registry
	Scripts/install "$(PREFIX)" registry-server

install-signatures: setup ## the same for registry-signatures, which checks signatures for registry
	REGISTRY_COMMIT="$$(Scripts/commit)" $(SWIFT) build $(RELEASE) --product registry-signatures --package-path Registry
	Scripts/install "$(PREFIX)" registry-signatures

install-app: setup ## the same for the apps cookr and kitchen
	$(SWIFT) build $(RELEASE) --product cookr
	$(SWIFT) build $(RELEASE) --product kitchen
	Scripts/install "$(PREFIX)" cookr kitchen

dist: setup ## make packages of registry and its other programs for this machine, in dist
	@# What stands against packing is said before the build. NOTICE lists the packages of the app too.
	$(SWIFT) package resolve
	$(SWIFT) package resolve --package-path Registry
	Scripts/dist --check
	REGISTRY_COMMIT="$$(Scripts/commit)" $(SWIFT) build $(RELEASE) --product registry --package-path Registry
	REGISTRY_COMMIT="$$(Scripts/commit)" $(SWIFT) build $(RELEASE) --product registry-server --package-path Registry
	REGISTRY_COMMIT="$$(Scripts/commit)" $(SWIFT) build $(RELEASE) --product registry-signatures --package-path Registry
	Scripts/dist

dist-check: ## install the Debian packages in dist on a bare system and try them (needs root and the network)
	Scripts/dist-check

clean: ## remove build results
	rm -rf .build .registry dist Registry/.build Registry/.build-* Components/*/.build Registry/Packages/*/.build
