// A loop that runs twice adds to its counter. LLVM knows what the counter is
// in the second iteration; without the addition it finds no registers for sums.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --emit=llvm --records=none --progress=none %t/vectors.mlir | FileCheck %s
// RUN: %as-run %t/vectors.mlir --compare=%t/elements.mlir | FileCheck %s --check-prefix=RUNS
// REQUIRES: search

// CHECK-NOT: phi i1
// CHECK: %[[K:.*]] = phi i64 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %[[LOOP:.*]] ]
// CHECK: %[[NEXT]] = add i64 %[[K]], 256
// CHECK-NEXT: %[[AGAIN:.*]] = icmp ne i64 %[[NEXT]], 512
// CHECK-NEXT: br i1 %[[AGAIN]], label %[[LOOP]]

// RUNS: results: equal

//--- vectors.mlir
func.func @sums(%x: tensor<9x16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %sum = scf.for %i = %c0 to %c8 step %c4 iter_args(%before = %zeros)
      -> (vector<16xf32>) {
    %a = vector.transfer_read %x[%i, %c0], %zero
        {in_bounds = [true]} : tensor<9x16xf32>, vector<16xf32>
    %next = arith.addi %i, %c1 : index
    %b = vector.transfer_read %x[%next, %c0], %zero
        {in_bounds = [true]} : tensor<9x16xf32>, vector<16xf32>
    %product = arith.mulf %a, %b : vector<16xf32>
    %after = arith.addf %before, %product : vector<16xf32>
    scf.yield %after : vector<16xf32>
  }
  %empty = tensor.empty() : tensor<16xf32>
  %r = vector.transfer_write %sum, %empty[%c0]
      {in_bounds = [true]} : vector<16xf32>, tensor<16xf32>
  return %r : tensor<16xf32>
}

//--- elements.mlir
func.func @sums(%x: tensor<9x16xf32>) -> tensor<16xf32> {
  %empty = tensor.empty() : tensor<16xf32>
  %a = tensor.extract_slice %x[0, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<16xf32>
  %b = tensor.extract_slice %x[1, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<16xf32>
  %c = tensor.extract_slice %x[4, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<16xf32>
  %d = tensor.extract_slice %x[5, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<16xf32>
  %r = linalg.map ins(%a, %b, %c, %d : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
      outs(%empty : tensor<16xf32>) (%p: f32, %q: f32, %s: f32, %t: f32, %out: f32) {
    %pq = arith.mulf %p, %q : f32
    %st = arith.mulf %s, %t : f32
    %sum = arith.addf %pq, %st : f32
    linalg.yield %sum : f32
  }
  return %r : tensor<16xf32>
}
