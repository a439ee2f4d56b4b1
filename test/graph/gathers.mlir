// Embedding look-ups as importers print them: assertions on each index, which is
// an argument of the body. The assertions become loops before the operation, and
// the body reads its indices, so that the look-up is a task.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s 2>&1 | FileCheck %s --implicit-check-not=remark

#rows = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @embedding(
// CHECK: scf.for %[[I:.*]] = %c0 to %c5 step %c1 {
// CHECK-NEXT: %[[ID:.*]] = tensor.extract %arg0[%[[I]]] : tensor<5xi64>
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[ID]], %{{.*}} : i64
// CHECK-NEXT: cf.assert %[[IN]], "too large"
// CHECK-NEXT: }
// CHECK-NOT: linalg.generic
// CHECK: call @as_task_
// CHECK-NOT: cf.assert
// CHECK: func.func private @as_task_
// CHECK-SAME: label = "elementwise 5x8"
// CHECK: linalg.generic {{.*}} outs(
// CHECK-NEXT: ^bb0(%{{.*}}: f32):
// CHECK-NEXT: %[[ROW:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[ID:.*]] = tensor.extract %arg0[%[[ROW]]] : tensor<5xi64>
// CHECK: %[[LANE:.*]] = linalg.index 1 : index
// CHECK: tensor.extract %arg1[%{{.*}}, %[[LANE]]] : tensor<11x8xf32>
func.func @embedding(%ids: tensor<5xi64>, %table: tensor<11x8xf32>)
    -> tensor<5x8xf32> {
  %size = arith.constant 11 : i64
  %empty = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic
      {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<5xi64>) outs(%empty : tensor<5x8xf32>) {
  ^bb0(%id: i64, %out: f32):
    %in = arith.cmpi slt, %id, %size : i64
    cf.assert %in, "too large"
    %row = arith.index_cast %id : i64 to index
    %column = linalg.index 1 : index
    %element = tensor.extract %table[%row, %column] : tensor<11x8xf32>
    linalg.yield %element : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
