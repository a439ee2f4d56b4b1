// What computes constants has names of its own, whatever the user's functions
// are called; where a name must be as it is, an error says so.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/names.mlir -o %t/out.mlir
// RUN: FileCheck %t/names.mlir < %t/out.mlir
// RUN: %as-run %t/out.mlir --entry=f --compare=%t/names.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=f.body --compare=%t/names.mlir --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=once --compare=%t/names.mlir --stock --runs=2
// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/load.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOAD
// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/flag.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLAG

// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/write.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRITE
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/declared.mlir \
// RUN:   | FileCheck %t/declared.mlir

// LOAD: load.mlir:15:1: error: as-opt makes a symbol 'as_load_f' of its own here: give this one another name
// FLAG: flag.mlir:1:1: error: as-opt makes a symbol 'as_once' of its own here: give this one another name
// WRITE: write.mlir:15:1: error: as-opt makes a symbol 'write' of its own here: give this one another name

//--- names.mlir
// CHECK: llvm.func internal @f.body_0.load0_0(
// CHECK: llvm.func @as_load_f(
// CHECK: llvm.call @f.body_0.load0_0(
// CHECK: llvm.func @f(
// CHECK: llvm.call @f.body_0(

func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %roots = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @f.body(%x: f32) -> f32 {
  %0 = call @f.body_0.load0(%x) : (f32) -> f32
  return %0 : f32
}

func.func private @f.body_0.load0(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}

func.func @once(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %0 = call @f(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @constants(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @constants(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

memref.global "private" @done : memref<i8> = dense<1>
memref.global "private" @as_once.array : memref<i8> = dense<1>

//--- load.mlir
func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %roots = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @as_load_f(%x: f32) -> f32 {
  return %x : f32
}

//--- flag.mlir
func.func private @as_once(%x: f32) -> f32 {
  return %x : f32
}

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %0 = call @scale(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @scale(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %roots = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- write.mlir
func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %roots = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @write(%x: f32) -> f32 {
  return %x : f32
}

//--- declared.mlir
// CHECK: llvm.func @abort()
// CHECK-NOT: @abort_
// CHECK: llvm.call @abort()
// CHECK-NOT: @abort_

func.func private @abort()

func.func @f(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %roots = vector.transfer_write %a, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}
