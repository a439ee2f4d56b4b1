// --onto says where the time goes in the module that the user wrote: by
// locations in that file, by data flow in a copy of it.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --keep-origin --emit=scheduled %t/model.mlir -o %t/scheduled.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=lowered %t/scheduled.mlir -o %t/lowered.mlir

// The graph is a resource: it is out of the way at the end of the file.
// RUN: FileCheck %s --check-prefix=MARKED < %t/scheduled.mlir
// RUN: FileCheck %s --check-prefix=MARKED < %t/lowered.mlir
// MARKED: module attributes {as.origin = dense_resource<as_origin{{.*}}> : tensor<{{[0-9]+}}xi8>}
// MARKED-NOT: as.operation =
// MARKED: dialect_resources: {
// MARKED: as_origin{{.*}}: "0x

// DEFINE: %{profile} = %as-run --share=unsafe --profile --runs=3 --min-time=0
// RUN: %{profile} %t/scheduled.mlir --onto=%t/model.mlir --overlay=%t/overlay.json --json=%t/scheduled.json | FileCheck %s
// RUN: python3 %t/check.py location %t/scheduled.json %t/overlay.json
// The product takes most; what is computed from no tensor takes nothing.
// CHECK: {{^ share +time +operation +place$}}
// CHECK-NEXT: {{^ +[0-9.]+% +[0-9.]+ [num]s +tosa.matmul +model.mlir:5:8$}}
// CHECK-DAG: {{^ +[0-9.]+% +[0-9.]+ [num]s +tosa.tanh +model.mlir:6:8$}}
// CHECK-DAG: {{^ +[0-9.]+% +[0-9.]+ [num]s +tosa.add +model.mlir:7:8$}}
// CHECK-DAG: {{^ +[0-9.]+% +[0-9.]+ [num]s +linalg.generic +model.mlir:10:11$}}
// CHECK-NOT: tosa.const
// CHECK: {{^ +[0-9.]+% +[0-9.]+ [num]s +outside tasks$}}
// CHECK-NEXT: {{^4 operations of .*model.mlir take time: 4 found by location, 0 by data flow$}}

// RUN: %{profile} %t/lowered.mlir --onto=%t/copy.mlir --overlay=%t/overlay.json --json=%t/copy.json | FileCheck %s --check-prefix=COPY
// RUN: python3 %t/check.py dataflow %t/copy.json %t/overlay.json
// COPY: tosa.matmul {{ *}}copy.mlir:10:8
// COPY: {{^4 operations of .*copy.mlir take time: 0 found by location, 4 by data flow$}}

// One other operation does not hide the rest. A module that nobody has scheduled
// is taken apart for it.
// RUN: sed 's/tosa.tanh/tosa.exp/' %t/copy.mlir > %t/edited.mlir
// RUN: %{profile} %t/model.mlir --onto=%t/edited.mlir | FileCheck %s --check-prefix=EDITED
// EDITED: tosa.matmul {{ *}}edited.mlir:10:8
// EDITED: operations that this file does not have
// EDITED: {{^3 operations of .*edited.mlir take time: 0 found by location, 3 by data flow$}}

// RUN: not %{profile} %t/scheduled.mlir --onto=%t/other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: as-run: error: '{{.*}}other.mlir' is not the model that '{{.*}}scheduled.mlir' was made from: what matches takes 0.0% of the time of its tasks, and --onto needs 50%; give the module that as-opt has scheduled, or a copy of it

// RUN: not %as-run %t/scheduled.mlir --onto=%t/model.mlir 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: as-run: error: --onto={{.*}}model.mlir says where the time of --profile goes; add that
// RUN: not %as-run %t/scheduled.mlir --profile --overlay=%t/o.json 2>&1 | FileCheck %s --check-prefix=OVERLAY
// OVERLAY: as-run: error: --overlay={{.*}}o.json is about the operations of a module; name it with --onto
// RUN: not %{profile} %t/scheduled.mlir --onto=%t/model.mlir --overlay=%t/none/o.json 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: as-run: error: {{.*}}none/o.json
// RUN: not %{profile} %t/scheduled.mlir --onto=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: as-run: error: {{.*}}none.mlir
// RUN: not %{profile} %t/scheduled.mlir --onto=%t/check.py 2>&1 | FileCheck %s --check-prefix=PARSE
// PARSE: as-run: error: --onto={{.*}}check.py: cannot parse {{.*}}check.py:1:1

