// A row of a softmax is multiplied by the inverse of its sum, and the products
// are corrected to quotients, where the CPU has fused operations and the mode
// is not strict.

// RUN: %as-opt --autoschedule --target=cpu:haswell --measure=static --trials=0 --threads=1 --records=none --progress=none --emit=lowered %s -o - | FileCheck %s
// RUN: %as-opt --autoschedule --target=cpu:x86-64 --measure=static --trials=0 --threads=1 --records=none --progress=none --emit=lowered %s -o - | FileCheck %s --check-prefix=DIVIDED
// RUN: %as-opt --autoschedule --target=cpu:haswell --measure=static --fp=strict --trials=0 --threads=1 --records=none --progress=none --emit=lowered %s -o - | FileCheck %s --check-prefix=DIVIDED
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0

// CHECK: llvm.fdiv {{.*}} : f32
// CHECK-NOT: llvm.fdiv {{.*}} : vector
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.fma
// DIVIDED-NOT: llvm.intr.fma
// DIVIDED: llvm.fdiv
// DIVIDED-NOT: llvm.intr.fma
func.func @softmax(%x: tensor<16x512xf32>) -> tensor<16x512xf32> {
  %e = tensor.empty() : tensor<16x512xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<16x512xf32>)
      outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  return %r : tensor<16x512xf32>
}
