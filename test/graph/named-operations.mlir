// Each named operation of linalg goes through: products with all maps, convolutions
// and pooling of all ranks, elementwise operations, packing, Winograd's transforms.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>/dev/null
// RUN: %mlir-translate --mlir-to-llvmir %t.mlir -o /dev/null

func.func @abs_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.abs ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @add_complex(%a0: tensor<24x40xcomplex<f32>>, %a1: tensor<24x40xcomplex<f32>>, %o: tensor<24x40xcomplex<f32>>) -> tensor<24x40xcomplex<f32>> {
  %r = linalg.add ins(%a0, %a1 : tensor<24x40xcomplex<f32>>, tensor<24x40xcomplex<f32>>) outs(%o : tensor<24x40xcomplex<f32>>) -> tensor<24x40xcomplex<f32>>
  return %r : tensor<24x40xcomplex<f32>>
}

func.func @add_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.add ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @add_i1(%a0: tensor<24x40xi1>, %a1: tensor<24x40xi1>, %o: tensor<24x40xi1>) -> tensor<24x40xi1> {
  %r = linalg.add ins(%a0, %a1 : tensor<24x40xi1>, tensor<24x40xi1>) outs(%o : tensor<24x40xi1>) -> tensor<24x40xi1>
  return %r : tensor<24x40xi1>
}

func.func @batch_matmul_acc(%a0: tensor<3x24x40xf32>, %a1: tensor<3x40x32xf32>, %o: tensor<3x24x32xf32>) -> tensor<3x24x32xf32> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x40x32xf32>) outs(%o : tensor<3x24x32xf32>) -> tensor<3x24x32xf32>
  return %r : tensor<3x24x32xf32>
}

func.func @batch_matmul_bcast(%a0: tensor<24x40xf32>, %a1: tensor<3x32x40xf32>, %o: tensor<3x24x32xf32>) -> tensor<3x24x32xf32> {
  %r = linalg.batch_matmul indexing_maps=[affine_map<(b,m,n,k)->(m,k)>,affine_map<(b,m,n,k)->(b,n,k)>,affine_map<(b,m,n,k)->(b,m,n)>] ins(%a0, %a1 : tensor<24x40xf32>, tensor<3x32x40xf32>) outs(%o : tensor<3x24x32xf32>) -> tensor<3x24x32xf32>
  return %r : tensor<3x24x32xf32>
}

func.func @batch_matmul_f32_f32(%a0: tensor<3x24x40xf32>, %a1: tensor<3x40x32xf32>) -> tensor<3x24x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x24x32xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<3x24x32xf32>) -> tensor<3x24x32xf32>
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x40x32xf32>) outs(%o : tensor<3x24x32xf32>) -> tensor<3x24x32xf32>
  return %r : tensor<3x24x32xf32>
}

func.func @batch_matmul_ta(%a0: tensor<3x40x24xf32>, %a1: tensor<3x40x32xf32>, %o: tensor<3x24x32xf32>) -> tensor<3x24x32xf32> {
  %r = linalg.batch_matmul indexing_maps=[affine_map<(b,m,n,k)->(b,k,m)>,affine_map<(b,m,n,k)->(b,k,n)>,affine_map<(b,m,n,k)->(b,m,n)>] ins(%a0, %a1 : tensor<3x40x24xf32>, tensor<3x40x32xf32>) outs(%o : tensor<3x24x32xf32>) -> tensor<3x24x32xf32>
  return %r : tensor<3x24x32xf32>
}

func.func @batch_matmul_tb(%a0: tensor<3x24x40xf32>, %a1: tensor<3x32x40xf32>, %o: tensor<3x24x32xf32>) -> tensor<3x24x32xf32> {
  %r = linalg.batch_matmul indexing_maps=[affine_map<(b,m,n,k)->(b,m,k)>,affine_map<(b,m,n,k)->(b,n,k)>,affine_map<(b,m,n,k)->(b,m,n)>] ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x32x40xf32>) outs(%o : tensor<3x24x32xf32>) -> tensor<3x24x32xf32>
  return %r : tensor<3x24x32xf32>
}

func.func @batch_matvec_acc(%a0: tensor<3x24x40xf32>, %a1: tensor<3x40xf32>, %o: tensor<3x24xf32>) -> tensor<3x24xf32> {
  %r = linalg.batch_matvec ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x40xf32>) outs(%o : tensor<3x24xf32>) -> tensor<3x24xf32>
  return %r : tensor<3x24xf32>
}

func.func @batch_matvec_f32_f32(%a0: tensor<3x24x40xf32>, %a1: tensor<3x40xf32>) -> tensor<3x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<3x24xf32>) -> tensor<3x24xf32>
  %r = linalg.batch_matvec ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x40xf32>) outs(%o : tensor<3x24xf32>) -> tensor<3x24xf32>
  return %r : tensor<3x24xf32>
}

func.func @batch_mmt4d_acc(%a0: tensor<2x3x5x8x2xf32>, %a1: tensor<2x4x5x16x2xf32>, %o: tensor<2x3x4x8x16xf32>) -> tensor<2x3x4x8x16xf32> {
  %r = linalg.batch_mmt4d ins(%a0, %a1 : tensor<2x3x5x8x2xf32>, tensor<2x4x5x16x2xf32>) outs(%o : tensor<2x3x4x8x16xf32>) -> tensor<2x3x4x8x16xf32>
  return %r : tensor<2x3x4x8x16xf32>
}

func.func @batch_mmt4d_f32_f32(%a0: tensor<2x3x5x8x2xf32>, %a1: tensor<2x4x5x16x2xf32>) -> tensor<2x3x4x8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4x8x16xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x4x8x16xf32>) -> tensor<2x3x4x8x16xf32>
  %r = linalg.batch_mmt4d ins(%a0, %a1 : tensor<2x3x5x8x2xf32>, tensor<2x4x5x16x2xf32>) outs(%o : tensor<2x3x4x8x16xf32>) -> tensor<2x3x4x8x16xf32>
  return %r : tensor<2x3x4x8x16xf32>
}

