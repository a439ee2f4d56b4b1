// One row of attention to three, as of tokens against a cache: the scores of each
// head are dot products of the keys as they lie, and it is one task, if there are
// four heads or more. A cache of f16 or bf16 is not converted before. Strictly
// there are three tasks.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// TASKS-COUNT-13: as.task =
// TASKS-NOT: as.task =
// RUN: %as-opt --autoschedule --emit=tasks --fp=strict --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=STRICT
// STRICT-COUNT-31: as.task =
// STRICT-NOT: as.task =
// RUN: %as-opt --autoschedule --fp=strict --trials=0 --threads=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=odd_keys --fp=strict --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=brain --fp=strict --threads=2 --runs=0
// RUN: %as-opt --autoschedule --trials=0 --threads=1 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=torch --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=masked --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=two_rows --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=three_rows --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=as_many_keys_as_columns --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=odd_keys --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=prime_keys_of_three --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=turned_keys --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=half --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=brain --threads=1 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=few_heads --threads=1 --runs=0
// RUN: %as-opt --autoschedule --trials=0 --threads=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=torch --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=masked --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=two_rows --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=three_rows --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=as_many_keys_as_columns --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=odd_keys --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=prime_keys_of_three --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=turned_keys --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=half --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=brain --threads=2 --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=few_heads --threads=2 --runs=0

#all = affine_map<(b, h, i, j) -> (b, h, i, j)>
#row = affine_map<(b, h, i, j) -> (b, h, i, 0)>
#i = affine_map<(b, i, j) -> (b, i, j)>
#j = affine_map<(b, i, j) -> (j)>
#q = affine_map<(b, m, n, k) -> (b, m, k)>
#k = affine_map<(b, m, n, k) -> (b, n, k)>
#s = affine_map<(b, m, n, k) -> (b, m, n)>
// What torch-mlir prints: batches and heads collapsed for the products, the keys
// turned by an operation of their own, reductions that keep a dimension of 1.
func.func @torch(%q: tensor<1x4x1x32xf32>, %k: tensor<1x4x48x32xf32>, %v: tensor<1x4x48x32xf32>) -> tensor<1x4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %factor = arith.constant 0.125 : f32
  %et = tensor.empty() : tensor<1x4x32x48xf32>
  %t = linalg.transpose ins(%k : tensor<1x4x48x32xf32>) outs(%et : tensor<1x4x32x48xf32>) permutation = [0, 1, 3, 2]
  %qc = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<1x4x1x32xf32> into tensor<4x1x32xf32>
  %kc = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<1x4x32x48xf32> into tensor<4x32x48xf32>
  %vc = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x4x48x32xf32> into tensor<4x48x32xf32>
  %ec = tensor.empty() : tensor<4x1x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%ec : tensor<4x1x48xf32>) -> tensor<4x1x48xf32>
  %sc = linalg.batch_matmul ins(%qc, %kc : tensor<4x1x32xf32>, tensor<4x32x48xf32>) outs(%z : tensor<4x1x48xf32>) -> tensor<4x1x48xf32>
  %s0 = tensor.expand_shape %sc [[0, 1], [2], [3]] output_shape [1, 4, 1, 48] : tensor<4x1x48xf32> into tensor<1x4x1x48xf32>
  %es = tensor.empty() : tensor<1x4x1x48xf32>
  %er = tensor.empty() : tensor<1x4x1x1xf32>
  %s = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<1x4x1x48xf32>) outs(%es : tensor<1x4x1x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<1x4x1x48xf32>
  %low = linalg.fill ins(%least : f32) outs(%er : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  %max = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s : tensor<1x4x1x48xf32>) outs(%low : tensor<1x4x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.maximumf %a, %o : f32
    linalg.yield %x : f32
  } -> tensor<1x4x1x1xf32>
  %exp = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<1x4x1x48xf32>, tensor<1x4x1x1xf32>) outs(%es : tensor<1x4x1x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<1x4x1x48xf32>
  %none = linalg.fill ins(%zero : f32) outs(%er : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%exp : tensor<1x4x1x48xf32>) outs(%none : tensor<1x4x1x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.addf %a, %o : f32
    linalg.yield %x : f32
  } -> tensor<1x4x1x1xf32>
  %w = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<1x4x1x48xf32>, tensor<1x4x1x1xf32>) outs(%es : tensor<1x4x1x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.divf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<1x4x1x48xf32>
  %wc = tensor.collapse_shape %w [[0, 1], [2], [3]] : tensor<1x4x1x48xf32> into tensor<4x1x48xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %rc = linalg.batch_matmul ins(%wc, %vc : tensor<4x1x48xf32>, tensor<4x48x32xf32>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = tensor.expand_shape %rc [[0, 1], [2], [3]] output_shape [1, 4, 1, 32] : tensor<4x1x32xf32> into tensor<1x4x1x32xf32>
  return %r : tensor<1x4x1x32xf32>
}

func.func @masked(%q: tensor<4x1x32xf32>, %k: tensor<4x64x32xf32>, %v: tensor<4x64x32xf32>, %m: tensor<64xf32>) -> tensor<4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x1x64xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x1x32xf32>, tensor<4x64x32xf32>) outs(%z : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #j, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<4x1x64xf32>, tensor<64xf32>) outs(%es : tensor<4x1x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<4x1x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x1x64xf32>, tensor<4x64x32xf32>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  return %r : tensor<4x1x32xf32>
}

