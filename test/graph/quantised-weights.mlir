// Weights that are narrower than what they are multiplied by are read as they
// are: widened in the product, and scaled behind it where the scale is the same
// for all that is summed up.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SCALED
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks --fp=strict %s \
// RUN:   | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=row --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=large_groups --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=rows --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=left --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=halves --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=cache --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=sums_of_halves --runs=0

#nk = affine_map<(n, k) -> (n, k)>
#kn = affine_map<(k, n) -> (k, n)>
#first = affine_map<(i, j) -> (i)>
#second = affine_map<(i, j) -> (j)>

// Turned as bytes, multiplied as bytes, then scaled; with strict arithmetic
// scaled, then multiplied.
// CHECK-LABEL: func.func @row(
// CHECK: call @as_fixed{{.*}} -> tensor<32x48xi8>
// CHECK: call @as_task
// CHECK: return
func.func @row(%x: tensor<1x32xf32>, %w: tensor<48x32xi8> {as.constant}, %s: tensor<48xf32> {as.constant}) -> tensor<1x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x32xf32>
  %d = linalg.generic {indexing_maps = [#nk, #first, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<48x32xi8>, tensor<48xf32>) outs(%e : tensor<48x32xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<48x32xf32>
  %t = tensor.empty() : tensor<32x48xf32>
  %turned = linalg.transpose ins(%d : tensor<48x32xf32>) outs(%t : tensor<32x48xf32>) permutation = [1, 0]
  %q = tensor.empty() : tensor<1x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1x48xf32>) -> tensor<1x48xf32>
  %y = linalg.matmul ins(%x, %turned : tensor<1x32xf32>, tensor<32x48xf32>) outs(%f : tensor<1x48xf32>) -> tensor<1x48xf32>
  return %y : tensor<1x48xf32>
}

// Large ones with long rows stay as they are,
// CHECK-LABEL: func.func @large(
// SCALED-NOT: call @as_fixed
// SCALED: linalg.{{.*}}tensor<4096x4096xi8>
// CHECK: return
func.func @large(%x: tensor<4096xf32>, %w: tensor<4096x4096xi8> {as.constant}) -> tensor<4096xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4096x4096xf32>
  %d = linalg.generic {indexing_maps = [#nk, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4096x4096xi8>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%a: i8, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    linalg.yield %1 : f32
  } -> tensor<4096x4096xf32>
  %q = tensor.empty() : tensor<4096xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<4096xf32>) -> tensor<4096xf32>
  %y = linalg.matvec ins(%d, %x : tensor<4096x4096xf32>, tensor<4096xf32>) outs(%f : tensor<4096xf32>) -> tensor<4096xf32>
  return %y : tensor<4096xf32>
}

// those with a scale for each group from a megabyte on,
// CHECK-LABEL: func.func @large_groups(
// SCALED-NOT: call @as_fixed
// SCALED: linalg.{{.*}}tensor<1024x64x32xi8>
// CHECK: return
func.func @large_groups(%x: tensor<64x32xf32>, %w: tensor<1024x64x32xi8> {as.constant}, %s: tensor<1024x64xf32> {as.constant}) -> tensor<1024xf32> {
  %zero = arith.constant 0.0 : f32
  %q = tensor.empty() : tensor<1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1024xf32>) -> tensor<1024xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (g, k)>, affine_map<(n, g, k) -> (n, g, k)>,
      affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %w, %s : tensor<64x32xf32>, tensor<1024x64x32xi8>, tensor<1024x64xf32>) outs(%f : tensor<1024xf32>) {
  ^bb0(%a: f32, %b: i8, %scale: f32, %sum: f32):
    %1 = arith.sitofp %b : i8 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = arith.mulf %a, %2 : f32
    %4 = arith.addf %sum, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<1024xf32>
  return %y : tensor<1024xf32>
}

