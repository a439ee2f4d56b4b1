// Rows that become a batch of texts get two dynamic sizes from one dimension,
// also those of a slice, whose strides are those of the whole.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %t/any.mlir -o %t/any.lowered.mlir
// RUN: %as-run %t/any.lowered.mlir --compare=%t/given.mlir --runs=0 | FileCheck %s

// CHECK: results: equal

//--- any.mlir
func.func private @texts(%x: tensor<?x32xf32>, %b: index, %s: index)
    -> tensor<?x?x32xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %y = linalg.exp ins(%x : tensor<?x32xf32>) outs(%e : tensor<?x32xf32>)
      -> tensor<?x32xf32>
  %z = tensor.expand_shape %y [[0, 1], [2]] output_shape [%b, %s, 32]
      : tensor<?x32xf32> into tensor<?x?x32xf32>
  return %z : tensor<?x?x32xf32>
}

func.func private @part(%x: tensor<?x32xf32>, %b: index, %s: index)
    -> tensor<?x?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %y = tensor.extract_slice %x[0, 5] [%n, 12] [1, 2]
      : tensor<?x32xf32> to tensor<?x12xf32>
  %z = tensor.expand_shape %y [[0, 1], [2, 3]] output_shape [%b, %s, 3, 4]
      : tensor<?x12xf32> into tensor<?x?x3x4xf32>
  return %z : tensor<?x?x3x4xf32>
}

func.func @all(%x: tensor<15x32xf32>)
    -> (tensor<3x5x32xf32>, tensor<3x5x3x4xf32>) {
  %b = arith.constant 3 : index
  %s = arith.constant 5 : index
  %any = tensor.cast %x : tensor<15x32xf32> to tensor<?x32xf32>
  %y = func.call @texts(%any, %b, %s)
      : (tensor<?x32xf32>, index, index) -> tensor<?x?x32xf32>
  %z = func.call @part(%any, %b, %s)
      : (tensor<?x32xf32>, index, index) -> tensor<?x?x3x4xf32>
  %r0 = tensor.cast %y : tensor<?x?x32xf32> to tensor<3x5x32xf32>
  %r1 = tensor.cast %z : tensor<?x?x3x4xf32> to tensor<3x5x3x4xf32>
  return %r0, %r1 : tensor<3x5x32xf32>, tensor<3x5x3x4xf32>
}

//--- given.mlir
func.func @all(%x: tensor<15x32xf32>)
    -> (tensor<3x5x32xf32>, tensor<3x5x3x4xf32>) {
  %e = tensor.empty() : tensor<15x32xf32>
  %y = linalg.exp ins(%x : tensor<15x32xf32>) outs(%e : tensor<15x32xf32>)
      -> tensor<15x32xf32>
  %r0 = tensor.expand_shape %y [[0, 1], [2]] output_shape [3, 5, 32]
      : tensor<15x32xf32> into tensor<3x5x32xf32>
  %z = tensor.extract_slice %x[0, 5] [15, 12] [1, 2]
      : tensor<15x32xf32> to tensor<15x12xf32>
  %r1 = tensor.expand_shape %z [[0, 1], [2, 3]] output_shape [3, 5, 3, 4]
      : tensor<15x12xf32> into tensor<3x5x3x4xf32>
  return %r0, %r1 : tensor<3x5x32xf32>, tensor<3x5x3x4xf32>
}
