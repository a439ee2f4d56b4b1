// Sums that are longer than what is multiplied: operands are widened as the
// vectors that they are read as, and multiplied with lanes of one kind.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=scheduled --trials=6 --records=none --progress=none --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: %as-run %t.mlir --entry=floats --compare=%s --entry=floats --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.plain.mlir
// RUN: %as-run %t.plain.mlir --entry=floats --compare=%s --entry=floats --stock --runs=0
// RUN: %as-run %t.mlir --entry=integers --compare=%s --entry=integers --stock --runs=0
// REPORT-NOT: "not-vectorised":{{[1-9]}}

// Rounding is no call of a function: the library would have one for each
// element. AVX512-BF16 has an instruction, but not one for strict arithmetic.
// RUN: %as-opt --autoschedule --emit=llvm --trials=0 --records=none --progress=none --target=cpu:haswell %s -o - 2> %t.err | FileCheck %s --check-prefix=LLVM
// RUN: %as-opt --autoschedule --emit=llvm --trials=0 --records=none --progress=none --target=cpu:cooperlake --fp=strict %s -o - 2> %t.err | FileCheck %s --check-prefix=LLVM
// LLVM-NOT: fptrunc
// RUN: %as-opt --autoschedule --emit=llvm --trials=0 --records=none --progress=none --target=cpu:cooperlake %s -o - 2> %t.err | FileCheck %s --check-prefix=ROUNDS
// ROUNDS: fptrunc {{.*}}x float> {{.*}} to <{{.*}} x bfloat>

// CHECK-DAG: arith.extf {{.*}} to vector<{{.*}}xf32>
// CHECK-DAG: vector.fma {{.*}} : vector<{{[0-9]+}}xf32>
// CHECK-DAG: arith.extsi {{.*}} to vector<{{.*}}xi32>
// CHECK-DAG: arith.muli {{.*}} : vector<{{[0-9]+}}xi32>

func.func @floats(%a: tensor<32x48xbf16>, %b: tensor<48x64xbf16>)
    -> (tensor<32x64xf32>, tensor<32x48xbf16>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x64xf32>)
      -> tensor<32x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<32x48xbf16>, tensor<48x64xbf16>)
      outs(%zeros : tensor<32x64xf32>) -> tensor<32x64xf32>
  %other = tensor.empty() : tensor<32x48xbf16>
  %s = linalg.add ins(%a, %a : tensor<32x48xbf16>, tensor<32x48xbf16>)
      outs(%other : tensor<32x48xbf16>) -> tensor<32x48xbf16>
  return %r, %s : tensor<32x64xf32>, tensor<32x48xbf16>
}

func.func @integers(%a: tensor<32x48xi8>, %b: tensor<48x64xi8>)
    -> tensor<32x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<32x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<32x64xi32>)
      -> tensor<32x64xi32>
  %r = linalg.matmul ins(%a, %b : tensor<32x48xi8>, tensor<48x64xi8>)
      outs(%zeros : tensor<32x64xi32>) -> tensor<32x64xi32>
  return %r : tensor<32x64xi32>
}
