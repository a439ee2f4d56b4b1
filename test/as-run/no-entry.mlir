// What as-run cannot call it names, and says why, whether the module is lowered or
// not. Functions of tensors without rows are called like others.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: not %as-run %s --entry=none 2>&1 | FileCheck %s
// RUN: not %as-run %t.mlir --entry=none 2>&1 | FileCheck %s
// CHECK: as-run: error: {{.*}}: no function 'none' among
// CHECK-NEXT: no_rows: 0x5xf32,5x7xf32->0x7xf32
// CHECK-NEXT: rows: 4x5xf32,5x7xf32->4x7xf32
// CHECK-NEXT: uses: i1,4xf32->
// CHECK-NEXT: 'no_columns' cannot be called: argument 1, memref<4x0xf32>, has an extent of 0 that is not the first; as-run calls functions of tensors, scalars and dense memrefs
// CHECK-NEXT: 'strided' cannot be called: argument 0, memref<4x4xf32, strided<[8, 1]>>, is not dense;
// CHECK-NEXT: 'space' cannot be called: argument 0, memref<4x4xf32, 1>, is in a memory space;
// CHECK-NEXT: 'result' cannot be called: result 1, memref<4x0xf32>, has an extent of 0
// CHECK-NEXT: 'used' cannot be called: its address is taken by a func.constant;

// The same where there are no others.
// RUN: echo 'func.func @f(%%a: memref<4xf32, 3>) { return }' | not %as-run - 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: as-run: error: -: has no public function to run:{{$}}
// ALONE-NEXT: 'f' cannot be called: argument 0, memref<4xf32, 3>, is in a memory space; as-run calls functions of tensors, scalars and dense memrefs

// RUN: %as-run %t.mlir --compare=%s --entry=no_rows --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run %t.mlir --compare=%s --entry=rows --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-opt --autoschedule --trials=0 --records=none --progress=none --emit=shared --header=%t.h %s -o %t.so
// RUN: %as-run %t.so --compare=%s --entry=no_rows --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %cc -fsyntax-only -Wall -Werror %t.h
// EQUAL: results: equal

func.func @no_rows(%a: tensor<0x5xf32>, %b: tensor<5x7xf32>) -> tensor<0x7xf32> {
  %e = tensor.empty() : tensor<0x7xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<0x5xf32>, tensor<5x7xf32>) outs(%e : tensor<0x7xf32>) -> tensor<0x7xf32>
  return %0 : tensor<0x7xf32>
}
func.func @rows(%a: tensor<4x5xf32>, %b: tensor<5x7xf32>) -> tensor<4x7xf32> {
  %no = tensor.extract_slice %a[0, 0] [0, 5] [1, 1] : tensor<4x5xf32> to tensor<0x5xf32>
  %none = call @no_rows(%no, %b) : (tensor<0x5xf32>, tensor<5x7xf32>) -> tensor<0x7xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x7xf32>) -> tensor<4x7xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x7xf32>) outs(%z : tensor<4x7xf32>) -> tensor<4x7xf32>
  %1 = tensor.insert_slice %none into %0[0, 0] [0, 7] [1, 1] : tensor<0x7xf32> into tensor<4x7xf32>
  return %1 : tensor<4x7xf32>
}
func.func @no_columns(%a: memref<4xf32>, %b: memref<4x0xf32>) { return }
func.func @strided(%a: memref<4x4xf32, strided<[8, 1]>>) { return }
func.func @space(%a: memref<4x4xf32, 1>) { return }
func.func @result(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x0xf32>) {
  %e = tensor.empty() : tensor<4x0xf32>
  return %a, %e : tensor<4xf32>, tensor<4x0xf32>
}
func.func @used(%a: memref<4xf32>) { return }
func.func @uses(%c: i1, %a: memref<4xf32>) {
  %f = func.constant @used : (memref<4xf32>) -> ()
  %g = func.constant @used_too : (memref<4xf32>) -> ()
  %h = arith.select %c, %f, %g : (memref<4xf32>) -> ()
  func.call_indirect %h(%a) : (memref<4xf32>) -> ()
  return
}
func.func private @used_too(%a: memref<4xf32>) {
  %zero = arith.constant 0 : index
  %value = arith.constant 1.0 : f32
  memref.store %value, %a[%zero] : memref<4xf32>
  return
}
