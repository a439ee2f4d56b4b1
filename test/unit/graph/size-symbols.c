//===- size-symbols.c - The sizes that a caller chooses
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sizes are one, what those of results are, and what sizes must be to go
// together.
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-symbols.h"
#include "module.h"

/// Appends the results of a map, by the names of symbols.
static void appendMap(const AsSymbols *symbols, MlirAffineMap map,
                      AsText *text) {
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); i++) {
    asTextAppendString(text, i ? ", " : "");
    asSymbolsPrint(symbols, mlirAffineMapGetResult(map, i), text);
  }
}

static void functionsHaveSymbols(void **state) {
  static const struct {
    const char *function, *shapes, *zeros;
  } cases[] = {
      {"one", "d0, 4, d0, 4", ""},
      {"united", "rows, d0, rows, d0, rows, d0", ""},
      {"branch", "d0, d1, d0", ""},
      {"namesakes", "n, n", ""},
      {"arithmetic", "d0, d1, 6, d0 * d1, 6, d0 * 2, 3, d0 + 1, d0 + d1, 8",
       ""},
      {"caller", "d0, d0, d0 * 2", ""},
      {"transposed", "d0, d1, d1, d0, d1, d0", ""},
      {"reduced", "d0, d1, d0, d1, d1, d1, d1, d1", ""},
      {"mapped", "d0, d0, d0, d0", ""},
      {"broadcast", "d0, d1, d0, d1, d0", ""},
      {"softmax", "d0, d1, d0, d1, d0, d1", ""},
      {"packed", "d0, d1, d2, d3, 8, 4, d2, d3, 8, 4", ""},
      {"loop", "d0, d0", ""},
      {"slice", "d0, d1, 4, d1, 4", ""},
      {"maxima",
       "d0, d1, d0 max 4, 4 max d1, (d0 - 2) max d1, d0 max (d1 * 2 + 1), "
       "d0 max 4 max d1",
       ""},
      {"zeros", "d0, d1, d2, d0 * 2", "d0 * 2 - d1, d2 - 4"},
  };
  MlirModule module = parseInput("graph/sizes.mlir");
  AsError error = {0};
  assert_int_equal(asGraphNameSizes(module, &error), AS_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsSymbols symbols;
    AsText shapes = {0}, zeros = {0};
    MlirOperation function = asIrLookUp(module, cases[i].function);
    if (!asSymbolsGet(function, &symbols))
      fail_msg("'%s' has no symbols", cases[i].function);
    appendMap(&symbols, symbols.shapes, &shapes);
    appendMap(&symbols, symbols.zeros, &zeros);
    if (strcmp(asTextString(&shapes), cases[i].shapes) != 0 ||
        strcmp(asTextString(&zeros), cases[i].zeros) != 0)
      fail_msg("'%s': %s; %s", cases[i].function, asTextString(&shapes),
               asTextString(&zeros));
    asTextFree(&shapes);
    asTextFree(&zeros);
  }
  mlirModuleDestroy(module);
}

static void othersSayWhyNot(void **state) {
  static const struct {
    const char *function, *why;
  } cases[] = {
      {"data", "dimension 0 of result 0 has a size that is no sum or product "
               "of sizes of arguments: it depends on 'tensor.extract' at "
               "graph/sizes.mlir:"},
      {"growing", "it depends on 'scf.for' at graph/sizes.mlir:"},
      {"recursive", "it depends on 'func.call' at graph/sizes.mlir:"},
      {"static", NULL},
      {"strided", NULL},
      {"callee", NULL},
  };
  MlirModule module = parseInput("graph/sizes.mlir");
  AsError error = {0};
  assert_int_equal(asGraphNameSizes(module, &error), AS_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsText why = {0};
    MlirOperation function = asIrLookUp(module, cases[i].function);
    assert_false(asSymbolsGet(function, &(AsSymbols){0}));
    bool isBarred = asIrStringAttribute(function, AS_NO_ENTRY_ATTRIBUTE, &why);
    if (isBarred != (cases[i].why != NULL) ||
        (isBarred && !strstr(why.data, cases[i].why)))
      fail_msg("'%s': %s", cases[i].function, asTextString(&why));
    asTextFree(&why);
  }
  mlirModuleDestroy(module);
}

