// Programs with one hash.

// In front, in the order of their use.
!t = tensor<4x16xf32>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: !t) -> !t {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %e = tensor.empty() : !t
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e : !t) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.mulf %x, %two : f32
    %s = arith.addf %m, %three : f32
    linalg.yield %s : f32
  } -> !t
  return %r : !t
}

// -----

// In another order.
!t = tensor<4x16xf32>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: !t) -> !t {
  %three = arith.constant 3.0 : f32
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : !t
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e : !t) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.mulf %x, %two : f32
    %s = arith.addf %m, %three : f32
    linalg.yield %s : f32
  } -> !t
  return %r : !t
}

// -----

// In the body.
!t = tensor<4x16xf32>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: !t) -> !t {
  %e = tensor.empty() : !t
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e : !t) {
  ^bb0(%x: f32, %o: f32):
    %two = arith.constant 2.0 : f32
    %m = arith.mulf %x, %two : f32
    %three = arith.constant 3.0 : f32
    %s = arith.addf %m, %three : f32
    linalg.yield %s : f32
  } -> !t
  return %r : !t
}

// -----

// One in the body, behind another operation, and one in front.
!t = tensor<4x16xf32>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: !t) -> !t {
  %e = tensor.empty() : !t
  %three = arith.constant 3.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e : !t) {
  ^bb0(%x: f32, %o: f32):
    %two = arith.constant 2.0 : f32
    %m = arith.mulf %x, %two : f32
    %s = arith.addf %m, %three : f32
    linalg.yield %s : f32
  } -> !t
  return %r : !t
}
