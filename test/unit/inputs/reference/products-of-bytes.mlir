// Two steps of a sum that can become one: a signed byte times unsigned ones.
!bytes = vector<16xi8>
!sums = vector<16xi32>
func.func @f(%a: tensor<2xi8>, %b: tensor<2x16xi8>, %c: tensor<16xi32>)
    -> tensor<16xi32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %n = arith.constant 0 : i8
  %m = arith.constant 0 : i32
  %a0 = vector.transfer_read %a[%z], %n {in_bounds = [true]}
      : tensor<2xi8>, vector<1xi8>
  %a1 = vector.transfer_read %a[%o], %n {in_bounds = [true]}
      : tensor<2xi8>, vector<1xi8>
  %b0 = vector.transfer_read %b[%z, %z], %n {in_bounds = [true]}
      : tensor<2x16xi8>, !bytes
  %b1 = vector.transfer_read %b[%o, %z], %n {in_bounds = [true]}
      : tensor<2x16xi8>, !bytes
  %i = vector.transfer_read %c[%z], %m {in_bounds = [true]}
      : tensor<16xi32>, !sums

  %x0 = vector.extract %a0[0] : i8 from vector<1xi8>
  %s0 = arith.extsi %x0 : i8 to i32
  %l0 = vector.broadcast %s0 : i32 to !sums
  %w0 = arith.extui %b0 : !bytes to !sums
  %p0 = arith.muli %l0, %w0 : !sums
  %j = arith.addi %p0, %i : !sums

  %x1 = vector.extract %a1[0] : i8 from vector<1xi8>
  %s1 = arith.extsi %x1 : i8 to i32
  %l1 = vector.broadcast %s1 : i32 to !sums
  %w1 = arith.extui %b1 : !bytes to !sums
  %p1 = arith.muli %l1, %w1 : !sums
  %k = arith.addi %p1, %j : !sums

  %e = tensor.empty() : tensor<16xi32>
  %r = vector.transfer_write %k, %e[%z] {in_bounds = [true]}
      : !sums, tensor<16xi32>
  return %r : tensor<16xi32>
}
