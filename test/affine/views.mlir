// Views of dense memory: what loops and linalg access through them is part of the array that
// they show. Where they begin may be known when the program runs only.

// RUN: %as-opt --autoschedule --emit=tasks %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARKS < %t.remarks
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// DEFINE: %{entry} =
// DEFINE: %{run} = %as-run %t.mlir --entry=%{entry} --compare=%s --entry=%{entry} --stock --runs=0
// REDEFINE: %{entry} = rows
// RUN: %{run}
// REDEFINE: %{entry} = columns
// RUN: %{run}
// REDEFINE: %{entry} = from
// RUN: %{run}
// REDEFINE: %{entry} = tiles
// RUN: %{run}
// REDEFINE: %{entry} = shifted
// RUN: %{run}
// REDEFINE: %{entry} = nested
// RUN: %{run}

// CHECK-LABEL: func.func @rows(
// CHECK: call @as_task_{{.*}} : (tensor<16x48xf32>
func.func @rows(%a: memref<64x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                %c: memref<16x32xf32> {llvm.noalias}) {
  %v = memref.subview %a[8, 0] [16, 48] [1, 1] : memref<64x48xf32> to memref<16x48xf32, strided<[48, 1], offset: 384>>
  linalg.matmul ins(%v, %b : memref<16x48xf32, strided<[48, 1], offset: 384>>, memref<48x32xf32>) outs(%c : memref<16x32xf32>)
  return
}

// CHECK-LABEL: func.func @columns(
// CHECK: call @as_task_{{.*}} : (tensor<64x16xf32>
func.func @columns(%a: memref<64x48xf32> {llvm.noalias}, %b: memref<16x32xf32> {llvm.noalias},
                   %c: memref<64x40xf32> {llvm.noalias}) {
  %v = memref.subview %a[0, 8] [64, 16] [1, 1] : memref<64x48xf32> to memref<64x16xf32, strided<[48, 1], offset: 8>>
  %w = memref.subview %c[0, 3] [64, 32] [1, 1] : memref<64x40xf32> to memref<64x32xf32, strided<[40, 1], offset: 3>>
  linalg.matmul ins(%v, %b : memref<64x16xf32, strided<[48, 1], offset: 8>>, memref<16x32xf32>) outs(%w : memref<64x32xf32, strided<[40, 1], offset: 3>>)
  return
}

func.func @from(%a: memref<64x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                %c: memref<64x32xf32> {llvm.noalias}) {
  %c5 = arith.constant 5 : index
  call @dynamic(%a, %b, %c, %c5) : (memref<64x48xf32>, memref<48x32xf32>, memref<64x32xf32>, index) -> ()
  return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK: tensor.extract_slice %{{.*}}[%[[N]], 0] [16, 48]
// CHECK: call @as_task_{{.*}} : (tensor<16x48xf32>
func.func @dynamic(%a: memref<64x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                   %c: memref<64x32xf32> {llvm.noalias}, %n: index) {
  %v = memref.subview %a[%n, 0] [16, 48] [1, 1] : memref<64x48xf32> to memref<16x48xf32, strided<[48, 1], offset: ?>>
  %n2 = arith.addi %n, %n : index
  %w = memref.subview %c[%n2, 0] [16, 32] [1, 1] : memref<64x32xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %x = affine.load %v[%i, %k] : memref<16x48xf32, strided<[48, 1], offset: ?>>
        %y = affine.load %b[%k, %j] : memref<48x32xf32>
        %z = affine.load %w[%i, %j] : memref<16x32xf32, strided<[32, 1], offset: ?>>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %w[%i, %j] : memref<16x32xf32, strided<[32, 1], offset: ?>>
      }
    }
  }
  return
}

