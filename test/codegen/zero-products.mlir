// A loop that adds the same products by zero to two rows adds them up once. In
// the end, bits are what they were: of NaNs, as some weights are infinite, and
// of zeros, of which those stay negative whose products all are.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=llvm %s | FileCheck %s
// RUN: %as-run %s --entry=sums --compare=%s --stock --runs=0
// RUN: %as-run %s --entry=unrolled --compare=%s --stock --runs=0

// The loop has one product by zero for two rows, and one for the third.
// CHECK-LABEL: define {{.*}}@sums(
// CHECK: phi <16 x float> [ splat (float -0.000000e+00)
// CHECK: @llvm.fmuladd.v16f32(<16 x float> {{.*}}zeroinitializer
// CHECK-NOT: @llvm.fmuladd.v16f32(<16 x float> {{.*}}zeroinitializer
// CHECK: br i1
// CHECK-COUNT-2: fadd <16 x float>
// CHECK: ret void
func.func @sums(%x: tensor<40x16xf32>, %y: tensor<3x16xf32>) -> tensor<3x16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %half = arith.constant dense<0.5> : vector<16xf32>
  %first = call @firstRows(%y) : (tensor<3x16xf32>) -> vector<3x16xf32>
  %sums = scf.for %k = %c0 to %c40 step %c1 iter_args(%rows = %first) -> (vector<3x16xf32>) {
    %w = func.call @weights(%x, %k) : (tensor<40x16xf32>, index) -> vector<16xf32>
    %a = vector.extract %rows[0] : vector<16xf32> from vector<3x16xf32>
    %b = vector.extract %rows[1] : vector<16xf32> from vector<3x16xf32>
    %c = vector.extract %rows[2] : vector<16xf32> from vector<3x16xf32>
    %an = vector.fma %zero, %w, %a : vector<16xf32>
    %bn = vector.fma %w, %zero, %b : vector<16xf32>
    %cn = vector.fma %w, %half, %c : vector<16xf32>
    %r = vector.insert %an, %rows[0] : vector<16xf32> into vector<3x16xf32>
    %s = vector.insert %bn, %r[1] : vector<16xf32> into vector<3x16xf32>
    %t = vector.insert %cn, %s[2] : vector<16xf32> into vector<3x16xf32>
    scf.yield %t : vector<3x16xf32>
  }
  %bits = call @bitsOf(%sums) : (vector<3x16xf32>) -> tensor<3x16xi32>
  return %bits : tensor<3x16xi32>
}

// Two steps in one iteration. What is added to the third row differs in one of
// them, and so it keeps its own sum.
// CHECK-LABEL: define {{.*}}@unrolled(
// CHECK: phi <16 x float> [ splat (float -0.000000e+00)
// CHECK-COUNT-4: @llvm.fmuladd.v16f32(<16 x float> {{.*}}zeroinitializer
// CHECK-NOT: @llvm.fmuladd.v16f32(<16 x float> {{.*}}zeroinitializer
// CHECK: ret void
func.func @unrolled(%x: tensor<40x16xf32>, %y: tensor<3x16xf32>) -> tensor<3x16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %first = call @firstRows(%y) : (tensor<3x16xf32>) -> vector<3x16xf32>
  %sums = scf.for %k = %c0 to %c40 step %c2 iter_args(%rows = %first) -> (vector<3x16xf32>) {
    %next = arith.addi %k, %c1 : index
    %v = func.call @weights(%x, %k) : (tensor<40x16xf32>, index) -> vector<16xf32>
    %w = func.call @weights(%x, %next) : (tensor<40x16xf32>, index) -> vector<16xf32>
    %a = vector.extract %rows[0] : vector<16xf32> from vector<3x16xf32>
    %b = vector.extract %rows[1] : vector<16xf32> from vector<3x16xf32>
    %c = vector.extract %rows[2] : vector<16xf32> from vector<3x16xf32>
    %a1 = vector.fma %v, %zero, %a : vector<16xf32>
    %b1 = vector.fma %v, %zero, %b : vector<16xf32>
    %c1n = vector.fma %v, %zero, %c : vector<16xf32>
    %a2 = vector.fma %w, %zero, %a1 : vector<16xf32>
    %b2 = vector.fma %w, %zero, %b1 : vector<16xf32>
    %c2n = vector.fma %v, %zero, %c1n : vector<16xf32>
    %r = vector.insert %a2, %rows[0] : vector<16xf32> into vector<3x16xf32>
    %s = vector.insert %b2, %r[1] : vector<16xf32> into vector<3x16xf32>
    %t = vector.insert %c2n, %s[2] : vector<16xf32> into vector<3x16xf32>
    scf.yield %t : vector<3x16xf32>
  }
  %bits = call @bitsOf(%sums) : (vector<3x16xf32>) -> tensor<3x16xi32>
  return %bits : tensor<3x16xi32>
}

// The first four lanes are negative; of the others few are infinite.
func.func private @weights(%x: tensor<40x16xf32>, %k: index) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %large = arith.constant dense<0.97> : vector<16xf32>
  %infinite = arith.constant dense<0x7F800000> : vector<16xf32>
  %isNegative = arith.constant dense<[true, true, true, true, false, false, false, false, false,
                                      false, false, false, false, false, false, false]> : vector<16xi1>
  %v = vector.transfer_read %x[%k, %c0], %f0 {in_bounds = [true]} : tensor<40x16xf32>, vector<16xf32>
  %size = math.absf %v : vector<16xf32>
  %negative = arith.negf %size : vector<16xf32>
  %isLarge = arith.cmpf ogt, %v, %large : vector<16xf32>
  %other = arith.select %isLarge, %infinite, %v : vector<16xi1>, vector<16xf32>
  %w = arith.select %isNegative, %negative, %other : vector<16xi1>, vector<16xf32>
  return %w : vector<16xf32>
}

// Negative numbers become -0.
func.func private @firstRows(%y: tensor<3x16xf32>) -> vector<3x16xf32> {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  %zero = arith.constant dense<0.0> : vector<3x16xf32>
  %negativeZero = arith.constant dense<-0.0> : vector<3x16xf32>
  %v = vector.transfer_read %y[%c0, %c0], %f0 {in_bounds = [true, true]} : tensor<3x16xf32>, vector<3x16xf32>
  %isNegative = arith.cmpf olt, %v, %zero : vector<3x16xf32>
  %first = arith.select %isNegative, %negativeZero, %v : vector<3x16xi1>, vector<3x16xf32>
  return %first : vector<3x16xf32>
}

// All NaNs are alike.
func.func private @bitsOf(%sums: vector<3x16xf32>) -> tensor<3x16xi32> {
  %c0 = arith.constant 0 : index
  %nan = arith.constant dense<0x7FC00000> : vector<3x16xf32>
  %isNan = arith.cmpf uno, %sums, %sums : vector<3x16xf32>
  %alike = arith.select %isNan, %nan, %sums : vector<3x16xi1>, vector<3x16xf32>
  %bits = arith.bitcast %alike : vector<3x16xf32> to vector<3x16xi32>
  %e = tensor.empty() : tensor<3x16xi32>
  %r = vector.transfer_write %bits, %e[%c0, %c0] {in_bounds = [true, true]} : vector<3x16xi32>, tensor<3x16xi32>
  return %r : tensor<3x16xi32>
}
