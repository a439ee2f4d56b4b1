//===- promote-floats.c - Compute in a wider float type
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/promote-floats.h"
#include "module.h"

static void expect(MlirModule module, const char *text) {
  AsText printed = {0};
  asIrPrint(mlirModuleGetOperation(module), &printed);
  if (!strstr(printed.data, text))
    fail_msg("no '%s' in\n%s", text, printed.data);
  asTextFree(&printed);
}

/// The values of the narrow types stay, with those that f16 holds in another
/// form: denormals and infinities.
static void constantsKeepTheirValues(void **state) {
  MlirModule module =
      parse("func.func @f() -> (tensor<4xf16>, tensor<2xbf16>, f32) {\n"
            "  %0 = arith.constant dense<[1.5, -2.0, 5.9604644775390625e-08, "
            "0x7C00]> : tensor<4xf16>\n"
            "  %1 = arith.constant dense<-3.0> : tensor<2xbf16>\n"
            "  %2 = arith.constant 0.25 : f32\n"
            "  return %0, %1, %2 : tensor<4xf16>, tensor<2xbf16>, f32\n}\n");
  AsError error = {0};
  assert_int_equal(asPromoteFloatsToF64(module, &error), AS_OK);
  expect(module, "() -> (tensor<4xf64>, tensor<2xf64>, f64)");
  expect(module, "dense<[1.500000e+00, -2.000000e+00, 5.9604644775390625E-8, "
                 "0x7FF0000000000000]> : tensor<4xf64>");
  expect(module, "dense<-3.000000e+00> : tensor<2xf64>");
  expect(module, "2.500000e-01 : f64");
  mlirModuleDestroy(module);
}

static void conversionsAreDropped(void **state) {
  MlirModule module = parse("func.func @f(%x: f32) -> f32 {\n"
                            "  %0 = arith.truncf %x : f32 to bf16\n"
                            "  %1 = math.exp %0 : bf16\n"
                            "  %2 = arith.extf %1 : bf16 to f32\n"
                            "  return %2 : f32\n}\n");
  assert_int_equal(asPromoteFloatsToF64(module, NULL), AS_OK);
  expect(module, "func.func @f(%arg0: f64) -> f64");
  expect(module, "math.exp %arg0 : f64");
  mlirModuleDestroy(module);
}

/// Who rounds to so few bits means to.
static void quantisingStays(void **state) {
  MlirModule module = parse("func.func @f(%x: f32) -> f32 {\n"
                            "  %0 = arith.truncf %x : f32 to f8E4M3FN\n"
                            "  %1 = arith.extf %0 : f8E4M3FN to f32\n"
                            "  return %1 : f32\n}\n");
  assert_int_equal(asPromoteFloatsToF64(module, NULL), AS_OK);
  expect(module, "arith.truncf %arg0 : f64 to f8E4M3FN");
  expect(module, "arith.extf %0 : f8E4M3FN to f64");
  mlirModuleDestroy(module);
}

/// f32 stays what it is in the reference, and callers see no difference.
static void signaturesAreKept(void **state) {
  MlirModule module =
      parse("func.func @f(%x: tensor<4xbf16>, %y: tensor<4xf32>)\n"
            "    -> tensor<4xbf16> {\n"
            "  %0 = math.exp %x : tensor<4xbf16>\n"
            "  return %0 : tensor<4xbf16>\n}\n");
  asPromoteFloatsInside(module);
  expect(module, "(%arg0: tensor<4xbf16>, %arg1: tensor<4xf32>) -> "
                 "tensor<4xbf16>");
  expect(module, "math.exp %1 : tensor<4xf32>");
  assert_true(mlirOperationVerify(mlirModuleGetOperation(module)));
  mlirModuleDestroy(module);
}

static void bitsAreAnObstacle(void **state) {
  MlirModule module = parse("func.func @f(%x: f32) -> i32 {\n"
                            "  %0 = arith.bitcast %x : f32 to i32\n"
                            "  return %0 : i32\n}\n");
  AsError error = {0};
  assert_int_equal(asPromoteFloatsToF64(module, &error), AS_UNSUPPORTED);
  assert_non_null(strstr(error.message, "'arith.bitcast' sees the bits"));
  expect(module, "(%arg0: f32) -> i32"); // It is as it was.
  mlirModuleDestroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constantsKeepTheirValues),
      cmocka_unit_test(conversionsAreDropped),
      cmocka_unit_test(quantisingStays),
      cmocka_unit_test(signaturesAreKept),
      cmocka_unit_test(bitsAreAnObstacle),
  };
  return cmocka_run_group_tests_name("promote-floats", tests, openContext,
                                     closeContext);
}
