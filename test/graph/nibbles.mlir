// Weights of four bits are packed once, two in a byte, and taken out of the
// bytes where they are multiplied. It does not matter whether they are i4, or a
// front end took them out of bytes by shifts and masks.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %s 2>&1 | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=columns --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=groups --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=stacked --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=shifted --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=odd --runs=0
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --fp=strict %s -o %t.strict.mlir
// RUN: %as-run %t.strict.mlir --compare=%s --entry=groups --runs=0

#kn = affine_map<(k, n) -> (k, n)>
#nk = affine_map<(n, k) -> (n, k)>
#first = affine_map<(i, j) -> (i)>
#second = affine_map<(i, j) -> (j)>
#mk_nk = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]

// With a sign, and a scale for each column. The constant is a small one here:
// arguments of i4 have no calling convention.
// CHECK-LABEL: func.func @columns(
// CHECK: call @as_task{{.*}}tensor<32x48xi8>
// CHECK: return
func.func @columns(%x: tensor<3x64xf32>, %b: tensor<64x48xi8> {as.constant}, %s: tensor<48xf32> {as.constant}) -> tensor<3x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<64x48xi4>
  %w = linalg.generic {indexing_maps = [#kn, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<64x48xi8>) outs(%e4 : tensor<64x48xi4>) {
  ^bb0(%a: i8, %o: i4):
    %1 = arith.trunci %a : i8 to i4
    linalg.yield %1 : i4
  } -> tensor<64x48xi4>
  %e = tensor.empty() : tensor<64x48xf32>
  %d = linalg.generic {indexing_maps = [#kn, #second, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%w, %s : tensor<64x48xi4>, tensor<48xf32>) outs(%e : tensor<64x48xf32>) {
  ^bb0(%a: i4, %c: f32, %o: f32):
    %1 = arith.sitofp %a : i4 to f32
    %2 = arith.mulf %1, %c : f32
    linalg.yield %2 : f32
  } -> tensor<64x48xf32>
  %q = tensor.empty() : tensor<3x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<3x48xf32>) -> tensor<3x48xf32>
  %y = linalg.matmul ins(%x, %d : tensor<3x64xf32>, tensor<64x48xf32>) outs(%f : tensor<3x48xf32>) -> tensor<3x48xf32>
  return %y : tensor<3x48xf32>
}

#all = affine_map<(n, g, k) -> (n, g, k)>
#group = affine_map<(n, g, k) -> (n, g)>

// As torch-mlir prints groups: without a sign, with zero points, of which those
// of i4 become bytes. Bytes have the columns last.
// CHECK-LABEL: func.func @groups(
// CHECK-DAG: call @as_task{{.*}}tensor<4x16x48xi8>
// CHECK: return
func.func @groups(%x: tensor<1x128xf32>, %b: tensor<48x4x32xi8> {as.constant}, %bz: tensor<48x4xi8> {as.constant}, %s: tensor<48x4xf32> {as.constant}) -> tensor<1x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<48x4x32xi4>
  %w = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b : tensor<48x4x32xi8>) outs(%e4 : tensor<48x4x32xi4>) {
  ^bb0(%a: i8, %o: i4):
    %1 = arith.trunci %a : i8 to i4
    linalg.yield %1 : i4
  } -> tensor<48x4x32xi4>
  %ez = tensor.empty() : tensor<48x4xi4>
  %z = linalg.generic {indexing_maps = [#nk, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%bz : tensor<48x4xi8>) outs(%ez : tensor<48x4xi4>) {
  ^bb0(%a: i8, %o: i4):
    %1 = arith.trunci %a : i8 to i4
    linalg.yield %1 : i4
  } -> tensor<48x4xi4>
  %e = tensor.empty() : tensor<48x4x32xf32>
  %d = linalg.generic {indexing_maps = [#all, #group, #group, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s, %z : tensor<48x4x32xi4>, tensor<48x4xf32>, tensor<48x4xi4>) outs(%e : tensor<48x4x32xf32>) {
  ^bb0(%a: i4, %c: f32, %p: i4, %o: f32):
    %1 = arith.extui %a : i4 to i32
    %2 = arith.extui %p : i4 to i32
    %3 = arith.subi %1, %2 : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %c : f32
    linalg.yield %5 : f32
  } -> tensor<48x4x32xf32>
  %r = tensor.collapse_shape %d [[0], [1, 2]] : tensor<48x4x32xf32> into tensor<48x128xf32>
  %q = tensor.empty() : tensor<1x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<1x48xf32>) -> tensor<1x48xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %r : tensor<1x128xf32>, tensor<48x128xf32>) outs(%f : tensor<1x48xf32>) -> tensor<1x48xf32>
  return %y : tensor<1x48xf32>
}

