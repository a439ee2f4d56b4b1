// Sums of products over triangles that together fill a box, and share a factor and the array
// that they are added to: one product, with the other factors gathered in one array.

// RUN: %as-opt --autoschedule --emit=tasks %s | FileCheck %s
// RUN: %as-opt --autoschedule --fp=strict --emit=tasks %s | FileCheck %s --check-prefix=STRICT
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --stock --runs=0

// Sums keep their order.

// STRICT-NOT: memref.alloc() {{.*}} : memref<24x24xf64>
// STRICT-NOT: memref.alloc() {{.*}} : memref<24x24xf32>

// A product with a symmetric matrix of which the lower half is stored, as in
// PolyBench: one half is summed in a scalar, and the diagonal is added with it.

// CHECK-LABEL: func.func @lower(
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<24x24xf64>
// CHECK-DAG: affine.store %{{.*}}, %[[A]][%[[X:.*]], %[[X]]]
// CHECK: %[[FULL:.*]] = bufferization.to_tensor %[[A]]
// CHECK: call @as_task{{.*}}(%[[FULL]], {{.*}} tensor<24x20xf64>) -> tensor<24x20xf64>
// CHECK: memref.dealloc %[[A]]
// CHECK-NEXT: return

// REDEFINE: %{name} = lower
// RUN: %{test}
func.func @lower(%C: memref<24x20xf64> {llvm.noalias}, %A: memref<24x24xf64> {llvm.noalias},
                 %B: memref<24x20xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.2 : f64
  %sum = memref.alloca() : memref<f64>
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 20 {
      affine.store %zero, %sum[] : memref<f64>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %k] : memref<24x24xf64>
        %c = affine.load %C[%k, %j] : memref<24x20xf64>
        %b = affine.load %B[%i, %j] : memref<24x20xf64>
        %0 = arith.mulf %alpha, %b : f64
        %1 = arith.mulf %0, %a : f64
        %2 = arith.addf %c, %1 : f64
        affine.store %2, %C[%k, %j] : memref<24x20xf64>
        %s = affine.load %sum[] : memref<f64>
        %bk = affine.load %B[%k, %j] : memref<24x20xf64>
        %3 = arith.mulf %bk, %a : f64
        %4 = arith.addf %s, %3 : f64
        affine.store %4, %sum[] : memref<f64>
      }
      %c = affine.load %C[%i, %j] : memref<24x20xf64>
      %5 = arith.mulf %beta, %c : f64
      %b = affine.load %B[%i, %j] : memref<24x20xf64>
      %6 = arith.mulf %alpha, %b : f64
      %d = affine.load %A[%i, %i] : memref<24x24xf64>
      %7 = arith.mulf %6, %d : f64
      %8 = arith.addf %5, %7 : f64
      %s = affine.load %sum[] : memref<f64>
      %9 = arith.mulf %alpha, %s : f64
      %10 = arith.addf %8, %9 : f64
      affine.store %10, %C[%i, %j] : memref<24x20xf64>
    }
  }
  return
}

// The matrix on the right, with its upper half and its diagonal in different
// arrays, subtracted, and from other indices on.

// CHECK-LABEL: func.func @right(
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<24x24xf32>
// CHECK: %[[FULL:.*]] = bufferization.to_tensor %[[A]]
// CHECK: call @as_task{{.*}}(%{{.*}}) -> tensor<20x24xf32>
// CHECK: memref.dealloc %[[A]]
// CHECK-NEXT: return

