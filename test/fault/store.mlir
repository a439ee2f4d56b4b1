// Stores that cannot be used, and one that is used by two at a time.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{search} = %as-opt --autoschedule --trials=4 --progress=none --emit=scheduled %s

// What is no store is left as it is, and named. So is what was to be written.
// RUN: echo old > %t/result.mlir
// RUN: cp %s %t/text.db
// RUN: not %{search} --records=%t/text.db -o %t/result.mlir 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: '{{.*}}text.db' is not a store of records; choose another file with --records=OTHER, or move this one away
// RUN: cmp %s %t/text.db
// RUN: FileCheck %s --check-prefix=OLD < %t/result.mlir
// OLD: {{^old$}}

// RUN: not %{search} --records=/proc/none.db 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: cannot open '/proc/none.db':
// RUN: not %{search} --records=%t 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot open '{{.*}}':{{.*}} it must be a file

// The standard store is nothing that was asked for: the search does without.
// RUN: env XDG_CACHE_HOME=/proc/none %{search} -o %t/result.mlir 2>&1 | FileCheck %s --check-prefix=STANDARD
// RUN: FileCheck %s --check-prefix=RESULT < %t/result.mlir
// STANDARD: warning: nothing new is stored: cannot make the folder '/proc/none'
// RUN: env -u XDG_CACHE_HOME -u HOME %{search} -o %t/result.mlir 2>&1 | FileCheck %s --check-prefix=HOMELESS
// RUN: FileCheck %s --check-prefix=RESULT < %t/result.mlir
// HOMELESS: warning: nothing new is stored: there is no place for the records

// RUN: %{search} --records=%t/whole.db -o %t/result.mlir
// RUN: head -c 5000 %t/whole.db > %t/short.db
// RUN: not %{search} --records=%t/short.db 2>&1 | FileCheck %s --check-prefix=DAMAGED
// RUN: cp %t/whole.db %t/holes.db
// RUN: dd if=/dev/zero of=%t/holes.db bs=1 seek=4096 count=4096 conv=notrunc
// RUN: not %{search} --records=%t/holes.db 2>&1 | FileCheck %s --check-prefix=DAMAGED
// RUN: not %as-opt --records=%t/holes.db --export-json=- 2>&1 | FileCheck %s --check-prefix=DAMAGED
// DAMAGED: error: the store of records '{{.*}}.db' is damaged; choose another file with --records=OTHER, or move this one away

// Two searches on one store, with the same candidates and with others.
// RUN: sh -c '"$@" --seed=1 -o %t/one.mlir & "$@" --seed=2 -o %t/two.mlir && wait $!' -- %{search} --records=%t/shared.db
// RUN: FileCheck %s --check-prefix=RESULT < %t/one.mlir
// RUN: FileCheck %s --check-prefix=RESULT < %t/two.mlir
// RESULT: func.func @product({{.*}}as.task =
// RESULT-NOT: linalg.matmul
// RUN: %as-opt --records=%t/shared.db --export-json=- | FileCheck %s --check-prefix=RECORDS
// RECORDS-COUNT-5: "outcome":"ok"
// RUN: %{search} --trials=0 --records=%t/shared.db -o %t/then.mlir 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=RESULT < %t/then.mlir

// One that knows nothing does not go without saying.
// RUN: %{search} --trials=0 --records=%t/fresh.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=ESTIMATED
// ESTIMATED: warning: 1 of 1 tasks got no trial: their schedules are what the estimate finds best, and nothing of them has run
// RUN: FileCheck %s --check-prefix=RESULT < %t/then.mlir
// RUN: %as-opt --records=%t/fresh.db --export-json=- | count 0
// RUN: %{search} --trials=0 --untried=plain --records=%t/fresh.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=FRESH
// FRESH: warning: 1 of 1 tasks stay without schedules: the store has none for them, and --trials=0 looks for none

// What another version has made is not used, and that is said.
// RUN: %as-opt --records=%t/shared.db --export-json=- | grep -v '(stock)' | head -n 4 > %t/four.jsonl
// RUN: sed 's/lowering=[0-9]*/lowering=0/' %t/four.jsonl > %t/older.jsonl
// RUN: %as-opt --records=%t/older.db --import-json=%t/older.jsonl
// RUN: %{search} --trials=0 --untried=plain --records=%t/older.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=STALE
// RUN: sed 's/"sketchVersion":"/"sketchVersion":"older/' %t/four.jsonl > %t/sketches.jsonl
// RUN: %as-opt --records=%t/sketches.db --import-json=%t/sketches.jsonl
// RUN: %{search} --trials=0 --untried=plain --records=%t/sketches.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=STALE
// STALE: remark: the store has 4 records of these tasks that do not count: another version of LLVM, of as-opt's lowering or of a sketch made them
// RUN: sed 's/fp=contract/fp=fast/' %t/four.jsonl > %t/other.jsonl
// RUN: %as-opt --records=%t/other.db --import-json=%t/other.jsonl
// RUN: %{search} --trials=0 --untried=plain --records=%t/other.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=FRESH --implicit-check-not="do not count"

// With estimates it is not asked at all.
// RUN: %{search} --trials=0 --untried=plain --measure=static --records=%t/shared.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: warning: 1 of 1 tasks stay without schedules: --measure=static does not ask the store, and --trials=0 looks for none

// Nor does one whose successes have no times: they are not the fastest.
// RUN: %as-opt --records=%t/shared.db --export-json=- | sed 's/"times":[^]]*]/"times":[]/;s/"seconds":[^,]*/"seconds":0/' > %t/timeless.jsonl
// RUN: %as-opt --records=%t/timeless.db --import-json=%t/timeless.jsonl
// RUN: %{search} --trials=0 --untried=plain --records=%t/timeless.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=FRESH
// RUN: FileCheck %s --check-prefix=UNSCHEDULED < %t/then.mlir
// RUN: sed 's/"outcome":"ok"/"outcome":"estimated"/' %t/timeless.jsonl > %t/estimates.jsonl
// RUN: %as-opt --records=%t/estimates.db --import-json=%t/estimates.jsonl
// RUN: %{search} --trials=0 --untried=plain --records=%t/estimates.db -o %t/then.mlir 2>&1 | FileCheck %s --check-prefix=FRESH
// RUN: FileCheck %s --check-prefix=UNSCHEDULED < %t/then.mlir
// UNSCHEDULED: linalg.matmul

func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
