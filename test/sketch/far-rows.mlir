// Rows that lie in the same lines of the first cache, as they are a multiple of
// 4 KiB apart, are packed beside the panel of the other operand; others are not.

// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:haswell --records=none --progress=none %s -o - | FileCheck %s
// RUN: %as-opt --autoschedule --emit=schedule --trials=24 --records=%t.db --progress=none %s -o %t.schedule
// RUN: %as-opt --autoschedule --trials=0 --records=%t.db --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=far --compare=%s --entry=far --stock --runs=0
// REQUIRES: search
// CHECK-LABEL: sequence @sketch_{{.*}}_2
// CHECK: knob<"cache_k">
// CHECK: structured.pad {{.*}}nofold_flags = [0, 1, 0]
// CHECK: structured.pad {{.*}}nofold_flags = [1, 0, 0]
func.func @far(%a: tensor<24x1024xf32>, %b: tensor<1024x64xf32>)
    -> tensor<24x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x64xf32>)
      -> tensor<24x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<24x1024xf32>, tensor<1024x64xf32>)
      outs(%zeros : tensor<24x64xf32>) -> tensor<24x64xf32>
  return %r : tensor<24x64xf32>
}

// CHECK-NOT: nofold_flags = [1, 0, 0]
func.func @apart(%a: tensor<24x1040xf32>, %b: tensor<1040x64xf32>)
    -> tensor<24x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x64xf32>)
      -> tensor<24x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<24x1040xf32>, tensor<1040x64xf32>)
      outs(%zeros : tensor<24x64xf32>) -> tensor<24x64xf32>
  return %r : tensor<24x64xf32>
}
