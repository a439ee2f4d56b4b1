// Each iteration copies a row to shared memory and reads it the other way
// round. With two stages the next row is copied while one is read.
#turn = affine_map<(i) -> (31 - i)>
!tile = memref<32xf32, #gpu.address_space<workgroup>>
func.func @task(%x: memref<8x32xf32>, %y: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%b) in (8) {
    scf.for %k = %c0 to %c8 step %c1 {
      %row = memref.subview %x[%k, 0] [1, 32] [1, 1]
          : memref<8x32xf32> to memref<32xf32, strided<[1], offset: ?>>
      %tile = memref.alloc() : !tile
      linalg.copy ins(%row : memref<32xf32, strided<[1], offset: ?>>)
          outs(%tile : !tile)
      scf.forall (%i) in (32) {
        %j = affine.apply #turn(%i)
        %v = memref.load %tile[%j] : !tile
        memref.store %v, %y[%b, %i] : memref<8x32xf32>
      } {mapping = [#gpu.thread<x>]}
    }
  } {mapping = [#gpu.block<x>], as.stages = 2 : i64}
  return
}
