// Candidates are measured on a device, here on the stand-in for one: it runs
// the PTX on the host, so the test checks what a device would load.
// DEFINE: %{tune} = env AS_CUDA_DRIVER=%standin AS_PTXAS=none %as-opt \
// DEFINE:   --autoschedule --target=cuda --emit=ptx --progress=none --build-timeout=60
// RUN: rm -f %t.db
// RUN: %{tune} --trials=4 --records=%t.db --report=%t.report %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %as-opt --export-json=- --records=%t.db | FileCheck %s --check-prefix=RECORDS

// REPORT: "ok":4
// PTX: .target sm_80
// PTX: .visible .entry product(
// RECORDS-COUNT-4: "target":"cuda:sm_80:as-opt-stand-in",{{.*}}"outcome":"ok",{{.*}}"checked":true

// Without NVIDIA's management library the record has no clocks.
// RUN: %as-opt --export-json=- --records=%t.db | grep outcome | not grep -E '"clock"|"temperature"'
// RUN: rm -f %t.nvml.db
// RUN: env AS_NVML=%nvml AS_STANDIN_NVML=cold %{tune} --trials=2 --records=%t.nvml.db %s -o %t.nvml.ptx
// RUN: %as-opt --export-json=- --records=%t.nvml.db | FileCheck %s --check-prefix=CLIMATE
// CLIMATE-COUNT-2: "outcome":"ok",{{.*}}"clock":1410,"memoryClock":1215}

// A second run has nothing left to measure, so it needs no driver.
// RUN: env AS_CUDA_DRIVER=%standin %as-opt --autoschedule --target=cuda --trials=0 \
// RUN:   --records=%t.db --progress=none --emit=ptx %s -o %t.again
// RUN: cmp %t.ptx %t.again

// With flushed caches these records do not count.
// RUN: %{tune} --caches=cold --trials=1 --records=%t.db %s -o %t.ptx
// RUN: %as-opt --export-json=- --records=%t.db | FileCheck %s --check-prefix=COLD
// COLD-DAG: fp=contract caches=cold",{{.*}}"outcome":"ok"
// COLD-DAG: fp=contract",{{.*}}"outcome":"ok"

// One kernel breaks the driver, and one hangs. It costs their trials only; the
// run goes on and keeps its records.
// RUN: rm -f %t.lost.db %t.hang.db
// RUN: touch %t.fault
// RUN: env AS_STANDIN_FAULT=lost:%t.fault %{tune} --trials=2 --records=%t.lost.db %s -o %t.ptx
// RUN: %as-opt --export-json=- --records=%t.lost.db | FileCheck %s --check-prefix=LOST
// LOST-DAG: "outcome":"run-crashed","message":"{{[a-zA-Z]+}}: CUDA_ERROR_ILLEGAL_ADDRESS (700), an illegal memory access was encountered"
// LOST-DAG: "outcome":"ok"
// RUN: touch %t.fault
// RUN: env AS_STANDIN_FAULT=hang:%t.fault %{tune} --trials=2 --run-timeout=4 --records=%t.hang.db %s -o %t.ptx
// RUN: %as-opt --export-json=- --records=%t.hang.db | FileCheck %s --check-prefix=HANG
// HANG-DAG: "outcome":"run-timeout","message":"ran longer than its limit of 4 s"
// HANG-DAG: "outcome":"ok"

func.func @product(%a: tensor<8x12xf32>, %b: tensor<12x16xf32>, %by: f32) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x16xf32>) -> tensor<8x16xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x12xf32>, tensor<12x16xf32>)
      outs(%zeros : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%c, %by : tensor<8x16xf32>, f32) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %m = arith.mulf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
