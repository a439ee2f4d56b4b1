// Loops in scopes of stack allocation; and parallel loops in parallel loops.

// RUN: split-file %s %t
// RUN: %as-run %t/scope.mlir --compare=%t/reference.mlir --runs=0
// RUN: %as-opt --autoschedule --emit=lowered --threads=2 --records=none --trials=0 --untried=plain --progress=none %t/stack.mlir -o %t/stack.lowered
// RUN: FileCheck %s < %t/stack.lowered
// RUN: %as-run %t/stack.lowered --threads=2 --compare=%t/reference.mlir --runs=0
// RUN: %as-opt --autoschedule --emit=lowered --threads=2 --records=none --trials=0 --untried=plain --progress=none %t/nested.mlir -o %t/nested.lowered
// RUN: %as-run %t/nested.lowered --threads=2 --compare=%t/reference.mlir --runs=0

// What an iteration allocates is gone after it.
// CHECK: omp.loop_nest
// CHECK: llvm.intr.stacksave
// CHECK: llvm.alloca
// CHECK: llvm.intr.stackrestore

//--- reference.mlir
func.func @twice(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %empty = tensor.empty() : tensor<16x64xf32>
  %r = linalg.add ins(%x, %x : tensor<16x64xf32>, tensor<16x64xf32>) outs(%empty : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

//--- scope.mlir
func.func @twice(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %none = arith.constant 0.0 : f32
    %e = memref.alloca_scope -> (f32) {
      %sum = scf.for %k = %zero to %two step %one iter_args(%sum = %none) -> f32 {
        %e = tensor.extract %x[%i, %j] : tensor<16x64xf32>
        %next = arith.addf %sum, %e : f32
        scf.yield %next : f32
      }
      memref.alloca_scope.return %sum : f32
    }
    tensor.yield %e : f32
  } : tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

//--- stack.mlir
func.func @twice(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 64 : index
  %empty = tensor.empty() : tensor<16x64xf32>
  %r = scf.forall (%i) in (16) shared_outs(%out = %empty) -> (tensor<16x64xf32>) {
    %size = arith.addi %i, %end : index
    %stack = memref.alloca(%size) : memref<?xf32>
    scf.for %j = %zero to %end step %one {
      %e = tensor.extract %x[%i, %j] : tensor<16x64xf32>
      %e2 = arith.addf %e, %e : f32
      memref.store %e2, %stack[%j] : memref<?xf32>
    }
    %to = tensor.extract_slice %out[%i, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<1x64xf32>
    %row = scf.for %j = %zero to %end step %one iter_args(%row = %to) -> tensor<1x64xf32> {
      %e = memref.load %stack[%j] : memref<?xf32>
      %next = tensor.insert %e into %row[%zero, %j] : tensor<1x64xf32>
      scf.yield %next : tensor<1x64xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %out[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<16x64xf32>
    }
  }
  return %r : tensor<16x64xf32>
}

//--- nested.mlir
func.func @twice(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %empty = tensor.empty() : tensor<16x64xf32>
  %r = scf.forall (%i) in (16) shared_outs(%out = %empty) -> (tensor<16x64xf32>) {
    %to = tensor.extract_slice %out[%i, 0] [1, 64] [1, 1] : tensor<16x64xf32> to tensor<1x64xf32>
    %row = scf.forall (%j) in (4) shared_outs(%inner = %to) -> (tensor<1x64xf32>) {
      %at = affine.apply affine_map<(d) -> (16 * d)>(%j)
      %from = tensor.extract_slice %x[%i, %at] [1, 16] [1, 1] : tensor<16x64xf32> to tensor<1x16xf32>
      %part = tensor.extract_slice %inner[0, %at] [1, 16] [1, 1] : tensor<1x64xf32> to tensor<1x16xf32>
      %sum = linalg.add ins(%from, %from : tensor<1x16xf32>, tensor<1x16xf32>) outs(%part : tensor<1x16xf32>) -> tensor<1x16xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %sum into %inner[0, %at] [1, 16] [1, 1] : tensor<1x16xf32> into tensor<1x64xf32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %out[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<16x64xf32>
    }
  }
  return %r : tensor<16x64xf32>
}
