// A product of rows whose number is known at run time only, with its bias, is
// split into tiles of static numbers of rows. Each is a task with its epilogue,
// and computes what the whole does: for no rows, one, the sizes of the tiles
// and those beside them, where tiles overlap and where they do not, primes.

// The tiles that a machine chooses are its own; those of a schedule are given.
// RUN: %as-opt --autoschedule --emit=schedule --trials=0 --records=none --progress=none %s -o %t.chosen.mlir
// RUN: sed 's/, array<i32: [0-9, ]*>//g; s/array<i64: [0-9, ]*>/array<i64: 128, 32, 4, 1>/g' %t.chosen.mlir > %t.tiles.mlir
// RUN: %as-opt --autoschedule --emit=tasks --kernels-from=%t.tiles.mlir --records=none %s | FileCheck %s
// RUN: %as-opt --autoschedule --emit=tasks --kernels-per-task=1 --records=none %s | FileCheck --check-prefix=ONE %s
// RUN: %as-opt --autoschedule --emit=lowered --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-from=%t.tiles.mlir --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s

// A schedule says from how many rows on a tile overlaps: of 4 rows none does.
// RUN: sed 's/array<i64: 128, 32, 4, 1>/&, array<i32: 100, 20, 4, 1>/g' %t.tiles.mlir > %t.least.mlir
// RUN: %as-opt --autoschedule --emit=tasks --kernels-from=%t.least.mlir --records=none %s | FileCheck --check-prefix=LEAST %s
// RUN: %as-opt --autoschedule --emit=schedule --kernels-from=%t.least.mlir --trials=0 --records=none --progress=none %s | FileCheck --check-prefix=KEPT %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-from=%t.least.mlir --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s
// LEAST: %[[REST:.*]] = arith.remui %{{.*}}, %c128{{.*}} : index
// LEAST: arith.cmpi ugt, %[[REST]], %c99{{.*}} : index
// LEAST: %[[REST:.*]] = arith.remui %{{.*}}, %c32{{.*}} : index
// LEAST: arith.cmpi ugt, %[[REST]], %c19{{.*}} : index
// LEAST: scf.for {{.*}} step %c4 iter_args
// LEAST-NOT: arith.minsi
// LEAST: return
// KEPT: [array<i64: 128, 32, 4, 1>, array<i32: 100, 20, 4, 1>]
// RUN: sed 's/array<i32: 100, /array<i32: /' %t.least.mlir > %t.wrong.mlir
// RUN: not %as-opt --autoschedule --kernels-from=%t.wrong.mlir --trials=0 --records=none --progress=none %s 2>&1 | FileCheck --check-prefix=WRONG %s
// WRONG: as.kernels: expected, for each hash, lists of descending sizes that end with 1

// And up to how many rows left a tile is divided anew: 7 = 4 + 3.
// RUN: sed 's/array<i64: 128, 32, 4, 1>/array<i64: 6, 4, 3, 1>, array<i32: 4, 4, 3, 1>, array<i32: 2, 0, 0, 0>/g' %t.tiles.mlir > %t.anew.mlir
// RUN: %as-opt --autoschedule --emit=tasks --kernels-from=%t.anew.mlir --records=none %s | FileCheck --check-prefix=ANEW %s
// RUN: %as-opt --autoschedule --emit=schedule --kernels-from=%t.anew.mlir --trials=0 --records=none --progress=none %s | FileCheck --check-prefix=ANEW-KEPT %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-from=%t.anew.mlir --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s
// ANEW: %[[REST:.*]] = arith.remui %[[N:.*]], %c6{{.*}} : index
// ANEW: %[[WHOLE:.*]] = arith.subi %[[N]], %[[REST]] : index
// ANEW: %[[END:.*]] = arith.select %{{.*}}, %[[N]], %[[WHOLE]] : index
// ANEW: arith.cmpi ult, %{{.*}}, %c2{{.*}} : index
// ANEW: %[[LESS:.*]] = arith.subi %[[WHOLE]], %c6
// ANEW: %[[LAST:.*]] = arith.select %{{.*}}, %[[LESS]], %[[END]] : index
// ANEW: scf.for {{.*}} to %[[LAST]] step %c6
// ANEW: scf.for {{.*}} = %[[LAST]] to {{.*}} step %c4
// ANEW-KEPT: [array<i64: 6, 4, 3, 1>, array<i32: 4, 4, 3, 1>, array<i32: 2, 0, 0, 0>]
// RUN: sed 's/array<i32: 2, 0/array<i32: -2, 0/' %t.anew.mlir > %t.wrong.mlir
// RUN: not %as-opt --autoschedule --kernels-from=%t.wrong.mlir --trials=0 --records=none --progress=none %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: sed 's/array<i32: 2, 0, 0, 0>/&, &/' %t.anew.mlir > %t.wrong.mlir
// RUN: not %as-opt --autoschedule --kernels-from=%t.wrong.mlir --trials=0 --records=none --progress=none %s 2>&1 | FileCheck --check-prefix=WRONG %s

// RUN: not %as-opt --autoschedule --kernels-per-task=0 %s 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: kernels-per-task

