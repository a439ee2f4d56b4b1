// Operations of arith and math on whole tensors become linalg, and are scheduled
// and fused as such: a constant becomes a scalar in the body, flags stay.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks --records=none --progress=none %t/chain.mlir -o - | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/chain.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/by-element.mlir --stock --runs=0
// REQUIRES: search

// CHECK-COUNT-1: as.task =
// CHECK: arith.mulf %{{.*}}, %cst{{.*}} fastmath<reassoc> : f32
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.cmpf ogt
// CHECK: arith.select
// CHECK-NOT: as.task =

// Scalars that choose between tensors, integers, indices, conversions, and
// operations with two results; dynamic shapes.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/kinds.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/kinds.mlir --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/dynamic.mlir -o %t/lowered.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t/lowered.mlir -o /dev/null
// RUN: FileCheck %s --check-prefix=DYNAMIC < %t/lowered.mlir
// DYNAMIC: label = "elementwise {{[0-9]+}}"

//--- chain.mlir
func.func @f(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %half = arith.constant dense<0.5> : tensor<24x40xf32>
  %0 = arith.mulf %a, %half fastmath<reassoc> : tensor<24x40xf32>
  %1 = math.exp %0 : tensor<24x40xf32>
  %2 = arith.cmpf ogt, %1, %b : tensor<24x40xf32>
  %3 = arith.select %2, %1, %b : tensor<24x40xi1>, tensor<24x40xf32>
  return %3 : tensor<24x40xf32>
}

//--- by-element.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<24x40xf32>, tensor<24x40xf32>) outs(%e : tensor<24x40xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %1 = arith.mulf %x, %half : f32
    %2 = math.exp %1 : f32
    %3 = arith.maximumf %2, %y : f32
    linalg.yield %3 : f32
  } -> tensor<24x40xf32>
  return %0 : tensor<24x40xf32>
}

//--- kinds.mlir
func.func @f(%a: tensor<4x6xf32>, %b: tensor<4x6xf32>, %c: tensor<4x6xi32>, %d: tensor<4x6xi1>,
             %i: tensor<4x6xindex>, %h: tensor<4x6xbf16>, %r: tensor<f32>, %s: i1)
    -> (tensor<4x6xf32>, tensor<4x6xi1>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>,
        tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>) {
  %row = arith.constant dense<[[1, 2, 3, 4, 5, 6]]> : tensor<1x6xindex>
  %0 = arith.select %s, %a, %b : tensor<4x6xf32>
  %1 = arith.cmpf ult, %a, %b : tensor<4x6xf32>
  %2 = arith.andi %1, %d : tensor<4x6xi1>
  %3 = arith.extui %2 : tensor<4x6xi1> to tensor<4x6xi32>
  %4 = arith.addi %i, %i : tensor<4x6xindex>
  %5 = arith.index_cast %4 : tensor<4x6xindex> to tensor<4x6xi32>
  %low, %high = arith.mulsi_extended %c, %5 : tensor<4x6xi32>
  %6 = arith.extf %h : tensor<4x6xbf16> to tensor<4x6xf32>
  %7 = math.fma %a, %6, %b : tensor<4x6xf32>
  %sin, %cos = math.sincos %a : tensor<4x6xf32>
  %8 = arith.subf %sin, %cos : tensor<4x6xf32>
  %9 = math.exp %r : tensor<f32>
  %10 = arith.muli %row, %row : tensor<1x6xindex>
  return %0, %2, %3, %low, %high, %7, %8, %9
      : tensor<4x6xf32>, tensor<4x6xi1>, tensor<4x6xi32>, tensor<4x6xi32>, tensor<4x6xi32>,
        tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>
}

//--- dynamic.mlir
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