// REDEFINE: %{name} = right
// RUN: %{test}
func.func @right(%C: memref<20x30xf32> {llvm.noalias}, %A: memref<30x30xf32> {llvm.noalias},
                 %D: memref<30xf32> {llvm.noalias}, %B: memref<20x30xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %x = 5 to 29 {
      affine.for %y = affine_map<(x) -> (x + 1)>(%x) to 29 {
        %a = affine.load %A[%x, %y] : memref<30x30xf32>
        %b = affine.load %B[%i, %x] : memref<20x30xf32>
        %c = affine.load %C[%i, %y + 1] : memref<20x30xf32>
        %0 = arith.mulf %a, %b : f32
        %1 = arith.subf %c, %0 : f32
        affine.store %1, %C[%i, %y + 1] : memref<20x30xf32>
        %bk = affine.load %B[%i, %y] : memref<20x30xf32>
        %ck = affine.load %C[%i, %x + 1] : memref<20x30xf32>
        %2 = arith.mulf %a, %bk : f32
        %3 = arith.subf %ck, %2 : f32
        affine.store %3, %C[%i, %x + 1] : memref<20x30xf32>
      }
    }
  }
  affine.for %i = 0 to 20 {
    affine.for %x = 5 to 29 {
      %d = affine.load %D[%x] : memref<30xf32>
      %b = affine.load %B[%i, %x] : memref<20x30xf32>
      %c = affine.load %C[%i, %x + 1] : memref<20x30xf32>
      %0 = arith.mulf %d, %b : f32
      %1 = arith.subf %c, %0 : f32
      affine.store %1, %C[%i, %x + 1] : memref<20x30xf32>
    }
  }
  return
}

// The gathered array has the size of the box wherever the box begins, and loops
// that cancel out of an index are not in it.

// CHECK-LABEL: func.func @far(
// CHECK: memref.alloc() {{.*}} : memref<24x24xf64>
// CHECK: memref.dealloc
// CHECK-NEXT: return

// REDEFINE: %{name} = far
// RUN: %{test}
func.func @far(%C: memref<30024x20xf64> {llvm.noalias}, %A: memref<24x24xf64> {llvm.noalias},
               %B: memref<30024x20xf64> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 20 {
      affine.for %k = affine_map<(i) -> (i)>(%i) to 24 {
        %a = affine.load %A[%i + 0 * %j, %k] : memref<24x24xf64>
        %c0 = affine.load %C[%k + 30000, %j] : memref<30024x20xf64>
        %b0 = affine.load %B[%i + 30000, %j] : memref<30024x20xf64>
        %p0 = arith.mulf %a, %b0 : f64
        %s0 = arith.addf %c0, %p0 : f64
        affine.store %s0, %C[%k + 30000, %j] : memref<30024x20xf64>
      }
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to 24 {
        %a = affine.load %A[%i, %k] : memref<24x24xf64>
        %c1 = affine.load %C[%i + 30000, %j] : memref<30024x20xf64>
        %b1 = affine.load %B[%k + 30000, %j] : memref<30024x20xf64>
        %p1 = arith.mulf %a, %b1 : f64
        %s1 = arith.addf %c1, %p1 : f64
        affine.store %s1, %C[%i + 30000, %j] : memref<30024x20xf64>
      }
    }
  }
  return
}

// A bound that is known only inside of the nest: not merged.

// CHECK-LABEL: func.func @applied_bound(
// CHECK-NOT: memref.alloc()
// CHECK: return

// REDEFINE: %{name} = applied_bound
// RUN: %{test}
func.func @applied_bound(%C: memref<24x20xf64> {llvm.noalias},
                         %A: memref<24x24xf64> {llvm.noalias},
                         %B: memref<24x20xf64> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    %u = affine.apply affine_map<(i) -> (i + 1)>(%i)
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%u) {
        %a = affine.load %A[%i, %k] : memref<24x24xf64>
        %c0 = affine.load %C[%k, %j] : memref<24x20xf64>
        %b0 = affine.load %B[%i, %j] : memref<24x20xf64>
        %p0 = arith.mulf %a, %b0 : f64
        %s0 = arith.addf %c0, %p0 : f64
        affine.store %s0, %C[%k, %j] : memref<24x20xf64>
      }
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %k] : memref<24x24xf64>
        %c1 = affine.load %C[%i, %j] : memref<24x20xf64>
        %b1 = affine.load %B[%k, %j] : memref<24x20xf64>
        %p1 = arith.mulf %a, %b1 : f64
        %s1 = arith.addf %c1, %p1 : f64
        affine.store %s1, %C[%i, %j] : memref<24x20xf64>
      }
    }
  }
  return
}

// Two at once.

// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: memref.alloc() {{.*}} : memref<24x24xf64>
// CHECK-COUNT-2: memref.dealloc
// CHECK-NEXT: return

