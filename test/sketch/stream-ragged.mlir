// A few rows by a large matrix read it in the order of memory, whether or not
// its rows are whole vectors: what is left of each is a part of one. Of more
// rows only those by whole vectors do.

// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --target=cpu:znver4 --trials=0 --records=none --progress=none
// RUN: %{tune} --stop-after=sketch --report=%t/report %s -o %t/same.mlir
// RUN: grep -o '"sketches":[^]]*' %t/report | grep -c '"stream"' | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}3{{$}}
// RUN: %{tune} --emit=schedule %s -o - | FileCheck %s
// CHECK: knob<"cache_k">

// RUN: %as-opt --autoschedule --strategy=random --trials=60 --records=none %s -o %t/out.mlir 2> %t/log
// RUN: FileCheck %s --check-prefix=TRIALS < %t/log
// RUN: %as-run %t/out.mlir --entry=one --compare=%s --entry=one --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=three --compare=%s --entry=three --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=even --compare=%s --entry=even --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=five --compare=%s --entry=five --stock --runs=0
// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0
// REQUIRES: search

func.func @one(%a: tensor<1x96xf32>, %b: tensor<96x1301xf32>) -> tensor<1x1301xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x1301xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x1301xf32>) -> tensor<1x1301xf32>
  %r = linalg.matmul ins(%a, %b : tensor<1x96xf32>, tensor<96x1301xf32>) outs(%zeros : tensor<1x1301xf32>) -> tensor<1x1301xf32>
  return %r : tensor<1x1301xf32>
}

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @three(%a: tensor<3x97xf32>, %b: tensor<97x333xf32>, %bias: tensor<333xf32>) -> tensor<3x333xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x333xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x333xf32>) -> tensor<3x333xf32>
  %p = linalg.matmul ins(%a, %b : tensor<3x97xf32>, tensor<97x333xf32>) outs(%zeros : tensor<3x333xf32>) -> tensor<3x333xf32>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<3x333xf32>, tensor<333xf32>) outs(%empty : tensor<3x333xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<3x333xf32>
  return %r : tensor<3x333xf32>
}

func.func @even(%a: tensor<5x97xf32>, %b: tensor<97x320xf32>) -> tensor<5x320xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x320xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x320xf32>) -> tensor<5x320xf32>
  %r = linalg.matmul ins(%a, %b : tensor<5x97xf32>, tensor<97x320xf32>) outs(%zeros : tensor<5x320xf32>) -> tensor<5x320xf32>
  return %r : tensor<5x320xf32>
}

func.func @five(%a: tensor<5x97xf32>, %b: tensor<97x333xf32>) -> tensor<5x333xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<5x333xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x333xf32>) -> tensor<5x333xf32>
  %r = linalg.matmul ins(%a, %b : tensor<5x97xf32>, tensor<97x333xf32>) outs(%zeros : tensor<5x333xf32>) -> tensor<5x333xf32>
  return %r : tensor<5x333xf32>
}
