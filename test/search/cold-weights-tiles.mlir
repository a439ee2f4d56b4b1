// The tiles of a dynamic size read one weight. It counts once: where it fits into
// the last cache, it is there when a tile is timed.

// RUN: env HWLOC_SYNTHETIC="pack:1 l3:1(size=262144) l2:1(size=32768) l1:1(size=16384) core:1 pu:1" %as-opt --autoschedule --target=cpu:haswell --sizes=d0=1..512 --stop-after=sketch --records=none --progress=none --report=%t.fits %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=WARM --implicit-check-not='"coldWeights":true' < %t.fits
// WARM: "coldWeights":false
// WARM: "coldWeights":false

// RUN: env HWLOC_SYNTHETIC="pack:1 l3:1(size=49152) l2:1(size=32768) l1:1(size=16384) core:1 pu:1" %as-opt --autoschedule --target=cpu:haswell --sizes=d0=1..512 --stop-after=sketch --records=none --progress=none --report=%t.large %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=COLD < %t.large
// COLD: "coldWeights":true

func.func @rows(%x: tensor<?x64xf32>, %w: tensor<64x256xf32>, %y: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x256xf32>) outs(%y : tensor<?x256xf32>) -> tensor<?x256xf32>
  return %p : tensor<?x256xf32>
}
