// Forms of operations on dynamic sizes, as front ends print them. What becomes of
// each is in the table of docs/dynamic-shapes.md, which forms.test checks.

#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#id4 = affine_map<(b, h, i, j) -> (b, h, i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#none1 = affine_map<(i) -> ()>

func.func @product(%x: tensor<?x64xf32>, %w: tensor<64x32xf32>, %o: tensor<?x32xf32>) -> tensor<?x32xf32> {
  %p = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%o : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %p : tensor<?x32xf32>
}

func.func @product_of_any_sizes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %k1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %k2 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %ok = arith.cmpi eq, %k1, %k2 : index
  cf.assert %ok, "mismatching contracting dimension"
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%r, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

func.func @matvec(%x: tensor<?x64xf32>, %y: tensor<64xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.matvec ins(%x, %y : tensor<?x64xf32>, tensor<64xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @dot(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.dot ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @product_of_i8(%x: tensor<?x64xi8>, %y: tensor<64x32xi8>) -> tensor<?x32xi32> {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xi8>
  %e = tensor.empty(%n) : tensor<?x32xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<?x32xi32>) -> tensor<?x32xi32>
  %r = linalg.quantized_matmul ins(%x, %y, %zero, %zero : tensor<?x64xi8>, tensor<64x32xi8>, i32, i32) outs(%f : tensor<?x32xi32>) -> tensor<?x32xi32>
  return %r : tensor<?x32xi32>
}

func.func @rows_of_texts(%x: tensor<?x?x64xf32>, %w: tensor<64x32xf32>, %bias: tensor<32xf32>) -> tensor<?x?x32xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x64xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x64xf32>
  %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
  %n = tensor.dim %r, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %p = linalg.matmul ins(%r, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%f : tensor<?x32xf32>) -> tensor<?x32xf32>
  %y = tensor.expand_shape %p [[0, 1], [2]] output_shape [%b, %s, 32] : tensor<?x32xf32> into tensor<?x?x32xf32>
  %e2 = tensor.empty(%b, %s) : tensor<?x?x32xf32>
  %z = linalg.generic {indexing_maps = [#id3, affine_map<(i, j, k) -> (k)>, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y, %bias : tensor<?x?x32xf32>, tensor<32xf32>) outs(%e2 : tensor<?x?x32xf32>) {
  ^bb0(%p1: f32, %q1: f32, %o: f32):
    %t = arith.addf %p1, %q1 : f32
    linalg.yield %t : f32
  } -> tensor<?x?x32xf32>
  return %z : tensor<?x?x32xf32>
}

func.func @product_with_cache(%cache: tensor<512x64xf32>, %new: tensor<1x64xf32>, %q: tensor<1x64xf32>, %at: index) -> tensor<1x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %n = arith.addi %at, %one : index
  %c = tensor.insert_slice %new into %cache[%at, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<512x64xf32>
  %k = tensor.extract_slice %c[0, 0] [%n, 64] [1, 1] : tensor<512x64xf32> to tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<1x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?xf32>) -> tensor<1x?xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%q, %k : tensor<1x64xf32>, tensor<?x64xf32>) outs(%f : tensor<1x?xf32>) -> tensor<1x?xf32>
  return %r : tensor<1x?xf32>
}

func.func @attention(%q: tensor<?x4x?x16xf32>, %k: tensor<?x4x?x16xf32>, %v: tensor<?x4x?x16xf32>) -> tensor<?x4x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %q, %c0 : tensor<?x4x?x16xf32>
  %n = tensor.dim %q, %c2 : tensor<?x4x?x16xf32>
  %m = tensor.dim %k, %c2 : tensor<?x4x?x16xf32>
  %e = tensor.empty(%b, %n, %m) : tensor<?x4x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, j, k)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<?x4x?x16xf32>, tensor<?x4x?x16xf32>) outs(%z : tensor<?x4x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x4x?x?xf32>
  %scaled = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<?x4x?x?xf32>) outs(%e : tensor<?x4x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    linalg.yield %t : f32
  } -> tensor<?x4x?x?xf32>
  %soft = linalg.softmax dimension(3) ins(%scaled : tensor<?x4x?x?xf32>) outs(%e : tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32>
  %f = tensor.empty(%b, %n) : tensor<?x4x?x16xf32>
  %w = linalg.fill ins(%zero : f32) outs(%f : tensor<?x4x?x16xf32>) -> tensor<?x4x?x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, k, j)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%soft, %v : tensor<?x4x?x?xf32>, tensor<?x4x?x16xf32>) outs(%w : tensor<?x4x?x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x4x?x16xf32>
  return %r : tensor<?x4x?x16xf32>
}

