// What an earlier check called wrong is tried again; what this one called wrong
// is not.
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --trials=2 --records=%t/a.db --progress=none %s -o %t/out.mlir
// RUN: %as-opt --export-json=- --records=%t/a.db > %t/right.jsonl
// RUN: FileCheck %s < %t/right.jsonl
// CHECK: "outcome":"ok"{{.*}}"check":{{[1-9]}}

// All of them by a check without a version, as records had none.
// RUN: sed -e 's/"outcome":"ok"/"outcome":"wrong-answer"/' -e 's/,"check":[0-9]*//' %t/right.jsonl > %t/early.jsonl
// RUN: %as-opt --import-json=%t/early.jsonl --records=%t/early.db
// RUN: %as-opt --autoschedule --trials=2 --records=%t/early.db --progress=none --report=%t/early.json %s -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=AGAIN < %t/early.json
// AGAIN: "ok":{{[1-9]}}
// AGAIN: "wrong-answer":0
// RUN: %as-opt --export-json=- --records=%t/early.db | not grep wrong-answer

// RUN: sed -e 's/"outcome":"ok"/"outcome":"wrong-answer"/' %t/right.jsonl > %t/same.jsonl
// RUN: %as-opt --import-json=%t/same.jsonl --records=%t/same.db
// RUN: %as-opt --autoschedule --trials=2 --records=%t/same.db --progress=none --report=%t/same.json %s -o %t/out.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=BARRED < %t/same.json
// BARRED: "wrong-answer":{{[1-9]}}

func.func @f(%x: tensor<64x256xf32>, %e: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = linalg.exp ins(%x : tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}
