// Packed operands of bytes are stored as pairs of products want them: 16 bits
// wide, the rows of the one with the lanes interleaved. Every processor gets
// the instruction that it has for such products. Those of bf16 are stored as
// f32.

// RUN: %as-run %s --entry=signed --compare=%s --entry=signed_plain --runs=0
// RUN: %as-run %s --entry=unsigned --compare=%s --entry=unsigned_plain --runs=0
// RUN: %as-run %s --entry=odd --compare=%s --entry=signed_plain --runs=0

// RUN: %as-run %s --entry=floats --compare=%s --entry=floats_plain --runs=0

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:haswell --emit=object %s -o %t.avx2.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=signed.unchecked %t.avx2.o | FileCheck %s --check-prefix=AVX2
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=floats.unchecked %t.avx2.o | FileCheck %s --check-prefix=FLOATS
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:znver4 --emit=object %s -o %t.vnni.o
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=signed.unchecked %t.vnni.o | FileCheck %s --check-prefix=VNNI

// A step takes two rows: of the lanes from memory as they are, of the other
// operand by a load into all lanes.
// AVX2: vpmovsxbw
// AVX2: vpbroadcastd {{.*}}(%r
// AVX2-NOT: vpunpck
// AVX2-NOT: vpmovsx
// AVX2-NOT: vpmulld
// AVX2-COUNT-4: vpmaddwd
// AVX2-NOT: vpmovsx

// VNNI: vpmovsxbw
// VNNI: vpdpwssd
// VNNI-NOT: vpmulld

// FLOATS: vpslld $0x10
// FLOATS: vbroadcastss
// FLOATS-NOT: vpslld
// FLOATS-NOT: vpmovzx
// FLOATS: vfmadd

