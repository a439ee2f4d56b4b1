// Weights that may change and lie along what is summed up stay narrow for more
// than 16 rows where dot products widen them by vectors and, wide, they would
// not stay in a cache. They are widened beforehand if they are small, if groups
// are no whole vectors, and with --fp=strict, which has no partial sums.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict --emit=tasks %s | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: func.func @large(
// CHECK: call @as_task_{{.*}} : (tensor<20x8x32xf32>, tensor<640x8x32xi8>, tensor<640x8xf32>) -> tensor<20x640xf32>
// CHECK-LABEL: func.func @small(
// CHECK: call @as_task_{{.*}} : (tensor<639x8x32xi8>, tensor<639x8xf32>) -> tensor<639x8x32xf32>
// CHECK: call @as_task_{{.*}} : ({{.*}}xf32>{{.*}}) -> tensor<20x639xf32>
// CHECK-LABEL: func.func @short(
// CHECK: call @as_task_{{.*}} : ({{.*}}tensor<960x192xf32>{{.*}}) -> tensor<20x960xf32>
// STRICT-LABEL: func.func @large(
// STRICT: call @as_task_{{.*}} : ({{.*}}tensor<640x256xf32>{{.*}}) -> tensor<20x640xf32>

#weights = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g, k)>]
#mk_nk = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]

func.func @large(%a: tensor<20x256xf32>, %b: tensor<640x8x32xi8>, %scale: tensor<640x8xf32>) -> tensor<20x640xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<640x8x32xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b, %scale : tensor<640x8x32xi8>, tensor<640x8xf32>) outs(%empty : tensor<640x8x32xf32>) {
  ^bb0(%w: i8, %s: f32, %out: f32):
    %0 = arith.sitofp %w : i8 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<640x8x32xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2]] : tensor<640x8x32xf32> into tensor<640x256xf32>
  %sums = tensor.empty() : tensor<20x640xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<20x640xf32>) -> tensor<20x640xf32>
  %c = linalg.matmul indexing_maps = #mk_nk ins(%a, %rows : tensor<20x256xf32>, tensor<640x256xf32>)
      outs(%zeros : tensor<20x640xf32>) -> tensor<20x640xf32>
  return %c : tensor<20x640xf32>
}

func.func @small(%a: tensor<20x256xf32>, %b: tensor<639x8x32xi8>, %scale: tensor<639x8xf32>) -> tensor<20x639xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<639x8x32xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b, %scale : tensor<639x8x32xi8>, tensor<639x8xf32>) outs(%empty : tensor<639x8x32xf32>) {
  ^bb0(%w: i8, %s: f32, %out: f32):
    %0 = arith.sitofp %w : i8 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<639x8x32xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2]] : tensor<639x8x32xf32> into tensor<639x256xf32>
  %sums = tensor.empty() : tensor<20x639xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<20x639xf32>) -> tensor<20x639xf32>
  %c = linalg.matmul indexing_maps = #mk_nk ins(%a, %rows : tensor<20x256xf32>, tensor<639x256xf32>)
      outs(%zeros : tensor<20x639xf32>) -> tensor<20x639xf32>
  return %c : tensor<20x639xf32>
}

func.func @short(%a: tensor<20x192xf32>, %b: tensor<960x8x24xi8>, %scale: tensor<960x8xf32>) -> tensor<20x960xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<960x8x24xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b, %scale : tensor<960x8x24xi8>, tensor<960x8xf32>) outs(%empty : tensor<960x8x24xf32>) {
  ^bb0(%w: i8, %s: f32, %out: f32):
    %0 = arith.sitofp %w : i8 to f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<960x8x24xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2]] : tensor<960x8x24xf32> into tensor<960x192xf32>
  %sums = tensor.empty() : tensor<20x960xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<20x960xf32>) -> tensor<20x960xf32>
  %c = linalg.matmul indexing_maps = #mk_nk ins(%a, %rows : tensor<20x192xf32>, tensor<960x192xf32>)
      outs(%zeros : tensor<20x960xf32>) -> tensor<20x960xf32>
  return %c : tensor<20x960xf32>
}
