//===- bridge.c - What the bridge adds to the MLIR C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"
#include "module.h"
#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// A context that keeps the last diagnostic
//===----------------------------------------------------------------------===//

static MlirDiagnosticSeverity lastSeverity;
static char lastMessage[256];

static void appendMessage(MlirStringRef text, void *data) {
  size_t used = strlen(lastMessage);
  snprintf(lastMessage + used, sizeof lastMessage - used, "%.*s",
           (int)text.length, text.data);
}

static MlirLogicalResult keepDiagnostic(MlirDiagnostic diagnostic, void *data) {
  lastSeverity = mlirDiagnosticGetSeverity(diagnostic);
  lastMessage[0] = 0;
  mlirDiagnosticPrint(diagnostic, appendMessage, NULL);
  return mlirLogicalResultSuccess();
}

static int setUp(void **state) {
  openContext(state);
  mlirContextAttachDiagnosticHandler(context, keepDiagnostic, NULL, NULL);
  return 0;
}

/// The first op of `module` called `name`.
typedef struct Search {
  const char *name;
  MlirOperation found;
} Search;

static MlirWalkResult visit(MlirOperation op, void *data) {
  Search *search = data;
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  if (name.length != strlen(search->name) ||
      memcmp(name.data, search->name, name.length) != 0)
    return MlirWalkResultAdvance;
  search->found = op;
  return MlirWalkResultInterrupt;
}

static MlirOperation find(MlirModule module, const char *name) {
  Search search = {.name = name};
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &search,
                    MlirWalkPreOrder);
  assert_false(mlirOperationIsNull(search.found));
  return search.found;
}

//===----------------------------------------------------------------------===//
// IR
//===----------------------------------------------------------------------===//

static void testEmit(void **state) {
  asBridgeEmitRemark(mlirLocationUnknownGet(context), "so it is");
  assert_int_equal(lastSeverity, MlirDiagnosticRemark);
  assert_string_equal(lastMessage, "so it is");
  asBridgeEmitWarning(mlirLocationUnknownGet(context), "beware");
  assert_int_equal(lastSeverity, MlirDiagnosticWarning);
  assert_string_equal(lastMessage, "beware");
}

static void testIteratorTypes(void **state) {
  MlirModule module = parseInput("lowering/matmul.mlir");
  AsBridgeIterator types[3];
  assert_int_equal(
      asBridgeIteratorTypes(find(module, "linalg.matmul"), types, 3), 3);
  assert_int_equal(types[0], AS_ITERATOR_PARALLEL);
  assert_int_equal(types[1], AS_ITERATOR_PARALLEL);
  assert_int_equal(types[2], AS_ITERATOR_REDUCTION);
  // Too little room: the count is still right.
  assert_int_equal(
      asBridgeIteratorTypes(find(module, "linalg.matmul"), types, 1), 3);
  assert_int_equal(asBridgeIteratorTypes(find(module, "func.func"), types, 3),
                   -1);
  mlirModuleDestroy(module);
}

/// Applies the sequence of a script to a matmul.
static AsBridgeTransform apply(const char *name) {
  MlirModule payload = parseInput("lowering/matmul.mlir"),
             script = parseInput(name);
  lastMessage[0] = 0;
  AsBridgeTransform status =
      asBridgeApplyNamedSequence(mlirModuleGetOperation(payload),
                                 find(script, "transform.named_sequence"));
  if (status == AS_TRANSFORM_APPLIED) {
    find(payload, "scf.for"); // It was tiled.
    assert_string_equal(lastMessage, "");
  } else {
    assert_string_not_equal(lastMessage, "");
  }
  mlirModuleDestroy(script);
  mlirModuleDestroy(payload);
  return status;
}

