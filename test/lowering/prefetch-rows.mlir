// Loops of products prefetch rows of large matrices: of 1.5 MB three lines of
// a row for 48 columns, and one line more where a row may begin within a line.
// A smaller matrix is in the second cache, what a short loop prefetches is not
// read, and where nothing is multiplied rows are read as fast as they come. They
// go to the first cache of a Zen 5, and to the second one of others.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered --target=cpu:znver4 %s | FileCheck %s -DHINT=2
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered --target=cpu:znver5 %s | FileCheck %s -DHINT=3

// CHECK-LABEL: llvm.func @far(
// CHECK-COUNT-3: intr.prefetch{{.*}}hint = [[HINT]]
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @odd(
// CHECK-COUNT-4: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @near(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @short(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @sum(
// CHECK-NOT: intr.prefetch

func.func @far(%a: tensor<768xf32>, %b: tensor<768x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x512xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @odd(%a: tensor<768xf32>, %b: tensor<768x500xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x500xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @near(%a: tensor<256xf32>, %b: tensor<256x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<256xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<256x512xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @short(%a: tensor<768xf32>, %b: tensor<768x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<48xf32>
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x512xf32>, vector<48xf32>
    %t = vector.fma %v, %w, %s : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}

func.func @sum(%b: tensor<768x512xf32>) -> tensor<48xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<48xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<48xf32>) {
    %w = vector.transfer_read %b[%k, %c0], %z {in_bounds = [true]} : tensor<768x512xf32>, vector<48xf32>
    %t = arith.addf %s, %w : vector<48xf32>
    scf.yield %t : vector<48xf32>
  }
  %e = tensor.empty() : tensor<48xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<48xf32>, tensor<48xf32>
  return %r : tensor<48xf32>
}
