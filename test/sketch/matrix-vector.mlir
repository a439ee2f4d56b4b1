// A matrix times a vector reads each element of the matrix once, along the rows
// in which they lie: each row is summed in partial results, as rows of sums are.
// Each point is right. Without trials rows are chosen, and six go side by side.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=35 --records=%t/one.db %t/rows.mlir -o %t/one.mlir 2>&1 | FileCheck %s --check-prefix=TRIALS
// RUN: %as-opt --autoschedule --trials=35 --threads=2 --records=%t/two.db %t/rows.mlir -o %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TRIALS
// RUN: %as-run %t/one.mlir --entry=transposed --compare=%t/rows.mlir --entry=transposed --stock --runs=0
// RUN: %as-run %t/one.mlir --entry=odd --compare=%t/rows.mlir --entry=odd --stock --runs=0
// RUN: %as-run %t/two.mlir --entry=biased --compare=%t/rows.mlir --entry=biased --stock --runs=0
// RUN: %as-run %t/two.mlir --entry=batches --compare=%t/rows.mlir --entry=batches --stock --runs=0
// RUN: %as-opt --autoschedule --emit=schedule --target=cpu:haswell --trials=0 --records=none --progress=none %t/long.mlir -o - | FileCheck %s
// RUN: %as-opt --autoschedule --emit=scheduled --target=cpu:haswell --trials=0 --records=none --progress=none %t/long.mlir -o - | FileCheck %s --check-prefix=SIX
// RUN: %as-opt --autoschedule --emit=sketches --records=none --progress=none %t/columns.mlir -o - | FileCheck %s --check-prefix=COLUMNS
// REQUIRES: search
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0
// CHECK: tile_reduction_using_for
// SIX: vector.transfer_read {{.*}} : tensor<2560x2560xf32>, vector<6x{{[0-9]+}}xf32>
// What six rows leave over of a prime number goes by itself.
// RUN: %as-opt --autoschedule --emit=scheduled --target=cpu:haswell --trials=0 --records=none --progress=none %t/prime.mlir -o - | FileCheck %s --check-prefix=PRIME
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/prime.mlir -o %t/prime.out.mlir
// RUN: %as-run %t/prime.out.mlir --compare=%t/prime.mlir --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --threads=2 --records=none --progress=none %t/prime.mlir -o %t/prime.two.mlir
// RUN: %as-run %t/prime.two.mlir --threads=2 --compare=%t/prime.mlir --stock --runs=0
// PRIME: to %c2502 step %c6
// PRIME: vector.transfer_read {{.*}} : tensor<2503x41xf32>, vector<6x{{[0-9]+}}xf32>
// COLUMNS: sequence @sketch
// COLUMNS-NOT: tile_reduction_using_for

//--- long.mlir
func.func @long(%a: tensor<2560x2560xf32>, %x: tensor<2560xf32>)
    -> tensor<2560xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2560xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2560xf32>)
      -> tensor<2560xf32>
  %r = linalg.matvec ins(%a, %x : tensor<2560x2560xf32>, tensor<2560xf32>)
      outs(%zeros : tensor<2560xf32>) -> tensor<2560xf32>
  return %r : tensor<2560xf32>
}

//--- prime.mlir
func.func @prime(%a: tensor<2503x41xf32>, %x: tensor<41xf32>)
    -> tensor<2503xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2503xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2503xf32>)
      -> tensor<2503xf32>
  %r = linalg.matvec ins(%a, %x : tensor<2503x41xf32>, tensor<41xf32>)
      outs(%zeros : tensor<2503xf32>) -> tensor<2503xf32>
  return %r : tensor<2503xf32>
}

//--- columns.mlir
// Here the elements of a column are apart.
func.func @columns(%x: tensor<512xf32>, %a: tensor<512x256xf32>)
    -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256xf32>)
      -> tensor<256xf32>
  %r = linalg.vecmat ins(%x, %a : tensor<512xf32>, tensor<512x256xf32>)
      outs(%zeros : tensor<256xf32>) -> tensor<256xf32>
  return %r : tensor<256xf32>
}

//--- rows.mlir
func.func @matvec(%a: tensor<256x640xf32>, %x: tensor<640xf32>)
    -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256xf32>)
      -> tensor<256xf32>
  %r = linalg.matvec ins(%a, %x : tensor<256x640xf32>, tensor<640xf32>)
      outs(%zeros : tensor<256xf32>) -> tensor<256xf32>
  return %r : tensor<256xf32>
}

// A row of activations by weights that lie the other way round.
func.func @transposed(%x: tensor<1x320xf32>, %b: tensor<192x320xf32>)
    -> tensor<1x192xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x192xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x192xf32>)
      -> tensor<1x192xf32>
  %r = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %b : tensor<1x320xf32>, tensor<192x320xf32>)
      outs(%zeros : tensor<1x192xf32>) -> tensor<1x192xf32>
  return %r : tensor<1x192xf32>
}

func.func @odd(%a: tensor<129x211xf32>, %x: tensor<211xf32>,
               %from: tensor<129xf32>) -> tensor<129xf32> {
  %r = linalg.matvec ins(%a, %x : tensor<129x211xf32>, tensor<211xf32>)
      outs(%from : tensor<129xf32>) -> tensor<129xf32>
  return %r : tensor<129xf32>
}

func.func @biased(%a: tensor<200x512xf32>, %x: tensor<512xf32>,
                  %bias: tensor<200xf32>) -> tensor<200xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<200xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<200xf32>)
      -> tensor<200xf32>
  %r = linalg.matvec ins(%a, %x : tensor<200x512xf32>, tensor<512xf32>)
      outs(%zeros : tensor<200xf32>) -> tensor<200xf32>
  %relu = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
      affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%r, %bias : tensor<200xf32>, tensor<200xf32>)
      outs(%empty : tensor<200xf32>) {
  ^bb0(%v: f32, %b: f32, %o: f32):
    %0 = arith.addf %v, %b : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<200xf32>
  return %relu : tensor<200xf32>
}

func.func @bytes(%a: tensor<96x1024xi8>, %x: tensor<1024xi8>)
    -> tensor<96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<96xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<96xi32>)
      -> tensor<96xi32>
  %r = linalg.matvec ins(%a, %x : tensor<96x1024xi8>, tensor<1024xi8>)
      outs(%zeros : tensor<96xi32>) -> tensor<96xi32>
  return %r : tensor<96xi32>
}

func.func @batches(%a: tensor<6x40x128xf32>, %x: tensor<6x128xf32>)
    -> tensor<6x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x40xf32>)
      -> tensor<6x40xf32>
  %r = linalg.batch_matvec ins(%a, %x : tensor<6x40x128xf32>, tensor<6x128xf32>)
      outs(%zeros : tensor<6x40xf32>) -> tensor<6x40xf32>
  return %r : tensor<6x40xf32>
}

func.func @narrow(%a: tensor<300x3xf32>, %x: tensor<3xf32>) -> tensor<300xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<300xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<300xf32>)
      -> tensor<300xf32>
  %r = linalg.matvec ins(%a, %x : tensor<300x3xf32>, tensor<3xf32>)
      outs(%zeros : tensor<300xf32>) -> tensor<300xf32>
  return %r : tensor<300xf32>
}