func.func @batch_reduce_matmul_acc(%a0: tensor<3x24x40xf32>, %a1: tensor<3x40x32xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x40x32xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @batch_reduce_matmul_f32_f32(%a0: tensor<3x24x40xf32>, %a1: tensor<3x40x32xf32>) -> tensor<24x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x32xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x40x32xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @batch_reduce_matmul_tb(%a0: tensor<3x24x40xf32>, %a1: tensor<3x32x40xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.batch_reduce_matmul indexing_maps=[affine_map<(b,m,n,k)->(b,m,k)>,affine_map<(b,m,n,k)->(b,n,k)>,affine_map<(b,m,n,k)->(m,n)>] ins(%a0, %a1 : tensor<3x24x40xf32>, tensor<3x32x40xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @batch_vecmat_acc(%a0: tensor<3x40xf32>, %a1: tensor<3x40x24xf32>, %o: tensor<3x24xf32>) -> tensor<3x24xf32> {
  %r = linalg.batch_vecmat ins(%a0, %a1 : tensor<3x40xf32>, tensor<3x40x24xf32>) outs(%o : tensor<3x24xf32>) -> tensor<3x24xf32>
  return %r : tensor<3x24xf32>
}

func.func @batch_vecmat_f32_f32(%a0: tensor<3x40xf32>, %a1: tensor<3x40x24xf32>) -> tensor<3x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<3x24xf32>) -> tensor<3x24xf32>
  %r = linalg.batch_vecmat ins(%a0, %a1 : tensor<3x40xf32>, tensor<3x40x24xf32>) outs(%o : tensor<3x24xf32>) -> tensor<3x24xf32>
  return %r : tensor<3x24xf32>
}

func.func @broadcast_f32(%a: tensor<40xf32>, %o: tensor<24x40x6xf32>) -> tensor<24x40x6xf32> {
  %r = linalg.broadcast ins(%a : tensor<40xf32>) outs(%o : tensor<24x40x6xf32>) dimensions=[0,2]
  return %r : tensor<24x40x6xf32>
}

func.func @broadcast_i1(%a: tensor<40xi1>, %o: tensor<24x40x6xi1>) -> tensor<24x40x6xi1> {
  %r = linalg.broadcast ins(%a : tensor<40xi1>) outs(%o : tensor<24x40x6xi1>) dimensions=[0,2]
  return %r : tensor<24x40x6xi1>
}

func.func @ceil_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.ceil ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @contract(%a0: tensor<6x3x10x8xf32>, %a1: tensor<16x10x6x3xf32>, %o: tensor<16x3x8xf32>) -> tensor<16x3x8xf32> {
  %r = linalg.contract indexing_maps=[affine_map<(b,m,n,k,l)->(l,b,k,m)>,affine_map<(b,m,n,k,l)->(n,k,l,b)>,affine_map<(b,m,n,k,l)->(n,b,m)>] ins(%a0, %a1 : tensor<6x3x10x8xf32>, tensor<16x10x6x3xf32>) outs(%o : tensor<16x3x8xf32>) -> tensor<16x3x8xf32>
  return %r : tensor<16x3x8xf32>
}

func.func @conv2d_strided(%a0: tensor<2x13x21x3xf32>, %a1: tensor<3x3x3x8xf32>) -> tensor<2x5x9x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x5x9x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x5x9x8xf32>) -> tensor<2x5x9x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf {strides=dense<2>:tensor<2xi64>, dilations=dense<2>:tensor<2xi64>} ins(%a0, %a1 : tensor<2x13x21x3xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<2x5x9x8xf32>) -> tensor<2x5x9x8xf32>
  return %r : tensor<2x5x9x8xf32>
}

func.func @conv3d_strided(%a0: tensor<2x7x13x21x3xf32>, %a1: tensor<3x3x3x3x8xf32>) -> tensor<2x2x5x9x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x5x9x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x2x5x9x8xf32>) -> tensor<2x2x5x9x8xf32>
  %r = linalg.conv_3d_ndhwc_dhwcf {strides=dense<2>:tensor<3xi64>, dilations=dense<[1,2,2]>:tensor<3xi64>} ins(%a0, %a1 : tensor<2x7x13x21x3xf32>, tensor<3x3x3x3x8xf32>) outs(%o : tensor<2x2x5x9x8xf32>) -> tensor<2x2x5x9x8xf32>
  return %r : tensor<2x2x5x9x8xf32>
}

func.func @conv_1d_f32_f32(%a0: tensor<40xf32>, %a1: tensor<5xf32>) -> tensor<36xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<36xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<36xf32>) -> tensor<36xf32>
  %r = linalg.conv_1d ins(%a0, %a1 : tensor<40xf32>, tensor<5xf32>) outs(%o : tensor<36xf32>) -> tensor<36xf32>
  return %r : tensor<36xf32>
}

func.func @conv_1d_ncw_fcw_f32_f32(%a0: tensor<2x3x20xf32>, %a1: tensor<8x3x3xf32>) -> tensor<2x8x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  %r = linalg.conv_1d_ncw_fcw ins(%a0, %a1 : tensor<2x3x20xf32>, tensor<8x3x3xf32>) outs(%o : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  return %r : tensor<2x8x18xf32>
}

func.func @conv_1d_nwc_wcf_f32_f32(%a0: tensor<2x20x3xf32>, %a1: tensor<3x3x8xf32>) -> tensor<2x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  %r = linalg.conv_1d_nwc_wcf ins(%a0, %a1 : tensor<2x20x3xf32>, tensor<3x3x8xf32>) outs(%o : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  return %r : tensor<2x18x8xf32>
}

func.func @conv_2d_f32_f32(%a0: tensor<20x40xf32>, %a1: tensor<3x5xf32>) -> tensor<18x36xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<18x36xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<18x36xf32>) -> tensor<18x36xf32>
  %r = linalg.conv_2d ins(%a0, %a1 : tensor<20x40xf32>, tensor<3x5xf32>) outs(%o : tensor<18x36xf32>) -> tensor<18x36xf32>
  return %r : tensor<18x36xf32>
}

func.func @conv_2d_nchw_fchw_f32_f32(%a0: tensor<2x3x12x20xf32>, %a1: tensor<8x3x3x3xf32>) -> tensor<2x8x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%a0, %a1 : tensor<2x3x12x20xf32>, tensor<8x3x3x3xf32>) outs(%o : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  return %r : tensor<2x8x10x18xf32>
}

func.func @conv_2d_nchw_fchw_q(%a0: tensor<2x3x12x20xi8>, %a1: tensor<8x3x3x3xi8>, %a2: i32, %a3: i32) -> tensor<2x8x10x18xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x8x10x18xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x8x10x18xi32>) -> tensor<2x8x10x18xi32>
  %r = linalg.conv_2d_nchw_fchw_q ins(%a0, %a1, %a2, %a3 : tensor<2x3x12x20xi8>, tensor<8x3x3x3xi8>, i32, i32) outs(%o : tensor<2x8x10x18xi32>) -> tensor<2x8x10x18xi32>
  return %r : tensor<2x8x10x18xi32>
}

func.func @conv_2d_ngchw_fgchw_f32_f32(%a0: tensor<2x2x3x12x20xf32>, %a1: tensor<8x2x3x3x3xf32>) -> tensor<2x2x8x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x8x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x2x8x10x18xf32>) -> tensor<2x2x8x10x18xf32>
  %r = linalg.conv_2d_ngchw_fgchw ins(%a0, %a1 : tensor<2x2x3x12x20xf32>, tensor<8x2x3x3x3xf32>) outs(%o : tensor<2x2x8x10x18xf32>) -> tensor<2x2x8x10x18xf32>
  return %r : tensor<2x2x8x10x18xf32>
}

func.func @conv_2d_ngchw_gfchw_f32_f32(%a0: tensor<2x2x3x12x20xf32>, %a1: tensor<2x8x3x3x3xf32>) -> tensor<2x2x8x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x8x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x2x8x10x18xf32>) -> tensor<2x2x8x10x18xf32>
  %r = linalg.conv_2d_ngchw_gfchw ins(%a0, %a1 : tensor<2x2x3x12x20xf32>, tensor<2x8x3x3x3xf32>) outs(%o : tensor<2x2x8x10x18xf32>) -> tensor<2x2x8x10x18xf32>
  return %r : tensor<2x2x8x10x18xf32>
}

