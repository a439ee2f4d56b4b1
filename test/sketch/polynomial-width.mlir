// Cores that take vectors apart as they decode them wait for each body of a
// polynomial, so that several vectors go together: four of eight lanes. Others
// have enough in view.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:znver1 --emit=schedule %s 2> %t | FileCheck %s --check-prefix=NARROW
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --target=cpu:znver2 --emit=schedule %s 2> %t | FileCheck %s --check-prefix=WHOLE

// NARROW: "register_1"> = 32 : i64
// WHOLE: "register_1"> = 16 : i64
func.func @f(%x: tensor<77x512xf32>) -> tensor<77x512xf32> {
  %e = tensor.empty() : tensor<77x512xf32>
  %r = linalg.exp ins(%x : tensor<77x512xf32>)
      outs(%e : tensor<77x512xf32>) -> tensor<77x512xf32>
  return %r : tensor<77x512xf32>
}
