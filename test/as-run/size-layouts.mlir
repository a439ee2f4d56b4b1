// Named operations whose operands are in no segments (transpose, reduce, map,
// broadcast, softmax) say what the sizes of their results are, so that their
// functions are called with sizes as well.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared %s -o %t/shared.so
// RUN: %as-run %s --entry=transposed --sizes=d0=5,d1=3 --runs=1 --min-time=0 --share=unsafe --compare=%t/shared.so | FileCheck %s
// RUN: %as-run %t/shared.so --entry=transposed --sizes=d0=37,d1=300 --runs=0 --compare=%s | FileCheck %s
// RUN: %as-run %t/shared.so --entry=reduced --sizes=d0=37,d1=41 --runs=0 --compare=%s | FileCheck %s
// RUN: %as-run %t/shared.so --entry=mapped --sizes=d0=129 --runs=0 --compare=%s | FileCheck %s
// RUN: %as-run %t/shared.so --entry=broadcast --sizes=d0=7,d1=11 --runs=0 --compare=%s | FileCheck %s
// RUN: %as-run %t/shared.so --entry=softmax --sizes=d0=31,d1=17 --runs=0 --compare=%s | FileCheck %s
// RUN: %as-run %t/shared.so --entry=softmax --sizes=d0=0,d1=17 --runs=0 --compare=%s | FileCheck %s
// CHECK: results: equal

// RUN: not %as-run %t/shared.so --entry=transposed 2>&1 | FileCheck %s --check-prefix=TRANSPOSED
// TRANSPOSED: ([d0]x[d1]xf32->[d1]x[d0]xf32); write for example --sizes=d0=8,d1=8
// RUN: not %as-run %t/shared.so --entry=softmax 2>&1 | FileCheck %s --check-prefix=SOFTMAX
// SOFTMAX: ([d0]x[d1]xf32,[d0]x[d1]xf32->[d0]x[d1]xf32)

func.func @transposed(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  return %r : tensor<?x?xf32>
}

func.func @reduced(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %r: tensor<?xf32>, %s: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = linalg.reduce ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%r, %s : tensor<?xf32>, tensor<?xf32>) dimensions = [0]
    (%a: f32, %b: f32, %c: f32, %d: f32) {
      %e = arith.addf %a, %c : f32
      %f = arith.maximumf %b, %d : f32
      linalg.yield %e, %f : f32, f32
    }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

func.func @mapped(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.map { arith.addf } ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%z : tensor<?xf32>)
  return %r : tensor<?xf32>
}

func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.broadcast ins(%x : tensor<?xf32>) outs(%y : tensor<?x?xf32>) dimensions = [0]
  return %r : tensor<?x?xf32>
}

func.func @softmax(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