func.func @attention_of_rows(%q: tensor<?x4x?x16xf32>, %k: tensor<?x4x32x16xf32>, %v: tensor<?x4x32x16xf32>) -> tensor<?x4x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %q, %c0 : tensor<?x4x?x16xf32>
  %n = tensor.dim %q, %c2 : tensor<?x4x?x16xf32>
  %e = tensor.empty(%b, %n) : tensor<?x4x?x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x?x32xf32>) -> tensor<?x4x?x32xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, j, k)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<?x4x?x16xf32>, tensor<?x4x32x16xf32>) outs(%z : tensor<?x4x?x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x4x?x32xf32>
  %scaled = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<?x4x?x32xf32>) outs(%e : tensor<?x4x?x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    linalg.yield %t : f32
  } -> tensor<?x4x?x32xf32>
  %soft = linalg.softmax dimension(3) ins(%scaled : tensor<?x4x?x32xf32>) outs(%e : tensor<?x4x?x32xf32>) -> tensor<?x4x?x32xf32>
  %f = tensor.empty(%b, %n) : tensor<?x4x?x16xf32>
  %w = linalg.fill ins(%zero : f32) outs(%f : tensor<?x4x?x16xf32>) -> tensor<?x4x?x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, h, i, j, k) -> (b, h, i, k)>, affine_map<(b, h, i, j, k) -> (b, h, k, j)>, affine_map<(b, h, i, j, k) -> (b, h, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%soft, %v : tensor<?x4x?x32xf32>, tensor<?x4x32x16xf32>) outs(%w : tensor<?x4x?x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  } -> tensor<?x4x?x16xf32>
  return %r : tensor<?x4x?x16xf32>
}

func.func @causal_mask(%x: tensor<4x?x?xf32>) -> tensor<4x?x?xf32> {
  %c1 = arith.constant 1 : index
  %low = arith.constant -1.0e30 : f32
  %s = tensor.dim %x, %c1 : tensor<4x?x?xf32>
  %e = tensor.empty(%s, %s) : tensor<4x?x?xf32>
  %y = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<4x?x?xf32>) outs(%e : tensor<4x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %p = arith.cmpi ule, %j, %i : index
    %r = arith.select %p, %a, %low : f32
    linalg.yield %r : f32
  } -> tensor<4x?x?xf32>
  return %y : tensor<4x?x?xf32>
}

func.func @mask(%m: tensor<?x?xi64>, %x: tensor<?x4x?x?xf32>) -> tensor<?x4x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %low = arith.constant -1.0e4 : f32
  %b = tensor.dim %m, %c0 : tensor<?x?xi64>
  %s = tensor.dim %m, %c1 : tensor<?x?xi64>
  %t = tensor.expand_shape %m [[0], [1, 2, 3]] output_shape [%b, 1, 1, %s] : tensor<?x?xi64> into tensor<?x1x1x?xi64>
  %e = tensor.empty(%b, %s) : tensor<?x1x1x?xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, 0, 0, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%t : tensor<?x1x1x?xi64>) outs(%e : tensor<?x1x1x?xf32>) {
  ^bb0(%a: i64, %o: f32):
    %p = arith.sitofp %a : i64 to f32
    %q = arith.subf %one, %p : f32
    %r = arith.mulf %q, %low : f32
    linalg.yield %r : f32
  } -> tensor<?x1x1x?xf32>
  %s2 = tensor.dim %x, %c2 : tensor<?x4x?x?xf32>
  %g = tensor.empty(%b, %s2, %s) : tensor<?x4x?x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, 0, 0, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %f : tensor<?x4x?x?xf32>, tensor<?x1x1x?xf32>) outs(%g : tensor<?x4x?x?xf32>) {
  ^bb0(%a: f32, %m2: f32, %o: f32):
    %r = arith.addf %a, %m2 : f32
    linalg.yield %r : f32
  } -> tensor<?x4x?x?xf32>
  return %y : tensor<?x4x?x?xf32>
}

