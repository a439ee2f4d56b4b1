// A header beside PTX: a C program includes it, loads the PTX, and launches.

// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=4 \
// RUN:   --records=none --progress=none --emit=ptx --header=%t/scaled.h %s -o %t/scaled.ptx
// RUN: FileCheck %s --check-prefix=HEADER < %t/scaled.h
// RUN: cc -std=c11 -Wall -Wextra -Werror -I%t -I%as-source/test/standin %S/Inputs/header.c %standin -Wl,-rpath,%as-build/test -o %t/program
// RUN: env AS_STANDIN_CAPABILITY=75 %t/program %t/scaled.ptx | FileCheck %s

// HEADER: #include <cuda.h>
// HEADER: /* argument0: 8x12xf32 */
// HEADER-NEXT: enum { scaled_argument0_count = 96 };
// HEADER: static inline CUresult as_launch_scaled(CUmodule module, CUstream stream, CUdeviceptr argument0, CUdeviceptr argument1, float argument2, CUdeviceptr result0) {
// HEADER: cuModuleGetFunction(&kernel, module, "scaled");
// HEADER: return cuLaunchKernel(kernel, {{[0-9]+}}, {{[0-9]+}}, {{[0-9]+}}, {{[0-9]+}}, {{[0-9]+}}, {{[0-9]+}},
// HEADER-NEXT: {{[0-9]+}}, stream, arguments, 0);

// CHECK: 30 30 30

func.func @scaled(%a: tensor<8x12xf32>, %b: tensor<12x16xf32>, %by: f32) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x16xf32>)
      outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%c, %by : tensor<8x16xf32>, f32) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %m = arith.mulf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
