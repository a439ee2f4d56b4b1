// A concatenation is a task: its pieces are copied by vectors, and shared among
// threads, and the script replays.

// RUN: %as-opt --autoschedule --emit=sketches --threads=2 --target=cpu:haswell --records=none --progress=none %s | FileCheck %s --check-prefix=SKETCH
// RUN: %as-opt --autoschedule --emit=schedule --trials=4 --threads=2 --records=none --progress=none %s -o %t.schedule.mlir
// RUN: %mlir-opt %s --transform-preload-library=transform-library-paths=%t.schedule.mlir --transform-interpreter -o %t.mlir
// RUN: %as-run %t.mlir --entry=concat --threads=2 --compare=%s --runs=0
// RUN: %as-opt --autoschedule --emit=lowered --trials=4 --records=none --progress=none %s -o %t.1.mlir
// RUN: %as-run %t.1.mlir --entry=concat --compare=%s --runs=0
// RUN: %as-run %t.1.mlir --entry=stack --compare=%s --stock --runs=0
// RUN: %as-opt --autoschedule --emit=tasks --records=none --progress=none %s | FileCheck %s --check-prefix=STACK
// RUN: %as-opt --autoschedule --emit=lowered --trials=4 --threads=2 --records=none --progress=none %s | FileCheck %s --check-prefix=LOWERED
// REQUIRES: search
// SKETCH: transform.named_sequence
// SKETCH: transform.structured.insert_slice_to_copy
// SKETCH-COUNT-2: use_forall
// SKETCH-COUNT-2: transform.structured.tile_using_for
// SKETCH: transform.structured.vectorize

// The pieces are written where the caller wants them.
// LOWERED: llvm.func @concat(
// LOWERED-NOT: @malloc

func.func @concat(%a: tensor<32x24xf32>, %b: tensor<32x37xf32>) -> tensor<32x61xf32> {
  %empty = tensor.empty() : tensor<32x61xf32>
  %0 = tensor.insert_slice %a into %empty[0, 0] [32, 24] [1, 1] : tensor<32x24xf32> into tensor<32x61xf32>
  %1 = tensor.insert_slice %b into %0[0, 24] [32, 37] [1, 1] : tensor<32x37xf32> into tensor<32x61xf32>
  return %1 : tensor<32x61xf32>
}

// One whose pieces have a dimension less is none: it is left as it is.
// STACK-LABEL: func.func @stack(
// STACK-NOT: as.task
// STACK: tensor.insert_slice
// STACK: tensor.insert_slice
func.func @stack(%a: tensor<16x8xf32>, %b: tensor<16x8xf32>) -> tensor<16x2x8xf32> {
  %empty = tensor.empty() : tensor<16x2x8xf32>
  %0 = tensor.insert_slice %a into %empty[0, 1, 0] [16, 1, 8] [1, 1, 1] : tensor<16x8xf32> into tensor<16x2x8xf32>
  %1 = tensor.insert_slice %b into %0[0, 0, 0] [16, 1, 8] [1, 1, 1] : tensor<16x8xf32> into tensor<16x2x8xf32>
  return %1 : tensor<16x2x8xf32>
}
