// Sums are rescaled by the upper halves of products, the rest in 32 bits, where
// all shifts are constants of 33 or more. Small arguments and a scale of an eighth
// give all ties; factors make large sums of both signs. Upstream's lowering gives
// the same. Tasks are printed last.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t
// RUN: %mlir-opt --pass-pipeline='builtin.module(func.func(tosa-to-linalg-named,canonicalize,tosa-to-linalg,tosa-to-tensor,tosa-to-arith{include-apply-rescale=true},canonicalize))' %s -o %t.upstream
// RUN: %as-run %t --entry=activated --compare=%t.upstream --runs=0
// RUN: %as-run %t --entry=signed --compare=%t.upstream --runs=0
// RUN: %as-run %t --entry=once --compare=%t.upstream --runs=0
// RUN: %as-run %t --entry=whole --compare=%t.upstream --runs=0
// RUN: %as-run %t --entry=small --compare=%t.upstream --runs=0
// RUN: %as-run %t --entry=negative --compare=%t.upstream --runs=0

// CHECK-LABEL: func.func @once(
// CHECK: arith.muli {{.*}} : i64
// CHECK-NEXT: arith.shrui {{.*}} : i64
func.func @once(%x: tensor<4x64xi32>) -> tensor<4x64xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %z, %o {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4x64xi8>
  return %r : tensor<4x64xi8>
}

// Large numbers to i32, which nothing limits.
// CHECK-LABEL: func.func @whole(
// CHECK: arith.select {{.*}} : i64
// CHECK: arith.shrsi {{.*}} : i32
func.func @whole(%x: tensor<4x64xi32>) -> tensor<4x64xi32> {
  %large = "tosa.const"() <{values = dense<268000001> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = tosa.mul %x, %large, %none : (tensor<4x64xi32>, tensor<1x1xi32>, tensor<1xi8>) -> tensor<4x64xi32>
  %m = "tosa.const"() <{values = dense<2147483647> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = tosa.rescale %y, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<4x64xi32>
  return %r : tensor<4x64xi32>
}

// The limit is below what a zero becomes.
// CHECK-LABEL: func.func @negative(
// CHECK: arith.select {{.*}} : i64
func.func @negative(%x: tensor<4x64xi32>) -> tensor<4x64xi8> {
  %large = "tosa.const"() <{values = dense<80000001> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %none = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = tosa.mul %x, %large, %none : (tensor<4x64xi32>, tensor<1x1xi32>, tensor<1xi8>) -> tensor<4x64xi32>
  %m = "tosa.const"() <{values = dense<1500000001> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<53> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<-127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %y, %m, %s, %z, %o {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4x64xi8>
  return %r : tensor<4x64xi8>
}

// Negative sums become the least byte, however they are rounded.
// CHECK-LABEL: func.func private @as_task
// CHECK: arith.muli {{.*}} : i64
// CHECK-NEXT: arith.addi {{.*}} : i64
// CHECK-NEXT: arith.shrui {{.*}} : i64
// CHECK-NEXT: arith.trunci {{.*}} : i64 to i32
// CHECK-NEXT: arith.addi {{.*}} : i32
// CHECK-NEXT: arith.shrsi {{.*}} : i32
// CHECK-NOT: arith.select
func.func @activated(%x: tensor<1x4x64x4xi32>) -> tensor<1x4x64x4xi8> {
  %m = "tosa.const"() <{values = dense<[1073741824, 2071871743, 1115834635, 1785692886]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %s = "tosa.const"() <{values = dense<[33, 36, 35, 62]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %z, %o {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x4x64x4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x64x4xi8>
  return %r : tensor<1x4x64x4xi8>
}

// CHECK-LABEL: func.func private @as_task
// CHECK: arith.select {{.*}} : i64
// CHECK: arith.shrui {{.*}} : i64
// CHECK: arith.shrsi {{.*}} : i32
func.func @signed(%x: tensor<1x4x64x4xi32>) -> tensor<1x4x64x4xi8> {
  %m = "tosa.const"() <{values = dense<[1073741824, 2071871743, 1115834635, 1785692886]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %s = "tosa.const"() <{values = dense<[33, 34, 35, 36]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %z, %o {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x4x64x4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x64x4xi8>
  return %r : tensor<1x4x64x4xi8>
}

// One shift is too small for that.
// CHECK-LABEL: func.func private @as_task
// CHECK: arith.cmpi sgt
// CHECK: arith.shrsi {{.*}} : i64
func.func @small(%x: tensor<1x4x64x2xi32>) -> tensor<1x4x64x2xi8> {
  %m = "tosa.const"() <{values = dense<[1073741824, 1115834635]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[32, 36]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.rescale %x, %m, %s, %z, %o {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x4x64x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x64x2xi8>
  return %r : tensor<1x4x64x2xi8>
}
