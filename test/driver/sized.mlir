// A C program calls functions with dynamic dimensions through their header.
// Results are written where the caller wants them, what is between is freed, and
// sizes that cannot be are refused before anything is touched.

// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --emit=object --trials=0 --records=none --progress=none --header=%t/sized.h %s -o %t/sized.o
// RUN: FileCheck %s --check-prefix=HEADER < %t/sized.h
// RUN: cc -std=c11 -Wall -Wextra -Werror -Wcast-qual -I%t %S/Inputs/sized.c %t/sized.o -o %t/program -lm -Wl,--wrap=malloc,--wrap=free
// RUN: %t/program | FileCheck %s
// RUN: echo '#include "sized.h"' > %t/plus.cc && c++ -Wall -Wextra -Werror -I%t -fsyntax-only %t/plus.cc

// HEADER: /* argument0: [batch]x32xf32 */
// HEADER-NEXT: /* argument1: 32x16xf32 */
// HEADER-NEXT: enum { chain_argument1_count = 512 };
// HEADER: /* result0: [batch]x16xf32 */
// HEADER: in[0]: batch
// HEADER-NEXT: out[0]: dimension 0 of result0, batch
// HEADER: int as_sizes_chain(const int64_t *in, int64_t *out);
// HEADER-NEXT: int as_entry_chain(void **buffers, const int64_t *sizes);
// HEADER-NEXT: static inline int as_call_chain(int64_t size_batch, const float *argument0, const float *argument1, float *result0) {
// HEADER: /* result0: [d0 + d2]x[d1 * 2]xi8 */
// HEADER: int as_sizes_a_b(const int64_t *in, int64_t *out) __asm__("as_sizes_a.b");
// HEADER: as_call_a_b(int64_t size_d0, int64_t size_d1, int64_t size_d2, const int8_t *argument0, const int8_t *argument1, int8_t *result0) {
// HEADER: void as_entry_plain(void **buffers);
// HEADER-NEXT: static inline void as_call_plain(const float *argument0, float *result0) {

// CHECK: sizes 0: 0, wrong 0, allocations left 0
// CHECK-NEXT: sizes 1: 0, wrong 0, allocations left 0
// CHECK-NEXT: sizes 37: 0, wrong 0, allocations left 0
// CHECK-NEXT: sizes 1000: 0, wrong 0, allocations left 0
// CHECK-NEXT: pieces: 0 5 6, 1 1 1 1 1 1
// CHECK-NEXT: negative 1, large 1, product 1, sum 1, untouched
// CHECK-NEXT: unequal 2, untouched
// CHECK-NEXT: plain 14

func.func @chain(%x: tensor<?x32xf32> {as.sizes = ["batch"]}, %w: tensor<32x16xf32>) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %big = tensor.empty(%n) : tensor<?x32xf32>
  %a = linalg.exp ins(%x : tensor<?x32xf32>) outs(%big : tensor<?x32xf32>) -> tensor<?x32xf32>
  %b = linalg.add ins(%a, %x : tensor<?x32xf32>, tensor<?x32xf32>) outs(%big : tensor<?x32xf32>) -> tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = linalg.matmul ins(%b, %w : tensor<?x32xf32>, tensor<32x16xf32>) outs(%z : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}

func.func @a.b(%x: tensor<?x?xi8>, %y: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %c = tensor.concat dim(0) %x, %y : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  %r = tensor.concat dim(1) %c, %c : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.concat dim(0) %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.add ins(%c, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
