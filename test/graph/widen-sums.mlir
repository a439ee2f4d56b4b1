// Sums of f16 and bf16 are kept in f32 and rounded once, whatever operation
// takes them; --fp=strict keeps the rounding of each step.
// RUN: sed 's/NARROW/bf16/g' %s > %t.bf16.mlir
// RUN: sed 's/NARROW/f16/g' %s > %t.f16.mlir
// RUN: %as-opt --autoschedule --records=none --progress=none --emit=tasks %t.bf16.mlir 2> /dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --fp=fast --records=none --progress=none --emit=tasks %t.f16.mlir 2> /dev/null | FileCheck %s
// RUN: %as-opt --autoschedule --fp=strict --records=none --progress=none --emit=tasks %t.bf16.mlir 2> /dev/null | FileCheck %s --check-prefix=STRICT

// Scheduled or not, as it is compiled here and elsewhere: right.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t.bf16.mlir -o %t.bf16.fast.mlir 2> /dev/null
// RUN: %as-opt --autoschedule --trials=0 --target=cpu:x86-64-v3 --records=none --progress=none %t.bf16.mlir -o %t.bf16.v3.mlir 2> /dev/null
// RUN: %as-opt --autoschedule --trials=0 --target=cpu:x86-64-v3 --records=none --progress=none %t.f16.mlir -o %t.f16.v3.mlir 2> /dev/null
// RUN: sh -c 'for f in long bias conv pool reduce two rounded; do %as-run %t.bf16.fast.mlir --entry=$f --compare=%t.bf16.mlir --runs=0 || exit 1; done'
// RUN: sh -c 'for f in long bias conv pool reduce two rounded; do %as-run %t.bf16.v3.mlir --entry=$f --compare=%t.bf16.mlir --runs=0 || exit 1; done'
// RUN: sh -c 'for f in long bias conv pool reduce two rounded; do %as-run %t.f16.v3.mlir --entry=$f --compare=%t.f16.mlir --runs=0 || exit 1; done'

// Whoever wants each step rounded gets the bits of the loops as written.
// RUN: %as-opt --autoschedule --trials=0 --fp=strict --records=none --progress=none %t.bf16.mlir -o %t.strict.mlir 2> /dev/null
// RUN: %as-run %t.strict.mlir --entry=long --compare=%t.bf16.mlir --fp=strict --runs=0 | FileCheck %s --check-prefix=SAME
// RUN: not %as-run %t.strict.mlir --entry=long --compare=%t.bf16.mlir --runs=0 | FileCheck %s --check-prefix=OTHER
// SAME: results: equal
// OTHER: results: DIFFER

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @long
// CHECK: linalg.fill {{.*}}tensor<16x32xf32>
// CHECK: linalg.matmul {{.*}}outs({{.*}} : tensor<16x32xf32>)
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: linalg.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
// STRICT-LABEL: func.func @long
// STRICT-NOT: f32
// STRICT: return
func.func @long(%a: tensor<16x5120xNARROW>, %b: tensor<5120x32xNARROW>) -> tensor<16x32xNARROW> {
  %z = arith.constant 0.0 : NARROW
  %e = tensor.empty() : tensor<16x32xNARROW>
  %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  %0 = linalg.matmul ins(%a, %b : tensor<16x5120xNARROW>, tensor<5120x32xNARROW>)
      outs(%f : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  return %0 : tensor<16x32xNARROW>
}

// What it starts from is added at the end.
// CHECK-LABEL: func.func @bias
// CHECK: linalg.matmul {{.*}}outs({{.*}} : tensor<16x32xf32>)
// CHECK: linalg.generic
// CHECK: arith.extf
// CHECK: arith.addf
// CHECK: arith.truncf
// CHECK: return
func.func @bias(%a: tensor<16x512xNARROW>, %b: tensor<512x32xNARROW>, %c: tensor<16x32xNARROW>) -> tensor<16x32xNARROW> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x512xNARROW>, tensor<512x32xNARROW>)
      outs(%c : tensor<16x32xNARROW>) -> tensor<16x32xNARROW>
  %z = arith.constant 0.0 : NARROW
  %e = tensor.empty() : tensor<16x32xNARROW>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<16x32xNARROW>) outs(%e : tensor<16x32xNARROW>) {
  ^bb0(%x: NARROW, %o: NARROW):
    %m = arith.maximumf %x, %z : NARROW
    linalg.yield %m : NARROW
  } -> tensor<16x32xNARROW>
  return %1 : tensor<16x32xNARROW>
}

// CHECK-LABEL: func.func @conv
// CHECK: linalg.conv_2d_nhwc_hwcf {{.*}}outs({{.*}} : tensor<1x8x8x32xf32>)
func.func @conv(%x: tensor<1x10x10x16xNARROW>, %w: tensor<3x3x16x32xNARROW>) -> tensor<1x8x8x32xNARROW> {
  %z = arith.constant 0.0 : NARROW
  %e = tensor.empty() : tensor<1x8x8x32xNARROW>
  %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<1x8x8x32xNARROW>) -> tensor<1x8x8x32xNARROW>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x10x10x16xNARROW>, tensor<3x3x16x32xNARROW>)
      outs(%f : tensor<1x8x8x32xNARROW>) -> tensor<1x8x8x32xNARROW>
  return %0 : tensor<1x8x8x32xNARROW>
}

