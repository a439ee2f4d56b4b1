// An argument of bytes whose columns are read often is copied with its highest
// bits flipped, once, as vectors, and not each time that it is read. Of a
// function that writes an argument it is not, as the two may overlap.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:cooperlake %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.host.mlir
// RUN: %as-run %t.host.mlir --entry=product --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.host.mlir --entry=into --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// 108 bytes of a row are a vector of 64, and one of 64 that begins within the
// first. In the loop over what is summed up nothing is flipped.
// CHECK-LABEL: llvm.func @product(
// CHECK: llvm.alloca {{.*}} x i8
// CHECK: llvm.load {{.*}} -> vector<64xi8>
// CHECK: llvm.xor {{.*}} : vector<64xi8>
// CHECK: llvm.load {{.*}} -> vector<64xi8>
// CHECK: llvm.xor {{.*}} : vector<64xi8>
// CHECK-NOT: llvm.xor
// CHECK: llvm.return

// CHECK-LABEL: llvm.func @into(
// CHECK-NOT: llvm.alloca
// CHECK: llvm.xor
// CHECK: llvm.return

func.func @product(%a: tensor<1x108xi8>, %b: tensor<108x64xi8>) -> tensor<1x64xi32> {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c108 = arith.constant 108 : index
  %empty = tensor.empty() : tensor<1x64xi32>
  %all = scf.for %n = %c0 to %c64 step %c16 iter_args(%to = %empty) -> (tensor<1x64xi32>) {
    %sum = scf.for %k = %c0 to %c108 step %c4 iter_args(%s = %zero) -> (vector<16xi32>) {
      %x0 = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<1x108xi8>, vector<1x1xi8>
      %y0 = vector.transfer_read %b[%k, %n], %pad {in_bounds = [true]} : tensor<108x64xi8>, vector<16xi8>
      %wx0 = arith.extsi %x0 : vector<1x1xi8> to vector<1x1xi32>
      %wy0 = arith.extsi %y0 : vector<16xi8> to vector<16xi32>
      %e0 = vector.extract %wx0[0, 0] : i32 from vector<1x1xi32>
      %v0 = vector.broadcast %e0 : i32 to vector<16xi32>
      %p0 = arith.muli %v0, %wy0 : vector<16xi32>
      %t0 = arith.addi %s, %p0 : vector<16xi32>
      %k1 = arith.addi %k, %c1 : index
      %x1 = vector.transfer_read %a[%c0, %k1], %pad {in_bounds = [true, true]} : tensor<1x108xi8>, vector<1x1xi8>
      %y1 = vector.transfer_read %b[%k1, %n], %pad {in_bounds = [true]} : tensor<108x64xi8>, vector<16xi8>
      %wx1 = arith.extsi %x1 : vector<1x1xi8> to vector<1x1xi32>
      %wy1 = arith.extsi %y1 : vector<16xi8> to vector<16xi32>
      %e1 = vector.extract %wx1[0, 0] : i32 from vector<1x1xi32>
      %v1 = vector.broadcast %e1 : i32 to vector<16xi32>
      %p1 = arith.muli %v1, %wy1 : vector<16xi32>
      %t1 = arith.addi %t0, %p1 : vector<16xi32>
      %k2 = arith.addi %k, %c2 : index
      %x2 = vector.transfer_read %a[%c0, %k2], %pad {in_bounds = [true, true]} : tensor<1x108xi8>, vector<1x1xi8>
      %y2 = vector.transfer_read %b[%k2, %n], %pad {in_bounds = [true]} : tensor<108x64xi8>, vector<16xi8>
      %wx2 = arith.extsi %x2 : vector<1x1xi8> to vector<1x1xi32>
      %wy2 = arith.extsi %y2 : vector<16xi8> to vector<16xi32>
      %e2 = vector.extract %wx2[0, 0] : i32 from vector<1x1xi32>
      %v2 = vector.broadcast %e2 : i32 to vector<16xi32>
      %p2 = arith.muli %v2, %wy2 : vector<16xi32>
      %t2 = arith.addi %t1, %p2 : vector<16xi32>
      %k3 = arith.addi %k, %c3 : index
      %x3 = vector.transfer_read %a[%c0, %k3], %pad {in_bounds = [true, true]} : tensor<1x108xi8>, vector<1x1xi8>
      %y3 = vector.transfer_read %b[%k3, %n], %pad {in_bounds = [true]} : tensor<108x64xi8>, vector<16xi8>
      %wx3 = arith.extsi %x3 : vector<1x1xi8> to vector<1x1xi32>
      %wy3 = arith.extsi %y3 : vector<16xi8> to vector<16xi32>
      %e3 = vector.extract %wx3[0, 0] : i32 from vector<1x1xi32>
      %v3 = vector.broadcast %e3 : i32 to vector<16xi32>
      %p3 = arith.muli %v3, %wy3 : vector<16xi32>
      %t3 = arith.addi %t2, %p3 : vector<16xi32>
      scf.yield %t3 : vector<16xi32>
    }
    %more = vector.transfer_write %sum, %to[%c0, %n] {in_bounds = [true]} : vector<16xi32>, tensor<1x64xi32>
    scf.yield %more : tensor<1x64xi32>
  }
  return %all : tensor<1x64xi32>
}

