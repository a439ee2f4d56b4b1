// Sums along a dynamic size that fit into registers stay there from tile to
// tile: a tile is one element along the sum, its task is inlined, and the sums
// are written once, to where they belong.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --fp=strict --threads=1 --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule %s -o %t/chosen.mlir
// RUN: FileCheck %s < %t/chosen.mlir
// CHECK: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64: 1>, array<i64: {{[4-8], .*}}3, 2, 1>, array<i32: {{[4-8], .*}}3, 2, 1>, array<i64: 1>]}

// RUN: %{run} --emit=lowered %s -o %t/lowered.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir
// LOWERED-LABEL: llvm.func internal @as_sized_values(
// LOWERED-NOT: llvm.call
// LOWERED-NOT: llvm.alloca
// LOWERED: llvm.return
// RUN: %as-run %t/lowered.mlir --sizes=n=0,1,2,3,5,7,8,9,16,37,m=0,1,2,3,17,64 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// More threads than matrices divide a tile: there its sums are in memory.
// RUN: %as-opt --autoschedule --fp=strict --threads=8 --trials=0 --records=none --progress=none --emit=schedule %s | FileCheck %s --check-prefix=THREADS
// THREADS: as.kernels
// THREADS-NOT: array<i64: 1>]}

func.func @values(%x: tensor<3x?x?xf32> {as.sizes = ["n", "m"]}, %v: tensor<3x?x16xf32> {as.sizes = ["m"]}) -> tensor<3x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?x?xf32>
  %e = tensor.empty(%n) : tensor<3x?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x16xf32>) -> tensor<3x?x16xf32>
  %p = linalg.batch_matmul ins(%x, %v : tensor<3x?x?xf32>, tensor<3x?x16xf32>) outs(%z : tensor<3x?x16xf32>) -> tensor<3x?x16xf32>
  return %p : tensor<3x?x16xf32>
}
