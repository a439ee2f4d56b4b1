// The scale of a batch norm goes into the filter before it, once: what remains
// of it is a bias. Not into one that may change, nor with strict arithmetic, nor
// where the unscaled sums are read as well.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s \
// RUN:   | FileCheck %s
// RUN: %as-opt --autoschedule --trials=8 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=normed --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=shared --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=again --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=updated --compare=%s --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict \
// RUN:   --emit=tasks %s | FileCheck %s --check-prefix=STRICT
// RUN: sed 's/%w: tensor<3x3x4x8xf32> {as.constant}/%w: tensor<3x3x4x8xf32>/' %s \
// RUN:   | %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks - \
// RUN:   | FileCheck %s --check-prefix=STRICT
// REQUIRES: search
// Two functions that run once, for the filter and for the bias:
// CHECK-LABEL: func.func @normed
// CHECK: %[[FILTER:.*]] = call @as_fixed{{.*}} -> tensor<3x3x4x8xf32>
// CHECK: %[[BIAS:.*]] = call @as_fixed{{.*}} -> tensor<8xf32>
// CHECK: call @as_task_{{[0-9a-f]*}}(%{{[^,]*}}, %[[FILTER]], %[[BIAS]])

// STRICT-LABEL: func.func @normed
// STRICT-NOT: -> tensor<3x3x4x8xf32>
// STRICT: return

#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
#channel = affine_map<(n, h, w, c) -> (c)>

func.func @normed(%x: tensor<1x9x9x4xf32>, %w: tensor<3x3x4x8xf32> {as.constant},
                  %gamma: tensor<8xf32> {as.constant}, %beta: tensor<8xf32> {as.constant},
                  %mean: tensor<8xf32> {as.constant}, %var: tensor<8xf32> {as.constant})
    -> tensor<1x7x7x8xf32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<1x7x7x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x7x7x8xf32>) -> tensor<1x7x7x8xf32>
  %c = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>)
      outs(%f : tensor<1x7x7x8xf32>) -> tensor<1x7x7x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #channel, #channel, #channel, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %gamma, %beta, %mean, %var : tensor<1x7x7x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%c : tensor<1x7x7x8xf32>) {
  ^bb0(%in: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.sqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.divf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<1x7x7x8xf32>
  return %r : tensor<1x7x7x8xf32>
}

// CHECK-LABEL: func.func @shared
// CHECK-NOT: as_fixed
// CHECK: return

func.func @shared(%x: tensor<6x4xf32>, %w: tensor<4x8xf32> {as.constant}, %scale: tensor<8xf32> {as.constant})
    -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%f : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %scale : tensor<6x8xf32>, tensor<8xf32>) outs(%e : tensor<6x8xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %0 = arith.mulf %a, %s : f32
    linalg.yield %0 : f32
  } -> tensor<6x8xf32>
  return %p, %r : tensor<6x8xf32>, tensor<6x8xf32>
}

// Nor where the operation itself reads them twice.

// CHECK-LABEL: func.func @again
// CHECK-NOT: as_fixed
// CHECK: return

func.func @again(%x: tensor<8x4xf32>, %w: tensor<4x8xf32> {as.constant}, %scale: tensor<8xf32> {as.constant})
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %scale, %p : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @updated
// CHECK-NOT: as_fixed
// CHECK: return

func.func @updated(%x: tensor<6x4xf32>, %w: tensor<4x8xf32> {as.constant}, %scale: tensor<8xf32> {as.constant})
    -> tensor<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>) outs(%f : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %scale : tensor<6x8xf32>, tensor<8xf32>) outs(%p : tensor<6x8xf32>) {
  ^bb0(%a: f32, %s: f32, %out: f32):
    %0 = arith.mulf %a, %s : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}