func.func @conv_2d_ngchw_gfchw_q(%a0: tensor<2x2x3x12x20xi8>, %a1: tensor<2x8x3x3x3xi8>, %a2: i32, %a3: i32) -> tensor<2x2x8x10x18xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2x8x10x18xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x2x8x10x18xi32>) -> tensor<2x2x8x10x18xi32>
  %r = linalg.conv_2d_ngchw_gfchw_q ins(%a0, %a1, %a2, %a3 : tensor<2x2x3x12x20xi8>, tensor<2x8x3x3x3xi8>, i32, i32) outs(%o : tensor<2x2x8x10x18xi32>) -> tensor<2x2x8x10x18xi32>
  return %r : tensor<2x2x8x10x18xi32>
}

func.func @conv_2d_nhwc_fhwc_f32_f32(%a0: tensor<2x12x20x3xf32>, %a1: tensor<8x3x3x3xf32>) -> tensor<2x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  %r = linalg.conv_2d_nhwc_fhwc ins(%a0, %a1 : tensor<2x12x20x3xf32>, tensor<8x3x3x3xf32>) outs(%o : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  return %r : tensor<2x10x18x8xf32>
}

func.func @conv_2d_nhwc_fhwc_q(%a0: tensor<2x12x20x3xi8>, %a1: tensor<8x3x3x3xi8>, %a2: i32, %a3: i32) -> tensor<2x10x18x8xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x10x18x8xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x10x18x8xi32>) -> tensor<2x10x18x8xi32>
  %r = linalg.conv_2d_nhwc_fhwc_q ins(%a0, %a1, %a2, %a3 : tensor<2x12x20x3xi8>, tensor<8x3x3x3xi8>, i32, i32) outs(%o : tensor<2x10x18x8xi32>) -> tensor<2x10x18x8xi32>
  return %r : tensor<2x10x18x8xi32>
}

func.func @conv_2d_nhwc_hwcf_f32_f32(%a0: tensor<2x12x20x3xf32>, %a1: tensor<3x3x3x8xf32>) -> tensor<2x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<2x12x20x3xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  return %r : tensor<2x10x18x8xf32>
}

func.func @conv_2d_nhwc_hwcf_q(%a0: tensor<2x12x20x3xi8>, %a1: tensor<3x3x3x8xi8>, %a2: i32, %a3: i32) -> tensor<2x10x18x8xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x10x18x8xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x10x18x8xi32>) -> tensor<2x10x18x8xi32>
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %a2, %a3 : tensor<2x12x20x3xi8>, tensor<3x3x3x8xi8>, i32, i32) outs(%o : tensor<2x10x18x8xi32>) -> tensor<2x10x18x8xi32>
  return %r : tensor<2x10x18x8xi32>
}

func.func @conv_2d_nhwgc_gfhwc_f32_f32(%a0: tensor<2x12x20x2x3xf32>, %a1: tensor<2x8x3x3x3xf32>) -> tensor<2x10x18x2x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x18x2x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x2x8xf32>) -> tensor<2x10x18x2x8xf32>
  %r = linalg.conv_2d_nhwgc_gfhwc ins(%a0, %a1 : tensor<2x12x20x2x3xf32>, tensor<2x8x3x3x3xf32>) outs(%o : tensor<2x10x18x2x8xf32>) -> tensor<2x10x18x2x8xf32>
  return %r : tensor<2x10x18x2x8xf32>
}

func.func @conv_2d_nhwgc_gfhwc_q(%a0: tensor<2x12x20x2x3xi8>, %a1: tensor<2x8x3x3x3xi8>, %a2: i32, %a3: i32) -> tensor<2x10x18x2x8xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x10x18x2x8xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x10x18x2x8xi32>) -> tensor<2x10x18x2x8xi32>
  %r = linalg.conv_2d_nhwgc_gfhwc_q ins(%a0, %a1, %a2, %a3 : tensor<2x12x20x2x3xi8>, tensor<2x8x3x3x3xi8>, i32, i32) outs(%o : tensor<2x10x18x2x8xi32>) -> tensor<2x10x18x2x8xi32>
  return %r : tensor<2x10x18x2x8xi32>
}

func.func @conv_3d_f32_f32(%a0: tensor<10x20x40xf32>, %a1: tensor<3x3x5xf32>) -> tensor<8x18x36xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x18x36xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<8x18x36xf32>) -> tensor<8x18x36xf32>
  %r = linalg.conv_3d ins(%a0, %a1 : tensor<10x20x40xf32>, tensor<3x3x5xf32>) outs(%o : tensor<8x18x36xf32>) -> tensor<8x18x36xf32>
  return %r : tensor<8x18x36xf32>
}

func.func @conv_3d_ncdhw_fcdhw_f32_f32(%a0: tensor<1x3x6x12x20xf32>, %a1: tensor<8x3x3x3x3xf32>) -> tensor<1x8x4x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x4x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x4x10x18xf32>) -> tensor<1x8x4x10x18xf32>
  %r = linalg.conv_3d_ncdhw_fcdhw ins(%a0, %a1 : tensor<1x3x6x12x20xf32>, tensor<8x3x3x3x3xf32>) outs(%o : tensor<1x8x4x10x18xf32>) -> tensor<1x8x4x10x18xf32>
  return %r : tensor<1x8x4x10x18xf32>
}

func.func @conv_3d_ndhwc_dhwcf_f32_f32(%a0: tensor<1x6x12x20x3xf32>, %a1: tensor<3x3x3x3x8xf32>) -> tensor<1x4x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x10x18x8xf32>) -> tensor<1x4x10x18x8xf32>
  %r = linalg.conv_3d_ndhwc_dhwcf ins(%a0, %a1 : tensor<1x6x12x20x3xf32>, tensor<3x3x3x3x8xf32>) outs(%o : tensor<1x4x10x18x8xf32>) -> tensor<1x4x10x18x8xf32>
  return %r : tensor<1x4x10x18x8xf32>
}

func.func @conv_3d_ndhwc_dhwcf_q(%a0: tensor<1x6x12x20x3xi8>, %a1: tensor<3x3x3x3x8xi8>, %a2: i32, %a3: i32) -> tensor<1x4x10x18x8xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<1x4x10x18x8xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<1x4x10x18x8xi32>) -> tensor<1x4x10x18x8xi32>
  %r = linalg.conv_3d_ndhwc_dhwcf_q ins(%a0, %a1, %a2, %a3 : tensor<1x6x12x20x3xi8>, tensor<3x3x3x3x8xi8>, i32, i32) outs(%o : tensor<1x4x10x18x8xi32>) -> tensor<1x4x10x18x8xi32>
  return %r : tensor<1x4x10x18x8xi32>
}

func.func @copy_cast(%a0: tensor<24x40xf32>, %o: tensor<24x40xf64>) -> tensor<24x40xf64> {
  %r = linalg.copy ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf64>) -> tensor<24x40xf64>
  return %r : tensor<24x40xf64>
}

