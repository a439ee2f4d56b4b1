// An image that is padded is copied into an array of which only the border is
// filled: no loop goes over all of its 37 rows, which only its size depends on.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %as-run %t.mlir --entry=pooled --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=tiles --compare=%s --stock --runs=0
// RUN: %as-run %t.mlir --entry=made --compare=%s --stock --runs=0

// CHECK-LABEL: llvm.func @pooled(
// CHECK: constant(37 :
// CHECK-NOT: constant(37 :
// CHECK-LABEL: llvm.func @filled(
// CHECK: constant(37 :
// CHECK-LABEL: llvm.func @tiles(
// CHECK: llvm.alloca
// CHECK-NOT: {{llvm.alloca|llvm.call @malloc}}
// CHECK-LABEL: llvm.func @made(
// CHECK: llvm.alloca
// CHECK-NOT: {{llvm.alloca|llvm.call @malloc}}

func.func @pooled(%x: tensor<1x34x12x16xf32>) -> tensor<1x35x13x16xf32> {
  %least = arith.constant 0xFF800000 : f32
  %padded = tensor.pad %x low[0, 2, 1, 0] high[0, 1, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %least : f32
  } : tensor<1x34x12x16xf32> to tensor<1x37x15x16xf32>
  %window = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x35x13x16xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1x35x13x16xf32>) -> tensor<1x35x13x16xf32>
  %r = linalg.pooling_nhwc_max ins(%padded, %window : tensor<1x37x15x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x35x13x16xf32>) -> tensor<1x35x13x16xf32>
  return %r : tensor<1x35x13x16xf32>
}

// What is not copied over is filled as it is.
func.func @filled() -> tensor<37x15xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<37x15xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<37x15xf32>) -> tensor<37x15xf32>
  return %f : tensor<37x15xf32>
}

// A tile of eight rows with what is around it, as a schedule leaves it: 13 by 19
// are filled before the loop. Of what is border in an iteration as much is filled as
// depends on it, and the array that was to be copied is not there.
func.func @tiles(%x: tensor<32x16xf32>) -> tensor<4x19xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c12 = arith.constant 12 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<13x19xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<13x19xf32>) -> tensor<13x19xf32>
  %start = tensor.empty() : tensor<4x19xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%to = %start) -> (tensor<4x19xf32>) {
    %low = affine.max affine_map<(i) -> (0, 2 - i * 8)>(%i)
    %from = affine.max affine_map<(i) -> (0, i * 8 - 2)>(%i)
    %rows = affine.min affine_map<(from, low) -> (32 - from, 13 - low)>(%from, %low)
    %part = tensor.extract_slice %x[%from, 0] [%rows, 16] [1, 1] : tensor<32x16xf32> to tensor<?x16xf32>
    %tile = tensor.insert_slice %part into %ones[%low, 1] [%rows, 16] [1, 1] : tensor<?x16xf32> into tensor<13x19xf32>
    %first = vector.transfer_read %tile[%c0, %c0], %one {in_bounds = [true]} : tensor<13x19xf32>, vector<19xf32>
    %middle = vector.transfer_read %tile[%c6, %c0], %one {in_bounds = [true]} : tensor<13x19xf32>, vector<19xf32>
    %last = vector.transfer_read %tile[%c12, %c0], %one {in_bounds = [true]} : tensor<13x19xf32>, vector<19xf32>
    %some = arith.addf %first, %middle : vector<19xf32>
    %all = arith.addf %some, %last : vector<19xf32>
    %next = vector.transfer_write %all, %to[%i, %c0] {in_bounds = [true]} : vector<19xf32>, tensor<4x19xf32>
    scf.yield %next : tensor<4x19xf32>
  }
  return %r : tensor<4x19xf32>
}

// The same of a tile that is computed: it is made between its borders.
func.func @made(%x: tensor<32x16xf32>) -> tensor<4x19xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<13x19xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<13x19xf32>) -> tensor<13x19xf32>
  %start = tensor.empty() : tensor<4x19xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%to = %start) -> (tensor<4x19xf32>) {
    %low = affine.max affine_map<(i) -> (0, 2 - i * 8)>(%i)
    %from = affine.max affine_map<(i) -> (0, i * 8 - 2)>(%i)
    %rows = affine.min affine_map<(from, low) -> (32 - from, 13 - low)>(%from, %low)
    %own = bufferization.alloc_tensor(%rows) {as.tile} : tensor<?x16xf32>
    %part = scf.for %j = %c0 to %rows step %c1 iter_args(%into = %own) -> (tensor<?x16xf32>) {
      %row = affine.apply affine_map<(j, from) -> (j + from)>(%j, %from)
      %v = vector.transfer_read %x[%row, %c0], %one {in_bounds = [true]} : tensor<32x16xf32>, vector<16xf32>
      %w = arith.addf %v, %v : vector<16xf32>
      %next = vector.transfer_write %w, %into[%j, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<?x16xf32>
      scf.yield %next : tensor<?x16xf32>
    }
    %tile = tensor.insert_slice %part into %ones[%low, 1] [%rows, 16] [1, 1] : tensor<?x16xf32> into tensor<13x19xf32>
    %first = vector.transfer_read %tile[%c0, %c0], %one {in_bounds = [true]} : tensor<13x19xf32>, vector<19xf32>
    %last = vector.transfer_read %tile[%c12, %c0], %one {in_bounds = [true]} : tensor<13x19xf32>, vector<19xf32>
    %sum = arith.addf %first, %last : vector<19xf32>
    %written = vector.transfer_write %sum, %to[%i, %c0] {in_bounds = [true]} : vector<19xf32>, tensor<4x19xf32>
    scf.yield %written : tensor<4x19xf32>
  }
  return %r : tensor<4x19xf32>
}