func.func @argmax(%x: tensor<?x?xf32>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %low = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i64
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %e2 = tensor.empty(%n) : tensor<?xi64>
  %f2 = linalg.fill ins(%z : i64) outs(%e2 : tensor<?xi64>) -> tensor<?xi64>
  %y:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%f, %f2 : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %o: f32, %p: i64):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i64
    %m = arith.maximumf %a, %o : f32
    %q = arith.cmpf ogt, %a, %o : f32
    %r = arith.select %q, %j, %p : i64
    linalg.yield %m, %r : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %y#1 : tensor<?xi64>
}

func.func @sum(%x: tensor<?x?x64xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<?x?x64xf32>) outs(%f : tensor<f32>) dimensions = [0, 1, 2]
  return %y : tensor<f32>
}

func.func @row_norm(%x: tensor<?xf32>, %g: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %ni = arith.index_cast %n : index to i64
  %nf = arith.sitofp %ni : i64 to f32
  %e0 = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#id1, #none1], iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %q = linalg.generic {indexing_maps = [#id1, #none1, #none1], iterator_types = ["reduction"]} ins(%x, %s : tensor<?xf32>, tensor<f32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %nf : f32
    %d = arith.subf %a, %m : f32
    %d2 = arith.mulf %d, %d : f32
    %r = arith.addf %d2, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id1, #none1, #none1, #id1, #id1], iterator_types = ["parallel"]} ins(%x, %s, %q, %g : tensor<?xf32>, tensor<f32>, tensor<f32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %v: f32, %w: f32, %o: f32):
    %m = arith.divf %b, %nf : f32
    %d = arith.subf %a, %m : f32
    %v1 = arith.divf %v, %nf : f32
    %v2 = arith.addf %v1, %eps : f32
    %i = math.rsqrt %v2 : f32
    %r = arith.mulf %d, %i : f32
    %r2 = arith.mulf %r, %w : f32
    linalg.yield %r2 : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func @concat(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %r = tensor.concat dim(0) %x, %y : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %r, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %t = linalg.tanh ins(%r : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %t : tensor<?x64xf32>
}

func.func @slices(%x: tensor<?x128xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x128xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %a = tensor.extract_slice %x[0, 0] [%n, 64] [1, 1] : tensor<?x128xf32> to tensor<?x64xf32>
  %b = tensor.extract_slice %x[0, 64] [%n, 64] [1, 1] : tensor<?x128xf32> to tensor<?x64xf32>
  %u = linalg.mul ins(%a, %b : tensor<?x64xf32>, tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %u : tensor<?x64xf32>
}

func.func @casts(%x: tensor<?x64xf32>, %w: tensor<64x32xf32>) -> tensor<?x32xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %y = tensor.cast %x : tensor<?x64xf32> to tensor<?x?xf32>
  %v = tensor.cast %w : tensor<64x32xf32> to tensor<?x?xf32>
  %c32 = arith.constant 32 : index
  %e = tensor.empty(%n, %c32) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%y, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = tensor.cast %p : tensor<?x?xf32> to tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

func.func @reshape(%x: tensor<?x?x128xf32>) -> tensor<?x?x2x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x128xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x128xf32>
  %sh = tensor.from_elements %b, %s, %c2, %c64 : tensor<4xindex>
  %e = tensor.empty(%b, %s) : tensor<?x?x128xf32>
  %t = linalg.exp ins(%x : tensor<?x?x128xf32>) outs(%e : tensor<?x?x128xf32>) -> tensor<?x?x128xf32>
  %r = tensor.reshape %t(%sh) : (tensor<?x?x128xf32>, tensor<4xindex>) -> tensor<?x?x2x64xf32>
  %e2 = tensor.empty(%b, %s) : tensor<?x?x2x64xf32>
  %u = linalg.exp ins(%r : tensor<?x?x2x64xf32>) outs(%e2 : tensor<?x?x2x64xf32>) -> tensor<?x?x2x64xf32>
  return %u : tensor<?x?x2x64xf32>
}

func.func @gather_from_dynamic(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %m = arith.subi %n, %i : index
    %l = arith.subi %m, %c1 : index
    %v = tensor.extract %x[%l, %j] : tensor<?x64xf32>
    linalg.yield %v : f32
  } -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

func.func @loop(%x: tensor<?x64xf32>, %w: tensor<64x64xf32>, %k: index) -> tensor<?x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%t = %x) -> tensor<?x64xf32> {
    %d = tensor.dim %t, %c0 : tensor<?x64xf32>
    %e = tensor.empty(%d) : tensor<?x64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
    %p = linalg.matmul ins(%t, %w : tensor<?x64xf32>, tensor<64x64xf32>) outs(%f : tensor<?x64xf32>) -> tensor<?x64xf32>
    scf.yield %p : tensor<?x64xf32>
  }
  return %r : tensor<?x64xf32>
}

