// Sizes that nothing divides. Every candidate can be built and computes the
// same as the program, and so does what comes out.
// REQUIRES: search
// RUN: %as-opt --autoschedule --trials=24 --trials-per-task=8 --records=none %s -o %t.mlir 2> %t.log
// RUN: FileCheck %s < %t.log
// RUN: %as-run %t.mlir --entry=product --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=convolution --compare=%s --runs=0
// RUN: %as-run %t.mlir --entry=map --compare=%s --runs=0
// CHECK: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0

func.func @product(%a: tensor<37x23xf32>, %b: tensor<23x41xf32>)
    -> tensor<37x41xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x41xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x41xf32>)
      -> tensor<37x41xf32>
  %r = linalg.matmul ins(%a, %b : tensor<37x23xf32>, tensor<23x41xf32>)
      outs(%zeros : tensor<37x41xf32>) -> tensor<37x41xf32>
  return %r : tensor<37x41xf32>
}

func.func @convolution(%x: tensor<1x7x33x3xf32>, %k: tensor<3x3x3x37xf32>)
    -> tensor<1x5x31x37xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x5x31x37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x5x31x37xf32>)
      -> tensor<1x5x31x37xf32>
  %r = linalg.conv_2d_nhwc_hwcf
      ins(%x, %k : tensor<1x7x33x3xf32>, tensor<3x3x3x37xf32>)
      outs(%zeros : tensor<1x5x31x37xf32>) -> tensor<1x5x31x37xf32>
  return %r : tensor<1x5x31x37xf32>
}

func.func @map(%x: tensor<5x997xf32>) -> tensor<5x997xf32> {
  %empty = tensor.empty() : tensor<5x997xf32>
  %r = linalg.exp ins(%x : tensor<5x997xf32>) outs(%empty : tensor<5x997xf32>)
      -> tensor<5x997xf32>
  return %r : tensor<5x997xf32>
}
