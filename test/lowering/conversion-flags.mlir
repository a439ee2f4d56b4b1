// Flags of arith.extf and arith.truncf do not stay behind in the LLVM dialect,
// where stock tools could not parse them.

// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir
// RUN: %mlir-translate --mlir-to-llvmir %t.mlir -o /dev/null
// RUN: FileCheck %s < %t.mlir
// CHECK-NOT: arith.fastmath

func.func @flags(%a: tensor<4x16xf16>) -> tensor<4x16xf16> {
  %0 = arith.extf %a fastmath<contract> : tensor<4x16xf16> to tensor<4x16xf32>
  %1 = math.exp %0 : tensor<4x16xf32>
  %2 = arith.truncf %1 fastmath<contract> : tensor<4x16xf32> to tensor<4x16xf16>
  return %2 : tensor<4x16xf16>
}

func.func @sums(%a: tensor<24x40x6xf16>, %o: tensor<24x6xf16>) -> tensor<24x6xf16> {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<24x40x6xf16>) outs(%o : tensor<24x6xf16>) dimensions = [1]
  return %r : tensor<24x6xf16>
}
