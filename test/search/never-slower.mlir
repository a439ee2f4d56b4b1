// What comes out is not slower than the unscheduled program where that was
// timed.
// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --progress=none --emit=scheduled %s -o %t/result.mlir

// If the trials are slower, the unscheduled program gets one, however short it
// is.
// RUN: %{tune} --trials=2 --records=%t/store.db --report=%t/report.json
// RUN: python3 -c 'import json, sys; task = json.load(open(sys.argv[1]))["tasks"][0]; print(task["speedup"] >= 1 or any(t["sketch"] == "plain" for t in task["trials"]))' %t/report.json | FileCheck %s --check-prefix=TRIED
// TRIED: True

// Without trials, the estimate of the choice is compared with the time of the
// unscheduled program, where the store has one.
// RUN: %as-opt --records=%t/store.db --export-json=- | grep '"(stock)"' > %t/stock.jsonl
// RUN: sed 's/"outcome":"[^"]*"/"outcome":"ok"/; s/"times":[^]]*]/"times":[1e-9]/; s/"seconds":[^,]*/"seconds":1e-9/' %t/stock.jsonl > %t/fast.jsonl
// RUN: %as-opt --records=%t/fast.db --import-json=%t/fast.jsonl
// RUN: %{tune} --trials=0 --records=%t/fast.db --report=%t/fast.json
// RUN: FileCheck %s --check-prefix=STOCK < %t/result.mlir
// STOCK: linalg.transpose
// RUN: FileCheck %s --check-prefix=EVEN < %t/fast.json
// EVEN: "bestSeconds":1e-09,{{.*}}"speedup":1,
// RUN: sed 's/"outcome":"[^"]*"/"outcome":"ok"/; s/"times":[^]]*]/"times":[1]/; s/"seconds":[^,]*/"seconds":1/' %t/stock.jsonl > %t/slow.jsonl
// RUN: %as-opt --records=%t/slow.db --import-json=%t/slow.jsonl
// RUN: %{tune} --trials=0 --records=%t/slow.db
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/result.mlir
// SCHEDULED-NOT: linalg.transpose
// SCHEDULED: vector.transfer_write

func.func @transpose(%a: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %e = tensor.empty() : tensor<128x128xf32>
  %r = linalg.transpose ins(%a : tensor<128x128xf32>)
      outs(%e : tensor<128x128xf32>) permutation = [1, 0]
  return %r : tensor<128x128xf32>
}
