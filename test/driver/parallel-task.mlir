// A task inside a parallel loop that the module brings along is one all the
// same.

// RUN: %as-opt --as-extract-tasks %s | FileCheck %s
// CHECK: scf.forall
// CHECK: func.call @as_task_

// RUN: %as-opt --autoschedule --emit=lowered --records=none --trials=1 --progress=none %s -o %t.1.mlir
// RUN: %as-run %t.1.mlir --compare=%s --stock --runs=0

// With threads, the body of the loop stays in a scope for stack allocation: the
// call might allocate.
// RUN: %as-opt --autoschedule --emit=lowered --threads=2 --records=none --trials=1 --progress=none %s -o %t.2.mlir
// RUN: %as-run %t.2.mlir --threads=2 --compare=%t.1.mlir --runs=0
// REQUIRES: search
func.func @rows(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %empty = tensor.empty() : tensor<16x64xf32>
  %r = scf.forall (%i) in (16) shared_outs(%out = %empty)
      -> (tensor<16x64xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1]
        : tensor<16x64xf32> to tensor<1x64xf32>
    %to = tensor.extract_slice %out[%i, 0] [1, 64] [1, 1]
        : tensor<16x64xf32> to tensor<1x64xf32>
    %powers = linalg.exp ins(%row : tensor<1x64xf32>)
        outs(%to : tensor<1x64xf32>) -> tensor<1x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %powers into %out[%i, 0] [1, 64] [1, 1]
          : tensor<1x64xf32> into tensor<16x64xf32>
    }
  }
  return %r : tensor<16x64xf32>
}