static void namesAreChecked(void **state) {
  static const char *const cases[] = {
      "tensor<?xf32> {as.sizes = []}",
      "tensor<?xf32> {as.sizes = [\"n\", \"m\"]}",
      "tensor<?xf32> {as.sizes = \"n\"}",
      "tensor<?xf32> {as.sizes = [1]}",
      "tensor<?xf32> {as.sizes = [\"\"]}",
      "tensor<?xf32> {as.sizes = [\"2n\"]}",
      "tensor<?xf32> {as.sizes = [\"n m\"]}",
      "tensor<?xf32> {as.sizes = [\"n]\"]}",
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsText text = {0};
    AsError error = {0};
    asTextFormat(&text, "func.func @f(%%x: %s) { return }", cases[i]);
    MlirModule module = parse(text.data);
    if (asGraphNameSizes(module, &error) != AS_INVALID_INPUT ||
        !strstr(error.message, "as.sizes of argument 0: expected a list with"))
      fail_msg("%s: %s", cases[i], error.message);
    mlirModuleDestroy(module);
    asTextFree(&text);
  }
}

/// Functions that each call the one before twice: whoever analyses a function
/// at each of its calls is not done with 64 of them.
static void calleesAreAnalysedOnce(void **state) {
  static const char type[] = "(tensor<?xf32>) -> tensor<?xf32>";
  AsText text = {0};
  AsError error = {0};
  asTextAppendString(&text, "func.func @f0(%x: tensor<?xf32>) -> tensor<?xf32> "
                            "{ return %x : tensor<?xf32> }\n");
  for (int f = 1; f < 64; f++)
    asTextFormat(&text,
                 "func.func @f%d(%%x: tensor<?xf32>) -> tensor<?xf32> {\n"
                 "  %%a = call @f%d(%%x) : %s\n  %%b = call @f%d(%%a) : %s\n"
                 "  return %%b : tensor<?xf32>\n}\n",
                 f, f - 1, type, f - 1, type);
  MlirModule module = parse(text.data);
  assert_int_equal(asGraphNameSizes(module, &error), AS_OK);
  AsSymbols symbols;
  AsText shapes = {0};
  assert_true(asSymbolsGet(asIrLookUp(module, "f63"), &symbols));
  appendMap(&symbols, symbols.shapes, &shapes);
  assert_string_equal(asTextString(&shapes), "d0, d0");
  mlirModuleDestroy(module);
  asTextFree(&shapes);
  asTextFree(&text);
}

/// What was found stays: schedules hide what makes sizes equal.
static void symbolsAreKept(void **state) {
  MlirModule module = parseInput("graph/sizes.mlir");
  AsError error = {0};
  MlirOperation function = asIrLookUp(module, "united");
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_SYMBOLS_ATTRIBUTE),
      mlirAttributeParseGet(
          context,
          asIrString("{names = [\"k\"], shapes = affine_map<()[s0] -> (s0, s0, "
                     "s0, s0, s0, s0)>, zeros = affine_map<()[s0] -> ()>}")));
  assert_int_equal(asGraphNameSizes(module, &error), AS_OK);
  AsSymbols symbols;
  assert_true(asSymbolsGet(function, &symbols));
  assert_int_equal(symbols.count, 1);
  mlirModuleDestroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functionsHaveSymbols),
      cmocka_unit_test(othersSayWhyNot),
      cmocka_unit_test(namesAreChecked),
      cmocka_unit_test(calleesAreAnalysedOnce),
      cmocka_unit_test(symbolsAreKept),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
