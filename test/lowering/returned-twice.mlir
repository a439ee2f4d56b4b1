// A function that returns a tensor and its copy: bufferisation makes one buffer
// of the two, and upstream crashes where it turns that into an argument.
// RUN: %as-run %s --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2> %t.log
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck %s
// CHECK: results: equal

func.func @twice(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %sum = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %copy = linalg.copy ins(%sum : tensor<8xf32>) outs(%f : tensor<8xf32>)
      -> tensor<8xf32>
  return %sum, %copy : tensor<8xf32>, tensor<8xf32>
}
