// Caches are flushed before each run where that is asked for, and times of the
// two kinds do not mix.
// DEFINE: %{tune} = %as-opt --autoschedule --trials=2 --records=%t.db --progress=none %s
// RUN: rm -f %t.db
// RUN: %{tune} --caches=cold -o /dev/null
// RUN: %as-opt --export-json=- --records=%t.db | FileCheck %s --check-prefix=COLD
// COLD-COUNT-2: fp=contract caches=cold",{{.*}}"outcome":"ok"
// COLD-NOT: fp=contract"
// RUN: %{tune} -o /dev/null
// RUN: %as-opt --export-json=- --records=%t.db | FileCheck %s --check-prefix=WARM
// WARM-COUNT-2: fp=contract",{{.*}}"outcome":"ok"

func.func @product(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>)
      outs(%zeros : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %c : tensor<32x32xf32>
}
