// Threads share a loop over parts where it has several iterations, if each
// writes its own matrices, or a slice of its own rows. A loop whose iterations
// write one row after the other to the same place stays as it is.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=lowered --threads=2 --trials=0 --records=none --progress=none %s -o %t/2.mlir
// RUN: FileCheck %s < %t/2.mlir
// RUN: %as-opt --autoschedule --emit=lowered --threads=64 --trials=0 --records=none --progress=none %s | FileCheck %s --check-prefix=MANY
// RUN: %as-opt --autoschedule --emit=lowered --threads=1 --trials=0 --records=none --progress=none %s | FileCheck %s --check-prefix=ONE
// RUN: %as-run --entry=own %t/2.mlir --threads=2 --sizes=n=0,1,2,3,9 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=same %t/2.mlir --threads=2 --sizes=n=0,1,2,3,9 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=own_rows %t/2.mlir --threads=2 --sizes=n=0,1,2,3,9 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=same_rows %t/2.mlir --threads=2 --sizes=n=1,2,3,9 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: llvm.func internal @as_sized_own(
// CHECK: %[[PART:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i64
// CHECK: %[[SEVERAL:.*]] = llvm.icmp "ult" %[[PART]], %{{.*}} : i64
// CHECK: llvm.cond_br %[[SEVERAL]],
// CHECK: omp.parallel
// CHECK-NOT: omp.parallel
// CHECK: llvm.return
// Of four matrices there are two parts, so that there are no more threads.
// MANY-LABEL: llvm.func internal @as_sized_own(
// MANY: %[[TWO:.*]] = llvm.mlir.constant(2 : i32) : i32
// MANY: omp.parallel num_threads(%[[TWO]] : i32)
// ONE-NOT: omp.parallel

func.func @own(%x: tensor<4x?x16xf32> {as.sizes = ["n"]}) -> tensor<4x?x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c1 : tensor<4x?x16xf32>
  %e = tensor.empty(%n) : tensor<4x?x16xf32>
  %isMuch = arith.cmpi ule, %c2, %n : index
  %part = arith.select %isMuch, %c2, %c4 : index
  %r = scf.for %p = %c0 to %c4 step %part iter_args(%t = %e) -> tensor<4x?x16xf32> {
    %end = arith.addi %p, %part : index
    %s = scf.for %h = %p to %end step %c1 iter_args(%u = %t) -> tensor<4x?x16xf32> {
      %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %u) -> tensor<4x?x16xf32> {
        %a = tensor.extract_slice %x[%h, %i, 0] [1, 1, 16] [1, 1, 1] : tensor<4x?x16xf32> to tensor<1x1x16xf32>
        %b = tensor.empty() : tensor<1x1x16xf32>
        %y = linalg.exp ins(%a : tensor<1x1x16xf32>) outs(%b : tensor<1x1x16xf32>) -> tensor<1x1x16xf32>
        %w = tensor.insert_slice %y into %v[%h, %i, 0] [1, 1, 16] [1, 1, 1] : tensor<1x1x16xf32> into tensor<4x?x16xf32>
        scf.yield %w : tensor<4x?x16xf32>
      }
      scf.yield %q : tensor<4x?x16xf32>
    }
    scf.yield %s : tensor<4x?x16xf32>
  } {as.parts}
  return %r : tensor<4x?x16xf32>
}

// CHECK-LABEL: llvm.func internal @as_sized_same(
// CHECK-NOT: omp.parallel
// CHECK: llvm.return
func.func @same(%x: tensor<4x?x16xf32> {as.sizes = ["n"]}) -> tensor<1x?x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c1 : tensor<4x?x16xf32>
  %e = tensor.empty(%n) : tensor<1x?x16xf32>
  %isMuch = arith.cmpi ule, %c2, %n : index
  %part = arith.select %isMuch, %c2, %c4 : index
  %r = scf.for %p = %c0 to %c4 step %part iter_args(%t = %e) -> tensor<1x?x16xf32> {
    %end = arith.addi %p, %part : index
    %s = scf.for %h = %p to %end step %c1 iter_args(%u = %t) -> tensor<1x?x16xf32> {
      %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %u) -> tensor<1x?x16xf32> {
        %a = tensor.extract_slice %x[%h, %i, 0] [1, 1, 16] [1, 1, 1] : tensor<4x?x16xf32> to tensor<1x1x16xf32>
        %b = tensor.empty() : tensor<1x1x16xf32>
        %y = linalg.exp ins(%a : tensor<1x1x16xf32>) outs(%b : tensor<1x1x16xf32>) -> tensor<1x1x16xf32>
        %w = tensor.insert_slice %y into %v[0, %i, 0] [1, 1, 16] [1, 1, 1] : tensor<1x1x16xf32> into tensor<1x?x16xf32>
        scf.yield %w : tensor<1x?x16xf32>
      }
      scf.yield %q : tensor<1x?x16xf32>
    }
    scf.yield %s : tensor<1x?x16xf32>
  } {as.parts}
  return %r : tensor<1x?x16xf32>
}

