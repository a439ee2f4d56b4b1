//===- program-signature.c - Tests of the signature of a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a file in inputs/signatures are alike if the first word of their
// names is the same, and unlike otherwise.
//
//===----------------------------------------------------------------------===//

#include "module.h"
#include "task/task.h"

typedef struct Signed {
  AsText name;
  size_t word; ///< Length of the first word of the name.
  char signature[33], anchor[33];
} Signed;

enum { most = 16 };

typedef struct Functions {
  Signed of[most];
  int count;
} Functions;

static void sign(MlirOperation function, void *context) {
  Functions *functions = context;
  Signed *result = &functions->of[functions->count++];
  AsArena arena = {0};
  AsTask task = {0};
  AsError error = {0};
  assert_true(functions->count <= most);
  asIrStringAttribute(function, "sym_name", &result->name);
  result->word = strcspn(result->name.data, "_");
  if (asTaskDescribe(function, &arena, &task, &error))
    fail_msg("%s: %s", result->name.data, error.message);
  int anchor = asProgramAnchor(&task.program);
  strcpy(result->signature,
         asHashFormat(asProgramSignature(&task.program)).text);
  strcpy(result->anchor,
         asHashFormat(asStageSignature(&task.program, anchor < 0 ? 0 : anchor))
             .text);
  asArenaDestroy(&arena);
}

static Functions signAll(const char *file) {
  Functions functions = {.count = 0};
  MlirModule module = parseInput(file);
  asIrVisitFunctions(module, sign, &functions);
  mlirModuleDestroy(module);
  return functions;
}

static void freeAll(Functions *functions) {
  for (int i = 0; i < functions->count; i++)
    asTextFree(&functions->of[i].name);
}

/// Some suffixes say what differs that is no extent.
static bool isAlike(const Signed *a, const Signed *b) {
  static const char *const others[] = {"_f64", "_fixed", "_strided"};
  for (int i = 0; i < 3; i++)
    if (!strstr(a->name.data, others[i]) != !strstr(b->name.data, others[i]))
      return false;
  return a->word == b->word && memcmp(a->name.data, b->name.data, a->word) == 0;
}

static void expectClasses(const char *file, int count) {
  Functions functions = signAll(file);
  assert_int_equal(functions.count, count);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++) {
      const Signed *a = &functions.of[i], *b = &functions.of[j];
      if (isAlike(a, b) != (strcmp(a->signature, b->signature) == 0))
        fail_msg("%s and %s", a->name.data, b->name.data);
    }
  freeAll(&functions);
}

static void extentsAreLeftOutOfProducts(void **state) {
  expectClasses("signatures/products.mlir", 9);
}

static void extentsAreLeftOutOfWindowsAndPieces(void **state) {
  expectClasses("signatures/windows.mlir", 5);
}

/// Whatever follows it.
static void anchorsHaveTheirOwn(void **state) {
  Functions functions = signAll("signatures/products.mlir");
  const char *product = functions.of[0].anchor;
  int alike = 0;
  for (int i = 0; i < functions.count; i++) {
    const Signed *other = &functions.of[i];
    bool isUnlike = strstr(other->name.data, "transposed") ||
                    strstr(other->name.data, "_f64") ||
                    strstr(other->name.data, "_fixed");
    if (isUnlike == (strcmp(product, other->anchor) == 0))
      fail_msg("%s", other->name.data);
    alike += !isUnlike;
  }
  assert_int_equal(alike, 6);
  freeAll(&functions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extentsAreLeftOutOfProducts),
      cmocka_unit_test(extentsAreLeftOutOfWindowsAndPieces),
      cmocka_unit_test(anchorsHaveTheirOwn),
  };
  return cmocka_run_group_tests_name("signature", tests, openContext,
                                     closeContext);
}