func.func @branch(%x: tensor<?x64xf32>, %p: i1) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %r = scf.if %p -> tensor<?x64xf32> {
    %t = linalg.tanh ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
    scf.yield %t : tensor<?x64xf32>
  } else {
    scf.yield %x : tensor<?x64xf32>
  }
  return %r : tensor<?x64xf32>
}

func.func @pack(%x: tensor<?x64xf32>) -> tensor<?x8x16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %m = arith.ceildivui %n, %c16 : index
  %e = tensor.empty(%m) : tensor<?x8x16x8xf32>
  %p = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [16, 8] into %e : tensor<?x64xf32> -> tensor<?x8x16x8xf32>
  return %p : tensor<?x8x16x8xf32>
}

func.func @batch_of_images(%x: tensor<?x8x16x16xf32>, %k: tensor<16x8x3x3xf32>) -> tensor<?x16x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %cn = arith.constant 0 : index
  %n = tensor.dim %x, %cn : tensor<?x8x16x16xf32>
  %e = tensor.empty(%n) : tensor<?x16x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16x7x7xf32>) -> tensor<?x16x7x7xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %k : tensor<?x8x16x16xf32>, tensor<16x8x3x3xf32>) outs(%f : tensor<?x16x7x7xf32>) -> tensor<?x16x7x7xf32>
  return %r : tensor<?x16x7x7xf32>
}

func.func @padded_batch(%x: tensor<?x16x16x8xf32>, %k: tensor<3x3x8x16xf32>, %b: tensor<16xf32>) -> tensor<?x16x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x16x16x8xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<?x16x16x8xf32> to tensor<?x18x18x8xf32>
  %e = tensor.empty(%n) : tensor<?x16x16x16xf32>
  %bb = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<?x16x16x16xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<?x18x18x8xf32>, tensor<3x3x8x16xf32>) outs(%bb : tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
  return %r : tensor<?x16x16x16xf32>
}

