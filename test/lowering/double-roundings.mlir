// An integer that is converted to f64 and then to less is rounded twice, if it needs
// to be; upstream would fold the conversions to one. It stays an ordinary conversion.

// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --fp=strict %t/f.mlir -o %t/lowered.mlir 2> /dev/null
// RUN: FileCheck %s < %t/lowered.mlir --implicit-check-not=constrained
// CHECK: llvm.sitofp {{.*}}i64{{.*}} to {{.*}}f64
// CHECK: llvm.fptrunc {{.*}}f64{{.*}} to {{.*}}f32
// RUN: %as-run %t/lowered.mlir --compare=%t/reference.mlir --fp=strict --tolerance=0 --runs=0
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

//--- reference.mlir
#id = affine_map<(i) -> (i)>
func.func @twice(%x: tensor<64xi64>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %c = arith.constant 0x5E800000 : f32
  %r = linalg.fill ins(%c : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
