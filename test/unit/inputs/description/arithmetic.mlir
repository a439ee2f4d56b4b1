// Operations of each kind; %6 is folded away.
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<10xf32>, %k: tensor<10xi32>) -> tensor<10xf16> {
  %e = tensor.empty() : tensor<10xf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel"]}
      ins(%x, %k : tensor<10xf32>, tensor<10xi32>) outs(%e : tensor<10xf16>) {
  ^bb0(%a: f32, %i: i32, %o: f16):
    %0 = arith.addf %a, %a : f32
    %1 = arith.negf %0 : f32
    %2 = arith.mulf %1, %a : f32
    %3 = math.sqrt %2 : f32
    %4 = arith.maximumf %3, %a : f32
    %5 = math.tanh %4 : f32
    %6 = arith.xori %i, %i : i32
    %7 = arith.muli %i, %i : i32
    %8 = arith.addi %7, %i : i32
    %9 = arith.sitofp %8 : i32 to f32
    %10 = arith.addf %9, %5 : f32
    %11 = arith.truncf %10 : f32 to f16
    linalg.yield %11 : f16
  } -> tensor<10xf16>
  return %r : tensor<10xf16>
}
