// Rows of panels are copied by slices here, and the last panel is read in its
// place among the others only. They are written as vectors all the same, so that
// they are widened and interleaved as they are packed.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:haswell --emit=object %s -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=product.unchecked %t.o | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=product --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK: vpunpck
// CHECK: vpmaddwd
// CHECK-NOT: vpunpck
// CHECK-NOT: vpmovsx
// CHECK: ret

func.func @product(%a: tensor<1x64xi8>, %b: tensor<64x27xi8>) -> tensor<3x16xi32> {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %panels = tensor.empty() : tensor<2x64x16xi8>
  %panel = tensor.empty() : tensor<64x16xi8>
  %first = tensor.extract_slice %panels[0, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<2x64x16xi8> to tensor<64x16xi8>
  %full = scf.for %k = %c0 to %c64 step %c4 iter_args(%to = %first) -> (tensor<64x16xi8>) {
    %rows = tensor.extract_slice %b[%k, 0] [4, 16] [1, 1] : tensor<64x27xi8> to tensor<4x16xi8>
    %more = tensor.insert_slice %rows into %to[%k, 0] [4, 16] [1, 1] : tensor<4x16xi8> into tensor<64x16xi8>
    scf.yield %more : tensor<64x16xi8>
  }
  %one = tensor.insert_slice %full into %panels[0, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<64x16xi8> into tensor<2x64x16xi8>
  %zeros = linalg.fill ins(%pad : i8) outs(%panel : tensor<64x16xi8>) -> tensor<64x16xi8>
  %left = tensor.extract_slice %b[0, 16] [64, 11] [1, 1] : tensor<64x27xi8> to tensor<64x11xi8>
  %padded = tensor.insert_slice %left into %zeros[0, 0] [64, 11] [1, 1] : tensor<64x11xi8> into tensor<64x16xi8>
  %both = tensor.insert_slice %padded into %one[1, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<64x16xi8> into tensor<2x64x16xi8>
  %sums:3 = scf.for %k = %c0 to %c64 step %c2 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero) -> (vector<16xi32>, vector<16xi32>, vector<16xi32>) {
    %next = arith.addi %k, %c1 : index
    %short_x0 = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<1x64xi8>, vector<1x1xi8>
    %short_x1 = vector.transfer_read %a[%c0, %next], %pad {in_bounds = [true, true]} : tensor<1x64xi8>, vector<1x1xi8>
    %wide_x0 = arith.extsi %short_x0 : vector<1x1xi8> to vector<1x1xi32>
    %wide_x1 = arith.extsi %short_x1 : vector<1x1xi8> to vector<1x1xi32>
    %one_x0 = vector.extract %wide_x0[0, 0] : i32 from vector<1x1xi32>
    %one_x1 = vector.extract %wide_x1[0, 0] : i32 from vector<1x1xi32>
    %x0 = vector.broadcast %one_x0 : i32 to vector<16xi32>
    %x1 = vector.broadcast %one_x1 : i32 to vector<16xi32>
    %a0 = vector.transfer_read %both[%c0, %k, %c0], %pad {in_bounds = [true]} : tensor<2x64x16xi8>, vector<16xi8>
    %a1 = vector.transfer_read %both[%c0, %next, %c0], %pad {in_bounds = [true]} : tensor<2x64x16xi8>, vector<16xi8>
    %b0 = vector.transfer_read %both[%c1, %k, %c0], %pad {in_bounds = [true]} : tensor<2x64x16xi8>, vector<16xi8>
    %b1 = vector.transfer_read %both[%c1, %next, %c0], %pad {in_bounds = [true]} : tensor<2x64x16xi8>, vector<16xi8>
    %d0 = vector.transfer_read %both[%c1, %k, %c0], %pad {in_bounds = [true]} : tensor<2x64x16xi8>, vector<16xi8>
    %d1 = vector.transfer_read %both[%c1, %next, %c0], %pad {in_bounds = [true]} : tensor<2x64x16xi8>, vector<16xi8>
    %wa0 = arith.extsi %a0 : vector<16xi8> to vector<16xi32>
    %wa1 = arith.extsi %a1 : vector<16xi8> to vector<16xi32>
    %wb0 = arith.extsi %b0 : vector<16xi8> to vector<16xi32>
    %wb1 = arith.extsi %b1 : vector<16xi8> to vector<16xi32>
    %wd0 = arith.extsi %d0 : vector<16xi8> to vector<16xi32>
    %wd1 = arith.extsi %d1 : vector<16xi8> to vector<16xi32>
    %pa0 = arith.muli %x0, %wa0 : vector<16xi32>
    %pa1 = arith.muli %x1, %wa1 : vector<16xi32>
    %pb0 = arith.muli %x0, %wb0 : vector<16xi32>
    %pb1 = arith.muli %x1, %wb1 : vector<16xi32>
    %pd0 = arith.muli %x0, %wd0 : vector<16xi32>
    %pd1 = arith.muli %x1, %wd1 : vector<16xi32>
    %t0 = arith.addi %s0, %pa0 : vector<16xi32>
    %u0 = arith.addi %t0, %pa1 : vector<16xi32>
    %t1 = arith.addi %s1, %pb0 : vector<16xi32>
    %u1 = arith.addi %t1, %pb1 : vector<16xi32>
    %t2 = arith.addi %s2, %pd0 : vector<16xi32>
    %u2 = arith.addi %t2, %pd1 : vector<16xi32>
    scf.yield %u0, %u1, %u2 : vector<16xi32>, vector<16xi32>, vector<16xi32>
  }
  %result = tensor.empty() : tensor<3x16xi32>
  %r0 = vector.transfer_write %sums#0, %result[%c0, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<3x16xi32>
  %r1 = vector.transfer_write %sums#1, %r0[%c1, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<3x16xi32>
  %r2 = vector.transfer_write %sums#2, %r1[%c2, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<3x16xi32>
  return %r2 : tensor<3x16xi32>
}
