// Several tasks, and between them what is no task: a call, a tensor.pad, an
// scf.if with a task inside, and loops over tiles of an op whose shape is known
// only at run time.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t/schedule
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/scheduled
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 1
// REQUIRES: search
// TASKS: func.func private @dense({{.*}}as.task = "[[DENSE:[0-9a-f]+]]"
// TASKS-LABEL: func.func @model(
// TASKS-NOT: as.task
// TASKS: call @dense(
// TASKS: call @dense(
// TASKS: call @[[TANH:as_task_[0-9a-f]+]](
// TASKS: tensor.pad
// TASKS: scf.if
// TASKS: call @as_task_
// TASKS: scf.for
// TASKS: func.call @as_task_
// TASKS: tensor.insert_slice {{.*}} into tensor<?x16xf32>
// TASKS: call @[[SUM:as_task_[0-9a-f]+]](
// TASKS: return
// TASKS-DAG: func.func private @[[TANH]]({{.*}}as.task =
// TASKS-DAG: func.func private @[[SUM]]({{.*}}as.task =

// In a module with several functions, each script finds its own by the mark.
// SCHEDULE: transform.named_sequence @__transform_main
// SCHEDULE: transform.structured.match {{.*}} attributes {as.task = "[[DENSE:[0-9a-f]+]]"}
// SCHEDULE-NEXT: transform.annotate {{.*}} "as.scheduled"
// SCHEDULE-NEXT: transform.foreach

// SCHEDULED: func.func private @dense(
// SCHEDULED-NOT: linalg.matmul
// SCHEDULED: func.func @model(
// SCHEDULED: tensor.pad
// SCHEDULED: scf.if
// SCHEDULED: scf.for
// SCHEDULED: tensor.insert_slice {{.*}} into tensor<?x16xf32>

// LOWERED-NOT: {{func\.func|memref|unrealized|as\.task}}
// LOWERED: llvm.func @model({{.*}}as.signature = "8x16xf32,16x16xf32,i1->10x16xf32,8xf32"
// LOWERED-NOT: {{func\.func|memref|unrealized|as\.task}}

#all = affine_map<(row, column) -> (row, column)>
#row = affine_map<(row, column) -> (row)>

func.func private @dense(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>)
    -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>)
      -> tensor<8x16xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x16xf32>)
      outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

func.func @model(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>, %again: i1)
    -> (tensor<10x16xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : index
  %five = arith.constant 5 : index
  %empty = tensor.empty() : tensor<8x16xf32>
  %first = call @dense(%x, %w)
      : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %second = call @dense(%first, %w)
      : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %bounded = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%second : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%element: f32, %out: f32):
    %tanh = math.tanh %element : f32
    linalg.yield %tanh : f32
  } -> tensor<8x16xf32>
  %padded = tensor.pad %bounded low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x16xf32> to tensor<10x16xf32>
  %third, %count = scf.if %again -> (tensor<8x16xf32>, index) {
    %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>)
        -> tensor<8x16xf32>
    %product = linalg.matmul
        ins(%bounded, %w : tensor<8x16xf32>, tensor<16x16xf32>)
        outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
    scf.yield %product, %three : tensor<8x16xf32>, index
  } else {
    scf.yield %bounded, %five : tensor<8x16xf32>, index
  }
  %some = tensor.extract_slice %third[0, 0] [%count, 16] [1, 1]
      : tensor<8x16xf32> to tensor<?x16xf32>
  %squares = linalg.mul ins(%some, %some : tensor<?x16xf32>, tensor<?x16xf32>)
      outs(%some : tensor<?x16xf32>) -> tensor<?x16xf32>
  %fourth = tensor.insert_slice %squares into %third[0, 0] [%count, 16] [1, 1]
      : tensor<?x16xf32> into tensor<8x16xf32>
  %sums = tensor.empty() : tensor<8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<8xf32>)
      -> tensor<8xf32>
  %total = linalg.generic
      {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%fourth : tensor<8x16xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %sum = arith.addf %element, %so_far : f32
    linalg.yield %sum : f32
  } -> tensor<8xf32>
  return %padded, %total : tensor<10x16xf32>, tensor<8xf32>
}