func.func @two_rows(%q: tensor<4x2x16xf32>, %k: tensor<4x48x16xf32>, %v: tensor<4x48x32xf32>) -> tensor<4x2x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x2x48xf32>
  %eo = tensor.empty() : tensor<4x2x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x2x48xf32>) -> tensor<4x2x48xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x2x16xf32>, tensor<4x48x16xf32>) outs(%z : tensor<4x2x48xf32>) -> tensor<4x2x48xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x2x48xf32>) outs(%es : tensor<4x2x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x2x48xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x2x48xf32>) outs(%es : tensor<4x2x48xf32>) -> tensor<4x2x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x2x32xf32>) -> tensor<4x2x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x2x48xf32>, tensor<4x48x32xf32>) outs(%zo : tensor<4x2x32xf32>) -> tensor<4x2x32xf32>
  return %r : tensor<4x2x32xf32>
}

func.func @three_rows(%q: tensor<5x3x64xf32>, %k: tensor<5x48x64xf32>, %v: tensor<5x48x48xf32>) -> tensor<5x3x48xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<5x3x48xf32>
  %eo = tensor.empty() : tensor<5x3x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<5x3x48xf32>) -> tensor<5x3x48xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<5x3x64xf32>, tensor<5x48x64xf32>) outs(%z : tensor<5x3x48xf32>) -> tensor<5x3x48xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<5x3x48xf32>) outs(%es : tensor<5x3x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<5x3x48xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<5x3x48xf32>) outs(%es : tensor<5x3x48xf32>) -> tensor<5x3x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<5x3x48xf32>) -> tensor<5x3x48xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<5x3x48xf32>, tensor<5x48x48xf32>) outs(%zo : tensor<5x3x48xf32>) -> tensor<5x3x48xf32>
  return %r : tensor<5x3x48xf32>
}

func.func @as_many_keys_as_columns(%q: tensor<4x1x32xf32>, %k: tensor<4x32x32xf32>, %v: tensor<4x32x32xf32>) -> tensor<4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x1x32xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x1x32xf32>, tensor<4x32x32xf32>) outs(%z : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x1x32xf32>) outs(%es : tensor<4x1x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x1x32xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x1x32xf32>) outs(%es : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x1x32xf32>, tensor<4x32x32xf32>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  return %r : tensor<4x1x32xf32>
}

func.func @odd_keys(%q: tensor<4x1x32xf32>, %k: tensor<4x57x32xf32>, %v: tensor<4x57x32xf32>) -> tensor<4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x1x57xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x57xf32>) -> tensor<4x1x57xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x1x32xf32>, tensor<4x57x32xf32>) outs(%z : tensor<4x1x57xf32>) -> tensor<4x1x57xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x1x57xf32>) outs(%es : tensor<4x1x57xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x1x57xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x1x57xf32>) outs(%es : tensor<4x1x57xf32>) -> tensor<4x1x57xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x1x57xf32>, tensor<4x57x32xf32>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  return %r : tensor<4x1x32xf32>
}

