//===- matmul.h - A small product on its way to code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task, a script with choices for it, and the steps that make code of them,
// for the tests of everything that builds.
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

static const char matmul[] =
    "func.func @task(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>)"
    " -> tensor<4x4xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %e = tensor.empty() : tensor<4x4xf32>\n"
    "  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>)"
    " -> tensor<4x4xf32>\n"
    "  %r = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>)"
    " outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
    "  return %r : tensor<4x4xf32>\n}\n";

#define ANY "!transform.any_op"
#define SCRIPT(name, body)                                                     \
  "module attributes {transform.with_named_sequence} {\n"                      \
  "  transform.named_sequence @" name "(%f: " ANY                              \
  " {transform.consumed}) {\n" body "    transform.yield\n  }\n}\n"
#define MATCH(op)                                                              \
  "    %m = transform.structured.match ops{[\"" op "\"]} in %f : (" ANY        \
  ") -> " ANY "\n"

/// One knob that is used twice, and a choice between tiling with it or not.
static const char tiling[] = SCRIPT(
    "as_schedule",
    "    %k = transform.tune.knob<\"size\"> options = [1, 2, 4]"
    " -> !transform.param<i64>\n"
    "    %n = transform.tune.knob<\"size\"> options = [1, 2, 4]"
    " -> !transform.param<i64>\n" MATCH(
        "linalg.matmul") "    transform.tune.alternatives<\"tile\"> {\n"
                         "      transform.yield\n"
                         "    }, {\n"
                         "      %t, %l:2 = transform.structured.tile_using_for"
                         " %m tile_sizes [%k, %n] : (" ANY
                         ", !transform.param<i64>, !transform.param<i64>)"
                         " -> (" ANY ", " ANY ", " ANY ")\n"
                         "      transform.yield\n"
                         "    }\n");

static inline AsStatus choose(MlirModule script, const char *knob,
                              int64_t value, const char *text, AsError *error) {
  AsKnobChoice choice = {knob, value, text};
  return asScriptChoose(script, &choice, error);
}

static inline MlirModule lower(const char *text, AsFp fp) {
  MlirModule module = parse(text);
  AsError error = {0};
  if (asLowerModule(module,
                    &(AsLowerOptions){.threads = 1, .fp = fp, .verify = true},
                    &error))
    fail_msg("%s", error.message);
  return module;
}

static const char dynamic[] =
    "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %r = linalg.negf ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>)"
    " -> tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n}\n";

/// Links the object code and calls `entry`.
static inline void *load(const AsText *object, char path[32], const char *entry,
                         void (**function)(void **)) {
  strcpy(path, "/tmp/as-unit-matmul.XXXXXX");
  assert_non_null(mkdtemp(path));
  char file[64];
  snprintf(file, sizeof file, "%s/task.so", path);
  AsError error = {0};
  if (asLinkShared(object, file, &error))
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
