// What cannot be a task stays, with a remark that says where and why. What has
// a dynamic shape was remarked on when it could not be split into static tiles.
//= loc("-":8:3) linalg.exp is not scheduled: it works on memrefs; only those of static shapes are scheduled, on CPUs; use such memrefs, or tensors
//= loc("-":9:8) linalg.copy is not scheduled: it has an element type that is not supported; use f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index
//= loc("-":10:8) linalg.softmax is not scheduled: it is no structured operation; decompose it first, which as-opt does on tensors
func.func @f(%d: tensor<?x4xf32>, %m: memref<4x4xf32>, %c: tensor<4xcomplex<f32>>, %s: tensor<4x4xf32>) -> (tensor<?x4xf32>, tensor<4xcomplex<f32>>, tensor<4x4xf32>) {
  %0 = linalg.negf ins(%d : tensor<?x4xf32>) outs(%d : tensor<?x4xf32>) -> tensor<?x4xf32>
  linalg.exp ins(%m : memref<4x4xf32>) outs(%m : memref<4x4xf32>)
  %1 = linalg.copy ins(%c : tensor<4xcomplex<f32>>) outs(%c : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %2 = linalg.softmax dimension(1) ins(%s : tensor<4x4xf32>) outs(%s : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<?x4xf32>, tensor<4xcomplex<f32>>, tensor<4x4xf32>
}
