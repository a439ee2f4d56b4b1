// Sums of bytes that fours do not divide are padded with zeros where the
// processor adds four products at a time, so that no step goes alone.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{tune} = %as-opt --autoschedule --trials=0 --records=none --progress=none
// RUN: %{tune} --target=cpu:icelake-server --stop-after=sketch --report=%t/report %s -o %t/same.mlir
// RUN: grep -o '"sketches":[^]]*' %t/report | grep -c '"fours+tile+pack+contract"' | FileCheck %s --check-prefix=COUNT
// RUN: %{tune} --target=cpu:icelake-server --emit=sketches %s -o %t/sketches
// RUN: FileCheck %s --check-prefix=PADDED < %t/sketches
// RUN: %{tune} %s -o %t/out.mlir 2> %t/log
// RUN: %as-run %t/out.mlir --entry=rest --compare=%s --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=fused --compare=%s --stock --runs=0
// RUN: %as-opt --autoschedule --strategy=random --trials=24 --records=none %s -o %t/random.mlir 2> %t/random.log
// RUN: FileCheck %s --check-prefix=TRIALS < %t/random.log
// REQUIRES: search

// TRIALS: trials {{[1-9][0-9]*}} of {{[0-9]+}}, errors 0
// PADDED: transform.structured.pad {{.*}} pad_to_multiple_of [1, 1, 4]

// Lanes that are no whole vectors, nor a part of one that adds fours, are padded
// as well where they are few: 21 to 32, six to eight.
// RUN: %as-run %t/out.mlir --entry=ragged --compare=%s --stock --runs=0
// RUN: %as-run %t/out.mlir --entry=narrow --compare=%s --stock --runs=0
// PADDED: transform.structured.pad {{.*}} pad_to_multiple_of [1, 16, 4]
// PADDED: transform.structured.pad {{.*}} pad_to_multiple_of [1, 8, 4]

// Not those of the long sum, which leaves next to nothing, but where many rows
// use what is packed; nor the lanes of the short one.
// RUN: %as-run %t/out.mlir --entry=many --compare=%s --stock --runs=0
// COUNT: {{^}}5{{$}}

// Pieces of a sum are whole fours: of the divisors of 820, 82, 205 and 410 are not.
// RUN: FileCheck %s --check-prefix=PIECES < %t/sketches
// PIECES: transform.tune.knob<"cache_k"> options = [164] ->

func.func @rest(%a: tensor<48x55xi8>, %b: tensor<55x96xi8>) -> tensor<48x96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<48x96xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<48x96xi32>) -> tensor<48x96xi32>
  %r = linalg.matmul ins(%a, %b : tensor<48x55xi8>, tensor<55x96xi8>) outs(%zeros : tensor<48x96xi32>) -> tensor<48x96xi32>
  return %r : tensor<48x96xi32>
}

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// What comes behind the product is fused with it.
func.func @fused(%a: tensor<24x130xi8>, %b: tensor<130x64xi8>, %scale: tensor<64xf32>) -> tensor<24x64xf32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<24x64xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<24x64xi32>) -> tensor<24x64xi32>
  %sums = linalg.matmul ins(%a, %b : tensor<24x130xi8>, tensor<130x64xi8>) outs(%zeros : tensor<24x64xi32>) -> tensor<24x64xi32>
  %scaled = tensor.empty() : tensor<24x64xf32>
  %r = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%sums, %scale : tensor<24x64xi32>, tensor<64xf32>) outs(%scaled : tensor<24x64xf32>) {
  ^bb0(%sum: i32, %factor: f32, %out: f32):
    %float = arith.sitofp %sum : i32 to f32
    %product = arith.mulf %float, %factor : f32
    linalg.yield %product : f32
  } -> tensor<24x64xf32>
  return %r : tensor<24x64xf32>
}

func.func @long(%a: tensor<48x502xi8>, %b: tensor<502x96xi8>) -> tensor<48x96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<48x96xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<48x96xi32>) -> tensor<48x96xi32>
  %r = linalg.matmul ins(%a, %b : tensor<48x502xi8>, tensor<502x96xi8>) outs(%zeros : tensor<48x96xi32>) -> tensor<48x96xi32>
  return %r : tensor<48x96xi32>
}

func.func @many(%a: tensor<64x502xi8>, %b: tensor<502x96xi8>) -> tensor<64x96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x96xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x96xi32>) -> tensor<64x96xi32>
  %r = linalg.matmul ins(%a, %b : tensor<64x502xi8>, tensor<502x96xi8>) outs(%zeros : tensor<64x96xi32>) -> tensor<64x96xi32>
  return %r : tensor<64x96xi32>
}

func.func @ragged(%a: tensor<70x148xi8>, %b: tensor<148x21xi8>) -> tensor<70x21xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<70x21xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<70x21xi32>) -> tensor<70x21xi32>
  %r = linalg.matmul ins(%a, %b : tensor<70x148xi8>, tensor<148x21xi8>) outs(%zeros : tensor<70x21xi32>) -> tensor<70x21xi32>
  return %r : tensor<70x21xi32>
}

func.func @narrow(%a: tensor<70x148xi8>, %b: tensor<148x6xi8>) -> tensor<70x6xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<70x6xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<70x6xi32>) -> tensor<70x6xi32>
  %r = linalg.matmul ins(%a, %b : tensor<70x148xi8>, tensor<148x6xi8>) outs(%zeros : tensor<70x6xi32>) -> tensor<70x6xi32>
  return %r : tensor<70x6xi32>
}

// Copies take longer than such sums.
func.func @short(%a: tensor<70x12xi8>, %b: tensor<12x21xi8>) -> tensor<70x21xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<70x21xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<70x21xi32>) -> tensor<70x21xi32>
  %r = linalg.matmul ins(%a, %b : tensor<70x12xi8>, tensor<12x21xi8>) outs(%zeros : tensor<70x21xi32>) -> tensor<70x21xi32>
  return %r : tensor<70x21xi32>
}

func.func @pieces(%a: tensor<64x820xi8>, %b: tensor<820x96xi8>) -> tensor<64x96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x96xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x96xi32>) -> tensor<64x96xi32>
  %r = linalg.matmul ins(%a, %b : tensor<64x820xi8>, tensor<820x96xi8>) outs(%zeros : tensor<64x96xi32>) -> tensor<64x96xi32>
  return %r : tensor<64x96xi32>
}
