// Integers that are too large for f16 are infinities there, also where what
// follows is computed in f32. LLVM takes conversions of integers with few bits
// set for exact, however high these are.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict %t/f.mlir -o %t/lowered.mlir 2> /dev/null
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --entry=unsigned --fp=strict --tolerance=0 --runs=0
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --entry=signed --fp=strict --tolerance=0 --runs=0
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --entry=rounded --fp=strict --tolerance=0 --runs=0
// REQUIRES: search

// Inputs are from -8 to 7, so that unsigned ones are infinite from 1 << 16.

//--- f.mlir
#id = affine_map<(i) -> (i)>
func.func @unsigned(%x: tensor<64xi32>) -> tensor<64xi1> {
  %e = tensor.empty() : tensor<64xi1>
  %high = arith.constant 21 : i32
  %most = arith.constant 1.0e10 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi32>) outs(%e : tensor<64xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.shli %in, %high : i32
    %1 = arith.uitofp %0 : i32 to f16
    %2 = arith.extf %1 : f16 to f32
    %3 = arith.cmpf ogt, %2, %most : f32
    linalg.yield %3 : i1
  } -> tensor<64xi1>
  return %r : tensor<64xi1>
}
func.func @signed(%x: tensor<64xi32>) -> tensor<64xi1> {
  %e = tensor.empty() : tensor<64xi1>
  %high = arith.constant 21 : i32
  %least = arith.constant -1.0e10 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi32>) outs(%e : tensor<64xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.shli %in, %high : i32
    %1 = arith.sitofp %0 : i32 to f16
    %2 = arith.extf %1 : f16 to f32
    %3 = arith.cmpf olt, %2, %least : f32
    linalg.yield %3 : i1
  } -> tensor<64xi1>
  return %r : tensor<64xi1>
}
func.func @rounded(%x: tensor<64xi32>) -> tensor<64xi1> {
  %e = tensor.empty() : tensor<64xi1>
  %high = arith.constant 21 : i32
  %most = arith.constant 1.0e10 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi32>) outs(%e : tensor<64xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.shli %in, %high : i32
    %1 = arith.uitofp %0 : i32 to f32
    %2 = arith.truncf %1 : f32 to f16
    %3 = arith.extf %2 : f16 to f32
    %4 = arith.cmpf ogt, %3, %most : f32
    linalg.yield %4 : i1
  } -> tensor<64xi1>
  return %r : tensor<64xi1>
}

//--- reference.mlir
#id = affine_map<(i) -> (i)>
func.func @unsigned(%x: tensor<64xi32>) -> tensor<64xi1> {
  %e = tensor.empty() : tensor<64xi1>
  %zero = arith.constant 0 : i32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi32>) outs(%e : tensor<64xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.cmpi ne, %in, %zero : i32
    linalg.yield %0 : i1
  } -> tensor<64xi1>
  return %r : tensor<64xi1>
}
func.func @signed(%x: tensor<64xi32>) -> tensor<64xi1> {
  %e = tensor.empty() : tensor<64xi1>
  %zero = arith.constant 0 : i32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi32>) outs(%e : tensor<64xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.cmpi slt, %in, %zero : i32
    linalg.yield %0 : i1
  } -> tensor<64xi1>
  return %r : tensor<64xi1>
}
func.func @rounded(%x: tensor<64xi32>) -> tensor<64xi1> {
  %e = tensor.empty() : tensor<64xi1>
  %zero = arith.constant 0 : i32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi32>) outs(%e : tensor<64xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.cmpi ne, %in, %zero : i32
    linalg.yield %0 : i1
  } -> tensor<64xi1>
  return %r : tensor<64xi1>
}
