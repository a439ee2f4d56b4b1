// A worker of another version is refused with a message that says what to do,
// whatever it is for: building, running, or computing constants.

// Constants can be left to the first run instead.
// ONCE: warning: what constants determine is left to the first run:

// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{fake} = env AS_WORKER=%as-source/test/Inputs/fake-worker.sh
// DEFINE: %{tune} = %as-opt --autoschedule --records=none --progress=none --trials=2 %t/product.mlir -o %t/out.mlir
// DEFINE: %{once} = %as-opt --autoschedule --records=none --progress=none --trials=0 --untried=plain %t/constant.mlir -o %t/out.mlir

// RUN: %{fake} "AS_FAKE_WORKER=as-opt worker: protocol 0, as-opt 0.0.9, 64-bit little-endian" not %{tune} 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %{fake} "AS_FAKE_WORKER=as-opt worker: protocol 0, as-opt 0.0.9, 64-bit little-endian" not %{tune} --measure=static 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: %{fake} "AS_FAKE_WORKER=as-opt worker: protocol 0, as-opt 0.0.9, 64-bit little-endian" %{once} 2>&1 | FileCheck %s --check-prefixes=ONCE,OTHER
// OTHER: the worker '{{.*}}/fake-worker.sh' is of another version (protocol 0, as-opt 0.0.9, 64-bit little-endian) than this as-opt (protocol {{[0-9]+}}, as-opt {{.*}}); reinstall as-opt, or point AS_WORKER at the right one

// RUN: %{fake} AS_FAKE_WORKER=garbage not %{tune} 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: %{fake} AS_FAKE_WORKER=garbage not %{tune} --measure=static 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: %{fake} AS_FAKE_WORKER=garbage %{once} 2>&1 | FileCheck %s --check-prefixes=ONCE,GARBAGE
// GARBAGE: the worker '{{.*}}/fake-worker.sh' cannot be used: {{.*}} sent something that is no message

// RUN: %{fake} AS_FAKE_WORKER=dies not %{tune} 2>&1 | FileCheck %s --check-prefix=DIES
// RUN: %{fake} AS_FAKE_WORKER=dies not %{tune} --measure=static 2>&1 | FileCheck %s --check-prefix=DIES
// RUN: %{fake} AS_FAKE_WORKER=dies %{once} 2>&1 | FileCheck %s --check-prefixes=ONCE,DIES
// DIES: the worker '{{.*}}/fake-worker.sh' cannot be used: {{.*}} (it exited with status 3: no library of that name)

// RUN: %as-run %t/out.mlir --compare=%t/constant.mlir --stock --runs=2

//--- product.mlir
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

//--- constant.mlir
func.func @folded(%x: tensor<3xf32>) -> tensor<3xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %q = linalg.sqrt ins(%w : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %z = linalg.add ins(%x, %q : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %z : tensor<3xf32>
}
