// as-extract-tasks, in both hosts: outlines tasks, merges equal ones, and leaves
// the rest, with a remark that says why.

// RUN: %as-opt --as-extract-tasks --verify-diagnostics --split-input-file %s | FileCheck %s
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-extract-tasks)' --verify-diagnostics --split-input-file %s | FileCheck %s

// A function that is one task as a whole stays what it is, marked.

// CHECK-LABEL: func.func @whole(
// CHECK-SAME: as.task = "{{[0-9a-f]+}}"
// CHECK-NOT: call
// CHECK: linalg.exp
// CHECK-NOT: func.func
func.func @whole(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Three products, two of them equal but for the names: the equal ones become
// one function with two calls, which is its weight. Fill and epilogue go along
// with what they belong to.

// CHECK-LABEL: func.func @model(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x8xf32>, %[[V:.*]]: tensor<8x2xf32>)
// CHECK-NOT: linalg.matmul
// CHECK: %[[H:.*]] = call @[[SQUARE:as_task_[0-9a-f]+]](%[[X]], %[[W]])
// CHECK: %[[G:.*]] = call @[[SQUARE]](%[[H]], %[[W]])
// CHECK: %[[R:.*]] = call @[[LAST:as_task_[0-9a-f]+]](%[[G]], %[[V]])
// CHECK: return %[[R]]
// CHECK: func.func private @[[SQUARE]]({{.*}}tensor<4x8xf32>{{.*}}as.task =
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: linalg.generic
// CHECK: arith.maximumf
// CHECK: func.func private @[[LAST]]({{.*}}tensor<8x2xf32>{{.*}}as.task =
// CHECK: linalg.matmul
// CHECK-NOT: func.func

#all = affine_map<(row, column) -> (row, column)>

func.func @model(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %v: tensor<8x2xf32>)
    -> tensor<4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x8xf32>)
      -> tensor<4x8xf32>
  %m0 = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>)
      outs(%zeros : tensor<4x8xf32>) -> tensor<4x8xf32>
  %h0 = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m0 : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%element: f32, %out: f32):
    %relu = arith.maximumf %element, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<4x8xf32>
  %other_zero = arith.constant 0.0 : f32
  %other_empty = tensor.empty() : tensor<4x8xf32>
  %other_zeros = linalg.fill ins(%other_zero : f32)
      outs(%other_empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m1 = linalg.matmul ins(%h0, %w : tensor<4x8xf32>, tensor<8x8xf32>)
      outs(%other_zeros : tensor<4x8xf32>) -> tensor<4x8xf32>
  %h1 = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m1 : tensor<4x8xf32>) outs(%other_empty : tensor<4x8xf32>) {
  ^bb0(%another: f32, %out: f32):
    %relu = arith.maximumf %another, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<4x8xf32>
  %last = tensor.empty() : tensor<4x2xf32>
  %last_zeros = linalg.fill ins(%zero : f32) outs(%last : tensor<4x2xf32>)
      -> tensor<4x2xf32>
  %r = linalg.matmul ins(%h1, %v : tensor<4x8xf32>, tensor<8x2xf32>)
      outs(%last_zeros : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// -----

// A task that is a function as a whole and a part of another: the part becomes
// a function of the same mark, as nobody knows what else the whole is for.

// CHECK-LABEL: func.func @alone(
// CHECK-SAME: as.task = "[[HASH:[0-9a-f]+]]"
// CHECK: linalg.exp
// CHECK-LABEL: func.func @part(
// CHECK: call @[[TASK:as_task_[0-9a-f]+]](
// CHECK: func.func private @[[TASK]]({{.*}}as.task = "[[HASH]]"
// CHECK-NOT: func.func

func.func @alone(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @part(%x: tensor<8xf32>, %n: index)
    -> (tensor<8xf32>, index) {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r, %n : tensor<8xf32>, index
}

// -----

// What is in nested regions becomes tasks, too.

// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK: func.call @[[TASK:as_task_[0-9a-f]+]](
// CHECK: return
// CHECK: func.func private @[[TASK]](

func.func @nested(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %first to %n step %one iter_args(%y = %x)
      -> (tensor<8xf32>) {
    %empty = tensor.empty() : tensor<8xf32>
    %z = linalg.exp ins(%y : tensor<8xf32>) outs(%empty : tensor<8xf32>)
        -> tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// What is not supported stays as it is.

// CHECK-LABEL: func.func @dynamic(
// CHECK-NEXT: linalg.conv_1d
func.func @dynamic(%x: tensor<?xf32>, %k: tensor<?xf32>) -> tensor<?xf32> {
  // expected-remark @below {{linalg.conv_1d is not scheduled: dimension 0 of operand 0 is dynamic, and several dynamic loops index it together, as image and window do; export the model with a fixed size there}}
  %r = linalg.conv_1d ins(%x, %k : tensor<?xf32>, tensor<?xf32>)
      outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @memory(
// CHECK-NEXT: linalg.matmul
func.func @memory(%a: memref<4x4xf32>, %b: memref<4x4xf32>,
                  %c: memref<?x4xf32>) {
  // expected-remark @below {{linalg.matmul is not scheduled: it works on memrefs; only those of static shapes are scheduled, on CPUs}}
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>)
      outs(%c : memref<?x4xf32>)
  return
}

// CHECK-LABEL: func.func @dimensions(
// CHECK-NEXT: linalg.exp
func.func @dimensions(%x: tensor<2x2x2x2x2x2x16xf32>)
    -> tensor<2x2x2x2x2x2x16xf32> {
  // expected-remark @below {{linalg.exp is not scheduled: it has a tensor of more than 6 dimensions}}
  %r = linalg.exp ins(%x : tensor<2x2x2x2x2x2x16xf32>)
      outs(%x : tensor<2x2x2x2x2x2x16xf32>) -> tensor<2x2x2x2x2x2x16xf32>
  return %r : tensor<2x2x2x2x2x2x16xf32>
}

// CHECK-LABEL: func.func @element(
// CHECK-NEXT: linalg.add
func.func @element(%x: tensor<4xi4>) -> tensor<4xi4> {
  // expected-remark @below {{linalg.add is not scheduled: it has an element type that is not supported}}
  %r = linalg.add ins(%x, %x : tensor<4xi4>, tensor<4xi4>)
      outs(%x : tensor<4xi4>) -> tensor<4xi4>
  return %r : tensor<4xi4>
}

// Made of several loop nests, and so taken apart.
// CHECK-LABEL: func.func @composite({{.*}}as.task =
// CHECK-NOT: linalg.softmax
// CHECK: math.exp
func.func @composite(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %empty = tensor.empty() : tensor<4x4xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x4xf32>)
      outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @gather(
// CHECK: linalg.generic
// CHECK-NOT: func.func
func.func @gather(%from: tensor<?xf32>, %where: tensor<4xindex>)
    -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-remark @below {{linalg.generic is not scheduled: its body does more than arithmetic and gathers from static tensors; move what else it does out of it}}
  %r = linalg.generic
      {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
       iterator_types = ["parallel"]}
      ins(%where : tensor<4xindex>) outs(%empty : tensor<4xf32>) {
  ^bb0(%i: index, %out: f32):
    %element = tensor.extract %from[%i] : tensor<?xf32>
    linalg.yield %element : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
