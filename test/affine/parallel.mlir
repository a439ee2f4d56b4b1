// Parallel loops over memory are taken as serial ones are: raised, or given another
// schedule. What is not taken stays what it is, with a remark that says why.

// RUN: %as-opt --autoschedule --emit=tasks %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// DEFINE: %{entry} =
// DEFINE: %{run} = %as-run %t.mlir --entry=%{entry} --compare=%s --entry=%{entry} --stock --runs=0
// REDEFINE: %{entry} = matmul
// RUN: %{run}
// REDEFINE: %{entry} = dots
// RUN: %{run}
// REDEFINE: %{entry} = reductions
// RUN: %{run}
// REDEFINE: %{entry} = bands
// RUN: %{run}
// REDEFINE: %{entry} = stencil
// RUN: %{run}

// Loops that keep their form share threads as the program's do.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --threads=2 --emit=lowered --records=none --progress=none %s -o %t.threads.mlir
// RUN: FileCheck %s --check-prefix=THREADS < %t.threads.mlir
// RUN: %as-run %t.threads.mlir --threads=2 --entry=stencil --compare=%s --entry=stencil --stock --runs=0
// RUN: %as-run %t.threads.mlir --threads=2 --entry=overlapping --compare=%s --entry=overlapping --stock --runs=0
// RUN: %as-run %t.threads.mlir --threads=2 --entry=shared --compare=%s --entry=shared --stock --runs=0

// CHECK-LABEL: func.func @matmul(
// CHECK-NOT: affine.parallel
// CHECK: call @as_task_{{.*}} : (tensor<
// CHECK-LABEL: func.func @dots(
// CHECK-NOT: scf.parallel
// CHECK: call @as_task_{{.*}} : (tensor<
func.func @matmul(%a: memref<24x36xf32> {llvm.noalias}, %b: memref<36x16xf32> {llvm.noalias},
                  %c: memref<24x16xf32> {llvm.noalias}) {
  affine.parallel (%i, %j) = (0, 0) to (24, 16) {
    affine.for %k = 0 to 36 {
      %x = affine.load %a[%i, %k] : memref<24x36xf32>
      %y = affine.load %b[%k, %j] : memref<36x16xf32>
      %z = affine.load %c[%i, %j] : memref<24x16xf32>
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      affine.store %s, %c[%i, %j] : memref<24x16xf32>
    }
  }
  return
}

func.func @dots(%a: memref<24x36xf32> {llvm.noalias}, %b: memref<36x16xf32> {llvm.noalias},
                %c: memref<24x16xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c36 = arith.constant 36 : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%i, %j) in (24, 16) {
    %r = scf.parallel (%k) = (%c0) to (%c36) step (%c1) init (%zero) -> f32 {
      %x = memref.load %a[%i, %k] : memref<24x36xf32>
      %y = memref.load %b[%k, %j] : memref<36x16xf32>
      %p = arith.mulf %x, %y : f32
      scf.reduce(%p : f32) {
      ^bb0(%l: f32, %q: f32):
        %s = arith.addf %l, %q : f32
        scf.reduce.return %s : f32
      }
    }
    memref.store %r, %c[%i, %j] : memref<24x16xf32>
  }
  return
}

// Each reduction begins with its own number.
// CHECK-LABEL: func.func @reductions(
// CHECK-NOT: affine.parallel
// CHECK: return
func.func @reductions(%a: memref<24x36xf64> {llvm.noalias}, %b: memref<24x36xi8> {llvm.noalias},
                      %m: memref<24x2xf64> {llvm.noalias}, %n: memref<24xi8> {llvm.noalias}) {
  affine.parallel (%i) = (0) to (24) {
    %product, %most = affine.parallel (%k) = (0) to (36) reduce ("mulf", "maximumf") -> (f64, f64) {
      %x = affine.load %a[%i, %k] : memref<24x36xf64>
      affine.yield %x, %x : f64, f64
    }
    affine.store %product, %m[%i, 0] : memref<24x2xf64>
    affine.store %most, %m[%i, 1] : memref<24x2xf64>
  }
  affine.parallel (%i) = (0) to (24) {
    %all = affine.parallel (%k) = (0) to (36) reduce ("andi") -> (i8) {
      %x = affine.load %b[%i, %k] : memref<24x36xi8>
      affine.yield %x : i8
    }
    affine.store %all, %n[%i] : memref<24xi8>
  }
  return
}

// Several dimensions with bounds and steps of their own, and one sum along them.
// CHECK-LABEL: func.func @bands(
// CHECK-NOT: affine.parallel
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @bands(%a: memref<40x30xi32> {llvm.noalias}, %c: memref<40x30xi32> {llvm.noalias},
                 %s: memref<5xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %c30 = arith.constant 30 : index
  %seven = arith.constant 7 : i32
  affine.parallel (%i, %j) = (2, 1) to (39, 28) step (3, 2) {
    %x = affine.load %a[%i, %j] : memref<40x30xi32>
    %y = arith.muli %x, %seven : i32
    affine.store %y, %c[%i + 1, %j] : memref<40x30xi32>
  }
  scf.parallel (%m) = (%c0) to (%c2) step (%c1) {
    %r = scf.parallel (%i, %j) = (%c0, %c1) to (%c40, %c30) step (%c2, %c1) init (%seven) -> i32 {
      %x = memref.load %a[%i, %j] : memref<40x30xi32>
      scf.reduce(%x : i32) {
      ^bb0(%l: i32, %q: i32):
        %t = arith.addi %l, %q : i32
        scf.reduce.return %t : i32
      }
    }
    memref.store %r, %s[%m] : memref<5xi32>
  }
  return
}

