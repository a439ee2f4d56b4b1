// The forms that attention comes in: masks of booleans and of indices, a softmax
// that is one operation, as many keys as columns, several dimensions of batches,
// groups of heads that share their keys and values. Each is one task.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=boolean --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=causal --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=named_softmax --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=batches --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=grouped_heads --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=heads_between --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=tosa --runs=0
// TASKS-COUNT-7: as.task =
// TASKS-NOT: as.task =

func.func @boolean(%q: tensor<2x32x32xf32>, %k: tensor<2x48x32xf32>, %v: tensor<2x48x32xf32>, %m: tensor<2x32x48xi1>) -> tensor<2x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x32x48xf32>
  %er = tensor.empty() : tensor<2x32x1xf32>
  %eo = tensor.empty() : tensor<2x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, i, j, k) -> (b0, i, k)>, affine_map<(b0, i, j, k) -> (b0, j, k)>, affine_map<(b0, i, j, k) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x32x32xf32>, tensor<2x48x32xf32>) outs(%z : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x32x48xf32>, tensor<2x32x48xi1>) outs(%es : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.select %b, %x, %low : f32
    linalg.yield %y : f32
  } -> tensor<2x32x48xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x32x48xf32>) outs(%max0 : tensor<2x32x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x32x1xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x32x48xf32>, tensor<2x32x1xf32>) outs(%es : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x32x48xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x32x48xf32>) outs(%sum0 : tensor<2x32x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x32x1xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x32x48xf32>, tensor<2x32x1xf32>) outs(%es : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x32x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, i, d, j) -> (b0, i, j)>, affine_map<(b0, i, d, j) -> (b0, j, d)>, affine_map<(b0, i, d, j) -> (b0, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x32x48xf32>, tensor<2x48x32xf32>) outs(%zo : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  return %r : tensor<2x32x32xf32>
}

func.func @causal(%q: tensor<2x48x32xf32>, %k: tensor<2x48x32xf32>, %v: tensor<2x48x48xf32>) -> tensor<2x48x48xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x48x48xf32>
  %er = tensor.empty() : tensor<2x48x1xf32>
  %eo = tensor.empty() : tensor<2x48x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x48x48xf32>) -> tensor<2x48x48xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, i, j, k) -> (b0, i, k)>, affine_map<(b0, i, j, k) -> (b0, j, k)>, affine_map<(b0, i, j, k) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x48x32xf32>, tensor<2x48x32xf32>) outs(%z : tensor<2x48x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x48x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x48x48xf32>) outs(%es : tensor<2x48x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %r = linalg.index 1 : index
    %c = linalg.index 2 : index
    %p = arith.cmpi sle, %c, %r : index
    %y = arith.select %p, %x, %least : f32
    linalg.yield %y : f32
  } -> tensor<2x48x48xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x48x1xf32>) -> tensor<2x48x1xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x48x48xf32>) outs(%max0 : tensor<2x48x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x48x1xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x48x48xf32>, tensor<2x48x1xf32>) outs(%es : tensor<2x48x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x48x48xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x48x1xf32>) -> tensor<2x48x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x48x48xf32>) outs(%sum0 : tensor<2x48x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x48x1xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x48x48xf32>, tensor<2x48x1xf32>) outs(%es : tensor<2x48x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x48x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x48x48xf32>) -> tensor<2x48x48xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, i, d, j) -> (b0, i, j)>, affine_map<(b0, i, d, j) -> (b0, j, d)>, affine_map<(b0, i, d, j) -> (b0, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x48x48xf32>, tensor<2x48x48xf32>) outs(%zo : tensor<2x48x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x48x48xf32>
  return %r : tensor<2x48x48xf32>
}

func.func @named_softmax(%q: tensor<2x32x32xf32>, %k: tensor<2x48x32xf32>, %v: tensor<2x48x32xf32>, %m: tensor<2x48xf32>) -> tensor<2x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x32x48xf32>
  %er = tensor.empty() : tensor<2x32x1xf32>
  %eo = tensor.empty() : tensor<2x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, i, j, k) -> (b0, i, k)>, affine_map<(b0, i, j, k) -> (b0, j, k)>, affine_map<(b0, i, j, k) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x32x32xf32>, tensor<2x48x32xf32>) outs(%z : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, j)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x32x48xf32>, tensor<2x48xf32>) outs(%es : tensor<2x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x32x48xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x32x48xf32>) outs(%es : tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, i, d, j) -> (b0, i, j)>, affine_map<(b0, i, d, j) -> (b0, j, d)>, affine_map<(b0, i, d, j) -> (b0, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x32x48xf32>, tensor<2x48x32xf32>) outs(%zo : tensor<2x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x32x32xf32>
  return %r : tensor<2x32x32xf32>
}

func.func @batches(%q: tensor<2x3x32x32xf32>, %k: tensor<2x3x48x32xf32>, %v: tensor<2x3x48x32xf32>, %m: tensor<48xi1>) -> tensor<2x3x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x3x32x48xf32>
  %er = tensor.empty() : tensor<2x3x32xf32>
  %eo = tensor.empty() : tensor<2x3x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x32x48xf32>) -> tensor<2x3x32x48xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j, k) -> (b0, b1, i, k)>, affine_map<(b0, b1, i, j, k) -> (b0, b1, j, k)>, affine_map<(b0, b1, i, j, k) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x32x32xf32>, tensor<2x3x48x32xf32>) outs(%z : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x3x32x48xf32>, tensor<48xi1>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.select %b, %x, %low : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x3x32xf32>) -> tensor<2x3x32xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x3x32x48xf32>) outs(%max0 : tensor<2x3x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x3x32x48xf32>, tensor<2x3x32xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x32xf32>) -> tensor<2x3x32xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x3x32x48xf32>) outs(%sum0 : tensor<2x3x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x3x32x48xf32>, tensor<2x3x32xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x3x32x32xf32>) -> tensor<2x3x32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, d, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, d, j) -> (b0, b1, j, d)>, affine_map<(b0, b1, i, d, j) -> (b0, b1, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x3x32x48xf32>, tensor<2x3x48x32xf32>) outs(%zo : tensor<2x3x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x32xf32>
  return %r : tensor<2x3x32x32xf32>
}

