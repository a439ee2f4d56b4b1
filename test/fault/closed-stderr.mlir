// Nobody reads the messages any more: the search goes on, and the result is
// written.
// REQUIRES: search
// DEFINE: %{closed} = sh -c '{ "$@"; echo $? > "$0.status"; } 2>&1 > "$0" | true' %t.mlir
// DEFINE: %{was-fine} = FileCheck %s < %t.mlir && grep -x 0 %t.mlir.status

// Progress, and what as-opt and MLIR say of operations.
// RUN: %{closed} %as-opt --autoschedule --trials=3 --records=none --emit=scheduled --progress=plain %s
// RUN: %{was-fine}
// RUN: %{closed} %as-opt --autoschedule --trials=0 --records=none --emit=scheduled --mlir-diagnostic-verbosity-level=remarks %s
// RUN: %{was-fine}
// RUN: %{closed} %as-opt --autoschedule --trials=0 --records=none --emit=scheduled --progress=none -o %t.out %s
// RUN: FileCheck %s < %t.out && grep -x 0 %t.mlir.status

// Where the pipe is for the result, a program ends with its reader, by a signal.
// RUN: bash -c '"$@" | true; test ${PIPESTATUS[0]} = 141' -- %as-opt --help-mlir 2> %t.err

// CHECK: as.scheduled
func.func @product(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %y: tensor<?xf32>)
    -> (tensor<8x8xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = math.exp %y : tensor<?xf32>
  return %r, %e : tensor<8x8xf32>, tensor<?xf32>
}
