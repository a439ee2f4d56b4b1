// Ctrl-C once ends the search, with the best so far; twice ends the process, at
// once. The store has every trial that was done, and the next run goes on.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{search} = %as-opt --autoschedule --trials=100000 --records=%t/store.db --progress=json --emit=scheduled %s

// RUN: python3 %S/Inputs/disturb.py interrupt %{search} -o %t/once.mlir --report=%t/once.json | FileCheck %s --check-prefix=ONCE
// ONCE: exit status 0
// ONCE-NEXT: left behind: nothing
// RUN: FileCheck %s --check-prefix=BEST < %t/once.mlir
// BEST: func.func @product({{.*}}as.task =
// BEST-NOT: linalg.matmul
// RUN: FileCheck %s --check-prefix=REPORT < %t/once.json
// REPORT: "interrupted":true
// REPORT: "bestSeconds":{{[0-9]}}

// Two at once are one: timeout(1) sends its own to the process and to its group.
// RUN: python3 %S/Inputs/disturb.py interrupt-together %{search} -o %t/together.mlir --report=%t/together.json | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=BEST < %t/together.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/together.json

// RUN: echo old > %t/twice.mlir
// RUN: python3 %S/Inputs/disturb.py interrupt-twice %{search} --emit=shared -o %t/twice.mlir | FileCheck %s --check-prefix=TWICE
// TWICE: killed by signal 2
// TWICE-NEXT: left behind: nothing
// RUN: FileCheck %s --check-prefix=OLD < %t/twice.mlir
// OLD: old

// RUN: %as-opt --records=%t/store.db --export-json=%t/before.json
// RUN: FileCheck %s --check-prefix=RECORDS < %t/before.json
// RECORDS-COUNT-3: "outcome":"ok"

// SIGTERM, from a batch system, ends the search like Ctrl-C.
// RUN: python3 %S/Inputs/disturb.py terminate %{search} -o %t/term.mlir --report=%t/term.json | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=BEST < %t/term.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/term.json

// Who started the run with interrupts ignored gets a run that ignores them.
// RUN: python3 %S/Inputs/disturb.py interrupt-in-vain %{search} --trials=6 --records=none -o %t/vain.mlir --report=%t/vain.json | FileCheck %s --check-prefix=VAIN
// RUN: FileCheck %s --check-prefix=WHOLE < %t/vain.json
// VAIN: trials after that: {{[56]}}
// VAIN-NEXT: exit status 0
// WHOLE: "interrupted":false
// WHOLE: "numTrials":{{[67]}},

// The next run adds to it.
// RUN: python3 %S/Inputs/disturb.py interrupt %{search} -o %t/then.mlir | FileCheck %s --check-prefix=ONCE
// RUN: %as-opt --records=%t/store.db --export-json=%t/after.json
// RUN: python3 -c "import sys; before, after = (len(list(open(f))) for f in sys.argv[1:]); sys.exit(after <= before)" %t/before.json %t/after.json

// Before anything was tried, the estimate chooses, as where the time is up.
// RUN: python3 %S/Inputs/disturb.py interrupt-early %{search} --records=none -o %t/early.mlir --report=%t/early.json | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=BEST < %t/early.mlir
// RUN: FileCheck %s --check-prefix=EARLY < %t/early.json
// EARLY: "interrupted":true
// EARLY: got no trial: their schedules are what the estimate finds best

// Or nobody does, where that is not wanted; and what is said of it is true.
// RUN: python3 %S/Inputs/disturb.py interrupt-early %{search} --untried=plain --records=none -o %t/plain.mlir --report=%t/plain.json | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=PLAIN < %t/plain.json
// PLAIN: nothing was tuned: no candidate of any task was tried, so

// Nothing of it stays behind.
// RUN: ls %t | FileCheck %s --check-prefix=FOLDER
// FOLDER-NOT: tmp

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