// but not the last layer of an image network, whose rows are short.
// CHECK-LABEL: func.func @short_rows(
// CHECK: call @as_fixed{{.*}} -> tensor<2048x1500xf32>
// CHECK: return
func.func @short_rows(%x: tensor<2048xf32>, %w: tensor<1500x2048xf32> {as.constant}) -> tensor<1500xf32> {
  %zero = arith.constant 0.0 : f32
  %q = tensor.empty() : tensor<1500xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1500xf32>) -> tensor<1500xf32>
  %y = linalg.matvec ins(%w, %x : tensor<1500x2048xf32>, tensor<2048xf32>) outs(%f : tensor<1500xf32>) -> tensor<1500xf32>
  return %y : tensor<1500xf32>
}

// Unsigned bytes, two scales, one of which divides, and many rows. A division
// for each use is not worth it.
// CHECK-LABEL: func.func @rows(
// SCALED-NOT: call @as_fixed
// STRICT: call @as_fixed
// CHECK: return
func.func @rows(%x: tensor<40x32xf32>, %w: tensor<32x48xi8> {as.constant}, %s: tensor<48xf32> {as.constant}) -> tensor<40x48xf32> {
  %zero = arith.constant 0.0 : f32
  %range = arith.constant 255.0 : f32
  %e = tensor.empty() : tensor<32x48xf32>
  %d = linalg.generic {indexing_maps = [#kn, #second, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x48xi8>, tensor<48xf32>) outs(%e : tensor<32x48xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.uitofp %a : i8 to f32
    %2 = arith.divf %1, %range : f32
    %3 = arith.mulf %b, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<32x48xf32>
  %q = tensor.empty() : tensor<40x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<40x48xf32>) -> tensor<40x48xf32>
  %y = linalg.matmul ins(%x, %d : tensor<40x32xf32>, tensor<32x48xf32>) outs(%f : tensor<40x48xf32>) -> tensor<40x48xf32>
  return %y : tensor<40x48xf32>
}

// The weights are the first operand.
// CHECK-LABEL: func.func @left(
// CHECK: call @as_fixed{{.*}} -> tensor<32x48xi8>
// CHECK: return
func.func @left(%x: tensor<32xf32>, %w: tensor<48x32xi8> {as.constant}, %s: tensor<48xf32> {as.constant}) -> tensor<48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x32xf32>
  %d = linalg.generic {indexing_maps = [#nk, #first, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<48x32xi8>, tensor<48xf32>) outs(%e : tensor<48x32xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<48x32xf32>
  %q = tensor.empty() : tensor<48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<48xf32>) -> tensor<48xf32>
  %y = linalg.matvec ins(%d, %x : tensor<48x32xf32>, tensor<32xf32>) outs(%f : tensor<48xf32>) -> tensor<48xf32>
  return %y : tensor<48xf32>
}

// Many columns would each widen the number that goes into all of their lanes.
// CHECK-LABEL: func.func @columns(
// CHECK: call @as_fixed{{.*}} -> tensor<48x32xf32>
// CHECK: return
func.func @columns(%x: tensor<32x40xf32>, %w: tensor<48x32xi8> {as.constant}) -> tensor<48x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x32xf32>
  %d = linalg.generic {indexing_maps = [#nk, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<48x32xi8>) outs(%e : tensor<48x32xf32>) {
  ^bb0(%a: i8, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    linalg.yield %1 : f32
  } -> tensor<48x32xf32>
  %q = tensor.empty() : tensor<48x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<48x40xf32>) -> tensor<48x40xf32>
  %y = linalg.matmul ins(%d, %x : tensor<48x32xf32>, tensor<32x40xf32>) outs(%f : tensor<48x40xf32>) -> tensor<48x40xf32>
  return %y : tensor<48x40xf32>
}

// Widening alone rounds nothing.
// CHECK-LABEL: func.func @halves(
// CHECK: call @as_fixed{{.*}} -> tensor<32x48xf16>
// CHECK: return
func.func @halves(%x: tensor<4x32xf32>, %w: tensor<48x32xf16> {as.constant}) -> tensor<4x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x32xf32>
  %d = linalg.generic {indexing_maps = [#nk, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<48x32xf16>) outs(%e : tensor<48x32xf32>) {
  ^bb0(%a: f16, %o: f32):
    %1 = arith.extf %a : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<48x32xf32>
  %q = tensor.empty() : tensor<4x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<4x48xf32>) -> tensor<4x48xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %d : tensor<4x32xf32>, tensor<48x32xf32>) outs(%f : tensor<4x48xf32>) -> tensor<4x48xf32>
  return %y : tensor<4x48xf32>
}

