//===- dynamic-programs.c - Tests of programs without some of their sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of the families are written for static shapes. Without some of
// the sizes they are right as well, and take these from the arguments.
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"
#include "module.h"

/// Parses the program, which must have `dims` in that order, and a result whose
/// type is `result`.
static void assertProgram(const AsWorkload *workload, const char *dynamic,
                          const char *const dims[], const char *result) {
  AsText mlir = {0};
  asWorkloadDynamicProgram(workload, dynamic, &mlir);
  MlirModule module;
  AsError error = {0};
  if (asIrParse(context, mlir.data, mlir.length, "program", &module, &error))
    fail_msg("%s: %s\n%s", workload->name, error.message, mlir.data);
  const char *next = mlir.data;
  for (int d = 0; dims[d]; d++) {
    next = strstr(next, dims[d]);
    if (!next)
      fail_msg("no '%s' in\n%s", dims[d], mlir.data);
  }
  AsText returned = {0};
  asTextFormat(&returned, "-> %s {", result);
  assert_non_null(strstr(mlir.data, returned.data));
  asTextFree(&returned);
  mlirModuleDestroy(module);
  asTextFree(&mlir);
}

static void sizesAreTakenFromArguments(void **state) {
  (void)state;
  assertProgram(&(AsWorkload){"matmul", &asFamilyMatmul, {0, 768, 64}}, "m",
                (const char *[]){"%at_m = arith.constant 0 : index",
                                 "%size_m = tensor.dim %a, %at_m : "
                                 "tensor<?x64xf32>",
                                 "tensor.empty(%size_m)", NULL},
                "tensor<?x768xf32>");
  // The second size is that of an argument that comes later.
  assertProgram(&(AsWorkload){"bt", &asFamilyBatchMatmulBt, {12, 0, 0, 64}},
                "mn",
                (const char *[]){"%size_m = tensor.dim %a, %at_m : "
                                 "tensor<12x?x64xf32>",
                                 "%size_n = tensor.dim %b, %at_n : "
                                 "tensor<12x?x64xf32>",
                                 "tensor.empty(%size_m, %size_n)", NULL},
                "tensor<12x?x?xf32>");
  // Types in the program are written out.
  assertProgram(&(AsWorkload){"softmax", &asFamilySoftmax, {0, 512}}, "m",
                (const char *[]){"tensor.empty(%size_m) : tensor<?xf32>",
                                 "tensor.empty(%size_m) : tensor<?x512xf32>",
                                 NULL},
                "tensor<?x512xf32>");
  assertProgram(&(AsWorkload){"layernorm", &asFamilyLayernorm, {0, 768}}, "m",
                (const char *[]){"tensor.dim %x, %at_m", NULL},
                "tensor<?x768xf32>");
}

static void withoutAnyTheProgramIsStatic(void **state) {
  (void)state;
  AsWorkload workload = {"matmul", &asFamilyMatmul, {8, 16, 32}};
  AsText expected = {0}, actual = {0};
  asWorkloadProgram(&workload, false, &expected);
  asWorkloadDynamicProgram(&workload, "", &actual);
  assert_string_equal(expected.data, actual.data);
  assert_null(strchr(actual.data, '?'));
  asTextFree(&expected);
  asTextFree(&actual);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizesAreTakenFromArguments),
      cmocka_unit_test(withoutAnyTheProgramIsStatic),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
