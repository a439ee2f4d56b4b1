// Functions of ml_program are scheduled as those of func are, and run by as-run.
// A subgraph with a cycle is no function: it stays, with a remark.
// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %t/program.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: program.mlir:31:1: remark: ml_program.subgraph is not scheduled: an operation in it depends on its own result; write such a computation as a loop
// REMARK-NOT: remark
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"matmul 32x64x48 +elementwise"
// TASKS-DAG: "label":"elementwise 64x48"
// RUN: FileCheck %s --check-prefix=LOWERED < %t/lowered.mlir
// LOWERED-NOT: ml_program.{{func|return}}
// LOWERED: ml_program.subgraph @cycle
// LOWERED-NOT: ml_program.{{func|return}}

// RUN: %as-run %t/lowered.mlir --entry=layer --compare=%t/func.mlir --runs=0
// RUN: %as-run %t/lowered.mlir --entry=unsorted --compare=%t/func.mlir --runs=0
// RUN: %as-run %t/lowered.mlir --entry=inner --compare=%t/func.mlir --runs=0
// RUN: %as-run %t/lowered.mlir --entry=branch --compare=%t/func.mlir --runs=0
// RUN: %as-run %t/program.mlir --entry=unsorted --compare=%t/func.mlir --runs=0

//--- program.mlir
ml_program.global private @weights(dense<0.5> : tensor<48x64xf32>) : tensor<48x64xf32>
ml_program.func private @declared(%x: tensor<4xf32>) -> tensor<4xf32>
ml_program.func @layer(%x: tensor<32x48xf32>) -> tensor<32x64xf32> {
  %w = ml_program.global_load_const @weights : tensor<48x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<32x48xf32>, tensor<48x64xf32>) outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  %t = math.absf %p : tensor<32x64xf32>
  ml_program.return %t : tensor<32x64xf32>
}
ml_program.subgraph @unsorted(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %b = arith.mulf %a, %a : tensor<64x48xf32>
  %a = arith.addf %x, %x : tensor<64x48xf32>
  ml_program.output %b : tensor<64x48xf32>
}
ml_program.func @branch(%x: tensor<64x48xf32>, %c: i1) -> tensor<64x48xf32> {
  cf.cond_br %c, ^yes, ^no
^yes:
  ml_program.return %x : tensor<64x48xf32>
^no:
  %b = arith.mulf %x, %x : tensor<64x48xf32>
  ml_program.return %b : tensor<64x48xf32>
}
module @nested {
  ml_program.subgraph @inner(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
    %a = arith.subf %x, %x : tensor<64x48xf32>
    ml_program.output %a : tensor<64x48xf32>
  }
}
ml_program.subgraph @cycle(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %a = arith.addf %x, %b : tensor<64x48xf32>
  %b = arith.mulf %x, %a : tensor<64x48xf32>
  ml_program.output %b : tensor<64x48xf32>
}

//--- func.mlir
func.func @layer(%x: tensor<32x48xf32>) -> tensor<32x64xf32> {
  %w = arith.constant dense<0.5> : tensor<48x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<32x48xf32>, tensor<48x64xf32>) outs(%i : tensor<32x64xf32>) -> tensor<32x64xf32>
  %t = math.absf %p : tensor<32x64xf32>
  return %t : tensor<32x64xf32>
}
func.func @unsorted(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %a = arith.addf %x, %x : tensor<64x48xf32>
  %b = arith.mulf %a, %a : tensor<64x48xf32>
  return %b : tensor<64x48xf32>
}
func.func @branch(%x: tensor<64x48xf32>, %c: i1) -> tensor<64x48xf32> {
  cf.cond_br %c, ^yes, ^no
^yes:
  return %x : tensor<64x48xf32>
^no:
  %b = arith.mulf %x, %x : tensor<64x48xf32>
  return %b : tensor<64x48xf32>
}
func.func @inner(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %a = arith.subf %x, %x : tensor<64x48xf32>
  return %a : tensor<64x48xf32>
}