// Iterations that write their rows read columns, which others write.
// CHECK-LABEL: llvm.func internal @as_sized_crossed(
// CHECK-NOT: omp.parallel
// CHECK: llvm.return
// RUN: %as-run --entry=crossed %t/2.mlir --threads=2 --sizes=n=0,1,2,3,9 --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
func.func @crossed(%x: tensor<4x4x?xf32> {as.sizes = ["n"]}) -> tensor<4x4x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c2 : tensor<4x4x?xf32>
  %isMuch = arith.cmpi ule, %c2, %n : index
  %part = arith.select %isMuch, %c2, %c4 : index
  %r = scf.for %p = %c0 to %c4 step %part iter_args(%t = %x) -> tensor<4x4x?xf32> {
    %end = arith.addi %p, %part : index
    %s = scf.for %h = %p to %end step %c1 iter_args(%u = %t) -> tensor<4x4x?xf32> {
      %q = scf.for %i = %c0 to %n step %c1 iter_args(%v = %u) -> tensor<4x4x?xf32> {
        %a = tensor.extract_slice %v[0, %h, %i] [4, 1, 1] [1, 1, 1] : tensor<4x4x?xf32> to tensor<4xf32>
        %b = tensor.empty() : tensor<4xf32>
        %y = linalg.negf ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
        %w = tensor.insert_slice %y into %v[%h, 0, %i] [1, 4, 1] [1, 1, 1] : tensor<4xf32> into tensor<4x4x?xf32>
        scf.yield %w : tensor<4x4x?xf32>
      }
      scf.yield %q : tensor<4x4x?xf32>
    }
    scf.yield %s : tensor<4x4x?xf32>
  } {as.parts}
  return %r : tensor<4x4x?xf32>
}

// CHECK-LABEL: llvm.func internal @as_sized_own_rows(
// CHECK: omp.parallel
// CHECK: llvm.return
func.func @own_rows(%x: tensor<?x16xf32> {as.sizes = ["n"]}) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %isMuch = arith.cmpi ule, %c2, %n : index
  %part = arith.select %isMuch, %c2, %c1 : index
  %r = scf.for %p = %c0 to %n step %part iter_args(%t = %e) -> tensor<?x16xf32> {
    %left = arith.subi %n, %p : index
    %own = arith.minui %part, %left : index
    %s = tensor.extract_slice %t[%p, 0] [%own, 16] [1, 1] : tensor<?x16xf32> to tensor<?x16xf32>
    %u = scf.for %i = %c0 to %own step %c1 iter_args(%v = %s) -> tensor<?x16xf32> {
      %place = arith.addi %p, %i : index
      %a = tensor.extract_slice %x[%place, 0] [1, 16] [1, 1] : tensor<?x16xf32> to tensor<1x16xf32>
      %b = tensor.empty() : tensor<1x16xf32>
      %y = linalg.exp ins(%a : tensor<1x16xf32>) outs(%b : tensor<1x16xf32>) -> tensor<1x16xf32>
      %w = tensor.insert_slice %y into %v[%i, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<?x16xf32>
      scf.yield %w : tensor<?x16xf32>
    }
    %z = tensor.insert_slice %u into %t[%p, 0] [%own, 16] [1, 1] : tensor<?x16xf32> into tensor<?x16xf32>
    scf.yield %z : tensor<?x16xf32>
  } {as.parts}
  return %r : tensor<?x16xf32>
}

// CHECK-LABEL: llvm.func internal @as_sized_same_rows(
// CHECK-NOT: omp.parallel
// CHECK: llvm.return
func.func @same_rows(%x: tensor<?x16xf32> {as.sizes = ["n"]}) -> tensor<2x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = arith.constant dense<0.0> : tensor<2x16xf32>
  %isMuch = arith.cmpi ule, %c2, %n : index
  %part = arith.select %isMuch, %c2, %c1 : index
  %r = scf.for %p = %c0 to %n step %part iter_args(%t = %e) -> tensor<2x16xf32> {
    %left = arith.subi %n, %p : index
    %own = arith.minui %part, %left : index
    %s = tensor.extract_slice %t[0, 0] [%own, 16] [1, 1] : tensor<2x16xf32> to tensor<?x16xf32>
    %u = scf.for %i = %c0 to %own step %c1 iter_args(%v = %s) -> tensor<?x16xf32> {
      %place = arith.addi %p, %i : index
      %a = tensor.extract_slice %x[%place, 0] [1, 16] [1, 1] : tensor<?x16xf32> to tensor<1x16xf32>
      %b = tensor.empty() : tensor<1x16xf32>
      %y = linalg.exp ins(%a : tensor<1x16xf32>) outs(%b : tensor<1x16xf32>) -> tensor<1x16xf32>
      %w = tensor.insert_slice %y into %v[%i, 0] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<?x16xf32>
      scf.yield %w : tensor<?x16xf32>
    }
    %z = tensor.insert_slice %u into %t[0, 0] [%own, 16] [1, 1] : tensor<?x16xf32> into tensor<2x16xf32>
    scf.yield %z : tensor<2x16xf32>
  } {as.parts}
  return %r : tensor<2x16xf32>
}
