// What is copied into a part of an array that is filled may be that part itself:
// then all of the array is filled.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=overlapped --compare=%s --stock --runs=0

func.func @overlapped(%a: memref<8x8xf32>) {
  %five = arith.constant 5.0 : f32
  %part = memref.subview %a[4, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 32>>
  call @copied(%a, %part, %five) : (memref<8x8xf32>, memref<2x8xf32, strided<[8, 1], offset: 32>>, f32) -> ()
  return
}

func.func private @copied(%a: memref<8x8xf32>, %b: memref<2x8xf32, strided<[8, 1], offset: 32>>, %value: f32) {
  linalg.fill ins(%value : f32) outs(%a : memref<8x8xf32>)
  %part = memref.subview %a[4, 0] [2, 8] [1, 1] : memref<8x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 32>>
  linalg.copy ins(%b : memref<2x8xf32, strided<[8, 1], offset: 32>>) outs(%part : memref<2x8xf32, strided<[8, 1], offset: 32>>)
  return
}
