// Rows and keys that no vectors and tiles divide: operands are padded, keys that
// are none do not count, and what is behind the last row is cut off.

// RUN: %as-opt --autoschedule --emit=tasks --trials=0 --records=none --progress=none %s -o - | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --entry=attention --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=masked_keys --runs=0
// RUN: %as-run %t.mlir --compare=%s --entry=narrow --runs=0
// TASKS: func.func @attention
// TASKS: tensor.pad {{.*}} low[0, 0, 0] high[0, 1, 0]
// TASKS: tensor.pad {{.*}} low[0, 0, 0] high[0, {{3|19}}, 0]
// TASKS: tensor.extract_slice {{.*}} [2, 515, 32]
// TASKS-COUNT-3: as.task =
// TASKS-NOT: as.task =

func.func @attention(%q: tensor<2x515x32xf32>, %k: tensor<2x525x32xf32>, %v: tensor<2x525x32xf32>, %m: tensor<515x525xf32>) -> tensor<2x515x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x515x525xf32>
  %er = tensor.empty() : tensor<2x515x1xf32>
  %eo = tensor.empty() : tensor<2x515x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x515x525xf32>) -> tensor<2x515x525xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, i, j, k) -> (b0, i, k)>, affine_map<(b0, i, j, k) -> (b0, j, k)>, affine_map<(b0, i, j, k) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x515x32xf32>, tensor<2x525x32xf32>) outs(%z : tensor<2x515x525xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x515x525xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (i, j)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x515x525xf32>, tensor<515x525xf32>) outs(%es : tensor<2x515x525xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x515x525xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x515x1xf32>) -> tensor<2x515x1xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x515x525xf32>) outs(%max0 : tensor<2x515x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x515x1xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x515x525xf32>, tensor<2x515x1xf32>) outs(%es : tensor<2x515x525xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x515x525xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x515x1xf32>) -> tensor<2x515x1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x515x525xf32>) outs(%sum0 : tensor<2x515x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x515x1xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, 0)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x515x525xf32>, tensor<2x515x1xf32>) outs(%es : tensor<2x515x525xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x515x525xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x515x32xf32>) -> tensor<2x515x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, i, d, j) -> (b0, i, j)>, affine_map<(b0, i, d, j) -> (b0, j, d)>, affine_map<(b0, i, d, j) -> (b0, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x515x525xf32>, tensor<2x525x32xf32>) outs(%zo : tensor<2x515x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x515x32xf32>
  return %r : tensor<2x515x32xf32>
}

// A mask, which is padded as well.
func.func @masked_keys(%q: tensor<2x512x32xf32>, %k: tensor<2x520x32xf32>, %v: tensor<2x520x32xf32>, %m: tensor<520xi1>) -> tensor<2x512x32xf32> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x512x520xf32>
  %er = tensor.empty() : tensor<2x512xf32>
  %eo = tensor.empty() : tensor<2x512x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x512x520xf32>) -> tensor<2x512x520xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, i, j, k) -> (b0, i, k)>, affine_map<(b0, i, j, k) -> (b0, j, k)>, affine_map<(b0, i, j, k) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x512x32xf32>, tensor<2x520x32xf32>) outs(%z : tensor<2x512x520xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x512x520xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (j)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0, %m : tensor<2x512x520xf32>, tensor<520xi1>) outs(%es : tensor<2x512x520xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %y = arith.select %b, %x, %low : f32
    linalg.yield %y : f32
  } -> tensor<2x512x520xf32>
  %max0 = linalg.fill ins(%least : f32) outs(%er : tensor<2x512xf32>) -> tensor<2x512xf32>
  %max = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x512x520xf32>) outs(%max0 : tensor<2x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x512xf32>
  %pow = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %max : tensor<2x512x520xf32>, tensor<2x512xf32>) outs(%es : tensor<2x512x520xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<2x512x520xf32>
  %sum0 = linalg.fill ins(%zero : f32) outs(%er : tensor<2x512xf32>) -> tensor<2x512xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%pow : tensor<2x512x520xf32>) outs(%sum0 : tensor<2x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<2x512xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%pow, %sum : tensor<2x512x520xf32>, tensor<2x512xf32>) outs(%es : tensor<2x512x520xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x512x520xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x512x32xf32>) -> tensor<2x512x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, i, d, j) -> (b0, i, j)>, affine_map<(b0, i, d, j) -> (b0, j, d)>, affine_map<(b0, i, d, j) -> (b0, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x512x520xf32>, tensor<2x520x32xf32>) outs(%zo : tensor<2x512x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x512x32xf32>
  return %r : tensor<2x512x32xf32>
}

// Columns and what is summed up are padded, too. A loop reads the result.
func.func @narrow(%q: tensor<2x600x60xf32>, %k: tensor<2x500x60xf32>, %v: tensor<2x500x62xf32>) -> (tensor<2x600x62xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %least = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e9 : f32
  %es = tensor.empty() : tensor<2x600x500xf32>
  %er = tensor.empty() : tensor<2x600x1xf32>
  %eo = tensor.empty() : tensor<2x600x62xf32>
  %z = linalg.fill ins(%zero : f32) outs(%es : tensor<2x600x500xf32>) -> tensor<2x600x500xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(b0, i, j, k) -> (b0, i, k)>, affine_map<(b0, i, j, k) -> (b0, j, k)>, affine_map<(b0, i, j, k) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x600x60xf32>, tensor<2x500x60xf32>) outs(%z : tensor<2x600x500xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x600x500xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b0, i, j) -> (b0, i, j)>, affine_map<(b0, i, j) -> (b0, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s0 : tensor<2x600x500xf32>) outs(%es : tensor<2x600x500xf32>) {
  ^bb0(%a: f32, %o: f32):
    %x = arith.mulf %a, %factor : f32
    %r = linalg.index 1 : index
    %c = linalg.index 2 : index
    %p = arith.cmpi sle, %c, %r : index
    %y = arith.select %p, %x, %least : f32
    linalg.yield %y : f32
  } -> tensor<2x600x500xf32>
  %w = linalg.softmax dimension(2) ins(%s : tensor<2x600x500xf32>) outs(%es : tensor<2x600x500xf32>) -> tensor<2x600x500xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x600x62xf32>) -> tensor<2x600x62xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b0, i, d, j) -> (b0, i, j)>, affine_map<(b0, i, d, j) -> (b0, j, d)>, affine_map<(b0, i, d, j) -> (b0, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%w, %v : tensor<2x600x500xf32>, tensor<2x500x62xf32>) outs(%zo : tensor<2x600x62xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %o, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x600x62xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c62 = arith.constant 62 : index
  %sum = scf.for %d = %c0 to %c62 step %c1 iter_args(%part = %zero) -> f32 {
    %x = tensor.extract %r[%c1, %c1, %d] : tensor<2x600x62xf32>
    %y = arith.addf %part, %x : f32
    scf.yield %y : f32
  }
  return %r, %sum : tensor<2x600x62xf32>, f32
}