static void testTypeBytes(void **state) {
  static const struct {
    const char *type;
    int64_t bytes;
  } cases[] = {{"f32", 4},
               {"!llvm.array<3 x array<5 x i1>>", 15},
               {"!llvm.array<2 x i24>", 8},
               {"!llvm.array<7 x array<2 x bf16>>", 28},
               {"!llvm.array<2 x struct<(f32, f32)>>", 16}};
  MlirModule module = parse("");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirType type = mlirTypeParseGet(
        context, mlirStringRefCreateFromCString(cases[i].type));
    assert_int_equal(asBridgeTypeBytes(mlirModuleGetOperation(module), type),
                     cases[i].bytes);
  }
  mlirModuleDestroy(module);
}

static void testApplyNamedSequence(void **state) {
  assert_int_equal(apply("scripts/fixed-tile.mlir"), AS_TRANSFORM_APPLIED);
  assert_int_equal(apply("scripts/split-one.mlir"), AS_TRANSFORM_SILENCEABLE);
  // A knob that was never set.
  assert_int_equal(apply("scripts/tiling.mlir"), AS_TRANSFORM_DEFINITE);
  assert_non_null(strstr(lastMessage, "size"));
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static char seen[64]; // The values of the last run.

static void addNoDialects(MlirDialectRegistry registry) {}

static bool check(const char *const *values, const void *context, char *message,
                  size_t size) {
  snprintf(message, size, "%s is odd", values[0]);
  return atoi(values[0]) % 2 == 0;
}

static bool run(MlirOperation module, const char *const *values,
                const void *context) {
  snprintf(seen, sizeof seen, "%s %s %s", values[0], values[1],
           (const char *)context);
  return strcmp(values[1], "fail") != 0;
}

static const AsBridgeOption passOptions[] = {
    {"count", "N", "2", "An even number."},
    {"name", "NAME", "nobody", "A name."},
};

/// Runs the pipeline on an empty module; false if parsing or running fails.
static bool runPipeline(const char *pipeline) {
  MlirPassManager passes = mlirPassManagerCreate(context);
  lastMessage[0] = seen[0] = 0;
  bool ok = mlirLogicalResultIsSuccess(mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(passes),
      mlirStringRefCreateFromCString(pipeline), appendMessage, NULL));
  if (ok) {
    MlirModule module = parse("");
    ok = mlirLogicalResultIsSuccess(
        mlirPassManagerRunOnOp(passes, mlirModuleGetOperation(module)));
    mlirModuleDestroy(module);
  }
  mlirPassManagerDestroy(passes);
  return ok;
}

static void testPass(void **state) {
  static const AsBridgePass pass = {
      .anchor = "builtin.module",
      .argument = "as-test-pass",
      .description = "Shows its options",
      .options = passOptions,
      .numOptions = 2,
      .addDialects = addNoDialects,
      .check = check,
      .run = run,
      .context = "here",
  };
  assert_false(asBridgeHasPass("as-test-pass"));
  asBridgeRegisterPass(&pass);
  assert_true(asBridgeHasPass("as-test-pass"));

  assert_true(runPipeline("builtin.module(as-test-pass)"));
  assert_string_equal(seen, "2 nobody here");
  assert_true(runPipeline("builtin.module(as-test-pass{name=x count=4})"));
  assert_string_equal(seen, "4 x here");
  assert_true(runPipeline("builtin.module(as-test-pass{name='a b'})"));
  assert_string_equal(seen, "2 a b here");

  assert_false(runPipeline("builtin.module(as-test-pass{name=fail})"));
  assert_string_equal(seen, "2 fail here");
  assert_false(runPipeline("builtin.module(as-test-pass{count=3})"));
  assert_string_equal(seen, "");
  assert_non_null(strstr(lastMessage, "3 is odd"));
  assert_false(runPipeline("builtin.module(as-test-pass{colour=red})"));
  assert_non_null(strstr(lastMessage, "colour"));
  assert_false(runPipeline("builtin.module(func.func(as-test-pass))"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testEmit),      cmocka_unit_test(testIteratorTypes),
      cmocka_unit_test(testTypeBytes), cmocka_unit_test(testApplyNamedSequence),
      cmocka_unit_test(testPass),
  };
  return cmocka_run_group_tests(tests, setUp, closeContext);
}