func.func @copy_castdown(%a0: tensor<24x40xf64>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.copy ins(%a0 : tensor<24x40xf64>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @copy_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.copy ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @copy_i1(%a0: tensor<24x40xi1>, %o: tensor<24x40xi1>) -> tensor<24x40xi1> {
  %r = linalg.copy ins(%a0 : tensor<24x40xi1>) outs(%o : tensor<24x40xi1>) -> tensor<24x40xi1>
  return %r : tensor<24x40xi1>
}

func.func @depthwise_conv_1d_ncw_cw_f32_f32(%a0: tensor<2x8x20xf32>, %a1: tensor<8x3xf32>) -> tensor<2x8x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  %r = linalg.depthwise_conv_1d_ncw_cw ins(%a0, %a1 : tensor<2x8x20xf32>, tensor<8x3xf32>) outs(%o : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  return %r : tensor<2x8x18xf32>
}

func.func @depthwise_conv_1d_nwc_wc_f32_f32(%a0: tensor<2x20x8xf32>, %a1: tensor<3x8xf32>) -> tensor<2x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  %r = linalg.depthwise_conv_1d_nwc_wc ins(%a0, %a1 : tensor<2x20x8xf32>, tensor<3x8xf32>) outs(%o : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  return %r : tensor<2x18x8xf32>
}

func.func @depthwise_conv_1d_nwc_wcm_f32_f32(%a0: tensor<2x20x8xf32>, %a1: tensor<3x8x2xf32>) -> tensor<2x18x8x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x18x8x2xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x18x8x2xf32>) -> tensor<2x18x8x2xf32>
  %r = linalg.depthwise_conv_1d_nwc_wcm ins(%a0, %a1 : tensor<2x20x8xf32>, tensor<3x8x2xf32>) outs(%o : tensor<2x18x8x2xf32>) -> tensor<2x18x8x2xf32>
  return %r : tensor<2x18x8x2xf32>
}

func.func @depthwise_conv_2d_nchw_chw_f32_f32(%a0: tensor<2x8x12x20xf32>, %a1: tensor<8x3x3xf32>) -> tensor<2x8x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%a0, %a1 : tensor<2x8x12x20xf32>, tensor<8x3x3xf32>) outs(%o : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  return %r : tensor<2x8x10x18xf32>
}

func.func @depthwise_conv_2d_nhwc_hwc_f32_f32(%a0: tensor<2x12x20x8xf32>, %a1: tensor<3x3x8xf32>) -> tensor<2x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%a0, %a1 : tensor<2x12x20x8xf32>, tensor<3x3x8xf32>) outs(%o : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  return %r : tensor<2x10x18x8xf32>
}

func.func @depthwise_conv_2d_nhwc_hwc_q(%a0: tensor<2x12x20x8xi8>, %a1: tensor<3x3x8xi8>, %a2: i32, %a3: i32) -> tensor<2x10x18x8xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x10x18x8xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x10x18x8xi32>) -> tensor<2x10x18x8xi32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a0, %a1, %a2, %a3 : tensor<2x12x20x8xi8>, tensor<3x3x8xi8>, i32, i32) outs(%o : tensor<2x10x18x8xi32>) -> tensor<2x10x18x8xi32>
  return %r : tensor<2x10x18x8xi32>
}

func.func @depthwise_conv_2d_nhwc_hwcm_f32_f32(%a0: tensor<2x12x20x8xf32>, %a1: tensor<3x3x8x2xf32>) -> tensor<2x10x18x8x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8x2xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8x2xf32>) -> tensor<2x10x18x8x2xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%a0, %a1 : tensor<2x12x20x8xf32>, tensor<3x3x8x2xf32>) outs(%o : tensor<2x10x18x8x2xf32>) -> tensor<2x10x18x8x2xf32>
  return %r : tensor<2x10x18x8x2xf32>
}

func.func @depthwise_conv_2d_nhwc_hwcm_q(%a0: tensor<2x12x20x8xi8>, %a1: tensor<3x3x8x2xi8>, %a2: i32, %a3: i32) -> tensor<2x10x18x8x2xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x10x18x8x2xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<2x10x18x8x2xi32>) -> tensor<2x10x18x8x2xi32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a0, %a1, %a2, %a3 : tensor<2x12x20x8xi8>, tensor<3x3x8x2xi8>, i32, i32) outs(%o : tensor<2x10x18x8x2xi32>) -> tensor<2x10x18x8x2xi32>
  return %r : tensor<2x10x18x8x2xi32>
}

func.func @depthwise_conv_3d_ncdhw_cdhw_f32_f32(%a0: tensor<1x8x6x12x20xf32>, %a1: tensor<8x3x3x3xf32>) -> tensor<1x8x4x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x4x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x4x10x18xf32>) -> tensor<1x8x4x10x18xf32>
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a0, %a1 : tensor<1x8x6x12x20xf32>, tensor<8x3x3x3xf32>) outs(%o : tensor<1x8x4x10x18xf32>) -> tensor<1x8x4x10x18xf32>
  return %r : tensor<1x8x4x10x18xf32>
}

func.func @depthwise_conv_3d_ndhwc_dhwc_f32_f32(%a0: tensor<1x6x12x20x8xf32>, %a1: tensor<3x3x3x8xf32>) -> tensor<1x4x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x10x18x8xf32>) -> tensor<1x4x10x18x8xf32>
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a0, %a1 : tensor<1x6x12x20x8xf32>, tensor<3x3x3x8xf32>) outs(%o : tensor<1x4x10x18x8xf32>) -> tensor<1x4x10x18x8xf32>
  return %r : tensor<1x4x10x18x8xf32>
}

func.func @depthwise_conv_3d_ndhwc_dhwcm_f32_f32(%a0: tensor<1x6x12x20x8xf32>, %a1: tensor<3x3x3x8x2xf32>) -> tensor<1x4x10x18x8x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x10x18x8x2xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x10x18x8x2xf32>) -> tensor<1x4x10x18x8x2xf32>
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a0, %a1 : tensor<1x6x12x20x8xf32>, tensor<3x3x3x8x2xf32>) outs(%o : tensor<1x4x10x18x8x2xf32>) -> tensor<1x4x10x18x8x2xf32>
  return %r : tensor<1x4x10x18x8x2xf32>
}

