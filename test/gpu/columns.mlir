// Sums of columns: the threads of a block go down its columns together, with
// sums in registers. These go to shared memory after the loop, and one row of
// threads adds them up.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_90 --measure=static --trials=64 --records=none --progress=none --emit=ptx --launch=%t.json %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json

// LAUNCH: "name":"columns"
// LAUNCH-SAME: "block":[{{[0-9]+}},{{[1-9][0-9]*}},1],"sharedBytes":{{[1-9]}}

// CHECK: .entry columns(
// CHECK: ld.global.nc
// CHECK-NOT: {{(ld|st).shared}}
// CHECK-NOT: bar.sync
// CHECK: bra
// CHECK: st.shared
// CHECK-NOT: ld.shared
// CHECK: bar.sync
// CHECK: ld.shared
// CHECK: st.global
func.func @columns(%x: tensor<4096x512xf32>) -> tensor<512xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<512xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<512xf32>)
      -> tensor<512xf32>
  %sums = linalg.reduce { arith.addf } ins(%x : tensor<4096x512xf32>)
      outs(%zeros : tensor<512xf32>) dimensions = [0]
  return %sums : tensor<512xf32>
}
