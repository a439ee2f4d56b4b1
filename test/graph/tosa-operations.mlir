// Each operation of TOSA goes through, with the elements that exporters use most.
// Not here: loops, branches and scatters (tosa-control-flow.mlir), variables
// (tosa-variables.mlir), and what is refused: arithmetic on shapes, tosa.custom.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>/dev/null
// RUN: %mlir-translate --mlir-to-llvmir %t.mlir -o /dev/null

func.func @abs_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.abs"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @abs_i8(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.abs"(%a)  : (tensor<4x6x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @add_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.add"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @apply_scale(%a: i32, %m: i32, %o: tensor<1xi32>) -> tensor<1xi32> {
  %s = arith.constant 30 : i8
  %r = tosa.apply_scale %a, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
  %t = tensor.from_elements %r : tensor<1xi32>
  return %t : tensor<1xi32>
}

func.func @argmax_f32(%a: tensor<4x6x10xf32>) -> tensor<4x10xi32> {
  %r = tosa.argmax %a {axis=1:i32} : (tensor<4x6x10xf32>) -> tensor<4x10xi32>
  return %r : tensor<4x10xi32>
}

func.func @argmax_i8(%a: tensor<4x6x10xi8>) -> tensor<4x10xi32> {
  %r = tosa.argmax %a {axis=1:i32} : (tensor<4x6x10xi8>) -> tensor<4x10xi32>
  return %r : tensor<4x10xi32>
}

func.func @arithmetic_right_shift_i32(%a: tensor<4x6x10xi32>, %b: tensor<4x1x10xi32>) -> tensor<4x6x10xi32> {
  %r = "tosa.arithmetic_right_shift"(%a, %b) {round=true} : (tensor<4x6x10xi32>, tensor<4x1x10xi32>) -> tensor<4x6x10xi32>
  return %r : tensor<4x6x10xi32>
}

func.func @arithmetic_right_shift_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.arithmetic_right_shift"(%a, %b) {round=true} : (tensor<4x6x10xi8>, tensor<4x1x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @avg_pool2d_f32(%a: tensor<2x12x20x8xf32>) -> tensor<2x12x20x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type=f32,kernel=array<i64:3,3>,pad=array<i64:1,1,1,1>,stride=array<i64:1,1>} : (tensor<2x12x20x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x12x20x8xf32>
  return %r : tensor<2x12x20x8xf32>
}

func.func @avg_pool2d_i8(%a: tensor<2x12x20x8xi8>) -> tensor<2x12x20x8xi8> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.avg_pool2d %a, %z, %z {acc_type=i32,kernel=array<i64:3,3>,pad=array<i64:1,1,1,1>,stride=array<i64:1,1>} : (tensor<2x12x20x8xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x12x20x8xi8>
  return %r : tensor<2x12x20x8xi8>
}

func.func @bitwise_and_i16(%a: tensor<4x6x10xi16>, %b: tensor<4x1x10xi16>) -> tensor<4x6x10xi16> {
  %r = "tosa.bitwise_and"(%a, %b)  : (tensor<4x6x10xi16>, tensor<4x1x10xi16>) -> tensor<4x6x10xi16>
  return %r : tensor<4x6x10xi16>
}

func.func @bitwise_and_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.bitwise_and"(%a, %b)  : (tensor<4x6x10xi8>, tensor<4x1x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @bitwise_not_i32(%a: tensor<4x6x10xi32>) -> tensor<4x6x10xi32> {
  %r = "tosa.bitwise_not"(%a)  : (tensor<4x6x10xi32>) -> tensor<4x6x10xi32>
  return %r : tensor<4x6x10xi32>
}

func.func @bitwise_not_i8(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.bitwise_not"(%a)  : (tensor<4x6x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @bitwise_or_i16(%a: tensor<4x6x10xi16>, %b: tensor<4x1x10xi16>) -> tensor<4x6x10xi16> {
  %r = "tosa.bitwise_or"(%a, %b)  : (tensor<4x6x10xi16>, tensor<4x1x10xi16>) -> tensor<4x6x10xi16>
  return %r : tensor<4x6x10xi16>
}