func.func @div_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.div ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @dot_acc(%a0: tensor<40xf32>, %a1: tensor<40xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%a0, %a1 : tensor<40xf32>, tensor<40xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @dot_f32_f32(%a0: tensor<40xf32>, %a1: tensor<40xf32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.dot ins(%a0, %a1 : tensor<40xf32>, tensor<40xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @elementwise_abs(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<abs> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_add(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_bcast(%a0: tensor<40xf32>, %a1: tensor<40x24xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps=[affine_map<(d0,d1)->(d1)>,affine_map<(d0,d1)->(d1,d0)>,affine_map<(d0,d1)->(d0,d1)>] ins(%a0, %a1 : tensor<40xf32>, tensor<40x24xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_ceil(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<ceil> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_div(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_erf(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<erf> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_exp(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_floor(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<floor> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_i32_div_unsigned(%a0: tensor<24x40xi32>, %a1: tensor<24x40xi32>, %o: tensor<24x40xi32>) -> tensor<24x40xi32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<div_unsigned> ins(%a0, %a1 : tensor<24x40xi32>, tensor<24x40xi32>) outs(%o : tensor<24x40xi32>) -> tensor<24x40xi32>
  return %r : tensor<24x40xi32>
}

func.func @elementwise_i32_max_unsigned(%a0: tensor<24x40xi32>, %a1: tensor<24x40xi32>, %o: tensor<24x40xi32>) -> tensor<24x40xi32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%a0, %a1 : tensor<24x40xi32>, tensor<24x40xi32>) outs(%o : tensor<24x40xi32>) -> tensor<24x40xi32>
  return %r : tensor<24x40xi32>
}

func.func @elementwise_i32_min_unsigned(%a0: tensor<24x40xi32>, %a1: tensor<24x40xi32>, %o: tensor<24x40xi32>) -> tensor<24x40xi32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<min_unsigned> ins(%a0, %a1 : tensor<24x40xi32>, tensor<24x40xi32>) outs(%o : tensor<24x40xi32>) -> tensor<24x40xi32>
  return %r : tensor<24x40xi32>
}

func.func @elementwise_log(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<log> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_max_signed(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_min_signed(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<min_signed> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_mul(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_negf(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_powf(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<powf> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_reciprocal(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<reciprocal> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_round(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<round> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_rsqrt(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<rsqrt> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_select(%a0: tensor<24x40xi1>, %a1: tensor<24x40xf32>, %a2: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%a0, %a1, %a2 : tensor<24x40xi1>, tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_sqrt(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<sqrt> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_square(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_sub(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @elementwise_tanh(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @erf_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.erf ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @exp_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.exp ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @fill_f32(%s: f32, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.fill ins(%s : f32) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @fill_i1(%s: i1, %o: tensor<24x40xi1>) -> tensor<24x40xi1> {
  %r = linalg.fill ins(%s : i1) outs(%o : tensor<24x40xi1>) -> tensor<24x40xi1>
  return %r : tensor<24x40xi1>
}

func.func @fill_rng_2d(%lo: f64, %hi: f64, %s: i32, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.fill_rng_2d ins(%lo, %hi, %s : f64, f64, i32) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @floor_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.floor ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @log_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.log ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @map_add(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.map { arith.addf } ins(%a, %b : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>)
  return %r : tensor<24x40xf32>
}

func.func @map_long(%a: tensor<24x40xf32>, %b: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.map ins(%a, %b : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>)
  (%x: f32, %y: f32, %z: f32) { %u = arith.mulf %x, %y : f32
  %v = math.exp %u : f32
  linalg.yield %v : f32 }
  return %r : tensor<24x40xf32>
}

func.func @map_nullary(%o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.map outs(%o : tensor<24x40xf32>)
  (%z: f32) { %i = linalg.index 0 : index
  %j = arith.index_cast %i : index to i32
  %u = arith.sitofp %j : i32 to f32
  linalg.yield %u : f32 }
  return %r : tensor<24x40xf32>
}

func.func @matmul_acc(%a0: tensor<24x40xf32>, %a1: tensor<40x32xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<24x40xf32>, tensor<40x32xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_bcasta(%a0: tensor<40xf32>, %a1: tensor<32x40xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.matmul indexing_maps=[affine_map<(m,n,k)->(k)>,affine_map<(m,n,k)->(n,k)>,affine_map<(m,n,k)->(m,n)>] ins(%a0, %a1 : tensor<40xf32>, tensor<32x40xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_bf16_bf16(%a0: tensor<24x40xbf16>, %a1: tensor<40x32xbf16>) -> tensor<24x32xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<24x32xbf16>
  %o = linalg.fill ins(%z : bf16) outs(%e : tensor<24x32xbf16>) -> tensor<24x32xbf16>
  %r = linalg.matmul ins(%a0, %a1 : tensor<24x40xbf16>, tensor<40x32xbf16>) outs(%o : tensor<24x32xbf16>) -> tensor<24x32xbf16>
  return %r : tensor<24x32xbf16>
}

func.func @matmul_bf16_f32(%a0: tensor<24x40xbf16>, %a1: tensor<40x32xbf16>) -> tensor<24x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x32xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.matmul ins(%a0, %a1 : tensor<24x40xbf16>, tensor<40x32xbf16>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_complex(%a0: tensor<24x40xcomplex<f32>>, %a1: tensor<40x8xcomplex<f32>>, %o: tensor<24x8xcomplex<f32>>) -> tensor<24x8xcomplex<f32>> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<24x40xcomplex<f32>>, tensor<40x8xcomplex<f32>>) outs(%o : tensor<24x8xcomplex<f32>>) -> tensor<24x8xcomplex<f32>>
  return %r : tensor<24x8xcomplex<f32>>
}

func.func @matmul_f32_f32(%a0: tensor<24x40xf32>, %a1: tensor<40x32xf32>) -> tensor<24x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x32xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.matmul ins(%a0, %a1 : tensor<24x40xf32>, tensor<40x32xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_i8_i32(%a0: tensor<24x40xi8>, %a1: tensor<40x32xi8>) -> tensor<24x32xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<24x32xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<24x32xi32>) -> tensor<24x32xi32>
  %r = linalg.matmul ins(%a0, %a1 : tensor<24x40xi8>, tensor<40x32xi8>) outs(%o : tensor<24x32xi32>) -> tensor<24x32xi32>
  return %r : tensor<24x32xi32>
}

func.func @matmul_ta(%a0: tensor<40x24xf32>, %a1: tensor<40x32xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.matmul indexing_maps=[affine_map<(m,n,k)->(k,m)>,affine_map<(m,n,k)->(k,n)>,affine_map<(m,n,k)->(m,n)>] ins(%a0, %a1 : tensor<40x24xf32>, tensor<40x32xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_tab(%a0: tensor<40x24xf32>, %a1: tensor<32x40xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.matmul indexing_maps=[affine_map<(m,n,k)->(k,m)>,affine_map<(m,n,k)->(n,k)>,affine_map<(m,n,k)->(m,n)>] ins(%a0, %a1 : tensor<40x24xf32>, tensor<32x40xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_tb_i8(%a0: tensor<24x40xi8>, %a1: tensor<32x40xi8>) -> tensor<24x32xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<24x32xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<24x32xi32>) -> tensor<24x32xi32>
  %r = linalg.matmul indexing_maps=[affine_map<(m,n,k)->(m,k)>,affine_map<(m,n,k)->(n,k)>,affine_map<(m,n,k)->(m,n)>] ins(%a0, %a1 : tensor<24x40xi8>, tensor<32x40xi8>) outs(%o : tensor<24x32xi32>) -> tensor<24x32xi32>
  return %r : tensor<24x32xi32>
}

func.func @matmul_tb(%a0: tensor<24x40xf32>, %a1: tensor<32x40xf32>, %o: tensor<24x32xf32>) -> tensor<24x32xf32> {
  %r = linalg.matmul indexing_maps=[affine_map<(m,n,k)->(m,k)>,affine_map<(m,n,k)->(n,k)>,affine_map<(m,n,k)->(m,n)>] ins(%a0, %a1 : tensor<24x40xf32>, tensor<32x40xf32>) outs(%o : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

func.func @matmul_unsigned(%a0: tensor<24x40xi8>, %a1: tensor<40x32xi8>) -> tensor<24x32xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<24x32xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<24x32xi32>) -> tensor<24x32xi32>
  %r = linalg.matmul {cast=#linalg.type_fn<cast_unsigned>} ins(%a0, %a1 : tensor<24x40xi8>, tensor<40x32xi8>) outs(%o : tensor<24x32xi32>) -> tensor<24x32xi32>
  return %r : tensor<24x32xi32>
}

func.func @matvec_acc(%a0: tensor<24x40xf32>, %a1: tensor<40xf32>, %o: tensor<24xf32>) -> tensor<24xf32> {
  %r = linalg.matvec ins(%a0, %a1 : tensor<24x40xf32>, tensor<40xf32>) outs(%o : tensor<24xf32>) -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func @matvec_f32_f32(%a0: tensor<24x40xf32>, %a1: tensor<40xf32>) -> tensor<24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %r = linalg.matvec ins(%a0, %a1 : tensor<24x40xf32>, tensor<40xf32>) outs(%o : tensor<24xf32>) -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func @max_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.max ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @min_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.min ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @mmt4d_acc(%a0: tensor<3x5x8x2xf32>, %a1: tensor<4x5x16x2xf32>, %o: tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32> {
  %r = linalg.mmt4d ins(%a0, %a1 : tensor<3x5x8x2xf32>, tensor<4x5x16x2xf32>) outs(%o : tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return %r : tensor<3x4x8x16xf32>
}

func.func @mmt4d_f32_f32(%a0: tensor<3x5x8x2xf32>, %a1: tensor<4x5x16x2xf32>) -> tensor<3x4x8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4x8x16xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  %r = linalg.mmt4d ins(%a0, %a1 : tensor<3x5x8x2xf32>, tensor<4x5x16x2xf32>) outs(%o : tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return %r : tensor<3x4x8x16xf32>
}

func.func @mul_complex(%a0: tensor<24x40xcomplex<f32>>, %a1: tensor<24x40xcomplex<f32>>, %o: tensor<24x40xcomplex<f32>>) -> tensor<24x40xcomplex<f32>> {
  %r = linalg.mul ins(%a0, %a1 : tensor<24x40xcomplex<f32>>, tensor<24x40xcomplex<f32>>) outs(%o : tensor<24x40xcomplex<f32>>) -> tensor<24x40xcomplex<f32>>
  return %r : tensor<24x40xcomplex<f32>>
}

func.func @mul_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.mul ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @mul_i1(%a0: tensor<24x40xi1>, %a1: tensor<24x40xi1>, %o: tensor<24x40xi1>) -> tensor<24x40xi1> {
  %r = linalg.mul ins(%a0, %a1 : tensor<24x40xi1>, tensor<24x40xi1>) outs(%o : tensor<24x40xi1>) -> tensor<24x40xi1>
  return %r : tensor<24x40xi1>
}

func.func @negf_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.negf ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @pack_1d(%a: tensor<24x40xf32>, %o: tensor<24x5x8xf32>) -> tensor<24x5x8xf32> {
  %r = linalg.pack %a inner_dims_pos=[1] inner_tiles=[8] into %o : tensor<24x40xf32> -> tensor<24x5x8xf32>
  return %r : tensor<24x5x8xf32>
}

func.func @pack_f32(%a: tensor<24x40xf32>, %o: tensor<3x5x8x8xf32>) -> tensor<3x5x8x8xf32> {
  %r = linalg.pack %a inner_dims_pos=[0,1] inner_tiles=[8,8] into %o : tensor<24x40xf32> -> tensor<3x5x8x8xf32>
  return %r : tensor<3x5x8x8xf32>
}

func.func @pack_i1(%a: tensor<24x40xi1>, %o: tensor<3x5x8x8xi1>) -> tensor<3x5x8x8xi1> {
  %r = linalg.pack %a inner_dims_pos=[0,1] inner_tiles=[8,8] into %o : tensor<24x40xi1> -> tensor<3x5x8x8xi1>
  return %r : tensor<3x5x8x8xi1>
}

func.func @pack_pad(%a: tensor<23x37xf32>, %o: tensor<5x3x8x8xf32>) -> tensor<5x3x8x8xf32> {
  %c = arith.constant 0.0 : f32
  %r = linalg.pack %a padding_value(%c : f32) outer_dims_perm=[1,0] inner_dims_pos=[1,0] inner_tiles=[8,8] into %o : tensor<23x37xf32> -> tensor<5x3x8x8xf32>
  return %r : tensor<5x3x8x8xf32>
}

func.func @pooling_nchw_max_f32(%a0: tensor<2x8x12x20xf32>, %a1: tensor<3x3xf32>) -> tensor<2x8x10x18xf32> {
  %z = arith.constant -65504.0 : f32
  %e = tensor.empty() : tensor<2x8x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  %r = linalg.pooling_nchw_max ins(%a0, %a1 : tensor<2x8x12x20xf32>, tensor<3x3xf32>) outs(%o : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  return %r : tensor<2x8x10x18xf32>
}

func.func @pooling_nchw_sum_f32(%a0: tensor<2x8x12x20xf32>, %a1: tensor<3x3xf32>) -> tensor<2x8x10x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x10x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  %r = linalg.pooling_nchw_sum ins(%a0, %a1 : tensor<2x8x12x20xf32>, tensor<3x3xf32>) outs(%o : tensor<2x8x10x18xf32>) -> tensor<2x8x10x18xf32>
  return %r : tensor<2x8x10x18xf32>
}

func.func @pooling_ncw_max_f32(%a0: tensor<2x8x20xf32>, %a1: tensor<3xf32>) -> tensor<2x8x18xf32> {
  %z = arith.constant -65504.0 : f32
  %e = tensor.empty() : tensor<2x8x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  %r = linalg.pooling_ncw_max ins(%a0, %a1 : tensor<2x8x20xf32>, tensor<3xf32>) outs(%o : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  return %r : tensor<2x8x18xf32>
}

func.func @pooling_ncw_sum_f32(%a0: tensor<2x8x20xf32>, %a1: tensor<3xf32>) -> tensor<2x8x18xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x18xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  %r = linalg.pooling_ncw_sum ins(%a0, %a1 : tensor<2x8x20xf32>, tensor<3xf32>) outs(%o : tensor<2x8x18xf32>) -> tensor<2x8x18xf32>
  return %r : tensor<2x8x18xf32>
}

func.func @pooling_ndhwc_max_f32(%a0: tensor<2x6x12x20x8xf32>, %a1: tensor<3x3x3xf32>) -> tensor<2x4x10x18x8xf32> {
  %z = arith.constant -65504.0 : f32
  %e = tensor.empty() : tensor<2x4x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x10x18x8xf32>) -> tensor<2x4x10x18x8xf32>
  %r = linalg.pooling_ndhwc_max ins(%a0, %a1 : tensor<2x6x12x20x8xf32>, tensor<3x3x3xf32>) outs(%o : tensor<2x4x10x18x8xf32>) -> tensor<2x4x10x18x8xf32>
  return %r : tensor<2x4x10x18x8xf32>
}

func.func @pooling_ndhwc_min_f32(%a0: tensor<2x6x12x20x8xf32>, %a1: tensor<3x3x3xf32>) -> tensor<2x4x10x18x8xf32> {
  %z = arith.constant 65504.0 : f32
  %e = tensor.empty() : tensor<2x4x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x10x18x8xf32>) -> tensor<2x4x10x18x8xf32>
  %r = linalg.pooling_ndhwc_min ins(%a0, %a1 : tensor<2x6x12x20x8xf32>, tensor<3x3x3xf32>) outs(%o : tensor<2x4x10x18x8xf32>) -> tensor<2x4x10x18x8xf32>
  return %r : tensor<2x4x10x18x8xf32>
}

func.func @pooling_ndhwc_sum_f32(%a0: tensor<2x6x12x20x8xf32>, %a1: tensor<3x3x3xf32>) -> tensor<2x4x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x10x18x8xf32>) -> tensor<2x4x10x18x8xf32>
  %r = linalg.pooling_ndhwc_sum ins(%a0, %a1 : tensor<2x6x12x20x8xf32>, tensor<3x3x3xf32>) outs(%o : tensor<2x4x10x18x8xf32>) -> tensor<2x4x10x18x8xf32>
  return %r : tensor<2x4x10x18x8xf32>
}

func.func @pooling_nhwc_max_f32(%a0: tensor<2x12x20x8xf32>, %a1: tensor<3x3xf32>) -> tensor<2x10x18x8xf32> {
  %z = arith.constant -65504.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  %r = linalg.pooling_nhwc_max ins(%a0, %a1 : tensor<2x12x20x8xf32>, tensor<3x3xf32>) outs(%o : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  return %r : tensor<2x10x18x8xf32>
}

func.func @pooling_nhwc_min_f32(%a0: tensor<2x12x20x8xf32>, %a1: tensor<3x3xf32>) -> tensor<2x10x18x8xf32> {
  %z = arith.constant 65504.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  %r = linalg.pooling_nhwc_min ins(%a0, %a1 : tensor<2x12x20x8xf32>, tensor<3x3xf32>) outs(%o : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  return %r : tensor<2x10x18x8xf32>
}

func.func @pooling_nhwc_sum_f32(%a0: tensor<2x12x20x8xf32>, %a1: tensor<3x3xf32>) -> tensor<2x10x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x10x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  %r = linalg.pooling_nhwc_sum ins(%a0, %a1 : tensor<2x12x20x8xf32>, tensor<3x3xf32>) outs(%o : tensor<2x10x18x8xf32>) -> tensor<2x10x18x8xf32>
  return %r : tensor<2x10x18x8xf32>
}

func.func @pooling_nwc_max_f32(%a0: tensor<2x20x8xf32>, %a1: tensor<3xf32>) -> tensor<2x18x8xf32> {
  %z = arith.constant -65504.0 : f32
  %e = tensor.empty() : tensor<2x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  %r = linalg.pooling_nwc_max ins(%a0, %a1 : tensor<2x20x8xf32>, tensor<3xf32>) outs(%o : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  return %r : tensor<2x18x8xf32>
}

func.func @pooling_nwc_min_f32(%a0: tensor<2x20x8xf32>, %a1: tensor<3xf32>) -> tensor<2x18x8xf32> {
  %z = arith.constant 65504.0 : f32
  %e = tensor.empty() : tensor<2x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  %r = linalg.pooling_nwc_min ins(%a0, %a1 : tensor<2x20x8xf32>, tensor<3xf32>) outs(%o : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  return %r : tensor<2x18x8xf32>
}

func.func @pooling_nwc_sum_f32(%a0: tensor<2x20x8xf32>, %a1: tensor<3xf32>) -> tensor<2x18x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x18x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  %r = linalg.pooling_nwc_sum ins(%a0, %a1 : tensor<2x20x8xf32>, tensor<3xf32>) outs(%o : tensor<2x18x8xf32>) -> tensor<2x18x8xf32>
  return %r : tensor<2x18x8xf32>
}

func.func @powf_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.powf ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @quantized_batch_matmul(%a0: tensor<3x24x40xi8>, %a1: tensor<3x40x32xi8>, %a2: i32, %a3: i32) -> tensor<3x24x32xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x24x32xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<3x24x32xi32>) -> tensor<3x24x32xi32>
  %r = linalg.quantized_batch_matmul ins(%a0, %a1, %a2, %a3 : tensor<3x24x40xi8>, tensor<3x40x32xi8>, i32, i32) outs(%o : tensor<3x24x32xi32>) -> tensor<3x24x32xi32>
  return %r : tensor<3x24x32xi32>
}

func.func @quantized_matmul(%a0: tensor<24x40xi8>, %a1: tensor<40x32xi8>, %a2: i32, %a3: i32) -> tensor<24x32xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<24x32xi32>
  %o = linalg.fill ins(%z : i32) outs(%e : tensor<24x32xi32>) -> tensor<24x32xi32>
  %r = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<24x40xi8>, tensor<40x32xi8>, i32, i32) outs(%o : tensor<24x32xi32>) -> tensor<24x32xi32>
  return %r : tensor<24x32xi32>
}

func.func @reciprocal_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.reciprocal ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @reduce_addf_bf16(%a: tensor<24x40x6xbf16>, %o: tensor<24x6xbf16>) -> tensor<24x6xbf16> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<24x40x6xbf16>) outs(%o : tensor<24x6xbf16>) dimensions=[1]
  return %r : tensor<24x6xbf16>
}

func.func @reduce_addf_f16(%a: tensor<24x40x6xf16>, %o: tensor<24x6xf16>) -> tensor<24x6xf16> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<24x40x6xf16>) outs(%o : tensor<24x6xf16>) dimensions=[1]
  return %r : tensor<24x6xf16>
}

func.func @reduce_addf_f32(%a: tensor<24x40x6xf32>, %o: tensor<24x6xf32>) -> tensor<24x6xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<24x40x6xf32>) outs(%o : tensor<24x6xf32>) dimensions=[1]
  return %r : tensor<24x6xf32>
}

func.func @reduce_addi_i32(%a: tensor<24x40x6xi32>, %o: tensor<24x6xi32>) -> tensor<24x6xi32> {
  %r = linalg.reduce { arith.addi } ins(%a : tensor<24x40x6xi32>) outs(%o : tensor<24x6xi32>) dimensions=[1]
  return %r : tensor<24x6xi32>
}

func.func @reduce_all(%a: tensor<24x40xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<24x40xf32>) outs(%o : tensor<f32>) dimensions=[0,1]
  return %r : tensor<f32>
}

func.func @reduce_last(%a: tensor<24x40xf32>, %o: tensor<24xf32>) -> tensor<24xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<24x40xf32>) outs(%o : tensor<24xf32>) dimensions=[1]
  return %r : tensor<24xf32>
}

func.func @reduce_maximumf_f32(%a: tensor<24x40x6xf32>, %o: tensor<24x6xf32>) -> tensor<24x6xf32> {
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<24x40x6xf32>) outs(%o : tensor<24x6xf32>) dimensions=[1]
  return %r : tensor<24x6xf32>
}

func.func @reduce_maxsi_i8(%a: tensor<24x40x6xi8>, %o: tensor<24x6xi8>) -> tensor<24x6xi8> {
  %r = linalg.reduce { arith.maxsi } ins(%a : tensor<24x40x6xi8>) outs(%o : tensor<24x6xi8>) dimensions=[1]
  return %r : tensor<24x6xi8>
}

func.func @reduce_minnumf_f32(%a: tensor<24x40x6xf32>, %o: tensor<24x6xf32>) -> tensor<24x6xf32> {
  %r = linalg.reduce { arith.minnumf } ins(%a : tensor<24x40x6xf32>) outs(%o : tensor<24x6xf32>) dimensions=[1]
  return %r : tensor<24x6xf32>
}

func.func @reduce_minui_i8(%a: tensor<24x40x6xi8>, %o: tensor<24x6xi8>) -> tensor<24x6xi8> {
  %r = linalg.reduce { arith.minui } ins(%a : tensor<24x40x6xi8>) outs(%o : tensor<24x6xi8>) dimensions=[1]
  return %r : tensor<24x6xi8>
}

func.func @reduce_mulf_f32(%a: tensor<24x40x6xf32>, %o: tensor<24x6xf32>) -> tensor<24x6xf32> {
  %r = linalg.reduce { arith.mulf } ins(%a : tensor<24x40x6xf32>) outs(%o : tensor<24x6xf32>) dimensions=[1]
  return %r : tensor<24x6xf32>
}

func.func @reduce_ori_i1(%a: tensor<24x40x6xi1>, %o: tensor<24x6xi1>) -> tensor<24x6xi1> {
  %r = linalg.reduce { arith.ori } ins(%a : tensor<24x40x6xi1>) outs(%o : tensor<24x6xi1>) dimensions=[1]
  return %r : tensor<24x6xi1>
}

func.func @reduce_two(%a: tensor<24x40xf32>, %b: tensor<24x40xi32>, %o: tensor<24xf32>, %p: tensor<24xi32>) -> (tensor<24xf32>, tensor<24xi32>) {
  %r:2 = linalg.reduce ins(%a, %b : tensor<24x40xf32>, tensor<24x40xi32>) outs(%o, %p : tensor<24xf32>, tensor<24xi32>) dimensions=[1]
  (%x: f32, %y: i32, %u: f32, %v: i32) { %c = arith.cmpf ogt, %x, %u : f32
  %m = arith.select %c, %x, %u : f32
  %n = arith.select %c, %y, %v : i32
  linalg.yield %m, %n : f32, i32 }
  return %r#0, %r#1 : tensor<24xf32>, tensor<24xi32>
}

func.func @reduce_xori_i64(%a: tensor<24x40x6xi64>, %o: tensor<24x6xi64>) -> tensor<24x6xi64> {
  %r = linalg.reduce { arith.xori } ins(%a : tensor<24x40x6xi64>) outs(%o : tensor<24x6xi64>) dimensions=[1]
  return %r : tensor<24x6xi64>
}

func.func @round_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.round ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @rsqrt_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.rsqrt ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @select_f32(%a0: tensor<24x40xi1>, %a1: tensor<24x40xf32>, %a2: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<24x40xi1>, tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @select_i1(%a0: tensor<24x40xi1>, %a1: tensor<24x40xi1>, %a2: tensor<24x40xi1>, %o: tensor<24x40xi1>) -> tensor<24x40xi1> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<24x40xi1>, tensor<24x40xi1>, tensor<24x40xi1>) outs(%o : tensor<24x40xi1>) -> tensor<24x40xi1>
  return %r : tensor<24x40xi1>
}

func.func @softmax_f32_0(%a: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.softmax dimension(0) ins(%a : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @softmax_f32_1(%a: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.softmax dimension(1) ins(%a : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @sqrt_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.sqrt ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @square_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.square ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @sub_f32(%a0: tensor<24x40xf32>, %a1: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.sub ins(%a0, %a1 : tensor<24x40xf32>, tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @tanh_f32(%a0: tensor<24x40xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.tanh ins(%a0 : tensor<24x40xf32>) outs(%o : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @transpose_f32(%a: tensor<24x40x6xf32>, %o: tensor<6x24x40xf32>) -> tensor<6x24x40xf32> {
  %r = linalg.transpose ins(%a : tensor<24x40x6xf32>) outs(%o : tensor<6x24x40xf32>) permutation=[2,0,1]
  return %r : tensor<6x24x40xf32>
}

func.func @transpose_i1(%a: tensor<24x40x6xi1>, %o: tensor<6x24x40xi1>) -> tensor<6x24x40xi1> {
  %r = linalg.transpose ins(%a : tensor<24x40x6xi1>) outs(%o : tensor<6x24x40xi1>) permutation=[2,0,1]
  return %r : tensor<6x24x40xi1>
}

func.func @unpack_f32(%a: tensor<3x5x8x8xf32>, %o: tensor<24x40xf32>) -> tensor<24x40xf32> {
  %r = linalg.unpack %a inner_dims_pos=[0,1] inner_tiles=[8,8] into %o : tensor<3x5x8x8xf32> -> tensor<24x40xf32>
  return %r : tensor<24x40xf32>
}

func.func @unpack_i1(%a: tensor<3x5x8x8xi1>, %o: tensor<24x40xi1>) -> tensor<24x40xi1> {
  %r = linalg.unpack %a inner_dims_pos=[0,1] inner_tiles=[8,8] into %o : tensor<3x5x8x8xi1> -> tensor<24x40xi1>
  return %r : tensor<24x40xi1>
}

func.func @unpack_pad(%a: tensor<5x3x8x8xf32>, %o: tensor<23x37xf32>) -> tensor<23x37xf32> {
  %r = linalg.unpack %a outer_dims_perm=[1,0] inner_dims_pos=[1,0] inner_tiles=[8,8] into %o : tensor<5x3x8x8xf32> -> tensor<23x37xf32>
  return %r : tensor<23x37xf32>
}

func.func @vecmat_acc(%a0: tensor<40xf32>, %a1: tensor<40x24xf32>, %o: tensor<24xf32>) -> tensor<24xf32> {
  %r = linalg.vecmat ins(%a0, %a1 : tensor<40xf32>, tensor<40x24xf32>) outs(%o : tensor<24xf32>) -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func @vecmat_f32_f32(%a0: tensor<40xf32>, %a1: tensor<40x24xf32>) -> tensor<24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %r = linalg.vecmat ins(%a0, %a1 : tensor<40xf32>, tensor<40x24xf32>) outs(%o : tensor<24xf32>) -> tensor<24xf32>
  return %r : tensor<24xf32>
}

func.func @winograd(%a: tensor<2x14x14x5xf32>, %k: tensor<4x3x3x5xf32>) -> tensor<2x12x12x4xf32> {
  %e0 = tensor.empty() : tensor<6x6x5x4xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%k : tensor<4x3x3x5xf32>) outs(%e0 : tensor<6x6x5x4xf32>) -> tensor<6x6x5x4xf32>
  %e1 = tensor.empty() : tensor<6x6x3x3x2x5xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x14x14x5xf32>) outs(%e1 : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
  %c0 = tensor.collapse_shape %0 [[0,1],[2],[3]] : tensor<6x6x5x4xf32> into tensor<36x5x4xf32>
  %c1 = tensor.collapse_shape %1 [[0,1],[2,3,4],[5]] : tensor<6x6x3x3x2x5xf32> into tensor<36x18x5xf32>
  %z = arith.constant 0.0 : f32
  %e2 = tensor.empty() : tensor<36x18x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e2 : tensor<36x18x4xf32>) -> tensor<36x18x4xf32>
  %m = linalg.batch_matmul ins(%c1, %c0 : tensor<36x18x5xf32>, tensor<36x5x4xf32>) outs(%f : tensor<36x18x4xf32>) -> tensor<36x18x4xf32>
  %x = tensor.expand_shape %m [[0,1],[2,3,4],[5]] output_shape [6,6,3,3,2,4] : tensor<36x18x4xf32> into tensor<6x6x3x3x2x4xf32>
  %e3 = tensor.empty() : tensor<2x12x12x4xf32>
  %g = linalg.fill ins(%z : f32) outs(%e3 : tensor<2x12x12x4xf32>) -> tensor<2x12x12x4xf32>
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x3x3x2x4xf32>) outs(%g : tensor<2x12x12x4xf32>) -> tensor<2x12x12x4xf32>
  return %r : tensor<2x12x12x4xf32>
}
