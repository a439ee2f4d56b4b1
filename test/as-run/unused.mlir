// What the function that is run does not reach need not exist. What it does
// reach is asked for by name.

// RUN: %as-run %s --entry=twice --runs=1
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=twice --runs=1
// RUN: not %as-run %s --entry=shown 2>&1 | FileCheck %s
// RUN: not %as-run %t.mlir --entry=shown 2>&1 | FileCheck %s
// CHECK: error: {{.*}}needs symbol 'nowhere' which is not available

func.func private @nowhere(f64)

func.func @shown(%x: f64) {
  call @nowhere(%x) : (f64) -> ()
  return
}

func.func @twice(%x: f64) -> f64 {
  %0 = arith.addf %x, %x : f64
  return %0 : f64
}
