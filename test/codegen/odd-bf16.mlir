// Vectors of 17 numbers of bf16 are moved as integers: with AVX512-BF16 LLVM fails
// on them. The sketches that make them are built in both modes.

// RUN: %as-opt --autoschedule --fp=strict --trials=12 --measure=static --records=none --target=cpu:sapphirerapids --emit=schedule %s 2>&1 >/dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --trials=12 --measure=static --records=none --target=cpu:sapphirerapids --emit=schedule %s 2>&1 >/dev/null | FileCheck %s
// CHECK: trials {{[0-9]+}} of {{[0-9]+}}, errors 0

func.func @largest(%x: tensor<16x20x17xbf16>) -> (tensor<20x17xbf16>, tensor<20x17xi32>) {
  %lowest = arith.constant dense<-64.0> : tensor<20x17xbf16>
  %first = arith.constant dense<0> : tensor<20x17xi32>
  %r:2 = linalg.generic
      {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>,
                        affine_map<(i, j, k) -> (j, k)>],
       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x : tensor<16x20x17xbf16>)
      outs(%lowest, %first : tensor<20x17xbf16>, tensor<20x17xi32>) {
  ^bb0(%in: bf16, %most: bf16, %at: i32):
    %i = linalg.index 0 : index
    %here = arith.index_cast %i : index to i32
    %more = arith.cmpf ogt, %in, %most : bf16
    %value = arith.select %more, %in, %most : bf16
    %index = arith.select %more, %here, %at : i32
    linalg.yield %value, %index : bf16, i32
  } -> (tensor<20x17xbf16>, tensor<20x17xi32>)
  return %r#0, %r#1 : tensor<20x17xbf16>, tensor<20x17xi32>
}

func.func @turned(%x: tensor<40x2x17xbf16>) -> tensor<40x17x2xbf16> {
  %e = tensor.empty() : tensor<40x17x2xbf16>
  %r = linalg.transpose ins(%x : tensor<40x2x17xbf16>) outs(%e : tensor<40x17x2xbf16>)
      permutation = [0, 2, 1]
  return %r : tensor<40x17x2xbf16>
}
