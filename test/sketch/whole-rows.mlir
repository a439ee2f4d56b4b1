// Rows that no tile divides are reduced whole: of 31 columns in two registers of
// sixteen lanes, of 15 in two of eight.

// RUN: sed 's/COLUMNS/31/g' %s > %t.31.mlir
// RUN: sed 's/COLUMNS/15/g' %s > %t.15.mlir
// RUN: %as-opt --autoschedule --target=cpu:skylake-avx512 --trials=0 --records=none --progress=none --emit=scheduled %t.31.mlir | FileCheck %s --check-prefix=WIDE
// RUN: %as-opt --autoschedule --target=cpu:haswell --trials=0 --records=none --progress=none --emit=scheduled %t.15.mlir | FileCheck %s --check-prefix=NARROW
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %t.31.mlir -o %t.lowered.mlir
// RUN: %as-run %t.lowered.mlir --compare=%t.31.mlir --stock --runs=0
// REQUIRES: search

// WIDE: vector.reduction <maxnumf>, {{.*}} : vector<31xf32> into f32
// NARROW: vector.reduction <maxnumf>, {{.*}} : vector<15xf32> into f32
func.func @softmax(%x: tensor<121xCOLUMNSxf32>) -> tensor<121xCOLUMNSxf32> {
  %empty = tensor.empty() : tensor<121xCOLUMNSxf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<121xCOLUMNSxf32>)
      outs(%empty : tensor<121xCOLUMNSxf32>) -> tensor<121xCOLUMNSxf32>
  return %y : tensor<121xCOLUMNSxf32>
}
