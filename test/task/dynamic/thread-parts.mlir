// Threads share the matrices of a product whose rows and columns are of any
// number, each of which is too small for several threads: there is a loop over
// parts of them, which has one iteration where sizes are small. They share the
// rows of what takes little for each, a part for each thread.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{threads} = 2
// DEFINE: %{run} = %as-opt --autoschedule --fp=strict --threads=%{threads} --trials=0 --records=none --progress=none
// RUN: %{run} --emit=schedule %s -o %t/2.mlir
// RUN: %{run} --emit=tasks %s -o %t/tasks.mlir
// RUN: FileCheck %s < %t/tasks.mlir
// RUN: %mlir-opt %t/tasks.mlir -o %t/read.mlir

// Sums that fit into registers are those of one matrix.
// CHECK-LABEL: func.func @values(
// CHECK: %[[WORK:.*]] = arith.muli %[[N:.*]], %[[M:.*]] : index
// CHECK: %[[MUCH:.*]] = arith.cmpi uge, %[[WORK]], %c{{[0-9]+}} : index
// CHECK: %[[PART:.*]] = arith.select %[[MUCH]], %c3, %c6 : index
// CHECK: scf.for %[[P:.*]] = %c0 to %c6 step %[[PART]]
// CHECK: %[[END:.*]] = arith.addi %[[P]], %[[PART]] : index
// CHECK: scf.for %[[H:.*]] = %[[P]] to %[[END]] step %c1{{ }}
// CHECK: tensor.extract_slice %arg0[%[[H]],
// CHECK: as.parts
// A tile of keys is transposed for all matrices of a part.
// CHECK-LABEL: func.func @scores(
// CHECK: scf.for %[[P:.*]] = %c0 to %c6 step %[[PART:.*]] iter_args
// CHECK: %[[END:.*]] = arith.addi %[[P]], %[[PART]] : index
// CHECK: %[[ONES:.*]] = arith.select %{{.*}}, %[[END]], %[[P]] : index
// CHECK: %[[ALL:.*]] = arith.select %{{.*}}, %[[P]], %[[END]] : index
// CHECK: scf.for %{{.*}} = %[[P]] to %[[ONES]] step %c1{{ }}
// CHECK: scf.for %[[H:.*]] = %[[P]] to %[[ALL]] step %c3{{ }}
// CHECK: %[[KEYS:.*]] = tensor.extract_slice %arg1[%[[H]], %{{.*}}, 0] [3, 16, 16]
// CHECK: as.parts

// Rows are in parts of multiples of four. Tiles are counted from the beginning
// of the part into which they are inserted; what they read is a slice of all.
// CHECK-LABEL: func.func @rows(
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[MORE:.*]] = arith.addi %[[N]], %c7 : index
// CHECK-DAG: %[[UNITS:.*]] = arith.divui %[[MORE]], %c8 : index
// CHECK-DAG: %[[OWN:.*]] = arith.muli %[[UNITS]], %c4 : index
// CHECK: %[[ENOUGH:.*]] = arith.cmpi uge, %[[N]], %c{{[0-9]+}} : index
// CHECK: %[[ROWS:.*]] = arith.select %[[ENOUGH]], %[[OWN]], %{{.*}} : index
// CHECK: scf.for %[[P:.*]] = %c0 to %[[N]] step %[[ROWS]] iter_args(%[[ALL:.*]] = %{{.*}})
// CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[P]] : index
// CHECK: %[[HERE:.*]] = arith.minui %[[ROWS]], %[[LEFT]] : index
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[ALL]][%[[P]], 0] [%[[HERE]], 64] [1, 1]
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[HERE]] step %c1{{ }}
// CHECK: %[[PLACE:.*]] = arith.addi %[[P]], %[[I]] : index
// CHECK: tensor.extract_slice %arg0[%[[PLACE]], 0] [1, 64]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[I]], 0] [1, 64]
// CHECK: tensor.insert_slice %{{.*}} into %[[ALL]][%[[P]], 0] [%[[HERE]], 64] [1, 1]
// CHECK: as.parts

