#!/usr/bin/env bash
#===- test/portable/run.sh - The portable folder on a bare machine --------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: run.sh CMAKE BUILD-FOLDER STANDIN
#
# The machine is a root folder that has the C library, /proc and /dev, and an
# empty environment. Its GPU is the stand-in. Status 77: this system lets nobody
# make such a root.
#
#===------------------------------------------------------------------------===#

set -eu
cmake=$1 build=$2 standin=$3
here=$(cd "$(dirname "$0")" && pwd)
root=$build/test/portable/root

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

#===- The machine ---------------------------------------------------------===#

unshare --map-root-user --mount true 2>/dev/null || {
  echo "skipped: no mount namespaces here"
  exit 77
}

rm -rf "$root"
mkdir -p "$root"/{opt,tmp,work,proc,dev,lib,lib64}
for name in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1; do
  file=$(cc -print-file-name=$name)
  [ -f "$file" ] && cp -L "$file" "$root/lib/"
done
cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64/"
cp "$here"/*.mlir "$standin" "$root/work/"
"$cmake" --install "$build" --prefix "$root/opt" >/dev/null

# bare PROGRAM ARGUMENTS: in the root, without an environment but VARIABLES.
variables=()
bare() {
  unshare --map-root-user --mount --fork sh -c '
    root=$1; shift
    mount --rbind /proc "$root/proc"
    mount --rbind /dev "$root/dev"
    exec env -i "$@"' sh "$root" \
    "${variables[@]}" "$(command -v chroot)" "$root" "$@"
}

# Needs the line of a regular expression in a file of /work.
has() {
  grep -qE -- "$2" "$root/work/$1" || {
    head -c 4000 "$root/work/$1" >&2
    fail "$1 has no line like: $2"
  }
}

as_opt=/opt/bin/as-opt
tune=("$as_opt" --autoschedule --progress=none --build-timeout=60)

#===- What it says of itself ----------------------------------------------===#

bare $as_opt --version >"$root/work/version"
has version '^as-opt [0-9.]+$'
has version '^back ends: [A-Za-z0-9]+, NVPTX$'
bare $as_opt --list-devices >"$root/work/devices"
has devices 'sm_90'

#===- A GPU ---------------------------------------------------------------===#

bare "${tune[@]}" --target=cuda:sm_90 --measure=static --trials=4 \
  --emit=ptx --launch=/work/static.json /work/matmul.mlir -o /work/static.ptx
has static.ptx '^\.target sm_90'
has static.ptx '\.visible \.entry product\('

variables=(AS_CUDA_DRIVER=/work/$(basename "$standin"))
bare "${tune[@]}" --target=cuda --trials=10 --batch=4 --records=/work/gpu.db \
  --report=/work/gpu.report --emit=ptx /work/matmul.mlir -o /work/gpu.ptx \
  2>"$root/work/gpu.log"
has gpu.report '"ok":10'
[ -s "$root/work/gpu.log" ] && fail "unexpected: $(cat "$root/work/gpu.log")"

bare "${tune[@]}" --target=cuda:sm_80 --trials=2 --records=/work/batch.db \
  --export-batch=/work/batch /work/matmul.mlir -o /work/batch.mlir
bare /opt/bin/as-run-batch -q /work/batch -o /work/batch.jsonl
has batch.jsonl '"outcome":"ok"'

# What gpu-machine starts, but for the shell, of which there is none.
bare /opt/bin/bench-device --rows=small-matmul --trials=2 >"$root/work/bench" 2>&1
has bench '^small-matmul .* GFLOP/s '
variables=(AS_TEST_DRIVER=/work/$(basename "$standin") AS_WORKER=/opt/bin/as-worker
  AS_TEST_KERNELS=/opt/share/as-opt/test)
bare /opt/bin/unit_device >"$root/work/unit" 2>&1
has unit '^\[  PASSED  \]'
# The stand-in of unit tests alone says how much memory it has.
grep '^\[  SKIPPED \] [A-Za-z]*$' "$root/work/unit" | grep -v memoryMayNotDo &&
  fail "unit_device left this out"
variables=()

#===- The CPU -------------------------------------------------------------===#

cores=$(nproc)
bare "${tune[@]}" --trials=8 --threads=$((cores < 2 ? cores : 2)) --batch=4 \
  --records=/work/cpu.db --report=/work/cpu.report --emit=lowered \
  /work/matmul.mlir -o /work/cpu.mlir 2>"$root/work/cpu.log"
has cpu.report '"ok":8'
[ -s "$root/work/cpu.log" ] && fail "unexpected: $(cat "$root/work/cpu.log")"
bare /opt/bin/as-run --runs=1 /work/cpu.mlir --compare=/work/matmul.mlir >"$root/work/run"

bare "${tune[@]}" --trials=0 --records=/work/cpu.db --emit=object \
  /work/matmul.mlir -o /work/cpu.o
[ -s "$root/work/cpu.o" ] || fail "there is no object"
bare "${tune[@]}" --trials=0 --records=/work/cpu.db --emit=shared \
  /work/matmul.mlir -o /work/cpu.so 2>"$root/work/shared.log" &&
  fail "linked without a linker"
has shared.log 'error: .*cannot run ld'

#===- Without the learned model -------------------------------------------===#

rm "$root"/opt/lib/libxgboost*
bare "${tune[@]}" --trials=8 --batch=4 --threads=1 --records=none \
  --report=/work/prior.report --emit=object /work/matmul.mlir -o /work/prior.o \
  2>"$root/work/prior.log"
has prior.report '"ok":8'
has prior.log 'warning: the search goes by its estimate alone, without a learned model: there is no XGBoost: libxgboost.so.0'

echo "passed"
