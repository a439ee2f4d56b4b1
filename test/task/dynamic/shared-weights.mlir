// The tiles of a dynamic size pack the weights that they read alike, so that they
// are in memory once, not once for each tile.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --emit=lowered --trials=0 --records=none --progress=none %s -o %t.avx512.mlir
// RUN: grep -c 'global private @as_once.array' %t.avx512.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --emit=lowered --measure=static --trials=64 --progress=none %s -o %t.avx512.mlir
// RUN: grep -c 'global private @as_once.array' %t.avx512.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 --sizes=rows=0,1,2,3,5,16,37,64,129 | FileCheck --check-prefix=EQUAL %s
// EQUAL: {{^}}results: equal{{$}}

// Of each weight there are at most two arrays: one for many rows, one for few,
// which may also be read as they are.
// CHECK: {{^[1-4]$}}

func.func @network(%x: tensor<?x256xf32> {as.sizes = ["rows"]}, %w: tensor<256x512xf32> {as.constant}, %v: tensor<512x256xf32> {as.constant}) -> tensor<?x256xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x256xf32>
  %e = tensor.empty(%rows) : tensor<?x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x512xf32>) -> tensor<?x512xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x256xf32>, tensor<256x512xf32>) outs(%f : tensor<?x512xf32>) -> tensor<?x512xf32>
  %e2 = tensor.empty(%rows) : tensor<?x256xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x256xf32>) -> tensor<?x256xf32>
  %q = linalg.matmul ins(%p, %v : tensor<?x512xf32>, tensor<512x256xf32>) outs(%f2 : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %q : tensor<?x256xf32>
}
