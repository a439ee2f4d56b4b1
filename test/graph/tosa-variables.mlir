// Variables of TOSA are memory of the module, as globals of ml_program are.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=tasks %t/counter.mlir | FileCheck %s
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %t/counter.mlir -o %t/counter.o
// RUN: %cc -O1 %t/main.c %t/counter.o -lm -o %t/counter
// RUN: %t/counter | FileCheck %s --check-prefix=RIGHT

// CHECK-NOT: tosa.
// CHECK: memref.global "private" @sum : memref<4xf32> = dense<1.000000e+00>
// CHECK-LABEL: func.func @add(
// CHECK: memref.get_global @sum
// CHECK: return
// CHECK-LABEL: func.func @last(
// CHECK: memref.get_global @sum
// CHECK-NOT: tosa.

// RIGHT: add: 2 3 4 5
// RIGHT-NEXT: add: 3 5 7 9
// RIGHT-NEXT: last: 3 5 7 9

// RUN: not %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/dynamic.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: dynamic.mlir:1:1: error: a global that changes must be a tensor of static shape

//--- counter.mlir
tosa.variable @sum = dense<1.0> : tensor<4xf32>

func.func @add(%x: tensor<4xf32>) -> tensor<4xf32> {
  %old = tosa.variable_read @sum : tensor<4xf32>
  %new = tosa.add %old, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tosa.variable_write @sum, %new : tensor<4xf32>
  return %new : tensor<4xf32>
}

func.func @last() -> tensor<4xf32> {
  %sum = tosa.variable_read @sum : tensor<4xf32>
  return %sum : tensor<4xf32>
}

//--- dynamic.mlir
tosa.variable @state : tensor<?xf32>
func.func @f() -> tensor<?xf32> {
  %w = tosa.variable_read @state : tensor<?xf32>
  return %w : tensor<?xf32>
}

//--- main.c
#include <stdio.h>

void as_entry_add(void **buffers);
void as_entry_last(void **buffers);

static void print(const char *name, const float *r) {
  printf("%s: %g %g %g %g\n", name, r[0], r[1], r[2], r[3]);
}

int main(void) {
  float x[] = {1, 2, 3, 4}, r[4];
  for (int i = 0; i < 2; i++) {
    as_entry_add((void *[]){x, r});
    print("add", r);
  }
  as_entry_last((void *[]){r});
  print("last", r);
  return 0;
}