// Halves of bytes, stacked and viewed as rows; less 8.
// CHECK-LABEL: func.func @stacked(
// CHECK-DAG: call @as_task{{.*}}tensor<4x16x48xi8>
// CHECK: return
func.func @stacked(%x: tensor<2x128xf32>, %b: tensor<48x64xi8> {as.constant}, %s: tensor<48x4xf32> {as.constant}) -> tensor<2x48xf32> {
  %zero = arith.constant 0.0 : f32
  %c15 = arith.constant 15 : i8
  %c4 = arith.constant 4 : i8
  %c8 = arith.constant 8 : i8
  %eb = tensor.empty() : tensor<48x64xi8>
  %low = linalg.generic {indexing_maps = [#nk, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<48x64xi8>) outs(%eb : tensor<48x64xi8>) {
  ^bb0(%a: i8, %o: i8):
    %1 = arith.andi %a, %c15 : i8
    linalg.yield %1 : i8
  } -> tensor<48x64xi8>
  %high = linalg.generic {indexing_maps = [#nk, #nk], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<48x64xi8>) outs(%eb : tensor<48x64xi8>) {
  ^bb0(%a: i8, %o: i8):
    %1 = arith.shrui %a, %c4 : i8
    linalg.yield %1 : i8
  } -> tensor<48x64xi8>
  %l = tensor.expand_shape %low [[0], [1, 2]] output_shape [48, 64, 1] : tensor<48x64xi8> into tensor<48x64x1xi8>
  %h = tensor.expand_shape %high [[0], [1, 2]] output_shape [48, 64, 1] : tensor<48x64xi8> into tensor<48x64x1xi8>
  %both = tensor.concat dim(2) %l, %h : (tensor<48x64x1xi8>, tensor<48x64x1xi8>) -> tensor<48x64x2xi8>
  %flat = tensor.collapse_shape %both [[0], [1, 2]] : tensor<48x64x2xi8> into tensor<48x128xi8>
  %w = tensor.expand_shape %flat [[0], [1, 2]] output_shape [48, 4, 32] : tensor<48x128xi8> into tensor<48x4x32xi8>
  %e = tensor.empty() : tensor<48x4x32xf32>
  %d = linalg.generic {indexing_maps = [#all, #group, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s : tensor<48x4x32xi8>, tensor<48x4xf32>) outs(%e : tensor<48x4x32xf32>) {
  ^bb0(%a: i8, %c: f32, %o: f32):
    %1 = arith.subi %a, %c8 : i8
    %2 = arith.sitofp %1 : i8 to f32
    %3 = arith.mulf %2, %c : f32
    linalg.yield %3 : f32
  } -> tensor<48x4x32xf32>
  %r = tensor.collapse_shape %d [[0], [1, 2]] : tensor<48x4x32xf32> into tensor<48x128xf32>
  %q = tensor.empty() : tensor<2x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<2x48xf32>) -> tensor<2x48xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %r : tensor<2x128xf32>, tensor<48x128xf32>) outs(%f : tensor<2x48xf32>) -> tensor<2x48xf32>
  return %y : tensor<2x48xf32>
}

#halves = affine_map<(n, g, h, p) -> (n, g, h, p)>

// Both halves by one operation: the bytes are read as they are.
// CHECK-LABEL: func.func @shifted(
// CHECK: call @as_task{{.*}}tensor<4x16x48xi8>
// CHECK: return
func.func @shifted(%x: tensor<24x128xf32>, %b: tensor<48x4x16xi8> {as.constant}, %s: tensor<48x4xf32> {as.constant}) -> tensor<24x48xf32> {
  %zero = arith.constant 0.0 : f32
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi32>
  %c15 = arith.constant 15 : i32
  %c8 = arith.constant 8 : i32
  %e = tensor.empty() : tensor<48x4x16x2xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(n, g, h, p) -> (n, g, h)>, affine_map<(n, g, h, p) -> (p)>, affine_map<(n, g, h, p) -> (n, g)>, #halves], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b, %shifts, %s : tensor<48x4x16xi8>, tensor<2xi32>, tensor<48x4xf32>) outs(%e : tensor<48x4x16x2xf32>) {
  ^bb0(%a: i8, %shift: i32, %c: f32, %o: f32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.shrui %0, %shift : i32
    %2 = arith.andi %1, %c15 : i32
    %3 = arith.subi %2, %c8 : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.mulf %4, %c : f32
    linalg.yield %5 : f32
  } -> tensor<48x4x16x2xf32>
  %r = tensor.collapse_shape %d [[0], [1, 2, 3]] : tensor<48x4x16x2xf32> into tensor<48x128xf32>
  %q = tensor.empty() : tensor<24x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<24x48xf32>) -> tensor<24x48xf32>
  %y = linalg.matmul indexing_maps = #mk_nk ins(%x, %r : tensor<24x128xf32>, tensor<48x128xf32>) outs(%f : tensor<24x48xf32>) -> tensor<24x48xf32>
  return %y : tensor<24x48xf32>
}

// Pairs of an odd number do not come out even: weights are widened once.
// CHECK-LABEL: func.func @odd(
// CHECK: call @as_task{{.*}}tensor<65x48xf32>
// CHECK: return
func.func @odd(%x: tensor<3x65xf32>, %b: tensor<65x48xi8> {as.constant}) -> tensor<3x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<65x48xi4>
  %w = linalg.generic {indexing_maps = [#kn, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<65x48xi8>) outs(%e4 : tensor<65x48xi4>) {
  ^bb0(%a: i8, %o: i4):
    %1 = arith.trunci %a : i8 to i4
    linalg.yield %1 : i4
  } -> tensor<65x48xi4>
  %e = tensor.empty() : tensor<65x48xf32>
  %d = linalg.generic {indexing_maps = [#kn, #kn], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<65x48xi4>) outs(%e : tensor<65x48xf32>) {
  ^bb0(%a: i4, %o: f32):
    %1 = arith.sitofp %a : i4 to f32
    linalg.yield %1 : f32
  } -> tensor<65x48xf32>
  %q = tensor.empty() : tensor<3x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%q : tensor<3x48xf32>) -> tensor<3x48xf32>
  %y = linalg.matmul ins(%x, %d : tensor<3x65xf32>, tensor<65x48xf32>) outs(%f : tensor<3x48xf32>) -> tensor<3x48xf32>
  return %y : tensor<3x48xf32>
}

// Tasks know how far to shift.
// CHECK: func.func private @as_task
// CHECK: arith.constant dense<{{\[0, 4\]|\[28, 24\]}}> : tensor<2xi32>
