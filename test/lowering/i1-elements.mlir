// A vector of truth values that is an element of memory itself is written and
// read by bits, as LLVM lays it out.

// RUN: %as-run %s --compare=%s --stock --runs=0

func.func @positive(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %m = memref.alloc() : memref<4xvector<8xi1>>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = vector.load %a[%i, %c0] : memref<4x8xf32>, vector<8xf32>
    %t = arith.cmpf ogt, %x, %zero : vector<8xf32>
    memref.store %t, %m[%i] : memref<4xvector<8xi1>>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %x = vector.load %a[%i, %c0] : memref<4x8xf32>, vector<8xf32>
    %t = memref.load %m[%i] : memref<4xvector<8xi1>>
    %y = arith.select %t, %x, %zero : vector<8xi1>, vector<8xf32>
    vector.store %y, %b[%i, %c0] : memref<4x8xf32>, vector<8xf32>
  }
  memref.dealloc %m : memref<4xvector<8xi1>>
  return
}
