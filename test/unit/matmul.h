//===- matmul.h - A small product on its way to code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps from lowering/matmul.mlir, a product of 4x4 matrices, and
// scripts/tiling.mlir to code that runs, for the tests of everything that
// builds.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_MATMUL_H
#define AS_TEST_MATMUL_H

#include "codegen/object-code.h"
#include "lowering/lower.h"
#include "module.h"
#include "support/arena.h"
#include "target/target.h"
#include "transform/apply-script.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static AsArena arena;
static AsTarget target;

static inline int setUp(void **state) {
  openContext(state);
  return asTargetCreate("host", 1, &arena, &target, NULL);
}

static inline int tearDown(void **state) {
  asArenaDestroy(&arena);
  return closeContext(state);
}

static inline bool contains(MlirModule module, const char *what) {
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  bool found = strstr(text.data, what) != NULL;
  asTextFree(&text);
  return found;
}

static inline AsStatus choose(MlirModule script, const char *knob,
                              int64_t value, const char *text, AsError *error) {
  AsKnobChoice choice = {knob, value, text};
  return asScriptChoose(script, &choice, error);
}

/// Lowers `module`, and returns it.
static inline MlirModule lower(MlirModule module, AsFp fp) {
  AsError error = {0};
  if (asLowerModule(module,
                    &(AsLowerOptions){.threads = 1, .fp = fp, .verify = true},
                    &error))
    fail_msg("%s", error.message);
  return module;
}

/// Links the object code and calls `entry`.
static inline void *load(const AsText *object, char path[32], const char *entry,
                         void (**function)(void **)) {
  strcpy(path, "/tmp/as-unit-matmul.XXXXXX");
  assert_non_null(mkdtemp(path));
  char file[64];
  snprintf(file, sizeof file, "%s/task.so", path);
  AsError error = {0};
  if (asLinkShared(object, "", file, &error))
    fail_msg("%s", error.message);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fail_msg("%s", dlerror());
  unlink(file);
  // What is left in the folder was left behind by the linker.
  assert_int_equal(rmdir(path), 0);
  *(void **)function = dlsym(library, entry);
  assert_non_null(*function);
  return library;
}

static inline void checkMatmul(void (*entry)(void **)) {
  float a[16], b[16], c[16];
  for (int i = 0; i < 16; i++) {
    a[i] = (float)(i % 5 - 2);
    b[i] = (float)(i % 7 - 3);
    c[i] = 99;
  }
  entry((void *[]){a, b, c});
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      float sum = 0;
      for (int k = 0; k < 4; k++)
        sum += a[4 * i + k] * b[4 * k + j];
      assert_true(c[4 * i + j] == sum);
    }
}

#endif // AS_TEST_MATMUL_H