func.func @image(%x: tensor<?x?x?x8xf32>, %k: tensor<3x3x8x16xf32>) -> tensor<?x?x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %cn = arith.constant 0 : index
  %n = tensor.dim %x, %cn : tensor<?x?x?x8xf32>
  %ch = arith.constant 1 : index
  %h = tensor.dim %x, %ch : tensor<?x?x?x8xf32>
  %koh = arith.constant 2 : index
  %oh = arith.subi %h, %koh : index
  %cw = arith.constant 2 : index
  %w = tensor.dim %x, %cw : tensor<?x?x?x8xf32>
  %kow = arith.constant 2 : index
  %ow = arith.subi %w, %kow : index
  %e = tensor.empty(%n, %oh, %ow) : tensor<?x?x?x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %k : tensor<?x?x?x8xf32>, tensor<3x3x8x16xf32>) outs(%f : tensor<?x?x?x16xf32>) -> tensor<?x?x?x16xf32>
  return %r : tensor<?x?x?x16xf32>
}

func.func @strided_image(%x: tensor<1x?x?x8xf32>, %k: tensor<3x3x8x16xf32>) -> tensor<1x?x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ch = arith.constant 1 : index
  %h = tensor.dim %x, %ch : tensor<1x?x?x8xf32>
  %koh = arith.constant 3 : index
  %soh = arith.subi %h, %koh : index
  %toh = arith.constant 2 : index
  %doh = arith.divui %soh, %toh : index
  %ooh = arith.constant 1 : index
  %oh = arith.addi %doh, %ooh : index
  %cw = arith.constant 2 : index
  %w = tensor.dim %x, %cw : tensor<1x?x?x8xf32>
  %kow = arith.constant 3 : index
  %sow = arith.subi %w, %kow : index
  %tow = arith.constant 2 : index
  %dow = arith.divui %sow, %tow : index
  %oow = arith.constant 1 : index
  %ow = arith.addi %dow, %oow : index
  %e = tensor.empty(%oh, %ow) : tensor<1x?x?x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?x?x16xf32>) -> tensor<1x?x?x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %k : tensor<1x?x?x8xf32>, tensor<3x3x8x16xf32>) outs(%f : tensor<1x?x?x16xf32>) -> tensor<1x?x?x16xf32>
  return %r : tensor<1x?x?x16xf32>
}

func.func @depthwise_image(%x: tensor<1x?x?x8xf32>, %k: tensor<3x3x8xf32>) -> tensor<1x?x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %ch = arith.constant 1 : index
  %h = tensor.dim %x, %ch : tensor<1x?x?x8xf32>
  %koh = arith.constant 2 : index
  %oh = arith.subi %h, %koh : index
  %cw = arith.constant 2 : index
  %w = tensor.dim %x, %cw : tensor<1x?x?x8xf32>
  %kow = arith.constant 2 : index
  %ow = arith.subi %w, %kow : index
  %e = tensor.empty(%oh, %ow) : tensor<1x?x?x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %k : tensor<1x?x?x8xf32>, tensor<3x3x8xf32>) outs(%f : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  return %r : tensor<1x?x?x8xf32>
}

func.func @pooled_image(%x: tensor<1x?x?x8xf32>, %k: tensor<2x2xf32>) -> tensor<1x?x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %ch = arith.constant 1 : index
  %h = tensor.dim %x, %ch : tensor<1x?x?x8xf32>
  %koh = arith.constant 2 : index
  %soh = arith.subi %h, %koh : index
  %toh = arith.constant 2 : index
  %doh = arith.divui %soh, %toh : index
  %ooh = arith.constant 1 : index
  %oh = arith.addi %doh, %ooh : index
  %cw = arith.constant 2 : index
  %w = tensor.dim %x, %cw : tensor<1x?x?x8xf32>
  %kow = arith.constant 2 : index
  %sow = arith.subi %w, %kow : index
  %tow = arith.constant 2 : index
  %dow = arith.divui %sow, %tow : index
  %oow = arith.constant 1 : index
  %ow = arith.addi %dow, %oow : index
  %e = tensor.empty(%oh, %ow) : tensor<1x?x?x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %k : tensor<1x?x?x8xf32>, tensor<2x2xf32>) outs(%f : tensor<1x?x?x8xf32>) -> tensor<1x?x?x8xf32>
  return %r : tensor<1x?x?x8xf32>
}

