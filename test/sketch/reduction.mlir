// Everything to a single number, shared among threads too, and a reduction with
// two results. Each point is right.

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 4
// RUN: FileCheck %s --check-prefix=SKETCHES < %t.parallel/sketches
// RUN: %as-opt --autoschedule --threads=2 --trials=40 --emit=schedule \
// RUN:   --records=%t.db %s -o %t.schedule 2>&1 | FileCheck %s
// REQUIRES: search
// One reduction for each thread, of which some loops go by one, and their merge.
// SKETCHES-DAG: tile_reduction_using_forall {{.*}} num_threads = [2, 0]
// SKETCHES-DAG: tile_reduction_using_for {{.*}} tile_sizes = [1, 32]
// SKETCHES-DAG: fold_unit_extent_dims_via_slices

// CHECK: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

#all = affine_map<(row, column) -> (row, column)>
#row = affine_map<(row, column) -> (row)>

func.func @reductions(%x: tensor<36x160xf32>, %z: tensor<32x20xf32>)
    -> (tensor<f32>, tensor<32xi32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>)
      -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<36x160xf32>)
      outs(%zeros : tensor<f32>) dimensions = [0, 1]
  %lowest = arith.constant 0xFF800000 : f32
  %first = arith.constant 0 : i32
  %values = tensor.empty() : tensor<32xf32>
  %places = tensor.empty() : tensor<32xi32>
  %value = linalg.fill ins(%lowest : f32) outs(%values : tensor<32xf32>)
      -> tensor<32xf32>
  %place = linalg.fill ins(%first : i32) outs(%places : tensor<32xi32>)
      -> tensor<32xi32>
  %y:2 = linalg.generic
      {indexing_maps = [#all, #row, #row],
       iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<32x20xf32>)
      outs(%value, %place : tensor<32xf32>, tensor<32xi32>) {
  ^bb0(%v: f32, %most: f32, %at: i32):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %v, %most : f32
    %0 = arith.select %more, %v, %most : f32
    %1 = arith.select %more, %here, %at : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<32xf32>, tensor<32xi32>)
  return %sum, %y#1 : tensor<f32>, tensor<32xi32>
}
