// What functions without calls allocate is one array of the module, which all
// of them share: it is as large as what the largest one needs. Calls one after
// the other allocate nothing, and calls at the same time are right. Iterations
// of a parallel loop have parts of their own.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --threads=2 %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=IR < %t.mlir
// RUN: %as-run %t.mlir --entry=halves --threads=2 --compare=%s --stock --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: results: equal
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %s -o %t.o
// RUN: %cc -O1 -pthread %S/Inputs/task-scratch.c %t.o -Wl,--wrap=malloc -lm -o %t
// RUN: %t | FileCheck %s
// CHECK: in turn: allocated 0 times, 0 elements are wrong
// CHECK: at the same time: 0 elements are wrong

// IR: llvm.mlir.global private @as_scratch() {{.*}} : !llvm.array<24704 x i8>
// IR-LABEL: llvm.func @short(
// IR: llvm.mlir.addressof @as_scratch.taken
// IR: llvm.mlir.constant(12352 : index)
// IR: llvm.atomicrmw xchg
// IR: llvm.call @malloc
// IR-NOT: @malloc
// IR: llvm.atomicrmw xchg
// IR: llvm.call @free
// IR: llvm.return
func.func @short(%x: tensor<3x1024xf32>) -> tensor<3x1025xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3x1025xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<3x1025xf32>) -> tensor<3x1025xf32>
  %p = tensor.insert_slice %x into %ones[0, 1] [3, 1024] [1, 1] : tensor<3x1024xf32> into tensor<3x1025xf32>
  %start = tensor.empty() : tensor<3x1025xf32>
  %r = scf.for %y = %c0 to %c3 step %c1 iter_args(%to = %start) -> (tensor<3x1025xf32>) {
    %v = vector.transfer_read %p[%y, %c0], %one {in_bounds = [true]} : tensor<3x1025xf32>, vector<1025xf32>
    %d = arith.addf %v, %v : vector<1025xf32>
    %w = vector.transfer_write %d, %to[%y, %c0] {in_bounds = [true]} : vector<1025xf32>, tensor<3x1025xf32>
    scf.yield %w : tensor<3x1025xf32>
  }
  return %r : tensor<3x1025xf32>
}

func.func @long(%x: tensor<6x1024xf32>) -> tensor<6x1025xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<6x1025xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<6x1025xf32>) -> tensor<6x1025xf32>
  %p = tensor.insert_slice %x into %ones[0, 1] [6, 1024] [1, 1] : tensor<6x1024xf32> into tensor<6x1025xf32>
  %start = tensor.empty() : tensor<6x1025xf32>
  %r = scf.for %y = %c0 to %c6 step %c1 iter_args(%to = %start) -> (tensor<6x1025xf32>) {
    %v = vector.transfer_read %p[%y, %c0], %one {in_bounds = [true]} : tensor<6x1025xf32>, vector<1025xf32>
    %d = arith.mulf %v, %v : vector<1025xf32>
    %w = vector.transfer_write %d, %to[%y, %c0] {in_bounds = [true]} : vector<1025xf32>, tensor<6x1025xf32>
    scf.yield %w : tensor<6x1025xf32>
  }
  return %r : tensor<6x1025xf32>
}

// Two iterations of 12,352 bytes each.
// IR-LABEL: llvm.func @halves(
// IR: llvm.mlir.constant(24704 : index)
// IR: omp.parallel
// IR-NOT: @malloc
// IR: omp.terminator
// IR: llvm.return
func.func @halves(%x: tensor<6x1024xf32>) -> tensor<6x1025xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %start = tensor.empty() : tensor<6x1025xf32>
  %all = scf.forall (%i) = (0) to (6) step (3) shared_outs(%whole = %start) -> (tensor<6x1025xf32>) {
    %e = tensor.empty() : tensor<3x1025xf32>
    %ones = linalg.fill ins(%one : f32) outs(%e : tensor<3x1025xf32>) -> tensor<3x1025xf32>
    %s = tensor.extract_slice %x[%i, 0] [3, 1024] [1, 1] : tensor<6x1024xf32> to tensor<3x1024xf32>
    %p = tensor.insert_slice %s into %ones[0, 1] [3, 1024] [1, 1] : tensor<3x1024xf32> into tensor<3x1025xf32>
    %part = tensor.extract_slice %whole[%i, 0] [3, 1025] [1, 1] : tensor<6x1025xf32> to tensor<3x1025xf32>
    %r = scf.for %y = %c0 to %c3 step %c1 iter_args(%to = %part) -> (tensor<3x1025xf32>) {
      %v = vector.transfer_read %p[%y, %c0], %one {in_bounds = [true]} : tensor<3x1025xf32>, vector<1025xf32>
      %d = arith.addf %v, %v : vector<1025xf32>
      %w = vector.transfer_write %d, %to[%y, %c0] {in_bounds = [true]} : vector<1025xf32>, tensor<3x1025xf32>
      scf.yield %w : tensor<3x1025xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %r into %whole[%i, 0] [3, 1025] [1, 1] : tensor<3x1025xf32> into tensor<6x1025xf32>
    }
  }
  return %all : tensor<6x1025xf32>
}
