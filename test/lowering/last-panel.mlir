// The last panel of a packed operand is not full. Its rows, which are no whole
// vectors, are copied as two vectors each that overlap, and into the packed
// operand itself. If that is
// written before the panel is read, the panel has a buffer of its own.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=sums --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=overwritten --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: llvm.func {{.*}}@sums(
// CHECK: llvm.mlir.constant(153600 : index)
// CHECK: llvm.call @malloc
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<8xf32>
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.return
func.func @sums(%b: tensor<1200x62xf32>) -> tensor<2x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c31 = arith.constant 31 : index
  %c62 = arith.constant 62 : index
  %c1200 = arith.constant 1200 : index
  %panels = tensor.empty() : tensor<2x1200x16xf32>
  %panel = tensor.empty() : tensor<1200x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%panel : tensor<1200x16xf32>) -> tensor<1200x16xf32>
  %none = arith.constant dense<0.0> : vector<16xf32>
  %e = tensor.empty() : tensor<2x16xf32>
  %r = scf.for %j = %c0 to %c62 step %c31 iter_args(%s = %e) -> (tensor<2x16xf32>) {
    %first = tensor.extract_slice %panels[0, 0, 0] [1, 1200, 16] [1, 1, 1] : tensor<2x1200x16xf32> to tensor<1200x16xf32>
    %full = scf.for %k = %c0 to %c1200 step %c8 iter_args(%p = %first) -> (tensor<1200x16xf32>) {
      %v = vector.transfer_read %b[%k, %j], %zero {in_bounds = [true, true]} : tensor<1200x62xf32>, vector<8x16xf32>
      %w = vector.transfer_write %v, %p[%k, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<1200x16xf32>
      scf.yield %w : tensor<1200x16xf32>
    }
    %one = tensor.insert_slice %full into %panels[0, 0, 0] [1, 1200, 16] [1, 1, 1] : tensor<1200x16xf32> into tensor<2x1200x16xf32>
    %at = arith.addi %j, %c16 : index
    %left = tensor.extract_slice %b[0, %at] [1200, 15] [1, 1] : tensor<1200x62xf32> to tensor<1200x15xf32>
    %padded = tensor.insert_slice %left into %zeros[0, 0] [1200, 15] [1, 1] : tensor<1200x15xf32> into tensor<1200x16xf32>
    %both = tensor.insert_slice %padded into %one[1, 0, 0] [1, 1200, 16] [1, 1, 1] : tensor<1200x16xf32> into tensor<2x1200x16xf32>
    %sum = scf.for %k = %c0 to %c1200 step %c1 iter_args(%t = %none) -> (vector<16xf32>) {
      %x = vector.transfer_read %both[%c0, %k, %c0], %zero {in_bounds = [true]} : tensor<2x1200x16xf32>, vector<16xf32>
      %y = vector.transfer_read %padded[%k, %c0], %zero {in_bounds = [true]} : tensor<1200x16xf32>, vector<16xf32>
      %xy = arith.mulf %x, %y : vector<16xf32>
      %n = arith.addf %t, %xy : vector<16xf32>
      scf.yield %n : vector<16xf32>
    }
    %row = arith.divui %j, %c31 : index
    %next = vector.transfer_write %sum, %s[%row, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x16xf32>
    scf.yield %next : tensor<2x16xf32>
  }
  return %r : tensor<2x16xf32>
}

// CHECK-LABEL: llvm.func {{.*}}@overwritten(
// CHECK: llvm.mlir.constant(230400 : index)
// CHECK: llvm.call @malloc
// CHECK: llvm.return
func.func @overwritten(%b: tensor<1200x62xf32>) -> tensor<2x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c31 = arith.constant 31 : index
  %c62 = arith.constant 62 : index
  %c1200 = arith.constant 1200 : index
  %panels = tensor.empty() : tensor<2x1200x16xf32>
  %panel = tensor.empty() : tensor<1200x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%panel : tensor<1200x16xf32>) -> tensor<1200x16xf32>
  %ones = arith.constant dense<1.0> : vector<16xf32>
  %none = arith.constant dense<0.0> : vector<16xf32>
  %e = tensor.empty() : tensor<2x16xf32>
  %r = scf.for %j = %c0 to %c62 step %c31 iter_args(%s = %e) -> (tensor<2x16xf32>) {
    %first = tensor.extract_slice %panels[0, 0, 0] [1, 1200, 16] [1, 1, 1] : tensor<2x1200x16xf32> to tensor<1200x16xf32>
    %full = scf.for %k = %c0 to %c1200 step %c8 iter_args(%p = %first) -> (tensor<1200x16xf32>) {
      %v = vector.transfer_read %b[%k, %j], %zero {in_bounds = [true, true]} : tensor<1200x62xf32>, vector<8x16xf32>
      %w = vector.transfer_write %v, %p[%k, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, tensor<1200x16xf32>
      scf.yield %w : tensor<1200x16xf32>
    }
    %one = tensor.insert_slice %full into %panels[0, 0, 0] [1, 1200, 16] [1, 1, 1] : tensor<1200x16xf32> into tensor<2x1200x16xf32>
    %at = arith.addi %j, %c16 : index
    %left = tensor.extract_slice %b[0, %at] [1200, 15] [1, 1] : tensor<1200x62xf32> to tensor<1200x15xf32>
    %padded = tensor.insert_slice %left into %zeros[0, 0] [1200, 15] [1, 1] : tensor<1200x15xf32> into tensor<1200x16xf32>
    %both = tensor.insert_slice %padded into %one[1, 0, 0] [1, 1200, 16] [1, 1, 1] : tensor<1200x16xf32> into tensor<2x1200x16xf32>
    %written = vector.transfer_write %ones, %both[%c1, %c8, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x1200x16xf32>
    %sum = scf.for %k = %c0 to %c1200 step %c1 iter_args(%t = %none) -> (vector<16xf32>) {
      %x = vector.transfer_read %written[%c0, %k, %c0], %zero {in_bounds = [true]} : tensor<2x1200x16xf32>, vector<16xf32>
      %y = vector.transfer_read %padded[%k, %c0], %zero {in_bounds = [true]} : tensor<1200x16xf32>, vector<16xf32>
      %w = vector.transfer_read %written[%c1, %k, %c0], %zero {in_bounds = [true]} : tensor<2x1200x16xf32>, vector<16xf32>
      %z = arith.addf %x, %w : vector<16xf32>
      %xy = arith.mulf %z, %y : vector<16xf32>
      %n = arith.addf %t, %xy : vector<16xf32>
      scf.yield %n : vector<16xf32>
    }
    %row = arith.divui %j, %c31 : index
    %next = vector.transfer_write %sum, %s[%row, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x16xf32>
    scf.yield %next : tensor<2x16xf32>
  }
  return %r : tensor<2x16xf32>
}
