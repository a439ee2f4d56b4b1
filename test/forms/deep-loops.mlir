// Loops that carry several tensors take bufferisation two to three times as long
// with each level around them. From the eleventh on that is a limit.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | FileCheck %s
// CHECK: remark: 'eleven' is not lowered: {{.*}}:22:12: 'scf.for' is in 10 loops that carry several tensors each; lowering takes too long beyond 10; make one loop of some of them
// CHECK-NOT: remark
// RUN: %as-run %t.mlir --entry=seven --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

func.func @eleven(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r0:2 = scf.for %i0 = %c0 to %c1 step %c1 iter_args(%t0 = %a, %u0 = %b) -> (tensor<8xf32>, tensor<8xf32>) {
  %r1:2 = scf.for %i1 = %c0 to %c1 step %c1 iter_args(%t1 = %t0, %u1 = %u0) -> (tensor<8xf32>, tensor<8xf32>) {
  %r2:2 = scf.for %i2 = %c0 to %c1 step %c1 iter_args(%t2 = %t1, %u2 = %u1) -> (tensor<8xf32>, tensor<8xf32>) {
  %r3:2 = scf.for %i3 = %c0 to %c1 step %c1 iter_args(%t3 = %t2, %u3 = %u2) -> (tensor<8xf32>, tensor<8xf32>) {
  %r4:2 = scf.for %i4 = %c0 to %c1 step %c1 iter_args(%t4 = %t3, %u4 = %u3) -> (tensor<8xf32>, tensor<8xf32>) {
  %r5:2 = scf.for %i5 = %c0 to %c1 step %c1 iter_args(%t5 = %t4, %u5 = %u4) -> (tensor<8xf32>, tensor<8xf32>) {
  %r6:2 = scf.for %i6 = %c0 to %c1 step %c1 iter_args(%t6 = %t5, %u6 = %u5) -> (tensor<8xf32>, tensor<8xf32>) {
  %r7:2 = scf.for %i7 = %c0 to %c1 step %c1 iter_args(%t7 = %t6, %u7 = %u6) -> (tensor<8xf32>, tensor<8xf32>) {
  %r8:2 = scf.for %i8 = %c0 to %c1 step %c1 iter_args(%t8 = %t7, %u8 = %u7) -> (tensor<8xf32>, tensor<8xf32>) {
  %r9:2 = scf.for %i9 = %c0 to %c1 step %c1 iter_args(%t9 = %t8, %u9 = %u8) -> (tensor<8xf32>, tensor<8xf32>) {
  %r10:2 = scf.for %i10 = %c0 to %c1 step %c1 iter_args(%t10 = %t9, %u10 = %u9) -> (tensor<8xf32>, tensor<8xf32>) {
  %x = arith.addf %t10, %u10 : tensor<8xf32>
  scf.yield %u10, %x : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r10#1, %r10#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r9#1, %r9#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r8#1, %r8#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r7#1, %r7#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r6#1, %r6#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r5#1, %r5#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r4#1, %r4#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r3#1, %r3#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r2#1, %r2#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r1#1, %r1#0 : tensor<8xf32>, tensor<8xf32> }
  return %r0#1, %r0#0 : tensor<8xf32>, tensor<8xf32>
}

func.func @seven(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r0:2 = scf.for %i0 = %c0 to %c1 step %c1 iter_args(%t0 = %a, %u0 = %b) -> (tensor<8xf32>, tensor<8xf32>) {
  %r1:2 = scf.for %i1 = %c0 to %c1 step %c1 iter_args(%t1 = %t0, %u1 = %u0) -> (tensor<8xf32>, tensor<8xf32>) {
  %r2:2 = scf.for %i2 = %c0 to %c1 step %c1 iter_args(%t2 = %t1, %u2 = %u1) -> (tensor<8xf32>, tensor<8xf32>) {
  %r3:2 = scf.for %i3 = %c0 to %c1 step %c1 iter_args(%t3 = %t2, %u3 = %u2) -> (tensor<8xf32>, tensor<8xf32>) {
  %r4:2 = scf.for %i4 = %c0 to %c1 step %c1 iter_args(%t4 = %t3, %u4 = %u3) -> (tensor<8xf32>, tensor<8xf32>) {
  %r5:2 = scf.for %i5 = %c0 to %c1 step %c1 iter_args(%t5 = %t4, %u5 = %u4) -> (tensor<8xf32>, tensor<8xf32>) {
  %r6:2 = scf.for %i6 = %c0 to %c1 step %c1 iter_args(%t6 = %t5, %u6 = %u5) -> (tensor<8xf32>, tensor<8xf32>) {
  %x = arith.addf %t6, %u6 : tensor<8xf32>
  scf.yield %u6, %x : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r6#1, %r6#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r5#1, %r5#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r4#1, %r4#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r3#1, %r3#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r2#1, %r2#0 : tensor<8xf32>, tensor<8xf32> }
  scf.yield %r1#1, %r1#0 : tensor<8xf32>, tensor<8xf32> }
  return %r0#1, %r0#0 : tensor<8xf32>, tensor<8xf32>
}
