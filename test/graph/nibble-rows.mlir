// A vector, or a few rows, times weights of four bits that may change, two in a
// byte along what is summed up: lanes are bytes, of which one operation after the
// other takes the two numbers, so the loop over these is not the innermost one.
// The vector, or the rows, are transposed. In the order of --fp=strict, they stay
// as they are, and so do those times rows of bytes that do not fill a vector.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict --emit=tasks %s | FileCheck %s --check-prefix=STRICT
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:skylake-avx512 --emit=schedule %s | FileCheck %s --check-prefix=ROWS
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=one --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=short --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=two --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=few --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: func.func @one(
// CHECK: call @as_task_{{.*}} : (tensor<{{.*}}x2xf32>) -> tensor<4x2x16xf32>
// CHECK: call @as_task_{{.*}} : (tensor<4x2x16xf32>, tensor<96x4x16xi8>, tensor<96x4xf32>) -> tensor<96xf32>
// CHECK-LABEL: func.func @two(
// CHECK: call @as_task_{{.*}} : (tensor<2x4x2x16xf32>, tensor<96x4x16xi8>, tensor<96x4xf32>) -> tensor<2x96xf32>
// CHECK-LABEL: func.func @few(
// CHECK-NOT: tensor<4x2x6xf32>
// CHECK: return
// STRICT-NOT: tensor<4x2x16xf32>

// The numbers of a byte are all in one tile, and rows of several go together.
// ROWS: tile_reduction_using_for {{.*}} tile_sizes = [0, 1, 2, 16]

#weights = [affine_map<(n, g, h, p) -> (n, g, h)>, affine_map<(n, g, h, p) -> (p)>,
            affine_map<(n, g, h, p) -> (n, g)>, affine_map<(n, g, h, p) -> (n, g, h, p)>]
#mk_nk = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]

func.func @one(%x: tensor<1x128xf32>, %b: tensor<96x4x16xi8>, %scale: tensor<96x4xf32>) -> tensor<1x96xf32> {
  %zero = arith.constant 0.0 : f32
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %point = arith.constant 8 : i32
  %e = tensor.empty() : tensor<96x4x16x2xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %shifts, %scale : tensor<96x4x16xi8>, tensor<2xi32>, tensor<96x4xf32>) outs(%e : tensor<96x4x16x2xf32>) {
  ^bb0(%w: i8, %shift: i32, %s: f32, %out: f32):
    %0 = arith.extui %w : i8 to i32
    %1 = arith.shrui %0, %shift : i32
    %2 = arith.andi %1, %mask : i32
    %3 = arith.subi %2, %point : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<96x4x16x2xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2, 3]] : tensor<96x4x16x2xf32> into tensor<96x128xf32>
  %q = tensor.empty() : tensor<1x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1x96xf32>) -> tensor<1x96xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %rows : tensor<1x128xf32>, tensor<96x128xf32>) outs(%f : tensor<1x96xf32>) -> tensor<1x96xf32>
  return %y : tensor<1x96xf32>
}

// Groups of 24 weights, and an odd number of rows.
func.func @short(%x: tensor<1x72xf32>, %b: tensor<37x3x12xi8>, %scale: tensor<37x3xf32>) -> tensor<1x37xf32> {
  %zero = arith.constant 0.0 : f32
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %point = arith.constant 8 : i32
  %e = tensor.empty() : tensor<37x3x12x2xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %shifts, %scale : tensor<37x3x12xi8>, tensor<2xi32>, tensor<37x3xf32>) outs(%e : tensor<37x3x12x2xf32>) {
  ^bb0(%w: i8, %shift: i32, %s: f32, %out: f32):
    %0 = arith.extui %w : i8 to i32
    %1 = arith.shrui %0, %shift : i32
    %2 = arith.andi %1, %mask : i32
    %3 = arith.subi %2, %point : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<37x3x12x2xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2, 3]] : tensor<37x3x12x2xf32> into tensor<37x72xf32>
  %q = tensor.empty() : tensor<1x37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1x37xf32>) -> tensor<1x37xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %rows : tensor<1x72xf32>, tensor<37x72xf32>) outs(%f : tensor<1x37xf32>) -> tensor<1x37xf32>
  return %y : tensor<1x37xf32>
}

func.func @two(%x: tensor<2x128xf32>, %b: tensor<96x4x16xi8>, %scale: tensor<96x4xf32>) -> tensor<2x96xf32> {
  %zero = arith.constant 0.0 : f32
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %point = arith.constant 8 : i32
  %e = tensor.empty() : tensor<96x4x16x2xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %shifts, %scale : tensor<96x4x16xi8>, tensor<2xi32>, tensor<96x4xf32>) outs(%e : tensor<96x4x16x2xf32>) {
  ^bb0(%w: i8, %shift: i32, %s: f32, %out: f32):
    %0 = arith.extui %w : i8 to i32
    %1 = arith.shrui %0, %shift : i32
    %2 = arith.andi %1, %mask : i32
    %3 = arith.subi %2, %point : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<96x4x16x2xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2, 3]] : tensor<96x4x16x2xf32> into tensor<96x128xf32>
  %q = tensor.empty() : tensor<2x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<2x96xf32>) -> tensor<2x96xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %rows : tensor<2x128xf32>, tensor<96x128xf32>) outs(%f : tensor<2x96xf32>) -> tensor<2x96xf32>
  return %y : tensor<2x96xf32>
}

func.func @few(%x: tensor<1x48xf32>, %b: tensor<96x4x6xi8>, %scale: tensor<96x4xf32>) -> tensor<1x96xf32> {
  %zero = arith.constant 0.0 : f32
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %mask = arith.constant 15 : i32
  %point = arith.constant 8 : i32
  %e = tensor.empty() : tensor<96x4x6x2xf32>
  %wide = linalg.generic {indexing_maps = #weights, iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %shifts, %scale : tensor<96x4x6xi8>, tensor<2xi32>, tensor<96x4xf32>) outs(%e : tensor<96x4x6x2xf32>) {
  ^bb0(%w: i8, %shift: i32, %s: f32, %out: f32):
    %0 = arith.extui %w : i8 to i32
    %1 = arith.shrui %0, %shift : i32
    %2 = arith.andi %1, %mask : i32
    %3 = arith.subi %2, %point : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<96x4x6x2xf32>
  %rows = tensor.collapse_shape %wide [[0], [1, 2, 3]] : tensor<96x4x6x2xf32> into tensor<96x48xf32>
  %q = tensor.empty() : tensor<1x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1x96xf32>) -> tensor<1x96xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %rows : tensor<1x48xf32>, tensor<96x48xf32>) outs(%f : tensor<1x96xf32>) -> tensor<1x96xf32>
  return %y : tensor<1x96xf32>
}