func.func @into(%a: memref<1x108xi8>, %b: memref<108x64xi8>, %r: memref<1x64xi32>) {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c108 = arith.constant 108 : index
  scf.for %n = %c0 to %c64 step %c16 {
    %sum = scf.for %k = %c0 to %c108 step %c4 iter_args(%s = %zero) -> (vector<16xi32>) {
      %x0 = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : memref<1x108xi8>, vector<1x1xi8>
      %y0 = vector.transfer_read %b[%k, %n], %pad {in_bounds = [true]} : memref<108x64xi8>, vector<16xi8>
      %wx0 = arith.extsi %x0 : vector<1x1xi8> to vector<1x1xi32>
      %wy0 = arith.extsi %y0 : vector<16xi8> to vector<16xi32>
      %e0 = vector.extract %wx0[0, 0] : i32 from vector<1x1xi32>
      %v0 = vector.broadcast %e0 : i32 to vector<16xi32>
      %p0 = arith.muli %v0, %wy0 : vector<16xi32>
      %t0 = arith.addi %s, %p0 : vector<16xi32>
      %k1 = arith.addi %k, %c1 : index
      %x1 = vector.transfer_read %a[%c0, %k1], %pad {in_bounds = [true, true]} : memref<1x108xi8>, vector<1x1xi8>
      %y1 = vector.transfer_read %b[%k1, %n], %pad {in_bounds = [true]} : memref<108x64xi8>, vector<16xi8>
      %wx1 = arith.extsi %x1 : vector<1x1xi8> to vector<1x1xi32>
      %wy1 = arith.extsi %y1 : vector<16xi8> to vector<16xi32>
      %e1 = vector.extract %wx1[0, 0] : i32 from vector<1x1xi32>
      %v1 = vector.broadcast %e1 : i32 to vector<16xi32>
      %p1 = arith.muli %v1, %wy1 : vector<16xi32>
      %t1 = arith.addi %t0, %p1 : vector<16xi32>
      %k2 = arith.addi %k, %c2 : index
      %x2 = vector.transfer_read %a[%c0, %k2], %pad {in_bounds = [true, true]} : memref<1x108xi8>, vector<1x1xi8>
      %y2 = vector.transfer_read %b[%k2, %n], %pad {in_bounds = [true]} : memref<108x64xi8>, vector<16xi8>
      %wx2 = arith.extsi %x2 : vector<1x1xi8> to vector<1x1xi32>
      %wy2 = arith.extsi %y2 : vector<16xi8> to vector<16xi32>
      %e2 = vector.extract %wx2[0, 0] : i32 from vector<1x1xi32>
      %v2 = vector.broadcast %e2 : i32 to vector<16xi32>
      %p2 = arith.muli %v2, %wy2 : vector<16xi32>
      %t2 = arith.addi %t1, %p2 : vector<16xi32>
      %k3 = arith.addi %k, %c3 : index
      %x3 = vector.transfer_read %a[%c0, %k3], %pad {in_bounds = [true, true]} : memref<1x108xi8>, vector<1x1xi8>
      %y3 = vector.transfer_read %b[%k3, %n], %pad {in_bounds = [true]} : memref<108x64xi8>, vector<16xi8>
      %wx3 = arith.extsi %x3 : vector<1x1xi8> to vector<1x1xi32>
      %wy3 = arith.extsi %y3 : vector<16xi8> to vector<16xi32>
      %e3 = vector.extract %wx3[0, 0] : i32 from vector<1x1xi32>
      %v3 = vector.broadcast %e3 : i32 to vector<16xi32>
      %p3 = arith.muli %v3, %wy3 : vector<16xi32>
      %t3 = arith.addi %t2, %p3 : vector<16xi32>
      scf.yield %t3 : vector<16xi32>
    }
    vector.transfer_write %sum, %r[%c0, %n] {in_bounds = [true]} : vector<16xi32>, memref<1x64xi32>
  }
  return
}
