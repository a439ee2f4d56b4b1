// Nothing but data movement.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 1
// REQUIRES: search
// TASKS-COUNT-1: func.func @transpose({{.*}}as.task =
// TASKS-NOT: func.func

func.func @transpose(%x: tensor<20x36xf32>) -> tensor<36x20xf32> {
  %empty = tensor.empty() : tensor<36x20xf32>
  %r = linalg.transpose ins(%x : tensor<20x36xf32>)
      outs(%empty : tensor<36x20xf32>) permutation = [1, 0]
  return %r : tensor<36x20xf32>
}
