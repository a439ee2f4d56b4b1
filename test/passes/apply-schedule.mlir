// as-apply-schedule, in both hosts: applies what --emit=schedule printed, on the
// original or on its tasks, to the module that --emit=scheduled gives.

// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{tune} = %as-opt --autoschedule --trials=2 --records=%t/store.db --progress=none
// DEFINE: %{apply} = %as-opt --pass-pipeline='builtin.module(as-apply-schedule{schedule=%t/schedule.mlir})'
// DEFINE: %{plugged} = %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-apply-schedule{schedule=%t/schedule.mlir})'
// RUN: %{tune} --emit=schedule %t/model.mlir -o %t/schedule.mlir
// RUN: %{tune} --trials=0 --emit=scheduled %t/model.mlir -o %t/scheduled.mlir
// RUN: FileCheck %s < %t/scheduled.mlir
// RUN: %{apply} %t/model.mlir | diff %t/scheduled.mlir -
// RUN: %{plugged} %t/model.mlir | diff %t/scheduled.mlir -
// RUN: %as-opt --as-extract-tasks %t/model.mlir | %{apply} | diff %t/scheduled.mlir -
// RUN: %{plugged} %t/model.mlir --emit-bytecode | %mlir-opt | diff %t/scheduled.mlir -
// RUN: %as-opt --as-apply-schedule=schedule=- %t/model.mlir < %t/schedule.mlir | diff %t/scheduled.mlir -

// CHECK: func.func @product(
// CHECK-NOT: linalg.matmul
// CHECK: vector.
// CHECK: func.func @copy(

// What must fail, in both.

// A schedule for something else, and one for nothing that is there.
// RUN: not %{apply} %t/other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %{plugged} %t/other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: {{.*}}schedule.mlir has no schedule for any of the 1 tasks of this module; was it made for another one?
// RUN: not %{plugged} %t/schedule.mlir 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error: {{.*}}schedule.mlir has no schedule for any of the 0 tasks of this module

// RUN: not %as-opt --as-apply-schedule=schedule=%t/missing.mlir %t/model.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-apply-schedule{schedule=%t/missing.mlir})' %t/model.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot open '{{.*}}missing.mlir': No such file or directory

// A schedule that was cut short, and one that was tampered with.
// RUN: head -c 1500 %t/schedule.mlir > %t/short.mlir
// RUN: not %as-opt --as-apply-schedule=schedule=%t/short.mlir %t/model.mlir 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: cannot parse {{.*}}short.mlir:{{[0-9]+:[0-9]+}}: error:
// RUN: sed 's/transform.structured.vectorize %%[0-9]*/& vector_sizes [3]/' %t/schedule.mlir > %t/wrong.mlir
// RUN: not %as-opt --as-apply-schedule=schedule=%t/wrong.mlir %t/model.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: {{.*}}vectorize

// A knob that was left open.
// RUN: sed 's/> = [0-9]* : i64 from options/> options/' %t/schedule.mlir > %t/open.mlir
// RUN: not %as-opt --as-apply-schedule=schedule=%t/open.mlir %t/model.mlir 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: error: {{.*}}"register_0" is only resolved through providing a `selected` attr

//--- model.mlir
func.func @product(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

func.func @copy(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %x : tensor<8x8xf32>
}

//--- other.mlir
func.func @powers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}
