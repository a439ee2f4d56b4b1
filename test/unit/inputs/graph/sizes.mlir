// test/unit/graph/size-symbols.c says what the symbols of each function are.

func.func @one(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  return %x : tensor<?x4xf32>
}

// An addition makes sizes equal, and the name of one is that of both.
func.func @united(%x: tensor<?x?xf32>, %y: tensor<?x?xf32> {as.sizes = ["rows", "d0"]}) -> tensor<?x?xf32> {
  %r = linalg.add ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// What only a branch requires does not.
func.func @branch(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r = scf.if %c -> tensor<?xf32> {
    %a = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Dimensions of one name are one size.
func.func @namesakes(%x: memref<?xf32> {as.sizes = ["n"]}, %y: memref<?xf32> {as.sizes = ["n"]}) {
  return
}

// Products, quotients, sums.
func.func @arithmetic(%x: tensor<?x?x6xf32>) -> (tensor<?x6xf32>, tensor<?x3xf32>, tensor<?x?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?x6xf32>
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x6xf32> into tensor<?x6xf32>
  %twelve = arith.muli %n, %c12 : index
  %two = arith.divui %twelve, %c6 : index
  %e = tensor.empty(%two) : tensor<?x3xf32>
  %p = tensor.pad %x low[1, %n, 0] high[0, 0, 2] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<?x?x6xf32> to tensor<?x?x8xf32>
  return %flat, %e, %p : tensor<?x6xf32>, tensor<?x3xf32>, tensor<?x?x8xf32>
}

// A callee's sizes are those of its caller, and it requires what it requires.
func.func @caller(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = call @callee(%y, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @callee(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %c = tensor.concat dim(0) %s, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// Operations without segments of operands. Each has an output for each result.
func.func @transposed(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) permutation = [1, 0]
  return %r : tensor<?x?xf32>
}
func.func @reduced(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %r: tensor<?xf32>, %s: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = linalg.reduce ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%r, %s : tensor<?xf32>, tensor<?xf32>) dimensions = [0]
    (%a: f32, %b: f32, %c: f32, %d: f32) {
      %e = arith.addf %a, %c : f32
      %f = arith.addf %b, %d : f32
      linalg.yield %e, %f : f32, f32
    }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
func.func @mapped(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.map { arith.addf } ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%z : tensor<?xf32>)
  return %r : tensor<?xf32>
}
func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.broadcast ins(%x : tensor<?xf32>) outs(%y : tensor<?x?xf32>) dimensions = [0]
  return %r : tensor<?x?xf32>
}
func.func @softmax(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @packed(%x: tensor<?x?xf32>, %y: tensor<?x?x8x4xf32>) -> tensor<?x?x8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %y : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  return %r : tensor<?x?x8x4xf32>
}

// A loop that keeps the size of what it carries.
func.func @loop(%x: tensor<?xf32>, %steps: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %u = linalg.exp ins(%t : tensor<?xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A slice without its unit dimension.
func.func @slice(%x: tensor<?x?x4xf32>) -> tensor<?x4xf32> {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %r = tensor.extract_slice %x[0, 0, 0] [1, %m, 4] [1, 1, 1] : tensor<?x?x4xf32> to tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// The larger one of two numbers, of sizes and others.
func.func @maxima(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %less = arith.subi %m, %c2 : index
  %twice = arith.muli %n, %c2 : index
  %more = arith.addi %twice, %c1 : index
  %0 = arith.maxsi %m, %c4 : index
  %1 = arith.maxsi %c4, %n : index
  %2 = arith.maxsi %less, %n : index
  %3 = arith.maxsi %m, %more : index
  %4 = arith.maxsi %0, %n : index
  %a = tensor.empty(%0, %1) : tensor<?x?xf32>
  %b = tensor.empty(%2, %3) : tensor<?x?xf32>
  %c = tensor.empty(%4) : tensor<?xf32>
  return %a, %b, %c : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
}

// Sizes that have to go together, but are not equal.
func.func @zeros(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.add ins(%c, %y : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.cast %z : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<?xf32>
}

// Data decides.
func.func @data(%x: tensor<?xf32>, %i: tensor<1xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %i[%c0] : tensor<1xindex>
  %e = tensor.empty(%n) : tensor<?xf32>
  return %e : tensor<?xf32>
}

// A loop that changes the size of what it carries.
func.func @growing(%x: tensor<?xf32>, %steps: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %u = tensor.concat dim(0) %t, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A function that calls itself is not looked into.
func.func @recursive(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r = call @recursive(%x, %c) : (tensor<?xf32>, i1) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// These have no symbols.
func.func @static(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @strided(%x: memref<?xf32, strided<[2]>>) {
  return
}
