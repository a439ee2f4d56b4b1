// A matmul with bias and relu: the function as a whole is one task. In every
// form there is, for one thread and for two.
// REQUIRES: search
// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t 1 2
// RUN: FileCheck %s --check-prefix=TASKS < %t/tasks
// RUN: FileCheck %s --check-prefix=SKETCHES < %t/sketches
// RUN: FileCheck %s --check-prefix=SCHEDULE < %t/schedule
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/scheduled
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered
// RUN: FileCheck %s --check-prefix=LLVM < %t/llvm

// A function that is a task keeps its name, and is marked with its hash.
// TASKS: func.func @layer({{.*}}as.task = "{{[0-9a-f]+}}"} {
// TASKS-NOT: func.func

// SKETCHES: transform.named_sequence @sketch_[[HASH:[0-9a-f]+]]_0(
// SKETCHES: transform.tune.knob<"{{.*}}"> options = [{{[0-9]+}},
// SKETCHES: transform.tune.alternatives<"{{.*}}">
// SKETCHES: transform.named_sequence @sketch_[[HASH]]_1(

// All is chosen.
// SCHEDULE: transform.named_sequence @__transform_main(
// SCHEDULE: transform.include @schedule_[[HASH:[0-9a-f]+]]
// SCHEDULE: transform.named_sequence @schedule_[[HASH]](
// SCHEDULE: transform.tune.knob<"{{.*}}"> = {{[0-9]+}} : i64 from options = [
// SCHEDULE: transform.tune.alternatives<"{{.*}}"> selected_region = {{[0-9]}}

// SCHEDULED-NOT: linalg.matmul
// SCHEDULED: func.func @layer({{.*}}as.task =
// SCHEDULED: scf.for
// SCHEDULED: vector.fma
// SCHEDULED-NOT: linalg.

// LOWERED-NOT: {{func\.func|memref|unrealized|as\.task}}
// LOWERED: llvm.func @layer(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr)
// LOWERED-SAME: as.signature = "32x64xf32,64x48xf32,48xf32->32x48xf32"
// LOWERED-NOT: {{func\.func|memref|unrealized|as\.task}}

// LLVM-DAG: define {{.*}}@layer(
// LLVM-DAG: define {{.*}}@as_entry_layer(
// LLVM-DAG: <{{[0-9]+}} x float>

// C calls the object, and the shared object.
// RUN: %as-opt --autoschedule --emit=object %s -o %t/object --trials=3 --records=%t/store.db --progress=none
// RUN: %cc -O1 %S/Inputs/layer.c %t/object -lm -o %t/linked
// RUN: %t/linked | FileCheck %s --check-prefix=RIGHT
// RUN: cp %t/shared %t/liblayer.so
// RUN: %cc -O1 %S/Inputs/layer.c -L%t -llayer -Wl,-rpath,%t -lm -o %t/loaded
// RUN: %t/loaded | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// RUN: sh %S/../Inputs/prove.sh %as-opt %as-run %s %t.parallel 2 1
// RUN: FileCheck %s --check-prefix=PARALLEL < %t.parallel/sketches
// PARALLEL: transform.structured.fuse {{.*}}use_forall

#all = affine_map<(row, column) -> (row, column)>
#column = affine_map<(row, column) -> (column)>

func.func @layer(%x: tensor<32x64xf32>, %w: tensor<64x48xf32>,
                 %b: tensor<48xf32>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>)
      -> tensor<32x48xf32>
  %product = linalg.matmul
      ins(%x, %w : tensor<32x64xf32>, tensor<64x48xf32>)
      outs(%zeros : tensor<32x48xf32>) -> tensor<32x48xf32>
  %r = linalg.generic
      {indexing_maps = [#all, #column, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%product, %b : tensor<32x48xf32>, tensor<48xf32>)
      outs(%empty : tensor<32x48xf32>) {
  ^bb0(%element: f32, %bias: f32, %out: f32):
    %sum = arith.addf %element, %bias : f32
    %relu = arith.maximumf %sum, %zero : f32
    linalg.yield %relu : f32
  } -> tensor<32x48xf32>
  return %r : tensor<32x48xf32>
}
