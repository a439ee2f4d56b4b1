// Maxima and minima of vectors, along dimension 0 of the argument, or of all its
// elements.

func.func @grid(%x: tensor<13x2x24xf32>) -> tensor<2x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 13 : index
  %zero = arith.constant 0.0 : f32
  %first = arith.constant dense<0xFF800000> : vector<2x24xf32>
  %all = scf.for %i = %c0 to %end step %c1 iter_args(%before = %first) -> (vector<2x24xf32>) {
    %row = vector.transfer_read %x[%i, %c0, %c0], %zero {in_bounds = [true, true]} : tensor<13x2x24xf32>, vector<2x24xf32>
    %after = arith.maximumf %before, %row : vector<2x24xf32>
    scf.yield %after : vector<2x24xf32>
  }
  %empty = tensor.empty() : tensor<2x24xf32>
  %r = vector.transfer_write %all, %empty[%c0, %c0] {in_bounds = [true, true]} : vector<2x24xf32>, tensor<2x24xf32>
  return %r : tensor<2x24xf32>
}

// More accumulators than AVX-512 has masks.
func.func @many(%x: tensor<13x10x16xf32>) -> tensor<10x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 13 : index
  %zero = arith.constant 0.0 : f32
  %first = arith.constant dense<0xFF800000> : vector<10x16xf32>
  %all = scf.for %i = %c0 to %end step %c1 iter_args(%before = %first) -> (vector<10x16xf32>) {
    %row = vector.transfer_read %x[%i, %c0, %c0], %zero {in_bounds = [true, true]} : tensor<13x10x16xf32>, vector<10x16xf32>
    %after = arith.maximumf %before, %row : vector<10x16xf32>
    scf.yield %after : vector<10x16xf32>
  }
  %empty = tensor.empty() : tensor<10x16xf32>
  %r = vector.transfer_write %all, %empty[%c0, %c0] {in_bounds = [true, true]} : vector<10x16xf32>, tensor<10x16xf32>
  return %r : tensor<10x16xf32>
}

func.func @least(%x: tensor<13x9xf64>) -> tensor<9xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 13 : index
  %zero = arith.constant 0.0 : f64
  %first = arith.constant dense<0x7FF0000000000000> : vector<9xf64>
  %all = scf.for %i = %c0 to %end step %c1 iter_args(%before = %first) -> (vector<9xf64>) {
    %row = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : tensor<13x9xf64>, vector<9xf64>
    %after = arith.minimumf %before, %row : vector<9xf64>
    scf.yield %after : vector<9xf64>
  }
  %empty = tensor.empty() : tensor<9xf64>
  %r = vector.transfer_write %all, %empty[%c0] {in_bounds = [true]} : vector<9xf64>, tensor<9xf64>
  return %r : tensor<9xf64>
}

func.func @chain(%x: tensor<4x19xf32>) -> tensor<19xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true]} : tensor<4x19xf32>, vector<19xf32>
  %1 = vector.transfer_read %x[%c1, %c0], %zero {in_bounds = [true]} : tensor<4x19xf32>, vector<19xf32>
  %2 = vector.transfer_read %x[%c2, %c0], %zero {in_bounds = [true]} : tensor<4x19xf32>, vector<19xf32>
  %3 = vector.transfer_read %x[%c3, %c0], %zero {in_bounds = [true]} : tensor<4x19xf32>, vector<19xf32>
  %4 = arith.minimumf %0, %1 : vector<19xf32>
  %5 = arith.minimumf %4, %2 : vector<19xf32>
  %6 = arith.minimumf %3, %5 : vector<19xf32>
  %empty = tensor.empty() : tensor<19xf32>
  %r = vector.transfer_write %6, %empty[%c0] {in_bounds = [true]} : vector<19xf32>, tensor<19xf32>
  return %r : tensor<19xf32>
}

func.func @row(%x: tensor<67xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %row = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<67xf32>, vector<67xf32>
  %all = vector.reduction <maximumf>, %row : vector<67xf32> into f32
  %r = tensor.from_elements %all : tensor<f32>
  return %r : tensor<f32>
}

func.func @leastOfRow(%x: tensor<21xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %row = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<21xf64>, vector<21xf64>
  %all = vector.reduction <minimumf>, %row : vector<21xf64> into f64
  %r = tensor.from_elements %all : tensor<f64>
  return %r : tensor<f64>
}

func.func @longRow(%x: tensor<5x48xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %first = arith.constant dense<0x7F800000> : vector<48xf32>
  %lanes = scf.for %i = %c0 to %c5 step %c1 iter_args(%before = %first) -> (vector<48xf32>) {
    %part = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : tensor<5x48xf32>, vector<48xf32>
    %after = arith.minimumf %before, %part : vector<48xf32>
    scf.yield %after : vector<48xf32>
  }
  %all = vector.reduction <minimumf>, %lanes : vector<48xf32> into f32
  %r = tensor.from_elements %all : tensor<f32>
  return %r : tensor<f32>
}
