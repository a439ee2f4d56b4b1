// A module without tasks: all of it belongs to the host. Kernels compute one
// element for each thread, and the host waits for them before any other access
// to memory.

// RUN: rm -rf %t && split-file %s %t
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/rest.mlir -o %t/host.mlir
// RUN: FileCheck %s < %t/host.mlir
// RUN: %mlir-opt --gpu-to-llvm %t/host.mlir | %mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// Without kernels there is no binary.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/none.mlir -o - | FileCheck %s --check-prefix=NONE

// Symbols of a layout are not sizes.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=lowered %t/layout.mlir -o - | FileCheck %s --check-prefix=LAYOUT

// Declarations do not become kernels.
// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=1 \
// RUN:   --records=none --progress=none --emit=ptx %t/declared.mlir -o - | FileCheck %s --check-prefix=DECLARED

// CHECK: gpu.binary @kernels
// CHECK: func.func private @use(memref<64x32xf32>)

// CHECK-LABEL: func.func @in_memory(
// CHECK: gpu.launch_func {{.*}} @kernels::@as_exp blocks in (%c8, %c1, %c1) threads in (%c256, %c1, %c1)

// CHECK-LABEL: func.func @outer(
// CHECK: @kernels::@as_fill
// CHECK: @kernels::@as_fill

// CHECK-LABEL: func.func @scalar(
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return

// CHECK-LABEL: func.func @gather(
// CHECK: @kernels::@as_generic blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) {{.*}} args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr)

// Stack allocations become device memory.
// CHECK-LABEL: func.func @on_stack(
// CHECK-NOT: alloca
// CHECK: gpu.alloc async
// CHECK: @kernels::@as_fill{{[_0-9]*}} blocks
// CHECK: @kernels::@as_exp{{[_0-9]*}} blocks
// CHECK: gpu.dealloc async

// Loops become branches.
// CHECK-LABEL: func.func @loop(
// CHECK-NOT: scf.for
// CHECK: cf.cond_br
// CHECK-NOT: scf.for
// CHECK: return

// CHECK-LABEL: func.func @indirect(
// CHECK: %[[FILLED:.*]] = gpu.launch_func
// CHECK-NEXT: gpu.wait [%[[FILLED]]]
// CHECK-NEXT: call_indirect
// CHECK: %[[AGAIN:.*]] = gpu.launch_func
// CHECK-NEXT: gpu.wait [%[[AGAIN]]]
// CHECK-NEXT: llvm.call @look
// CHECK: return

// LLVM-LABEL: define void @in_memory(
// LLVM: call void @mgpuLaunchKernel(

// NONE-NOT: gpu
// NONE: module {
// NONE-NOT: gpu

// LAYOUT: gpu.alloc async [%{{.*}}] (%arg0)[%arg1] : memref<?xf32

// DECLARED-NOT: .entry outside
// DECLARED: .entry fill(
// DECLARED-NOT: .entry outside

//--- none.mlir
module {}

//--- layout.mlir
#shifted = affine_map<(d)[s] -> (d + s)>
func.func private @use(memref<?xf32, #shifted>)
func.func @layout(%size: index, %shift: index) {
  %a = memref.alloc(%size)[%shift] : memref<?xf32, #shifted>
  call @use(%a) : (memref<?xf32, #shifted>) -> ()
  return
}

//--- declared.mlir
func.func private @outside(memref<64x32xf32>)

func.func @fill(%y: memref<64x32xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%y : memref<64x32xf32>)
  return
}

//--- rest.mlir
func.func private @use(memref<64x32xf32>)
func.func private @use_other(memref<64x32xf32>)
llvm.func @look()

func.func @in_memory(%x: memref<64x32xf32>, %y: memref<64x32xf32>) {
  linalg.exp ins(%x : memref<64x32xf32>) outs(%y : memref<64x32xf32>)
  return
}

func.func private @inner(%y: memref<64x32xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%y : memref<64x32xf32>)
  return
}
func.func @outer(%y: memref<64x32xf32>, %z: memref<64x32xf32>) {
  call @inner(%y) : (memref<64x32xf32>) -> ()
  call @inner(%z) : (memref<64x32xf32>) -> ()
  return
}

func.func @scalar(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  return %r : f32
}

// It gathers and permutes, and so is no task.
#all = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
func.func @gather(%x: tensor<100xf32>, %i: tensor<4x2xindex>)
    -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #turned],
       iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<4x2xindex>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%j: index, %old: f32):
    %v = tensor.extract %x[%j] : tensor<100xf32>
    linalg.yield %v : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @on_stack(%y: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  %a = memref.alloca() : memref<8xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

func.func @loop(%y: memref<64x32xf32>) {
  affine.for %i = 0 to 10 {
    func.call @use(%y) : (memref<64x32xf32>) -> ()
  }
  return
}

func.func @indirect(%other: i1, %y: memref<64x32xf32>) {
  %one = arith.constant 1.0 : f32
  %f = func.constant @use : (memref<64x32xf32>) -> ()
  %g = func.constant @use_other : (memref<64x32xf32>) -> ()
  %h = arith.select %other, %f, %g : (memref<64x32xf32>) -> ()
  linalg.fill ins(%one : f32) outs(%y : memref<64x32xf32>)
  func.call_indirect %h(%y) : (memref<64x32xf32>) -> ()
  linalg.fill ins(%one : f32) outs(%y : memref<64x32xf32>)
  llvm.call @look() : () -> ()
  return
}
