// A task called in loops on slices of arrays gets the address of each slice and
// works in place: nothing is copied or allocated in the loops.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=llvm --trials=0 --records=none --progress=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --trials=2 --records=none --progress=none %s -o %t.mlir
// DEFINE: %{name} =
// DEFINE: %{test} = %as-run %t.mlir --entry=%{name} --compare=%s --entry=%{name} --stock --runs=0

// The tiles below the diagonal. A task of its own transposes the second operand
// of each tile before, to memory that is allocated once.

// CHECK-LABEL: define void @syrk(
// CHECK: call {{.*}}@as_task_
// CHECK-NOT: malloc
// CHECK: call {{.*}}@as_task_{{[0-9a-f_]+}}(ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, ptr {{.*}}%0, i64 {{[^,]*}})
// CHECK-NOT: malloc
// CHECK: ret void

// REDEFINE: %{name} = syrk
// RUN: %{test}
func.func @syrk(%C: memref<96x96xf64> {llvm.noalias}, %A: memref<96x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %C[%i, %j] : memref<96x96xf64>
        %1 = affine.load %A[%i, %k] : memref<96x24xf64>
        %2 = affine.load %A[%j, %k] : memref<96x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}

// Of two products, the first has its result in memory of its own, allocated
// once; the second adds it to the slice.

// CHECK-LABEL: define void @syr2k(
// CHECK: call {{.*}}@as_task_[[FIRST:[0-9a-f]+]](ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64 {{.*}}, ptr {{[^,]*}})
// CHECK: ret void

// REDEFINE: %{name} = syr2k
// RUN: %{test}
func.func @syr2k(%C: memref<96x96xf64> {llvm.noalias}, %A: memref<96x24xf64> {llvm.noalias},
                 %B: memref<96x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %C[%i, %j] : memref<96x96xf64>
        %1 = affine.load %A[%j, %k] : memref<96x24xf64>
        %2 = affine.load %B[%i, %k] : memref<96x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %B[%j, %k] : memref<96x24xf64>
        %5 = affine.load %A[%i, %k] : memref<96x24xf64>
        %6 = arith.mulf %4, %5 : f64
        %7 = arith.addf %3, %6 : f64
        %8 = arith.addf %0, %7 : f64
        affine.store %8, %C[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}

// Rows added to other rows of the same array: in the tiles these are apart.

// CHECK-LABEL: define void @rows(
// CHECK: @as_task_{{[0-9a-f]+}}(ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64
// CHECK: ret void

// REDEFINE: %{name} = rows
// RUN: %{test}
func.func @rows(%A: memref<96x96xf64> {llvm.noalias}, %B: memref<96x40xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %j = 0 to 40 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 96 {
        %0 = affine.load %B[%i, %j] : memref<96x40xf64>
        %1 = affine.load %A[%k, %i] : memref<96x96xf64>
        %2 = affine.load %B[%k, %j] : memref<96x40xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %B[%i, %j] : memref<96x40xf64>
      }
    }
  }
  return
}

// An array that is read before the result is stored: not in place either.

// CHECK-LABEL: define void @between(
// CHECK: ret void

// REDEFINE: %{name} = between
// RUN: %{test}
func.func private @add(%a: tensor<4x8xf64>, %c: tensor<4x8xf64>) -> tensor<4x8xf64> {
  %0 = linalg.add ins(%a, %c : tensor<4x8xf64>, tensor<4x8xf64>) outs(%c : tensor<4x8xf64>) -> tensor<4x8xf64>
  return %0 : tensor<4x8xf64>
}
func.func @between(%M: memref<16x8xf64> {llvm.noalias}, %A: memref<4x8xf64> {llvm.noalias},
                   %B: memref<1xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %a = bufferization.to_tensor %A restrict : memref<4x8xf64> to tensor<4x8xf64>
  %m = bufferization.to_tensor %M restrict writable : memref<16x8xf64> to tensor<16x8xf64>
  %part = tensor.extract_slice %m[4, 0] [4, 8] [1, 1] : tensor<16x8xf64> to tensor<4x8xf64>
  %sum = func.call @add(%a, %part) : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<4x8xf64>
  %old = memref.load %M[%c5, %c0] : memref<16x8xf64>
  memref.store %old, %B[%c0] : memref<1xf64>
  %new = tensor.insert_slice %sum into %m[4, 0] [4, 8] [1, 1] : tensor<4x8xf64> into tensor<16x8xf64>
  bufferization.materialize_in_destination %new in restrict writable %M : (tensor<16x8xf64>, memref<16x8xf64>) -> ()
  return
}

// A new result is made in the array that it is stored to, which is known not to
// overlap. The task needs no memory of its own.

