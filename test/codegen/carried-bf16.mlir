// Functions keep their arguments. LLVM would read an array of a few vectors in
// the caller and pass those: a task for which nothing was measured, and where
// AVX512-BF16 is, one that passes 48 numbers by converting each to f32 and back,
// which takes those below the normal range for zero.

// RUN: %as-opt --autoschedule --fp=strict --target=cpu:sapphirerapids --measure=static --trials=0 --records=none --progress=none --emit=llvm %s | FileCheck %s
// RUN: %as-opt --autoschedule --fp=strict --target=cpu:sapphirerapids --measure=static --trials=0 --records=none --progress=none --emit=llvm %s | llc -mcpu=sapphirerapids | FileCheck %s --check-prefix=ASSEMBLY

// CHECK: define void @sums(
// CHECK-COUNT-2: define internal void @as_task_{{[0-9a-f]*}}(ptr {{[^,]*}}, ptr {{[^,]*}})
// ASSEMBLY: sums:
// ASSEMBLY-NOT: vcvtneps2bf16

func.func @sums(%x: tensor<48xbf16>) -> tensor<48xf32> {
  %empty = tensor.empty() : tensor<16x48xbf16>
  %rows = linalg.broadcast ins(%x : tensor<48xbf16>) outs(%empty : tensor<16x48xbf16>) dimensions = [0]
  %zeros = arith.constant dense<0.0> : tensor<48xf32>
  %r = linalg.generic
      {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
       iterator_types = ["reduction", "parallel"]}
      ins(%rows : tensor<16x48xbf16>) outs(%zeros : tensor<48xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<48xf32>
  return %r : tensor<48xf32>
}

// Rows of a vector, which LLVM has as an array, go around a loop as integers, one
// for each.

// RUN: %as-opt --autoschedule --fp=strict --target=cpu:sapphirerapids --measure=static --trials=0 --records=none --progress=none --emit=llvm %s | FileCheck %s --check-prefix=ARRAY --implicit-check-not="phi {{.*}}bfloat"
// ARRAY: define {{.*}}@largest(
// ARRAY-COUNT-3: phi <1 x i16>

func.func @largest(%x: tensor<64x3x1xbf16>) -> tensor<3x1xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : bf16
  %zeros = arith.constant dense<0.0> : vector<3x1xbf16>
  %most = scf.for %i = %c0 to %c64 step %c1 iter_args(%before = %zeros) -> (vector<3x1xbf16>) {
    %row = vector.transfer_read %x[%i, %c0, %c0], %zero
        {in_bounds = [true, true]} : tensor<64x3x1xbf16>, vector<3x1xbf16>
    %more = arith.cmpf ogt, %row, %before : vector<3x1xbf16>
    %after = arith.select %more, %row, %before : vector<3x1xi1>, vector<3x1xbf16>
    scf.yield %after : vector<3x1xbf16>
  }
  %empty = tensor.empty() : tensor<3x1xbf16>
  %r = vector.transfer_write %most, %empty[%c0, %c0]
      {in_bounds = [true, true]} : vector<3x1xbf16>, tensor<3x1xbf16>
  return %r : tensor<3x1xbf16>
}
