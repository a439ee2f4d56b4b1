// What functions compute of the same weights is computed once for all of them,
// where they compute it alike: the tiles of a dynamic size pack weights so.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=arguments --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=chained --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=constants --compare=%s --stock --runs=2

// Of a constant argument three calls of two functions read one array; another
// argument has its own.
// CHECK-LABEL: llvm.func @as_load_arguments(
// CHECK-COUNT-2: llvm.call @add.load0(
// CHECK-NOT: llvm.call
// CHECK: llvm.return
// CHECK-LABEL: llvm.func @arguments(
// CHECK: llvm.mlir.addressof @[[ONE:as_once\.array[_0-9]*]]
// CHECK-NOT: llvm.mlir.addressof @as_once.array
// CHECK: llvm.call @add(
// CHECK-NOT: llvm.mlir.addressof @as_once.array
// CHECK: llvm.call @multiply(
// CHECK-NOT: llvm.mlir.addressof @as_once.array
// CHECK: llvm.call @add(
// CHECK-NOT: llvm.mlir.addressof @[[ONE]] :
// CHECK: llvm.mlir.addressof @as_once.array
// CHECK: llvm.call @add(
// CHECK: llvm.return

func.func private @add(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %root = math.sqrt %v : vector<4xf32>
  %roots = vector.transfer_write %root, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %b = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.addf %a, %b : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @multiply(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %root = math.sqrt %v : vector<4xf32>
  %roots = vector.transfer_write %root, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %b = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %a, %b : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @arguments(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}, %v: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %0 = call @add(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @multiply(%0, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = call @add(%1, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = call @add(%2, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// What is packed of a result that is computed once is so, too.
// CHECK-LABEL: llvm.func @as_load_chained(
// CHECK: llvm.call @double(
// CHECK-NOT: llvm.call @double(
// CHECK: llvm.call @add.load0(
// CHECK-NOT: .load0(
// CHECK: llvm.return

func.func private @double(%w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%w, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @chained(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %d = call @double(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = call @add(%x, %d) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %d2 = call @double(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @multiply(%0, %d2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Arrays with the same bytes are one in what is emitted, of whatever shape they
// are: the first function packs tiles of four, the second all eight at once.
// CHECK-LABEL: llvm.func @constants(
// CHECK: llvm.mlir.addressof @[[SAME:as_once\.array[_0-9]*]] :
// CHECK: llvm.call @tiled(
// CHECK: llvm.mlir.addressof @[[SAME]] :
// CHECK: llvm.call @whole(
// CHECK: llvm.return

func.func private @tiled(%x: tensor<8xf32>, %w: tensor<8xf32> {as.constant}) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = ub.poison : f32
  %e = tensor.empty() : tensor<8xf32>
  %r = scf.for %j = %c0 to %c8 step %c4 iter_args(%acc = %e) -> (tensor<8xf32>) {
    %t = tensor.empty() : tensor<4xf32>
    %v = vector.transfer_read %w[%j], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %root = math.sqrt %v : vector<4xf32>
    %roots = vector.transfer_write %root, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
    %a = vector.transfer_read %x[%j], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %b = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
    %s = arith.addf %a, %b : vector<4xf32>
    %next = vector.transfer_write %s, %acc[%j] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

func.func private @whole(%x: tensor<8xf32>, %w: tensor<8xf32> {as.constant}) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<8xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %root = math.sqrt %v : vector<8xf32>
  %roots = vector.transfer_write %root, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %b = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %s = arith.mulf %a, %b : vector<8xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @constants(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0, 64.0]> : tensor<8xf32>
  %0 = call @tiled(%x, %w) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = call @whole(%0, %w) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
