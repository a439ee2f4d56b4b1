// Nests whose bounds are known at run time only: sizes of arrays, arguments, sums of
// multiples of these, and what is known before the nest otherwise. They become linalg on tensors of dynamic shapes,
// which are split into tiles.

// RUN: %as-opt --autoschedule --emit=tasks --records=none %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --kernels-per-task=3 %s -o %t.mlir 2>/dev/null

// They compute the same, also nothing, and sizes around those of tiles.
// DEFINE: %{f} =
// DEFINE: %{sizes} =
// DEFINE: %{run} = %as-run %t.mlir --entry=%{f} --compare=%s --entry=%{f} --stock --runs=0 --sizes=%{sizes} --tolerance=1e-4
// REDEFINE: %{f} = product
// REDEFINE: %{sizes} = n=0,1,7,64,m=0,1,33,k=0,1,50
// RUN: %{run}
// REDEFINE: %{f} = checked
// RUN: %{run}
// REDEFINE: %{f} = stencil
// REDEFINE: %{sizes} = n=0..4,15..17,31..33,127..129,257
// RUN: %{run}
// REDEFINE: %{f} = shorter
// RUN: %{run}
// REDEFINE: %{f} = in_place
// RUN: %{run}
// REDEFINE: %{f} = swap
// RUN: %{run}
// REDEFINE: %{f} = window
// REDEFINE: %{sizes} = n=0..3,30..34,129,more=131
// RUN: %{run}
// REDEFINE: %{f} = steps
// REDEFINE: %{sizes} = n=0..3,65,t=0..3
// RUN: %{run}
// REDEFINE: %{f} = begins_later
// REDEFINE: %{sizes} = n=0..2,31,33,130,l=0,1,2,32,140
// RUN: %{run}
// REDEFINE: %{f} = in_steps
// RUN: %{run}
// REDEFINE: %{f} = scf_steps
// RUN: %{run}
// REDEFINE: %{f} = ends_at_minimum
// REDEFINE: %{sizes} = n=0,1,19..21,50,l=2,3,60,101..103
// RUN: %{run}
// REDEFINE: %{f} = pairs
// REDEFINE: %{sizes} = n=0..5,64,65,131
// RUN: %{run}
// REDEFINE: %{f} = empty_sums
// REDEFINE: %{sizes} = n=5,k=0
// RUN: %{run}

