// Bounds and indices by arithmetic instead of maps.
func.func @f(%A: memref<100xf32>, %m: i32, %x: f32) {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %n = arith.index_cast %m : i32 to index
  scf.for %i = %c2 to %n step %c3 {
    %twice = arith.muli %i, %c2 : index
    %at = arith.subi %twice, %c3 : index
    memref.store %x, %A[%at] : memref<100xf32>
  }
  return
}
