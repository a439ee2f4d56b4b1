// Numbers of four bits become floats by a table in a register of AVX-512, whatever
// is done to them before they are converted, from any four bits of a byte. AVX2 has
// no such registers, and what depends on more bits is no table.

// DEFINE: %{llvm} = %as-opt --autoschedule --measure=static --trials=0 --records=none --progress=none --emit=llvm
// RUN: %{llvm} --target=cpu:skylake-avx512 %s | FileCheck %s
// RUN: %{llvm} --target=cpu:haswell %s | FileCheck %s --check-prefix=AVX2
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=low --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=high --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=middle --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=whole --runs=0
// AVX2-NOT: permvar

// With a sign, and so from 0 to 7, then from -8 to -1.
// CHECK-LABEL: define {{.*}}@low(
// CHECK: permvar.sf.512(<16 x float> <float 0.000000e+00, float 1.000000e+00, {{.*}}, float 7.000000e+00, float -8.000000e+00, {{.*}} float -1.000000e+00>
func.func @low(%x: tensor<64x64xi8>) -> tensor<64x64xf32> {
  %c28 = arith.constant 28 : i32
  %empty = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xi8>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: i8, %out: f32):
    %0 = arith.extui %in : i8 to i32
    %1 = arith.shli %0, %c28 : i32
    %2 = arith.shrsi %1, %c28 : i32
    %3 = arith.sitofp %2 : i32 to f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: define {{.*}}@high(
// CHECK: lshr <16 x i32> {{.*}}, splat (i32 4)
// CHECK: permvar.sf.512(<16 x float> <float -8.000000e+00, float -7.000000e+00, {{.*}} float 7.000000e+00>
func.func @high(%x: tensor<64x64xi8>) -> tensor<64x64xf32> {
  %c4 = arith.constant 4 : i8
  %c8 = arith.constant 8 : i32
  %empty = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xi8>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: i8, %out: f32):
    %0 = arith.shrui %in, %c4 : i8
    %1 = arith.extui %0 : i8 to i32
    %2 = arith.subi %1, %c8 : i32
    %3 = arith.sitofp %2 : i32 to f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Squares of bits 1 to 3, plus one: the table is what comes out, no formula.
// CHECK-LABEL: define {{.*}}@middle(
// CHECK: permvar.sf.512(<16 x float> <float 1.000000e+00, float 1.000000e+00, float 2.000000e+00, float 2.000000e+00, float 5.000000e+00,
func.func @middle(%x: tensor<64x64xi8>) -> tensor<64x64xf32> {
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %empty = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xi8>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: i8, %out: f32):
    %0 = arith.extsi %in : i8 to i32
    %1 = arith.shrsi %0, %c1 : i32
    %2 = arith.andi %1, %c7 : i32
    %3 = arith.muli %2, %2 : i32
    %4 = arith.addi %3, %c1 : i32
    %5 = arith.sitofp %4 : i32 to f32
    linalg.yield %5 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// CHECK-LABEL: define {{.*}}@whole(
// CHECK-NOT: call {{.*}}permvar
func.func @whole(%x: tensor<64x64xi8>) -> tensor<64x64xf32> {
  %c31 = arith.constant 31 : i32
  %empty = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xi8>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: i8, %out: f32):
    %0 = arith.extui %in : i8 to i32
    %1 = arith.andi %0, %c31 : i32
    %2 = arith.sitofp %1 : i32 to f32
    linalg.yield %2 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
