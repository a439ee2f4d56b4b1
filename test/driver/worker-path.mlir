// The worker is beside as-opt, though something called as-opt is in the current
// folder and as-opt was found by $PATH.
// REQUIRES: search
// RUN: rm -rf %t && mkdir -p %t/as-opt
// RUN: sh -c 'cd %t && PATH=%as-build/bin:$PATH && as-opt --autoschedule --trials=1 --records=none --emit=scheduled --progress=none %s' | FileCheck %s
// CHECK: as.scheduled

func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %r: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%r : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