// Its schedule is replayed by stock mlir-opt, also where other tiles would have
// been chosen: for another number of threads, for other sizes.
// RUN: %as-opt --autoschedule --emit=schedule --kernels-from=%t.tiles.mlir --trials=0 --records=none --progress=none %s -o %t.schedule.mlir
// RUN: %as-opt --autoschedule --emit=tasks --threads=2 --kernels-from=%t.schedule.mlir --records=none %s -o %t.tasks.mlir
// RUN: %mlir-opt %t.tasks.mlir --transform-preload-library=transform-library-paths=%t.schedule.mlir --transform-interpreter -o %t.replayed.mlir
// RUN: FileCheck --check-prefix=REPLAYED %s < %t.replayed.mlir
// RUN: %as-run %t.replayed.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s
// RUN: %as-opt --as-apply-schedule=schedule=%t.schedule.mlir %s -o %t.replayed.mlir
// RUN: FileCheck --check-prefix=REPLAYED %s < %t.replayed.mlir
// RUN: %as-run %t.replayed.mlir --compare=%s --runs=0 | FileCheck --check-prefix=EQUAL %s
// REPLAYED-COUNT-4: as.scheduled
// REPLAYED: vector.

// CHECK-LABEL: func.func private @rows(
// CHECK: %[[N:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x96xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[N]]) : tensor<?x64xf32>
// CHECK: %[[ALL:.*]] = arith.subi %[[N]], %{{.*}} : index
// CHECK: %[[END:.*]] = arith.select %{{.*}}, %[[N]], %[[ALL]] : index
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %c128{{.*}} : index
// CHECK: %[[A:.*]] = scf.for %[[I:.*]] = %c0 to %[[END]] step %c128 iter_args(%[[T:.*]] = %[[EMPTY]])
// CHECK: %[[AT:.*]] = arith.minsi %[[I]], %[[LAST]]
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[%[[AT]], 0] [128, 96] [1, 1]
// CHECK: %[[P:.*]] = func.call @as_task_{{.*}}(%[[S]], %arg1, %arg2)
// CHECK: %[[U:.*]] = tensor.insert_slice %[[P]] into %[[T]][%[[AT]], 0] [128, 64] [1, 1]
// CHECK: scf.yield %[[U]]
// CHECK: %[[B:.*]] = scf.for {{.*}} = %[[END]] to {{.*}} step %c32 iter_args({{.*}} = %[[A]])
// CHECK: scf.for {{.*}} step %c4 iter_args({{.*}} = %[[B]])
// A tile of one row has no dimension of one.
// CHECK: scf.for {{.*}} to %[[N]] step %c1 iter_args
// CHECK: func.call @as_task_{{.*}} : (tensor<96xf32>, tensor<96x64xf32>, tensor<64xf32>)
// CHECK-DAG: label = "matmul 128x64x96 +elementwise"
// CHECK-DAG: label = "matmul 32x64x96 +elementwise"
// CHECK-DAG: label = "matmul 4x64x96 +elementwise"
// CHECK-DAG: label = "contraction 64x96 +elementwise"

// ONE-COUNT-2: scf.for
// ONE-NOT: scf.for
// ONE: label = "contraction 64x96 +elementwise"

// EQUAL: results: equal

func.func private @rows(%x: tensor<?x96xf32>, %w: tensor<96x64xf32>,
                        %b: tensor<64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x96xf32>
  %empty = tensor.empty(%n) : tensor<?x64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x64xf32>)
      -> tensor<?x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x96xf32>, tensor<96x64xf32>)
      outs(%zeros : tensor<?x64xf32>) -> tensor<?x64xf32>
  // The size of a result is that of an argument: it keeps nothing apart.
  %m = tensor.dim %p, %c0 : tensor<?x64xf32>
  %other = tensor.empty(%m) : tensor<?x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<?x64xf32>, tensor<64xf32>)
      outs(%other : tensor<?x64xf32>) {
  ^bb0(%e: f32, %bias: f32, %o: f32):
    %s = arith.addf %e, %bias : f32
    linalg.yield %s : f32
  } -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

func.func @all(%x: tensor<300x96xf32>, %w: tensor<96x64xf32>,
               %b: tensor<64xf32>) -> tensor<20x300x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %sizes = arith.constant dense<[0, 1, 2, 3, 5, 6, 7, 8, 13, 31, 33, 37, 127,
                                 128, 129, 191, 193, 256, 257, 300]>
      : tensor<20xindex>
  %none = arith.constant dense<0.0> : tensor<20x300x64xf32>
  %all = scf.for %i = %c0 to %c20 step %c1 iter_args(%t = %none)
      -> tensor<20x300x64xf32> {
    %n = tensor.extract %sizes[%i] : tensor<20xindex>
    %s = tensor.extract_slice %x[0, 0] [%n, 96] [1, 1]
        : tensor<300x96xf32> to tensor<?x96xf32>
    %r = func.call @rows(%s, %w, %b)
        : (tensor<?x96xf32>, tensor<96x64xf32>, tensor<64xf32>)
        -> tensor<?x64xf32>
    %u = tensor.insert_slice %r into %t[%i, 0, 0] [1, %n, 64] [1, 1, 1]
        : tensor<?x64xf32> into tensor<20x300x64xf32>
    scf.yield %u : tensor<20x300x64xf32>
  }
  return %all : tensor<20x300x64xf32>
}
