// Linalg on memrefs is raised to tensors, with all that is around it.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %t/layer.mlir 2>&1 | FileCheck %s --check-prefix=LAYER --implicit-check-not=remark
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none --assume-noalias %t/layer.mlir 2>&1 | FileCheck %s --check-prefix=NOALIAS --implicit-check-not=remark
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/layer.mlir -o %t/layer.lowered.mlir
// RUN: %as-run %t/layer.lowered.mlir --compare=%t/layer.mlir --runs=0
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %t/network.mlir 2>&1 | FileCheck %s --check-prefix=NETWORK --implicit-check-not=remark
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/network.mlir -o %t/network.lowered.mlir
// RUN: %as-run %t/network.lowered.mlir --compare=%t/network.mlir --runs=0
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %t/stays.mlir 2>&1 | FileCheck %s --check-prefix=STAYS
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/stays.mlir -o %t/stays.lowered.mlir
// RUN: %as-run %t/stays.lowered.mlir --entry=strided --compare=%t/stays.mlir --entry=strided --runs=0
// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %t/overlap.mlir 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t/overlap.mlir -o %t/overlap.lowered.mlir
// RUN: %as-run %t/overlap.lowered.mlir --compare=%t/overlap.mlir --runs=0 --tolerance=0

// The sum of products passes the temporary as a tensor, so it is one task with
// what comes behind; nothing is stored to the temporary. Arguments may overlap.
// LAYER-LABEL: func.func @layer(
// LAYER: scf.if
// LAYER: call @as_task_
// LAYER-NEXT: bufferization.materialize_in_destination {{.*}} %arg3
// LAYER-NOT: materialize_in_destination
// LAYER: else
// LAYER: affine.for
// LAYER: as.versions
// LAYER: label = "contraction 13x17x19 +elementwise"
// NOALIAS-LABEL: func.func @layer(
// NOALIAS-NOT: scf.if
// NOALIAS-NOT: affine.for
// NOALIAS: label = "contraction 13x17x19 +elementwise"
// NETWORK-DAG: label = "convolution 5x9x11x3x3x3 +elementwise"
// NETWORK-DAG: label = "rows 5x99"

// The arguments do overlap: the loops run, one element after another.
// OVERLAP-LABEL: func.func private @turn(
// OVERLAP: scf.if
// OVERLAP: call @as_task_
// OVERLAP: else
// OVERLAP: affine.for

// What is not dense stays loops; where no shape is static, nothing is touched.
// STAYS: remark: affine.store is not scheduled: its memory is not dense
// STAYS: remark: linalg.fill is not scheduled: it works on memrefs
// STAYS-LABEL: func.func @strided(
// STAYS: affine.for
// STAYS-LABEL: func.func @unknown(
// STAYS: linalg.fill

//--- layer.mlir
#all = affine_map<(i, j) -> (i, j)>
#lanes = affine_map<(i, j) -> (j)>
func.func @layer(%a: memref<13x19xf32>, %b: memref<19x17xf32>,
                 %bias: memref<17xf32>, %c: memref<13x17xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<13x17xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<13x17xf32>)
  linalg.matmul ins(%a, %b : memref<13x19xf32>, memref<19x17xf32>)
      outs(%t : memref<13x17xf32>)
  linalg.generic
      {indexing_maps = [#all, #lanes, #all],
       iterator_types = ["parallel", "parallel"]}
      ins(%t, %bias : memref<13x17xf32>, memref<17xf32>)
      outs(%c : memref<13x17xf32>) {
  ^bb0(%sum: f32, %add: f32, %out: f32):
    %s = arith.addf %sum, %add : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  }
  memref.dealloc %t : memref<13x17xf32>
  return
}

//--- network.mlir
#all = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
func.func @network(%x: memref<1x3x11x13xf32> {llvm.noalias},
                   %k: memref<5x3x3x3xf32> {llvm.noalias},
                   %y: memref<1x5x9x11xf32> {llvm.noalias},
                   %u: memref<5x99xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<1x5x9x11xf32>)
  linalg.conv_2d_nchw_fchw
      {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %k : memref<1x3x11x13xf32>, memref<5x3x3x3xf32>)
      outs(%y : memref<1x5x9x11xf32>)
  // A softmax in place.
  %m = memref.alloc() : memref<5xf32>
  %s = memref.alloc() : memref<5xf32>
  linalg.fill ins(%low : f32) outs(%m : memref<5xf32>)
  linalg.fill ins(%zero : f32) outs(%s : memref<5xf32>)
  linalg.generic
      {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%u : memref<5x99xf32>) outs(%m : memref<5xf32>) {
  ^bb0(%v: f32, %most: f32):
    %r = arith.maximumf %v, %most : f32
    linalg.yield %r : f32
  }
  linalg.generic
      {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%m : memref<5xf32>) outs(%u : memref<5x99xf32>) {
  ^bb0(%most: f32, %v: f32):
    %d = arith.subf %v, %most : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  }
  linalg.generic
      {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%u : memref<5x99xf32>) outs(%s : memref<5xf32>) {
  ^bb0(%v: f32, %sum: f32):
    %r = arith.addf %v, %sum : f32
    linalg.yield %r : f32
  }
  linalg.generic
      {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<5xf32>) outs(%u : memref<5x99xf32>) {
  ^bb0(%sum: f32, %v: f32):
    %r = arith.divf %v, %sum : f32
    linalg.yield %r : f32
  }
  memref.dealloc %m : memref<5xf32>
  memref.dealloc %s : memref<5xf32>
  return
}

//--- stays.mlir
func.func @strided(%a: memref<8x9xf32>, %b: memref<9x7xf32>,
                   %c: memref<20x7xf32>) {
  %v = memref.subview %c[3, 0] [8, 7] [2, 1]
      : memref<20x7xf32> to memref<8x7xf32, strided<[14, 1], offset: 21>>
  linalg.matmul ins(%a, %b : memref<8x9xf32>, memref<9x7xf32>)
      outs(%v : memref<8x7xf32, strided<[14, 1], offset: 21>>)
  return
}
func.func @unknown(%x: memref<7x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 5 : index
  %v = memref.subview %x[0, 0] [%n, 7] [1, 1]
      : memref<7x7xf32> to memref<?x7xf32, strided<[7, 1]>>
  linalg.fill ins(%zero : f32) outs(%v : memref<?x7xf32, strided<[7, 1]>>)
  return
}

//--- overlap.mlir
#to = affine_map<(i, j) -> (i, j)>
#from = affine_map<(i, j) -> (j, i)>
func.func private @turn(%x: memref<9x9xf32>, %y: memref<9x9xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.generic
      {indexing_maps = [#from, #to], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<9x9xf32>) outs(%y : memref<9x9xf32>) {
  ^bb0(%v: f32, %out: f32):
    %r = arith.addf %v, %one : f32
    linalg.yield %r : f32
  }
  return
}
func.func @same(%x: memref<9x9xf32>) {
  call @turn(%x, %x) : (memref<9x9xf32>, memref<9x9xf32>) -> ()
  return
}
