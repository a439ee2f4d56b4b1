// The same seed and records give the same bytes, in every form and in both
// hosts; a second run on the same store measures nothing.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --records=%t/store.db --object-cache=0 --progress=none %s
// RUN: %{tune} --trials=3 --emit=schedule -o %t/schedule --report=%t/first.json
// RUN: %{tune} --trials=3 --emit=schedule -o %t/again --report=%t/second.json
// RUN: cmp %t/schedule %t/again
// RUN: %{tune} --trials=0 --emit=schedule -o %t/none
// RUN: cmp %t/schedule %t/none
// RUN: %as-opt --records=%t/store.db --export-json=- | grep -c outcome | FileCheck %s --check-prefix=RECORDS
// RECORDS: {{^[45]$}}

// Both know the three trials, and a fourth of the unscheduled program where none
// is faster; the second run needed no time for them.
// RUN: FileCheck %s --check-prefixes=REPORT,MADE < %t/first.json
// RUN: FileCheck %s --check-prefixes=REPORT,KNOWN < %t/second.json
// REPORT: "numTrials":{{[34]}},
// MADE-NOT: "measure":0,
// KNOWN: "search":0,"train":0,"build":0,"measure":0,"wait":0,"trials":0,"built":0,"reused":0}

// RUN: %{tune} --trials=3 --emit=lowered -o %t/lowered
// RUN: %{tune} --trials=0 --emit=lowered -o %t/again
// RUN: cmp %t/lowered %t/again
// RUN: %{tune} --trials=3 --emit=object -o %t/object
// RUN: %{tune} --trials=0 --emit=object -o %t/again
// RUN: cmp %t/object %t/again
// RUN: %mlir-opt --load-pass-plugin=%as-plugin --pass-pipeline='builtin.module(as-autoschedule{records=%t/store.db trials=3 progress=none emit=object output=%t/plugin})' %s -o /dev/null
// RUN: cmp %t/object %t/plugin

// Records travel: a store made of them gives the same.
// RUN: %as-opt --records=%t/store.db --export-json=%t/records.json
// RUN: %as-opt --records=%t/other.db --import-json=%t/records.json
// RUN: %as-opt --autoschedule --records=%t/other.db --trials=3 --progress=none --emit=object %s -o %t/again
// RUN: cmp %t/object %t/again

// So do the best alone. They are listed by label, and forgotten by it.
// RUN: %as-opt --records=%t/store.db --export-best=%t/best.json
// RUN: grep outcome %t/best.json | count 2
// RUN: %as-opt --records=%t/best.db --import-json=%t/best.json
// RUN: %as-opt --autoschedule --records=%t/best.db --trials=0 --progress=none --emit=object %s -o %t/again
// RUN: cmp %t/object %t/again
// RUN: %as-opt --records=%t/best.db --list-records='matmul 8x*' | FileCheck %s --check-prefix=LIST
// LIST: matmul 8x16x12 1 {{.*}} LLVM
// RUN: %as-opt --records=%t/best.db --forget='matmul*' --export-json=- | count 0

// Another target is another address: nothing is known for it.
// RUN: %{tune} --trials=0 --threads=2 --emit=schedule -o %t/parallel --report=%t/parallel.json
// RUN: FileCheck %s --check-prefix=OTHER < %t/parallel.json
// OTHER: "ok":0,{{.*}}"estimated":1,

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
