// What a run has made of a whole module is not made again: a second run with
// the same schedules takes it from beside the store. That is told by other
// content there, which the second run hands back.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = llvm
// DEFINE: %{options} =
// DEFINE: %{run} = %as-opt --autoschedule --trials=0 --untried=plain --records=%t/store.db --progress=none --emit=%{emit} %{options} %s
// DEFINE: %{replace} = python3 %S/Inputs/replace-kept.py %t/store.db-objects

// RUN: %{run} -o %t/made.ll
// RUN: %{run} -o %t/again.ll
// RUN: cmp %t/made.ll %t/again.ll
// RUN: %{replace} %t/made.ll '; kept'
// RUN: %{run} -o - | FileCheck %s --check-prefix=KEPT
// KEPT: kept
// KEPT-NOT: {{.}}

// All that makes other code has a place of its own: options, and the module.
// REDEFINE: %{options} = --fp=strict
// RUN: %{run} -o - | FileCheck %s --check-prefix=MADE
// REDEFINE: %{options} = --target=cpu:x86-64
// RUN: %{run} -o - | FileCheck %s --check-prefix=MADE
// REDEFINE: %{options} = --threads=2
// RUN: %{run} -o - | FileCheck %s --check-prefix=MADE
// REDEFINE: %{options} =
// RUN: sed 's/1.5/2.5/' %s > %t/other.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=%t/store.db --progress=none --emit=llvm %t/other.mlir -o - | FileCheck %s --check-prefix=MADE
// MADE: define {{.*}} @scale(

// So do other schedules of the same module.
// REDEFINE: %{options} = --untried=estimated
// RUN: %{run} -o - | FileCheck %s --check-prefix=MADE
// REDEFINE: %{options} =

// Files beside the code are made of the lowered module, so that it is made.
// REDEFINE: %{options} = --header=%t/scale.h
// REDEFINE: %{emit} = object
// RUN: %{run} -o %t/with.o
// RUN: grep scale %t/scale.h
// REDEFINE: %{options} =
// RUN: %{run} -o %t/made.o
// RUN: cmp %t/with.o %t/made.o

// A shared object is linked anew, as it has its name in it; what is linked is
// the object.
// REDEFINE: %{emit} = shared
// RUN: %{run} -o %t/one.so
// RUN: %{run} -o %t/two.so
// RUN: llvm-readelf -d %t/one.so | FileCheck %s --check-prefix=ONE
// RUN: llvm-readelf -d %t/two.so | FileCheck %s --check-prefix=TWO
// ONE: soname: [one.so]
// TWO: soname: [two.so]
// RUN: %{replace} %t/made.o 'no object'
// RUN: not %{run} -o %t/two.so 2>&1 | FileCheck %s --check-prefix=LINKER
// LINKER: error:

// Modules are kept as well. What is damaged is made again.
// REDEFINE: %{emit} = lowered
// RUN: %{run} -o %t/made.mlir
// RUN: %{run} -o %t/again.mlir
// RUN: cmp %t/made.mlir %t/again.mlir
// RUN: find %t/store.db-objects -type f | xargs truncate -s -1
// RUN: %{run} -o %t/again.mlir
// RUN: cmp %t/made.mlir %t/again.mlir
// REDEFINE: %{emit} = llvm
// RUN: %{run} -o %t/again.ll
// RUN: cmp %t/made.ll %t/again.ll

// Where nothing is kept, everything is made.
// RUN: %{replace} %t/made.ll '; kept'
// REDEFINE: %{options} = --object-cache=0
// RUN: %{run} -o %t/again.ll
// RUN: cmp %t/made.ll %t/again.ll

func.func @scale(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %factor = arith.constant 1.5 : f32
  %empty = tensor.empty() : tensor<8x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %factor : f32
    linalg.yield %m : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
