// What large-globals.mlir computes, without its variable.
func.func @f(%x: tensor<16xi32>) -> tensor<16xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %bit = arith.constant 1 : i32
  %first = tensor.extract %x[%zero] : tensor<16xi32>
  %second = tensor.extract %x[%one] : tensor<16xi32>
  %odd = arith.andi %first, %bit : i32
  %alsoOdd = arith.andi %second, %bit : i32
  %none = arith.constant 0 : i32
  %isEqual = arith.cmpi eq, %odd, %alsoOdd : i32
  %back = arith.select %isEqual, %first, %none : i32
  %e = tensor.empty() : tensor<16xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<16xi32>) outs(%e : tensor<16xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.addi %a, %back : i32
    linalg.yield %s : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}
