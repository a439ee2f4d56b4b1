#!/bin/sh
#===- prove.sh - One program in all its forms ------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# prove.sh AS-OPT AS-RUN MODULE FOLDER OPTION...: tunes MODULE with OPTIONs,
# emits it in every form into FOLDER, where each file has the name of its form,
# and proves that they are the same program: stock mlir-opt replays the schedule
# to the bytes of the scheduled module, LLVM takes what was lowered, and all
# forms compute what the module computes. The signs of a passing proof are that
# nothing fails and that nothing is printed but this script's trace.
#
#===------------------------------------------------------------------------===#

set -eux
asOpt=$1 asRun=$2 module=$3 folder=$4
shift 4
rm -rf "$folder"
mkdir "$folder"
cd "$folder"

emit() {
  "$asOpt" --autoschedule --records=store.db --progress=none \
    --emit="$1" "$module" -o "$1" $options
}

options=$*
emit tasks
emit sketches
emit schedule
# From here on the store has all that was found.
options="$* --trials=0"
for form in scheduled lowered llvm object shared; do
  emit $form
done

# Stock mlir-opt replays the schedule, on the tasks and, where the whole module
# is one task, on the module itself.
replay() {
  mlir-opt --transform-preload-library=transform-library-paths=schedule \
    --transform-interpreter "$1" -o replayed
  cmp replayed expected
}
mlir-opt scheduled -o expected
replay tasks
if [ "$(grep -c func.func tasks)" = 1 ]; then
  replay "$module"
fi

# Stock tools take the rest.
mlir-opt sketches -o /dev/null
mlir-translate --mlir-to-llvmir lowered -o translated
for ir in translated llvm; do
  opt -passes=verify -disable-output $ir
  llc -O0 -filetype=obj $ir -o /dev/null
done

# --stock: what it is compared with takes math functions from libm.
for threads in 1 2; do
  for form in scheduled lowered shared; do
    "$asRun" $form --compare="$module" --runs=0 --stock --threads=$threads
  done
done
