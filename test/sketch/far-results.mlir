// Results in several rows that lie in the same lines of the first cache, as they
// are a multiple of 4 KiB apart, are summed in an array of their own where a large
// operand goes by; others are not. What is measured is compared with the original.

// RUN: %as-opt --autoschedule --emit=sketches --target=cpu:haswell --records=none --progress=none %s -o - | FileCheck %s
// RUN: %as-opt --autoschedule --trials=48 --records=none --progress=none %s --report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: %as-opt --autoschedule --trials=48 --threads=2 --records=none --progress=none %s --report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: %as-run %t.mlir --threads=2 --entry=far --compare=%s --entry=far --stock --runs=0
// RUN: %as-run %t.mlir --threads=2 --entry=apart --compare=%s --entry=apart --stock --runs=0
// REQUIRES: search
// REPORT: "label":"matmul 8x1024x64"{{.*}}"wrong-answer":0{{.*}}"sketch":"{{(parallel[+])?}}stream","point":{{[^}]*}}},"outcome":"ok"

// CHECK-LABEL: sequence @sketch_{{.*}}_2
// CHECK: knob<"cache_k">
// CHECK: nofold_flags = [0, 0, 1]
func.func @far(%a: tensor<8x64xf32>, %b: tensor<64x1024xf32>)
    -> tensor<8x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x1024xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x1024xf32>)
      -> tensor<8x1024xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x64xf32>, tensor<64x1024xf32>)
      outs(%zeros : tensor<8x1024xf32>) -> tensor<8x1024xf32>
  return %r : tensor<8x1024xf32>
}

// CHECK-NOT: nofold_flags = [0, 0, 1]
func.func @apart(%a: tensor<8x64xf32>, %b: tensor<64x1040xf32>)
    -> tensor<8x1040xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x1040xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x1040xf32>)
      -> tensor<8x1040xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x64xf32>, tensor<64x1040xf32>)
      outs(%zeros : tensor<8x1040xf32>) -> tensor<8x1040xf32>
  return %r : tensor<8x1040xf32>
}
