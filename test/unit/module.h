//===- module.h - A context, and modules in it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all tests that begin with a module as text.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_MODULE_H
#define AS_TEST_MODULE_H

#include "ir/ir.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

static MlirContext context;

static inline int openContext(void **state) {
  context = asIrContextCreate();
  return 0;
}

static inline int closeContext(void **state) {
  mlirContextDestroy(context);
  return 0;
}

static inline MlirModule parse(const char *text) {
  MlirModule module;
  AsError error = {0};
  if (asIrParse(context, text, strlen(text), "-", &module, &error))
    fail_msg("%s", error.message);
  return module;
}

static inline MlirOperation firstOperation(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

#endif // AS_TEST_MODULE_H
