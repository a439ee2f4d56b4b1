// Elements of i24 take four bytes in memory, but three in a vector: rows of them
// are not copied as vectors. Of i32 they are.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=lowered %s | FileCheck %s
// CHECK-LABEL: llvm.func @odd(
// CHECK-NOT: vector<
// CHECK-LABEL: llvm.func @even(
// CHECK: llvm.load %{{.*}} -> vector<8xi32>

func.func @odd(%a: tensor<4x8xi24>, %n: index, %m: index) -> tensor<?x?xi24> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xi24>
  %s = tensor.insert_slice %a into %e[%c1, %c1] [4, 8] [1, 1] : tensor<4x8xi24> into tensor<?x?xi24>
  return %s : tensor<?x?xi24>
}

func.func @even(%a: tensor<4x8xi32>, %n: index, %m: index) -> tensor<?x?xi32> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n, %m) : tensor<?x?xi32>
  %s = tensor.insert_slice %a into %e[%c1, %c1] [4, 8] [1, 1] : tensor<4x8xi32> into tensor<?x?xi32>
  return %s : tensor<?x?xi32>
}
