// Three blocks of a thread each add to one number.
func.func @task(%x: memref<8x32xf32>, %y: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.forall (%b) in (3) {
    scf.forall (%i) in (1) {
      %v = memref.load %x[%b, %i] : memref<8x32xf32>
      %old = memref.load %y[%c0, %c8] : memref<8x32xf32>
      %new = arith.addf %old, %v : f32
      memref.store %new, %y[%c0, %c8] : memref<8x32xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