func.func @signed(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %panel = tensor.empty() : tensor<64x16xi8>
  %packed = scf.for %k = %c0 to %c64 step %c4 iter_args(%to = %panel) -> (tensor<64x16xi8>) {
    %rows = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : tensor<64x16xi8>, vector<4x16xi8>
    %more = vector.transfer_write %rows, %to[%k, %c0] {in_bounds = [true, true]} : vector<4x16xi8>, tensor<64x16xi8>
    scf.yield %more : tensor<64x16xi8>
  }
  %tile = tensor.empty() : tensor<2x64xi8>
  %widened = scf.for %k = %c0 to %c64 step %c16 iter_args(%to = %tile) -> (tensor<2x64xi8>) {
    %rows = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x16xi8>
    %more = vector.transfer_write %rows, %to[%c0, %k] {in_bounds = [true, true]} : vector<2x16xi8>, tensor<2x64xi8>
    scf.yield %more : tensor<2x64xi8>
  }
  %sums:2 = scf.for %k = %c0 to %c64 step %c2 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<16xi32>, vector<16xi32>) {
    %next = arith.addi %k, %c1 : index
    %short_a0 = vector.transfer_read %widened[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b0 = vector.transfer_read %packed[%k, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a0 = arith.extsi %short_a0 : vector<2x1xi8> to vector<2x1xi32>
    %b0 = arith.extsi %short_b0 : vector<16xi8> to vector<16xi32>
    %a00 = vector.extract %a0[0, 0] : i32 from vector<2x1xi32>
    %all00 = vector.broadcast %a00 : i32 to vector<16xi32>
    %p00 = arith.muli %all00, %b0 : vector<16xi32>
    %t0 = arith.addi %s0, %p00 : vector<16xi32>
    %a01 = vector.extract %a0[1, 0] : i32 from vector<2x1xi32>
    %all01 = vector.broadcast %a01 : i32 to vector<16xi32>
    %p01 = arith.muli %all01, %b0 : vector<16xi32>
    %t1 = arith.addi %s1, %p01 : vector<16xi32>
    %short_a1 = vector.transfer_read %widened[%c0, %next], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b1 = vector.transfer_read %packed[%next, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a1 = arith.extsi %short_a1 : vector<2x1xi8> to vector<2x1xi32>
    %b1 = arith.extsi %short_b1 : vector<16xi8> to vector<16xi32>
    %a10 = vector.extract %a1[0, 0] : i32 from vector<2x1xi32>
    %all10 = vector.broadcast %a10 : i32 to vector<16xi32>
    %p10 = arith.muli %all10, %b1 : vector<16xi32>
    %u0 = arith.addi %t0, %p10 : vector<16xi32>
    %a11 = vector.extract %a1[1, 0] : i32 from vector<2x1xi32>
    %all11 = vector.broadcast %a11 : i32 to vector<16xi32>
    %p11 = arith.muli %all11, %b1 : vector<16xi32>
    %u1 = arith.addi %t1, %p11 : vector<16xi32>
    scf.yield %u0, %u1 : vector<16xi32>, vector<16xi32>
  }
  %result = tensor.empty() : tensor<2x16xi32>
  %r0 = vector.transfer_write %sums#0, %result[%c0, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<2x16xi32>
  %r1 = vector.transfer_write %sums#1, %r0[%c1, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<2x16xi32>
  return %r1 : tensor<2x16xi32>
}

func.func @unsigned(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %panel = tensor.empty() : tensor<64x16xi8>
  %packed = scf.for %k = %c0 to %c64 step %c4 iter_args(%to = %panel) -> (tensor<64x16xi8>) {
    %rows = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : tensor<64x16xi8>, vector<4x16xi8>
    %more = vector.transfer_write %rows, %to[%k, %c0] {in_bounds = [true, true]} : vector<4x16xi8>, tensor<64x16xi8>
    scf.yield %more : tensor<64x16xi8>
  }
  %tile = tensor.empty() : tensor<2x64xi8>
  %widened = scf.for %k = %c0 to %c64 step %c16 iter_args(%to = %tile) -> (tensor<2x64xi8>) {
    %rows = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x16xi8>
    %more = vector.transfer_write %rows, %to[%c0, %k] {in_bounds = [true, true]} : vector<2x16xi8>, tensor<2x64xi8>
    scf.yield %more : tensor<2x64xi8>
  }
  %sums:2 = scf.for %k = %c0 to %c64 step %c2 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<16xi32>, vector<16xi32>) {
    %next = arith.addi %k, %c1 : index
    %short_a0 = vector.transfer_read %widened[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b0 = vector.transfer_read %packed[%k, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a0 = arith.extui %short_a0 : vector<2x1xi8> to vector<2x1xi32>
    %b0 = arith.extui %short_b0 : vector<16xi8> to vector<16xi32>
    %a00 = vector.extract %a0[0, 0] : i32 from vector<2x1xi32>
    %all00 = vector.broadcast %a00 : i32 to vector<16xi32>
    %p00 = arith.muli %all00, %b0 : vector<16xi32>
    %t0 = arith.addi %s0, %p00 : vector<16xi32>
    %a01 = vector.extract %a0[1, 0] : i32 from vector<2x1xi32>
    %all01 = vector.broadcast %a01 : i32 to vector<16xi32>
    %p01 = arith.muli %all01, %b0 : vector<16xi32>
    %t1 = arith.addi %s1, %p01 : vector<16xi32>
    %short_a1 = vector.transfer_read %widened[%c0, %next], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b1 = vector.transfer_read %packed[%next, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a1 = arith.extui %short_a1 : vector<2x1xi8> to vector<2x1xi32>
    %b1 = arith.extui %short_b1 : vector<16xi8> to vector<16xi32>
    %a10 = vector.extract %a1[0, 0] : i32 from vector<2x1xi32>
    %all10 = vector.broadcast %a10 : i32 to vector<16xi32>
    %p10 = arith.muli %all10, %b1 : vector<16xi32>
    %u0 = arith.addi %t0, %p10 : vector<16xi32>
    %a11 = vector.extract %a1[1, 0] : i32 from vector<2x1xi32>
    %all11 = vector.broadcast %a11 : i32 to vector<16xi32>
    %p11 = arith.muli %all11, %b1 : vector<16xi32>
    %u1 = arith.addi %t1, %p11 : vector<16xi32>
    scf.yield %u0, %u1 : vector<16xi32>, vector<16xi32>
  }
  %result = tensor.empty() : tensor<2x16xi32>
  %r0 = vector.transfer_write %sums#0, %result[%c0, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<2x16xi32>
  %r1 = vector.transfer_write %sums#1, %r0[%c1, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<2x16xi32>
  return %r1 : tensor<2x16xi32>
}

// Written row by row, they are widened but not interleaved.
func.func @odd(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %pad = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<16xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %panel = tensor.empty() : tensor<64x16xi8>
  %packed = scf.for %k = %c0 to %c64 step %c1 iter_args(%to = %panel) -> (tensor<64x16xi8>) {
    %rows = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : tensor<64x16xi8>, vector<1x16xi8>
    %more = vector.transfer_write %rows, %to[%k, %c0] {in_bounds = [true, true]} : vector<1x16xi8>, tensor<64x16xi8>
    scf.yield %more : tensor<64x16xi8>
  }
  %tile = tensor.empty() : tensor<2x64xi8>
  %widened = scf.for %k = %c0 to %c64 step %c16 iter_args(%to = %tile) -> (tensor<2x64xi8>) {
    %rows = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x16xi8>
    %more = vector.transfer_write %rows, %to[%c0, %k] {in_bounds = [true, true]} : vector<2x16xi8>, tensor<2x64xi8>
    scf.yield %more : tensor<2x64xi8>
  }
  %sums:2 = scf.for %k = %c0 to %c64 step %c2 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<16xi32>, vector<16xi32>) {
    %next = arith.addi %k, %c1 : index
    %short_a0 = vector.transfer_read %widened[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b0 = vector.transfer_read %packed[%k, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a0 = arith.extsi %short_a0 : vector<2x1xi8> to vector<2x1xi32>
    %b0 = arith.extsi %short_b0 : vector<16xi8> to vector<16xi32>
    %a00 = vector.extract %a0[0, 0] : i32 from vector<2x1xi32>
    %all00 = vector.broadcast %a00 : i32 to vector<16xi32>
    %p00 = arith.muli %all00, %b0 : vector<16xi32>
    %t0 = arith.addi %s0, %p00 : vector<16xi32>
    %a01 = vector.extract %a0[1, 0] : i32 from vector<2x1xi32>
    %all01 = vector.broadcast %a01 : i32 to vector<16xi32>
    %p01 = arith.muli %all01, %b0 : vector<16xi32>
    %t1 = arith.addi %s1, %p01 : vector<16xi32>
    %short_a1 = vector.transfer_read %widened[%c0, %next], %pad {in_bounds = [true, true]} : tensor<2x64xi8>, vector<2x1xi8>
    %short_b1 = vector.transfer_read %packed[%next, %c0], %pad {in_bounds = [true]} : tensor<64x16xi8>, vector<16xi8>
    %a1 = arith.extsi %short_a1 : vector<2x1xi8> to vector<2x1xi32>
    %b1 = arith.extsi %short_b1 : vector<16xi8> to vector<16xi32>
    %a10 = vector.extract %a1[0, 0] : i32 from vector<2x1xi32>
    %all10 = vector.broadcast %a10 : i32 to vector<16xi32>
    %p10 = arith.muli %all10, %b1 : vector<16xi32>
    %u0 = arith.addi %t0, %p10 : vector<16xi32>
    %a11 = vector.extract %a1[1, 0] : i32 from vector<2x1xi32>
    %all11 = vector.broadcast %a11 : i32 to vector<16xi32>
    %p11 = arith.muli %all11, %b1 : vector<16xi32>
    %u1 = arith.addi %t1, %p11 : vector<16xi32>
    scf.yield %u0, %u1 : vector<16xi32>, vector<16xi32>
  }
  %result = tensor.empty() : tensor<2x16xi32>
  %r0 = vector.transfer_write %sums#0, %result[%c0, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<2x16xi32>
  %r1 = vector.transfer_write %sums#1, %r0[%c1, %c0] {in_bounds = [true]} : vector<16xi32>, tensor<2x16xi32>
  return %r1 : tensor<2x16xi32>
}

func.func @floats(%a: tensor<2x64xbf16>, %b: tensor<64x16xbf16>) -> tensor<2x16xf32> {
  %pad = arith.constant 0.0 : bf16
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %panel = tensor.empty() : tensor<64x16xbf16>
  %packed = scf.for %k = %c0 to %c64 step %c4 iter_args(%to = %panel) -> (tensor<64x16xbf16>) {
    %rows = vector.transfer_read %b[%k, %c0], %pad {in_bounds = [true, true]} : tensor<64x16xbf16>, vector<4x16xbf16>
    %more = vector.transfer_write %rows, %to[%k, %c0] {in_bounds = [true, true]} : vector<4x16xbf16>, tensor<64x16xbf16>
    scf.yield %more : tensor<64x16xbf16>
  }
  %tile = tensor.empty() : tensor<2x64xbf16>
  %widened = scf.for %k = %c0 to %c64 step %c16 iter_args(%to = %tile) -> (tensor<2x64xbf16>) {
    %rows = vector.transfer_read %a[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xbf16>, vector<2x16xbf16>
    %more = vector.transfer_write %rows, %to[%c0, %k] {in_bounds = [true, true]} : vector<2x16xbf16>, tensor<2x64xbf16>
    scf.yield %more : tensor<2x64xbf16>
  }
  %sums:2 = scf.for %k = %c0 to %c64 step %c2 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<16xf32>, vector<16xf32>) {
    %next = arith.addi %k, %c1 : index
    %short_a0 = vector.transfer_read %widened[%c0, %k], %pad {in_bounds = [true, true]} : tensor<2x64xbf16>, vector<2x1xbf16>
    %short_b0 = vector.transfer_read %packed[%k, %c0], %pad {in_bounds = [true]} : tensor<64x16xbf16>, vector<16xbf16>
    %a0 = arith.extf %short_a0 : vector<2x1xbf16> to vector<2x1xf32>
    %b0 = arith.extf %short_b0 : vector<16xbf16> to vector<16xf32>
    %a00 = vector.extract %a0[0, 0] : f32 from vector<2x1xf32>
    %all00 = vector.broadcast %a00 : f32 to vector<16xf32>
    %p00 = arith.mulf %all00, %b0 : vector<16xf32>
    %t0 = arith.addf %s0, %p00 : vector<16xf32>
    %a01 = vector.extract %a0[1, 0] : f32 from vector<2x1xf32>
    %all01 = vector.broadcast %a01 : f32 to vector<16xf32>
    %p01 = arith.mulf %all01, %b0 : vector<16xf32>
    %t1 = arith.addf %s1, %p01 : vector<16xf32>
    %short_a1 = vector.transfer_read %widened[%c0, %next], %pad {in_bounds = [true, true]} : tensor<2x64xbf16>, vector<2x1xbf16>
    %short_b1 = vector.transfer_read %packed[%next, %c0], %pad {in_bounds = [true]} : tensor<64x16xbf16>, vector<16xbf16>
    %a1 = arith.extf %short_a1 : vector<2x1xbf16> to vector<2x1xf32>
    %b1 = arith.extf %short_b1 : vector<16xbf16> to vector<16xf32>
    %a10 = vector.extract %a1[0, 0] : f32 from vector<2x1xf32>
    %all10 = vector.broadcast %a10 : f32 to vector<16xf32>
    %p10 = arith.mulf %all10, %b1 : vector<16xf32>
    %u0 = arith.addf %t0, %p10 : vector<16xf32>
    %a11 = vector.extract %a1[1, 0] : f32 from vector<2x1xf32>
    %all11 = vector.broadcast %a11 : f32 to vector<16xf32>
    %p11 = arith.mulf %all11, %b1 : vector<16xf32>
    %u1 = arith.addf %t1, %p11 : vector<16xf32>
    scf.yield %u0, %u1 : vector<16xf32>, vector<16xf32>
  }
  %result = tensor.empty() : tensor<2x16xf32>
  %r0 = vector.transfer_write %sums#0, %result[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x16xf32>
  %r1 = vector.transfer_write %sums#1, %r0[%c1, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x16xf32>
  return %r1 : tensor<2x16xf32>
}

func.func @signed_plain(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x16xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x16xi32>) -> tensor<2x16xi32>
  %r = linalg.matmul ins(%a, %b : tensor<2x64xi8>, tensor<64x16xi8>)
      outs(%zeros : tensor<2x16xi32>) -> tensor<2x16xi32>
  return %r : tensor<2x16xi32>
}

func.func @unsigned_plain(%a: tensor<2x64xi8>, %b: tensor<64x16xi8>) -> tensor<2x16xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x16xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x16xi32>) -> tensor<2x16xi32>
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<2x64xi8>, tensor<64x16xi8>)
      outs(%zeros : tensor<2x16xi32>) -> tensor<2x16xi32>
  return %r : tensor<2x16xi32>
}

func.func @floats_plain(%a: tensor<2x64xbf16>, %b: tensor<64x16xbf16>) -> tensor<2x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x16xf32>) -> tensor<2x16xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x64xbf16>, tensor<64x16xbf16>)
      outs(%zeros : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %r : tensor<2x16xf32>
}
