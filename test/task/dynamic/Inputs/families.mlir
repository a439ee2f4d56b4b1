// Operations of any size, one of each family that bench-ops has with dynamic
// sizes, and others. Each says what sizes it is tuned for; it is run beyond
// these as well (tools/corpus sizes).

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#id3 = affine_map<(h, i, j) -> (h, i, j)>

func.func @product(%x: tensor<?x48xf32> {as.sizes = ["m"]}, %w: tensor<48x64xf32>) -> tensor<?x64xf32>
    attributes {as.sizes = ["m=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x48xf32>
  %e = tensor.empty(%m) : tensor<?x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x48xf32>, tensor<48x64xf32>) outs(%z : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %p : tensor<?x64xf32>
}

func.func @product_bias_relu(%x: tensor<?x48xf32> {as.sizes = ["m"]}, %w: tensor<48x64xf32>, %b: tensor<64xf32>) -> tensor<?x64xf32>
    attributes {as.sizes = ["m=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x48xf32>
  %e = tensor.empty(%m) : tensor<?x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x48xf32>, tensor<48x64xf32>) outs(%z : tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<?x64xf32>, tensor<64xf32>) outs(%e : tensor<?x64xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// Into what was there before, so that no tile is computed twice.
func.func @product_of_bytes(%x: tensor<?x48xi8> {as.sizes = ["m"]}, %w: tensor<48x64xi8>, %to: tensor<?x64xi32> {as.sizes = ["m"]}) -> tensor<?x64xi32>
    attributes {as.sizes = ["m=1..220"]} {
  %p = linalg.matmul ins(%x, %w : tensor<?x48xi8>, tensor<48x64xi8>) outs(%to : tensor<?x64xi32>) -> tensor<?x64xi32>
  return %p : tensor<?x64xi32>
}

// The sum has the dynamic size.
func.func @product_of_columns(%x: tensor<24x?xf32> {as.sizes = ["k"]}, %w: tensor<?x40xf32> {as.sizes = ["k"]}) -> tensor<24x40xf32>
    attributes {as.sizes = ["k=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x40xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24x40xf32>) -> tensor<24x40xf32>
  %p = linalg.matmul ins(%x, %w : tensor<24x?xf32>, tensor<?x40xf32>) outs(%z : tensor<24x40xf32>) -> tensor<24x40xf32>
  return %p : tensor<24x40xf32>
}

func.func @batch_product(%x: tensor<?x16x24xf32> {as.sizes = ["b"]}, %y: tensor<?x24x8xf32> {as.sizes = ["b"]}) -> tensor<?x16x8xf32>
    attributes {as.sizes = ["b=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x16x24xf32>
  %e = tensor.empty(%b) : tensor<?x16x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16x8xf32>) -> tensor<?x16x8xf32>
  %p = linalg.batch_matmul ins(%x, %y : tensor<?x16x24xf32>, tensor<?x24x8xf32>) outs(%z : tensor<?x16x8xf32>) -> tensor<?x16x8xf32>
  return %p : tensor<?x16x8xf32>
}

func.func @scores(%q: tensor<3x?x16xf32> {as.sizes = ["m"]}, %k: tensor<3x?x16xf32> {as.sizes = ["n"]}) -> tensor<3x?x?xf32>
    attributes {as.sizes = ["m=1..90", "n=1..90"]} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %m = tensor.dim %q, %c1 : tensor<3x?x16xf32>
  %n = tensor.dim %k, %c1 : tensor<3x?x16xf32>
  %e = tensor.empty(%m, %n) : tensor<3x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %p = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<3x?x16xf32>, tensor<3x?x16xf32>) outs(%z : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  return %p : tensor<3x?x?xf32>
}

func.func @values(%x: tensor<3x?x?xf32> {as.sizes = ["m", "k"]}, %v: tensor<3x?x16xf32> {as.sizes = ["k"]}) -> tensor<3x?x16xf32>
    attributes {as.sizes = ["m=1..90", "k=1..90"]} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c1 : tensor<3x?x?xf32>
  %e = tensor.empty(%m) : tensor<3x?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x16xf32>) -> tensor<3x?x16xf32>
  %p = linalg.batch_matmul ins(%x, %v : tensor<3x?x?xf32>, tensor<3x?x16xf32>) outs(%z : tensor<3x?x16xf32>) -> tensor<3x?x16xf32>
  return %p : tensor<3x?x16xf32>
}

func.func @softmax(%x: tensor<?x?xf32> {as.sizes = ["m", "n"]}) -> tensor<?x?xf32>
    attributes {as.sizes = ["m=1..90", "n=1..90"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @layer_norm(%x: tensor<?x32xf32> {as.sizes = ["m"]}) -> tensor<?x32xf32>
    attributes {as.sizes = ["m=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %small = arith.constant 1.0e-5 : f32
  %length = arith.constant 32.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%m) : tensor<?x32xf32>
  %f = tensor.empty(%m) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x32xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %centred = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<?x32xf32>, tensor<?xf32>) outs(%e : tensor<?x32xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %mean = arith.divf %s, %length : f32
    %d = arith.subf %a, %mean : f32
    linalg.yield %d : f32
  } -> tensor<?x32xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<?x32xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %squares : tensor<?x32xf32>, tensor<?xf32>) outs(%e : tensor<?x32xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %v = arith.divf %s, %length : f32
    %w = arith.addf %v, %small : f32
    %root = math.sqrt %w : f32
    %d = arith.divf %a, %root : f32
    linalg.yield %d : f32
  } -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

func.func @elements(%x: tensor<?x32xf32> {as.sizes = ["m"]}, %b: tensor<32xf32>) -> tensor<?x32xf32>
    attributes {as.sizes = ["m=1..220"]} {
  %half = arith.constant 0.5 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%m) : tensor<?x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x32xf32>, tensor<32xf32>) outs(%e : tensor<?x32xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %t = arith.mulf %s, %half : f32
    %u = arith.mulf %t, %a : f32
    linalg.yield %u : f32
  } -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// The greatest element, and where it is.
func.func @greatest(%x: tensor<20x?xf32> {as.sizes = ["n"]}) -> (tensor<20xf32>, tensor<20xi64>)
    attributes {as.sizes = ["n=1..220"]} {
  %least = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %e = tensor.empty() : tensor<20xf32>
  %f = tensor.empty() : tensor<20xi64>
  %z = linalg.fill ins(%least : f32) outs(%e : tensor<20xf32>) -> tensor<20xf32>
  %i = linalg.fill ins(%none : i64) outs(%f : tensor<20xi64>) -> tensor<20xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<20x?xf32>) outs(%z, %i : tensor<20xf32>, tensor<20xi64>) {
  ^bb0(%a: f32, %o: f32, %p: i64):
    %at = linalg.index 1 : index
    %here = arith.index_cast %at : index to i64
    %more = arith.cmpf ogt, %a, %o : f32
    %s = arith.select %more, %a, %o : f32
    %t = arith.select %more, %here, %p : i64
    linalg.yield %s, %t : f32, i64
  } -> (tensor<20xf32>, tensor<20xi64>)
  return %r#0, %r#1 : tensor<20xf32>, tensor<20xi64>
}