// CHECK-LABEL: define void @convolution(ptr noalias {{[^,]*}}%0, ptr noalias
// CHECK-NOT: memcpy
// CHECK-NOT: as.workspace
// CHECK: call {{.*}}@as_task_{{[0-9a-f]+}}(ptr {{[^,]*}}, ptr {{[^,]*}}, ptr {{[^,]*}}%0)
// CHECK-NEXT: ret void

// REDEFINE: %{name} = convolution
// RUN: %{test}
func.func @convolution(%C: memref<32x40xf64> {llvm.noalias}, %A: memref<34x42xf64> {llvm.noalias},
                       %W: memref<3x3xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 40 {
      affine.store %zero, %C[%i, %j] : memref<32x40xf64>
      affine.for %p = 0 to 3 {
        affine.for %q = 0 to 3 {
          %0 = affine.load %C[%i, %j] : memref<32x40xf64>
          %1 = affine.load %A[%i + %p, %j + %q] : memref<34x42xf64>
          %2 = affine.load %W[%p, %q] : memref<3x3xf64>
          %3 = arith.mulf %1, %2 : f64
          %4 = arith.addf %0, %3 : f64
          affine.store %4, %C[%i, %j] : memref<32x40xf64>
        }
      }
    }
  }
  return
}

// Operands in other parts of the array that is written: before and behind what is
// written in memory, but isl knows that they share no element with it.

// CHECK-LABEL: define void @other_parts(
// CHECK-NOT: malloc
// CHECK: call {{.*}}@as_task_[[PARTS:[0-9a-f]+]](ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64 {{[^,]*}})
// CHECK-NOT: malloc
// CHECK: ret void

// REDEFINE: %{name} = other_parts
// RUN: %{test}
func.func @other_parts(%A: memref<512x512xf64> {llvm.noalias}) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        affine.for %k = 0 to 64 {
          %0 = affine.load %A[%i + %t * 64 + 128, %j + 64] : memref<512x512xf64>
          %1 = affine.load %A[%i + %t * 64 + 128, %k] : memref<512x512xf64>
          %2 = affine.load %A[%j + 64, %k] : memref<512x512xf64>
          %3 = arith.mulf %1, %2 : f64
          %4 = arith.subf %0, %3 : f64
          affine.store %4, %A[%i + %t * 64 + 128, %j + 64] : memref<512x512xf64>
        }
      }
    }
  }
  return
}

// Operands that share elements with it stay old values.

// CHECK-LABEL: define void @old_values(
// CHECK-NOT: @as_task_{{[0-9a-f]+}}(ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64 {{.*}}, ptr {{.*}}, i64
// CHECK: ret void

// REDEFINE: %{name} = old_values
// RUN: %{test}
func.func @old_values(%A: memref<512x512xf64> {llvm.noalias}, %B: memref<512x512xf64> {llvm.noalias}) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 64 {
      affine.for %k = 0 to 64 {
        affine.for %j = 0 to 64 {
          %0 = affine.load %A[%i + %t * 64, %j] : memref<512x512xf64>
          %1 = affine.load %B[%i + %t * 64, %k] : memref<512x512xf64>
          %2 = affine.load %A[%i + %k + %t * 64 + 1, %j] : memref<512x512xf64>
          %3 = arith.mulf %1, %2 : f64
          %4 = arith.addf %0, %3 : f64
          affine.store %4, %A[%i + %t * 64, %j] : memref<512x512xf64>
        }
      }
    }
  }
  return
}

// Tiles on the diagonal are computed in dense memory, and those below it in C: the
// calls pass other types, so that there are two copies of the task.

// CHECK-LABEL: define void @triangle(
// CHECK-DAG: call {{.*}}@as_task_[[TRIANGLE:[0-9a-f]+]]{{(_[0-9]+)?}}(ptr %1, i64 {{.*}}, ptr {{.*}}, ptr {{[^,]*}})
// CHECK-DAG: call {{.*}}@as_task_[[TRIANGLE]]{{(_[0-9]+)?}}(ptr %1, i64 {{.*}}, ptr {{.*}}, ptr {{.*}}%0, i64 {{[^,]*}})
// CHECK: ret void

// REDEFINE: %{name} = triangle
// RUN: %{test}
func.func @triangle(%C: memref<96x96xf64> {llvm.noalias}, %A: memref<96x24xf64> {llvm.noalias},
                    %B: memref<96x24xf64> {llvm.noalias}) {
  affine.for %i = 0 to 96 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %C[%i, %j] : memref<96x96xf64>
        %1 = affine.load %A[%i, %k] : memref<96x24xf64>
        %2 = affine.load %B[%j, %k] : memref<96x24xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[%i, %j] : memref<96x96xf64>
      }
    }
  }
  return
}
