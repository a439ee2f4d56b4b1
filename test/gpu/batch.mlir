// Candidates that another machine measures. The exporter needs no driver; the
// measuring program, here on the stand-in for a device, needs no LLVM.
// DEFINE: %{tune} = env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 \
// DEFINE:   --records=%t.db --progress=none --build-timeout=60
// DEFINE: %{measure} = env AS_CUDA_DRIVER=%standin %as-build/bin/as-run-batch
// RUN: rm -rf %t.batch %t.more %t.none %t.db
// RUN: %{tune} --trials=4 --export-batch=%t.batch %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=EXPORT
// EXPORT: remark: 4 candidates are in '{{.*}}.batch', for as-run-batch to measure

// RUN: rm -rf %t.shown
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --records=none --trials=1 --progress=plain --export-batch=%t.shown %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SHOWN
// SHOWN: 0/1 matmul 8x16x12: its results to compare with took {{[0-9]}}

// The module comes out unchanged, and there are no records yet.
// RUN: FileCheck %s --check-prefix=MODULE < %t.mlir
// MODULE: func.func @product
// MODULE: linalg.matmul
// RUN: %as-opt --export-json=- --records=%t.db | count 0

// RUN: FileCheck %s --check-prefix=BATCH < %t.batch/batch.json
// BATCH: {"version":5,"target":"cuda:sm_80","caches":"warm","runTimeout":10,"tasks":[{"task":"{{[0-9a-f]+}}","label":"matmul 8x16x12",
// BATCH-SAME: "expected":"{{[0-9a-f]+}}.expected","expectedHash":"{{[0-9a-f]+}}","candidates":[
// BATCH-SAME: {"image":"{{[0-9a-f]+}}.ptx","allowance":0,"kernels":[{"name":"task","grid":[{{[0-9,]+}}],"block":[{{[0-9,]+}}],"sharedBytes":{{[0-9]+}},"arguments":[{"role":"input","type":"8x12xf32"},{"role":"input","type":"12x16xf32"},{"role":"result","type":"8x16xf32"}]}],
// BATCH-SAME: "record":{"task":{{.*}}"outcome":"built"

// RUN: %{measure} %t.batch -o %t.jsonl 2>&1 | FileCheck %s --check-prefix=MEASURE
// MEASURE: [1/4] {{.*}} ok, {{[0-9.e+]+}} us
// MEASURE: [4/4] {{.*}} ok, {{[0-9.e+]+}} us
// RUN: FileCheck %s --check-prefix=RECORDS < %t.jsonl
// RECORDS-COUNT-4: "target":"cuda:sm_80",{{.*}}"outcome":"ok",{{.*}}"seconds":{{[0-9.e-]*[1-9][0-9.e-]*}},"checked":true,{{.*}}"host":"as-opt stand-in"
// The fastest candidate was measured again, beside its rivals.
// RUN: FileCheck %s --check-prefix=FINAL < %t.jsonl
// FINAL: "final":true

// The same on a device given by its number, with known clocks and temperature.
// RUN: env AS_NVML=%nvml %{measure} -q --device=0 %t.batch | FileCheck %s --check-prefix=CLIMATE
// CLIMATE-COUNT-4: "outcome":"ok",{{.*}}"clock":1410,"memoryClock":1215,"temperature":41}

// RUN: %as-opt --import-json=%t.jsonl --records=%t.db 2>&1 | FileCheck %s --check-prefix=IMPORT
// IMPORT: imported 4 records and 0 things that they refer to, skipped 0 malformed lines

// The winner is emitted without another trial: its kernel is one of the batch.
// RUN: %{tune} --trials=0 --emit=ptx --report=%t.report %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=WINNER < %t.report
// WINNER: "ok":4
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// PTX: .visible .entry product(

// Imported records count. The best candidate goes into the next batch too, as
// its drift reference. An empty batch is an error.
// RUN: %{tune} --trials=6 --export-batch=%t.more %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: remark: 3 candidates are in
// RUN: not %{tune} --trials=4 --export-batch=%t.none %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=LEFT
// LEFT: error: there is no candidate for '{{.*}}.none': none was left to try, or none could be built
// RUN: not ls %t.none

// as-run --batch does the same.
// RUN: env AS_CUDA_DRIVER=%standin %as-run --batch=%t.more --json=%t.more.jsonl
// RUN: count 3 < %t.more.jsonl

// A kernel that breaks the driver costs only its trial.
// RUN: touch %t.fault
// RUN: env AS_STANDIN_FAULT=lost:%t.fault %{measure} -q %t.batch | FileCheck %s --check-prefix=LOST
// LOST-DAG: "outcome":"run-crashed","message":"{{[a-zA-Z]+}}: CUDA_ERROR_ILLEGAL_ADDRESS (700)
// LOST-DAG: "outcome":"ok"

// The program links neither LLVM nor a store.
// RUN: %llvm-tools/llvm-readelf --needed-libs %as-build/bin/as-run-batch | not grep -iE "llvm|mlir|stdc|sqlite|omp"
// REQUIRES: search
func.func @product(%a: tensor<8x12xf32>, %b: tensor<12x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x16xf32>)
      outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %c : tensor<8x16xf32>
}
