// An elementwise operation has its loops in the order of its result's
// dimensions. A reduction has them in that of what it reduces, where this is
// contiguous along the results. Loops stay where terms would change their order,
// where the body asks for their numbers, in products, and where what is reduced
// is contiguous.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s --check-prefixes=MAPS,CHECK
// RUN: %as-opt --autoschedule --trials=0 --fp=strict --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=middle --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=scaled --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=turned --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=backwards --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=numbered --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=elements --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// MAPS-DAG: #[[SAME:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// MAPS-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// MAPS-DAG: #[[TURN:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @middle(
// CHECK: iterator_types = ["parallel", "reduction", "parallel"]
func.func @middle(%x: tensor<6x40x33xf32>) -> tensor<6x33xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x33xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x33xf32>) -> tensor<6x33xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, j, k) -> (b, k, j)>, affine_map<(b, j, k) -> (b, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<6x40x33xf32>) outs(%f : tensor<6x33xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  } -> tensor<6x33xf32>
  return %r : tensor<6x33xf32>
}

// What has fewer dimensions follows: a number for each row, one for each result.
// CHECK-LABEL: func.func @scaled(
// CHECK: iterator_types = ["reduction", "parallel"]
func.func @scaled(%x: tensor<50x34xf32>, %row: tensor<50xf32>, %column: tensor<34xf32>) -> tensor<34xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<34xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<34xf32>) -> tensor<34xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (k, j)>,
        affine_map<(j, k) -> (j)>, affine_map<(j, k) -> (j)>], iterator_types = ["parallel", "reduction"]}
      ins(%row, %x, %column : tensor<50xf32>, tensor<50x34xf32>, tensor<34xf32>) outs(%f : tensor<34xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %s: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %0, %c : f32
    %2 = arith.maximumf %s, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<34xf32>
  return %r : tensor<34xf32>
}

// The result is the transpose of what is left of the array.
// CHECK-LABEL: func.func @turned(
// CHECK: indexing_maps = [#[[WHOLE:.*]], #[[TURNED:.*]]], iterator_types = ["parallel", "parallel", "reduction", "parallel"]
func.func @turned(%x: tensor<5x7x20x35xf32>) -> tensor<7x5x35xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x5x35xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7x5x35xf32>) -> tensor<7x5x35xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, j, k) -> (b, a, k, j)>, affine_map<(a, b, j, k) -> (a, b, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x : tensor<5x7x20x35xf32>) outs(%f : tensor<7x5x35xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  } -> tensor<7x5x35xf32>
  return %r : tensor<7x5x35xf32>
}

// CHECK-LABEL: func.func @backwards(
// CHECK: iterator_types = ["parallel", "reduction", "reduction"]
func.func @backwards(%x: tensor<8x9x36xf32>) -> tensor<36xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<36xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<36xf32>) -> tensor<36xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(j, k, l) -> (l, k, j)>, affine_map<(j, k, l) -> (j)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<8x9x36xf32>) outs(%f : tensor<36xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  } -> tensor<36xf32>
  return %r : tensor<36xf32>
}

// CHECK-LABEL: func.func @numbered(
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @numbered(%x: tensor<21x37xf32>) -> tensor<37xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<21x37xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%a: f32, %s: f32):
    %k = linalg.index 1 : index
    %i = arith.index_cast %k : index to i32
    %w = arith.sitofp %i : i32 to f32
    %0 = arith.mulf %a, %w : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<37xf32>
  return %r : tensor<37xf32>
}

// CHECK-LABEL: func.func @product(
// CHECK: iterator_types = ["parallel", "reduction"]
func.func @product(%x: tensor<48x38xf32>, %y: tensor<48xf32>) -> tensor<38xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<38xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<38xf32>) -> tensor<38xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (j)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%y, %x : tensor<48xf32>, tensor<48x38xf32>) outs(%f : tensor<38xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %s, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<38xf32>
  return %r : tensor<38xf32>
}

// CHECK-LABEL: func.func @contiguous(
// CHECK: iterator_types = ["reduction", "parallel"]
func.func @contiguous(%x: tensor<23x39xf32>) -> tensor<23xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<23xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<23xf32>) -> tensor<23xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(k, j) -> (j, k)>, affine_map<(k, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<23x39xf32>) outs(%f : tensor<23xf32>) {
  ^bb0(%a: f32, %s: f32):
    %0 = arith.addf %s, %a : f32
    linalg.yield %0 : f32
  } -> tensor<23xf32>
  return %r : tensor<23xf32>
}

// A bias along the first dimension, and the transpose of an array.
// CHECK-LABEL: func.func @elements(
// CHECK: indexing_maps = [#[[SAME]], #[[ROW]], #[[TURN]], #[[SAME]]], iterator_types = ["parallel", "parallel"]
func.func @elements(%x: tensor<24x40xf32>, %y: tensor<24xf32>, %z: tensor<40x24xf32>) -> tensor<24x40xf32> {
  %e = tensor.empty() : tensor<24x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> (k)>, affine_map<(j, k) -> (j, k)>,
        affine_map<(j, k) -> (k, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : tensor<24x40xf32>, tensor<24xf32>, tensor<40x24xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}
