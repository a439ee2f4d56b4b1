// A function of dynamic shape changes nothing for the others: they are called
// as ever, from C and by as-run.
// REQUIRES: search
// RUN: %as-opt --autoschedule --emit=lowered --trials=1 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --entry=powers --compare=%s --entry=powers --stock --runs=0
// RUN: FileCheck %s < %t.mlir
// CHECK: llvm.func @powers(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr) attributes
// CHECK: llvm.func @length(%{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64,

// The two kinds call each other, and one that is used as a value keeps
// descriptors, whatever its shapes.
// RUN: %as-run %t.mlir --entry=around --compare=%s --entry=twice --stock --runs=0
// RUN: %as-run %t.mlir --entry=chosen --compare=%s --entry=reference --stock --runs=0
// CHECK: llvm.func @negated({{.*}}) -> !llvm.struct<
// RUN: not %as-run %t.mlir --entry=negated 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: no function 'negated' among

func.func @powers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @length(%x: tensor<?xf32>) -> index {
  %first = arith.constant 0 : index
  %r = tensor.dim %x, %first : tensor<?xf32>
  return %r : index
}

// Static, by way of dynamic and of static.
func.func @around(%x: tensor<8xf32>) -> tensor<8xf32> {
  %cast = tensor.cast %x : tensor<8xf32> to tensor<?xf32>
  %y = call @inner(%cast) : (tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %y : tensor<?xf32> to tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func private @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
  %cast = tensor.cast %x : tensor<?xf32> to tensor<8xf32>
  %y = call @twice(%cast) : (tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.cast %y : tensor<8xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.add ins(%x, %x : tensor<8xf32>, tensor<8xf32>)
      outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @negated(%x: memref<8xf32>) -> memref<8xf32> {
  %r = memref.alloc() : memref<8xf32>
  linalg.negf ins(%x : memref<8xf32>) outs(%r : memref<8xf32>)
  return %r : memref<8xf32>
}

func.func private @same(%x: memref<8xf32>) -> memref<8xf32> {
  return %x : memref<8xf32>
}

func.func @chosen(%x: memref<8xf32>, %which: i1) -> memref<8xf32> {
  %negated = constant @negated : (memref<8xf32>) -> memref<8xf32>
  %same = constant @same : (memref<8xf32>) -> memref<8xf32>
  %f = arith.select %which, %negated, %same : (memref<8xf32>) -> memref<8xf32>
  %y = call_indirect %f(%x) : (memref<8xf32>) -> memref<8xf32>
  %r = call @negated(%y) : (memref<8xf32>) -> memref<8xf32>
  return %r : memref<8xf32>
}

func.func @reference(%x: tensor<8xf32>, %which: i1) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %negated = linalg.negf ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>)
      -> tensor<8xf32>
  %r = arith.select %which, %x, %negated : tensor<8xf32>
  return %r : tensor<8xf32>
}
