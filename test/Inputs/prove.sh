#!/bin/sh
#===- prove.sh - One program in all its forms ------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# prove.sh AS-OPT AS-RUN MODULE FOLDER THREADS TRIALS: tunes MODULE, emits it
# into FOLDER in files that are called as the forms are, and proves that they
# are the same program: stock mlir-opt replays the schedule to the bytes of the
# scheduled module, LLVM takes what was lowered, and that computes what the
# module computes. Whatever does not hold ends it with a failure.
#
#===------------------------------------------------------------------------===#

set -eux
asOpt=$1 asRun=$2 module=$3 folder=$4 threads=$5 trials=$6
rm -rf "$folder"
mkdir "$folder"
cd "$folder"

emit() {
  "$asOpt" --autoschedule --emit="$1" "$module" -o "$1" --trials="$2" \
    --threads="$threads" --records=store.db --progress=none
}
emit schedule "$trials"
for form in tasks sketches scheduled lowered llvm shared; do
  emit $form 0
done

# Stock mlir-opt replays the schedule, on the tasks and, where the whole module
# is one task, on the module itself, which has no marks of known ranges.
replay() {
  mlir-opt --transform-preload-library=transform-library-paths=schedule \
    --transform-interpreter "$1" -o replayed
  cmp replayed "$2"
}
mlir-opt scheduled -o expected
replay tasks expected
if [ "$(grep -c func.func tasks)" = 1 ]; then
  sed 's/ {as.not_positive}//; s/ {as.fraction}//' expected > unmarked
  replay "$module" unmarked
fi

# Stock tools take the rest; llc verifies what it reads.
mlir-opt sketches -o /dev/null
mlir-translate --mlir-to-llvmir lowered -o translated
for ir in translated llvm; do
  llc -O0 -filetype=obj $ir -o /dev/null
done

# All compute the same. Here the module takes math functions from libm, while the
# others have them inside.
"$asRun" shared --compare="$module" --stock --threads="$threads" --runs=0
"$asRun" lowered --compare=shared --threads="$threads" --runs=0
