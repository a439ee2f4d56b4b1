// An element of rows that share nothing takes about as long in each tile. So a
// run with trials tunes the tiles of the estimate, and no others to choose from.

// REQUIRES: search
// DEFINE: %{run} = %as-opt --autoschedule --sizes=n=1..2048 --records=none --share=unsafe --progress=plain %s -o %t.mlir
// RUN: %{run} --trials=0 2>&1 | grep -o 'tuning [0-9]* tasks' > %t.estimated
// RUN: %{run} --trials=1 2>&1 | grep -o 'tuning [0-9]* tasks' > %t.measured
// RUN: diff %t.estimated %t.measured

// There are two tiles, or three: as many as serve any number of such rows.
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --emit=schedule --sizes=n=1..2048 --trials=0 --records=none --progress=none %s | FileCheck %s
// CHECK: as.kernels = {
// CHECK-SAME: = [array<i64: {{[0-9]+(, [0-9]+)?}}, 1>

func.func @exp(%x: tensor<?x768xf32> {as.sizes = ["n"]}) -> tensor<?x768xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x768xf32>
  %empty = tensor.empty(%n) : tensor<?x768xf32>
  %y = linalg.exp ins(%x : tensor<?x768xf32>)
      outs(%empty : tensor<?x768xf32>) -> tensor<?x768xf32>
  return %y : tensor<?x768xf32>
}
