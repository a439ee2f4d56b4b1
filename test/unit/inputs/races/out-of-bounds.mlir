// Row 8 of %x lies behind its end.
func.func @task(%x: memref<8x32xf32>, %y: memref<8x32xf32>) {
  %c8 = arith.constant 8 : index
  scf.forall (%b) in (8) {
    scf.forall (%i) in (32) {
      %v = memref.load %x[%c8, %i] : memref<8x32xf32>
      memref.store %v, %y[%b, %i] : memref<8x32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
