// Products of bytes are added in fours, and those of bf16 in pairs, also where a vector
// is no power of two, as of the columns that tiles leave over, or of all columns
// of a narrow matrix: the vector is filled up.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=rest --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=narrow --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=mixed --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=halves --compare=%s --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:cooperlake --emit=object %s -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=FOURS

// FOURS: <rest.unchecked>:
// FOURS-NOT: vpmulld
// FOURS: vpdpbusd
// FOURS-NOT: vpmulld
// FOURS: <narrow.unchecked>:
// FOURS-NOT: vpmulld
// FOURS: vpdpbusd
// FOURS-NOT: vpmulld
// FOURS: <halves.unchecked>:
// FOURS-NOT: vmulps
// FOURS: vdpbf16ps
// FOURS-NOT: vmulps

func.func @rest(%a: tensor<5x64xi8>, %b: tensor<64x26xi8>) -> tensor<5x26xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<5x26xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<5x26xi32>) -> tensor<5x26xi32>
  %c = linalg.matmul ins(%a, %b : tensor<5x64xi8>, tensor<64x26xi8>) outs(%init : tensor<5x26xi32>) -> tensor<5x26xi32>
  return %c : tensor<5x26xi32>
}

func.func @narrow(%a: tensor<7x64xi8>, %b: tensor<64x6xi8>) -> tensor<7x6xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<7x6xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<7x6xi32>) -> tensor<7x6xi32>
  %c = linalg.matmul ins(%a, %b : tensor<7x64xi8>, tensor<64x6xi8>) outs(%init : tensor<7x6xi32>) -> tensor<7x6xi32>
  return %c : tensor<7x6xi32>
}

// One factor is unsigned; 45 columns are two vectors, and 13 lanes.
func.func @mixed(%a: tensor<6x52xi8>, %b: tensor<52x45xi8>) -> tensor<6x45xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<6x45xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<6x45xi32>) -> tensor<6x45xi32>
  %c = linalg.generic {indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<6x52xi8>, tensor<52x45xi8>) outs(%init : tensor<6x45xi32>) {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<6x45xi32>
  return %c : tensor<6x45xi32>
}

func.func @halves(%a: tensor<5x64xbf16>, %b: tensor<64x26xbf16>) -> tensor<5x26xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x26xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x26xf32>) -> tensor<5x26xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x64xbf16>, tensor<64x26xbf16>) outs(%init : tensor<5x26xf32>) -> tensor<5x26xf32>
  return %c : tensor<5x26xf32>
}
