//===- dialects.c - Tests of runs on modules with a host's dialects
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run knows the dialects of MLIR, and those of the registry that it is given.
//
//===----------------------------------------------------------------------===//

#include "host-dialect.h"
#include "run.h"

static const char text[] =
    "!t = tensor<8x8xf32>\n"
    "func.func @product(%a: !t, %b: !t) -> !t {\n"
    "  \"host.begin\"() : () -> ()\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %empty = tensor.empty() : !t\n"
    "  %zeros = linalg.fill ins(%zero : f32) outs(%empty : !t) -> !t\n"
    "  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%zeros : !t) -> !t\n"
    "  \"host.end\"(%r) : (!t) -> ()\n"
    "  return %r : !t\n"
    "}\n";

/// The module in a context that knows the dialect.
static Host openHostWithDialect(MlirDialectRegistry registry) {
  mlirRegisterAllDialects(registry);
  insertHostDialect(registry);
  Host host = {.context = mlirContextCreateWithRegistry(registry, false)};
  mlirContextLoadAllAvailableDialects(host.context);
  host.module =
      mlirModuleCreateParse(host.context, mlirStringRefCreateFromCString(text));
  assert_false(mlirModuleIsNull(host.module));
  return host;
}

static void append(MlirStringRef piece, void *printed) {
  asTextAppend(printed, piece.data, piece.length);
}

/// Tasks are outlined and tuned, and what is the host's stays around them.
static void assertStay(AsOptions *options) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  Host host = openHostWithDialect(registry);
  AsRun *run = asRunCreate(host.module, options);
  asRunSetDialectRegistry(run, registry);
  AsEmission emission;
  AsError error = {0};
  if (asRunExecute(run, &emission, &error))
    fail_msg("%s", error.message);
  MlirModule result = mlirModuleCreateParse(
      host.context, mlirStringRefCreate(emission.data, emission.length));
  assert_false(mlirModuleIsNull(result));
  AsText printed = {0};
  mlirOperationPrint(mlirModuleGetOperation(result), append, &printed);
  assertContains(printed.data, "\"host.begin\"() : () -> ()");
  assertContains(printed.data, "\"host.end\"(");
  assertContains(printed.data, "as.task");
  asTextFree(&printed);
  mlirModuleDestroy(result);
  asEmissionDestroy(&emission);
  asRunDestroy(run);
  asOptionsDestroy(options);
  closeHost(&host);
  mlirDialectRegistryDestroy(registry);
}

static void operationsOfTheHostStay(void **state) {
  assertStay(OPTIONS("emit", "tasks"));
  assertStay(OPTIONS("emit", "scheduled", "trials", "1"));
}

static void withoutTheRegistryTheyAreUnknown(void **state) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  Host host = openHostWithDialect(registry);
  AsOptions *options = OPTIONS("emit", "tasks");
  AsEmission emission;
  AsError error = {0};
  assert_int_equal(asAutoschedule(host.module, options, &emission, &error),
                   AS_INVALID_INPUT);
  assertContains(error.message, "host");
  assert_null(emission.data);
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  closeHost(&host);
  mlirDialectRegistryDestroy(registry);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operationsOfTheHostStay),
      cmocka_unit_test(withoutTheRegistryTheyAreUnknown),
  };
  return cmocka_run_group_tests(tests, findWorker, NULL);
}
