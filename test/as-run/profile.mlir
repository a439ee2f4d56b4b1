// --profile says where the time of a module goes: by task, with the lines that
// the user wrote, whatever as-opt has made of the module meanwhile.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=scheduled %t/model.mlir -o %t/scheduled.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %t/scheduled.mlir -o %t/lowered.mlir
// RUN: FileCheck %s --check-prefix=DESCRIBED < %t/scheduled.mlir
// RUN: FileCheck %s --check-prefix=DESCRIBED < %t/lowered.mlir

// DESCRIBED-DAG: as.description = {bytes = 12288 : i64, flops = 65536 : i64, label = "matmul 32x32x32", places = ["model.mlir:6", "model.mlir:7"]}
// DESCRIBED-DAG: as.description = {{{.*}} label = "transpose 32x32", places = ["model.mlir:8"]}

// RUN: %as-run %t/lowered.mlir --profile --runs=3 --min-time=0 --json=%t/lowered.json | FileCheck %s
// RUN: python3 %t/check.py %t/lowered.json
// RUN: %as-run %t/scheduled.mlir --profile --runs=3 --min-time=0 --json=%t/scheduled.json | FileCheck %s
// RUN: python3 %t/check.py %t/scheduled.json

// One that as-opt has never seen is taken apart for it.
// RUN: %as-run %t/model.mlir --profile --runs=3 --min-time=0 --cold --json=%t/model.json | FileCheck %s
// RUN: python3 %t/check.py %t/model.json

// CHECK: {{^peak: [0-9.]+ GFLOP/s}}
// CHECK: {{^ share +time +calls +of one +GFLOP/s +GB/s +roof +task +place$}}
// CHECK-DAG: {{^ +[0-9.]+% +[0-9.]+ [num]s +2 +[0-9.]+ [nu]s +[0-9.]+ +[0-9.]+ +[0-9]+% +matmul 32x32x32 +model.mlir:6 and 1 more$}}
// CHECK-DAG: {{^ +[0-9.]+% +[0-9.]+ [nu]s +1 +[0-9.]+ [nu]s +[0-9.]+ +[0-9]+% +transpose 32x32 +model.mlir:8$}}
// CHECK: {{^ +[0-9.]+% +[0-9.]+ [nu]s +outside tasks$}}
// CHECK-NEXT: {{^100.0% .* the whole: the faster half of 3 runs; probes took [0-9.]+% of it$}}
// CHECK-NEXT: {{^memory in MiB: constants [0-9.]+, arguments and results 0.0, kept between calls [0-9.]+; the first run added [0-9.]+$}}

// RUN: not %as-run %t/model.mlir --profile --compare=%t/model.mlir 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: as-run: error: --profile looks at one file; leave out --compare
// RUN: %cc -O1 -shared -fPIC %S/Inputs/single.c -o %t/single.so
// RUN: not %as-run %t/single.so --profile 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: single.so: a shared object does not tell its tasks apart; profile the module of --emit=scheduled or --emit=lowered

//--- model.mlir
func.func @model(%x: tensor<32x32xf32>, %w: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>

  %0 = linalg.matmul ins(%x, %w : tensor<32x32xf32>, tensor<32x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<32x32xf32>, tensor<32x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  %t = linalg.transpose ins(%1 : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) permutation = [1, 0]
  return %t : tensor<32x32xf32>
}

//--- check.py
import json, sys
report = json.load(open(sys.argv[1]))
memory, profile = report["memory"], report["profile"]
assert memory["buffers"] == 3 * 4 * 32**2
assert memory["added"] >= 0
tasks = {task["label"]: task for task in profile["tasks"]}
assert set(tasks) == {"matmul 32x32x32", "transpose 32x32"}
product, transpose = tasks["matmul 32x32x32"], tasks["transpose 32x32"]
assert product["calls"] == 2 and transpose["calls"] == 1
assert product["flops"] == 2 * 32**3 and transpose["flops"] == 0
assert product["bytes"] == 3 * 4 * 32**2 and transpose["bytes"] == 2 * 4 * 32**2
assert product["places"] == ["model.mlir:6", "model.mlir:7"]
assert transpose["places"] == ["model.mlir:8"]
inside = sum(task["seconds"] for task in profile["tasks"])
assert 0 < inside and abs(inside + profile["outside"] - profile["seconds"]) < 1e-8
assert 0 < profile["probes"] < profile["seconds"]
for task in profile["tasks"]:
    seconds = task["seconds"] / task["calls"]
    assert task["roof"] >= 0.99 * task["flops"] / profile["peak"] / seconds
