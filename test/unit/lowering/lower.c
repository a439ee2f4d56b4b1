//===- lower.c - From tensors to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module looks like once it is lowered: its functions' types and marks.
//
//===----------------------------------------------------------------------===//

#include "matmul.h"
#include "support/hash.h"
#include "llvm-c/Core.h"

static void staticShapesBecomeBarePointers(void **state) {
  static const struct {
    const char *input, *function, *signature;
  } cases[] = {
      {"lowering/matmul.mlir",
       "llvm.func @task(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr)",
       "as.signature = \"4x4xf32,4x4xf32->4x4xf32\""},
      {"lowering/scalars.mlir",
       "llvm.func @f(%arg0: f64, %arg1: i64, %arg2: !llvm.ptr) -> f64",
       "as.signature = \"f64,index->3xi8,f64\""},
      {"lowering/nothing.mlir", "llvm.func @f()", "as.signature = \"->\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module = lower(parseInput(cases[i].input), AS_FP_CONTRACT);
    if (!contains(module, cases[i].function) ||
        !contains(module, cases[i].signature)) {
      AsText text = {0};
      asIrPrint(mlirModuleGetOperation(module), &text);
      fail_msg("%s lacks %s and %s", text.data, cases[i].function,
               cases[i].signature);
    }
    assert_false(contains(module, "linalg."));
    assert_false(contains(module, "memrefCopy"));
    mlirModuleDestroy(module);
  }
}

static void dynamicShapesKeepDescriptors(void **state) {
  MlirModule module =
      lower(parseInput("lowering/dynamic.mlir"), AS_FP_CONTRACT);
  assert_true(contains(module,
                       "llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr,"
                       " %arg2: i64, %arg3: i64, %arg4: i64) -> "
                       "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x "
                       "i64>)>"));
  mlirModuleDestroy(module);
}

/// Private functions are nobody's entry points.
static void privateFunctionsHaveNoSignature(void **state) {
  MlirModule module =
      lower(parseInput("lowering/private.mlir"), AS_FP_CONTRACT);
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  const char *first = strstr(text.data, "as.signature");
  assert_non_null(first);
  assert_null(strstr(first + 1, "as.signature"));
  asTextFree(&text);
  mlirModuleDestroy(module);
}

/// In strict mode none is written out as arithmetic, and nobody knows cbrt.
static void functionsOfLibmTakeVectors(void **state) {
  for (int fp = AS_FP_STRICT; fp <= AS_FP_FAST; fp++) {
    MlirModule module = lower(parseInput("lowering/libm.mlir"), fp);
    assert_true(contains(module, "llvm.call @cbrtf"));
    assert_true(contains(module, "llvm.call @erff") == (fp == AS_FP_STRICT));
    mlirModuleDestroy(module);
  }
}

/// What a change of the lowering would change is named by its version. Where
/// this fails: raise AS_LOWERING_VERSION, and put the new hash here.
static void theVersionIsThatOfTheCode(void **state) {
  static const int version = 55;
  static const char expected[] = "cd82cfc406914b1ee7eab091a6c39263";
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  if (major != 22 || minor != 1 || patch != 8) // Another MLIR, other IR.
    skip();
  AsHash hash = asHashStart();
  static const char *const inputs[] = {"lowering/matmul.mlir",
                                       "lowering/math-functions.mlir"};
  for (int fp = AS_FP_STRICT; fp <= AS_FP_FAST; fp++)
    for (int i = 0; i < 2; i++) {
      MlirModule module = lower(parseInput(inputs[i]), fp);
      AsText text = {0};
      asIrPrint(mlirModuleGetOperation(module), &text);
      hash = asHashString(hash, text.data);
      asTextFree(&text);
      mlirModuleDestroy(module);
    }
  assert_string_equal(asHashFormat(hash).text, expected);
  assert_int_equal(AS_LOWERING_VERSION, version);
}

/// A column of a matrix is loaded element by element, in no loop.
static void columnsAreLoadedAtOnce(void **state) {
  MlirModule module =
      lower(parseInput("lowering/column-read.mlir"), AS_FP_CONTRACT);
  assert_true(contains(module, "llvm.insertelement"));
  assert_false(contains(module, "llvm.cond_br"));
  mlirModuleDestroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(staticShapesBecomeBarePointers),
      cmocka_unit_test(dynamicShapesKeepDescriptors),
      cmocka_unit_test(privateFunctionsHaveNoSignature),
      cmocka_unit_test(functionsOfLibmTakeVectors),
      cmocka_unit_test(theVersionIsThatOfTheCode),
      cmocka_unit_test(columnsAreLoadedAtOnce),
  };
  return cmocka_run_group_tests_name("lower", tests, setUp, tearDown);
}
