// The best so far is emitted, also where an earlier run measured others again and
// the later one that found it was interrupted. A run that finds the same records
// chooses the same, and what only looks a little faster does not win.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --trials=6 --records=%t/store.db --emit=schedule --progress=none %s -o %t/before.mlir
// RUN: %as-opt --records=%t/store.db --export-json=%t/records.json
// DEFINE: %{ratio} = 0
// DEFINE: %{late} = python3 %S/Inputs/found-late.py %{ratio} %t/found.json < %t/records.json
// DEFINE: %{import} = rm -f %t/late.db && %as-opt --records=%t/late.db --import-json=%t/late.json
// DEFINE: %{emit} = %as-opt --autoschedule --trials=6 --records=%t/late.db --emit=schedule --progress=none %s
// DEFINE: %{best} = python3 -c "import json; report, found = (json.load(open('%t/' + f)) for f in ('report.json', 'found.json')); print('found' if found.items() <= report['tasks'][0]['best'].items() else 'not it')"

// REDEFINE: %{ratio} = 0.5
// RUN: %{late} > %t/late.json
// RUN: %{import}
// RUN: %{emit} -o %t/after.mlir --report=%t/report.json
// RUN: %{best} | FileCheck %s --check-prefix=MUCH
// MUCH: found
// RUN: not cmp -s %t/before.mlir %t/after.mlir
// RUN: %{emit} -o %t/again.mlir
// RUN: cmp %t/after.mlir %t/again.mlir

// REDEFINE: %{ratio} = 0.95
// RUN: %{late} > %t/late.json
// RUN: %{import}
// RUN: %{emit} -o %t/after.mlir --report=%t/report.json
// RUN: %{best} | FileCheck %s --check-prefix=LITTLE
// LITTLE: not it
// RUN: %{emit} -o %t/again.mlir
// RUN: cmp %t/after.mlir %t/again.mlir
// REQUIRES: search
func.func @product(%x: tensor<8x12xf32>, %w: tensor<12x16xf32>)
    -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>)
      -> tensor<8x16xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x12xf32>, tensor<12x16xf32>)
      outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
