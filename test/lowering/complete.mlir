// Lowered is lowered whole: no op of another dialect stays behind, or the run
// fails and says which.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=8 --records=none --progress=none %t/clone.mlir -o %t/clone.lowered
// RUN: not grep -E 'bufferization|unrealized' %t/clone.lowered
// RUN: %as-opt --autoschedule --trials=8 --records=none --progress=none %t/structured.mlir -o %t/structured.lowered
// RUN: not grep -E 'linalg|unrealized' %t/structured.lowered

// RUN: %as-run %t/structured.lowered --entry=softmax --compare=%t/reference.mlir --entry=softmax --runs=0
// The maximum begins with a NaN, whatever LLVM may assume of the rest.
// RUN: %as-run %t/structured.mlir --fp=fast --entry=softmax --compare=%t/reference.mlir --entry=softmax --runs=0
// RUN: %as-run %t/structured.lowered --entry=pack --compare=%t/reference.mlir --entry=pack --runs=0
// RUN: %as-run %t/structured.lowered --entry=unpack --compare=%t/reference.mlir --entry=unpack --runs=0

// RUN: not %as-opt --autoschedule --trials=8 --records=none --progress=none %t/element.mlir 2>&1 | FileCheck %s
// RUN: not %as-opt --autoschedule --emit=object --records=none --progress=none %t/element.mlir -o %t/element.o 2>&1 | FileCheck %s
// CHECK: element.mlir:4:8: error: 'arith.addf' is left after lowering

//--- clone.mlir
func.func @powers(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

//--- structured.mlir
func.func @softmax(%x: tensor<37x101xf32>) -> tensor<37x101xf32> {
  %empty = tensor.empty() : tensor<37x101xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<37x101xf32>) outs(%empty : tensor<37x101xf32>) -> tensor<37x101xf32>
  return %r : tensor<37x101xf32>
}

func.func @pack(%x: tensor<8x15xf32>, %pad: f32) -> tensor<2x4x4x4xf32> {
  %empty = tensor.empty() : tensor<2x4x4x4xf32>
  %r = linalg.pack %x padding_value(%pad : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %empty : tensor<8x15xf32> -> tensor<2x4x4x4xf32>
  return %r : tensor<2x4x4x4xf32>
}

func.func @unpack(%x: tensor<2x4x4x4xf32>) -> tensor<8x15xf32> {
  %empty = tensor.empty() : tensor<8x15xf32>
  %r = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %empty : tensor<2x4x4x4xf32> -> tensor<8x15xf32>
  return %r : tensor<8x15xf32>
}

func.func @filter(%x: tensor<2x3x3x5xf32>, %to: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%to : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}

//--- reference.mlir
func.func @softmax(%x: tensor<37x101xf32>) -> tensor<37x101xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<37x101xf32>
  %row = tensor.empty() : tensor<37xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<37xf32>) -> tensor<37xf32>
  %powers = linalg.exp ins(%x : tensor<37x101xf32>) outs(%empty : tensor<37x101xf32>) -> tensor<37x101xf32>
  %sums = linalg.reduce { arith.addf } ins(%powers : tensor<37x101xf32>) outs(%zeros : tensor<37xf32>) dimensions = [1]
  %all = linalg.broadcast ins(%sums : tensor<37xf32>) outs(%empty : tensor<37x101xf32>) dimensions = [1]
  %r = linalg.div ins(%powers, %all : tensor<37x101xf32>, tensor<37x101xf32>) outs(%empty : tensor<37x101xf32>) -> tensor<37x101xf32>
  return %r : tensor<37x101xf32>
}

func.func @pack(%x: tensor<8x15xf32>, %pad: f32) -> tensor<2x4x4x4xf32> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %four = arith.constant 4 : index
    %end = arith.constant 15 : index
    %i4 = arith.muli %i, %four : index
    %row = arith.addi %i4, %k : index
    %j4 = arith.muli %j, %four : index
    %column = arith.addi %j4, %l : index
    %inside = arith.cmpi ult, %column, %end : index
    %e = scf.if %inside -> f32 {
      %e = tensor.extract %x[%row, %column] : tensor<8x15xf32>
      scf.yield %e : f32
    } else {
      scf.yield %pad : f32
    }
    tensor.yield %e : f32
  } : tensor<2x4x4x4xf32>
  return %r : tensor<2x4x4x4xf32>
}

func.func @unpack(%x: tensor<2x4x4x4xf32>) -> tensor<8x15xf32> {
  %r = tensor.generate {
  ^bb0(%row: index, %column: index):
    %four = arith.constant 4 : index
    %i = arith.divui %row, %four : index
    %k = arith.remui %row, %four : index
    %j = arith.divui %column, %four : index
    %l = arith.remui %column, %four : index
    %e = tensor.extract %x[%i, %j, %k, %l] : tensor<2x4x4x4xf32>
    tensor.yield %e : f32
  } : tensor<8x15xf32>
  return %r : tensor<8x15xf32>
}

//--- element.mlir
func.func @sum(%x: memref<4xf8E4M3B11FNUZ>) {
  %0 = arith.constant 0 : index
  %v = memref.load %x[%0] : memref<4xf8E4M3B11FNUZ>
  %s = arith.addf %v, %v : f8E4M3B11FNUZ
  memref.store %s, %x[%0] : memref<4xf8E4M3B11FNUZ>
  return
}