// What changes from call to call is read narrow where few rows use it, and
// widened once where many do.
// CHECK-LABEL: func.func @cache(
// CHECK: call @as_task{{.*}} : (tensor<32x48xf16>) -> tensor<32x48xf32>
// CHECK: call @as_task{{.*}} : (tensor<4x32xf32>, tensor<32x48xf16>) -> tensor<4x48xf32>
// CHECK: return
func.func @cache(%x: tensor<4x32xf32>, %z: tensor<40x32xf32>, %w: tensor<32x48xf16>, %v: tensor<32x48xf16>) -> (tensor<4x48xf32>, tensor<40x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x48xf32>
  %d = linalg.generic {indexing_maps = [#kn, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<32x48xf16>) outs(%e : tensor<32x48xf32>) {
  ^bb0(%a: f16, %o: f32):
    %1 = arith.extf %a : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<32x48xf32>
  %c = linalg.generic {indexing_maps = [#kn, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<32x48xf16>) outs(%e : tensor<32x48xf32>) {
  ^bb0(%a: f16, %o: f32):
    %1 = arith.extf %a : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<32x48xf32>
  %q = tensor.empty() : tensor<4x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<4x48xf32>) -> tensor<4x48xf32>
  %y = linalg.matmul ins(%x, %d : tensor<4x32xf32>, tensor<32x48xf32>) outs(%f : tensor<4x48xf32>) -> tensor<4x48xf32>
  %q2 = tensor.empty() : tensor<40x48xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%q2 : tensor<40x48xf32>) -> tensor<40x48xf32>
  %y2 = linalg.matmul ins(%z, %c : tensor<40x32xf32>, tensor<32x48xf32>) outs(%f2 : tensor<40x48xf32>) -> tensor<40x48xf32>
  return %y, %y2 : tensor<4x48xf32>, tensor<40x48xf32>
}

// Without their scales, sums of f16 might exceed its range: weights are scaled
// where they are read.
// CHECK-LABEL: func.func @sums_of_halves(
// CHECK-NOT: call @as_fixed
// CHECK: arith.sitofp
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK: return
func.func @sums_of_halves(%x: tensor<4x32xf16>, %w: tensor<32x48xi8> {as.constant}, %s: tensor<48xf16> {as.constant}) -> tensor<4x48xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<32x48xf16>
  %d = linalg.generic {indexing_maps = [#kn, #second, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<32x48xi8>, tensor<48xf16>) outs(%e : tensor<32x48xf16>) {
  ^bb0(%a: i8, %b: f16, %o: f16):
    %1 = arith.sitofp %a : i8 to f16
    %2 = arith.mulf %1, %b : f16
    linalg.yield %2 : f16
  } -> tensor<32x48xf16>
  %q = tensor.empty() : tensor<4x48xf16>
  %f = linalg.fill ins(%zero : f16) outs(%q : tensor<4x48xf16>) -> tensor<4x48xf16>
  %y = linalg.matmul ins(%x, %d : tensor<4x32xf16>, tensor<32x48xf16>) outs(%f : tensor<4x48xf16>) -> tensor<4x48xf16>
  return %y : tensor<4x48xf16>
}
