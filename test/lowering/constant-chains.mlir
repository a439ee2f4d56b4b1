// Constants that are computed from constants: through views, beside constant
// arguments, and in functions that others call.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=shared --header=%t.h %s -o %t.so
// RUN: FileCheck %s < %t.h
// RUN: %as-run %t.so --entry=slice --compare=%s --stock --runs=2
// RUN: %as-run %t.so --entry=mixed --compare=%s --stock --runs=2
// RUN: %as-run %t.so --entry=caller --compare=%s --stock --runs=2
// RUN: %as-run %t.so --entry=scale --compare=%s --stock --runs=2

// What runs once is compiled quickly.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=llvm %s | FileCheck %s --check-prefix=ONCE
// ONCE: define void @as_load_mixed({{.*}}) {{.*}}#[[ONCE:[0-9]+]] {
// ONCE: attributes #[[ONCE]] = { {{.*}}cold{{.*}} }

// No argument of the first is constant: nobody has to load anything for it.
// CHECK-NOT: as_load_slice
// CHECK: as_load_mixed(
// CHECK: as_load_scale(
// CHECK-NOT: as_load_caller

func.func @slice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0, 64.0]> : tensor<8xf32>
  %s = tensor.extract_slice %w[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %q = linalg.generic {indexing_maps=[affine_map<(a)->(a)>,affine_map<(a)->(a)>],iterator_types=["parallel"]} ins(%s: tensor<4xf32>) outs(%e: tensor<4xf32>) { ^bb0(%a: f32, %o: f32): %r = math.sqrt %a : f32
    linalg.yield %r : f32 } -> tensor<4xf32>
  %z = linalg.add ins(%x, %q : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

func.func @mixed(%x: tensor<2x4xf32>, %w: tensor<2x4xf32> {as.constant}) -> (tensor<2x4xf32>, tensor<4xf32>) {
  %k = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<2x4xf32>
  %q = linalg.generic {indexing_maps=[affine_map<(a)->(a)>,affine_map<(a)->(a)>],iterator_types=["parallel"]} ins(%k: tensor<4xf32>) outs(%e: tensor<4xf32>) { ^bb0(%a: f32, %o: f32): %r = math.sqrt %a : f32
    linalg.yield %r : f32 } -> tensor<4xf32>
  %v = linalg.generic {indexing_maps=[affine_map<(a,b)->(b)>,affine_map<(a,b)->(a,b)>,affine_map<(a,b)->(a,b)>],iterator_types=["parallel","parallel"]} ins(%q, %w: tensor<4xf32>, tensor<2x4xf32>) outs(%e2: tensor<2x4xf32>) { ^bb0(%a: f32, %b: f32, %o: f32): %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32 } -> tensor<2x4xf32>
  %z = linalg.add ins(%x, %v : tensor<2x4xf32>, tensor<2x4xf32>) outs(%e2 : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %z, %q : tensor<2x4xf32>, tensor<4xf32>
}

func.func public @scale(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %a = math.absf %v : vector<4xf32>
  %root = math.sqrt %a : vector<4xf32>
  %roots = vector.transfer_write %root, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %b = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %d = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %b, %d : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %0 = call @scale(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
