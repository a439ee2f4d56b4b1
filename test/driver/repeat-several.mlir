// With several tasks, too, a second run on the same store measures nothing and
// gives the same bytes, however unequally the first one spread its trials. Each
// unscheduled program has a record, and a trial if nothing is faster.

// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/product.mlir %t/powers.mlir > %t/both.mlir
// DEFINE: %{tune} = %as-opt --autoschedule --records=%t/store.db --build-timeout=100 --emit=schedule --progress=none %t/both.mlir
// DEFINE: %{records} = %as-opt --records=%t/store.db --export-json=-

// RUN: %{tune} --trials=5 -o %t/first.mlir --report=%t/first.json
// RUN: %{tune} --trials=5 -o %t/second.mlir --report=%t/second.json
// RUN: %{records} | grep -c outcome | FileCheck %s --check-prefix=SEVEN
// SEVEN: {{^[7-9]$}}
// RUN: cmp %t/first.mlir %t/second.mlir
// RUN: FileCheck %s --check-prefix=SOUGHT < %t/first.json
// RUN: FileCheck %s --check-prefix=KNOWN < %t/second.json
// SOUGHT-NOT: "search":0,"train":0,"build":0,"measure":0,
// KNOWN: "search":0,"train":0,"build":0,"measure":0,"wait":0,"trials":0,"built":0,"reused":0}

// Fewer trials need nothing new; more of them need the difference.
// RUN: %{tune} --trials=1 -o %t/second.mlir --report=%t/second.json
// RUN: cmp %t/first.mlir %t/second.mlir
// RUN: FileCheck %s --check-prefix=KNOWN < %t/second.json
// RUN: %{tune} --trials=12 -o %t/first.mlir
// RUN: %{records} | grep -c outcome | FileCheck %s --check-prefix=FOURTEEN
// FOURTEEN: {{^1[4-6]$}}
// RUN: %{tune} --trials=12 -o %t/second.mlir --report=%t/second.json
// RUN: cmp %t/first.mlir %t/second.mlir
// RUN: FileCheck %s --check-prefix=KNOWN < %t/second.json

// Too few for all tasks: the second run does not make up for that, and the
// estimate chooses the same for the rest.
// RUN: rm %t/store.db
// RUN: %{tune} --trials=1 -o %t/first.mlir
// RUN: %{records} > %t/first.jsonl
// RUN: %{tune} --trials=1 -o %t/second.mlir --report=%t/second.json
// RUN: cmp %t/first.mlir %t/second.mlir
// RUN: %{records} | cmp %t/first.jsonl -
// RUN: FileCheck %s --check-prefix=ESTIMATED < %t/second.json
// ESTIMATED: "train":0,{{.*}}"measure":0,"wait":0,"trials":0,

// A task that another model brought more than the budget to does not leave the
// others without any.
// RUN: rm %t/store.db
// RUN: %as-opt --autoschedule --records=%t/store.db --trials=6 --progress=none %t/product.mlir -o %t/product.out
// RUN: %{records} | grep -c outcome | FileCheck %s --check-prefix=SEVEN
// RUN: %{tune} --trials=4 -o %t/first.mlir
// RUN: %{records} | grep -c outcome | FileCheck %s --check-prefix=TEN
// TEN: {{^1[0-2]$}}
// RUN: %{tune} --trials=4 -o %t/second.mlir --report=%t/second.json
// RUN: cmp %t/first.mlir %t/second.mlir
// RUN: FileCheck %s --check-prefix=KNOWN < %t/second.json

// More trials than there is to try: the second run looks, but measures nothing,
// not even the unscheduled program.
// RUN: rm %t/store.db
// DEFINE: %{exhaust} = %as-opt --autoschedule --records=%t/store.db --build-timeout=100 --trials=1000 --emit=schedule --progress=none %t/powers.mlir
// RUN: %{exhaust} -o %t/first.mlir
// RUN: %{exhaust} -o %t/second.mlir --report=%t/second.json
// RUN: cmp %t/first.mlir %t/second.mlir
// RUN: FileCheck %s --check-prefix=KNOWN < %t/second.json
// REQUIRES: search
//--- product.mlir
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

//--- powers.mlir
func.func @powers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}
