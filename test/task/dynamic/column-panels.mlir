// Where registers have few of the columns of a product only, as those of AVX2 do
// of 64, loops over panels of columns are around those over rows. Fewer rows have
// wider panels.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --target=cpu:haswell --fp=strict --threads=1 --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule %s -o %t/chosen.mlir
// RUN: FileCheck %s < %t/chosen.mlir
// CHECK: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64: 1>,
// CHECK-SAME: array<i64: 16, 16, 16, 16, 32, 64>
// CHECK-SAME: array<i64: 6, 5, 4, 3, 2, 1>
// CHECK-SAME: array<i64: 1>]}

// RUN: %{run} --emit=tasks %s | FileCheck %s --check-prefix=TASKS
// TASKS-LABEL: func.func @values
// TASKS-DAG: %[[HEADS:.+]] = arith.constant 3 : index
// TASKS-DAG: %[[PANEL:.+]] = arith.constant 16 : index
// TASKS-DAG: %[[ALL:.+]] = arith.constant 64 : index
// TASKS: scf.for {{.*}} to %[[HEADS]]
// TASKS: scf.for {{.*}} to %[[ALL]] step %[[PANEL]]
// TASKS: tensor.extract_slice {{.*}} [1, 6, 1]
// TASKS: scf.for {{.*}} to %[[ALL]] step %[[PANEL]]
// TASKS: tensor.extract_slice {{.*}} [1, 5, 1]

// RUN: %{run} --emit=lowered %s -o %t/lowered.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir
// LOWERED-LABEL: llvm.func internal @as_sized_values(
// LOWERED-NOT: llvm.call
// LOWERED-NOT: llvm.alloca
// LOWERED: llvm.return
// RUN: %as-run %t/lowered.mlir --sizes=n=0,1,2,3,5,7,8,9,16,37,m=0,1,2,3,17,64 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// A schedule says what panels there are, also for another CPU.
// RUN: %as-opt --as-apply-schedule=schedule=%t/chosen.mlir %s -o %t/applied.mlir
// RUN: %as-run %t/applied.mlir --sizes=n=1,4,13,m=5 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-opt --autoschedule --target=cpu:nehalem --fp=strict --threads=1 --trials=0 --records=none --progress=none --kernels-from=%t/chosen.mlir --emit=tasks %s | FileCheck %s --check-prefix=TASKS

// Panels that are not for all tiles of the rows are not used.
// RUN: sed 's/array<i64: 16, 16, 16, 16, 32, 64>/array<i64: 16, 64>/' %t/chosen.mlir > %t/two.mlir
// RUN: %{run} --kernels-from=%t/two.mlir --emit=tasks %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: column-panels.mlir:{{[0-9]+}}:{{[0-9]+}}: warning: linalg.batch_matmul: as.kernels has tiles for it, {{.*}} that do not fit and are not used
// RUN: sed 's/array<i64: 16, 16, 16, 16, 32, 64>/array<i64: 16, 64, 32>/' %t/chosen.mlir > %t/wrong.mlir
// RUN: not %{run} --kernels-from=%t/wrong.mlir --emit=tasks %s 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: as.kernels: expected, for each hash, lists of descending sizes that end with 1
// WRONG-SAME: panels of columns ascend

// For sizes of three at most there are no panels for more rows.
// RUN: %{run} --sizes=n=1..3 --emit=schedule %s | FileCheck %s --check-prefix=FEW
// FEW: array<i64: 16, 32, 64>
// FEW-SAME: array<i64: 3, 2, 1>

// The 32 registers of AVX-512 hold 5 rows of 80 columns, a row of the matrix and
// a weight: 31. So there are no panels.
// RUN: sed 's/x64xf32/x80xf32/g' %s > %t/wide.mlir
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --fp=strict --threads=1 --trials=0 --records=none --progress=none --emit=schedule %t/wide.mlir | FileCheck %s --check-prefix=WIDE
// WIDE: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64: 1>, array<i64: 5, 4, 3, 2, 1>, array<i32:

// Threads share the heads, and the panels of a head are of one of them.
// RUN: %as-opt --autoschedule --target=cpu:haswell --fp=strict --threads=3 --trials=0 --records=none --progress=none --emit=tasks %s | FileCheck %s --check-prefix=THREADS
// THREADS: scf.for
// THREADS: scf.for {{.*}} step %c16
// THREADS: } {as.parts}

func.func @values(%x: tensor<3x?x?xf32> {as.sizes = ["n", "m"]}, %v: tensor<3x?x64xf32> {as.sizes = ["m"]}) -> tensor<3x?x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?x?xf32>
  %e = tensor.empty(%n) : tensor<3x?x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x64xf32>) -> tensor<3x?x64xf32>
  %p = linalg.batch_matmul ins(%x, %v : tensor<3x?x?xf32>, tensor<3x?x64xf32>) outs(%z : tensor<3x?x64xf32>) -> tensor<3x?x64xf32>
  return %p : tensor<3x?x64xf32>
}