// Of tasks in such a loop none has threads of its own.
// RUN: %{run} --emit=lowered %s -o %t/2.lowered.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t/2.lowered.mlir
// LOWERED-LABEL: llvm.func internal @as_sized_values(
// LOWERED: llvm.cond_br
// LOWERED: omp.parallel
// LOWERED-NOT: omp.parallel
// LOWERED: llvm.return
// LOWERED-LABEL: llvm.func internal @as_sized_scores(
// LOWERED: llvm.cond_br
// LOWERED: omp.parallel
// LOWERED-NOT: omp.parallel
// LOWERED: llvm.return
// LOWERED-LABEL: llvm.func internal @as_sized_rows(
// LOWERED: llvm.cond_br
// LOWERED: omp.parallel
// LOWERED-NOT: omp.parallel
// LOWERED: llvm.return

// One thread has no parts. More threads than there are matrices have none
// either: there tiles are divided among them. Rows are as many as there are.
// RUN: %{run} --threads=1 --emit=tasks %s | FileCheck %s --check-prefix=ONE
// RUN: %{run} --threads=16 --emit=tasks %s | FileCheck %s --check-prefix=NONE
// ONE-NOT: as.parts
// NONE-NOT: as.parts
// NONE-LABEL: func.func @rows(

// RUN: %{run} --threads=4 --emit=lowered %s -o %t/4.lowered.mlir
// RUN: %{run} --threads=16 --emit=lowered %s -o %t/16.lowered.mlir
// DEFINE: %{sizes} = --sizes=n=0,1,2,5,6,7,37,m=0,1,3,16,17,64
// RUN: %as-run --entry=values %t/2.lowered.mlir --threads=2 %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=scores %t/2.lowered.mlir --threads=2 %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=values %t/4.lowered.mlir --threads=4 %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=scores %t/4.lowered.mlir --threads=4 %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=values %t/16.lowered.mlir --threads=16 %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=scores %t/16.lowered.mlir --threads=16 %{sizes} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=scores %t/2.lowered.mlir --threads=2 --sizes=n=211,m=211 --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// DEFINE: %{rows} = --sizes=n=0,1,3,4,5,127,128,129,130,131,132,133,140,255,256,257,509,1021
// RUN: %as-run --entry=rows %t/2.lowered.mlir --threads=2 %{rows} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=rows %t/4.lowered.mlir --threads=4 %{rows} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run --entry=rows %t/16.lowered.mlir --threads=16 %{rows} --compare=%s --fp=strict --runs=0 | FileCheck %s --check-prefix=EQUAL
// EQUAL: {{^}}results: equal{{$}}

// Schedules say which tiles there are, and parts are of these.
// RUN: %{run} --emit=tasks --kernels-from=%t/2.mlir %s | FileCheck %s

func.func @values(%x: tensor<6x?x?xf32> {as.sizes = ["n", "m"]}, %v: tensor<6x?x16xf32> {as.sizes = ["m"]}) -> tensor<6x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<6x?x?xf32>
  %e = tensor.empty(%n) : tensor<6x?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6x?x16xf32>) -> tensor<6x?x16xf32>
  %p = linalg.batch_matmul ins(%x, %v : tensor<6x?x?xf32>, tensor<6x?x16xf32>) outs(%z : tensor<6x?x16xf32>) -> tensor<6x?x16xf32>
  return %p : tensor<6x?x16xf32>
}

func.func @scores(%q: tensor<6x?x16xf32> {as.sizes = ["n"]}, %k: tensor<6x?x16xf32> {as.sizes = ["m"]}) -> tensor<6x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c1 : tensor<6x?x16xf32>
  %m = tensor.dim %k, %c1 : tensor<6x?x16xf32>
  %e = tensor.empty(%n, %m) : tensor<6x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6x?x?xf32>) -> tensor<6x?x?xf32>
  %r = linalg.batch_matmul indexing_maps = [
      affine_map<(b, i, j, k) -> (b, i, k)>,
      affine_map<(b, i, j, k) -> (b, j, k)>,
      affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<6x?x16xf32>, tensor<6x?x16xf32>)
      outs(%z : tensor<6x?x?xf32>) -> tensor<6x?x?xf32>
  return %r : tensor<6x?x?xf32>
}

// The place in the tensor counts, and so does what was in the result before.
func.func @rows(%x: tensor<?x64xf32> {as.sizes = ["n"]}, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%y : tensor<?x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %f = arith.sitofp %w : i32 to f32
    %e = math.exp %a : f32
    %s = arith.addf %e, %f : f32
    %t = arith.mulf %s, %b : f32
    linalg.yield %t : f32
  } -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}
