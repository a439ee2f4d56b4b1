//===- strided-slices.c - Tests of slices that tasks read where they are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input says which arguments are to get a layout. That nothing is copied
// then, and results are right, is tested in test/lowering/strided-slices.mlir.
//
//===----------------------------------------------------------------------===//

#include "ir/invariant-values.h"
#include "lowering/lowering-steps.h"
#include "module.h"

typedef struct Counts {
  int strided, others;
} Counts;

static void checkFunction(MlirOperation function, void *context) {
  Counts *counts = context;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(asIrBody(function)); i++) {
    bool isStrided = asIrArgumentHas(function, i, "test.strided");
    assert_int_equal(asIrArgumentHas(function, i, AS_LAYOUT_ATTRIBUTE),
                     isStrided);
    assert_int_equal(asIrArgumentHas(function, i, AS_WRITABLE_ATTRIBUTE),
                     isStrided);
    counts->strided += isStrided;
    counts->others += !isStrided;
  }
}

static void argumentsThatAreReadGetALayout(void **state) {
  MlirModule module = parse(readInput("lowering/strided-slices.mlir"));
  Counts counts = {0};
  asReadStridedSlices(module);
  asIrVisitFunctions(module, checkFunction, &counts);
  assert_int_equal(counts.strided, 3);
  assert_true(counts.others > 0);
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  assert_non_null(strstr(text.data, "strided<[?, 1], offset: ?>"));
  asTextFree(&text);
  mlirModuleDestroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(argumentsThatAreReadGetALayout),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
