// Names of functions that PTX and C do not allow, or that as-opt uses for
// constants. A constant without dimensions is an array of one element.
// Functions with constants of types that LLVM lacks are not listed.

// RUN: rm -rf %t && mkdir %t
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=4 \
// RUN:   --records=none --progress=none --emit=ptx --header=%t/names.h --launch=%t/names.json %s -o %t/names.ptx
// RUN: FileCheck %s < %t/names.ptx
// RUN: FileCheck %s --check-prefix=HEADER < %t/names.h
// RUN: FileCheck %s --check-prefix=JSON < %t/names.json
// RUN: echo '#include "names.h"' > %t/names.c
// RUN: cc -std=c11 -Wall -Wextra -Werror -I%t -I%as-source/test/standin -c %t/names.c -o %t/names.o
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=4 \
// RUN:   --records=none --progress=none --emit=lowered %s -o %t/names.mlir
// RUN: FileCheck %s --check-prefix=HOST < %t/names.mlir

// CHECK-DAG: .global .align 256 .b8 as_constant_1[4]
// CHECK-DAG: .entry main_1(
// CHECK-DAG: .entry as_constant_0(

// HEADER-DAG: cuModuleGetFunction(&kernel, module, "main_1");
// HEADER-DAG: cuModuleGetGlobal(&as_constant_1, 0, module, "as_constant_1");
// HEADER-NOT: as_run_bytes
// HEADER: as_run_nothing(
// HEADER: as_run_same(
// HEADER: (void)module;
// HEADER-NEXT: if (result == CUDA_SUCCESS)
// HEADER-NEXT: result = cuMemcpyDtoDAsync(

// JSON: "functions":[{"name":"main.1"
// JSON-SAME: "constant":"as_constant_1"

// HOST-DAG: gpu.launch_func {{.*}} @kernels::@main_1
// HOST-DAG: func.func public @main.1(
// HOST-DAG: func.func @nothing({{.*}} memref<0xf32>)

func.func @main.1(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

func.func @as_constant_0(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.log ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

func.func @number(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<f32>) {
  %c = arith.constant dense<2.5> : tensor<f32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.abs ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %c : tensor<64x64xf32>, tensor<f32>
}

func.func @bytes(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<2xf8E4M3FN>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.negf ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %c : tensor<64x64xf32>, tensor<2xf8E4M3FN>
}

func.func @nothing(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<0xf32>) {
  %c = arith.constant dense<1.0> : tensor<0xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %r = linalg.ceil ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r, %c : tensor<64x64xf32>, tensor<0xf32>
}

func.func @same(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  return %x : tensor<64x64xf32>
}
