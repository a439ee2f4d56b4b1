// Several runs on the same cores.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{leases} = env AS_LEASES=%t
// DEFINE: %{beside} = %{leases} python3 %S/Inputs/lease.py
// DEFINE: %{search} = %as-opt --autoschedule --records=none --emit=scheduled --trials=2 %s

// A search waits for cores, says so, and goes on when who had them is dead.
// RUN: %{beside} killed %{search} --progress=plain --report=%t/wait.json -o %t/wait.mlir > %t/wait.txt 2>&1
// RUN: FileCheck %s --check-prefix=WAIT < %t/wait.txt
// WAIT: waiting for {{.*}} for cores that another as-opt or as-run uses (see --share)
// WAIT: it has not ended
// WAIT: trials {{[23]}} of {{[23]}}
// WAIT: wait {{[1-9]}}
// RUN: FileCheck %s --check-prefix=REPORT < %t/wait.json
// REPORT: "bestSeconds":{{[0-9]}}
// REPORT: "wait":{{[1-9]}}
// RUN: %{beside} killed %{search} --progress=json -o %t/json.mlir 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: {"event":"wait",{{.*}}"waiting":{{[1-9]}}

// A wait ends with the time limit, a while after it, and with an interrupt.
// RUN: %{beside} always %{search} --time-limit=1 --run-timeout=1 --progress=plain -o %t/limit.mlir 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: trials 0 of 2
// RUN: %{beside} interrupted %{search} --progress=plain -o %t/interrupt.mlir 2>&1 | FileCheck %s --check-prefix=INTERRUPT
// INTERRUPT: it has not ended
// INTERRUPT: trials 0 of 2
// INTERRUPT: interrupted

// Nothing waits with --share=unsafe, nor where nothing is measured.
// RUN: %{beside} always %{search} --share=unsafe --progress=plain --report=%t/unsafe.json -o %t/unsafe.mlir 2>&1 | FileCheck %s --check-prefix=UNSAFE
// UNSAFE-NOT: waiting
// UNSAFE: trials {{[23]}} of {{[23]}}
// RUN: FileCheck %s --check-prefix=NONE < %t/unsafe.json
// NONE: "wait":0
// RUN: %{beside} always %{search} --trials=0 --progress=plain -o %t/none.mlir 2>&1 | FileCheck %s --check-prefix=UNTRIED
// UNTRIED-NOT: waiting
// UNTRIED: trials 0 of 0

// No worker runs while another process measures on the only core: neither one
// that builds, nor one that measures.
// RUN: %{beside} again %{search} --trials=12 --progress=none -o %t/again.mlir | FileCheck %s --check-prefix=AGAIN
// AGAIN: turns: several
// AGAIN: workers ran meanwhile: no

// Two searches on one core wait for each other, and both come to their end.
// RUN: %{beside} twice %{search} --trials=6 --progress=none -o %t/twice.mlir | FileCheck %s --check-prefix=TWICE
// TWICE: exit status: 0 and 0
// TWICE-NEXT: best found: by both
// TWICE-NEXT: waited: yes

// Others get the core between two measurements, or at the end of the search.
// RUN: %{beside} next %{search} --trials=6 --progress=none -o %t/auto.mlir | FileCheck %s --check-prefix=AUTO
// AUTO: it still has workers
// RUN: %{beside} next %{search} --share=alone --trials=6 --progress=none -o %t/alone.mlir | FileCheck %s --check-prefix=ALONE
// ALONE: it has no workers any more

// Each measures on cores that are nobody else's home.
// RUN: %{beside} home %{search} --share=alone --progress=none -o %t/home.mlir | FileCheck %s --check-prefix=HOME
// RUN: %{beside} home %as-run %s --runs=3 --min-time=1 --share=alone | FileCheck %s --check-prefix=HOME
// HOME: measured on the first core: only

// as-run waits as well, and lets others have the core now and then.
// DEFINE: %{run} = %as-run %s --runs=3 --min-time=1
// RUN: %{beside} killed %{run} --json=%t/run.json > %t/run.txt
// RUN: FileCheck %s --check-prefix=SLOW < %t/run.txt
// SLOW: as-run: waiting for cores that another as-opt or as-run uses
// RUN: FileCheck %s --check-prefix=RUN-JSON < %t/run.json
// RUN-JSON: "wait": {{[1-9]}}
// RUN: %{beside} always %{run} --share=unsafe --json=- 2>&1 | FileCheck %s --check-prefix=RUN-UNSAFE
// RUN-UNSAFE-NOT: waiting
// RUN-UNSAFE: "wait": 0
// RUN: %{beside} turns %{run} | FileCheck %s --check-prefix=RUN-AUTO
// RUN-AUTO: turns: several
// RUN: %{beside} turns %{run} --share=alone | FileCheck %s --check-prefix=RUN-ALONE
// RUN-ALONE: turns: 1

// Without a place for leases, a search goes on without.
// RUN: env AS_LEASES=%t/nowhere %{search} --progress=plain -o %t/nowhere.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: trials {{[23]}} of {{[23]}}
// NOWHERE: warning: times are wrong if {{.*}}: cannot open {{.*}}nowhere/as-opt-cores.lock

func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>)
    -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %sum = linalg.matmul
      ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %sum : tensor<8x8xf32>
}
