// Threads of a block fill a tile, and read it the other way round.
#turn = affine_map<(i) -> (31 - i)>
!tile = memref<32xf32, #gpu.address_space<workgroup>>
func.func @task(%x: memref<8x32xf32>, %y: memref<8x32xf32>) {
  scf.forall (%b) in (8) {
    %tile = memref.alloc() : !tile
    scf.forall (%i) in (32) {
      %v = memref.load %x[%b, %i] : memref<8x32xf32>
      memref.store %v, %tile[%i] : !tile
    } {mapping = [#gpu.thread<x>]}
    scf.forall (%i) in (32) {
      %j = affine.apply #turn(%i)
      %v = memref.load %tile[%j] : !tile
      memref.store %v, %y[%b, %i] : memref<8x32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
