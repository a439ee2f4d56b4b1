// Constants are copied to the device once, by a function that runs first. It
// stores the address of each copy in a global.

// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=2 \
// RUN:   --records=none --progress=none --emit=lowered %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %mlir-opt --gpu-to-llvm %t.mlir | %mlir-translate --mlir-to-llvmir -o %t.ll

// CHECK-DAG: memref.global "private" constant @[[W:.*]] : memref<8x4xf32> = dense
// CHECK-DAG: memref.global "private" @[[PLACE:as_once.array]] : memref<memref<8x4xf32>> = uninitialized
// CHECK: func.func private @as_once.constants()
// CHECK: %[[COPY:.*]], %{{.*}} = gpu.alloc async
// CHECK: %[[HOST:.*]] = memref.get_global @[[W]]
// CHECK: gpu.memcpy async [%{{.*}}] %[[COPY]], %[[HOST]]
// CHECK: %[[AT:.*]] = memref.get_global @[[PLACE]]
// CHECK: memref.store %[[COPY]], %[[AT]][] : memref<memref<8x4xf32>>
// CHECK: gpu.wait [%{{.*}}]

// CHECK-LABEL: func.func {{(public )?}}@first(
// CHECK: call @as_once()
// CHECK-NOT: gpu.alloc
// CHECK: memref.load %{{.*}}[] : memref<memref<8x4xf32>>
// CHECK: gpu.launch_func
// CHECK-LABEL: func.func {{(public )?}}@second(
// CHECK: call @as_once()
// CHECK: memref.load %{{.*}}[] : memref<memref<8x4xf32>>
// CHECK-LABEL: func.func {{(public )?}}@neither(
// CHECK-NOT: as_once

// RUN: sed 's/@neither/@as_once/' %s > %t.named.mlir
// RUN: not env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=2 \
// RUN:   --records=none --progress=none --emit=lowered %t.named.mlir -o %t.none 2>&1 | FileCheck %s --check-prefix=NAMED
// NAMED: error: as-opt makes a symbol 'as_once' of its own here: give this one another name

func.func @first(%x: tensor<16x8xf32>) -> tensor<16x4xf32> {
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

func.func @second(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %w = arith.constant dense<[
    [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0],
    [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0]]> : tensor<8x4xf32>
  %empty = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%x, %w : tensor<8x4xf32>, tensor<8x4xf32>) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

func.func @neither(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %empty = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%x, %x : tensor<8x4xf32>, tensor<8x4xf32>) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