func.func @prime_keys_of_three(%q: tensor<4x3x32xf32>, %k: tensor<4x37x32xf32>, %v: tensor<4x37x16xf32>) -> tensor<4x3x16xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x3x37xf32>
  %eo = tensor.empty() : tensor<4x3x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x3x37xf32>) -> tensor<4x3x37xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x3x32xf32>, tensor<4x37x32xf32>) outs(%z : tensor<4x3x37xf32>) -> tensor<4x3x37xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x3x37xf32>) outs(%es : tensor<4x3x37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x3x37xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x3x37xf32>) outs(%es : tensor<4x3x37xf32>) -> tensor<4x3x37xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x3x16xf32>) -> tensor<4x3x16xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x3x37xf32>, tensor<4x37x16xf32>) outs(%zo : tensor<4x3x16xf32>) -> tensor<4x3x16xf32>
  return %r : tensor<4x3x16xf32>
}

func.func @turned_keys(%q: tensor<4x1x24xf32>, %k: tensor<4x24x64xf32>, %v: tensor<4x64x32xf32>) -> tensor<4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x1x64xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s0 = linalg.batch_matmul
      ins(%q, %k : tensor<4x1x24xf32>, tensor<4x24x64xf32>) outs(%z : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x1x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<4x1x64xf32>, tensor<4x64x32xf32>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  return %r : tensor<4x1x32xf32>
}

func.func @half(%q: tensor<4x1x32xf16>, %k: tensor<4x64x32xf16>, %v: tensor<4x64x32xf16>) -> tensor<4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x1x64xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x1x32xf16>, tensor<4x64x32xf16>) outs(%z : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x1x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %eh = tensor.empty() : tensor<4x1x64xf16>
  %h = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<4x1x64xf32>) outs(%eh : tensor<4x1x64xf16>) {
  ^bb0(%a: f32, %o: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<4x1x64xf16>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = linalg.batch_matmul ins(%h, %v : tensor<4x1x64xf16>, tensor<4x64x32xf16>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  return %r : tensor<4x1x32xf32>
}

func.func @brain(%q: tensor<4x1x32xbf16>, %k: tensor<4x64x32xbf16>, %v: tensor<4x64x32xbf16>) -> tensor<4x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<4x1x64xf32>
  %eo = tensor.empty() : tensor<4x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<4x1x32xbf16>, tensor<4x64x32xbf16>) outs(%z : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<4x1x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<4x1x64xf32>) outs(%es : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %eh = tensor.empty() : tensor<4x1x64xbf16>
  %h = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<4x1x64xf32>) outs(%eh : tensor<4x1x64xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %x = arith.truncf %a : f32 to bf16
    linalg.yield %x : bf16
  } -> tensor<4x1x64xbf16>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  %r = linalg.batch_matmul ins(%h, %v : tensor<4x1x64xbf16>, tensor<4x64x32xbf16>) outs(%zo : tensor<4x1x32xf32>) -> tensor<4x1x32xf32>
  return %r : tensor<4x1x32xf32>
}

// Threads have nothing to share: three tasks.
func.func @few_heads(%q: tensor<3x1x32xf32>, %k: tensor<3x64x32xf32>, %v: tensor<3x64x32xf32>) -> tensor<3x1x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %es = tensor.empty() : tensor<3x1x64xf32>
  %eo = tensor.empty() : tensor<3x1x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<3x1x64xf32>) -> tensor<3x1x64xf32>
  %s0 = linalg.batch_matmul indexing_maps = [#q, #k, #s]
      ins(%q, %k : tensor<3x1x32xf32>, tensor<3x64x32xf32>) outs(%z : tensor<3x1x64xf32>) -> tensor<3x1x64xf32>
  %s = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<3x1x64xf32>) outs(%es : tensor<3x1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    linalg.yield %x : f32
  } -> tensor<3x1x64xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<3x1x64xf32>) outs(%es : tensor<3x1x64xf32>) -> tensor<3x1x64xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x1x32xf32>) -> tensor<3x1x32xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<3x1x64xf32>, tensor<3x64x32xf32>) outs(%zo : tensor<3x1x32xf32>) -> tensor<3x1x32xf32>
  return %r : tensor<3x1x32xf32>
}
