// An integer that is converted to f64 and then to less is rounded twice, if it needs
// to be; upstream would fold the conversions to one. It stays an ordinary conversion.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict %t/f.mlir -o %t/lowered.mlir 2> /dev/null
// RUN: FileCheck %s < %t/lowered.mlir --implicit-check-not=constrained
// CHECK-LABEL: @twice(
// CHECK: llvm.sitofp {{.*}}i64{{.*}} to {{.*}}f64
// CHECK: llvm.fptrunc {{.*}}f64{{.*}} to {{.*}}f32
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --fp=strict %t/f.mlir -o %t/fused.mlir
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --entry=twice --fp=strict --tolerance=0 --runs=0
// RUN: %as-run %t/fused.mlir --compare=%t/reference.mlir --entry=later --fp=strict --tolerance=0 --runs=0
// DEFINE: %{entry} =
// DEFINE: %{compare} = --compare=%t/reference.mlir --entry=%{entry} --fp=strict --tolerance=0 --runs=0
// REDEFINE: %{entry} = apart
// RUN: %as-run %t/lowered.mlir %{compare} && %as-run %t/fused.mlir %{compare} && %as-run %t/f.mlir --stock %{compare}
// REDEFINE: %{entry} = integers
// RUN: %as-run %t/lowered.mlir %{compare} && %as-run %t/fused.mlir %{compare} && %as-run %t/f.mlir --stock %{compare}
// REDEFINE: %{entry} = longs
// RUN: %as-run %t/lowered.mlir %{compare} && %as-run %t/fused.mlir %{compare} && %as-run %t/f.mlir --stock %{compare}
// REDEFINE: %{entry} = negative
// RUN: %as-run %t/lowered.mlir %{compare} && %as-run %t/fused.mlir %{compare} && %as-run %t/f.mlir --stock %{compare}
// REDEFINE: %{entry} = unsigned
// RUN: %as-run %t/lowered.mlir %{compare} && %as-run %t/fused.mlir %{compare} && %as-run %t/f.mlir --stock %{compare}
// REQUIRES: search

// 2^62 + 2^38 is half-way between two numbers of f32, and the inputs, from -8 to 7, are
// too few to be seen in f64.

//--- f.mlir
#id = affine_map<(i) -> (i)>
func.func @twice(%x: tensor<64xi64>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %c = arith.constant 4611686293305294848 : i64
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi64>) outs(%e : tensor<64xf32>) {
  ^bb0(%in: i64, %out: f32):
    %0 = arith.addi %in, %c : i64
    %1 = arith.sitofp %0 : i64 to f64
    %2 = arith.truncf %1 : f64 to f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// The same in two operations, which are fused.
func.func @later(%x: tensor<64xi64>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf64>
  %f = tensor.empty() : tensor<64xf32>
  %c = arith.constant 4611686293305294848 : i64
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xi64>) outs(%e : tensor<64xf64>) {
  ^bb0(%in: i64, %out: f64):
    %0 = arith.addi %in, %c : i64
    %1 = arith.sitofp %0 : i64 to f64
    linalg.yield %1 : f64
  } -> tensor<64xf64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%d : tensor<64xf64>) outs(%f : tensor<64xf32>) {
  ^bb0(%in: f64, %out: f32):
    %0 = arith.truncf %in : f64 to f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// 2^24 + 2^16 is half-way between two numbers of bf16; 1 more is too little to be seen in
// f32, by way of which LLVM goes. The conversions come together when the operations are fused.
func.func @apart(%x: tensor<256xi32>) -> tensor<256xbf16> {
  %e = tensor.empty() : tensor<256xf64>
  %h = tensor.empty() : tensor<256xbf16>
  %c = arith.constant 16842752 : i32
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi32>) outs(%e : tensor<256xf64>) {
  ^bb0(%in: i32, %out: f64):
    %0 = arith.addi %in, %c : i32
    %1 = arith.sitofp %0 : i32 to f64
    linalg.yield %1 : f64
  } -> tensor<256xf64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%d : tensor<256xf64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: f64, %out: bf16):
    %0 = arith.truncf %in : f64 to bf16
    linalg.yield %0 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}

func.func @integers(%x: tensor<256xi32>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %c = arith.constant 16842752 : i32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi32>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i32, %out: bf16):
    %0 = arith.addi %in, %c : i32
    %1 = arith.sitofp %0 : i32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}

// 2^62 + 2^54 is half-way as well; 1 more is too little to be seen in f64.
func.func @longs(%x: tensor<256xi64>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %c = arith.constant 4629700416936869888 : i64
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i64, %out: bf16):
    %0 = arith.addi %in, %c : i64
    %1 = arith.sitofp %0 : i64 to bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}

func.func @negative(%x: tensor<256xi64>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %c = arith.constant -4629700416936869888 : i64
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i64, %out: bf16):
    %0 = arith.addi %in, %c : i64
    %1 = arith.sitofp %0 : i64 to bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}

// 2^63 + 2^55, which has no sign.
func.func @unsigned(%x: tensor<256xi64>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %c = arith.constant -9187343239835811840 : i64
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i64, %out: bf16):
    %0 = arith.addi %in, %c : i64
    %1 = arith.uitofp %0 : i64 to bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}

//--- reference.mlir
#id = affine_map<(i) -> (i)>
func.func @longs(%x: tensor<256xi64>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %zero = arith.constant 0 : i64
  %below = arith.constant 0x5E80 : bf16
  %above = arith.constant 0x5E81 : bf16
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i64, %out: bf16):
    %0 = arith.cmpi sgt, %in, %zero : i64
    %1 = arith.select %0, %above, %below : bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}
func.func @negative(%x: tensor<256xi64>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %zero = arith.constant 0 : i64
  %below = arith.constant 0xDE81 : bf16
  %above = arith.constant 0xDE80 : bf16
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i64, %out: bf16):
    %0 = arith.cmpi sge, %in, %zero : i64
    %1 = arith.select %0, %above, %below : bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}
func.func @unsigned(%x: tensor<256xi64>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %zero = arith.constant 0 : i64
  %below = arith.constant 0x5F00 : bf16
  %above = arith.constant 0x5F01 : bf16
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi64>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i64, %out: bf16):
    %0 = arith.cmpi sgt, %in, %zero : i64
    %1 = arith.select %0, %above, %below : bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}
func.func @later(%x: tensor<64xi64>) -> tensor<64xf32> {
  %r = func.call @twice(%x) : (tensor<64xi64>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @integers(%x: tensor<256xi32>) -> tensor<256xbf16> {
  %r = func.call @apart(%x) : (tensor<256xi32>) -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}
func.func @apart(%x: tensor<256xi32>) -> tensor<256xbf16> {
  %h = tensor.empty() : tensor<256xbf16>
  %zero = arith.constant 0 : i32
  %below = arith.constant 0x4B80 : bf16
  %above = arith.constant 0x4B81 : bf16
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<256xi32>) outs(%h : tensor<256xbf16>) {
  ^bb0(%in: i32, %out: bf16):
    %0 = arith.cmpi sgt, %in, %zero : i32
    %1 = arith.select %0, %above, %below : bf16
    linalg.yield %1 : bf16
  } -> tensor<256xbf16>
  return %r : tensor<256xbf16>
}
func.func @twice(%x: tensor<64xi64>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %c = arith.constant 0x5E800000 : f32
  %r = linalg.fill ins(%c : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
