// What is measured is what comes out: trials multiply bytes in fours and numbers of
// bf16 in pairs where the CPU can, as the code does that is written.
// REQUIRES: search
//
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --records=%t/store.db --strategy=random --trials=16 --progress=none %s -o %t/fast.mlir
// RUN: %as-view %t/store.db --csv -o %t/trials.csv
// RUN: python3 %S/Inputs/dot-products.py %as-view %t/store.db %t/trials.csv | FileCheck %s
// CHECK: fine

func.func @bytes(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x64xi32>) -> tensor<64x64xi32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xi8>, tensor<64x64xi8>) outs(%zeros : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %c : tensor<64x64xi32>
}

func.func @halves(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.matmul ins(%a, %b : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
}
