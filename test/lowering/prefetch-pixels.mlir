// Windows over channels prefetch pixels of large images: of each row of the
// window four new pixels, two lines of 32 channels each. Not for each column of
// the window, in a loop or unrolled, and not of images that a cache holds.
// Rows of a product are prefetched once, and those of a plain copy not at all.
// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %t/loops.mlir | FileCheck %t/loops.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/pool.mlir -o %t/pool.out.mlir
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %t/pool.mlir | FileCheck %t/pool.mlir
// RUN: %as-run %t/pool.out.mlir --compare=%t/pool.mlir --runs=0
// REQUIRES: search

//--- loops.mlir
// CHECK-LABEL: llvm.func @columns(
// CHECK-COUNT-8: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @unrolled(
// CHECK-COUNT-8: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @small(
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @product(
// CHECK-COUNT-2: intr.prefetch
// CHECK-NOT: intr.prefetch
// CHECK-LABEL: llvm.func @copy(
// CHECK-NOT: intr.prefetch
#columns = affine_map<(x, i) -> (2 * x + i)>

func.func @columns(%image: tensor<177x177x96xf32>) -> tensor<88x32xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 88 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %e = tensor.empty() : tensor<88x32xf32>
  %r = scf.for %x = %c0 to %n step %c2 iter_args(%t = %e) -> (tensor<88x32xf32>) {
    %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zeros) -> (vector<32xf32>) {
      %p = affine.apply #columns(%x, %i)
      %v = vector.transfer_read %image[%c0, %p, %c0], %z {in_bounds = [true]} : tensor<177x177x96xf32>, vector<32xf32>
      %b = arith.addf %a, %v : vector<32xf32>
      scf.yield %b : vector<32xf32>
    }
    %w = vector.transfer_write %s, %t[%x, %c0] {in_bounds = [true]} : vector<32xf32>, tensor<88x32xf32>
    scf.yield %w : tensor<88x32xf32>
  }
  return %r : tensor<88x32xf32>
}

func.func @unrolled(%image: tensor<177x177x96xf32>) -> tensor<88x32xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 88 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<88x32xf32>
  %r = scf.for %x = %c0 to %n step %c2 iter_args(%t = %e) -> (tensor<88x32xf32>) {
    %p = affine.apply #columns(%x, %c0)
    %q = affine.apply #columns(%x, %c1)
    %v = vector.transfer_read %image[%c0, %p, %c0], %z {in_bounds = [true]} : tensor<177x177x96xf32>, vector<32xf32>
    %u = vector.transfer_read %image[%c0, %q, %c0], %z {in_bounds = [true]} : tensor<177x177x96xf32>, vector<32xf32>
    %s = arith.addf %u, %v : vector<32xf32>
    %w = vector.transfer_write %s, %t[%x, %c0] {in_bounds = [true]} : vector<32xf32>, tensor<88x32xf32>
    scf.yield %w : tensor<88x32xf32>
  }
  return %r : tensor<88x32xf32>
}

func.func @small(%image: tensor<17x177x96xf32>) -> tensor<88x32xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 88 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<88x32xf32>
  %r = scf.for %x = %c0 to %n step %c2 iter_args(%t = %e) -> (tensor<88x32xf32>) {
    %p = affine.apply #columns(%x, %c0)
    %v = vector.transfer_read %image[%c0, %p, %c0], %z {in_bounds = [true]} : tensor<17x177x96xf32>, vector<32xf32>
    %w = vector.transfer_write %v, %t[%x, %c0] {in_bounds = [true]} : vector<32xf32>, tensor<88x32xf32>
    scf.yield %w : tensor<88x32xf32>
  }
  return %r : tensor<88x32xf32>
}

func.func @product(%a: tensor<768xf32>, %b: tensor<8x768x512xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 768 : index
  %z = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<32xf32>) {
    %x = tensor.extract %a[%k] : tensor<768xf32>
    %v = vector.broadcast %x : f32 to vector<32xf32>
    %w = vector.transfer_read %b[%c1, %k, %c0], %z {in_bounds = [true]} : tensor<8x768x512xf32>, vector<32xf32>
    %t = vector.fma %v, %w, %s : vector<32xf32>
    scf.yield %t : vector<32xf32>
  }
  %e = tensor.empty() : tensor<32xf32>
  %r = vector.transfer_write %sum, %e[%c0] {in_bounds = [true]} : vector<32xf32>, tensor<32xf32>
  return %r : tensor<32xf32>
}

func.func @copy(%image: tensor<177x177x96xf32>) -> tensor<88x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 88 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<88x32xf32>
  %r = scf.for %x = %c0 to %n step %c1 iter_args(%t = %e) -> (tensor<88x32xf32>) {
    %v = vector.transfer_read %image[%c0, %x, %c0], %z {in_bounds = [true]} : tensor<177x177x96xf32>, vector<32xf32>
    %w = vector.transfer_write %v, %t[%x, %c0] {in_bounds = [true]} : vector<32xf32>, tensor<88x32xf32>
    scf.yield %w : tensor<88x32xf32>
  }
  return %r : tensor<88x32xf32>
}

//--- pool.mlir
// CHECK: intr.prefetch
func.func @max_pool(%x: tensor<1x150x150x100xf32>) -> tensor<1x74x74x100xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x74x74x100xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x74x74x100xf32>) -> tensor<1x74x74x100xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %window : tensor<1x150x150x100xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x74x74x100xf32>) -> tensor<1x74x74x100xf32>
  return %r : tensor<1x74x74x100xf32>
}
