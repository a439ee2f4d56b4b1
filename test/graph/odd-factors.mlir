// A second operand that has what is summed up contiguous, of extents that tiles cannot
// turn in registers, is transposed as a whole, as is a small one.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=odd --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=doubles --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=batches --runs=0
// RUN: %as-opt --autoschedule --trials=0 --threads=2 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s --check-prefix=THREADS
// REQUIRES: search

#row = affine_map<(m, n, k) -> (m, k)>
#other = affine_map<(m, n, k) -> (n, k)>
#result = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @odd(
// THREADS-LABEL: func.func @odd(
// THREADS: (tensor<40x11xf32>) -> tensor<11x40xf32>
// CHECK: %[[TURNED:.*]] = call @{{.*}}(%arg1) : (tensor<40x11xf32>) -> tensor<11x40xf32>
// CHECK: call @{{.*}}(%arg0, %[[TURNED]]) : (tensor<64x11xf32>, tensor<11x40xf32>) -> tensor<64x40xf32>
func.func @odd(%a: tensor<64x11xf32>, %b: tensor<40x11xf32>) -> tensor<64x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x40xf32>) -> tensor<64x40xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<64x11xf32>, tensor<40x11xf32>) outs(%zeros : tensor<64x40xf32>) -> tensor<64x40xf32>
  return %sum : tensor<64x40xf32>
}

// CHECK-LABEL: func.func @doubles(
// CHECK: (tensor<22x8xf64>) -> tensor<8x22xf64>
func.func @doubles(%a: tensor<50x8xf64>, %b: tensor<22x8xf64>) -> tensor<50x22xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<50x22xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<50x22xf64>) -> tensor<50x22xf64>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<50x8xf64>, tensor<22x8xf64>) outs(%zeros : tensor<50x22xf64>) -> tensor<50x22xf64>
  return %sum : tensor<50x22xf64>
}

// Squares of 16 are turned as they are packed.
// CHECK-LABEL: func.func @squares(
// CHECK-NOT: tensor<64x48xf32>
// CHECK: return
func.func @squares(%a: tensor<80x64xf32>, %b: tensor<48x64xf32>) -> tensor<80x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<80x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<80x48xf32>) -> tensor<80x48xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<80x64xf32>, tensor<48x64xf32>) outs(%zeros : tensor<80x48xf32>) -> tensor<80x48xf32>
  return %sum : tensor<80x48xf32>
}

// Packing of a small one would take longer.
// CHECK-LABEL: func.func @small(
// CHECK: (tensor<48x16xf32>) -> tensor<16x48xf32>
func.func @small(%a: tensor<64x16xf32>, %b: tensor<48x16xf32>) -> tensor<64x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x48xf32>) -> tensor<64x48xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<64x16xf32>, tensor<48x16xf32>) outs(%zeros : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %sum : tensor<64x48xf32>
}

// Of 40 rows, squares of 16 leave eight.
// CHECK-LABEL: func.func @halves(
// CHECK: (tensor<40x16xf32>) -> tensor<16x40xf32>
func.func @halves(%a: tensor<64x16xf32>, %b: tensor<40x16xf32>) -> tensor<64x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x40xf32>) -> tensor<64x40xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<64x16xf32>, tensor<40x16xf32>) outs(%zeros : tensor<64x40xf32>) -> tensor<64x40xf32>
  return %sum : tensor<64x40xf32>
}

// Fewer rows do if those of what is gathered are 4 KiB apart.
// CHECK-LABEL: func.func @far(
// CHECK: (tensor<24x1024xf32>) -> tensor<1024x24xf32>
func.func @far(%a: tensor<32x1024xf32>, %b: tensor<24x1024xf32>) -> tensor<32x24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x24xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x24xf32>) -> tensor<32x24xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<32x1024xf32>, tensor<24x1024xf32>) outs(%zeros : tensor<32x24xf32>) -> tensor<32x24xf32>
  return %sum : tensor<32x24xf32>
}

// For a few rows the transpose of a large one would take too long.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: tensor<301x1000xf32>
// CHECK: return
func.func @few(%a: tensor<24x301xf32>, %b: tensor<1000x301xf32>) -> tensor<24x1000xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x1000xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x1000xf32>) -> tensor<24x1000xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<24x301xf32>, tensor<1000x301xf32>) outs(%zeros : tensor<24x1000xf32>) -> tensor<24x1000xf32>
  return %sum : tensor<24x1000xf32>
}

