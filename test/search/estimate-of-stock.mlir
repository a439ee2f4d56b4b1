// What LLVM vectorises by itself is estimated so: without trials, these stay
// unscheduled, as schedules of them are slower.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=scheduled %s 2> %t | FileCheck %s

// A transpose to three channels: LLVM unrolls these, and stores vectors of
// pixels interleaved.
// CHECK-LABEL: func.func private @{{.*}}
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<50176x3xf32>)
func.func @channels_last(%a: tensor<1x3x224x224xf32>) -> tensor<1x224x224x3xf32> {
  %e = tensor.empty() : tensor<1x224x224x3xf32>
  %r = linalg.transpose ins(%a : tensor<1x3x224x224xf32>)
      outs(%e : tensor<1x224x224x3xf32>) permutation = [0, 2, 3, 1]
  return %r : tensor<1x224x224x3xf32>
}
