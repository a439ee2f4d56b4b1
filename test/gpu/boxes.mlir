// Tiles that TMA copies: a kernel has tensor maps, which the launcher has the
// driver encode. The schedule is Inputs/boxes.mlir.

// UNSUPPORTED: asan
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = env AS_PTXAS=none AS_STANDIN_CAPABILITY=90 AS_CUDA_DRIVER=%standin %as-opt --autoschedule \
// DEFINE:   --trials=1 --progress=none --records=%t/db --sketches=%S/Inputs/boxes.mlir %s

// On the device:
// RUN: %{tune} --target=cuda --emit=ptx --launch=%t/product.json --header=%t/product.h -o %t/product.ptx
// RUN: %as-opt --export-json=- --records=%t/db | FileCheck %s --check-prefix=RECORD
// RECORD: "sketch":"@boxes",{{.*}}"outcome":"ok",{{.*}}"checked":true

// RUN: FileCheck %s --check-prefix=PTX < %t/product.ptx
// PTX: .visible .entry product(
// PTX: .param .align 64 .b8 product_param_3[128],
// PTX: .param .align 64 .b8 product_param_4[128]
// PTX: cvta.param.u64
// PTX: mbarrier.init.shared.b64
// PTX: mbarrier.arrive.expect_tx.shared.b64 %rd{{[0-9]+}}, [{{.*}}], %r
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [__dynamic_shmem__0], [%rd{{[0-9]+}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}], [__dynamic_shmem__0+{{[0-9]+}}];
// PTX: mbarrier.try_wait.parity.shared.b64
// PTX-NOT: cp.async.c{{[ag]}}

// RUN: FileCheck %s --check-prefix=JSON < %t/product.json
// JSON: "sharedBytes":5120,"arguments":[{"role":"input","type":"24x96xf32"},{"role":"input","type":"96x40xf32"},{"role":"result","type":"24x40xf32"},
// JSON-SAME: {"role":"tensor-map","of":0,"sizes":[24,96],"box":[12,12],"elementBytes":4,"swizzleBytes":0},
// JSON-SAME: {"role":"tensor-map","of":1,"sizes":[96,40],"box":[12,20],"elementBytes":4,"swizzleBytes":0}]}]
// JSON-SAME: "functions":[{"name":"product",{{.*}}"steps":[{"kernel":"product","arguments":[{"argument":0},{"argument":1},{"argument":2}]}]}]

// By the header, in C:
// RUN: FileCheck %s --check-prefix=HEADER < %t/product.h
// HEADER: const cuuint64_t map0_sizes[] = {96, 24};
// HEADER: void *arguments[] = {&argument0, &argument1, &result0, &map0, &map1};
// HEADER: result = cuTensorMapEncodeTiled(
// HEADER-NEXT: &map0, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2,
// RUN: %cc -std=c11 -Wall -Wextra -Werror -DHEADER -I%t -I%as-source/test/standin %S/Inputs/boxes.c %standin -Wl,-rpath,%as-build/test -o %t/program
// RUN: env AS_STANDIN_CAPABILITY=90 %t/program %t/product.ptx | FileCheck %s

// As a module for MLIR:
// RUN: %{tune} --target=cuda:sm_90a --measure=static --emit=lowered -o %t/host.mlir
// RUN: FileCheck %s --check-prefix=HOST < %t/host.mlir
// HOST: gpu.launch_func {{.*}} args(%{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %{{.*}} : !llvm.ptr, %{{.*}} : !llvm.array<16 x i64>, %{{.*}} : !llvm.array<16 x i64>)
// RUN: %mlir-opt --gpu-to-llvm %t/host.mlir | %mlir-translate --mlir-to-llvmir -o %t/host.ll
// RUN: %llvm-tools/llc -relocation-model=pic -filetype=obj %t/host.ll -o %t/host.o
// RUN: %cc -std=c11 -Wall -Wextra -Werror -I%as-source/test/standin %S/Inputs/boxes.c %S/Inputs/mlir-runtime.c \
// RUN:   %t/host.o %standin -Wl,-rpath,%as-build/test -o %t/host
// RUN: env AS_STANDIN_CAPABILITY=90 %t/host | FileCheck %s
// CHECK: 0 are wrong

// On another machine:
// RUN: %{tune} --target=cuda:sm_90a --export-batch=%t/batch -o %t/same.mlir --records=%t/other
// RUN: env AS_STANDIN_CAPABILITY=90 AS_CUDA_DRIVER=%standin %as-build/bin/as-run-batch %t/batch | FileCheck %s --check-prefix=BATCH
// BATCH: "sketch":"@boxes",{{.*}}"outcome":"ok"

func.func @product(%a: tensor<24x96xf32>, %b: tensor<96x40xf32>) -> tensor<24x40xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<24x40xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<24x40xf32>) -> tensor<24x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<24x96xf32>, tensor<96x40xf32>)
      outs(%zeros : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %c : tensor<24x40xf32>
}
