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
    const char *text, *function, *signature;
  } cases[] = {
      {matmul,
       "llvm.func @task(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr)",
       "as.signature = \"4x4xf32,4x4xf32->4x4xf32\""},
      {"func.func @f(%x: f64, %i: index) -> (tensor<3xi8>, f64) {\n"
       "  %e = tensor.empty() : tensor<3xi8>\n"
       "  %c = arith.constant 7 : i8\n"
       "  %r = linalg.fill ins(%c : i8) outs(%e : tensor<3xi8>)"
       " -> tensor<3xi8>\n"
       "  return %r, %x : tensor<3xi8>, f64\n}\n",
       "llvm.func @f(%arg0: f64, %arg1: i64, %arg2: !llvm.ptr) -> f64",
       "as.signature = \"f64,index->3xi8,f64\""},
      {"func.func @f() { return }", "llvm.func @f()", "as.signature = \"->\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module = lower(cases[i].text, AS_FP_CONTRACT);
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
  MlirModule module = lower(dynamic, AS_FP_CONTRACT);
  assert_true(contains(module,
                       "llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr,"
                       " %arg2: i64, %arg3: i64, %arg4: i64) -> "
                       "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x "
                       "i64>)>"));
  mlirModuleDestroy(module);
}

/// Private functions are nobody's entry points.
static void privateFunctionsHaveNoSignature(void **state) {
  MlirModule module = lower("func.func private @inner(%x: f32) -> f32 {\n"
                            "  return %x : f32\n}\n"
                            "func.func @outer(%x: f32) -> f32 {\n"
                            "  %r = call @inner(%x) : (f32) -> f32\n"
                            "  return %r : f32\n}\n",
                            AS_FP_CONTRACT);
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
    MlirModule module = lower("func.func @f(%x: vector<8xf32>)"
                              " -> (vector<8xf32>, vector<8xf32>) {\n"
                              "  %0 = math.erf %x : vector<8xf32>\n"
                              "  %1 = math.cbrt %x : vector<8xf32>\n"
                              "  return %0, %1 : vector<8xf32>, vector<8xf32>"
                              "\n}\n",
                              fp);
    assert_true(contains(module, "llvm.call @cbrtf"));
    assert_true(contains(module, "llvm.call @erff") == (fp == AS_FP_STRICT));
    mlirModuleDestroy(module);
  }
}

static const char functions[] =
    "func.func @f(%x: vector<8xf32>, %y: vector<4xbf16>, %i: vector<4xi8>)"
    " -> (vector<8xf32>, vector<4xbf16>, vector<4xf32>) {\n"
    "  %0 = math.exp %x : vector<8xf32>\n"
    "  %1 = math.tanh %0 : vector<8xf32>\n"
    "  %2 = math.erf %1 : vector<8xf32>\n"
    "  %3 = math.log %2 : vector<8xf32>\n"
    "  %4 = math.sin %3 : vector<8xf32>\n"
    "  %5 = math.rsqrt %4 : vector<8xf32>\n"
    "  %6 = math.exp %y : vector<4xbf16>\n"
    "  %7 = arith.sitofp %i : vector<4xi8> to vector<4xf32>\n"
    "  return %5, %6, %7 : vector<8xf32>, vector<4xbf16>, vector<4xf32>\n}\n";

/// What a change of the lowering would change is named by its version. Where
/// this fails: raise AS_LOWERING_VERSION, and put the new hash here.
static void theVersionIsThatOfTheCode(void **state) {
  static const int version = 8;
  static const char expected[] = "778a021142ac5d6ce52b32e04f3c7f49";
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  if (major != 22 || minor != 1 || patch != 8) // Another MLIR, other IR.
    skip();
  AsHash hash = asHashStart();
  const char *const texts[] = {matmul, functions};
  for (int fp = AS_FP_STRICT; fp <= AS_FP_FAST; fp++)
    for (int i = 0; i < 2; i++) {
      MlirModule module = lower(texts[i], fp);
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
      lower("func.func @f(%x: tensor<4x8xf32>, %j: index) -> tensor<4xf32> {\n"
            "  %zero = arith.constant 0 : index\n"
            "  %p = arith.constant 0.0 : f32\n"
            "  %v = vector.transfer_read %x[%zero, %j], %p {in_bounds = [true],"
            " permutation_map = affine_map<(i, j) -> (i)>}"
            " : tensor<4x8xf32>, vector<4xf32>\n"
            "  %e = tensor.empty() : tensor<4xf32>\n"
            "  %r = vector.transfer_write %v, %e[%zero] {in_bounds = [true]}"
            " : vector<4xf32>, tensor<4xf32>\n"
            "  return %r : tensor<4xf32>\n}\n",
            AS_FP_CONTRACT);
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
