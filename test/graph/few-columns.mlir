// Of products with few columns, whose long sums are contiguous in the first
// operand, the second one is transposed before, so that vectors lie along the
// sums. Sums then have another order: not with --fp=strict.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s --check-prefix=STRICT
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=five --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=batches --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=relu --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=far --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=ten --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=two --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=single --runs=0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=sketches %s | FileCheck %s --check-prefix=SKETCHES
// REQUIRES: search

// STRICT-NOT: tensor<{{[35]}}x645xf32>
// SKETCHES: tile_reduction_using_for

// CHECK-LABEL: func.func @five(
// CHECK: %[[TURNED:.*]] = call @{{.*}}(%arg1) : (tensor<645x5xf32>) -> tensor<5x645xf32>
// CHECK: call @{{.*}}(%arg0, %[[TURNED]]) : (tensor<305x645xf32>, tensor<5x645xf32>) -> tensor<305x5xf32>
func.func @five(%a: tensor<305x645xf32>, %b: tensor<645x5xf32>) -> tensor<305x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<305x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<305x5xf32>) -> tensor<305x5xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<305x645xf32>, tensor<645x5xf32>) outs(%zeros : tensor<305x5xf32>) -> tensor<305x5xf32>
  return %sum : tensor<305x5xf32>
}

// CHECK-LABEL: func.func @batches(
// CHECK: (tensor<3x256x2xf64>) -> tensor<3x2x256xf64>
// CHECK: (tensor<3x40x256xf64>, tensor<3x2x256xf64>) -> tensor<3x40x2xf64>
func.func @batches(%a: tensor<3x40x256xf64>, %b: tensor<3x256x2xf64>) -> tensor<3x40x2xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<3x40x2xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<3x40x2xf64>) -> tensor<3x40x2xf64>
  %sum = linalg.batch_matmul ins(%a, %b : tensor<3x40x256xf64>, tensor<3x256x2xf64>) outs(%zeros : tensor<3x40x2xf64>) -> tensor<3x40x2xf64>
  return %sum : tensor<3x40x2xf64>
}

// What follows stays an epilogue.
// CHECK-LABEL: func.func @relu(
// CHECK: (tensor<512x3xf32>) -> tensor<3x512xf32>
// CHECK: call @{{.*}} -> tensor<64x3xf32>
// CHECK-NEXT: return
#mn = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>
func.func @relu(%a: tensor<64x512xf32>, %b: tensor<512x3xf32>, %bias: tensor<3xf32>) -> tensor<64x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x3xf32>) -> tensor<64x3xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<64x512xf32>, tensor<512x3xf32>) outs(%zeros : tensor<64x3xf32>) -> tensor<64x3xf32>
  %r = linalg.generic {indexing_maps = [#mn, #n, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%sum, %bias : tensor<64x3xf32>, tensor<3xf32>) outs(%empty : tensor<64x3xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<64x3xf32>
  return %r : tensor<64x3xf32>
}

// Sums are too short: adding up vectors at their ends takes as long.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: tensor<5x72xf32>
// CHECK: return
func.func @short(%a: tensor<305x72xf32>, %b: tensor<72x5xf32>) -> tensor<305x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<305x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<305x5xf32>) -> tensor<305x5xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<305x72xf32>, tensor<72x5xf32>) outs(%zeros : tensor<305x5xf32>) -> tensor<305x5xf32>
  return %sum : tensor<305x5xf32>
}

// Seven columns nearly fill a vector of AVX2.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: tensor<7x645xf32>
// CHECK: return
func.func @wide(%a: tensor<305x645xf32>, %b: tensor<645x7xf32>) -> tensor<305x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<305x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<305x7xf32>) -> tensor<305x7xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<305x645xf32>, tensor<645x7xf32>) outs(%zeros : tensor<305x7xf32>) -> tensor<305x7xf32>
  return %sum : tensor<305x7xf32>
}

// Eight fill one. But a tile of rows that are 4 KiB apart leaves the first cache
// with each step of a sum, where vectors lie along the columns.
// CHECK-LABEL: func.func @near(
// CHECK-NOT: tensor<8x640xf32>
// CHECK: return
func.func @near(%a: tensor<96x640xf32>, %b: tensor<640x8xf32>) -> tensor<96x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<96x8xf32>) -> tensor<96x8xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<96x640xf32>, tensor<640x8xf32>) outs(%zeros : tensor<96x8xf32>) -> tensor<96x8xf32>
  return %sum : tensor<96x8xf32>
}