// As of an earlier version, or damaged.
// RUN: sed 's/as.origin = [^}]*>/as.other = 1/' %t/lowered.mlir > %t/old.mlir
// RUN: not %{profile} %t/old.mlir --onto=%t/model.mlir 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: sed 's/as_origin\(.*\): "0x01000000.*"/as_origin\1: "0x0100000001000000"/' %t/lowered.mlir > %t/damaged.mlir
// RUN: not %{profile} %t/damaged.mlir --onto=%t/model.mlir 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: as-run: error: {{.*}}.mlir: does not say which operations it was made from; schedule it again with --keep-origin, and with --emit=scheduled or --emit=lowered

//--- model.mlir
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @model(%x: tensor<1x64x64xf32>, %w: tensor<1x64x64xf32>) -> (tensor<1x64x64xf32>, tensor<1x64x64xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %e = tensor.empty() : tensor<1x64x64xf32>
  %0 = tosa.matmul %x, %w, %zp, %zp : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %1 = tosa.tanh %0 : (tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %2 = tosa.add %1, %x : (tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<1x64x64xf32>

  // Several lines are one operation.
  %copy = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<1x64x64xf32>) outs(%e : tensor<1x64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %square = arith.mulf %in, %in : f32
    linalg.yield %square : f32
  } -> tensor<1x64x64xf32>
  return %2, %copy : tensor<1x64x64xf32>, tensor<1x64x64xf32>
}

//--- copy.mlir
#same = affine_map<(x, y, z) -> (x, y, z)>
func.func @another(%a: tensor<1x64x64xf32>, %b: tensor<1x64x64xf32>) -> (tensor<1x64x64xf32>, tensor<1x64x64xf32>) {
  %none = tensor.empty() : tensor<1x64x64xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b : tensor<1x64x64xf32>) outs(%none : tensor<1x64x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %p = arith.mulf %v, %v : f32
    linalg.yield %p : f32
  } -> tensor<1x64x64xf32>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %p = tosa.matmul %a, %b, %z, %z : (tensor<1x64x64xf32>, tensor<1x64x64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64xf32>
  %t = tosa.tanh %p : (tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  %s = tosa.add %t, %a : (tensor<1x64x64xf32>, tensor<1x64x64xf32>) -> tensor<1x64x64xf32>
  return %s, %r : tensor<1x64x64xf32>, tensor<1x64x64xf32>
}

//--- other.mlir
func.func @other(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %t = linalg.transpose ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  return %t : tensor<8x8xf32>
}

//--- check.py
import json, sys
by, report, overlay = sys.argv[1], *(json.load(open(path)) for path in sys.argv[2:])
profile, onto = report["profile"], report["onto"]
timed = {o["operation"]: o for o in onto["operations"] if o["seconds"] > 0}
assert set(timed) == {"tosa.matmul", "tosa.tanh", "tosa.add", "linalg.generic"}
assert sum(o["seconds"] > 0 for o in onto["operations"]) == 4
seconds = {task["symbol"]: task["seconds"] for task in profile["tasks"]}
for o in timed.values():
    assert o["by"] == by and o["alike"] == 1, o
    assert abs(o["share"] * profile["seconds"] - o["seconds"]) < 1e-12
    assert abs(sum(seconds[p["symbol"]] * p["share"] for p in o["tasks"]) - o["seconds"]) < 1e-9
inside = sum(task["seconds"] for task in profile["tasks"])
assert abs(sum(o["seconds"] for o in timed.values()) - inside) < 1e-5 * inside
assert onto["unmatched"] == 0 and onto["unknown"] == 0
# Model Explorer counts operations as they stand, with those in regions.
function, = {o["function"] for o in timed.values()}
assert set(overlay) == {function}
nodes = {"another": {"5": "tosa.matmul", "6": "tosa.tanh", "7": "tosa.add", "1": "linalg.generic"},
         "model": {"2": "tosa.matmul", "3": "tosa.tanh", "4": "tosa.add", "5": "linalg.generic"}}[function]
results = overlay[function]["results"]
assert set(results) == set(nodes), results
for node, name in nodes.items():
    assert abs(results[node]["value"] - 1e3 * timed[name]["seconds"]) < 1e-9
assert [stop["stop"] for stop in overlay[function]["gradient"]] == [0, 1]
