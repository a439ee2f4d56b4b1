// A function with vectors, as schedules leave them, and two that LLVM should
// vectorise (@scalar) and unroll (@loop).
func.func @vector(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]}
      : memref<8xf32>, vector<8xf32>
  %w = arith.mulf %v, %v : vector<8xf32>
  vector.transfer_write %w, %x[%c0] {in_bounds = [true]}
      : vector<8xf32>, memref<8xf32>
  return
}
func.func @scalar(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = memref.load %x[%c0] : memref<4xf32>
  %b = memref.load %x[%c1] : memref<4xf32>
  %c = memref.load %x[%c2] : memref<4xf32>
  %d = memref.load %x[%c3] : memref<4xf32>
  %aa = arith.mulf %a, %a : f32
  %bb = arith.mulf %b, %b : f32
  %cc = arith.mulf %c, %c : f32
  %dd = arith.mulf %d, %d : f32
  memref.store %aa, %x[%c0] : memref<4xf32>
  memref.store %bb, %x[%c1] : memref<4xf32>
  memref.store %cc, %x[%c2] : memref<4xf32>
  memref.store %dd, %x[%c3] : memref<4xf32>
  return
}
func.func @loop(%x: memref<6xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %zero) -> f32 {
    %y = memref.load %x[%i] : memref<6xf32>
    %t = arith.addf %s, %y : f32
    %u = arith.mulf %t, %t : f32
    scf.yield %u : f32
  }
  return %r : f32
}