// CHECK-LABEL: func.func @far(
// CHECK: (tensor<1024x8xf32>) -> tensor<8x1024xf32>
// CHECK: return
func.func @far(%a: tensor<96x1024xf32>, %b: tensor<1024x8xf32>) -> tensor<96x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<96x8xf32>) -> tensor<96x8xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<96x1024xf32>, tensor<1024x8xf32>) outs(%zeros : tensor<96x8xf32>) -> tensor<96x8xf32>
  return %sum : tensor<96x8xf32>
}

// Ten leave six lanes of AVX2 idle, or of AVX-512.
// CHECK-LABEL: func.func @ten(
// CHECK: (tensor<160x10xf32>) -> tensor<10x160xf32>
// CHECK: return
func.func @ten(%a: tensor<96x160xf32>, %b: tensor<160x10xf32>) -> tensor<96x10xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<96x10xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<96x10xf32>) -> tensor<96x10xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<96x160xf32>, tensor<160x10xf32>) outs(%zeros : tensor<96x10xf32>) -> tensor<96x10xf32>
  return %sum : tensor<96x10xf32>
}

// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT: tensor<10x160xf32>
// CHECK: return
func.func @few_rows(%a: tensor<95x160xf32>, %b: tensor<160x10xf32>) -> tensor<95x10xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<95x10xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<95x10xf32>) -> tensor<95x10xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<95x160xf32>, tensor<160x10xf32>) outs(%zeros : tensor<95x10xf32>) -> tensor<95x10xf32>
  return %sum : tensor<95x10xf32>
}

// Weights are transposed once.
// CHECK-LABEL: func.func @weights(
// CHECK: (tensor<24x160xf32>, tensor<10x160xf32>) -> tensor<24x10xf32>
// CHECK: return
func.func @weights(%a: tensor<24x160xf32>, %b: tensor<160x10xf32> {as.constant}) -> tensor<24x10xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x10xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x10xf32>) -> tensor<24x10xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<24x160xf32>, tensor<160x10xf32>) outs(%zeros : tensor<24x10xf32>) -> tensor<24x10xf32>
  return %sum : tensor<24x10xf32>
}

// Few sums wait for themselves, however few rows there are; five columns of few
// rows fill vectors.
// CHECK-LABEL: func.func @two(
// CHECK: (tensor<645x3xf32>) -> tensor<3x645xf32>
// CHECK: return
func.func @two(%a: tensor<2x645xf32>, %b: tensor<645x3xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<2x645xf32>, tensor<645x3xf32>) outs(%zeros : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %sum : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @seven(
// CHECK-NOT: tensor<5x645xf32>
// CHECK: return
func.func @seven(%a: tensor<7x645xf32>, %b: tensor<645x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<7x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<7x5xf32>) -> tensor<7x5xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<7x645xf32>, tensor<645x5xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %sum : tensor<7x5xf32>
}

// A single row has the fewest sums of all. A batch of single rows, each by its
// own matrix, is not turned.
// CHECK-LABEL: func.func @single(
// CHECK: (tensor<645x3xf32>) -> tensor<3x645xf32>
// CHECK: return
func.func @single(%a: tensor<1x645xf32>, %b: tensor<645x3xf32>) -> tensor<1x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3xf32>) -> tensor<1x3xf32>
  %sum = linalg.matmul ins(%a, %b : tensor<1x645xf32>, tensor<645x3xf32>) outs(%zeros : tensor<1x3xf32>) -> tensor<1x3xf32>
  return %sum : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @vectors(
// CHECK-NOT: tensor<8x3x645xf32>
// CHECK: return
func.func @vectors(%a: tensor<8x1x645xf32>, %b: tensor<8x645x3xf32>) -> tensor<8x1x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x1x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x1x3xf32>) -> tensor<8x1x3xf32>
  %sum = linalg.batch_matmul ins(%a, %b : tensor<8x1x645xf32>, tensor<8x645x3xf32>) outs(%zeros : tensor<8x1x3xf32>) -> tensor<8x1x3xf32>
  return %sum : tensor<8x1x3xf32>
}
