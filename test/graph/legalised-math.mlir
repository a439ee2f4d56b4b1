// Operations of math that LLVM has not: powers with integer exponents, and tests
// of a number's class.

// RUN: split-file %s %t

// A constant exponent gives multiplications, in 16 bits as in f32.
// RUN: %as-opt --autoschedule --emit=tasks --records=none --progress=none %t/squares.mlir -o - | FileCheck %s
// CHECK-NOT: math.fpowi
// CHECK: %[[X:.*]] = arith.mulf %[[A:.*]], %[[A]] fastmath<nsz> : f32
// CHECK-NOT: math.fpowi

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/squares.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/squares-reference.mlir --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --fp=strict --records=none --progress=none %t/squares.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/squares-reference.mlir --stock --fp=strict --tolerance=0 --runs=0

// Each candidate can be built.
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=plain %t/squares.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=BUILT
// BUILT-NOT: build-
// BUILT: trials {{.*}}, errors 0

// Other exponents, of any width, and powers of integers are functions.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/others.mlir -o %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/others-reference.mlir --stock --runs=0
// REQUIRES: search

//--- squares.mlir
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<64x512xf32>, %h: tensor<64x512xbf16>)
    -> (tensor<64xf32>, tensor<64x512xf32>, tensor<64x512xbf16>) {
  %two = arith.constant 2 : i64
  %minus3 = arith.constant dense<-3> : tensor<64x512xi32>
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<64x512xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %0 = math.fpowi %x, %two fastmath<nsz> : f32, i64
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %cubes = math.fpowi %a, %minus3 : tensor<64x512xf32>, tensor<64x512xi32>
  %eh = tensor.empty() : tensor<64x512xbf16>
  %seven = arith.constant dense<7> : tensor<64x512xi8>
  %h7 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %seven : tensor<64x512xbf16>, tensor<64x512xi8>) outs(%eh : tensor<64x512xbf16>) {
  ^bb0(%x: bf16, %n: i8, %out: bf16):
    %0 = math.fpowi %x, %n : bf16, i8
    linalg.yield %0 : bf16
  } -> tensor<64x512xbf16>
  return %sums, %cubes, %h7 : tensor<64xf32>, tensor<64x512xf32>, tensor<64x512xbf16>
}

//--- squares-reference.mlir
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<64x512xf32>, %h: tensor<64x512xbf16>)
    -> (tensor<64xf32>, tensor<64x512xf32>, tensor<64x512xbf16>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<64xf32>
  %ef = tensor.empty() : tensor<64x512xf32>
  %eh = tensor.empty() : tensor<64x512xbf16>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<64xf32>) -> tensor<64xf32>
  %sums = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<64x512xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %0 = arith.mulf %x, %x : f32
    %1 = arith.addf %0, %sum : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %cubes = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<64x512xf32>) outs(%ef : tensor<64x512xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.mulf %x, %x : f32
    %1 = arith.mulf %x, %0 : f32
    %2 = arith.divf %one, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<64x512xf32>
  %h7 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<64x512xbf16>) outs(%eh : tensor<64x512xbf16>) {
  ^bb0(%x: bf16, %out: bf16):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.mulf %1, %1 : f32
    %4 = arith.mulf %2, %3 : f32
    %5 = arith.truncf %4 : f32 to bf16
    linalg.yield %5 : bf16
  } -> tensor<64x512xbf16>
  return %sums, %cubes, %h7 : tensor<64xf32>, tensor<64x512xf32>, tensor<64x512xbf16>
}

//--- others.mlir
func.func @f(%a: tensor<64x32xf32>, %n: tensor<64x32xi8>, %i: tensor<64x32xi32>)
    -> (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xi32>, tensor<64x32xi1>, tensor<64x32xi1>) {
  %three = arith.constant dense<3> : tensor<64x32xi8>
  %cube = arith.constant dense<3> : tensor<64x32xi32>
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %small = arith.andi %n, %three : tensor<64x32xi8>
  %0 = math.fpowi %a, %small : tensor<64x32xf32>, tensor<64x32xi8>
  %wide = arith.extsi %small : tensor<64x32xi8> to tensor<64x32xi64>
  %1 = math.fpowi %a, %wide : tensor<64x32xf32>, tensor<64x32xi64>
  %2 = math.ipowi %i, %cube : tensor<64x32xi32>
  %3 = arith.divf %a, %zero : tensor<64x32xf32>
  %4 = math.isinf %3 : tensor<64x32xf32>
  %tiny = arith.constant dense<1.0e-38> : tensor<64x32xf32>
  %5 = arith.mulf %a, %tiny : tensor<64x32xf32>
  %6 = math.isnormal %5 : tensor<64x32xf32>
  return %0, %1, %2, %4, %6
      : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xi32>, tensor<64x32xi1>, tensor<64x32xi1>
}

//--- others-reference.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<64x32xf32>, %n: tensor<64x32xi8>, %i: tensor<64x32xi32>)
    -> (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xi32>, tensor<64x32xi1>, tensor<64x32xi1>) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %c3 = arith.constant 3 : i8
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %tiny = arith.constant 1.0e-38 : f32
  %normal = arith.constant 0x00800000 : f32
  %ef = tensor.empty() : tensor<64x32xf32>
  %ei = tensor.empty() : tensor<64x32xi32>
  %eb = tensor.empty() : tensor<64x32xi1>
  %power = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %n : tensor<64x32xf32>, tensor<64x32xi8>) outs(%ef : tensor<64x32xf32>) {
  ^bb0(%x: f32, %e: i8, %out: f32):
    %0 = arith.andi %e, %c3 : i8
    %square = arith.mulf %x, %x : f32
    %cube = arith.mulf %x, %square : f32
    %is0 = arith.cmpi eq, %0, %c0 : i8
    %is1 = arith.cmpi eq, %0, %c1 : i8
    %is2 = arith.cmpi eq, %0, %c2 : i8
    %1 = arith.select %is2, %square, %cube : f32
    %2 = arith.select %is1, %x, %1 : f32
    %3 = arith.select %is0, %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x32xf32>
  %cubes = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<64x32xi32>) outs(%ei : tensor<64x32xi32>) {
  ^bb0(%x: i32, %out: i32):
    %0 = arith.muli %x, %x : i32
    %1 = arith.muli %x, %0 : i32
    linalg.yield %1 : i32
  } -> tensor<64x32xi32>
  %rest:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<64x32xf32>) outs(%eb, %eb : tensor<64x32xi1>, tensor<64x32xi1>) {
  ^bb0(%x: f32, %o0: i1, %o1: i1):
    %0 = arith.cmpf one, %x, %zero : f32
    %1 = arith.mulf %x, %tiny : f32
    %2 = math.absf %1 : f32
    %3 = arith.cmpf oge, %2, %normal : f32
    linalg.yield %0, %3 : i1, i1
  } -> (tensor<64x32xi1>, tensor<64x32xi1>)
  return %power, %power, %cubes, %rest#0, %rest#1
      : tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xi32>, tensor<64x32xi1>, tensor<64x32xi1>
}
