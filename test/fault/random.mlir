// Faults at moments and places by chance, others in each run. What does not come
// through is told with the seed that repeats it.
// REQUIRES: search
// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{faults} = python3 -B %S/Inputs/random-faults.py

// kill -9: no record is lost, no process is left, no output is cut short.
// RUN: %{faults} kill 8 %t/kill %as-opt %t/square.mlir | FileCheck %s --check-prefix=EIGHT
// EIGHT: 8 came through

// Limits on the size of files, on addresses, on open files and on time.
// RUN: %{faults} limits 8 %t/limits %as-opt %t/square.mlir | FileCheck %s --check-prefix=EIGHT

// Bytes of the store are others, or it is shorter.
// RUN: %{faults} damage 16 %t/damage %as-opt %t/square.mlir | FileCheck %s --check-prefix=SIXTEEN
// SIXTEEN: 16 came through

// Two searches on one store lose nothing.
// RUN: %{faults} share 2 %t/share %as-opt %t/square.mlir %t/oblong.mlir | FileCheck %s --check-prefix=TWO
// TWO: 2 came through

//--- square.mlir
func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

//--- oblong.mlir
func.func @product(%x: tensor<9x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<9x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<9x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<9x8xf32>)
      -> tensor<9x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<9x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
