// Several modules in a file, modules in modules, calls in them, and the forms of
// the other files of this folder: each module is scheduled and lowered by itself,
// and one function that cannot be lowered costs no other.
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: 'custom' is not lowered: lowering TOSA by upstream's passes; what they cannot lower has to be lowered before: {{.*}} failed to legalize operation 'tosa.custom'
// REMARK-NOT: is not lowered
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared %s -o %t.so
// RUN: %as-run %t.so --entry=outer --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.so --entry=graph --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.so --entry=eight --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.so --entry=update --compare=%s --stock --runs=0 | FileCheck %s
// RUN: %as-run %t.mlir --entry=outer --compare=%s --stock --runs=0 | FileCheck %s
// CHECK: results: equal
// RUN: not %as-run %s --entry=custom 2>&1 | FileCheck %s --check-prefix=CUSTOM
// CUSTOM: as-run: error: {{.*}}: no function 'custom' among
// CUSTOM: 'custom' cannot be compiled: {{.*}} failed to legalize operation 'tosa.custom'

module @first {
  func.func @outer(%x: tensor<16x8xf32>, %at: tensor<4x1xindex>) -> tensor<4x8xf32> {
    %r = func.call @inner(%x, %at) : (tensor<16x8xf32>, tensor<4x1xindex>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
  func.func private @inner(%x: tensor<16x8xf32>, %at: tensor<4x1xindex>) -> tensor<4x8xf32> {
    %r = tensor.gather %x[%at] gather_dims([0]) : (tensor<16x8xf32>, tensor<4x1xindex>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
  module @deeper {
    ml_program.subgraph @graph(%x: tensor<6x8xf32>) -> tensor<48xf32> {
      %two = tosa.const_shape {values = dense<[6]> : tensor<1xindex>} : () -> !tosa.shape<1>
      %eight = tosa.const_shape {values = dense<[8]> : tensor<1xindex>} : () -> !tosa.shape<1>
      %n = tosa.mul_shape %two, %eight : (!tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<1>
      %r = tosa.reshape %x, %n : (tensor<6x8xf32>, !tosa.shape<1>) -> tensor<48xf32>
      %s = tosa.exp %r : (tensor<48xf32>) -> tensor<48xf32>
      ml_program.output %s : tensor<48xf32>
    }
    func.func @custom(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
      %r = tosa.custom %x {operator_name = "o", domain_name = "d", implementation_attrs = "i"} : (tensor<6x8xf32>) -> tensor<6x8xf32>
      return %r : tensor<6x8xf32>
    }
  }
}
module @second {
  func.func @eight(%x: tensor<64xf32>) -> tensor<64xf32> {
    %a = arith.truncf %x : tensor<64xf32> to tensor<64xf8E4M3FN>
    %b = arith.addf %a, %a : tensor<64xf8E4M3FN>
    %r = arith.extf %b : tensor<64xf8E4M3FN> to tensor<64xf32>
    return %r : tensor<64xf32>
  }
  ml_program.func @update(%x: tensor<64xf32>, %new: tensor<4xf32>, %at: index) -> tensor<64xf32> {
    %r = tensor.insert_slice %new into %x[%at] [4] [1] : tensor<4xf32> into tensor<64xf32>
    ml_program.return %r : tensor<64xf32>
  }
}
