func.func @sum(%x: tensor<1x5xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %each = tensor.extract_slice %x[0, 0] [1, 3] [1, 2] : tensor<1x5xf32> to tensor<3xf32>
  %0 = arith.mulf %each, %y : tensor<3xf32>
  %1 = arith.addf %each, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @mixed(%x: tensor<1x5xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a0 = tensor.extract %x[%c0, %c4] : tensor<1x5xf32>
  %a1 = tensor.extract %x[%c0, %c1] : tensor<1x5xf32>
  %b1 = tensor.extract %y[%c1] : tensor<3xf32>
  %b2 = tensor.extract %y[%c2] : tensor<3xf32>
  %0 = arith.mulf %a0, %b1 : f32
  %1 = arith.addf %a1, %b2 : f32
  %2 = arith.mulf %a1, %b2 : f32
  %3 = arith.mulf %a0, %b2 : f32
  %4 = arith.mulf %a1, %a1 : f32
  %5 = arith.mulf %b1, %b2 : f32
  %6 = arith.addf %0, %3 : f32
  %7 = arith.addf %1, %4 : f32
  %8 = arith.addf %2, %5 : f32
  %r = tensor.from_elements %6, %7, %8 : tensor<3xf32>
  return %r : tensor<3xf32>
}
