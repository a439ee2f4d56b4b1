// What is no task is left to the host, and so is the memory that it keeps: neither
// is in the way of the kernels.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 --records=none --progress=none --emit=lowered %s | FileCheck %s
// CHECK-NOT: @state
// CHECK-NOT: @count
// CHECK: gpu.module @kernels
// CHECK: llvm.func @as_task_{{[0-9a-f]+}}(
// CHECK-NOT: @state
// CHECK-NOT: @count
ml_program.global private mutable @state(dense<0.0> : tensor<8xf32>) : tensor<8xf32>

func.func @count(%x: tensor<8xf32>) -> tensor<8xf32> {
  %old = ml_program.global_load @state : tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %new = linalg.add ins(%old, %x : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  ml_program.global_store @state = %new : tensor<8xf32>
  return %new : tensor<8xf32>
}
