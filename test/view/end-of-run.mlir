// A run can write the page of its tasks when it has ended.
//
// RUN: rm -rf %t && mkdir %t
// RUN: cat %S/Inputs/trials.jsonl | %as-opt --records=%t/store.db --import-json=-
// RUN: %as-opt --autoschedule --records=%t/store.db --trials=2 --progress=none --view=%t/page.html %s -o %t/fast.mlir
// RUN: FileCheck %s --check-prefix=PAGE < %t/page.html
// Tasks of other runs are not in it, but its own are, with their stages.
// PAGE: <script type="application/json" id="document">{"version":1,
// PAGE-SAME: "store":"store.db","numTrials":{{[23]}},
// PAGE-SAME: "label":"matmul 16x32x8"
// PAGE-SAME: "kind":"contraction"
// RUN: not grep -q '"label":"matmul 8x8x8"' %t/page.html
//
// With nothing to tune there is a page that says so.
// RUN: echo 'func.func @f() { return }' | %as-opt --autoschedule --records=%t/fresh.db --view=%t/empty.html -o %t/empty.mlir
// RUN: FileCheck %s --check-prefix=EMPTY < %t/empty.html
// EMPTY: "store":"fresh.db","numTrials":0,
//
// RUN: not %as-opt --autoschedule --records=none --view=%t/none.html %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: as-opt: error: --view shows what a run puts into the store; leave out --records=none
// RUN: not %as-opt --autoschedule --measure=static --view=%t/none.html %s 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: as-opt: error: --view shows what a run puts into the store; leave out --measure=static
// RUN: not %as-opt --autoschedule --view=%t/x --report=%t/x %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: as-opt: error: --view and --report would both go to {{.*}}x
// RUN: not %as-opt --autoschedule --records=%t/store.db --view=%t/no/such/page.html %s 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: as-opt: error: the page: {{.*}}no/such
// RUN: not %as-opt --view=%t/x %s 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: as-opt: error: --view says how to tune, but --autoschedule is missing

func.func @product(%a: tensor<16x8xf32>, %b: tensor<8x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x32xf32>) -> tensor<16x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x32xf32>) outs(%zeros : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %c : tensor<16x32xf32>
}
