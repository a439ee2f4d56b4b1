// Functions of dynamic shapes are right at every size: none, the ends of ranges,
// all sizes of tiles and those beside them, and sizes that no tile was made for.
// Each is held against the program without as-opt.

// REQUIRES: search
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=shared --trials=0 --records=none --progress=none %s -o %t/all.so

// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=product --sizes=n=0..300,511..513,1021,5000 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=norm --sizes=n=0..300,511..513,1021,5000 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=softmax --sizes=n=0..300,511..513,1021,5000 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=images --sizes=n=0..300 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=batch --sizes=n=0..300 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=sum --sizes=n=0..300,511..513,1021,5000 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=scores --sizes=n=0..9,31..33,63..65,97,127,m=0..9,31..33,63..65,97,127 | FileCheck %s
// RUN: %as-run %t/all.so --compare=%s --runs=0 --entry=column --sizes=n=0..300,511..513,1021,5000 | FileCheck %s
// CHECK-NOT: DIFFER
// CHECK: {{^}}results: equal

// What a function that is scheduled takes at a size, task by task.
// RUN: %as-opt --autoschedule --emit=scheduled --trials=0 --records=none --progress=none %s -o %t/all.mlir
// RUN: %as-run %t/all.mlir --entry=product --sizes=n=300 --profile --runs=1 --min-time=0 --share=unsafe | FileCheck %s --check-prefix=PROFILE
// One that is not scheduled is split as well, by a rule.
// RUN: %as-run %s --entry=product --sizes=n=300 --profile --runs=1 --min-time=0 --share=unsafe | FileCheck %s --check-prefix=PROFILE
// PROFILE: matmul {{[0-9]+}}x32x24 +elementwise

func.func @product(%x: tensor<?x24xf32> {as.sizes = ["n"]}, %w: tensor<24x32xf32>, %b: tensor<32xf32>) -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x24xf32>
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %p = linalg.matmul ins(%x, %w : tensor<?x24xf32>, tensor<24x32xf32>) outs(%f : tensor<?x32xf32>) -> tensor<?x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<?x32xf32>, tensor<32xf32>) outs(%e : tensor<?x32xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<?x32xf32>
  return %r : tensor<?x32xf32>
}

// Rows less their mean.
func.func @norm(%x: tensor<?x48xf32> {as.sizes = ["n"]}) -> tensor<?x48xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %inverse = arith.constant 0.02083333333 : f32
  %n = tensor.dim %x, %c0 : tensor<?x48xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce ins(%x : tensor<?x48xf32>) outs(%f : tensor<?xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    }
  %o = tensor.empty(%n) : tensor<?x48xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x48xf32>, tensor<?xf32>) outs(%o : tensor<?x48xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %b, %inverse : f32
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<?x48xf32>
  return %r : tensor<?x48xf32>
}

func.func @softmax(%x: tensor<?x33xf32> {as.sizes = ["n"]}) -> tensor<?x33xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x33xf32>
  %e = tensor.empty(%n) : tensor<?x33xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x33xf32>) outs(%e : tensor<?x33xf32>) -> tensor<?x33xf32>
  return %r : tensor<?x33xf32>
}

func.func @images(%x: tensor<?x6x6x4xf32> {as.sizes = ["n"]}, %w: tensor<3x3x4x8xf32>) -> tensor<?x4x4x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x6x6x4xf32>
  %e = tensor.empty(%n) : tensor<?x4x4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x4x8xf32>) -> tensor<?x4x4x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x6x6x4xf32>, tensor<3x3x4x8xf32>) outs(%f : tensor<?x4x4x8xf32>) -> tensor<?x4x4x8xf32>
  return %r : tensor<?x4x4x8xf32>
}

func.func @batch(%x: tensor<?x4x16xf32> {as.sizes = ["n"]}, %y: tensor<?x16x8xf32> {as.sizes = ["n"]}) -> tensor<?x4x8xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x4x16xf32>
  %e = tensor.empty(%n) : tensor<?x4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
  %r = linalg.batch_matmul ins(%x, %y : tensor<?x4x16xf32>, tensor<?x16x8xf32>) outs(%f : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
  return %r : tensor<?x4x8xf32>
}

// A sum along the size.
func.func @sum(%x: tensor<8x?xf32> {as.sizes = ["n"]}, %y: tensor<?x16xf32> {as.sizes = ["n"]}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%x, %y : tensor<8x?xf32>, tensor<?x16xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

func.func @scores(%x: tensor<?x16xf32> {as.sizes = ["n"]}, %y: tensor<16x?xf32> {as.sizes = ["m"]}) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %m = tensor.dim %y, %c1 : tensor<16x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%x, %y : tensor<?x16xf32>, tensor<16x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @column(%x: tensor<?xi32> {as.sizes = ["n"]}, %y: tensor<?xi32> {as.sizes = ["n"]}) -> tensor<?xi32> {
  %r = linalg.max ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
