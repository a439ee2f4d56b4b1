// A function of several tasks beside PTX: a C program launches all of them by
// one call, with scratch memory for the data between tasks. The pad, which
// belongs to no task, becomes kernels too.

// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=4 \
// RUN:   --records=none --progress=none --emit=ptx --header=%t/net.h --launch=%t/net.json %s -o %t/net.ptx
// RUN: FileCheck %s --check-prefix=HEADER < %t/net.h
// RUN: FileCheck %s --check-prefix=JSON < %t/net.json
// RUN: cc -std=c11 -Wall -Wextra -Werror -I%t -I%as-source/test/standin %S/Inputs/sequence.c %standin -Wl,-rpath,%as-build/test -o %t/program
// RUN: env AS_STANDIN_CAPABILITY=75 %t/program %t/net.ptx | FileCheck %s

// HEADER: /* All of net, in order. Between its kernels it needs room, with any
// HEADER-NEXT: content, aligned to 256 bytes. */
// HEADER: #define net_room_bytes ((size_t){{[0-9]+}})
// HEADER-NEXT: static inline CUresult as_run_net(CUmodule module, CUstream stream, CUdeviceptr argument0, CUdeviceptr argument1, CUdeviceptr argument2, CUdeviceptr result0, CUdeviceptr room) {
// HEADER: result = as_launch_{{.*}}(module, stream, {{.*}}room

// JSON: "functions":[{"name":"net","roomBytes":{{[0-9]+}},"arguments":[{"role":"input","type":"12x20xf32"}
// JSON-SAME: "steps":[{"kernel":"{{[^"]+}}","arguments":[
// JSON-SAME: {"room":0}
// JSON-SAME: {"argument":3}

// A constant is in the PTX, where the function finds it by name.
// HEADER: static inline CUresult as_run_weighted(
// HEADER-NEXT: CUresult result = CUDA_SUCCESS;
// HEADER-NEXT: CUdeviceptr as_constant_0 = 0;
// HEADER-NEXT: if (result == CUDA_SUCCESS)
// HEADER-NEXT: result = cuModuleGetGlobal(&as_constant_0, 0, module, "as_constant_0");
// HEADER-NOT: cuModuleGetGlobal
// HEADER: return result;
// JSON: {"name":"weighted",{{.*}}"steps":[{"kernel":"{{[^"]+}}","arguments":[{"argument":0},{"constant":"as_constant_0"},
// RUN: FileCheck %s --check-prefix=IMAGE < %t/net.ptx
// IMAGE: .visible .global .align 256 .b8 as_constant_0[32] = {0, 0, 128, 63,
// The PTX cannot hold elements of one bit.
// HEADER-NOT: as_run_chosen
// JSON-NOT: "chosen"

// CHECK: all right

func.func @net(%x: tensor<12x20xf32>, %v: tensor<20x24xf32>, %w: tensor<28x16xf32>) -> tensor<12x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x24xf32>) -> tensor<12x24xf32>
  %h = linalg.matmul ins(%x, %v : tensor<12x20xf32>, tensor<20x24xf32>) outs(%z : tensor<12x24xf32>) -> tensor<12x24xf32>
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %h low[0, 0] high[0, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %one : f32
  } : tensor<12x24xf32> to tensor<12x28xf32>
  %f = tensor.empty() : tensor<12x16xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<12x16xf32>) -> tensor<12x16xf32>
  %r = linalg.matmul ins(%p, %w : tensor<12x28xf32>, tensor<28x16xf32>) outs(%y : tensor<12x16xf32>) -> tensor<12x16xf32>
  return %r : tensor<12x16xf32>
}

func.func @weighted(%x: tensor<16x8xf32>, %y: tensor<8x16xf32>) -> tensor<16x8xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %a = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<16x8xf32>, tensor<8xf32>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %m = arith.mulf %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<16x8xf32>
  %z = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<16x16xf32>
  %z2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %p = linalg.matmul ins(%a, %y : tensor<16x8xf32>, tensor<8x16xf32>)
      outs(%z2 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %z3 = linalg.fill ins(%z : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = linalg.matmul ins(%p, %a : tensor<16x16xf32>, tensor<16x8xf32>)
      outs(%z3 : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

func.func @chosen(%x: tensor<16x8xf32>, %y: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %w = arith.constant dense<[true, false, true, true, false, false, true, false]> : tensor<8xi1>
  %e = tensor.empty() : tensor<16x8xf32>
  %a = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %w : tensor<16x8xf32>, tensor<16x8xf32>, tensor<8xi1>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%p: f32, %q: f32, %c: i1, %old: f32):
    %m = arith.select %c, %p, %q : f32
    linalg.yield %m : f32
  } -> tensor<16x8xf32>
  return %a : tensor<16x8xf32>
}
