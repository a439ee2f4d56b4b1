// A transpose goes through shared memory: it reads and writes whole cache
// lines, as vectors.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=48 --records=none --progress=none --emit=ptx --launch=%t.json %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json

// LAUNCH: "name":"turn","grid":[{{[0-9]+}},{{[0-9]+}},1]
// LAUNCH-SAME: "sharedBytes":{{[1-9]}}

// CHECK: .entry turn(
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: bar.sync
// CHECK: ld.shared
// CHECK-NOT: ld.global
// CHECK: st.global.v4.b32
func.func @turn(%x: tensor<512x1024xf32>) -> tensor<1024x512xf32> {
  %empty = tensor.empty() : tensor<1024x512xf32>
  %t = linalg.transpose ins(%x : tensor<512x1024xf32>)
      outs(%empty : tensor<1024x512xf32>) permutation = [1, 0]
  return %t : tensor<1024x512xf32>
}
