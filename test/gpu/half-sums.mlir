// Products of f16 that are summed up in f16 need half as many registers for
// sums.
// RUN: %as-opt --autoschedule --target=cuda:sm_80 --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.80
// RUN: FileCheck %s --check-prefixes=PTX,WHOLE < %t.80
// RUN: not grep -F .local %t.80
// RUN: %as-opt --autoschedule --target=cuda:sm_90 --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.90
// RUN: FileCheck %s --check-prefixes=PTX,WHOLE < %t.90
// RUN: %as-opt --autoschedule --target=cuda:sm_75 --measure=static --records=none \
// RUN:   --progress=none --trials=12 --emit=ptx %s -o %t.75
// RUN: FileCheck %s --check-prefixes=PTX,FIRST < %t.75
// RUN: not grep -F .local %t.75

// PTX: .visible .entry product(
// PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// WHOLE: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
// FIRST: mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
// PTX-NOT: st.global.b16

func.func @product(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %zero = arith.constant 0.0 : f16
  %empty = tensor.empty() : tensor<512x512xf16>
  %zeros = linalg.fill ins(%zero : f16) outs(%empty : tensor<512x512xf16>) -> tensor<512x512xf16>
  %c = linalg.matmul ins(%a, %b : tensor<512x512xf16>, tensor<512x512xf16>)
      outs(%zeros : tensor<512x512xf16>) -> tensor<512x512xf16>
  return %c : tensor<512x512xf16>
}
