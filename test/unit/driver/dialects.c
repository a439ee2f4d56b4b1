//===- dialects.c - Tests of runs on modules with a host's dialects
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run knows the dialects of MLIR, those that the context of its module has
// registered, and those of the registry that it is given. Others it takes as
// they are written.
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
static void assertStay(AsOptions *options, bool isGiven) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  Host host = openHostWithDialect(registry);
  AsRun *run = asRunCreate(host.module, options);
  if (isGiven)
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
  assertStay(OPTIONS("emit", "tasks"), true);
  assertStay(OPTIONS("emit", "scheduled", "trials", "1"), true);
}

static void theContextOfTheModuleIsEnough(void **state) {
  assertStay(OPTIONS("emit", "tasks"), false);
  assertStay(OPTIONS("emit", "lowered", "trials", "1"), false);
}

/// A dialect that no registry has, as programs load it that are not like
/// mlir-opt.
static void unknownDialectsAreTakenAsWritten(void **state) {
  Host host = {.context = mlirContextCreate()};
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirContextAppendDialectRegistry(host.context, registry);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(host.context);
  loadHostDialect(host.context);
  host.module =
      mlirModuleCreateParse(host.context, mlirStringRefCreateFromCString(text));
  assert_false(mlirModuleIsNull(host.module));
  AsOptions *options = OPTIONS("emit", "scheduled", "trials", "0");
  AsEmission emission;
  AsError error = {0};
  if (asAutoschedule(host.module, options, &emission, &error))
    fail_msg("%s", error.message);
  MlirModule result = mlirModuleCreateParse(
      host.context, mlirStringRefCreate(emission.data, emission.length));
  assert_false(mlirModuleIsNull(result));
  mlirModuleDestroy(result);
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  closeHost(&host);
}

/// Nothing is left to make an object of.
static void codeLacksThem(void **state) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  Host host = openHostWithDialect(registry);
  AsOptions *options = OPTIONS("emit", "object", "trials", "4");
  AsEmission emission;
  AsError error = {0};
  assert_int_equal(asAutoschedule(host.module, options, &emission, &error),
                   AS_UNSUPPORTED);
  assertContains(error.message, "'host.begin' belongs to a dialect");
  assert_null(emission.data);
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  closeHost(&host);
  mlirDialectRegistryDestroy(registry);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operationsOfTheHostStay),
      cmocka_unit_test(theContextOfTheModuleIsEnough),
      cmocka_unit_test(unknownDialectsAreTakenAsWritten),
      cmocka_unit_test(codeLacksThem),
  };
  return cmocka_run_group_tests(tests, findWorker, NULL);
}
