// For MLIR's tools: the kernels as PTX in a gpu.binary, and functions that
// launch them. Buffers are in device memory, data between tasks is in one
// allocation, and a stream keeps the order.

// RUN: env AS_PTXAS=none %as-opt --autoschedule --target=cuda:sm_80 --measure=static --trials=12 \
// RUN:   --records=none --progress=none --emit=lowered %s -o %t
// RUN: FileCheck %s < %t
// RUN: %mlir-opt --gpu-to-llvm %t | %mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// The plugin does the same in a stock mlir-opt.
// RUN: env AS_PTXAS=none %mlir-opt --load-pass-plugin=%as-plugin %s \
// RUN:   --pass-pipeline="builtin.module(as-autoschedule{target=cuda:sm_80 measure=static trials=12 records=none progress=none},gpu-to-llvm)" \
// RUN:   | %mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK: module attributes {gpu.container_module}
// CHECK-NEXT: gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80", features = "+ptx70">, properties = {O = 4 : i32}, assembly = "{{.*}}.visible .entry as_task_{{[0-9a-f]+}}({{.*}}\00">]
// CHECK: memref.global "private" @state : memref<8xf32>

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<64x32xf32>, %[[W:[a-z0-9]+]]: memref<32x48xf32>, %[[V:[a-z0-9]+]]: memref<48x16xf32>, %[[BY:[a-z0-9]+]]: f32, %[[Y:[a-z0-9]+]]: memref<64x16xf32>)
// CHECK: %[[START:.*]] = gpu.wait async
// CHECK: %[[MEMORY:.*]], %[[ALLOCATED:.*]] = gpu.alloc async [%[[START]]] () : memref<12288xi8>
// CHECK: %[[H:.*]] = memref.view %[[MEMORY]][%c0][] : memref<12288xi8> to memref<64x48xf32>
// CHECK: %[[H_PLACE:.*]] = memref.extract_aligned_pointer_as_index %[[H]]
// CHECK: %[[H_NUMBER:.*]] = arith.index_cast %[[H_PLACE]] : index to i64
// CHECK: %[[H_ADDRESS:.*]] = llvm.inttoptr %[[H_NUMBER]] : i64 to !llvm.ptr
// CHECK: %[[ONE:.*]] = gpu.launch_func async [%[[ALLOCATED]]] @kernels::@as_task_{{[0-9a-f]+}} blocks in (%c{{[0-9]+}}, %c{{[0-9]+}}, %c1) threads in (%c{{[0-9]+}}, %c{{[0-9]+}}, %c1) dynamic_shared_memory_size %c{{[0-9]+}}_i32 args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %[[H_ADDRESS]] : !llvm.ptr)
// CHECK: %[[TWO:.*]] = gpu.launch_func async [%[[ONE]]] @kernels::@as_task_{{[0-9a-f]+}} {{.*}} args(%[[H_ADDRESS]] : !llvm.ptr, %{{.*}} : !llvm.ptr, %[[BY]] : f32, %{{.*}} : !llvm.ptr)
// CHECK: %[[FREED:.*]] = gpu.dealloc async [%[[TWO]]] %[[MEMORY]]
// CHECK-NEXT: gpu.wait [%[[FREED]]]
// CHECK-NEXT: return

// A function that is one task gives its kernels its name. The kernels of one
// task come in order.
// CHECK-LABEL: func.func public @update(
// CHECK: %[[COPIED:.*]] = gpu.launch_func async [%{{.*}}] @kernels::@update_1_0 blocks
// CHECK: %[[SUMMED:.*]] = gpu.launch_func async [%[[COPIED]]] @kernels::@update_2 blocks
// CHECK-NEXT: gpu.wait [%[[SUMMED]]]

// CHECK-LABEL: func.func public @update_1(
// CHECK: gpu.launch_func async [%{{.*}}] @kernels::@update_1 blocks

