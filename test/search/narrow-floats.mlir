// A function of bf16 or f16 whose result is widened is as exact as the narrow
// type: all candidates are right, in every mode.
// RUN: sed -e 's/NARROW/bf16/g' -e 's/WIDE/f64/g' %s > %t.bf16.f64.mlir
// RUN: sed -e 's/NARROW/bf16/g' -e 's/WIDE/f32/g' %s > %t.bf16.f32.mlir
// RUN: sed -e 's/NARROW/f16/g' -e 's/WIDE/f64/g' %s > %t.f16.f64.mlir
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none --report=%t.json %t.bf16.f64.mlir -o %t.o.mlir
// RUN: FileCheck %s < %t.json
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none --report=%t.json %t.bf16.f32.mlir -o %t.o.mlir
// RUN: FileCheck %s < %t.json
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none --report=%t.json %t.f16.f64.mlir -o %t.o.mlir
// RUN: FileCheck %s < %t.json
// RUN: %as-opt --autoschedule --trials=4 --fp=strict --records=none --progress=none --report=%t.json %t.bf16.f64.mlir -o %t.o.mlir
// RUN: FileCheck %s < %t.json
// RUN: %as-opt --autoschedule --trials=4 --fp=fast --records=none --progress=none --report=%t.json %t.bf16.f32.mlir -o %t.o.mlir
// RUN: FileCheck %s < %t.json
// RUN: %as-opt --autoschedule --trials=4 --target=cpu:x86-64-v3 --records=none --progress=none --report=%t.json %t.bf16.f64.mlir -o %t.o.mlir
// RUN: FileCheck %s < %t.json

// CHECK: "ok":{{[1-9]}}
// CHECK: "wrong-answer":0

#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<64x256xNARROW>) -> tensor<64x256xWIDE> {
  %e = tensor.empty() : tensor<64x256xWIDE>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x256xNARROW>) outs(%e : tensor<64x256xWIDE>) {
  ^bb0(%a: NARROW, %o: WIDE):
    %r = math.rsqrt %a : NARROW
    %w = arith.extf %r : NARROW to WIDE
    linalg.yield %w : WIDE
  } -> tensor<64x256xWIDE>
  return %0 : tensor<64x256xWIDE>
}