// CHECK-LABEL: func.func @pool
// CHECK: linalg.pooling_nhwc_sum {{.*}}outs({{.*}} : tensor<1x8x8x32xf32>)
func.func @pool(%x: tensor<1x10x10x32xNARROW>) -> tensor<1x8x8x32xNARROW> {
  %z = arith.constant 0.0 : NARROW
  %e = tensor.empty() : tensor<1x8x8x32xNARROW>
  %w = tensor.empty() : tensor<3x3xNARROW>
  %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<1x8x8x32xNARROW>) -> tensor<1x8x8x32xNARROW>
  %0 = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x10x10x32xNARROW>, tensor<3x3xNARROW>)
      outs(%f : tensor<1x8x8x32xNARROW>) -> tensor<1x8x8x32xNARROW>
  return %0 : tensor<1x8x8x32xNARROW>
}

// CHECK-LABEL: func.func @reduce
// CHECK: linalg.reduce {{.*}}outs({{.*}} : tensor<64xf32>)
func.func @reduce(%x: tensor<64x2000xNARROW>, %i: tensor<64xNARROW>) -> tensor<64xNARROW> {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<64x2000xNARROW>) outs(%i : tensor<64xNARROW>) dimensions = [1]
  return %0 : tensor<64xNARROW>
}

// A maximum does not round, and stays.
// CHECK-LABEL: func.func @maximum
// CHECK-NOT: f32
// CHECK: return
func.func @maximum(%x: tensor<64x2000xNARROW>, %i: tensor<64xNARROW>) -> tensor<64xNARROW> {
  %0 = linalg.reduce {arith.maximumf} ins(%x : tensor<64x2000xNARROW>) outs(%i : tensor<64xNARROW>) dimensions = [1]
  return %0 : tensor<64xNARROW>
}

func.func @two(%x: tensor<64x2000xNARROW>) -> (tensor<64xNARROW>, tensor<64xNARROW>) {
  %z = arith.constant 0.0 : NARROW
  %l = arith.constant -100.0 : NARROW
  %e = tensor.empty() : tensor<64xNARROW>
  %f = linalg.fill ins(%z : NARROW) outs(%e : tensor<64xNARROW>) -> tensor<64xNARROW>
  %g = linalg.fill ins(%l : NARROW) outs(%e : tensor<64xNARROW>) -> tensor<64xNARROW>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x2000xNARROW>) outs(%f, %g : tensor<64xNARROW>, tensor<64xNARROW>) {
  ^bb0(%a: NARROW, %s: NARROW, %m: NARROW):
    %k = arith.constant 2.0 : NARROW
    %q = arith.mulf %a, %k : NARROW
    %n = arith.addf %s, %q : NARROW
    %c = arith.cmpf ogt, %a, %m : NARROW
    %p = arith.select %c, %a, %m : NARROW
    linalg.yield %n, %p : NARROW, NARROW
  } -> (tensor<64xNARROW>, tensor<64xNARROW>)
  return %r#0, %r#1 : tensor<64xNARROW>, tensor<64xNARROW>
}

// A rounding that the program writes out stays.
// CHECK-LABEL: func.func @rounded
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: arith.extf
// CHECK-NEXT: math.exp {{.*}} : f32
// CHECK-NEXT: arith.addf {{.*}} : f32
// CHECK-NEXT: linalg.yield
func.func @rounded(%x: tensor<64x2000xf32>, %i: tensor<64xNARROW>) -> tensor<64xNARROW> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x2000xf32>) outs(%i : tensor<64xNARROW>) {
  ^bb0(%a: f32, %s: NARROW):
    %t = arith.truncf %a : f32 to NARROW
    %u = math.exp %t : NARROW
    %n = arith.addf %s, %u : NARROW
    linalg.yield %n : NARROW
  } -> tensor<64xNARROW>
  return %0 : tensor<64xNARROW>
}

// So does what sees the bits of a sum.
// CHECK-LABEL: func.func @bits
// CHECK: arith.addf {{.*}} : {{b?f16}}
func.func @bits(%x: tensor<64x32xNARROW>, %i: tensor<64xNARROW>) -> tensor<64xNARROW> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x32xNARROW>) outs(%i : tensor<64xNARROW>) {
  ^bb0(%a: NARROW, %s: NARROW):
    %m = arith.constant 0x7fff : i16
    %t = arith.bitcast %a : NARROW to i16
    %u = arith.andi %t, %m : i16
    %v = arith.bitcast %u : i16 to NARROW
    %n = arith.addf %s, %v : NARROW
    linalg.yield %n : NARROW
  } -> tensor<64xNARROW>
  return %0 : tensor<64xNARROW>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: func.call @[[TILE:as_task_.*]]({{.*}} : (tensor<[[M:[0-9]+]]x512x{{b?f16}}>, tensor<512x[[N:[0-9]+]]x{{b?f16}}>, tensor<[[M]]x[[N]]x{{b?f16}}>) -> tensor<[[M]]x[[N]]x{{b?f16}}>
// CHECK: func.func private @[[TILE]](
// CHECK: linalg.matmul {{.*}}outs({{.*}} : tensor<[[M]]x[[N]]xf32>)
func.func @dynamic(%a: tensor<?x512xNARROW>, %b: tensor<512x?xNARROW>, %c: tensor<?x?xNARROW>) -> tensor<?x?xNARROW> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x512xNARROW>, tensor<512x?xNARROW>)
      outs(%c : tensor<?x?xNARROW>) -> tensor<?x?xNARROW>
  return %0 : tensor<?x?xNARROW>
}
