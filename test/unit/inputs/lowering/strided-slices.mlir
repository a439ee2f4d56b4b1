// Arguments that are to be read where slices with dynamic strides are have the
// attribute test.strided.

#rows = affine_map<(i, k) -> (i)>
#all = affine_map<(i, k) -> (i, k)>

// Reads the first one, adds to the second one.
func.func private @adds(%x: tensor<8x16xf32> {test.strided}, %to: tensor<8x16xf32>)
    -> tensor<8x16xf32> {
  %r = linalg.add ins(%x, %x : tensor<8x16xf32>, tensor<8x16xf32>)
      outs(%to : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// Reads parts of it.
func.func private @reads(%x: tensor<8x16xf32> {test.strided}) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = tensor.extract_slice %x[4, 4] [1, 4] [1, 1] : tensor<8x16xf32> to tensor<4xf32>
  %v = vector.transfer_read %s[%c0], %zero : tensor<4xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// Is called for rows, for columns of an array of static size, for every second
// column, and for a dense array.
func.func private @others(%rows: tensor<8x?xf32>, %columns: tensor<8x16xf32>,
                          %second: tensor<8x16xf32>, %dense: tensor<8x16xf32>)
    -> f32 {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %columns[%c0, %c0] : tensor<8x16xf32>
  return %a : f32
}

// Passes it on.
func.func private @passes(%x: tensor<8x16xf32>) -> vector<4xf32> {
  %v = call @reads(%x) : (tensor<8x16xf32>) -> vector<4xf32>
  return %v : vector<4xf32>
}

// Carries it through a loop, which may write it.
func.func private @carries(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %x) -> tensor<8x16xf32> {
    %u = tensor.insert %zero into %t[%i, %c0] : tensor<8x16xf32>
    scf.yield %u : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}

// Gets one matrix of several, in its shape.
func.func private @sums(%x: tensor<8x16xf32> {test.strided}, %y: tensor<8x4xf32>)
    -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#all, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x16xf32>) outs(%z : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.addf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func public @strangers(%x: tensor<8x16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %x[%c0, %c0] : tensor<8x16xf32>
  return %a : f32
}

func.func @calls(%x: tensor<?x?xf32>, %y: tensor<?x40xf32>, %z: tensor<3x?x?xf32>,
                 %i: index, %n: index) {
  %s = tensor.extract_slice %x[%i, %i] [8, 16] [1, 1] : tensor<?x?xf32> to tensor<8x16xf32>
  %rows = tensor.extract_slice %x[%i, 0] [8, %n] [1, 1] : tensor<?x?xf32> to tensor<8x?xf32>
  %columns = tensor.extract_slice %y[%i, %i] [8, 16] [1, 1] : tensor<?x40xf32> to tensor<8x16xf32>
  %second = tensor.extract_slice %x[%i, 0] [8, 16] [1, 2] : tensor<?x?xf32> to tensor<8x16xf32>
  %matrix = tensor.extract_slice %z[%i, %i, %i] [1, 8, 16] [1, 1, 1] : tensor<3x?x?xf32> to tensor<1x8x16xf32>
  %flat = tensor.collapse_shape %matrix [[0, 1], [2]] : tensor<1x8x16xf32> into tensor<8x16xf32>
  %spread = tensor.empty() : tensor<8x4xf32>
  %dense = tensor.empty() : tensor<8x16xf32>
  %0 = call @adds(%s, %s) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = call @adds(%dense, %dense) : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = call @reads(%s) : (tensor<8x16xf32>) -> vector<4xf32>
  %3 = call @others(%rows, %columns, %second, %dense) : (tensor<8x?xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> f32
  %4 = call @passes(%s) : (tensor<8x16xf32>) -> vector<4xf32>
  %5 = call @carries(%s) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %6 = call @sums(%flat, %spread) : (tensor<8x16xf32>, tensor<8x4xf32>) -> tensor<8xf32>
  %7 = call @strangers(%s) : (tensor<8x16xf32>) -> f32
  return
}
