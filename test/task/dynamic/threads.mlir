// Where threads share each tile, as those of long rows, they are woken for each:
// so tiles have more rows than one thread would take.

// DEFINE: %{run} = %as-opt --autoschedule --trials=0 --records=none --progress=none --sizes=d0=1..4096
// RUN: %{run} --emit=tasks --threads=1 %s | FileCheck %s --check-prefix=ONE
// RUN: %{run} --emit=tasks --threads=2 %s | FileCheck %s --check-prefix=TWO
// ONE-NOT: step %c{{[0-9][0-9][0-9]}}
// ONE: return
// TWO: step %c{{[0-9][0-9][0-9]}}

// RUN: %{run} --emit=lowered --threads=2 %s -o %t.mlir
// RUN: %as-run %t.mlir --threads=2 --compare=%s --runs=0 --sizes=d0=0,1,37,319,701 | FileCheck --check-prefix=EQUAL %s
// EQUAL: results: equal

func.func @softmax(%x: tensor<?x4096xf32>) -> tensor<?x4096xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4096xf32>
  %e = tensor.empty(%n) : tensor<?x4096xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x4096xf32>) outs(%e : tensor<?x4096xf32>) -> tensor<?x4096xf32>
  return %r : tensor<?x4096xf32>
}
