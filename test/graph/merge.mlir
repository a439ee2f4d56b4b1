// Dimensions that a transpose by itself moves together are one dimension of its
// task, and the result is made where the function returns it, in its shape there.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s < %t/tasks
// RUN: %as-opt --autoschedule --records=%t/merge.db --trials=2 --progress=none \
// RUN:   --emit=lowered %s | FileCheck %s --check-prefix=LOWERED
// REQUIRES: search
// CHECK: func.func @image
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<2x6x10x16xf32> into tensor<2x60x16xf32>
// CHECK: call @[[TASK:as_task_[0-9a-f]+]]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]]
// CHECK: func.func private @[[TASK]](%{{.*}}: tensor<2x60x16xf32>) -> tensor<2x16x60xf32>

// LOWERED-NOT: @malloc
// LOWERED-NOT: memcpy

func.func @image(%x: tensor<2x6x10x16xf32>) -> tensor<2x16x6x10xf32> {
  %e = tensor.empty() : tensor<2x16x6x10xf32>
  %y = linalg.transpose ins(%x : tensor<2x6x10x16xf32>)
      outs(%e : tensor<2x16x6x10xf32>) permutation = [0, 3, 1, 2]
  return %y : tensor<2x16x6x10xf32>
}
