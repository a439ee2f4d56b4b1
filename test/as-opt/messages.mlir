// Messages have a place, a severity and a text, but not the line of the source: where
// a network begins with its weights, that line has millions of characters.

// DEFINE: %{tenfold} = -e 's/W/WWWWWWWWWW/g'
// DEFINE: %{tune} = %as-opt --autoschedule --trials=0 --untried=plain --progress=none -o /dev/null
// RUN: split-file %s %t
// RUN: sed %{tenfold} %{tenfold} %{tenfold} %{tenfold} %t/model.mlir > %t/long.mlir

// About an operation, and about the run.
// RUN: %{tune} --records=%t/records.db %t/long.mlir 2> %t/messages
// RUN: FileCheck %s --check-prefix=MESSAGES --implicit-check-not=WWW --implicit-check-not='^' < %t/messages
// MESSAGES: {{.*}}long.mlir:3:8: remark: linalg.conv_1d is not scheduled: dimension 0 of operand 0 is dynamic, and several dynamic loops index it together, as image and window do; export the model with a fixed size there
// MESSAGES-NEXT: {{.*}}long.mlir:1:1: warning: 1 of 1 tasks stay without schedules

// An error.
// RUN: not %as-opt --as-apply-schedule=schedule=%t/none %t/long.mlir 2> %t/error
// RUN: FileCheck %s --check-prefix=ERROR --implicit-check-not=WWW < %t/error
// ERROR: {{.*}}long.mlir:1:1: error: cannot open '{{.*}}none'

// Where the command line tells MLIR what to do with diagnostics, MLIR does it.
// RUN: %{tune} --records=%t/records.db --mlir-diagnostic-verbosity-level=errors %t/long.mlir 2>&1 | count 0

//--- model.mlir
func.func private @first() attributes {weights = "W"}
func.func @f(%a: tensor<?xf32>, %k: tensor<?xf32>, %b: tensor<4x4xf32>) -> (tensor<?xf32>, tensor<4x4xf32>) {
  %0 = linalg.conv_1d ins(%a, %k : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<?xf32>, tensor<4x4xf32>
}
