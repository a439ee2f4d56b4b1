// kill -9, of the workers and of as-opt itself.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{search} = %as-opt --autoschedule --records=%t/store.db --progress=json --emit=scheduled %s

// Workers that die are replaced. A trial may be lost to it, the run is not.
// RUN: python3 %S/Inputs/disturb.py kill-workers %{search} --trials=6 -o %t/workers.mlir --report=%t/report.json | FileCheck %s --check-prefix=WORKERS
// WORKERS: trials after that: {{[56]}}
// WORKERS-NEXT: exit status 0
// WORKERS-NEXT: left behind: nothing
// RUN: FileCheck %s --check-prefix=REPORT < %t/report.json
// REPORT: "interrupted":false
// REPORT: "bestSeconds":{{[0-9]}}

// Where that happens before the first trial, the reference gets a second try.
// RUN: python3 %S/Inputs/disturb.py kill-workers-early %{search} --records=none --trials=3 -o %t/early.mlir --report=%t/early.json | FileCheck %s --check-prefix=EARLY
// EARLY: trials after that: {{[34]}}
// EARLY-NEXT: exit status 0
// RUN: FileCheck %s --check-prefix=REPORT < %t/early.json

// A store that is deleted during a search is written again.
// RUN: python3 %S/Inputs/disturb.py delete-store %{search} --records=%t/deleted.db --trials=6 -o %t/deleted.mlir --report=%t/deleted.json | FileCheck %s --check-prefix=DELETED
// DELETED: exit status 0
// RUN: FileCheck %s --check-prefix=RESTORED < %t/deleted.json
// RESTORED: "severity":"warning"{{.*}}the store was deleted, renamed or replaced during the search; its records, old and new, were written again
// RUN: %as-opt --records=%t/deleted.db --export-json=- | FileCheck %s --check-prefix=ALL
// ALL-COUNT-7: "outcome":

// Workers die with as-opt. What it was to write is as it was before.
// RUN: echo old > %t/killed.mlir
// RUN: python3 %S/Inputs/disturb.py kill %{search} --trials=100000 -o %t/killed.mlir | FileCheck %s --check-prefix=KILLED
// KILLED: killed by signal 9
// KILLED-NEXT: left behind: nothing
// RUN: FileCheck %s --check-prefix=OLD < %t/killed.mlir
// OLD: old

// What it had written so far lies beside it, until the same is written again.
// RUN: ls %t | FileCheck %s --check-prefix=BESIDE
// BESIDE: {{^killed.mlir.[0-9]+-[0-9]+.tmp$}}
// RUN: %{search} --trials=0 -o %t/killed.mlir
// RUN: ls %t | not grep tmp

// The store is sound: in it are the baseline and the trials, but for those that
// were killed and are tried again, and what the killed run had done; and it
// takes more.
// RUN: %as-opt --records=%t/store.db --export-json=- | FileCheck %s --check-prefix=RECORDS --implicit-check-not=SIGKILL
// RECORDS-COUNT-4: "outcome":
// RUN: %as-opt --autoschedule --records=%t/store.db --progress=none --emit=scheduled --trials=12 --report=%t/report.json %s -o %t/then.mlir
// RUN: FileCheck %s --check-prefix=THEN < %t/report.json
// THEN: "numTrials":{{1[23]}},

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
