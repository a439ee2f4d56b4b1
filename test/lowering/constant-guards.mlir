// What looks as if weights determined it, but must stay where it is, or is
// more to take along than it seems.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=padded --compare=%s --stock --runs=2
// RUN: %as-run %t.mlir --entry=border --compare=%s --stock --runs=2
// RUN: %as-run %t.mlir --entry=counted --compare=%s --stock --runs=2
// RUN: %as-run %t.mlir --entry=guarded --compare=%s --stock --runs=2
// RUN: %as-run %t.mlir --entry=condition --compare=%s --stock --runs=2

// A region that captures a constant: both go.
// CHECK-LABEL: llvm.func @padded(
// CHECK-NOT: llvm.func
// CHECK: llvm.mlir.addressof @as_once.array
// CHECK: llvm.return

func.func @padded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %three = arith.constant 3.0 : f32
  %p = tensor.pad %w low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %three : f32
  } : tensor<4xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%p : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.sqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %z = linalg.add ins(%x, %q : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// A region that captures an argument: it is another array in each call.
// CHECK-LABEL: llvm.func @border(
// CHECK-NOT: llvm.func
// CHECK-NOT: @as_once
// CHECK: llvm.return

func.func @border(%x: tensor<8xf32>, %y: f32) -> tensor<8xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %p = tensor.pad %w low[2] high[2] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<4xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%p : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %z = linalg.add ins(%x, %q : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// A counter that is no index is nothing that tiles are numbered by.
// CHECK-LABEL: llvm.func @counted(
// CHECK-NOT: llvm.func
// CHECK: llvm.return

func.func @counted(%x: tensor<8xf32>, %w: tensor<8xf32> {as.constant}) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %from = arith.constant 0 : i32
  %to = arith.constant 8 : i32
  %by = arith.constant 4 : i32
  %p = ub.poison : f32
  %e = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %from to %to step %by iter_args(%acc = %e) -> (tensor<8xf32>) : i32 {
    %j = arith.index_cast %i : i32 to index
    %t = tensor.empty() : tensor<4xf32>
    %v = vector.transfer_read %w[%j], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %copy = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
    %a = vector.transfer_read %x[%j], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %b = vector.transfer_read %copy[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
    %s = arith.addf %a, %b : vector<4xf32>
    %next = vector.transfer_write %s, %acc[%j] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    scf.yield %next : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A division by zero that the program does not reach.
// CHECK-LABEL: llvm.func @guarded(
// CHECK-NOT: llvm.func
// CHECK-NOT: @as_once
// CHECK: llvm.return

func.func @guarded(%x: tensor<4xi32>) -> tensor<4xi32> {
  %w = arith.constant dense<[0, 1, 2, 0]> : tensor<4xi32>
  %hundred = arith.constant 100 : i32
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %first = tensor.extract %x[%c0] : tensor<4xi32>
  %isLarge = arith.cmpi sgt, %first, %hundred : i32
  %e = tensor.empty() : tensor<4xi32>
  %r = scf.if %isLarge -> (tensor<4xi32>) {
    %q = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
        ins(%w : tensor<4xi32>) outs(%e : tensor<4xi32>) {
    ^bb0(%a: i32, %o: i32):
      %d = arith.divsi %hundred, %a : i32
      linalg.yield %d : i32
    } -> tensor<4xi32>
    scf.yield %q : tensor<4xi32>
  } else {
    scf.yield %x : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// Work under a condition stays there.
// CHECK-LABEL: llvm.func @condition(
// CHECK-NOT: llvm.func
// CHECK-NOT: llvm.mlir.addressof
// CHECK: llvm.return

func.func @condition(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %hundred = arith.constant 100.0 : f32
  %c0 = arith.constant 0 : index
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %isLarge = arith.cmpf ogt, %first, %hundred : f32
  %r = scf.if %isLarge -> (tensor<4xf32>) {
    %p = ub.poison : f32
    %t = tensor.empty() : tensor<4xf32>
    %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
    %a = math.absf %v : vector<4xf32>
    %copy = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
    scf.yield %copy : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Weights whose size is known only at run time are computed with each time.
// CHECK-LABEL: @as_sized_dynamic(%
// CHECK-NOT: @as_once
// CHECK: llvm.call @as_task_
// CHECK-NOT: @as_once
// CHECK: llvm.return
// CHECK: llvm.intr.sqrt

func.func @dynamic(%x: tensor<4x?xf32>, %w: tensor<?xf32> {as.constant}) -> tensor<4x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %w, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<4x?xf32>, tensor<?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = math.sqrt %b : f32
    %s = arith.addf %a, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}
