// stderr and signals are mlir-opt's. A pass of the plugin shows its progress
// where it is asked to, and an interrupt ends mlir-opt as it would any other
// program: without a result, and with the workers.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{options} =
// DEFINE: %{tune} = %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{records=none emit=scheduled %{options}})' %s -o %t/out.mlir

// REDEFINE: %{options} = trials=1
// RUN: %{tune} 2> %t/silent.txt
// RUN: count 0 < %t/silent.txt
// RUN: FileCheck %s --check-prefix=RESULT < %t/out.mlir
// RESULT: func.func @product({{.*}}as.task =

// REDEFINE: %{options} = trials=1 progress=plain
// RUN: %{tune} 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: tuning 1 task with 1 trial
// PLAIN: trials {{[12]}} of {{[12]}}

// REDEFINE: %{options} = trials=100000 progress=json
// RUN: rm %t/out.mlir
// RUN: python3 %S/../fault/Inputs/disturb.py interrupt %{tune} | FileCheck %s --check-prefix=INTERRUPTED
// INTERRUPTED: killed by signal 2
// INTERRUPTED-NEXT: left behind: nothing
// RUN: not ls %t/out.mlir

func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
