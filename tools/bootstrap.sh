#!/usr/bin/env bash
#===- tools/bootstrap.sh - From a bare Debian 12 to a running as-opt ------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One command that installs, configures, builds and then does something useful.
# What is there already is not done again, so the second time is quick.
#
#===------------------------------------------------------------------------===#

set -eu
cd "$(dirname "$0")/.."

packages=tools/packages.txt

usage() {
  cat <<'EOT'
usage: tools/bootstrap.sh VERB

  demo              schedule a small network, run it, and compare it with the
                    unscheduled one (AS_DEMO_TRIALS=N sets how long to search)
  check             look over the sources, build and run all tests, and the
                    shorter ones once more with asserts and sanitizers
  sanitize          run all tests that start no search with asserts and
                    sanitizers; it takes an hour
  lint              only look over the sources: clang-format and clang-tidy
  build             build into build/
  packages [GROUP]  install the packages of tools/packages.txt, and those of a
                    group: `bench` and `models` the libraries, and PyTorch, that
                    bench/ measures against; `static` for the preset static;
                    `check` for lint, `docs` for the target doc;
                    `page` for the tests of as-view in a browser;
                    `develop` for work on as-opt itself
  help              print this

Each verb does what it needs first. Only installing needs root.
EOT
}

die() {
  printf 'bootstrap: %s\n' "$*" >&2
  exit 1
}

say() {
  printf '\n== %s\n' "$*"
}

# Prints "LINE PACKAGE" for each package in section $1 of the list.
listPackages() {
  awk -v wanted="[$1]" '
    { sub(/#.*/, "") }
    /^\[/ { section = $1; next }
    NF && section == wanted { print NR, $1 }' "$packages"
}

# Reads "LINE PACKAGE" and prints those that are not installed.
keepMissing() {
  local line package
  while read -r line package; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      echo "$line $package"
  done
}

# Installs the packages of the sections $@ that are not there yet.
installPackages() {
  local section missing names line package unknown=
  command -v dpkg-query >/dev/null ||
    die "this is no Debian system; install what $packages lists by other means, then run: cmake --preset release && cmake --build --preset release"
  missing=$(for section; do listPackages "$section"; done | keepMissing)
  [ -n "$missing" ] || return 0
  names=$(cut -d' ' -f2 <<<"$missing" | paste -sd' ')
  [ "$(id -u)" = 0 ] ||
    die "these packages are missing, and installing them needs root: $names"

  say "Installing $names"
  # Some source of no interest here may be down; the next check is the one.
  apt-get update -q ||
    echo "bootstrap: going on with the package lists that apt has" >&2
  while read -r line package; do
    apt-cache policy "$package" | grep -q '^  Candidate: [^(]' && continue
    unknown=1
    echo "bootstrap: $packages:$line: no apt source offers the package $package" >&2
  done <<<"$missing"
  [ -z "$unknown" ] ||
    die "as-opt needs LLVM and MLIR 22; on Debian 12 enable the suites bookworm and bookworm-security in /etc/apt/sources.list.d, then try again"
  # shellcheck disable=SC2086 # One word a package.
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $names ||
    die "apt-get could not install: $names (see above)"
}

# What the page of as-view is built and looked at with, by its package-lock.json.
# Without it, such as without a network, two tests are skipped.
installPage() {
  local folder=tools/as-view/page without=
  [ -f "$folder/package-lock.json" ] || return 0
  [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ] &&
    return 0
  say "Installing what the page of as-view is built with"
  if ! command -v npm >/dev/null; then
    without="there is no npm"
  elif ! timeout 300 npm ci --prefix "$folder" --prefer-offline --no-audit \
    --no-fund --loglevel=error --fetch-retries=1 --fetch-timeout=30000; then
    without="npm ci failed (see above)"
  fi
  [ -z "$without" ] ||
    echo "bootstrap: $without, so that as-view/rebuild and as-view/browser are skipped" >&2
}

build() {
  installPackages required
  say "Building into build/"
  # Ninja configures again by itself whenever a CMake file has changed.
  [ -f build/build.ninja ] || cmake --preset release
  cmake --build --preset release
}

# Prints our C and C++ sources in the folders $@, one a line. What stands for
# other people's headers has their form.
listSources() {
  find "$@" -name node_modules -prune -o \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.inc' \) -print |
    grep -v -e ^test/standin/ptx.h -e ^test/gpu/Inputs/
}

lint() {
  installPackages required check docs
  [ -f build/compile_commands.json ] || cmake --preset release
  say "Checking the format"
  listSources include lib costmodel passes dialect-bridge tools bench test docs |
    xargs clang-format --dry-run -Werror
  say "Running clang-tidy"
  # Not looked at: what is generated when it is compiled, what needs a float16
  # that this clang lacks, and other people's algorithms.
  listSources lib costmodel passes tools bench | grep '[.]c$' |
    grep -v -e ^tools/backends.c -e ^lib/measure/entry-buffers.c \
      -e ^lib/measure/kernel-runtime.c -e ^bench/affine/reference/ \
      -e ^bench/dnnl -e ^bench/blas.c |
    xargs -P 2 -n 16 clang-tidy -p build --quiet 2>/dev/null
}

# Runs tests with asserts, ASan and UBSan; `$@` says to ctest which. Those that
# start searches are left out. Leaks are looked for in the unit tests of the debug
# preset only: MLIR's own never end.
runSanitized() {
  installPackages required
  say "Building with asserts and sanitizers into build-debug/"
  [ -f build-debug/build.ninja ] || cmake --preset debug
  cmake --build --preset debug
  say "Testing with asserts and sanitizers"
  AS_TEST_SEARCH=off UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    ctest --test-dir build-debug --output-on-failure --no-tests=error --parallel 2 "$@"
}

# Code that is compiled with sanitizers is slow to start, and the other folders
# start it by the thousand.
sanitizeShort() {
  runSanitized -R '^unit/|^lit/(as-opt|as-sweep|codegen|corpus|fault|passes)$'
}

sanitize() {
  runSanitized
}

check() {
  installPackages required static
  installPage
  build
  lint
  sanitizeShort
  say "Testing"
  ctest --test-dir build --output-on-failure --no-tests=error --parallel 2
}

demo() {
  local model=test/models/mlp.mlir trials=${AS_DEMO_TRIALS:-64}
  build
  mkdir -p build/demo
  # The demo's records stay out of the user's own store.
  export XDG_CACHE_HOME=$PWD/build/demo
  say "Scheduling $model with $trials trials"
  build/bin/as-opt --autoschedule --trials="$trials" "$model" \
    -o build/demo/mlp.lowered.mlir
  say "Running build/demo/mlp.lowered.mlir against the unscheduled $model"
  build/bin/as-run build/demo/mlp.lowered.mlir --compare="$model"
}

case "$#:${1-}" in
1:demo | 1:check | 1:sanitize | 1:lint | 1:build) "$1" ;;
1:packages) installPackages required ;;
2:packages)
  case "$2" in
  bench | check | develop | docs | models | page | static) installPackages required "$2" ;;
  *) die "no section [$2] to install; try: tools/bootstrap.sh packages bench" ;;
  esac
  if [ "$2" = page ]; then installPage; fi
  ;;
0: | 1:help | 1:-h | 1:--help) usage ;;
*)
  usage >&2
  die "cannot do: $*"
  ;;
esac
