// What input from elsewhere can do and cannot: docs/trust.md states it.
// REQUIRES: search
// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{tune} = %as-opt --autoschedule --progress=none --emit=scheduled %t/product.mlir

// A sketch may apply any pass of MLIR, also one that writes a file.
// RUN: sed 's|FILE|%t/written|' %t/sketch.mlir > %t/writes.mlir
// RUN: %{tune} --trials=100 --records=%t/sketch.db --sketches=%t/writes.mlir -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=WRITTEN < %t/written
// WRITTEN: func.func

// A record is data: it has the hash of a sketch, and a point, that this as-opt
// knows, or it is not used.
// RUN: %{tune} --trials=4 --records=%t/store.db -o %t/out.mlir
// RUN: %as-opt --records=%t/store.db --export-json=- | grep -v '"sketch":"(stock)"\|"sketch":"plain"' > %t/records.jsonl
// RUN: FileCheck %s --check-prefix=RECORDS < %t/records.jsonl
// RECORDS: "point":{"{{.*}}"outcome":"ok"
// RUN: sed 's/"sketchVersion":"[^"]*"/"sketchVersion":"00000000000000000000000000000000"/' %t/records.jsonl > %t/other.jsonl
// RUN: %as-opt --records=%t/other.db --import-json=%t/other.jsonl
// RUN: %{tune} --trials=0 --untried=plain --records=%t/other.db -o %t/other.mlir 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: sed 's/"point":{[^}]*}/"point":{"cache_0":12345}/' %t/records.jsonl > %t/point.jsonl
// RUN: %as-opt --records=%t/point.db --import-json=%t/point.jsonl
// RUN: %{tune} --trials=0 --untried=plain --records=%t/point.db -o %t/point.mlir 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: warning: 1 of 1 tasks stay without schedules

// A model may call what the C library has, when as-run runs it.
// RUN: %as-run %t/calls.mlir --entry=main --runs=1 | FileCheck %s --check-prefix=CALLS
// CALLS: calls.mlir
// RUN: not %as-run %t/ends.mlir --entry=main --runs=1 2>&1 | FileCheck %s --check-prefix=ENDS
// ENDS: error: {{.*}}status 7

//--- product.mlir
func.func @product(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%zeros : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

//--- sketch.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @writes(%f: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %f : (!transform.any_op) -> !transform.any_op
    %same = transform.apply_registered_pass "snapshot-op-locations" with options = { "filename" = "FILE" } to %function : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- calls.mlir
func.func private @getpid() -> i32
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %p = func.call @getpid() : () -> i32
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.fill ins(%p : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

//--- ends.mlir
func.func private @_exit(i32)
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %code = arith.constant 7 : i32
  func.call @_exit(%code) : (i32) -> ()
  return %x : tensor<4xi32>
}
