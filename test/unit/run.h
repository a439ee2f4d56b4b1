//===- run.h - Runs to test with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules in a context of the test's own, and runs of them by the public API.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_RUN_H
#define AS_TEST_RUN_H

#include "as/run.h"
#include "support/text.h"
#include <mlir-c/RegisterEverything.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

#define assertContains(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part))                                                   \
      fail_msg("no \"%s\" in: %s", part, text);                                \
  } while (0)

/// A module as a host program has it.
typedef struct Host {
  MlirContext context;
  MlirModule module;
} Host;

static inline Host openHost(const char *text) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  Host host = {.context = mlirContextCreateWithRegistry(registry, false)};
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(host.context);
  host.module =
      mlirModuleCreateParse(host.context, mlirStringRefCreateFromCString(text));
  assert_false(mlirModuleIsNull(host.module));
  return host;
}

static inline void closeHost(Host *host) {
  mlirModuleDestroy(host->module);
  mlirContextDestroy(host->context);
}

/// A product of two square matrices of `size`; the caller frees it.
static inline char *productOf(int size) {
  AsText text = {0};
  asTextFormat(&text, "!t = tensor<%dx%dxf32>\n", size, size);
  asTextAppendString(
      &text, "func.func @product(%a: !t, %b: !t) -> !t {\n"
             "  %zero = arith.constant 0.0 : f32\n"
             "  %empty = tensor.empty() : !t\n"
             "  %zeros = linalg.fill ins(%zero : f32) outs(%empty : !t) -> !t\n"
             "  %r = linalg.matmul ins(%a, %b : !t, !t) outs(%zeros : !t)\n"
             "      -> !t\n"
             "  return %r : !t\n"
             "}\n");
  return text.data;
}

/// Options from a list of names and values that ends with NULL. Nothing is
/// stored unless they say so.
static inline AsOptions *optionsOf(const char *const *settings) {
  AsOptions *options = asOptionsCreate();
  AsError error = {0};
  assert_int_equal(asOptionsSet(options, "records", "none", &error), AS_OK);
  for (; *settings; settings += 2)
    if (asOptionsSet(options, settings[0], settings[1], &error))
      fail_msg("%s", error.message);
  return options;
}

#define OPTIONS(...) optionsOf((const char *const[]){__VA_ARGS__, NULL})

/// Executes `run`, which must succeed, and returns what it emits; the caller
/// frees it.
static inline char *emitted(AsRun *run) {
  AsEmission emission;
  AsError error = {0};
  if (asRunExecute(run, &emission, &error))
    fail_msg("%s", error.message);
  char *data = emission.data;
  emission.data = NULL;
  asEmissionDestroy(&emission);
  return data;
}

static inline int findWorker(void **state) {
  return setenv("AS_WORKER", AS_BUILD_DIR "/bin/as-worker", 1);
}

#endif // AS_TEST_RUN_H
