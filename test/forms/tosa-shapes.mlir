// Arithmetic on constant shapes of TOSA is evaluated, and tosa.dim where the
// dimension is known. A shape that is known only at run time is not computed.
// RUN: split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --report=%t.json %t/shapes.mlir -o %t/lowered.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: shapes.mlir:19:1: remark: 'dynamic' is not lowered: lowering TOSA by upstream's passes; what they cannot lower has to be lowered before: {{.*}}failed to legalize operation 'tosa.
// RUN: FileCheck %s --check-prefix=TASKS < %t.json
// TASKS-DAG: "label":"elementwise 2304"
// RUN: %as-run %t/lowered.mlir --entry=sum --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/shapes.mlir --entry=sum --compare=%t/reference.mlir --runs=0 | FileCheck %s
// RUN: %as-run %t/lowered.mlir --entry=dim --compare=%t/reference.mlir --runs=0 | FileCheck %s
// CHECK: results: equal

//--- shapes.mlir
func.func @sum(%a: tensor<48x48xf32>) -> tensor<36x64xf32> {
  %s = tosa.const_shape {values = dense<[37, 16]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %zero = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.sub_shape %s, %zero : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %v = tosa.mul_shape %u, %t : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r = tosa.reshape %a, %v : (tensor<48x48xf32>, !tosa.shape<2>) -> tensor<36x64xf32>
  %m = tosa.add %r, %r : (tensor<36x64xf32>, tensor<36x64xf32>) -> tensor<36x64xf32>
  return %m : tensor<36x64xf32>
}
func.func @dim(%a: tensor<6x8xf32>) -> tensor<12xf32> {
  %d = tosa.dim %a {axis = 1 : i32} : (tensor<6x8xf32>) -> !tosa.shape<1>
  %four = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
  %n = tosa.add_shape %d, %four : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
  %x = "tosa.const"() <{values = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.tile %x, %n : (tensor<1xf32>, !tosa.shape<1>) -> tensor<12xf32>
  return %r : tensor<12xf32>
}
func.func @dynamic(%a: tensor<?x8xf32>) -> tensor<?xf32> {
  %d = tosa.dim %a {axis = 0 : i32} : (tensor<?x8xf32>) -> !tosa.shape<1>
  %x = "tosa.const"() <{values = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.tile %x, %d : (tensor<1xf32>, !tosa.shape<1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

//--- reference.mlir
func.func @sum(%a: tensor<48x48xf32>) -> tensor<36x64xf32> {
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<48x48xf32> into tensor<2304xf32>
  %r = tensor.expand_shape %flat [[0, 1]] output_shape [36, 64] : tensor<2304xf32> into tensor<36x64xf32>
  %e = tensor.empty() : tensor<36x64xf32>
  %m = linalg.add ins(%r, %r : tensor<36x64xf32>, tensor<36x64xf32>) outs(%e : tensor<36x64xf32>) -> tensor<36x64xf32>
  return %m : tensor<36x64xf32>
}
func.func @dim(%a: tensor<6x8xf32>) -> tensor<12xf32> {
  %r = arith.constant dense<2.0> : tensor<12xf32>
  return %r : tensor<12xf32>
}
