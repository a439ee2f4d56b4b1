// Floats of 8 bits are lowered, computed with in f32 and rounded after each
// operation, but not scheduled. as-run cannot pass them.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: linalg.matmul is not scheduled: it has an element type that is not supported; use f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index
// REMARK-NOT: is not lowered
// RUN: %as-run %t.mlir --entry=product --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.mlir --entry=arithmetic --compare=%s --stock --runs=0 | FileCheck %s
// CHECK: results: equal
// RUN: not %as-run %s --entry=typed 2>&1 | FileCheck %s --check-prefix=TYPED
// TYPED: as-run: error: {{.*}}function 'typed': the signature '8xf8E5M2->8xf8E5M2': cannot pass elements of type 'f8E5M2'

func.func @product(%x: tensor<32x48xi8>, %w: tensor<48x64xi8>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %a = arith.bitcast %x : tensor<32x48xi8> to tensor<32x48xf8E4M3FN>
  %b = arith.bitcast %w : tensor<48x64xi8> to tensor<48x64xf8E4M3FN>
  %e = tensor.empty() : tensor<32x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<32x48xf8E4M3FN>, tensor<48x64xf8E4M3FN>) outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}
func.func @arithmetic(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c = arith.constant dense<0.25> : tensor<64xf8E5M2>
  %a = arith.truncf %x : tensor<64xf32> to tensor<64xf8E5M2>
  %b = arith.addf %a, %c : tensor<64xf8E5M2>
  %s = math.exp %b : tensor<64xf8E5M2>
  %p = arith.cmpf olt, %a, %s : tensor<64xf8E5M2>
  %m = arith.select %p, %b, %s : tensor<64xi1>, tensor<64xf8E5M2>
  %r = arith.extf %m : tensor<64xf8E5M2> to tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @typed(%x: tensor<8xf8E5M2>) -> tensor<8xf8E5M2> {
  %r = arith.addf %x, %x : tensor<8xf8E5M2>
  return %r : tensor<8xf8E5M2>
}