// Tiles by hand.
// CHECK-LABEL: func.func @tiles(
// CHECK-NOT: memref.subview
// CHECK: call @as_task_{{.*}} : (tensor<16x48xf32>
func.func @tiles(%a: memref<64x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                 %c: memref<64x32xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %t = %c0 to %c64 step %c16 {
    %v = memref.subview %a[%t, 0] [16, 48] [1, 1] : memref<64x48xf32> to memref<16x48xf32, strided<[48, 1], offset: ?>>
    %w = memref.subview %c[%t, 0] [16, 32] [1, 1] : memref<64x32xf32> to memref<16x32xf32, strided<[32, 1], offset: ?>>
    linalg.matmul ins(%v, %b : memref<16x48xf32, strided<[48, 1], offset: ?>>, memref<48x32xf32>) outs(%w : memref<16x32xf32, strided<[32, 1], offset: ?>>)
  }
  return
}

// Two views of one array: each row is made of the one before, so this is no operator.
// CHECK-LABEL: func.func @shifted(
// CHECK-NOT: linalg.
// CHECK: return
// REMARKS: views.mlir:[[#@LINE+8]]:7: remark: {{.*}} it reads what it wrote in another iteration
func.func @shifted(%a: memref<64x48xf32> {llvm.noalias}) {
  %v = memref.subview %a[0, 0] [63, 48] [1, 1] : memref<64x48xf32> to memref<63x48xf32, strided<[48, 1]>>
  %w = memref.subview %a[1, 0] [63, 48] [1, 1] : memref<64x48xf32> to memref<63x48xf32, strided<[48, 1], offset: 48>>
  affine.for %i = 0 to 63 {
    affine.for %j = 0 to 48 {
      %x = affine.load %v[%i, %j] : memref<63x48xf32, strided<[48, 1]>>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %w[%i, %j] : memref<63x48xf32, strided<[48, 1], offset: 48>>
    }
  }
  return
}

// Views of views, with dimensions left out, and casts.
// CHECK-LABEL: func.func @nested(
// CHECK: call @as_task_{{.*}} : (tensor<
// CHECK: return
func.func @nested(%a: memref<5x64x48xf32> {llvm.noalias}, %c: memref<1x20x40xf32> {llvm.noalias}) {
  %v = memref.subview %a[3, 4, 0] [1, 30, 48] [1, 1, 1] : memref<5x64x48xf32> to memref<30x48xf32, strided<[48, 1], offset: 9408>>
  %w = memref.subview %v[2, 8] [20, 40] [1, 1] : memref<30x48xf32, strided<[48, 1], offset: 9408>> to memref<20x40xf32, strided<[48, 1], offset: 9512>>
  %x = memref.cast %w : memref<20x40xf32, strided<[48, 1], offset: 9512>> to memref<20x40xf32, strided<[?, 1], offset: ?>>
  %y = memref.subview %c[0, 0, 0] [1, 20, 40] [1, 1, 1] : memref<1x20x40xf32> to memref<20x40xf32, strided<[40, 1]>>
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %x[%i, %j] : memref<20x40xf32, strided<[?, 1], offset: ?>>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %y[%i, %j] : memref<20x40xf32, strided<[40, 1]>>
    }
  }
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %x[%i, %j] : memref<20x40xf32, strided<[?, 1], offset: ?>>
      %1 = affine.load %y[%i, %j] : memref<20x40xf32, strided<[40, 1]>>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %y[%i, %j] : memref<20x40xf32, strided<[40, 1]>>
    }
  }
  return
}

// Of what is passed with strides nothing else is known.
// CHECK-LABEL: func.func @passed(
// CHECK-NOT: as_task
// CHECK: return
// REMARKS: views.mlir:[[#@LINE+3]]:3: remark: affine.load is not scheduled: its memory is not dense, or not in the default space; copy it to a memref without a layout first
func.func @passed(%a: memref<16x48xf32, strided<[48, 1], offset: ?>>, %b: memref<48x32xf32>,
                  %c: memref<16x32xf32>) {
  linalg.matmul ins(%a, %b : memref<16x48xf32, strided<[48, 1], offset: ?>>, memref<48x32xf32>) outs(%c : memref<16x32xf32>)
  return
}