func.func @grouped_heads(%q: tensor<2x3x32x32xf32>, %k: tensor<2x48x32xf32>, %v: tensor<2x48x32xf32>) -> tensor<2x3x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x3x32x48xf32>
  %er = tensor.empty() : tensor<2x3x32x1xf32>
  %eo = tensor.empty() : tensor<2x3x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x32x48xf32>) -> tensor<2x3x32x48xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j, k) -> (b0, b1, i, k)>, affine_map<(b0, b1, i, j, k) -> (b0, j, k)>, affine_map<(b0, b1, i, j, k) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x32x32xf32>, tensor<2x48x32xf32>) outs(%z : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x3x32x48xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.mulf %a, %factor : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x3x32x1xf32>) -> tensor<2x3x32x1xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x3x32x48xf32>) outs(%max0 : tensor<2x3x32x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x1xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x3x32x48xf32>, tensor<2x3x32x1xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x32x1xf32>) -> tensor<2x3x32x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x3x32x48xf32>) outs(%sum0 : tensor<2x3x32x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x1xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x3x32x48xf32>, tensor<2x3x32x1xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x3x32x32xf32>) -> tensor<2x3x32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, d, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, d, j) -> (b0, j, d)>, affine_map<(b0, b1, i, d, j) -> (b0, b1, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x3x32x48xf32>, tensor<2x48x32xf32>) outs(%zo : tensor<2x3x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x32xf32>
  return %r : tensor<2x3x32x32xf32>
}

func.func @heads_between(%q: tensor<32x2x3x32xf32>, %k: tensor<48x2x32xf32>, %v: tensor<48x2x32xf32>, %m: tensor<32x48xf32>) -> tensor<2x3x32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x3x32x48xf32>
  %er = tensor.empty() : tensor<2x3x32x1xf32>
  %eo = tensor.empty() : tensor<2x3x32x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x32x48xf32>) -> tensor<2x3x32x48xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j, k) -> (i, b0, b1, k)>, affine_map<(b0, b1, i, j, k) -> (j, b0, k)>, affine_map<(b0, b1, i, j, k) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<32x2x3x32xf32>, tensor<48x2x32xf32>) outs(%z : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x3x32x48xf32>, tensor<32x48xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x3x32x1xf32>) -> tensor<2x3x32x1xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x3x32x48xf32>) outs(%max0 : tensor<2x3x32x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x1xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x3x32x48xf32>, tensor<2x3x32x1xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x32x1xf32>) -> tensor<2x3x32x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x3x32x48xf32>) outs(%sum0 : tensor<2x3x32x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x1xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, 0)>, affine_map<(b0, b1, i, j) -> (b0, b1, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x3x32x48xf32>, tensor<2x3x32x1xf32>) outs(%es : tensor<2x3x32x48xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x48xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x3x32x32xf32>) -> tensor<2x3x32x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, b1, i, d, j) -> (b0, b1, i, j)>, affine_map<(b0, b1, i, d, j) -> (j, b0, d)>, affine_map<(b0, b1, i, d, j) -> (b0, b1, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x3x32x48xf32>, tensor<48x2x32xf32>) outs(%zo : tensor<2x3x32x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x32x32xf32>
  return %r : tensor<2x3x32x32xf32>
}

// A product of TOSA has zero points, a sum keeps the dimension that it reduces,
// and there is no quotient.
func.func @tosa(%q: tensor<2x32x32xf32>, %k: tensor<2x32x48xf32>, %v: tensor<2x48x32xf32>) -> tensor<2x32x32xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %factor = "tosa.const"() {values = dense<0.125> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %s0 = tosa.matmul %q, %k, %zp, %zp : (tensor<2x32x32xf32>, tensor<2x32x48xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x32x48xf32>
  %s = tosa.mul %s0, %factor, %shift : (tensor<2x32x48xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x32x48xf32>
  %max = tosa.reduce_max %s {axis = 2 : i32} : (tensor<2x32x48xf32>) -> tensor<2x32x1xf32>
  %d = tosa.sub %s, %max : (tensor<2x32x48xf32>, tensor<2x32x1xf32>) -> tensor<2x32x48xf32>
  %x = tosa.exp %d : (tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  %sum = tosa.reduce_sum %x {axis = 2 : i32} : (tensor<2x32x48xf32>) -> tensor<2x32x1xf32>
  %one = tosa.reciprocal %sum : (tensor<2x32x1xf32>) -> tensor<2x32x1xf32>
  %p = tosa.mul %x, %one, %shift : (tensor<2x32x48xf32>, tensor<2x32x1xf32>, tensor<1xi8>) -> tensor<2x32x48xf32>
  %r = tosa.matmul %p, %v, %zp, %zp : (tensor<2x32x48xf32>, tensor<2x48x32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x32x32xf32>
  return %r : tensor<2x32x32xf32>
}
