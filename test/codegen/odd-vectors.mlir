// Vectors that leave over lanes which are a sum of three powers of two are loaded
// under masks, where the processor has these for all elements, and stored in
// pieces that overlap. Up to 15 bytes that are a sum of two are loaded so, too.
// Others are moved as LLVM does it.

// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --emit=llvm --records=none --trials=0 --progress=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --target=cpu:haswell --emit=llvm --records=none --trials=0 --progress=none %s | FileCheck %s --check-prefix=NONE
// RUN: %as-opt --autoschedule --records=none --trials=0 --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=floats --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=many_floats --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=bytes --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=nine_bytes --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=halves --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=f16s --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --entry=whole_and_piece --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL

// EQUAL: results: equal

// NONE-NOT: llvm.masked

// CHECK-LABEL: define {{.*}}@floats(
// CHECK-NOT: load <15 x float>
// CHECK: %[[ALL:.*]] = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 {{.*}}, <16 x i1> <{{(i1 true, )+}}i1 false>, <16 x float> poison)
// CHECK: shufflevector <16 x float> %[[ALL]]
// CHECK: %[[FIRST:.*]] = getelementptr inbounds float, ptr %[[OUT:.*]], i64 0
// CHECK: store <8 x float> {{.*}}, ptr %[[FIRST]], align 4
// CHECK: %[[LAST:.*]] = getelementptr inbounds float, ptr %[[OUT]], i64 7
// CHECK: store <8 x float> {{.*}}, ptr %[[LAST]], align 4
// CHECK-NOT: store <15 x float>
// CHECK: ret void
func.func @floats(%x: tensor<4x15xf32>) -> tensor<4x15xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x15xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x15xf32>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x15xf32>, vector<15xf32>
    %twice = arith.addf %row, %row : vector<15xf32>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<15xf32>, tensor<4x15xf32>
    scf.yield %next : tensor<4x15xf32>
  }
  return %r : tensor<4x15xf32>
}

// 39 = 2 * 16 + 7: the last store is of 8 lanes.
// CHECK-LABEL: define {{.*}}@many_floats(
// CHECK: call <64 x float> @llvm.masked.load
// CHECK: store <32 x float>
// CHECK: %[[LAST:.*]] = getelementptr inbounds float, ptr {{.*}}, i64 31
// CHECK: store <8 x float> {{.*}}, ptr %[[LAST]], align 4
// CHECK: ret void
func.func @many_floats(%x: tensor<4x39xf32>) -> tensor<4x39xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x39xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x39xf32>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x39xf32>, vector<39xf32>
    %twice = arith.addf %row, %row : vector<39xf32>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<39xf32>, tensor<4x39xf32>
    scf.yield %next : tensor<4x39xf32>
  }
  return %r : tensor<4x39xf32>
}

// CHECK-LABEL: define {{.*}}@bytes(
// CHECK: call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 1
// CHECK: store <8 x i8> {{.*}}, align 1
// CHECK: store <8 x i8> {{.*}}, align 1
// CHECK: ret void
func.func @bytes(%x: tensor<4x13xi8>) -> tensor<4x13xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<4x13xi8>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x13xi8>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x13xi8>, vector<13xi8>
    %twice = arith.addi %row, %row : vector<13xi8>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<13xi8>, tensor<4x13xi8>
    scf.yield %next : tensor<4x13xi8>
  }
  return %r : tensor<4x13xi8>
}

// Floats of 16 bits are loaded as integers.
// CHECK-LABEL: define {{.*}}@halves(
// CHECK: call <8 x i16> @llvm.masked.load.v8i16.p0(ptr align 2
// CHECK: store <4 x i16> {{.*}}, align 2
// CHECK: store <4 x i16> {{.*}}, align 2
// CHECK: ret void
func.func @halves(%x: tensor<4x7xbf16>) -> tensor<4x7xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<4x7xbf16>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x7xbf16>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x7xbf16>, vector<7xbf16>
    %twice = arith.addf %row, %row : vector<7xbf16>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<7xbf16>, tensor<4x7xbf16>
    scf.yield %next : tensor<4x7xbf16>
  }
  return %r : tensor<4x7xbf16>
}

// CHECK-LABEL: define {{.*}}@f16s(
// CHECK: call <8 x i16> @llvm.masked.load.v8i16.p0(ptr align 2
// CHECK: store <4 x half> {{.*}}, align 2
// CHECK: store <4 x half> {{.*}}, align 2
// CHECK: ret void
func.func @f16s(%x: tensor<4x7xf16>) -> tensor<4x7xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<4x7xf16>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x7xf16>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x7xf16>, vector<7xf16>
    %twice = arith.addf %row, %row : vector<7xf16>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<7xf16>, tensor<4x7xf16>
    scf.yield %next : tensor<4x7xf16>
  }
  return %r : tensor<4x7xf16>
}

// 9 = 8 + 1: of bytes under a mask as well, as LLVM puts the ninth in alone.
// CHECK-LABEL: define {{.*}}@nine_bytes(
// CHECK: call <16 x i8> @llvm.masked.load.v16i8.p0(ptr align 1
// CHECK: store <9 x i8>
// CHECK: ret void
func.func @nine_bytes(%x: tensor<4x9xi8>) -> tensor<4x9xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<4x9xi8>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x9xi8>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x9xi8>, vector<9xi8>
    %twice = arith.addi %row, %row : vector<9xi8>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<9xi8>, tensor<4x9xi8>
    scf.yield %next : tensor<4x9xi8>
  }
  return %r : tensor<4x9xi8>
}

// 24 = 16 + 8: two loads.
// CHECK-LABEL: define {{.*}}@whole_and_piece(
// CHECK-NOT: llvm.masked
// CHECK: ret void
func.func @whole_and_piece(%x: tensor<4x24xf32>) -> tensor<4x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %none = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x24xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%out = %empty) -> (tensor<4x24xf32>) {
    %row = vector.transfer_read %x[%i, %c0], %none {in_bounds = [true]} : tensor<4x24xf32>, vector<24xf32>
    %twice = arith.addf %row, %row : vector<24xf32>
    %next = vector.transfer_write %twice, %out[%i, %c0] {in_bounds = [true]} : vector<24xf32>, tensor<4x24xf32>
    scf.yield %next : tensor<4x24xf32>
  }
  return %r : tensor<4x24xf32>
}
