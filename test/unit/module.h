//===- module.h - A context, and modules in it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all tests that begin with a module. Programs and scripts are files in
// inputs/, which editors highlight and mlir-opt can check. Only IR of a line or
// two, and IR that a test makes, is a C string.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_MODULE_H
#define AS_TEST_MODULE_H

#include "ir/ir.h"
#include "support/arena.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
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

/// The text of inputs/NAME, e.g. "tasks/chain.mlir". It lasts until the process
/// ends.
static inline char *readInput(const char *name) {
  static AsArena inputs;
  AsText text = {0};
  AsError error = {0};
  char path[1024];
  snprintf(path, sizeof path, AS_TEST_DIR "/unit/inputs/%s", name);
  if (asReadFile(path, &text, &error))
    fail_msg("%s", error.message);
  char *copy = asArenaCopy(&inputs, text.data, text.length);
  asTextFree(&text);
  return copy;
}

/// The parts of inputs/NAME between lines of "// -----", where
/// mlir-opt --split-input-file cuts as well. Returns how many there are.
static inline int readParts(const char *name, const char **parts, int most) {
  static const char cut[] = "// -----\n";
  int count = 0;
  for (char *next = readInput(name); next;) {
    assert_true(count < most);
    parts[count++] = next;
    next = strstr(next, cut);
    if (next) {
      *next = 0;
      next += strlen(cut);
    }
  }
  return count;
}

/// `name` is the file that messages and locations mention.
static inline MlirModule parseNamed(MlirContext into, const char *text,
                                    const char *name) {
  MlirModule module;
  AsError error = {0};
  if (asIrParse(into, text, strlen(text), name, &module, &error))
    fail_msg("%s", error.message);
  return module;
}

static inline MlirModule parse(const char *text) {
  return parseNamed(context, text, "-");
}

static inline MlirModule parseInput(const char *name) {
  return parseNamed(context, readInput(name), name);
}

static inline MlirOperation firstOperation(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

#endif // AS_TEST_MODULE_H
