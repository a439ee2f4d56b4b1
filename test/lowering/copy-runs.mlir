// Around tasks, arrays are copied by memcpy where elements follow each other: as
// a whole, or each run that has a gap behind it. Of a loop over 32 elements LLVM
// makes one that gathers along the next dimension. Short runs stay loops.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %s -o %t.mlir 2>/dev/null
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=whole --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=runs --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=short --compare=%s --runs=0

// CHECK-LABEL: llvm.func @whole
// CHECK-COUNT-1: llvm.intr.memcpy
// CHECK-NOT: llvm.load
// CHECK-LABEL: llvm.func @runs
// CHECK: llvm.cond_br
// CHECK-COUNT-1: llvm.intr.memcpy
// CHECK-NOT: llvm.load
// CHECK-LABEL: llvm.func @short
// CHECK-NOT: llvm.intr.memcpy
// CHECK: llvm.load

func.func @whole(%x: tensor<37x18x32xf32>) -> tensor<48x18x32xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 0] high[11, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<37x18x32xf32> to tensor<48x18x32xf32>
  return %padded : tensor<48x18x32xf32>
}

func.func @runs(%x: tensor<18x37x32xf32>) -> tensor<18x48x32xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 5, 0] high[0, 6, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<18x37x32xf32> to tensor<18x48x32xf32>
  return %padded : tensor<18x48x32xf32>
}

func.func @short(%x: tensor<64x5x7xf32>) -> tensor<64x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<64x5x7xf32> to tensor<64x5x9xf32>
  return %padded : tensor<64x5x9xf32>
}
