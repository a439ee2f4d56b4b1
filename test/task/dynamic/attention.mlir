// Attention over a sequence of any length: four heads, whose scores have two
// dynamic sizes that are one and the same, and whose values are added along one
// of them. All of it is scheduled.

// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=3 --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | count 0
// RUN: %as-run %t.mlir --compare=%s --runs=0 | FileCheck %s
// RUN: %as-opt --autoschedule --emit=lowered --kernels-per-task=3 --trials=0 --threads=2 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --threads=2 --compare=%s --runs=0 | FileCheck %s
// CHECK: results: equal

#id = affine_map<(h, i, j) -> (h, i, j)>

func.func private @heads(%x: tensor<?x32xf32>, %w: tensor<32x32xf32>)
    -> tensor<4x?x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>)
      -> tensor<?x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x32xf32>, tensor<32x32xf32>)
      outs(%zeros : tensor<?x32xf32>) -> tensor<?x32xf32>
  %h = tensor.expand_shape %p [[0], [1, 2]] output_shape [%n, 4, 8]
      : tensor<?x32xf32> into tensor<?x4x8xf32>
  %t = tensor.empty(%n) : tensor<4x?x8xf32>
  %r = linalg.transpose ins(%h : tensor<?x4x8xf32>)
      outs(%t : tensor<4x?x8xf32>) permutation = [1, 0, 2]
  return %r : tensor<4x?x8xf32>
}

func.func private @attention(%x: tensor<?x32xf32>, %wq: tensor<32x32xf32>,
                             %wk: tensor<32x32xf32>, %wv: tensor<32x32xf32>)
    -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.35 : f32
  %q = call @heads(%x, %wq)
      : (tensor<?x32xf32>, tensor<32x32xf32>) -> tensor<4x?x8xf32>
  %k = call @heads(%x, %wk)
      : (tensor<?x32xf32>, tensor<32x32xf32>) -> tensor<4x?x8xf32>
  %v = call @heads(%x, %wv)
      : (tensor<?x32xf32>, tensor<32x32xf32>) -> tensor<4x?x8xf32>
  %n = tensor.dim %q, %c1 : tensor<4x?x8xf32>
  %m = tensor.dim %k, %c1 : tensor<4x?x8xf32>
  %e = tensor.empty(%m) : tensor<4x8x?xf32>
  %kt = linalg.transpose ins(%k : tensor<4x?x8xf32>)
      outs(%e : tensor<4x8x?xf32>) permutation = [0, 2, 1]
  %f = tensor.empty(%n, %m) : tensor<4x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%f : tensor<4x?x?xf32>)
      -> tensor<4x?x?xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<4x?x8xf32>, tensor<4x8x?xf32>)
      outs(%zeros : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id],
                            iterator_types = ["parallel", "parallel",
                                              "parallel"]}
      ins(%s : tensor<4x?x?xf32>) outs(%f : tensor<4x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.mulf %a, %scale : f32
    linalg.yield %y : f32
  } -> tensor<4x?x?xf32>
  %soft = linalg.softmax dimension(2) ins(%scaled : tensor<4x?x?xf32>)
      outs(%f : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
  %g = tensor.empty(%n) : tensor<4x?x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%g : tensor<4x?x8xf32>)
      -> tensor<4x?x8xf32>
  %c = linalg.batch_matmul
      ins(%soft, %v : tensor<4x?x?xf32>, tensor<4x?x8xf32>)
      outs(%z : tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
  %t = tensor.empty(%n) : tensor<?x4x8xf32>
  %back = linalg.transpose ins(%c : tensor<4x?x8xf32>)
      outs(%t : tensor<?x4x8xf32>) permutation = [1, 0, 2]
  %r = tensor.collapse_shape %back [[0], [1, 2]]
      : tensor<?x4x8xf32> into tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

func.func @all(%x: tensor<150x32xf32>, %wq: tensor<32x32xf32>,
               %wk: tensor<32x32xf32>, %wv: tensor<32x32xf32>)
    -> tensor<8x150x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sizes = arith.constant dense<[0, 1, 2, 7, 37, 64, 101, 150]>
      : tensor<8xindex>
  %none = arith.constant dense<0.0> : tensor<8x150x32xf32>
  %all = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %none)
      -> tensor<8x150x32xf32> {
    %n = tensor.extract %sizes[%i] : tensor<8xindex>
    %s = tensor.extract_slice %x[0, 0] [%n, 32] [1, 1]
        : tensor<150x32xf32> to tensor<?x32xf32>
    %r = func.call @attention(%s, %wq, %wk, %wv)
        : (tensor<?x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>,
           tensor<32x32xf32>) -> tensor<?x32xf32>
    %u = tensor.insert_slice %r into %t[%i, 0, 0] [1, %n, 32] [1, 1, 1]
        : tensor<?x32xf32> into tensor<8x150x32xf32>
    scf.yield %u : tensor<8x150x32xf32>
  }
  return %all : tensor<8x150x32xf32>
}