// An image of any height and width, with a border.
func.func @convolution(%x: tensor<2x?x?x4xf32> {as.sizes = ["h", "w"]}, %f: tensor<3x3x4x8xf32>) -> tensor<2x?x?x8xf32>
    attributes {as.sizes = ["h=1..40", "w=1..40"]} {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c1 : tensor<2x?x?x4xf32>
  %w = tensor.dim %x, %c2 : tensor<2x?x?x4xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x?x?x4xf32> to tensor<2x?x?x4xf32>
  %e = tensor.empty(%h, %w) : tensor<2x?x?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?x8xf32>) -> tensor<2x?x?x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %f : tensor<2x?x?x4xf32>, tensor<3x3x4x8xf32>) outs(%z : tensor<2x?x?x8xf32>) -> tensor<2x?x?x8xf32>
  return %r : tensor<2x?x?x8xf32>
}

func.func @images(%x: tensor<?x9x9x4xf32> {as.sizes = ["n"]}, %f: tensor<3x3x4x8xf32>) -> tensor<?x7x7x8xf32>
    attributes {as.sizes = ["n=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x9x9x4xf32>
  %e = tensor.empty(%n) : tensor<?x7x7x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x7x7x8xf32>) -> tensor<?x7x7x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %f : tensor<?x9x9x4xf32>, tensor<3x3x4x8xf32>) outs(%z : tensor<?x7x7x8xf32>) -> tensor<?x7x7x8xf32>
  return %r : tensor<?x7x7x8xf32>
}

// The whole of attention: keys and queries of one number.
func.func @attention(%q: tensor<2x?x8xf32> {as.sizes = ["n"]}, %k: tensor<2x?x8xf32> {as.sizes = ["n"]}, %v: tensor<2x?x8xf32> {as.sizes = ["n"]}) -> tensor<2x?x8xf32>
    attributes {as.sizes = ["n=1..220"]} {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.35 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c1 : tensor<2x?x8xf32>
  %e = tensor.empty(%n, %n) : tensor<2x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%q, %k : tensor<2x?x8xf32>, tensor<2x?x8xf32>) outs(%z : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %scaled = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x?x?xf32>) outs(%e : tensor<2x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %scale : f32
    linalg.yield %t : f32
  } -> tensor<2x?x?xf32>
  %soft = linalg.softmax dimension(2) ins(%scaled : tensor<2x?x?xf32>) outs(%e : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %f = tensor.empty(%n) : tensor<2x?x8xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  %r = linalg.batch_matmul ins(%soft, %v : tensor<2x?x?xf32>, tensor<2x?x8xf32>) outs(%y : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  return %r : tensor<2x?x8xf32>
}
