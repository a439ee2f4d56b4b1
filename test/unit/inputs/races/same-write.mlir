// 32 threads write the same to one element.
func.func @task(%x: memref<8x32xf32>, %y: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%b) in (1) {
    scf.forall (%i) in (32) {
      %v = memref.load %x[%c0, %c0] : memref<8x32xf32>
      memref.store %v, %y[%c0, %c0] : memref<8x32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
