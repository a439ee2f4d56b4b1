// Sums that start from a bias start from zero instead, and the bias is added at
// the end. What is no sum of numbers of arith stays as it is.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir

#in = affine_map<(i, j) -> (j)>
#out = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @numbers(
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: arith.addi
// CHECK: return
// CHECK-NOT: linalg.fill
func.func @numbers(%x: tensor<4x8xi32>, %w: tensor<8x16xi32>, %b: tensor<16xi32>)
    -> tensor<4x16xi32> {
  %e = tensor.empty() : tensor<4x16xi32>
  %initial = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<16xi32>) outs(%e : tensor<4x16xi32>) {
  ^bb0(%a: i32, %o: i32):
    linalg.yield %a : i32
  } -> tensor<4x16xi32>
  %r = linalg.matmul ins(%x, %w : tensor<4x8xi32>, tensor<8x16xi32>)
      outs(%initial : tensor<4x16xi32>) -> tensor<4x16xi32>
  return %r : tensor<4x16xi32>
}

func.func @booleans(%x: tensor<4x8xi1>, %w: tensor<8x16xi1>, %b: tensor<16xi1>)
    -> tensor<4x16xi1> {
  %e = tensor.empty() : tensor<4x16xi1>
  %initial = linalg.broadcast ins(%b : tensor<16xi1>) outs(%e : tensor<4x16xi1>)
      dimensions = [0]
  %r = linalg.matmul ins(%x, %w : tensor<4x8xi1>, tensor<8x16xi1>)
      outs(%initial : tensor<4x16xi1>) -> tensor<4x16xi1>
  return %r : tensor<4x16xi1>
}

func.func @complex(%x: tensor<4x8xcomplex<f32>>, %w: tensor<8x16xcomplex<f32>>, %b: tensor<16xcomplex<f32>>)
    -> tensor<4x16xcomplex<f32>> {
  %e = tensor.empty() : tensor<4x16xcomplex<f32>>
  %initial = linalg.broadcast ins(%b : tensor<16xcomplex<f32>>) outs(%e : tensor<4x16xcomplex<f32>>)
      dimensions = [0]
  %r = linalg.matmul ins(%x, %w : tensor<4x8xcomplex<f32>>, tensor<8x16xcomplex<f32>>)
      outs(%initial : tensor<4x16xcomplex<f32>>) -> tensor<4x16xcomplex<f32>>
  return %r : tensor<4x16xcomplex<f32>>
}

func.func @indices(%x: tensor<4x8xindex>, %w: tensor<8x16xindex>, %b: tensor<16xindex>)
    -> tensor<4x16xindex> {
  %e = tensor.empty() : tensor<4x16xindex>
  %initial = linalg.broadcast ins(%b : tensor<16xindex>) outs(%e : tensor<4x16xindex>)
      dimensions = [0]
  %r = linalg.generic
      {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x8xindex>, tensor<8x16xindex>) outs(%initial : tensor<4x16xindex>) {
  ^bb0(%a: index, %c: index, %o: index):
    %p = arith.muli %a, %c : index
    %s = arith.addi %o, %p : index
    linalg.yield %s : index
  } -> tensor<4x16xindex>
  return %r : tensor<4x16xindex>
}
