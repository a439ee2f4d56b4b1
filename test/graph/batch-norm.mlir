// Batch norm with constant statistics: what they determine, the root of the
// variance above all, is an operation over the channels, computed once.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --untried=plain --records=none --progress=none %s | FileCheck %s
// CHECK-LABEL: func.func @layer(
// CHECK: %[[ROOT:.*]] = call @[[FIXED:as_fixed[_0-9]*]](%{{.*}}) {as.constant} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK: call @as_task_{{.*}}%[[ROOT]]
// CHECK-NOT: call
// CHECK: return
// CHECK: func.func private @[[FIXED]](%{{.*}}: tensor<8xf32> {as.constant}) -> tensor<8xf32> {
// CHECK: math.rsqrt
// CHECK: func.func private @as_task_
// CHECK-NOT: math.rsqrt

// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t.mlir
// RUN: %as-run %t.mlir --compare=%s --stock --runs=2
// REQUIRES: search
// LOWERED-NOT: as_fixed
// LOWERED: llvm.mlir.global private constant @as_once.array(dense<
// LOWERED-NOT: as_fixed
// LOWERED: llvm.func @layer(
// LOWERED: llvm.mlir.addressof @as_once.array
// LOWERED-NOT: as_fixed

func.func @layer(%x: tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
  %gamma = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 0.5, 0.25, 1.5, 1.0]> : tensor<8xf32>
  %beta = arith.constant dense<[0.0, 0.5, 0.25, 0.125, 1.0, 2.0, 1.0, 0.0]> : tensor<8xf32>
  %mean = arith.constant dense<[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]> : tensor<8xf32>
  %var = arith.constant dense<[1.0, 2.0, 1.0, 4.0, 1.0, 0.5, 2.0, 1.0]> : tensor<8xf32>
  %eps = arith.constant 1.0e-5 : f64
  %e = tensor.empty() : tensor<4x16x8xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (c)>,
                       affine_map<(a, b, c) -> (c)>, affine_map<(a, b, c) -> (c)>,
                       affine_map<(a, b, c) -> (c)>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %gamma, %beta, %mean, %var
          : tensor<4x16x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<4x16x8xf32>) {
  ^bb0(%in: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %eps32 = arith.truncf %eps : f64 to f32
    %0 = arith.addf %v, %eps32 : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<4x16x8xf32>
  return %r : tensor<4x16x8xf32>
}