// REDEFINE: %{name} = two
// RUN: %{test}
func.func @two(%C: memref<24x20xf64> {llvm.noalias}, %D: memref<24x20xf64> {llvm.noalias},
               %A: memref<24x24xf64> {llvm.noalias}, %B: memref<24x20xf64> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 20 {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to 24 {
        %a = affine.load %A[%i, %k] : memref<24x24xf64>
        %c0 = affine.load %C[%k, %j] : memref<24x20xf64>
        %b0 = affine.load %B[%i, %j] : memref<24x20xf64>
        %p0 = arith.mulf %a, %b0 : f64
        %s0 = arith.addf %c0, %p0 : f64
        affine.store %s0, %C[%k, %j] : memref<24x20xf64>
        %c1 = affine.load %C[%i, %j] : memref<24x20xf64>
        %b1 = affine.load %B[%k, %j] : memref<24x20xf64>
        %p1 = arith.mulf %a, %b1 : f64
        %s1 = arith.addf %c1, %p1 : f64
        affine.store %s1, %C[%i, %j] : memref<24x20xf64>
        %c2 = affine.load %D[%k, %j] : memref<24x20xf64>
        %b2 = affine.load %B[%i, %j] : memref<24x20xf64>
        %p2 = arith.mulf %a, %b2 : f64
        %s2 = arith.addf %c2, %p2 : f64
        affine.store %s2, %D[%k, %j] : memref<24x20xf64>
        %c3 = affine.load %D[%i, %j] : memref<24x20xf64>
        %b3 = affine.load %B[%k, %j] : memref<24x20xf64>
        %p3 = arith.mulf %a, %b3 : f64
        %s3 = arith.addf %c3, %p3 : f64
        affine.store %s3, %D[%i, %j] : memref<24x20xf64>
      }
      %d = affine.load %A[%i, %i] : memref<24x24xf64>
      %c4 = affine.load %C[%i, %j] : memref<24x20xf64>
      %b4 = affine.load %B[%i, %j] : memref<24x20xf64>
      %p4 = arith.mulf %d, %b4 : f64
      %s4 = arith.addf %c4, %p4 : f64
      affine.store %s4, %C[%i, %j] : memref<24x20xf64>
      %c5 = affine.load %D[%i, %j] : memref<24x20xf64>
      %b5 = affine.load %B[%i, %j] : memref<24x20xf64>
      %p5 = arith.mulf %d, %b5 : f64
      %s5 = arith.addf %c5, %p5 : f64
      affine.store %s5, %D[%i, %j] : memref<24x20xf64>
    }
  }
  return
}

// Arrays that may overlap: not merged.

// CHECK-LABEL: func.func @may_overlap(
// CHECK-NOT: memref.alloc()
// CHECK: return

// REDEFINE: %{name} = may_overlap
// RUN: %{test}
func.func @may_overlap(%C: memref<24x20xf64>, %A: memref<24x24xf64>, %B: memref<24x20xf64>) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 20 {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to 24 {
        %a = affine.load %A[%i, %k] : memref<24x24xf64>
        %c0 = affine.load %C[%k, %j] : memref<24x20xf64>
        %b0 = affine.load %B[%i, %j] : memref<24x20xf64>
        %p0 = arith.mulf %a, %b0 : f64
        %s0 = arith.addf %c0, %p0 : f64
        affine.store %s0, %C[%k, %j] : memref<24x20xf64>
        %c1 = affine.load %C[%i, %j] : memref<24x20xf64>
        %b1 = affine.load %B[%k, %j] : memref<24x20xf64>
        %p1 = arith.mulf %a, %b1 : f64
        %s1 = arith.addf %c1, %p1 : f64
        affine.store %s1, %C[%i, %j] : memref<24x20xf64>
      }
      %d = affine.load %A[%i, %i] : memref<24x24xf64>
      %c2 = affine.load %C[%i, %j] : memref<24x20xf64>
      %b2 = affine.load %B[%i, %j] : memref<24x20xf64>
      %p2 = arith.mulf %d, %b2 : f64
      %s2 = arith.addf %c2, %p2 : f64
      affine.store %s2, %C[%i, %j] : memref<24x20xf64>
    }
  }
  return
}