func.func @bitwise_or_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.bitwise_or"(%a, %b)  : (tensor<4x6x10xi8>, tensor<4x1x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @bitwise_xor_i16(%a: tensor<4x6x10xi16>, %b: tensor<4x1x10xi16>) -> tensor<4x6x10xi16> {
  %r = "tosa.bitwise_xor"(%a, %b)  : (tensor<4x6x10xi16>, tensor<4x1x10xi16>) -> tensor<4x6x10xi16>
  return %r : tensor<4x6x10xi16>
}

func.func @bitwise_xor_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.bitwise_xor"(%a, %b)  : (tensor<4x6x10xi8>, tensor<4x1x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @cast_bf16_f32(%a: tensor<4x6x10xbf16>) -> tensor<4x6x10xf32> {
  %r = tosa.cast %a : (tensor<4x6x10xbf16>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @cast_f32_i1(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xi1> {
  %r = tosa.cast %a : (tensor<4x6x10xf32>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @cast_f32_i16(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xi16> {
  %r = tosa.cast %a : (tensor<4x6x10xf32>) -> tensor<4x6x10xi16>
  return %r : tensor<4x6x10xi16>
}

func.func @cast_f32_i8(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xi8> {
  %r = tosa.cast %a : (tensor<4x6x10xf32>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @cast_i8_f32(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xf32> {
  %r = tosa.cast %a : (tensor<4x6x10xi8>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @ceil_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.ceil"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @clamp_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.clamp"(%a) {min_val=-1.0:f32,max_val=2.0:f32} : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @clamp_i8(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.clamp"(%a) {min_val=-10:i8,max_val=20:i8} : (tensor<4x6x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @clz_i32(%a: tensor<4x6x10xi32>) -> tensor<4x6x10xi32> {
  %r = "tosa.clz"(%a)  : (tensor<4x6x10xi32>) -> tensor<4x6x10xi32>
  return %r : tensor<4x6x10xi32>
}

func.func @concat_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x6x10xf32>) -> tensor<4x12x10xf32> {
  %r = tosa.concat %a, %b {axis=1:i32} : (tensor<4x6x10xf32>,tensor<4x6x10xf32>) -> tensor<4x12x10xf32>
  return %r : tensor<4x12x10xf32>
}

func.func @concat_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x6x10xi8>) -> tensor<4x12x10xi8> {
  %r = tosa.concat %a, %b {axis=1:i32} : (tensor<4x6x10xi8>,tensor<4x6x10xi8>) -> tensor<4x12x10xi8>
  return %r : tensor<4x12x10xi8>
}

func.func @conv2d_f32_f32(%a: tensor<2x12x20x3xf32>, %k: tensor<8x3x3x3xf32>, %b: tensor<8xf32>) -> tensor<2x12x20x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.conv2d %a, %k, %b, %z, %z {acc_type=f32, dilation=array<i64:1,1>,pad=array<i64:1,1,1,1>,stride=array<i64:1,1>} : (tensor<2x12x20x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x12x20x8xf32>
  return %r : tensor<2x12x20x8xf32>
}

func.func @conv2d_i8_i32(%a: tensor<2x12x20x3xi8>, %k: tensor<8x3x3x3xi8>, %b: tensor<8xi32>) -> tensor<2x12x20x8xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv2d %a, %k, %b, %z, %z {acc_type=i32, dilation=array<i64:1,1>,pad=array<i64:1,1,1,1>,stride=array<i64:1,1>} : (tensor<2x12x20x3xi8>, tensor<8x3x3x3xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x12x20x8xi32>
  return %r : tensor<2x12x20x8xi32>
}

func.func @conv2d_s2_f32_f32(%a: tensor<2x13x21x3xf32>, %k: tensor<8x3x3x3xf32>, %b: tensor<8xf32>) -> tensor<2x7x11x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.conv2d %a, %k, %b, %z, %z {acc_type=f32, dilation=array<i64:1,1>,pad=array<i64:1,1,1,1>,stride=array<i64:2,2>} : (tensor<2x13x21x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x7x11x8xf32>
  return %r : tensor<2x7x11x8xf32>
}

func.func @conv2d_s2_i8_i32(%a: tensor<2x13x21x3xi8>, %k: tensor<8x3x3x3xi8>, %b: tensor<8xi32>) -> tensor<2x7x11x8xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv2d %a, %k, %b, %z, %z {acc_type=i32, dilation=array<i64:1,1>,pad=array<i64:1,1,1,1>,stride=array<i64:2,2>} : (tensor<2x13x21x3xi8>, tensor<8x3x3x3xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x7x11x8xi32>
  return %r : tensor<2x7x11x8xi32>
}

func.func @conv3d_f32_f32(%a: tensor<1x6x12x20x3xf32>, %k: tensor<8x3x3x3x3xf32>, %b: tensor<8xf32>) -> tensor<1x6x12x20x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.conv3d %a, %k, %b, %z, %z {acc_type=f32, dilation=array<i64:1,1,1>,pad=array<i64:1,1,1,1,1,1>,stride=array<i64:1,1,1>} : (tensor<1x6x12x20x3xf32>, tensor<8x3x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x12x20x8xf32>
  return %r : tensor<1x6x12x20x8xf32>
}

func.func @conv3d_i8_i32(%a: tensor<1x6x12x20x3xi8>, %k: tensor<8x3x3x3x3xi8>, %b: tensor<8xi32>) -> tensor<1x6x12x20x8xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv3d %a, %k, %b, %z, %z {acc_type=i32, dilation=array<i64:1,1,1>,pad=array<i64:1,1,1,1,1,1>,stride=array<i64:1,1,1>} : (tensor<1x6x12x20x3xi8>, tensor<8x3x3x3x3xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x12x20x8xi32>
  return %r : tensor<1x6x12x20x8xi32>
}

func.func @cos_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.cos"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @depthwise_f32_f32(%a: tensor<2x12x20x3xf32>, %k: tensor<3x3x3x4xf32>, %b: tensor<12xf32>) -> tensor<2x12x20x12xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.depthwise_conv2d %a, %k, %b, %z, %z {acc_type=f32, dilation=array<i64:1,1>,pad=array<i64:1,1,1,1>,stride=array<i64:1,1>} : (tensor<2x12x20x3xf32>, tensor<3x3x3x4xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x12x20x12xf32>
  return %r : tensor<2x12x20x12xf32>
}

func.func @depthwise_i8_i32(%a: tensor<2x12x20x3xi8>, %k: tensor<3x3x3x4xi8>, %b: tensor<12xi32>) -> tensor<2x12x20x12xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.depthwise_conv2d %a, %k, %b, %z, %z {acc_type=i32, dilation=array<i64:1,1>,pad=array<i64:1,1,1,1>,stride=array<i64:1,1>} : (tensor<2x12x20x3xi8>, tensor<3x3x3x4xi8>, tensor<12xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x12x20x12xi32>
  return %r : tensor<2x12x20x12xi32>
}

func.func @equal_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xi1> {
  %r = "tosa.equal"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @erf_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.erf"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @exp_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.exp"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @fft2d(%a: tensor<2x4x8xf32>, %b: tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>) {
  %r, %s = tosa.fft2d %a, %b {inverse=false} : (tensor<2x4x8xf32>, tensor<2x4x8xf32>) -> (tensor<2x4x8xf32>, tensor<2x4x8xf32>)
  return %r, %s : tensor<2x4x8xf32>, tensor<2x4x8xf32>
}

func.func @floor_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.floor"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @gather_f32(%a: tensor<4x6x10xf32>) -> tensor<4x3x10xf32> {
  %i = "tosa.const"() <{values = dense<[[0,5,2],[1,1,1],[3,4,0],[0,0,5]]> : tensor<4x3xi32>}> : () -> tensor<4x3xi32>
  %r = tosa.gather %a, %i : (tensor<4x6x10xf32>, tensor<4x3xi32>) -> tensor<4x3x10xf32>
  return %r : tensor<4x3x10xf32>
}

func.func @gather_i8(%a: tensor<4x6x10xi8>) -> tensor<4x3x10xi8> {
  %i = "tosa.const"() <{values = dense<[[0,5,2],[1,1,1],[3,4,0],[0,0,5]]> : tensor<4x3xi32>}> : () -> tensor<4x3xi32>
  %r = tosa.gather %a, %i : (tensor<4x6x10xi8>, tensor<4x3xi32>) -> tensor<4x3x10xi8>
  return %r : tensor<4x3x10xi8>
}

func.func @greater_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xi1> {
  %r = "tosa.greater"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @greater_equal_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xi1> {
  %r = "tosa.greater_equal"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @identity_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.identity"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @identity_i8(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.identity"(%a)  : (tensor<4x6x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @intdiv_i32(%a: tensor<4x6x10xi32>, %b: tensor<4x1x10xi32>) -> tensor<4x6x10xi32> {
  %r = "tosa.intdiv"(%a, %b)  : (tensor<4x6x10xi32>, tensor<4x1x10xi32>) -> tensor<4x6x10xi32>
  return %r : tensor<4x6x10xi32>
}

func.func @log_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.log"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @logical_and_i1(%a: tensor<4x6x10xi1>, %b: tensor<4x1x10xi1>) -> tensor<4x6x10xi1> {
  %r = "tosa.logical_and"(%a, %b)  : (tensor<4x6x10xi1>, tensor<4x1x10xi1>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @logical_left_shift_i16(%a: tensor<4x6x10xi16>, %b: tensor<4x1x10xi16>) -> tensor<4x6x10xi16> {
  %r = "tosa.logical_left_shift"(%a, %b)  : (tensor<4x6x10xi16>, tensor<4x1x10xi16>) -> tensor<4x6x10xi16>
  return %r : tensor<4x6x10xi16>
}

func.func @logical_left_shift_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.logical_left_shift"(%a, %b)  : (tensor<4x6x10xi8>, tensor<4x1x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @logical_not_i1(%a: tensor<4x6x10xi1>) -> tensor<4x6x10xi1> {
  %r = "tosa.logical_not"(%a)  : (tensor<4x6x10xi1>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @logical_or_i1(%a: tensor<4x6x10xi1>, %b: tensor<4x1x10xi1>) -> tensor<4x6x10xi1> {
  %r = "tosa.logical_or"(%a, %b)  : (tensor<4x6x10xi1>, tensor<4x1x10xi1>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @logical_right_shift_i16(%a: tensor<4x6x10xi16>, %b: tensor<4x1x10xi16>) -> tensor<4x6x10xi16> {
  %r = "tosa.logical_right_shift"(%a, %b)  : (tensor<4x6x10xi16>, tensor<4x1x10xi16>) -> tensor<4x6x10xi16>
  return %r : tensor<4x6x10xi16>
}

func.func @logical_right_shift_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi8> {
  %r = "tosa.logical_right_shift"(%a, %b)  : (tensor<4x6x10xi8>, tensor<4x1x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @logical_xor_i1(%a: tensor<4x6x10xi1>, %b: tensor<4x1x10xi1>) -> tensor<4x6x10xi1> {
  %r = "tosa.logical_xor"(%a, %b)  : (tensor<4x6x10xi1>, tensor<4x1x10xi1>) -> tensor<4x6x10xi1>
  return %r : tensor<4x6x10xi1>
}

func.func @matmul_f32_f32(%a: tensor<2x24x40xf32>, %b: tensor<2x40x16xf32>) -> tensor<2x24x16xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<2x24x40xf32>, tensor<2x40x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x24x16xf32>
  return %r : tensor<2x24x16xf32>
}

func.func @matmul_i8_i32(%a: tensor<2x24x40xi8>, %b: tensor<2x40x16xi8>) -> tensor<2x24x16xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.matmul %a, %b, %z, %z : (tensor<2x24x40xi8>, tensor<2x40x16xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x24x16xi32>
  return %r : tensor<2x24x16xi32>
}

func.func @max_pool2d_f32(%a: tensor<2x12x20x8xf32>) -> tensor<2x6x10x8xf32> {
  %r = tosa.max_pool2d %a {kernel=array<i64:3,3>,pad=array<i64:1,0,1,0>,stride=array<i64:2,2>} : (tensor<2x12x20x8xf32>) -> tensor<2x6x10x8xf32>
  return %r : tensor<2x6x10x8xf32>
}

func.func @max_pool2d_i8(%a: tensor<2x12x20x8xi8>) -> tensor<2x6x10x8xi8> {
  %r = tosa.max_pool2d %a {kernel=array<i64:3,3>,pad=array<i64:1,0,1,0>,stride=array<i64:2,2>} : (tensor<2x12x20x8xi8>) -> tensor<2x6x10x8xi8>
  return %r : tensor<2x6x10x8xi8>
}

func.func @maximum_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.maximum"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @minimum_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.minimum"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @mul_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xf32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %a, %b, %s : (tensor<4x6x10xf32>, tensor<4x1x10xf32>, tensor<1xi8>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @mul_i8(%a: tensor<4x6x10xi8>, %b: tensor<4x1x10xi8>) -> tensor<4x6x10xi32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %a, %b, %s : (tensor<4x6x10xi8>, tensor<4x1x10xi8>, tensor<1xi8>) -> tensor<4x6x10xi32>
  return %r : tensor<4x6x10xi32>
}

func.func @negate_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.negate %a, %z, %z : (tensor<4x6x10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @negate_i8(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.negate %a, %z, %z : (tensor<4x6x10xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @pad_f32(%a: tensor<4x6x10xf32>) -> tensor<5x9x10xf32> {
  %s = tosa.const_shape {values = dense<[1,0,1,2,0,0]> : tensor<6xindex>} : () -> !tosa.shape<6>
  %c = "tosa.const"() <{values = dense<3.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.pad %a, %s, %c : (tensor<4x6x10xf32>, !tosa.shape<6>, tensor<1xf32>) -> tensor<5x9x10xf32>
  return %r : tensor<5x9x10xf32>
}

func.func @pad_i8(%a: tensor<4x6x10xi8>) -> tensor<5x9x10xi8> {
  %s = tosa.const_shape {values = dense<[1,0,1,2,0,0]> : tensor<6xindex>} : () -> !tosa.shape<6>
  %c = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.pad %a, %s, %c : (tensor<4x6x10xi8>, !tosa.shape<6>, tensor<1xi8>) -> tensor<5x9x10xi8>
  return %r : tensor<5x9x10xi8>
}

func.func @pow_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.pow"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @reciprocal_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.reciprocal"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @reduce_all(%a: tensor<4x6x10xi1>) -> tensor<4x1x10xi1> {
  %r = tosa.reduce_all %a {axis=1:i32} : (tensor<4x6x10xi1>) -> tensor<4x1x10xi1>
  return %r : tensor<4x1x10xi1>
}

func.func @reduce_any(%a: tensor<4x6x10xi1>) -> tensor<4x1x10xi1> {
  %r = tosa.reduce_any %a {axis=1:i32} : (tensor<4x6x10xi1>) -> tensor<4x1x10xi1>
  return %r : tensor<4x1x10xi1>
}

func.func @reduce_max_f32_0(%a: tensor<4x6x10xf32>) -> tensor<1x6x10xf32> {
  %r = tosa.reduce_max %a {axis=0:i32} : (tensor<4x6x10xf32>) -> tensor<1x6x10xf32>
  return %r : tensor<1x6x10xf32>
}

func.func @reduce_max_f32_1(%a: tensor<4x6x10xf32>) -> tensor<4x1x10xf32> {
  %r = tosa.reduce_max %a {axis=1:i32} : (tensor<4x6x10xf32>) -> tensor<4x1x10xf32>
  return %r : tensor<4x1x10xf32>
}

func.func @reduce_min_f32_0(%a: tensor<4x6x10xf32>) -> tensor<1x6x10xf32> {
  %r = tosa.reduce_min %a {axis=0:i32} : (tensor<4x6x10xf32>) -> tensor<1x6x10xf32>
  return %r : tensor<1x6x10xf32>
}

func.func @reduce_min_f32_1(%a: tensor<4x6x10xf32>) -> tensor<4x1x10xf32> {
  %r = tosa.reduce_min %a {axis=1:i32} : (tensor<4x6x10xf32>) -> tensor<4x1x10xf32>
  return %r : tensor<4x1x10xf32>
}

func.func @reduce_product_f32_0(%a: tensor<4x6x10xf32>) -> tensor<1x6x10xf32> {
  %r = tosa.reduce_product %a {axis=0:i32} : (tensor<4x6x10xf32>) -> tensor<1x6x10xf32>
  return %r : tensor<1x6x10xf32>
}

func.func @reduce_product_f32_1(%a: tensor<4x6x10xf32>) -> tensor<4x1x10xf32> {
  %r = tosa.reduce_product %a {axis=1:i32} : (tensor<4x6x10xf32>) -> tensor<4x1x10xf32>
  return %r : tensor<4x1x10xf32>
}

func.func @reduce_sum_f32_0(%a: tensor<4x6x10xf32>) -> tensor<1x6x10xf32> {
  %r = tosa.reduce_sum %a {axis=0:i32} : (tensor<4x6x10xf32>) -> tensor<1x6x10xf32>
  return %r : tensor<1x6x10xf32>
}

func.func @reduce_sum_f32_1(%a: tensor<4x6x10xf32>) -> tensor<4x1x10xf32> {
  %r = tosa.reduce_sum %a {axis=1:i32} : (tensor<4x6x10xf32>) -> tensor<4x1x10xf32>
  return %r : tensor<4x1x10xf32>
}

func.func @rescale_i16_i8(%a: tensor<4x6xi16>) -> tensor<4x6xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %o = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %a, %m, %s, %i, %o {scale32=true, rounding_mode=DOUBLE_ROUND, per_channel=false, input_unsigned=false, output_unsigned=false} : (tensor<4x6xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<4x6xi8>
  return %r : tensor<4x6xi8>
}

func.func @reshape_f32(%a: tensor<4x6x10xf32>) -> tensor<24x10xf32> {
  %s = tosa.const_shape {values = dense<[24,10]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.reshape %a, %s : (tensor<4x6x10xf32>, !tosa.shape<2>) -> tensor<24x10xf32>
  return %r : tensor<24x10xf32>
}

func.func @reshape_i8(%a: tensor<4x6x10xi8>) -> tensor<24x10xi8> {
  %s = tosa.const_shape {values = dense<[24,10]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.reshape %a, %s : (tensor<4x6x10xi8>, !tosa.shape<2>) -> tensor<24x10xi8>
  return %r : tensor<24x10xi8>
}

func.func @resize_f32_bilinear(%a: tensor<1x8x8x4xf32>) -> tensor<1x15x15x4xf32> {
  %s = tosa.const_shape {values = dense<[2,1,2,1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %a, %s, %o, %o {mode=BILINEAR} : (tensor<1x8x8x4xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x15x4xf32>
  return %r : tensor<1x15x15x4xf32>
}

func.func @resize_i8_bilinear(%a: tensor<1x8x8x4xi8>) -> tensor<1x15x15x4xi32> {
  %s = tosa.const_shape {values = dense<[2,1,2,1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.resize %a, %s, %o, %o {mode=BILINEAR} : (tensor<1x8x8x4xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x15x15x4xi32>
  return %r : tensor<1x15x15x4xi32>
}

func.func @reverse_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = tosa.reverse %a {axis=1:i32} : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @reverse_i8(%a: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %r = tosa.reverse %a {axis=1:i32} : (tensor<4x6x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @rfft2d(%a: tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>) {
  %r, %s = tosa.rfft2d %a : (tensor<2x4x8xf32>) -> (tensor<2x4x5xf32>, tensor<2x4x5xf32>)
  return %r, %s : tensor<2x4x5xf32>, tensor<2x4x5xf32>
}

func.func @rsqrt_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.rsqrt"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @select_f32(%c: tensor<4x6x1xi1>, %a: tensor<4x6x10xf32>, %b: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = tosa.select %c, %a, %b : (tensor<4x6x1xi1>, tensor<4x6x10xf32>, tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @select_i8(%c: tensor<4x6x1xi1>, %a: tensor<4x6x10xi8>, %b: tensor<4x6x10xi8>) -> tensor<4x6x10xi8> {
  %r = tosa.select %c, %a, %b : (tensor<4x6x1xi1>, tensor<4x6x10xi8>, tensor<4x6x10xi8>) -> tensor<4x6x10xi8>
  return %r : tensor<4x6x10xi8>
}

func.func @sigmoid_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.sigmoid"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @sin_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.sin"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @slice_f32(%a: tensor<4x6x10xf32>) -> tensor<2x3x10xf32> {
  %s = tosa.const_shape {values = dense<[1,2,0]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %z = tosa.const_shape {values = dense<[2,3,10]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.slice %a, %s, %z : (tensor<4x6x10xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x3x10xf32>
  return %r : tensor<2x3x10xf32>
}

func.func @slice_i8(%a: tensor<4x6x10xi8>) -> tensor<2x3x10xi8> {
  %s = tosa.const_shape {values = dense<[1,2,0]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %z = tosa.const_shape {values = dense<[2,3,10]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.slice %a, %s, %z : (tensor<4x6x10xi8>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x3x10xi8>
  return %r : tensor<2x3x10xi8>
}

func.func @sub_f32(%a: tensor<4x6x10xf32>, %b: tensor<4x1x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.sub"(%a, %b)  : (tensor<4x6x10xf32>, tensor<4x1x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @table_i16(%a: tensor<4x6xi16>, %t: tensor<513xi16>) -> tensor<4x6xi32> {
  %r = tosa.table %a, %t : (tensor<4x6xi16>, tensor<513xi16>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

func.func @table_i8(%a: tensor<4x6xi8>, %t: tensor<256xi8>) -> tensor<4x6xi8> {
  %r = tosa.table %a, %t : (tensor<4x6xi8>, tensor<256xi8>) -> tensor<4x6xi8>
  return %r : tensor<4x6xi8>
}

func.func @tanh_f32(%a: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
  %r = "tosa.tanh"(%a)  : (tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %r : tensor<4x6x10xf32>
}

func.func @tile_f32(%a: tensor<4x6x10xf32>) -> tensor<8x6x30xf32> {
  %s = tosa.const_shape {values = dense<[2,1,3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.tile %a, %s : (tensor<4x6x10xf32>, !tosa.shape<3>) -> tensor<8x6x30xf32>
  return %r : tensor<8x6x30xf32>
}

func.func @tile_i8(%a: tensor<4x6x10xi8>) -> tensor<8x6x30xi8> {
  %s = tosa.const_shape {values = dense<[2,1,3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = tosa.tile %a, %s : (tensor<4x6x10xi8>, !tosa.shape<3>) -> tensor<8x6x30xi8>
  return %r : tensor<8x6x30xi8>
}

func.func @transpose_f32(%a: tensor<4x6x10xf32>) -> tensor<10x4x6xf32> {
  %r = tosa.transpose %a {perms=array<i32: 2,0,1>} : (tensor<4x6x10xf32>) -> tensor<10x4x6xf32>
  return %r : tensor<10x4x6xf32>
}

func.func @transpose_i8(%a: tensor<4x6x10xi8>) -> tensor<10x4x6xi8> {
  %r = tosa.transpose %a {perms=array<i32: 2,0,1>} : (tensor<4x6x10xi8>) -> tensor<10x4x6xi8>
  return %r : tensor<10x4x6xi8>
}

func.func @transpose_conv2d_f32_f32(%a: tensor<2x6x10x3xf32>, %k: tensor<8x3x3x3xf32>, %b: tensor<8xf32>) -> tensor<2x8x12x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %a, %k, %b, %z, %z {acc_type=f32, out_pad=array<i64:0,0,0,0>,stride=array<i64:1,1>} : (tensor<2x6x10x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x8x12x8xf32>
  return %r : tensor<2x8x12x8xf32>
}

func.func @transpose_conv2d_i8_i32(%a: tensor<2x6x10x3xi8>, %k: tensor<8x3x3x3xi8>, %b: tensor<8xi32>) -> tensor<2x8x12x8xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.transpose_conv2d %a, %k, %b, %z, %z {acc_type=i32, out_pad=array<i64:0,0,0,0>,stride=array<i64:1,1>} : (tensor<2x6x10x3xi8>, tensor<8x3x3x3xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x8x12x8xi32>
  return %r : tensor<2x8x12x8xi32>
}

func.func @transpose_conv2d_s2_f32_f32(%a: tensor<2x6x10x3xf32>, %k: tensor<8x3x3x3xf32>, %b: tensor<8xf32>) -> tensor<2x13x21x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %a, %k, %b, %z, %z {acc_type=f32, out_pad=array<i64:0,0,0,0>,stride=array<i64:2,2>} : (tensor<2x6x10x3xf32>, tensor<8x3x3x3xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x13x21x8xf32>
  return %r : tensor<2x13x21x8xf32>
}

func.func @transpose_conv2d_s2_i8_i32(%a: tensor<2x6x10x3xi8>, %k: tensor<8x3x3x3xi8>, %b: tensor<8xi32>) -> tensor<2x13x21x8xi32> {
  %z = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.transpose_conv2d %a, %k, %b, %z, %z {acc_type=i32, out_pad=array<i64:0,0,0,0>,stride=array<i64:2,2>} : (tensor<2x6x10x3xi8>, tensor<8x3x3x3xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x13x21x8xi32>
  return %r : tensor<2x13x21x8xi32>
}
