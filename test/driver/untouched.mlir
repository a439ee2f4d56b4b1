// What is no task is compiled as it stands, each with a remark that says why:
// an op on memrefs of unknown extents, one that gathers and reduces, one whose
// window has a size that is known only at run time.
// REQUIRES: search
// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks --verify-diagnostics %t/static.mlir | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --autoschedule --emit=lowered --verify-diagnostics --records=none --progress=none %t/static.mlir -o %t/lowered.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t/lowered.mlir -o /dev/null
// RUN: %as-run %t/lowered.mlir --entry=update --compare=%t/static.mlir --entry=update --runs=0
// RUN: %as-run %t/lowered.mlir --entry=gather --compare=%t/static.mlir --entry=gather --runs=0

// A run without a task says so in one sentence, and why.
// RUN: %as-opt --autoschedule --records=none --progress=plain %t/static.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: %as-opt --autoschedule --records=none --progress=plain %t/empty.mlir -o %t/empty.lowered.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: FileCheck %s --check-prefix=EMPTY-LOWERED < %t/empty.lowered.mlir
// NOTHING: {{^nothing to tune: linalg.matmul is not scheduled: it works on memrefs; .* \(the first of 2 remarks\)$}}
// NOTHING-NOT: {{ID|trials}}
// EMPTY: {{^nothing to tune: the module has no linalg operation on tensors$}}
// EMPTY-NOT: {{.}}
// EMPTY-LOWERED: llvm.func @empty

// TASKS-NOT: as.task
// LOWERED-NOT: {{func\.func|memref|unrealized}}
// LOWERED: llvm.func @update
// LOWERED: llvm.func @gather
// LOWERED-NOT: {{func\.func|memref|unrealized}}

// RUN: %as-opt --autoschedule --emit=lowered --verify-diagnostics --records=none --progress=none %t/dynamic.mlir -o %t/lowered.mlir
// RUN: FileCheck %s --check-prefix=DYNAMIC < %t/lowered.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t/lowered.mlir -o /dev/null
// DYNAMIC-NOT: {{func\.func|memref|unrealized}}
// DYNAMIC: llvm.func @powers
// DYNAMIC-NOT: {{func\.func|memref|unrealized}}

//--- static.mlir
func.func @update(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  %n = memref.cast %c : memref<4x4xf32> to memref<?x4xf32>
  // expected-remark @below {{linalg.matmul is not scheduled: it works on memrefs; only those of static shapes are scheduled, on CPUs}}
  linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%n : memref<?x4xf32>)
  return
}

func.func @gather(%from: tensor<8xf32>, %where: tensor<4x2xindex>, %first: tensor<2xf32>) -> tensor<2xf32> {
  // expected-remark @below {{linalg.generic is not scheduled: it gathers and reduces, or permutes; make the gather an operation of its own}}
  %r = linalg.generic
      {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
       iterator_types = ["reduction", "parallel"]}
      ins(%where : tensor<4x2xindex>) outs(%first : tensor<2xf32>) {
  ^bb0(%i: index, %out: f32):
    %element = tensor.extract %from[%i] : tensor<8xf32>
    %sum = arith.addf %out, %element : f32
    linalg.yield %sum : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

//--- empty.mlir
func.func @empty() {
  return
}

//--- dynamic.mlir
func.func @powers(%x: tensor<?xf32>, %k: tensor<?xf32>) -> tensor<?xf32> {
  %first = arith.constant 0 : index
  %length = tensor.dim %x, %first : tensor<?xf32>
  %empty = tensor.empty(%length) : tensor<?xf32>
  // expected-remark @below {{linalg.conv_1d is not scheduled: dimension 0 of operand 0 is dynamic, and several dynamic loops index it together, as image and window do; export the model with a fixed size there}}
  %r = linalg.conv_1d ins(%x, %k : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
