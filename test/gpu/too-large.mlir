// A user's script that exceeds the GPU's limits is found when it is lowered.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=3 --records=none --progress=none \
// RUN:   --sketches=%S/Inputs/large-sketch.mlir --report=%t.report --emit=ptx %S/Inputs/exp.mlir -o %t.ptx
// RUN: FileCheck %s < %t.report
// CHECK: "too-large":1
// CHECK: "too-large":"@task has blocks of 6400 threads, of which sm_90 allows 1024"