func.func @padded_image(%x: tensor<1x?x?x8xf32>, %k: tensor<3x3x8x16xf32>, %b: tensor<16xf32>) -> tensor<1x?x?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<1x?x?x8xf32>
  %w = tensor.dim %x, %c2 : tensor<1x?x?x8xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x?x?x8xf32> to tensor<1x?x?x8xf32>
  %e = tensor.empty(%h, %w) : tensor<1x?x?x16xf32>
  %bb = linalg.broadcast ins(%b : tensor<16xf32>) outs(%e : tensor<1x?x?x16xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x?x?x8xf32>, tensor<3x3x8x16xf32>) outs(%bb : tensor<1x?x?x16xf32>) -> tensor<1x?x?x16xf32>
  return %r : tensor<1x?x?x16xf32>
}

func.func @tosa_add(%x: tensor<?x768xf32>, %y: tensor<?x768xf32>) -> tensor<?x768xf32> {
  %0 = tosa.add %x, %y : (tensor<?x768xf32>, tensor<?x768xf32>) -> tensor<?x768xf32>
  %1 = tosa.exp %0 : (tensor<?x768xf32>) -> tensor<?x768xf32>
  return %1 : tensor<?x768xf32>
}

func.func @tosa_add_row(%x: tensor<?x768xf32>, %y: tensor<1x768xf32>) -> tensor<?x768xf32> {
  %0 = tosa.add %x, %y : (tensor<?x768xf32>, tensor<1x768xf32>) -> tensor<?x768xf32>
  return %0 : tensor<?x768xf32>
}

func.func @tosa_softmax(%x: tensor<?x12x?x?xf32>) -> tensor<?x12x?x?xf32> {
  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.reduce_max %x {axis = 3 : i32} : (tensor<?x12x?x?xf32>) -> tensor<?x12x?x1xf32>
  %1 = tosa.sub %x, %0 : (tensor<?x12x?x?xf32>, tensor<?x12x?x1xf32>) -> tensor<?x12x?x?xf32>
  %2 = tosa.exp %1 : (tensor<?x12x?x?xf32>) -> tensor<?x12x?x?xf32>
  %3 = tosa.reduce_sum %2 {axis = 3 : i32} : (tensor<?x12x?x?xf32>) -> tensor<?x12x?x1xf32>
  %4 = tosa.reciprocal %3 : (tensor<?x12x?x1xf32>) -> tensor<?x12x?x1xf32>
  %5 = tosa.mul %2, %4, %s : (tensor<?x12x?x?xf32>, tensor<?x12x?x1xf32>, tensor<1xi8>) -> tensor<?x12x?x?xf32>
  return %5 : tensor<?x12x?x?xf32>
}

func.func @tosa_matmul(%x: tensor<?x?x64xf32>, %y: tensor<?x64x?xf32>) -> tensor<?x?x?xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>

  %0 = tosa.matmul %x, %y, %z, %z : (tensor<?x?x64xf32>, tensor<?x64x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func @tosa_conv(%x: tensor<?x16x16x8xf32>, %k: tensor<16x3x3x8xf32>, %b: tensor<16xf32>) -> tensor<?x16x16x16xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>

  %0 = tosa.conv2d %x, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x16x16x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x16x16x16xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<?x16x16x16xf32>) -> tensor<?x16x16x16xf32>
  return %1 : tensor<?x16x16x16xf32>
}

func.func @tosa_conv_image(%x: tensor<1x?x?x8xf32>, %k: tensor<16x3x3x8xf32>, %b: tensor<16xf32>) -> tensor<1x?x?x16xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>

  %0 = tosa.conv2d %x, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x?x?x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x?x16xf32>
  return %0 : tensor<1x?x?x16xf32>
}

func.func @tosa_depthwise(%x: tensor<?x16x16x8xf32>, %k: tensor<3x3x8x1xf32>, %b: tensor<8xf32>) -> tensor<?x16x16x8xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>

  %0 = tosa.depthwise_conv2d %x, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x16x16x8xf32>, tensor<3x3x8x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x16x16x8xf32>
  return %0 : tensor<?x16x16x8xf32>
}

