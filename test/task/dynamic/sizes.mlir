// Tiles are chosen for the sizes that are expected, and written down with the
// schedule: it is applied with the same tiles to the module alone.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = %as-opt --autoschedule --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule --sizes=n=1..3 %s -o %t/few.mlir
// RUN: FileCheck %s --check-prefix=FEW < %t/few.mlir
// RUN: %{run} --emit=tasks --sizes=n=1..3 %s | FileCheck %s --check-prefix=FEW-TASKS
// RUN: %{run} --emit=tasks --sizes=linear:n=1,2,3@2 %s | FileCheck %s --check-prefix=FEW-TASKS
// FEW: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64: {{([23], )*}}1>{{(, array<i32: [0-9, ]*>)*}}]}
// FEW-TASKS-NOT: label = "matmul {{[4-9]}}
// FEW-TASKS-NOT: label = "matmul {{[0-9][0-9]}}
// FEW-TASKS: label = "contraction 256x128"

// RUN: %{run} --emit=scheduled --kernels-from=%t/few.mlir %s | FileCheck %s --check-prefix=APPLIED
// RUN: %as-opt --as-apply-schedule=schedule=%t/few.mlir %s | FileCheck %s --check-prefix=APPLIED
// RUN: %as-opt --as-apply-schedule=schedule=- %s < %t/few.mlir | FileCheck %s --check-prefix=APPLIED
// APPLIED-NOT: step %c{{[4-9]}}
// APPLIED-NOT: step %c{{[0-9][0-9]}}
// APPLIED: as.scheduled

// An extent that is computed has the samples that it has at those sizes.
// RUN: %{run} --emit=schedule --sizes=n=1..4 --kernels-per-task=16 %S/Inputs/doubled.mlir | FileCheck %s --check-prefix=DOUBLED
// DOUBLED: as.kernels = {{{"?[0-9a-f]+"?}} = [array<i64: {{[2-8], .*}}1>{{(, array<i32: [0-9, ]*>)*}}]}

// A function says it itself. The option counts more than that, but not what it
// says of other functions.
// RUN: sed 's/attributes {}/attributes {as.sizes = ["n=1", "2", "n=3@2"]}/' %s > %t/written.mlir
// RUN: %{run} --emit=tasks %t/written.mlir | FileCheck %s --check-prefix=FEW-TASKS
// RUN: %as-opt --as-split-dynamic %t/written.mlir | FileCheck %s --check-prefix=FEW-TILES
// FEW-TILES-NOT: step %c{{[4-9]}}
// FEW-TILES-NOT: step %c{{[0-9][0-9]}}
// FEW-TILES: scf.for
// RUN: sed 's/attributes {}/attributes {as.sizes = ["n=700", "1@1e-9"]}/' %s > %t/other.mlir
// RUN: %{run} --emit=tasks --sizes=linear:n=1..3 %t/other.mlir | FileCheck %s --check-prefix=FEW-TASKS
// RUN: %{run} --emit=object %t/written.mlir -o %t/written.o
// RUN: sed 's/attributes {}/attributes {as.sizes = ["k=1..8"]}/' %s > %t/wrong.mlir
// RUN: not %{run} %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: error: as.sizes: no public function has the size 'linear:k'; there are linear: n
// RUN: sed 's/attributes {}/attributes {as.sizes = ["n=8..1"]}/' %s > %t/wrong.mlir
// RUN: not %{run} %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: sed 's/attributes {}/attributes {as.sizes = ["linear:n=1"]}/' %s > %t/wrong.mlir
// RUN: not %{run} %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: sed 's/attributes {}/attributes {as.sizes = "n=1"}/' %s > %t/wrong.mlir
// RUN: not %{run} %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: wrong.mlir:{{[0-9]+}}:{{[0-9]+}}: error: as.sizes: expected a list of NAME=N, N or NAME=FIRST..LAST[:STEP][@WEIGHT], with numbers from 0 on; write for example ["n=1..512", "64@2"]

// What is wrong is said with what to write.
// RUN: not %{run} --sizes=k=1..8 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: --sizes: no public function has the size 'k'; there are linear: n
// RUN: not %{run} --sizes=other:n=1..8 %s 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: --sizes: no public function has the size 'other:n'; there are linear: n
// RUN: not %{run} --sizes=n=8..1 %s 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: error: --sizes has 'n=8..1': expected NAME=N, N or [FUNCTION:]NAME=FIRST..LAST[:STEP][@WEIGHT], with numbers from 0 on; write for example --sizes=n=1..512
// RUN: not %as-opt --as-split-dynamic=sizes=k=1..8 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %{run} --kernels-from=%t/none.mlir %s 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: {{.*}}none.mlir
// RUN: sed 's/array<i64: /array<i64: 1, /' %t/few.mlir > %t/wrong.mlir
// RUN: not %{run} --kernels-from=%t/wrong.mlir %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %as-opt --as-apply-schedule=schedule=%t/wrong.mlir %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 8, 0>, array<i32: 5, 1>]}/' %t/few.mlir > %t/empty.mlir
// RUN: not %{run} --kernels-from=%t/empty.mlir %s 2>&1 | FileCheck %s --check-prefix=WRONG

// Tiles that do not fit are not used, and nobody is to think that they are.
// RUN: sed 's/= \[array<i64.*>\]}/= [array<i64: 8, 1>, array<i64: 4, 1>]}/' %t/few.mlir > %t/two.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/two.mlir %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %as-opt --as-apply-schedule=schedule=%t/two.mlir %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: sizes.mlir:[[# @LINE + 18]]:{{[0-9]+}}: warning: linalg.matmul: as.kernels has tiles for it, "{{[0-9a-f]+}}", that do not fit and are not used: they are along 2 of its sizes, and 1 is dynamic; write the schedule anew by --emit=schedule, or remove the entry
// RUN: sed -E 's/as.kernels = \{"?[0-9a-f]+"?/as.kernels = {"12ab"/' %t/few.mlir > %t/unknown.mlir
// RUN: %{run} --emit=tasks --kernels-from=%t/unknown.mlir %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: warning: as.kernels of {{.*}}unknown.mlir has tiles for 1 operation, none of which is in this module: its tiles are chosen as without them; give a schedule of this module, as --emit=schedule writes it
// RUN: %{run} --emit=tasks --kernels-from=%t/few.mlir %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FITS --allow-empty
// FITS-NOT: as.kernels

// WRONG: as.kernels: expected, for each hash, lists of descending sizes that end with 1, such as {"7c9c" = [array<i64: 32, 4, 1>]}

func.func @linear(%x: tensor<?x128xf32> {as.sizes = ["n"]},
                  %w: tensor<128x256xf32>) -> tensor<?x256xf32>
    attributes {} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x128xf32>
  %empty = tensor.empty(%n) : tensor<?x256xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x256xf32>)
      -> tensor<?x256xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x128xf32>, tensor<128x256xf32>)
      outs(%zeros : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %p : tensor<?x256xf32>
}