// A nest that keeps its loops.
// CHECK-LABEL: func.func @stencil(
// CHECK-NOT: affine.parallel
// CHECK: call @as_task_{{.*}} : (memref<
// CHECK: } else {
// CHECK: affine.for
// CHECK: {as.parallel}
// CHECK: return
// REMARKS-DAG: parallel.mlir:[[#@LINE+14]]:7: remark: affine.store is scheduled in its loops
// THREADS-LABEL: llvm.func @stencil(
// THREADS: omp.parallel
// THREADS: omp.loop_nest (%{{.*}}, %{{.*}}) : i64
// THREADS: llvm.return
// THREADS-LABEL: llvm.func internal @as_task
// THREADS: omp.parallel
// THREADS: omp.loop_nest (%{{.*}}, %{{.*}}) : i64
func.func @stencil(%A: memref<40x50xf32>, %B: memref<40x50xf32>) {
  affine.for %t = 0 to 10 {
    affine.parallel (%i, %j) = (1, 1) to (39, min(49, 50)) {
      %0 = affine.load %A[%i, %j - 1] : memref<40x50xf32>
      %1 = affine.load %A[%i, %j + 1] : memref<40x50xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %B[%i, %j] : memref<40x50xf32>
    }
    affine.parallel (%i, %j) = (1, 1) to (39, 49) {
      %0 = affine.load %B[%i, %j] : memref<40x50xf32>
      affine.store %0, %A[%i, %j] : memref<40x50xf32>
    }
  }
  return
}

// The version for arrays that overlap.
func.func @overlapping(%A: memref<40x50xf32>) {
  call @doubled(%A, %A) : (memref<40x50xf32>, memref<40x50xf32>) -> ()
  return
}

func.func @doubled(%A: memref<40x50xf32>, %B: memref<40x50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c50 = arith.constant 50 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c40, %c50) step (%c1, %c1) {
    %0 = memref.load %A[%i, %j] : memref<40x50xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %B[%i, %j] : memref<40x50xf32>
  }
  return
}

// What each iteration has to itself is shared once it is allocated before the loops:
// they must not become parallel again. The marks are those of the two functions before.
// RUN: %as-opt --autoschedule --emit=tasks %s 2>/dev/null | grep -c as.parallel | FileCheck %s --check-prefix=MARKS
// MARKS: {{^10$}}
// CHECK-LABEL: func.func @shared(
// CHECK: memref.alloca
// CHECK: call @as_task
func.func @shared(%A: memref<40x50xf32> {llvm.noalias}, %B: memref<40x50xf32> {llvm.noalias}) {
  affine.parallel (%i) = (0) to (40) {
    %own = memref.alloca() : memref<50xf32>
    affine.for %j = 0 to 50 {
      %0 = affine.load %A[%i, %j] : memref<40x50xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %own[%j] : memref<50xf32>
    }
    affine.for %j = 1 to 50 {
      %0 = affine.load %own[%j - 1] : memref<50xf32>
      %1 = affine.load %own[%j] : memref<50xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %own[%j] : memref<50xf32>
    }
    affine.for %j = 0 to 50 {
      %0 = affine.load %own[%j] : memref<50xf32>
      affine.store %0, %B[%i, 49 - %j] : memref<40x50xf32>
    }
  }
  return
}

// Bounds that are known at run time.
// CHECK-LABEL: func.func @open(
// CHECK-NOT: affine.parallel
// CHECK: call @as_task_
// CHECK: return
func.func @open(%A: memref<?x50xf32>, %n: index) {
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), 50) {
    %0 = affine.load %A[%i, %j] : memref<?x50xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %A[%i, %j] : memref<?x50xf32>
  }
  return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: affine.parallel
// CHECK: call @as_task_
// CHECK: return
func.func @dynamic(%A: memref<?x50xf32>, %n: index) {
  affine.parallel (%i, %j) = (symbol(%n), 0) to (64, 50) {
    %0 = affine.load %A[%i, %j] : memref<?x50xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %A[%i, %j] : memref<?x50xf32>
  }
  return
}

func.func private @unknown(f32) -> f32

// What is not taken.
// CHECK-LABEL: func.func @calls(
// CHECK: scf.parallel
// CHECK: scf.parallel
// CHECK: scf.reduce.return
// CHECK: memref.store
// CHECK: scf.reduce
// REMARKS-DAG: parallel.mlir:[[#@LINE+10]]:12: remark: func.call is not scheduled: 'func.call' is not understood within loops
func.func @calls(%A: memref<40x50xf32>, %C: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c40) step (%c1) {
    %r = scf.parallel (%j) = (%c0) to (%c50) step (%c1) init(%zero) -> f32 {
      %0 = memref.load %A[%i, %j] : memref<40x50xf32>
      %1 = func.call @unknown(%0) : (f32) -> f32
      scf.reduce (%1 : f32) {
      ^bb0(%l: f32, %q: f32):
        %s = arith.addf %l, %q : f32
        scf.reduce.return %s : f32
      }
    }
    memref.store %r, %C[%i] : memref<40xf32>
  }
  return
}

// Loops that are mapped to a GPU are another tool's.
// CHECK-LABEL: func.func @mapped(
// CHECK: scf.forall
func.func @mapped(%A: memref<40xf32>) {
  scf.forall (%i) in (40) {
    %0 = memref.load %A[%i] : memref<40xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %A[%i] : memref<40xf32>
  } {mapping = [#gpu.thread<x>]}
  return
}
