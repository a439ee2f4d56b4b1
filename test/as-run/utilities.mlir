// What was written to be run by mlir-runner calls functions of libraries of MLIR's,
// which are loaded where they are installed, for modules and for shared objects.

// REQUIRES: mlir-utilities
// RUN: %as-run %s --runs=0 | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=shared %s -o %t.so
// RUN: %as-run %t.so --runs=0 | FileCheck %s
// CHECK: Unranked Memref {{.*}} sizes = [3]
// CHECK-NEXT: [1, 2, 3]
// CHECK: later: 1

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @rtclock() -> f64

func.func @show() {
  %before = call @rtclock() : () -> f64
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %any = tensor.cast %x : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%any) : (tensor<*xf32>) -> ()
  %after = call @rtclock() : () -> f64
  %isLater = arith.cmpf oge, %after, %before : f64
  vector.print str "later: "
  vector.print %isLater : i1
  return
}
