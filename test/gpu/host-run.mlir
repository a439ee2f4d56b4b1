// A program that MLIR's tools make of the module gives correct results.
// Functions free what they allocate, except for constants, which are copied
// once. Three allocations are the test program's own.

// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_75 --measure=static --trials=40 \
// RUN:   --records=none --progress=none --emit=lowered %s -o %t/host.mlir
// RUN: %mlir-opt --gpu-to-llvm %t/host.mlir | %mlir-translate --mlir-to-llvmir -o %t/host.ll
// RUN: %llvm-tools/llc -relocation-model=pic -filetype=obj %t/host.ll -o %t/host.o
// RUN: %cc -std=c11 -Wall -Wextra -Werror -I%as-source/test/standin %S/Inputs/host-run.c %S/Inputs/mlir-runtime.c \
// RUN:   %t/host.o %standin -Wl,-rpath,%as-build/test -lm -o %t/program
// RUN: env AS_STANDIN_CAPABILITY=75 %t/program | FileCheck %s

// CHECK: loaded, level 4
// CHECK-NEXT: layers: 2304 2304 2304
// CHECK-NEXT: update: 11 11 11
// CHECK-NEXT: as it was: 3 3 3
// CHECK-NEXT: weighted: 8 8 32
// CHECK-NEXT: doubled: 16 16 16
// CHECK-NEXT: count: 4 4 4
// CHECK-NEXT: total: 3072 3072 3072
// CHECK-NEXT: sign: -3 -3 -3
// CHECK-NEXT: twice: 19 19 19
// CHECK-NEXT: never: 3 3 3
// CHECK-NEXT: joined: 2 2 6
// CHECK-NEXT: padded: 0 0 1 1 1 1 0 0
// CHECK-NEXT: 12 allocated, 8 freed, {{[0-9]+}} launched

ml_program.global private mutable @state(dense<0.0> : tensor<8xf32>) : tensor<8xf32>

func.func @layers(%x: tensor<64x32xf32>, %w: tensor<32x48xf32>, %v: tensor<48x16xf32>, %by: f32) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64x48xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x48xf32>) -> tensor<64x48xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x48xf32>)
      outs(%z1 : tensor<64x48xf32>) -> tensor<64x48xf32>
  %e2 = tensor.empty() : tensor<64x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %y = linalg.matmul ins(%h, %v : tensor<64x48xf32>, tensor<48x16xf32>)
      outs(%z2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %by : tensor<64x16xf32>, f32) outs(%e2 : tensor<64x16xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<64x16xf32>
  return %s : tensor<64x16xf32>
}

// A kernel that copies, then one that adds up.
func.func @update(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>)
      outs(%c : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %r : tensor<16x4xf32>
}

// The first call copies a constant to the device, where it stays.
func.func @weighted(%x: tensor<16x8xf32>) -> tensor<16x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[
    [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0],
    [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<16x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x4xf32>) -> tensor<16x4xf32>
  %r = linalg.matmul ins(%x, %w : tensor<16x8xf32>, tensor<8x4xf32>)
      outs(%zeros : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %r : tensor<16x4xf32>
}

// A splat constant is part of the kernel.
func.func @doubled(%x: tensor<16x8xf32>) -> tensor<16x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<2.0> : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<16x4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x4xf32>) -> tensor<16x4xf32>
  %r = linalg.matmul ins(%x, %w : tensor<16x8xf32>, tensor<8x4xf32>)
      outs(%zeros : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %r : tensor<16x4xf32>
}

// Globals stay in the host's memory.
func.func @count(%x: tensor<8xf32>) -> tensor<8xf32> {
  %old = ml_program.global_load @state : tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %new = linalg.add ins(%old, %x : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  ml_program.global_store @state = %new : tensor<8xf32>
  return %new : tensor<8xf32>
}

// Several kernels, with scratch memory for partial results between them.
func.func @total(%x: tensor<3072xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3072xf32>) outs(%zeros : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// Each branch has its own stream. The binary must get another name.
func.func @kernels(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x4xf32>, %twice: i1) -> tensor<16x4xf32> {
  %r = scf.if %twice -> tensor<16x4xf32> {
    %c1 = func.call @update(%a, %b, %c) : (tensor<16x8xf32>, tensor<8x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    %c2 = func.call @update(%a, %b, %c1) : (tensor<16x8xf32>, tensor<8x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
    scf.yield %c2 : tensor<16x4xf32>
  } else {
    scf.yield %c : tensor<16x4xf32>
  }
  return %r : tensor<16x4xf32>
}

// The instruction has its operands in the opposite order of the operation.
#all = affine_map<(i) -> (i)>
func.func @sign(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %empty = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%empty : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %d = arith.subf %x, %y : f32
    %s = math.copysign %y, %d : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// Operations without a task: copies to parts of an array, and a pad.
func.func @joined(%a: tensor<16x8xf32>, %b: tensor<8x8xf32>) -> tensor<24x8xf32> {
  %e1 = tensor.empty() : tensor<16x8xf32>
  %a2 = linalg.add ins(%a, %a : tensor<16x8xf32>, tensor<16x8xf32>) outs(%e1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %b2 = linalg.add ins(%b, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = tensor.concat dim(0) %a2, %b2 : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<24x8xf32>
  return %r : tensor<24x8xf32>
}

func.func @padded(%x: tensor<4x4xf32>) -> tensor<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.pad %x low[1, 2] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x4xf32> to tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}
