// Products with few columns are computed as their transpose where an operand
// has their rows contiguous, and so turned back. Others stay.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=two --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=batches --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=second --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=started --runs=0

#km = affine_map<(m, n, k) -> (k, m)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// The product has two rows, of which vectors are parts.
// CHECK-LABEL: func.func @two(
// CHECK: %[[PRODUCT:.*]] = call @{{.*}}(%arg1, %arg0) : (tensor<40x2xf32>, tensor<40x37xf32>) -> tensor<2x37xf32>
// CHECK: call @{{.*}}(%[[PRODUCT]]) : (tensor<2x37xf32>) -> tensor<37x2xf32>
func.func @two(%a: tensor<40x37xf32>, %b: tensor<40x2xf32>) -> tensor<37x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x2xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x2xf32>) -> tensor<37x2xf32>
  %sum = linalg.matmul indexing_maps = [#km, #kn, #mn]
    ins(%a, %b : tensor<40x37xf32>, tensor<40x2xf32>) outs(%zeros : tensor<37x2xf32>) -> tensor<37x2xf32>
  return %sum : tensor<37x2xf32>
}

// CHECK-LABEL: func.func @batches(
// CHECK: -> tensor<5x3x37xf32>
// CHECK: (tensor<5x3x37xf32>) -> tensor<5x37x3xf32>
func.func @batches(%a: tensor<5x40x37xf32>, %b: tensor<5x40x3xf32>) -> tensor<5x37x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x37x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x37x3xf32>) -> tensor<5x37x3xf32>
  %sum = linalg.batch_matmul indexing_maps = [
      affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%a, %b : tensor<5x40x37xf32>, tensor<5x40x3xf32>) outs(%zeros : tensor<5x37x3xf32>) -> tensor<5x37x3xf32>
  return %sum : tensor<5x37x3xf32>
}

// The operand with the rows is the second one.
// CHECK-LABEL: func.func @second(
// CHECK: call @{{.*}}(%arg0, %arg1) : (tensor<2x40xf64>, tensor<40x37xf64>) -> tensor<2x37xf64>
// CHECK: (tensor<2x37xf64>) -> tensor<37x2xf64>
func.func @second(%b: tensor<2x40xf64>, %a: tensor<40x37xf64>) -> tensor<37x2xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<37x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<37x2xf64>) -> tensor<37x2xf64>
  %sum = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (n, k)>, #km, #mn],
      iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%b, %a : tensor<2x40xf64>, tensor<40x37xf64>) outs(%zeros : tensor<37x2xf64>) {
  ^bb0(%x: f64, %y: f64, %s: f64):
    %p = arith.mulf %x, %y : f64
    %t = arith.addf %s, %p : f64
    linalg.yield %t : f64
  } -> tensor<37x2xf64>
  return %sum : tensor<37x2xf64>
}

// What sums start from is given: it would have to be turned as well.
// CHECK-LABEL: func.func @started(
// CHECK-NOT: tensor<2x37xf32>
// CHECK: return
func.func @started(%a: tensor<40x37xf32>, %b: tensor<40x2xf32>, %c: tensor<37x2xf32>) -> tensor<37x2xf32> {
  %sum = linalg.matmul indexing_maps = [#km, #kn, #mn]
    ins(%a, %b : tensor<40x37xf32>, tensor<40x2xf32>) outs(%c : tensor<37x2xf32>) -> tensor<37x2xf32>
  return %sum : tensor<37x2xf32>
}

// The first operand has what is summed up contiguous.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: tensor<2x37xf32>
// CHECK: return
func.func @rows(%a: tensor<37x40xf32>, %b: tensor<40x2xf32>) -> tensor<37x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x2xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x2xf32>) -> tensor<37x2xf32>
  %sum = linalg.matmul indexing_maps = [#mk, #kn, #mn]
    ins(%a, %b : tensor<37x40xf32>, tensor<40x2xf32>) outs(%zeros : tensor<37x2xf32>) -> tensor<37x2xf32>
  return %sum : tensor<37x2xf32>
}

// Eight columns fill a vector; the transpose of few terms takes as long as the
// product.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: tensor<8x37xf32>
// CHECK: return
func.func @wide(%a: tensor<40x37xf32>, %b: tensor<40x8xf32>) -> tensor<37x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x8xf32>) -> tensor<37x8xf32>
  %sum = linalg.matmul indexing_maps = [#km, #kn, #mn]
    ins(%a, %b : tensor<40x37xf32>, tensor<40x8xf32>) outs(%zeros : tensor<37x8xf32>) -> tensor<37x8xf32>
  return %sum : tensor<37x8xf32>
}

// CHECK-LABEL: func.func @short(
// CHECK-NOT: tensor<2x37xf32>
// CHECK: return
func.func @short(%a: tensor<10x37xf32>, %b: tensor<10x2xf32>) -> tensor<37x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x2xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x2xf32>) -> tensor<37x2xf32>
  %sum = linalg.matmul indexing_maps = [#km, #kn, #mn]
    ins(%a, %b : tensor<10x37xf32>, tensor<10x2xf32>) outs(%zeros : tensor<37x2xf32>) -> tensor<37x2xf32>
  return %sum : tensor<37x2xf32>
}
