// Tiling by hand, or by a pipeline after bufferisation: each tile is a subview whose rows are
// dense, with an offset that is not known.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %s -o %t.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS: "label":"contraction 16x32x48 +elementwise"
// RUN: %as-run %t.mlir --compare=%s --runs=0

func.func @tiles(%a: memref<64x48xf32>, %b: memref<48x32xf32>, %c: memref<64x32xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %t = %c0 to %c64 step %c16 {
    %v = memref.subview %a[%t, 0] [16, 48] [1, 1] : memref<64x48xf32> to memref<16x48xf32, strided<[48, 1], offset: ?>>
    %w = memref.subview %c[%t, 0] [16, 32] [1, 1] : memref<64x32xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
    linalg.matmul ins(%v, %b : memref<16x48xf32, strided<[48, 1], offset: ?>>, memref<48x32xf32>) outs(%w : memref<16x32xf32, strided<[32, 1], offset: ?>>)
  }
  return
}
