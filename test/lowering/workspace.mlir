// What a function needs between its calls of others is allocated once and for
// all, unless it is called while it runs. Here, one of those others calls it.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %s -o %t.o
// RUN: %cc -O1 %S/Inputs/workspace.c %t.o -Wl,--wrap=malloc -Wl,--wrap=free -lm -o %t
// RUN: %t | FileCheck %s
// CHECK: first: 3, allocated 0 times, freed 0 times
// CHECK-NEXT: second: 3, allocated 0 times, freed 0 times
// CHECK-NEXT: nested: 3 and 103, allocated 1 times, freed 1 times
// CHECK-NEXT: after: 3, allocated 1 times, freed 1 times

// What is too large to be a part of the program is allocated in each call.
// CHECK-NEXT: large: allocated 2 times, freed 2 times

func.func private @step(%x: memref<64xf32>, %y: memref<64xf32>)

func.func @thrice(%x: memref<64xf32>, %y: memref<64xf32>) {
  %0 = memref.alloc() : memref<64xf32>
  %1 = memref.alloc() : memref<64xf32>
  call @step(%x, %0) : (memref<64xf32>, memref<64xf32>) -> ()
  call @step(%0, %1) : (memref<64xf32>, memref<64xf32>) -> ()
  call @step(%1, %y) : (memref<64xf32>, memref<64xf32>) -> ()
  return
}

func.func private @touch(%x: memref<1073741824xi8>)

func.func @large() {
  %0 = memref.alloc() : memref<1073741824xi8>
  call @touch(%0) : (memref<1073741824xi8>) -> ()
  return
}
