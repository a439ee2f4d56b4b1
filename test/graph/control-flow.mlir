// Loops of blocks and switches become structured, shapes become numbers, and
// what is in the loops is scheduled. Branches forward stay as they are.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks --records=none --progress=none %t/blocks.mlir -o - | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/blocks.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --entry=loop --compare=%t/structured.mlir --entry=loop --stock --runs=0
// RUN: %as-run %t/lowered.mlir --entry=choose --compare=%t/structured.mlir --entry=choose --stock --runs=0
// RUN: %as-run %t/blocks.mlir --entry=choose --compare=%t/structured.mlir --entry=choose --stock --runs=0
// RUN: %as-opt --autoschedule --emit=tasks --records=none --progress=none %t/forward.mlir -o - | FileCheck %s --check-prefix=FORWARD
// REQUIRES: search

// CHECK: func.func @loop
// CHECK: scf.while
// CHECK: call @as_task
// CHECK: func.func @choose
// CHECK: scf.index_switch
// CHECK-NOT: {{cf\.switch|shape\.}}
// FORWARD: cf.cond_br

//--- blocks.mlir
func.func @loop(%a: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shape = shape.shape_of %a : tensor<6x8xf32> -> tensor<2xindex>
  %rows = tensor.extract %shape[%c0] : tensor<2xindex>
  %e = bufferization.alloc_tensor() : tensor<6x8xf32>
  %s = linalg.exp ins(%a : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  bufferization.dealloc_tensor %e : tensor<6x8xf32>
  cf.br ^head(%c0, %s : index, tensor<6x8xf32>)
^head(%i: index, %x: tensor<6x8xf32>):
  %more = arith.cmpi slt, %i, %rows : index
  cf.cond_br %more, ^body, ^end
^body:
  %y = arith.addf %x, %a : tensor<6x8xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %y : index, tensor<6x8xf32>)
^end:
  return %x : tensor<6x8xf32>
}

func.func @choose(%a: tensor<6x8xf32>, %n: i32) -> (tensor<6x8xf32>, tensor<6x8xi32>) {
  %c3 = arith.constant 3 : i32
  %m = arith.andi %n, %c3 : i32
  %bits = tensor.bitcast %a : tensor<6x8xf32> to tensor<6x8xi32>
  cf.switch %m : i32, [
    default: ^same,
    1: ^negated,
    2: ^negated
  ]
^same:
  return %a, %bits : tensor<6x8xf32>, tensor<6x8xi32>
^negated:
  %x = arith.negf %a : tensor<6x8xf32>
  return %x, %bits : tensor<6x8xf32>, tensor<6x8xi32>
}

//--- structured.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @loop(%a: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = math.exp %x : f32
    %2 = arith.mulf %x, %six : f32
    %3 = arith.addf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

func.func @choose(%a: tensor<6x8xf32>, %n: i32) -> (tensor<6x8xf32>, tensor<6x8xi32>) {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %m = arith.andi %n, %c3 : i32
  %m1 = arith.subi %m, %c1 : i32
  %isNegated = arith.cmpi ult, %m1, %c1 : i32
  %c2 = arith.constant 2 : i32
  %is2 = arith.cmpi eq, %m, %c2 : i32
  %negates = arith.ori %isNegated, %is2 : i1
  %e = tensor.empty() : tensor<6x8xf32>
  %ei = tensor.empty() : tensor<6x8xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x8xf32>) outs(%e, %ei : tensor<6x8xf32>, tensor<6x8xi32>) {
  ^bb0(%x: f32, %o0: f32, %o1: i32):
    %1 = arith.negf %x : f32
    %2 = arith.select %negates, %1, %x : f32
    %3 = arith.bitcast %x : f32 to i32
    linalg.yield %2, %3 : f32, i32
  } -> (tensor<6x8xf32>, tensor<6x8xi32>)
  return %0#0, %0#1 : tensor<6x8xf32>, tensor<6x8xi32>
}

//--- forward.mlir
func.func @f(%a: tensor<6x8xf32>, %c: i1) -> tensor<6x8xf32> {
  cf.cond_br %c, ^exp, ^end(%a : tensor<6x8xf32>)
^exp:
  %x = math.exp %a : tensor<6x8xf32>
  cf.br ^end(%x : tensor<6x8xf32>)
^end(%r: tensor<6x8xf32>):
  return %r : tensor<6x8xf32>
}
