// A tensor.concat is a task as a chain of inserts is; of extents that are not
// known it stays.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %t/static.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/static.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/static.mlir --runs=0 --tolerance=0
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %t/open.mlir | FileCheck %s --check-prefix=OPEN

// CHECK: label = "concat 5x16x3 + 5x7x3 + 5x1x3"
// CHECK-NOT: tensor.concat
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0] [5, 16, 3] [1, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 16, 0] [5, 7, 3] [1, 1, 1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 23, 0] [5, 1, 3] [1, 1, 1]
// OPEN: tensor.concat

//--- static.mlir
func.func @concat(%a: tensor<5x16x3xf32>, %b: tensor<5x7x3xf32>,
                  %c: tensor<5x1x3xf32>) -> tensor<5x24x3xf32> {
  %r = tensor.concat dim(1) %a, %b, %c
      : (tensor<5x16x3xf32>, tensor<5x7x3xf32>, tensor<5x1x3xf32>)
      -> tensor<5x24x3xf32>
  return %r : tensor<5x24x3xf32>
}

//--- open.mlir
func.func @concat(%a: tensor<5x?xf32>, %b: tensor<5x7xf32>) -> tensor<5x?xf32> {
  %r = tensor.concat dim(1) %a, %b
      : (tensor<5x?xf32>, tensor<5x7xf32>) -> tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}
