// What is computed of constants, in a process of its own, keeps to the limit on
// memory. Where it does not suffice, the first run computes it.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir 2>&1 | count 0
// RUN: not grep 'llvm.func.*@as_once' %t.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --memory-limit=64 %s -o %t.later.mlir 2>&1 | FileCheck %s
// CHECK: warning: what constants determine is left to the first run: the process that computes it {{was killed by SIG|exited with}}
// RUN: grep 'llvm.func.*@as_once' %t.later.mlir
// RUN: %as-run %t.later.mlir --compare=%s --stock --runs=0

func.func @sums(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  // 256 MiB.
  %large = tensor.empty() : tensor<8x8388608xf32>
  %spread = linalg.broadcast ins(%w : tensor<8xf32>) outs(%large : tensor<8x8388608xf32>) dimensions = [1]
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %sums = linalg.reduce ins(%spread : tensor<8x8388608xf32>) outs(%fill : tensor<8xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %m = arith.maximumf %a, %b : f32
      linalg.yield %m : f32
    }
  %z = linalg.add ins(%x, %sums : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}