// Dot products take long sums of few columns.
// CHECK-LABEL: func.func @long(
// CHECK-NOT: tensor<251x12xf32>
// CHECK: return
func.func @long(%a: tensor<280x251xf32>, %b: tensor<12x251xf32>) -> tensor<280x12xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<280x12xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<280x12xf32>) -> tensor<280x12xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<280x251xf32>, tensor<12x251xf32>) outs(%zeros : tensor<280x12xf32>) -> tensor<280x12xf32>
  return %sum : tensor<280x12xf32>
}

#rowB = affine_map<(b, m, n, k) -> (b, m, k)>
#otherB = affine_map<(b, m, n, k) -> (b, n, k)>
#resultB = affine_map<(b, m, n, k) -> (b, m, n)>

// Batches are transposed, too; with two threads large ones only, which they share,
// and small ones.
// CHECK-LABEL: func.func @batches(
// CHECK: (tensor<3x400x11xf32>) -> tensor<3x11x400xf32>
// THREADS-LABEL: func.func @batches(
// THREADS-NOT: tensor<3x11x400xf32>
// THREADS: return
func.func @batches(%a: tensor<3x64x11xf32>, %b: tensor<3x400x11xf32>) -> tensor<3x64x400xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x64x400xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x64x400xf32>) -> tensor<3x64x400xf32>
  %sum = linalg.generic {indexing_maps = [#rowB, #otherB, #resultB], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<3x64x11xf32>, tensor<3x400x11xf32>) outs(%zeros : tensor<3x64x400xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %s, %product : f32
    linalg.yield %next : f32
  } -> tensor<3x64x400xf32>
  return %sum : tensor<3x64x400xf32>
}

// CHECK-LABEL: func.func @large(
// CHECK: (tensor<64x40x30xf32>) -> tensor<64x30x40xf32>
// THREADS-LABEL: func.func @large(
// THREADS: (tensor<64x40x30xf32>) -> tensor<64x30x40xf32>
func.func @large(%a: tensor<64x64x30xf32>, %b: tensor<64x40x30xf32>) -> tensor<64x64x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64x40xf32>) -> tensor<64x64x40xf32>
  %sum = linalg.generic {indexing_maps = [#rowB, #otherB, #resultB], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<64x64x30xf32>, tensor<64x40x30xf32>) outs(%zeros : tensor<64x64x40xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %s, %product : f32
    linalg.yield %next : f32
  } -> tensor<64x64x40xf32>
  return %sum : tensor<64x64x40xf32>
}

// What may be scores of attention stays: that turns keys by itself.
// CHECK-LABEL: func.func @scores(
// CHECK-NOT: tensor<3x11x40xf32>
// CHECK: return
func.func @scores(%a: tensor<3x64x11xf32>, %b: tensor<3x40x11xf32>, %c: tensor<3x40x11xf32>) -> tensor<3x64x11xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x64x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x64x40xf32>) -> tensor<3x64x40xf32>
  %sum = linalg.generic {indexing_maps = [#rowB, #otherB, #resultB], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<3x64x11xf32>, tensor<3x40x11xf32>) outs(%zeros : tensor<3x64x40xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32):
    %product = arith.mulf %x, %y : f32
    %next = arith.addf %s, %product : f32
    linalg.yield %next : f32
  } -> tensor<3x64x40xf32>
  %weights = linalg.softmax dimension(2) ins(%sum : tensor<3x64x40xf32>) outs(%empty : tensor<3x64x40xf32>) -> tensor<3x64x40xf32>
  %out = tensor.empty() : tensor<3x64x11xf32>
  %start = linalg.fill ins(%zero : f32) outs(%out : tensor<3x64x11xf32>) -> tensor<3x64x11xf32>
  %result = linalg.batch_matmul ins(%weights, %c : tensor<3x64x40xf32>, tensor<3x40x11xf32>) outs(%start : tensor<3x64x11xf32>) -> tensor<3x64x11xf32>
  return %result : tensor<3x64x11xf32>
}

// Weights are transposed once, so several threads gain as well.
// THREADS-LABEL: func.func @weights(
// THREADS: tensor<11x40xf32>
func.func @weights(%a: tensor<64x11xf32>, %b: tensor<40x11xf32> {as.constant}) -> tensor<64x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x40xf32>) -> tensor<64x40xf32>
  %sum = linalg.matmul indexing_maps = [#row, #other, #result] ins(%a, %b : tensor<64x11xf32>, tensor<40x11xf32>) outs(%zeros : tensor<64x40xf32>) -> tensor<64x40xf32>
  return %sum : tensor<64x40xf32>
}
