// With everything on, stdout has the module and nothing else, the report adds
// up, each line of progress is JSON, and the two agree. A failing candidate is
// among them, and a task of weight two.

// RUN: %as-opt --autoschedule --trials=30 --seed=7 --trials-per-task=20 --records=none --sketches=%S/Inputs/refuses.mlir --report=%t.json --progress=json %s > %t.mlir 2> %t.lines
// RUN: %mlir-opt %t.mlir | FileCheck %s
// CHECK: llvm.func @model(
// RUN: python3 %S/Inputs/check-report.py %t.json %t.lines

// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REPORT: "options":{
// REPORT-SAME: "emit":"lowered"
// REPORT-SAME: "trials":30,{{.*}}"untried":"estimated","trials-per-task":20
// REPORT-SAME: "seed":7
// REPORT-SAME: "report":"{{.*}}.json"
// REPORT: "target":{"key":"cpu:
// REPORT: "tasks":[{"id":1,"hash":"{{[0-9a-f]+}}","label":"matmul 3x3x3","weight":2,
// REPORT: "problem":"build-failed: {{[^"]+}}"
// REPORT: "id":2,

// Plain progress: a table at the end, on stderr only; and with 'none' nothing.
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=plain %s 2>&1 > %t.mlir | FileCheck %s --check-prefix=PLAIN
// RUN: %mlir-opt %t.mlir -o %t.none
// PLAIN: tuning 2 tasks with 2 trials
// PLAIN: {{0/2 +matmul 3x3x3.*: stock lowering}}
// PLAIN: {{ID +task +FLOP +weight +GFLOP/s +latency}}
// PLAIN: {{1 +matmul 3x3x3}}
// PLAIN: trials {{[2-4]}} of {{[2-4]}}, errors 0
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=none %s 2>&1 > %t.mlir | count 0
// REQUIRES: search
func.func private @square(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x3xf32>)
      -> tensor<3x3xf32>
  %r = linalg.matmul ins(%x, %x : tensor<3x3xf32>, tensor<3x3xf32>)
      outs(%zeros : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}

func.func @model(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %empty = tensor.empty() : tensor<3x3xf32>
  %first = call @square(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %second = call @square(%first) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %r = linalg.exp ins(%second : tensor<3x3xf32>)
      outs(%empty : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}
