// A header beside a shared object: a C program includes it, calls its functions
// and links the object, and needs nothing else.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=shared --trials=0 --untried=plain --records=none --progress=none --header=%t/layer.h %s -o %t/liblayer.so
// RUN: FileCheck %s --check-prefix=HEADER < %t/layer.h
// RUN: cc -std=c11 -Wall -Wextra -Werror -Wcast-qual -I%t %S/Inputs/header.c -o %t/program %t/liblayer.so -Wl,-rpath,%t
// RUN: %t/program | FileCheck %s

// HEADER: #ifndef LAYER_H
// HEADER: /* argument0: 2x3xf32 */
// HEADER-NEXT: enum { layer_argument0_count = 6 };
// HEADER: /* result0: 2x4xf32 */
// HEADER: void as_entry_layer(void **buffers);
// HEADER-NEXT: static inline void as_call_layer(const float *argument0, const float *argument1, float *result0) {
// HEADER: void as_entry_a_b(void **buffers) __asm__("as_entry_a.b");
// HEADER-NEXT: static inline void as_call_a_b(const int8_t *argument0, int64_t *result0) {
// HEADER: static inline void as_call_main(const int8_t *argument0, int8_t *result0) {
// HEADER: static inline void as_call_int(const int8_t *argument0, int8_t *result0) {
// HEADER: void as_entry__a__(void **buffers) __asm__("as_entry_\"a\\\012");
// HEADER-NOT: hidden

// What a function writes is not const: its arguments say so.
// HEADER: as_call_accumulate(const float *argument0, float *argument1, float *argument2) {
// HEADER: as_call_started(const float *argument0, float *argument1, float *result0) {

// A function of which C cannot say what it gets costs the header that function.
// RUN: %as-opt --autoschedule --emit=object --trials=0 --untried=plain --records=none --progress=none --header=%t/uncallable.h %S/Inputs/uncallable.mlir -o %t/uncallable.o 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=UNCALLABLE < %t/uncallable.h
// RUN: cc -std=c11 -Wall -Wextra -Werror -x c -fsyntax-only %t/uncallable.h
// REMARK: remark: 'dynamic' is left out of the header: dimension 0 of result 0 has a size that is no sum or product of sizes of arguments: it depends on 'tensor.extract' at
// REMARK: remark: 'small' is left out of the header: the signature '8xi4->8xi4'
// UNCALLABLE: /* Not here: dynamic. C cannot call it with its types. */
// UNCALLABLE: as_call_static(const float *argument0, float *result0)
// UNCALLABLE: /* Not here: small. C cannot call it with its types. */

// Names that C has taken, and quotes, do not disturb.
// CHECK: 14 14 14 14 32 32 32 32
// CHECK-NEXT: 42 7 8
// CHECK-NEXT: 44 44

// What cannot be written, or is not wanted, is found before the search.
// RUN: not %as-opt --autoschedule --emit=shared --header=%t/none/layer.h %s -o %t/l.so 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: the header: cannot write '{{.*}}none/layer.h'
// RUN: not %as-opt --autoschedule --header=%t/layer.h %s 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: header={{.*}}layer.h goes with emit=object, shared or ptx only

func.func @layer(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x4xf32>)
      outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @a.b(%x: i8) -> i64 {
  %0 = func.call @hidden(%x) : (i8) -> i64
  return %0 : i64
}

func.func @main(%x: i8) -> i8 {
  return %x : i8
}

func.func @int(%x: i8) -> i8 {
  return %x : i8
}

func.func @"\22a\5C\0A"(%x: i8) -> i8 {
  return %x : i8
}

func.func @accumulate(%x: memref<4xf32>, %sum: memref<4xf32>, %copy: memref<4xf32>) {
  linalg.add ins(%x, %sum : memref<4xf32>, memref<4xf32>) outs(%sum : memref<4xf32>)
  call @copies(%sum, %copy) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

func.func private @copies(%from: memref<4xf32>, %to: memref<4xf32>) {
  memref.copy %from, %to : memref<4xf32> to memref<4xf32>
  return
}

func.func @started(%x: tensor<4xf32>, %sum: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %r = linalg.add ins(%x, %sum : tensor<4xf32>, tensor<4xf32>) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @hidden(%x: i8) -> i64 {
  %0 = arith.extsi %x : i8 to i64
  return %0 : i64
}