func.func @tosa_avg_pool(%x: tensor<?x16x16x8xf32>) -> tensor<?x8x8x8xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>

  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<?x16x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8x8x8xf32>
  return %0 : tensor<?x8x8x8xf32>
}

func.func @tosa_gather(%x: tensor<1x1000x64xf32>, %i: tensor<1x?xi32>) -> tensor<1x?x64xf32> {
  %0 = tosa.gather %x, %i : (tensor<1x1000x64xf32>, tensor<1x?xi32>) -> tensor<1x?x64xf32>
  return %0 : tensor<1x?x64xf32>
}

func.func @tosa_transpose(%x: tensor<?x?x12x64xf32>) -> tensor<?x12x?x64xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 0, 2, 1, 3>} : (tensor<?x?x12x64xf32>) -> tensor<?x12x?x64xf32>
  return %0 : tensor<?x12x?x64xf32>
}

func.func @tosa_reshape(%x: tensor<?x?x768xf32>) -> tensor<?x?x12x64xf32> {
  %s = tosa.const_shape {values = dense<[1, -1, 12, 64]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %e = tosa.exp %x : (tensor<?x?x768xf32>) -> tensor<?x?x768xf32>
  %0 = tosa.reshape %e, %s : (tensor<?x?x768xf32>, !tosa.shape<4>) -> tensor<1x?x12x64xf32>
  %1 = tosa.exp %0 : (tensor<1x?x12x64xf32>) -> tensor<1x?x12x64xf32>
  %2 = tensor.cast %1 : tensor<1x?x12x64xf32> to tensor<?x?x12x64xf32>
  return %2 : tensor<?x?x12x64xf32>
}

func.func @tosa_concat(%x: tensor<?x64xf32>, %y: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = tosa.exp %0 : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}

func.func @tosa_argmax(%x: tensor<?x10xf32>) -> tensor<?xi32> {
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<?x10xf32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @tosa_select(%c: tensor<?x64xi1>, %x: tensor<?x64xf32>, %y: tensor<1x1xf32>) -> tensor<?x64xf32> {
  %0 = tosa.select %c, %x, %y : (tensor<?x64xi1>, tensor<?x64xf32>, tensor<1x1xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

func.func @tosa_pad(%x: tensor<?x64xf32>) -> tensor<?x66xf32> {
  %p = tosa.const_shape {values = dense<[0, 0, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.pad %x, %p, %z : (tensor<?x64xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x66xf32>
  %1 = tosa.exp %0 : (tensor<?x66xf32>) -> tensor<?x66xf32>
  return %1 : tensor<?x66xf32>
}

func.func @tosa_rescale(%x: tensor<?x64xi32>) -> tensor<?x64xi8> {
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<38> : tensor<1xi8>} : () -> tensor<1xi8>
  %zi = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %zo = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %zi, %zo {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<?x64xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<?x64xi8>
  return %0 : tensor<?x64xi8>
}

func.func @five_sizes(%x: tensor<?x?x?x?x?xf32>, %s: f32) -> tensor<?x?x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?x?x?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x?x?x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x?x?x?x?xf32>
  %d3 = tensor.dim %x, %c3 : tensor<?x?x?x?x?xf32>
  %d4 = tensor.dim %x, %c4 : tensor<?x?x?x?x?xf32>
  %e = tensor.empty(%d0, %d1, %d2, %d3, %d4) : tensor<?x?x?x?x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, affine_map<(a, b, c, d, e) -> ()>, affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%x, %s : tensor<?x?x?x?x?xf32>, f32) outs(%e : tensor<?x?x?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x?x?x?x?xf32>
  return %y : tensor<?x?x?x?x?xf32>
}

func.func @nine_sizes(%x: tensor<?x?x?x?x?x?xf32>, %y: tensor<?x?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e, f, k, l, m) -> (a, b, c, k, l, m)>, affine_map<(a, b, c, d, e, f, k, l, m) -> (d, e, f, k, l, m)>, affine_map<(a, b, c, d, e, f, k, l, m) -> (a, b, c, d, e, f)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %y : tensor<?x?x?x?x?x?xf32>, tensor<?x?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  } -> tensor<?x?x?x?x?x?xf32>
  return %r : tensor<?x?x?x?x?x?xf32>
}
func.func @memrefs(%x: memref<?x64xf32>, %w: memref<64x32xf32>, %o: memref<?x32xf32>) {
  linalg.matmul ins(%x, %w : memref<?x64xf32>, memref<64x32xf32>) outs(%o : memref<?x32xf32>)
  return
}

func.func @nest_of_triangle(%x: memref<?x64xf32> {llvm.noalias},
    %o: memref<?x64xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %x[%i, %j] : memref<?x64xf32>
      affine.store %a, %o[%i, %j] : memref<?x64xf32>
    }
  }
  return
}

func.func @nest_of_unknown_width(%x: memref<?x?xf32> {llvm.noalias},
    %w: memref<?x?xf32> {llvm.noalias}, %o: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %o, %c0 : memref<?x?xf32>
  %k = memref.dim %x, %c1 : memref<?x?xf32>
  %m = memref.dim %o, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %l = 0 to %k {
        %a = affine.load %x[%i, %l] : memref<?x?xf32>
        %b = affine.load %w[%l, %j] : memref<?x?xf32>
        %c = affine.load %o[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        affine.store %q, %o[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @any_window(%x: tensor<1x?x8xf32>, %k: tensor<?x8x8xf32>,
    %y: tensor<1x?x8xf32>) -> tensor<1x?x8xf32> {
  %0 = linalg.conv_1d_nwc_wcf ins(%x, %k : tensor<1x?x8xf32>, tensor<?x8x8xf32>)
      outs(%y : tensor<1x?x8xf32>) -> tensor<1x?x8xf32>
  return %0 : tensor<1x?x8xf32>
}

func.func @nest_of_elements(%x: memref<?x64xf32> {llvm.noalias},
    %o: memref<?x64xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %a = affine.load %x[%i, %j] : memref<?x64xf32>
      %b = math.exp %a : f32
      affine.store %b, %o[%i, %j] : memref<?x64xf32>
    }
  }
  return
}

func.func @nest_of_products(%x: memref<?x64xf32> {llvm.noalias},
    %w: memref<64x32xf32> {llvm.noalias}, %o: memref<?x32xf32> {llvm.noalias},
    %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 32 {
      affine.for %l = 0 to 64 {
        %a = affine.load %x[%i, %l] : memref<?x64xf32>
        %b = affine.load %w[%l, %j] : memref<64x32xf32>
        %c = affine.load %o[%i, %j] : memref<?x32xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        affine.store %q, %o[%i, %j] : memref<?x32xf32>
      }
    }
  }
  return
}

func.func @embedding(%x: tensor<?x?xi64>, %t: tensor<16x64xf32>)
    -> tensor<?x?x64xf32> {
  %zero = arith.constant 0 : i64
  %rows = arith.constant 16 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xi64>
  %m = tensor.dim %x, %c1 : tensor<?x?xi64>
  %e = tensor.empty(%n, %m) : tensor<?x?x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>,
                                        affine_map<(i, j, k) -> (i, j, k)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x?xi64>) outs(%e : tensor<?x?x64xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = arith.index_cast %a : i64 to index
    %k = linalg.index 2 : index
    %isLess = arith.cmpi slt, %i, %rows : index
    cf.assert %isLess, "index must be smaller than dim size"
    %isMore = arith.cmpi sge, %a, %zero : i64
    cf.assert %isMore, "index must be larger or equal to 0"
    %s = tensor.extract %t[%i, %k] : tensor<16x64xf32>
    linalg.yield %s : f32
  } -> tensor<?x?x64xf32>
  return %r : tensor<?x?x64xf32>
}
