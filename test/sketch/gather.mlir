// Gathers: rows of a table as vectors, with a layer norm over them as one task;
// along the lanes by a gather of vectors; of an index that runs backwards, one
// that counts from the end, and one that comes out of another table.

// RUN: split-file %s %t
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/rows.mlir %t/rows 1 6
// RUN: FileCheck %s --check-prefix=ROWS < %t/rows/scheduled
// RUN: FileCheck %s --check-prefix=ONE < %t/rows/tasks
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/rows.mlir %t/rows.parallel 2 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/lanes.mlir %t/lanes 1 4
// RUN: FileCheck %s --check-prefix=LANES < %t/lanes/sketches
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/lanes.mlir %t/lanes.parallel 2 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/backwards.mlir %t/backwards 1 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/from-end.mlir %t/from-end 1 4
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %t/twice.mlir %t/twice 1 4
// REQUIRES: search

// ONE-COUNT-1: func.func
// ONE-NOT: func.func
// ROWS-NOT: vector.gather
// ROWS: vector.transfer_read {{.*}} : tensor<300x72xf32>, vector<{{.*}}xf32>
// ROWS-NOT: vector.gather
// LANES: transform.structured.vectorize {{.*}} {vectorize_nd_extract}

//--- rows.mlir
#rows = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @rows(%table: tensor<300x72xf32>, %ids: tensor<13xi32>)
    -> tensor<13x72xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 72.0 : f32
  %empty = tensor.empty() : tensor<13x72xf32>
  %column = tensor.empty() : tensor<13xf32>
  %rows = linalg.generic
      {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<13x72xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %id = tensor.extract %ids[%i] : tensor<13xi32>
    %row = arith.index_cast %id : i32 to index
    %j = linalg.index 1 : index
    %element = tensor.extract %table[%row, %j] : tensor<300x72xf32>
    linalg.yield %element : f32
  } -> tensor<13x72xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%column : tensor<13xf32>)
      -> tensor<13xf32>
  %sums = linalg.generic
      {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%rows : tensor<13x72xf32>) outs(%zeros : tensor<13xf32>) {
  ^bb0(%element: f32, %sum: f32):
    %next = arith.addf %element, %sum : f32
    linalg.yield %next : f32
  } -> tensor<13xf32>
  %centred = linalg.generic
      {indexing_maps = [#all, #rows, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%rows, %sums : tensor<13x72xf32>, tensor<13xf32>)
      outs(%empty : tensor<13x72xf32>) {
  ^bb0(%element: f32, %sum: f32, %out: f32):
    %mean = arith.divf %sum, %count : f32
    %difference = arith.subf %element, %mean : f32
    linalg.yield %difference : f32
  } -> tensor<13x72xf32>
  return %centred : tensor<13x72xf32>
}

//--- lanes.mlir
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @lanes(%ids: tensor<9x45xi64>, %table: tensor<9x100xf32>)
    -> tensor<9x45xf32> {
  %empty = tensor.empty() : tensor<9x45xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<9x45xi64>) outs(%empty : tensor<9x45xf32>) {
  ^bb0(%id: i64, %out: f32):
    %column = arith.index_cast %id : i64 to index
    %i = linalg.index 0 : index
    %element = tensor.extract %table[%i, %column] : tensor<9x100xf32>
    linalg.yield %element : f32
  } -> tensor<9x45xf32>
  return %r : tensor<9x45xf32>
}

//--- backwards.mlir
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @backwards(%x: tensor<7x33xf64>) -> tensor<7x33xf64> {
  %last = arith.constant 32 : index
  %empty = tensor.empty() : tensor<7x33xf64>
  %r = linalg.generic
      {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<7x33xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %column = arith.subi %last, %j : index
    %element = tensor.extract %x[%i, %column] : tensor<7x33xf64>
    linalg.yield %element : f64
  } -> tensor<7x33xf64>
  return %r : tensor<7x33xf64>
}

//--- from-end.mlir
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @from_end(%ids: tensor<11xi32>, %table: tensor<13x29xbf16>)
    -> tensor<11x29xbf16> {
  %zero = arith.constant 0 : i32
  %size = arith.constant 13 : i32
  %empty = tensor.empty() : tensor<11x29xbf16>
  %r = linalg.generic
      {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<11x29xbf16>) {
  ^bb0(%out: bf16):
    %k = linalg.index 0 : index
    %id = tensor.extract %ids[%k] : tensor<11xi32>
    %counts = arith.cmpi slt, %id, %zero : i32
    %from = arith.addi %id, %size : i32
    %row = arith.select %counts, %from, %id : i32
    %i = arith.index_cast %row : i32 to index
    %j = linalg.index 1 : index
    %element = tensor.extract %table[%i, %j] : tensor<13x29xbf16>
    linalg.yield %element : bf16
  } -> tensor<11x29xbf16>
  return %r : tensor<11x29xbf16>
}

//--- twice.mlir
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @twice(%ids: tensor<11xi32>, %places: tensor<170xi64>,
                 %table: tensor<13x64xf32>) -> tensor<11x64xf32> {
  %empty = tensor.empty() : tensor<11x64xf32>
  %r = linalg.generic
      {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<11x64xf32>) {
  ^bb0(%out: f32):
    %k = linalg.index 0 : index
    %id = tensor.extract %ids[%k] : tensor<11xi32>
    %i = arith.index_cast %id : i32 to index
    %place = tensor.extract %places[%i] : tensor<170xi64>
    %row = arith.index_cast %place : i64 to index
    %j = linalg.index 1 : index
    %element = tensor.extract %table[%row, %j] : tensor<13x64xf32>
    linalg.yield %element : f32
  } -> tensor<11x64xf32>
  return %r : tensor<11x64xf32>
}
