// What is computed lane by lane, as upstream vectorises poolings with strides, is
// computed together: also of more lanes than a register has, several operations
// deep, and of vectors of several dimensions. Not if lanes come from different
// vectors or operations.

// RUN: %as-opt --autoschedule --target=cpu:x86-64-v3 --emit=llvm --records=none --progress=none %s | FileCheck %s
// RUN: %as-run %s --entry=sum --compare=%S/Inputs/joined-lanes.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUN: %as-run %s --entry=mixed --compare=%S/Inputs/joined-lanes.mlir --runs=0 | FileCheck %s --check-prefix=RUNS
// RUNS: results: equal
// A pooling has no scalar maxima.
// RUN: %as-opt --autoschedule --trials=0 --target=cpu:skylake-avx512 --emit=llvm --records=none --progress=none %S/Inputs/joined-lanes-pool.mlir 2>/dev/null | FileCheck %s --check-prefix=POOL
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %S/Inputs/joined-lanes-pool.mlir -o %t.mlir 2>/dev/null
// RUN: %as-run %t.mlir --compare=%S/Inputs/joined-lanes-pool.mlir --runs=0 | FileCheck %s --check-prefix=RUNS

// POOL-LABEL: define {{.*}}@pool(
// POOL-NOT: @llvm.maximum.f32
// POOL: ret void

// CHECK-LABEL: define {{.*}}@sum(
// CHECK-NOT: fadd {{.*}}float %
// CHECK: fmul {{.*}}<3 x float>
// CHECK: fadd {{.*}}<3 x float>
// CHECK: ret void
func.func @sum(%x: tensor<1x5xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<1x5xf32>, vector<1x5xf32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %a0 = vector.extract %a[0, 0] : f32 from vector<1x5xf32>
  %a1 = vector.extract %a[0, 2] : f32 from vector<1x5xf32>
  %a2 = vector.extract %a[0, 4] : f32 from vector<1x5xf32>
  %b0 = vector.extract %b[0] : f32 from vector<3xf32>
  %b1 = vector.extract %b[1] : f32 from vector<3xf32>
  %b2 = vector.extract %b[2] : f32 from vector<3xf32>
  %0 = arith.mulf %a0, %b0 : f32
  %1 = arith.mulf %a1, %b1 : f32
  %2 = arith.mulf %a2, %b2 : f32
  %3 = arith.addf %a0, %0 : f32
  %4 = arith.addf %a1, %1 : f32
  %5 = arith.addf %a2, %2 : f32
  %sums = vector.from_elements %3, %4, %5 : vector<3xf32>
  %empty = tensor.empty() : tensor<3xf32>
  %r = vector.transfer_write %sums, %empty[%c0] {in_bounds = [true]} : vector<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: define {{.*}}@mixed(
// CHECK: ret void
func.func @mixed(%x: tensor<1x5xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<1x5xf32>, vector<1x5xf32>
  %b = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %a0 = vector.extract %a[0, 4] : f32 from vector<1x5xf32>
  %a1 = vector.extract %a[0, 1] : f32 from vector<1x5xf32>
  %b1 = vector.extract %b[1] : f32 from vector<3xf32>
  %b2 = vector.extract %b[2] : f32 from vector<3xf32>
  %0 = arith.mulf %a0, %b1 : f32
  %1 = arith.addf %a1, %b2 : f32
  %2 = arith.mulf %a1, %b2 : f32
  %each = vector.from_elements %0, %1, %2 : vector<3xf32>
  %3 = arith.mulf %a0, %b2 : f32
  %4 = arith.mulf %a1, %a1 : f32
  %5 = arith.mulf %b1, %b2 : f32
  %other = vector.from_elements %3, %4, %5 : vector<3xf32>
  %all = arith.addf %each, %other : vector<3xf32>
  %empty = tensor.empty() : tensor<3xf32>
  %r = vector.transfer_write %all, %empty[%c0] {in_bounds = [true]} : vector<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}
