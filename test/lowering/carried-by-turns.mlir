// A sum along a dynamic size is carried from tile to tile in two slots that take
// turns: each call allocates once, whatever its size, and no iteration does.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{opt} = %as-opt --autoschedule --trials=0 --records=none --progress=none
// RUN: %{opt} --emit=lowered %s -o %t/lowered.mlir
// RUN: FileCheck %s < %t/lowered.mlir
// RUN: %as-run %t/lowered.mlir --entry=sum --compare=%s --runs=0 --sizes=n=0..9,31..33,127..129,300 --tolerance=1e-4 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=twice --compare=%s --runs=0 --sizes=n=0..9,31..33,127..129,300 --tolerance=1e-4 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=largest --compare=%s --runs=0 --sizes=n=1..9,31..33,127..129,300 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=onto --compare=%s --runs=0 --sizes=n=0..9,31..33,127..129,300 --tolerance=1e-4 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/lowered.mlir --entry=branch --compare=%s --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: llvm.func internal @as_sized_sum(
// CHECK-COUNT-1: llvm.call @malloc
// CHECK-NOT: llvm.call @malloc
// CHECK-LABEL: llvm.func @sum(

func.func @sum(%x: tensor<24x?xf32> {as.sizes = ["n"]},
               %w: tensor<?x32xf32> {as.sizes = ["n"]}) -> tensor<24x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x32xf32>)
      -> tensor<24x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x32xf32>)
      outs(%zeros : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.negf ins(%p : tensor<24x32xf32>)
      outs(%empty : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r : tensor<24x32xf32>
}

// Both sums start from the same zeros.
func.func @twice(%x: tensor<24x?xf32> {as.sizes = ["n"]},
                 %w: tensor<?x32xf32> {as.sizes = ["n"]},
                 %v: tensor<?x32xf32> {as.sizes = ["n"]})
    -> (tensor<24x32xf32>, tensor<24x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x32xf32>)
      -> tensor<24x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x32xf32>)
      outs(%zeros : tensor<24x32xf32>) -> tensor<24x32xf32>
  %q = linalg.matmul ins(%x, %v : tensor<24x?xf32>, tensor<?x32xf32>)
      outs(%zeros : tensor<24x32xf32>) -> tensor<24x32xf32>
  %r = linalg.negf ins(%p : tensor<24x32xf32>)
      outs(%empty : tensor<24x32xf32>) -> tensor<24x32xf32>
  %s = linalg.sub ins(%q, %p : tensor<24x32xf32>, tensor<24x32xf32>)
      outs(%empty : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %r, %s : tensor<24x32xf32>, tensor<24x32xf32>
}

// Two arrays are carried.
func.func @largest(%x: tensor<24x?xf32> {as.sizes = ["n"]})
    -> (tensor<24xf32>, tensor<24xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<24xf32>
  %e1 = tensor.empty() : tensor<24xi64>
  %f0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<24xf32>) -> tensor<24xf32>
  %f1 = linalg.fill ins(%none : i64) outs(%e1 : tensor<24xi64>)
      -> tensor<24xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x?xf32>)
      outs(%f0, %f1 : tensor<24xf32>, tensor<24xi64>) {
  ^bb0(%a: f32, %m: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %more = arith.cmpf ogt, %a, %m : f32
    %v = arith.select %more, %a, %m : f32
    %p = arith.select %more, %k, %at : i64
    linalg.yield %v, %p : f32, i64
  } -> (tensor<24xf32>, tensor<24xi64>)
  return %r#0, %r#1 : tensor<24xf32>, tensor<24xi64>
}

// What the sum starts from is the caller's, and stays as it is.
func.func @onto(%x: tensor<24x?xf32> {as.sizes = ["n"]},
                %w: tensor<?x32xf32> {as.sizes = ["n"]},
                %y: tensor<24x32xf32>)
    -> (tensor<24x32xf32>, tensor<24x32xf32>) {
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x32xf32>)
      outs(%y : tensor<24x32xf32>) -> tensor<24x32xf32>
  %empty = tensor.empty() : tensor<24x32xf32>
  %r = linalg.sub ins(%p, %y : tensor<24x32xf32>, tensor<24x32xf32>)
      outs(%empty : tensor<24x32xf32>) -> tensor<24x32xf32>
  return %p, %r : tensor<24x32xf32>, tensor<24x32xf32>
}

// What the inner loop computes goes on in a branch. It is not in slots: which
// allocation is freed behind the branch is told by where the array begins, and
// the second slot does not begin where its allocation does.
func.func @branch(%a: tensor<24x24xf32>, %b: tensor<24x24xf32>)
    -> (tensor<24x24xf32>, tensor<24x24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b)
      -> (tensor<24x24xf32>, tensor<24x24xf32>) {
    %p = func.call @product(%x, %y)
        : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
    %q = scf.for %j = %c0 to %i step %c1 iter_args(%u = %p)
        -> tensor<24x24xf32> {
      %s = func.call @product(%u, %x)
          : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
      scf.yield %s : tensor<24x24xf32>
    }
    %rest = arith.remui %i, %c2 : index
    %isEven = arith.cmpi eq, %rest, %c0 : index
    %w = scf.if %isEven -> tensor<24x24xf32> {
      %s = func.call @product(%q, %p)
          : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
      scf.yield %s : tensor<24x24xf32>
    } else {
      scf.yield %q : tensor<24x24xf32>
    }
    scf.yield %y, %w : tensor<24x24xf32>, tensor<24x24xf32>
  }
  return %r#0, %r#1 : tensor<24x24xf32>, tensor<24x24xf32>
}

func.func private @product(%a: tensor<24x24xf32>, %b: tensor<24x24xf32>)
    -> tensor<24x24xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x24xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x24xf32>)
      -> tensor<24x24xf32>
  %r = linalg.matmul ins(%a, %b : tensor<24x24xf32>, tensor<24x24xf32>)
      outs(%zeros : tensor<24x24xf32>) -> tensor<24x24xf32>
  return %r : tensor<24x24xf32>
}