// The arrays are tensors of their own sizes.
// CHECK-LABEL: func.func @product(
// CHECK-NOT: affine.for
// CHECK-NOT: memref.alloc
// CHECK: bufferization.to_tensor %{{.*}} restrict : memref<?x?xf32> to tensor<?x?xf32>
// CHECK: call @as_task_
// CHECK: materialize_in_destination %{{.*}} in restrict writable %arg2 : (tensor<?x?xf32>, memref<?x?xf32>)
// CHECK-NOT: affine.for
// CHECK: return
func.func @product(%x: memref<?x?xf32> {as.sizes = ["n", "k"], llvm.noalias},
                   %w: memref<?x?xf32> {as.sizes = ["k", "m"], llvm.noalias},
                   %o: memref<?x?xf32> {as.sizes = ["n", "m"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %o, %c0 : memref<?x?xf32>
  %m = memref.dim %o, %c1 : memref<?x?xf32>
  %k = memref.dim %x, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %zero, %o[%i, %j] : memref<?x?xf32>
      affine.for %l = 0 to %k {
        %a = affine.load %x[%i, %l] : memref<?x?xf32>
        %b = affine.load %w[%l, %j] : memref<?x?xf32>
        %c = affine.load %o[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        affine.store %q, %o[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// If arrays may overlap, that is checked, with all bytes that they have. Rows
// that are not known to be all of a row keep their distance.
// CHECK-LABEL: func.func @checked(
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: %[[POSITIVE:.*]] = arith.cmpi ugt, %{{.*}}, %c0
// CHECK: %[[ALL:.*]] = arith.andi %{{.*}}, %[[POSITIVE]]
// CHECK: scf.if %[[ALL]] {
// CHECK-NOT: affine.for
// CHECK: memref.reinterpret_cast %arg2 to offset: [0], sizes: [%{{.*}}, %{{.*}}], strides: [%{{.*}}, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
// CHECK: call @as_task_
// CHECK: } else {
// CHECK: affine.for
func.func @checked(%x: memref<?x?xf32> {as.sizes = ["n", "k"]},
                   %w: memref<?x?xf32> {as.sizes = ["k", "m"]},
                   %o: memref<?x?xf32> {as.sizes = ["n", "m"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %k = memref.dim %x, %c1 : memref<?x?xf32>
  %m = memref.dim %w, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %l = 0 to %k {
        %a = affine.load %x[%i, %l] : memref<?x?xf32>
        %b = affine.load %w[%l, %j] : memref<?x?xf32>
        %c = affine.load %o[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        affine.store %q, %o[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @stencil(
// CHECK-NOT: affine.for
// CHECK: call @as_task_
// CHECK: return
func.func @stencil(%x: memref<?xf32> {as.sizes = ["n"], llvm.noalias},
                   %o: memref<?xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  affine.for %i = 1 to affine_map<(n) -> (n - 1)>(%n) {
    %a = affine.load %x[%i - 1] : memref<?xf32>
    %b = affine.load %x[%i + 1] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %o[%i] : memref<?xf32>
  }
  return
}

// A bound that may be negative: then the loop does not run.
// CHECK-LABEL: func.func @shorter(
// CHECK: %[[SIZE:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[SIZE]], 24], strides: [24, 1] : memref<?x24xf32> to memref<?x24xf32>
// CHECK: call @as_task_
// CHECK: return
func.func @shorter(%x: memref<?x24xf32> {as.sizes = ["n"], llvm.noalias},
                   %o: memref<?xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %dim = memref.dim %x, %c0 : memref<?x24xf32>
  %n = arith.subi %dim, %c3 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 24 {
      %a = affine.load %x[%i, %j] : memref<?x24xf32>
      %b = affine.load %o[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %o[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @in_place(
// CHECK-NOT: affine.for
// CHECK: return
func.func @in_place(%x: memref<?x24xf32> {as.sizes = ["n"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x24xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 24 {
      %a = affine.load %x[%i, %j] : memref<?x24xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %x[%i, %j] : memref<?x24xf32>
    }
  }
  return
}

// Two arrays that are made of each other.
// CHECK-LABEL: func.func @swap(
// CHECK-NOT: affine.for
// CHECK: return
func.func @swap(%x: memref<?xf32> {as.sizes = ["n"], llvm.noalias},
                %y: memref<?xf32> {as.sizes = ["n"], llvm.noalias},
                %t: memref<?xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %t, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %y[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %x[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %t[%i] : memref<?xf32>
    affine.store %a, %y[%i] : memref<?xf32>
  }
  return
}

// Images of any size, with a window.
// CHECK-LABEL: func.func @window(
// CHECK-NOT: affine.for
// CHECK: call @as_task_
// CHECK: return
func.func @window(%x: memref<?x8xf32> {as.sizes = ["more"], llvm.noalias},
                  %w: memref<3x8x16xf32> {llvm.noalias},
                  %o: memref<?x16xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %o, %c0 : memref<?x16xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 8 {
          %a = affine.load %x[%i + %k, %l] : memref<?x8xf32>
          %b = affine.load %w[%k, %l, %j] : memref<3x8x16xf32>
          %c = affine.load %o[%i, %j] : memref<?x16xf32>
          %p = arith.mulf %a, %b : f32
          %q = arith.addf %c, %p : f32
          affine.store %q, %o[%i, %j] : memref<?x16xf32>
        }
      }
    }
  }
  return
}

// A loop that stays around an operation. The memory is cast before it.
// CHECK-LABEL: func.func @steps(
// CHECK: memref.reinterpret_cast
// CHECK: affine.for
// CHECK-NOT: memref.reinterpret_cast
// CHECK: call @as_task_
// CHECK: return
func.func @steps(%x: memref<?xf32> {as.sizes = ["n"], llvm.noalias},
                 %a: memref<?x?xf32> {as.sizes = ["n", "n"], llvm.noalias},
                 %t: memref<?xf32> {as.sizes = ["t"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %times = memref.dim %t, %c0 : memref<?xf32>
  affine.for %s = 0 to %times {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %0 = affine.load %x[%j] : memref<?xf32>
        %1 = affine.load %a[%i, %j] : memref<?x?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %a[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %0 = affine.load %x[%i] : memref<?xf32>
        %1 = affine.load %a[%i, %j] : memref<?x?xf32>
        %2 = arith.maximumf %0, %1 : f32
        affine.store %2, %x[%i] : memref<?xf32>
      }
    }
  }
  return
}

// Sums of nothing touch no results, of which there may be fewer than the loop
// has iterations.
// CHECK-LABEL: func.func @empty_sums(
// CHECK: scf.if
// CHECK: } else {
// CHECK: affine.for
func.func @empty_sums(%x: memref<?x?xf32> {as.sizes = ["n", "k"], llvm.noalias},
                      %o: memref<?xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 1000000000 : index
  %dim = memref.dim %o, %c0 : memref<?xf32>
  %n = arith.addi %dim, %many : index
  %k = memref.dim %x, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %l = 0 to %k {
      %a = affine.load %x[%i, %l] : memref<?x?xf32>
      %b = affine.load %o[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %o[%i] : memref<?xf32>
    }
  }
  return
}

// A loop that begins at a value counts from zero. Where it does not run it begins
// at zero, so that no element before or behind the array is named.
// CHECK-LABEL: func.func @begins_later(
// CHECK: %[[LENGTH:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK: %[[FIRST:.*]] = arith.select %{{.*}}, %{{.*}}, %c0
// CHECK-NOT: affine.for
// CHECK: call @as_task_
// CHECK-NOT: affine.for
// CHECK: return
func.func @begins_later(%x: memref<?x24xf32> {as.sizes = ["n"], llvm.noalias},
                        %l: memref<?xf32> {as.sizes = ["l"], llvm.noalias},
                        %o: memref<?x24xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x24xf32>
  %lower = memref.dim %l, %c0 : memref<?xf32>
  affine.for %i = %lower to %n {
    affine.for %j = 0 to 24 {
      %a = affine.load %x[%i, %j] : memref<?x24xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %o[%i, %j] : memref<?x24xf32>
    }
  }
  return
}

// Steps other than one, from a value: every third row of a product.
// CHECK-LABEL: func.func @in_steps(
// CHECK: arith.divui %{{.*}}, %c3
// CHECK-NOT: affine.for
// CHECK: call @as_task_
// CHECK-NOT: affine.for
// CHECK: return
func.func @in_steps(%x: memref<?x24xf32> {as.sizes = ["n"], llvm.noalias},
                    %w: memref<24x16xf32> {llvm.noalias},
                    %l: memref<?xf32> {as.sizes = ["l"], llvm.noalias},
                    %o: memref<?x16xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x24xf32>
  %lower = memref.dim %l, %c0 : memref<?xf32>
  affine.for %i = %lower to %n step 3 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 24 {
        %a = affine.load %x[%i, %k] : memref<?x24xf32>
        %b = affine.load %w[%k, %j] : memref<24x16xf32>
        %c = affine.load %o[%i, %j] : memref<?x16xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        affine.store %q, %o[%i, %j] : memref<?x16xf32>
      }
    }
  }
  return
}

// The smallest of several ends. Loops over one range share its values, so that
// what one statement fills is what the other one adds to.
// CHECK-LABEL: func.func @ends_at_minimum(
// CHECK: arith.minsi
// CHECK-NOT: affine.for
// CHECK-NOT: scf.if
// CHECK: call @as_task_
// CHECK-NOT: affine.for
// CHECK: return
func.func @ends_at_minimum(%x: memref<?x?xf32> {as.sizes = ["n", "l"], llvm.noalias},
                           %o: memref<?xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 20)>(%n) {
    affine.store %zero, %o[%i] : memref<?xf32>
  }
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 20)>(%n) {
    affine.for %k = 1 to min affine_map<(d0) -> (d0 - 1, 100)>(%m) {
      %a = affine.load %x[%i, %k] : memref<?x?xf32>
      %b = affine.load %o[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %o[%i] : memref<?xf32>
    }
  }
  return
}

// The same of scf.for, and a quotient: pairs of elements.
// CHECK-LABEL: func.func @scf_steps(
// CHECK-NOT: memref.store
// CHECK: call @as_task_
// CHECK-NOT: memref.store
// CHECK: return
func.func @scf_steps(%x: memref<?x24xf32> {as.sizes = ["n"], llvm.noalias},
                     %l: memref<?xf32> {as.sizes = ["l"], llvm.noalias},
                     %o: memref<?x24xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c24 = arith.constant 24 : index
  %n = memref.dim %x, %c0 : memref<?x24xf32>
  %lower = memref.dim %l, %c0 : memref<?xf32>
  scf.for %i = %lower to %n step %c2 {
    scf.for %j = %c0 to %c24 step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x24xf32>
      %b = arith.mulf %a, %a : f32
      memref.store %b, %o[%i, %j] : memref<?x24xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @pairs(
// CHECK-NOT: affine.for
// CHECK: call @as_task_
// CHECK: return
func.func @pairs(%x: memref<?xf32> {as.sizes = ["n"], llvm.noalias},
                 %o: memref<?xf32> {as.sizes = ["n"], llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<(d0) -> (d0 floordiv 2)>(%n) {
    %a = affine.load %x[%i * 2] : memref<?xf32>
    %b = affine.load %x[%i * 2 + 1] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %o[%i] : memref<?xf32>
  }
  return
}