// Globals are the host's memory, and are copied.
// CHECK-LABEL: func.func @count(
// CHECK: %[[STATE:.*]] = memref.get_global @state
// CHECK: gpu.memcpy async [%{{.*}}] %{{.*}}, %[[STATE]] :
// CHECK: gpu.launch_func
// CHECK: gpu.memcpy async [%{{.*}}] %[[STATE]], %{{.*}} :

// Operations without a task become kernels with a thread for each element.
// Subviews are passed as the address of the whole array.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME: %[[RESULT:[a-z0-9]+]]: memref<24x8xf32>)
// CHECK-COUNT-2: @kernels::@as_task_
// CHECK: memref.extract_aligned_pointer_as_index %[[RESULT]]
// CHECK: %[[ONE:.*]] = gpu.launch_func async [%{{.*}}] @kernels::@as_copy blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1) {{.*}}args(%{{.*}} : !llvm.ptr, %[[ADDRESS:.*]] : !llvm.ptr)
// CHECK: gpu.launch_func async [%[[ONE]]] @kernels::@as_copy_0 blocks {{.*}}args(%{{.*}} : !llvm.ptr, %[[ADDRESS]] : !llvm.ptr)

// Arrays are passed as bare pointers, as on CPUs.
// LLVM: define void @layers(ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, float %{{[0-9]+}}, ptr %{{[0-9]+}})
// LLVM: call ptr @mgpuMemAlloc(i64
// LLVM: call void @mgpuLaunchKernel(ptr %{{[0-9]+}}, i64 {{[0-9]+}}, i64 {{[0-9]+}}, i64 1, i64 {{[0-9]+}}, i64 {{[0-9]+}}, i64 1, i32 {{[1-9][0-9]+}},
// LLVM: call ptr @mgpuModuleLoadJIT(ptr @kernels_binary, i32 4)

ml_program.global private mutable @state(dense<0.0> : tensor<8xf32>) : tensor<8xf32>

func.func @layers(%x: tensor<64x32xf32>, %w: tensor<32x48xf32>, %v: tensor<48x16xf32>, %by: f32) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64x48xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64x48xf32>) -> tensor<64x48xf32>
  %h = linalg.matmul ins(%x, %w : tensor<64x32xf32>, tensor<32x48xf32>)
      outs(%z1 : tensor<64x48xf32>) -> tensor<64x48xf32>
  %e2 = tensor.empty() : tensor<64x16xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %y = linalg.matmul ins(%h, %v : tensor<64x48xf32>, tensor<48x16xf32>)
      outs(%z2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y, %by : tensor<64x16xf32>, f32) outs(%e2 : tensor<64x16xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %m = arith.mulf %a, %b : f32
    linalg.yield %m : f32
  } -> tensor<64x16xf32>
  return %s : tensor<64x16xf32>
}

func.func @update(%a: tensor<16x8xf32>, %c: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<16x8xf32>)
      outs(%c : tensor<16xf32>) dimensions = [1]
  return %r : tensor<16xf32>
}

// If a function has the name of another one's part, the part gets another name.
func.func @update_1(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %e = tensor.empty() : tensor<16x8xf32>
  %r = linalg.exp ins(%a : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

func.func @count(%x: tensor<8xf32>) -> tensor<8xf32> {
  %old = ml_program.global_load @state : tensor<8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %new = linalg.add ins(%old, %x : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  ml_program.global_store @state = %new : tensor<8xf32>
  return %new : tensor<8xf32>
}

func.func @joined(%a: tensor<16x8xf32>, %b: tensor<8x8xf32>) -> tensor<24x8xf32> {
  %e1 = tensor.empty() : tensor<16x8xf32>
  %a2 = linalg.add ins(%a, %a : tensor<16x8xf32>, tensor<16x8xf32>) outs(%e1 : tensor<16x8xf32>) -> tensor<16x8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %b2 = linalg.add ins(%b, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = tensor.concat dim(0) %a2, %b2 : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<24x8xf32>
  return %r : tensor<24x8xf32>
}
