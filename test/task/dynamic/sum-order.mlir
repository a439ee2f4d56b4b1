// A sum along two dynamic sizes is that of the program, row by row, where the
// order counts: with --fp=strict, and where the first of equal elements is
// wanted. Tiles have one row then.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=tasks --fp=strict --records=none --sizes=n=1..300,m=1..300 %s 2>%t/remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t/remarks
// RUN: %as-opt --autoschedule --emit=lowered --fp=strict --trials=0 --records=none --progress=none --sizes=n=1..300,m=1..300 %s -o %t/strict.mlir
// RUN: %as-run %t/strict.mlir --entry=sum --sizes=n=1,7,37,129,m=1,8,61,300 --compare=%s --entry=sum --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t/strict.mlir --entry=columns --sizes=n=5,37,129,m=8,61,300 --compare=%s --entry=columns --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none --sizes=n=1..300,m=1..300 %s -o %t/any.mlir
// RUN: %as-run %t/any.mlir --entry=first --sizes=n=5..9,37,129,m=8,17,61,300 --compare=%s --entry=first --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal

// CHECK-LABEL: func.func @sum(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} step %c1{{[ _]}}
// CHECK: scf.for %[[J:.*]] = %c0
// CHECK: tensor.extract_slice %arg0[%[[I]], %[[J]]] [1, {{[0-9]+}}] [1, 1]
// CHECK: return
// The loops are those of the sum, whatever the order of the dimensions is.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} step %c1{{[ _]}}
// CHECK: scf.for %[[J:.*]] = %c0
// CHECK: tensor.extract_slice %arg0[%[[J]], %[[I]]] [{{[0-9]+}}, 1] [1, 1]
// CHECK: return

// REMARK: remark: {{.*}}it reduces a static dimension, loop 0 of it, around a dynamic one, and tiles of that would change the order (--fp=strict); let the dynamic one be the outer one, or allow another order with --fp=contract

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#none = affine_map<(i, j) -> ()>

func.func @sum(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %y : tensor<f32>
}

func.func @columns(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %y = linalg.generic {indexing_maps = [#turned, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}

func.func @static_rows(%x: tensor<4x?xf32> {as.sizes = ["m"]}) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<4x?xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %y : tensor<f32>
}

// Of many equal elements the place of the first.
func.func @first(%x: tensor<?x?xf32> {as.sizes = ["n", "m"]}) -> tensor<i64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  %many = arith.constant 16.0 : f32
  %z = arith.constant 0 : i64
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %e2 = tensor.empty() : tensor<i64>
  %f2 = linalg.fill ins(%z : i64) outs(%e2 : tensor<i64>) -> tensor<i64>
  %y:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%f, %f2 : tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32, %o: f32, %p: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.muli %i, %m : index
    %at = arith.addi %row, %j : index
    %k = arith.index_cast %at : index to i64
    %steep = arith.mulf %a, %many : f32
    %step = math.floor %steep : f32
    %b = arith.maximumf %step, %o : f32
    %q = arith.cmpf ogt, %step, %o : f32
    %r = arith.select %q, %k, %p : i64
    linalg.yield %b, %r : f32, i64
  } -> (tensor<f32>, tensor<i64>)
  return %y#1 : tensor<i64>
}
