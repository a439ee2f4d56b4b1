//===- extract-tasks.c - Extraction, identity and description of tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each file in inputs/tasks is a module and says itself, in lines that begin
// with //=, what must be found in it: a line for each task, "WEIGHT x LABEL:
// STAGES", heaviest first, then one for each remark.
//
//===----------------------------------------------------------------------===//

#include "module.h"
#include "task/fusion-groups.h"
#include "task/task.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Extraction
//===----------------------------------------------------------------------===//

static const char *readTasks(const char *file) {
  char name[512];
  snprintf(name, sizeof name, "tasks/%s", file);
  return readInput(name);
}

static void readExpected(const char *text, AsText *expected) {
  static const char mark[] = "//= ";
  for (const char *at = strstr(text, mark); at; at = strstr(at, mark)) {
    at += strlen(mark);
    size_t length = strcspn(at, "\n");
    asTextAppend(expected, at, length + 1);
  }
}

static void printSet(const AsTaskSet *set, AsText *text) {
  for (int t = 0; t < set->numTasks; t++) {
    const AsTask *task = &set->tasks[t];
    asTextFormat(text, "%g x %s:", task->weight, task->label);
    for (int s = 0; s < task->program.numStages; s++)
      asTextFormat(text, " %s", asStageKindName(task->program.stages[s].kind));
    asTextAppendString(text, "\n");
  }
  for (int r = 0; r < set->numRemarks; r++)
    asTextFormat(text, "%s %s\n", set->remarks[r].location,
                 set->remarks[r].message);
}

static void removeMark(MlirOperation function, void *unused) {
  mlirOperationRemoveDiscardableAttributeByName(function,
                                                asIrString(AS_TASK_ATTRIBUTE));
  mlirOperationRemoveDiscardableAttributeByName(
      function, asIrString(AS_DESCRIPTION_ATTRIBUTE));
}

/// Prints the module with every call inlined. The order of operations is what
/// is left: the inputs are written such that outlining does not change it.
static void printFlat(MlirModule module, AsText *text) {
  AsError error = {0};
  asIrVisitFunctions(module, removeMark, NULL);
  if (asIrRunPipeline(mlirModuleGetOperation(module),
                      "builtin.module(inline,symbol-dce,canonicalize,cse)",
                      true, &error))
    fail_msg("%s", error.message);
  asIrPrint(mlirModuleGetOperation(module), text);
}

/// Tasks are told apart, each is marked once, and its text can be described
/// again to the same.
static void checkTasks(const AsTaskSet *set, MlirModule module) {
  AsText printed = {0};
  asIrPrint(mlirModuleGetOperation(module), &printed);
  for (int t = 0; t < set->numTasks; t++) {
    const AsTask *task = &set->tasks[t];
    assert_int_equal(strspn(task->hash, "0123456789abcdef"), 32);
    for (int other = 0; other < t; other++)
      assert_string_not_equal(task->hash, set->tasks[other].hash);
    assert_non_null(strstr(printed.data, task->hash));
    assert_true(asProgramIsSane(&task->program));

    MlirModule alone = parse(task->text);
    AsArena arena = {0};
    AsTask again = {0};
    AsError error = {0};
    assert_int_equal(
        asTaskDescribe(firstOperation(alone), &arena, &again, &error), AS_OK);
    assert_string_equal(again.hash, task->hash);
    assert_string_equal(again.label, task->label);
    assert_string_equal(again.text, task->text);
    asArenaDestroy(&arena);
    mlirModuleDestroy(alone);
  }
  asTextFree(&printed);
}

static void extractFile(const char *file) {
  AsText expected = {0}, actual = {0}, before = {0}, after = {0};
  const char *text = readTasks(file);
  readExpected(text, &expected);
  MlirModule module = parse(text);
  AsTaskSet set;
  asTaskExtract(module, true, &set);
  assert_true(mlirOperationVerify(mlirModuleGetOperation(module)));
  printSet(&set, &actual);
  if (strcmp(asTextString(&actual), asTextString(&expected)) != 0)
    fail_msg("%s: found\n%sexpected\n%s", file, asTextString(&actual),
             asTextString(&expected));
  checkTasks(&set, module);
  asTaskSetDestroy(&set);

  MlirModule original = parse(text);
  printFlat(original, &before);
  printFlat(module, &after);
  if (strcmp(before.data, after.data) != 0)
    fail_msg("%s: was\n%sis\n%s", file, before.data, after.data);
  mlirModuleDestroy(original);
  mlirModuleDestroy(module);
  asTextFree(&expected);
  asTextFree(&actual);
  asTextFree(&before);
  asTextFree(&after);
}

static void tasksAreExtracted(void **state) {
  struct dirent **files;
  int numFiles =
      scandir(AS_TEST_DIR "/unit/inputs/tasks", &files, NULL, alphasort);
  assert_true(numFiles > 12);
  for (int f = 0; f < numFiles; f++) {
    if (files[f]->d_name[0] != '.')
      extractFile(files[f]->d_name);
    free(files[f]);
  }
  free(files);
}

static void extractInput(const char *file, MlirModule *module, AsTaskSet *set) {
  *module = parse(readTasks(file));
  asTaskExtract(*module, true, set);
}

static void wholeFunctionsAreMarkedInPlace(void **state) {
  MlirModule module;
  AsTaskSet set;
  AsText mark = {0};
  extractInput("layernorm.mlir", &module, &set);
  MlirOperation function = firstOperation(module);
  assert_true(asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &mark));
  assert_string_equal(mark.data, set.tasks[0].hash);
  assert_true(mlirOperationIsNull(mlirOperationGetNextInBlock(function)));
  asTextFree(&mark);
  asTaskSetDestroy(&set);
  mlirModuleDestroy(module);
}

/// Of the two constants one comes along and one is passed.
static void denseConstantsAreArguments(void **state) {
  MlirModule module;
  AsTaskSet set;
  extractInput("constants.mlir", &module, &set);
  assert_int_equal(set.numTasks, 1);
  const AsTask *task = &set.tasks[0];
  assert_non_null(strstr(task->text, "dense<0.0"));
  assert_null(strstr(task->text, "3.0"));
  assert_int_equal(task->numBuffers, 3);
  for (int b = 0; b < 3; b++) {
    assert_int_equal(task->buffers[b].rank, 2);
    assert_int_equal(task->buffers[b].shape[0], 2);
    assert_int_equal(task->buffers[b].shape[1], 2);
    assert_int_equal(task->buffers[b].element, AS_ELEMENT_F32);
    assert_int_equal(task->buffers[b].isResult, b == 2);
  }
  asTaskSetDestroy(&set);
  mlirModuleDestroy(module);
}

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

static AsStatus describe(const char *text, AsArena *arena, AsTask *task,
                         AsError *error) {
  MlirModule module = parse(text);
  *task = (AsTask){0};
  AsStatus status = asTaskDescribe(firstOperation(module), arena, task, error);
  mlirModuleDestroy(module);
  return status;
}

static AsStatus describeInput(const char *name, AsArena *arena, AsTask *task) {
  return describe(readInput(name), arena, task, NULL);
}

static void sizesOfAMatmul(void **state) {
  AsArena arena = {0};
  AsTask task;
  assert_int_equal(describeInput("description/matmul.mlir", &arena, &task),
                   AS_OK);
  assert_string_equal(task.label, "matmul 4x8x16");
  assert_int_equal(task.reductionLength, 16);
  assert_true(task.flops == 2 * 4 * 8 * 16);
  // Each operand once. The zero is no traffic, as it is in the code.
  assert_true(task.minBytes == 4 * (4 * 16 + 16 * 8 + 4 * 8));

  assert_int_equal(describeInput("description/matmul-negf.mlir", &arena, &task),
                   AS_OK);
  assert_true(task.flops == 2 * 4 * 8 * 16 + 4 * 8);
  assert_true(task.minBytes == 4 * (4 * 16 + 16 * 8 + 4 * 8));

  assert_int_equal(
      describeInput("description/matmul-accumulate.mlir", &arena, &task),
      AS_OK);
  assert_true(task.minBytes == 4 * (4 * 16 + 16 * 8 + 4 * 8 + 4 * 8));
  asArenaDestroy(&arena);
}

static void accessesOfAConvolution(void **state) {
  AsArena arena = {0};
  AsTask task;
  assert_int_equal(describeInput("description/convolution.mlir", &arena, &task),
                   AS_OK);
  const AsStage *stage = &task.program.stages[0];
  static const int64_t extents[] = {1, 4, 3, 4, 3, 2, 2};
  assert_int_equal(stage->numDims, 7);
  for (int d = 0; d < 7; d++) {
    assert_int_equal(stage->extent[d], extents[d]);
    assert_int_equal(stage->isReduction[d], d >= 4);
  }
  const AsAccess *x = &stage->access[0];
  assert_int_equal(x->factor[1][1], 2); // Stride.
  assert_int_equal(x->factor[1][4], 2); // Dilation.
  assert_int_equal(x->factor[2][2], 3);
  assert_int_equal(x->factor[2][5], 1);
  assert_int_equal(x->factor[3][6], 1);
  const AsAccess *result = asStageResult(stage);
  assert_true(result->isWrite && result->isRead);
  assert_int_equal(asStageLaneLoop(&task.program, stage), 3);
  assert_int_equal(task.reductionLength, 12);
  asArenaDestroy(&arena);
}

static void arithmeticIsCountedByKind(void **state) {
  AsArena arena = {0};
  AsTask task;
  assert_int_equal(describeInput("description/arithmetic.mlir", &arena, &task),
                   AS_OK);
  static const int expected[AS_NUM_ARITHMETIC] = {
      [AS_ARITHMETIC_ADD] = 4,  [AS_ARITHMETIC_MUL] = 2,
      [AS_ARITHMETIC_DIV] = 1,  [AS_ARITHMETIC_COMPARE] = 1,
      [AS_ARITHMETIC_MATH] = 1, [AS_ARITHMETIC_INTEGER] = 0, // Folded away.
      [AS_ARITHMETIC_CAST] = 2};
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    assert_int_equal(task.program.stages[0].arithmetic[k], expected[k]);
  assert_true(task.flops == 10 * 9); // Casts are none.
  assert_true(task.minBytes == 10 * (4 + 4 + 2));
  asArenaDestroy(&arena);
}

static void whatIsNoTaskIsNotDescribed(void **state) {
  const char *refused[8];
  int numRefused = readParts("description/unsupported.mlir", refused, 8);
  assert_int_equal(numRefused, 4);
  for (int i = 0; i < numRefused; i++) {
    AsArena arena = {0};
    AsTask task;
    AsError error = {0};
    assert_int_equal(describe(refused[i], &arena, &task, &error),
                     AS_UNSUPPORTED);
    assert_string_not_equal(error.message, "");
    asArenaDestroy(&arena);
  }
}

//===----------------------------------------------------------------------===//
// Identity
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Long chains
//===----------------------------------------------------------------------===//

/// An operation that reads the result of the one before it.
typedef void WriteLink(int i, AsText *text);

static const char *chainType = "tensor<4x8xf32>";

static void writeOwnOperand(int i, AsText *text) {
  asTextFormat(text,
               "%%c%d = arith.constant dense<\"0x%064x%0192x\"> : %s\n"
               "%%v%d = linalg.add ins(%%v%d, %%c%d : %s, %s) "
               "outs(%%e : %s) -> %s\n",
               i, i, i + 1, chainType, i + 1, i, i, chainType, chainType,
               chainType, chainType);
}

static void writeSeveralUses(int i, AsText *text) {
  asTextFormat(text,
               "%%u%d = linalg.exp ins(%%v%d : %s) outs(%%e : %s) -> %s\n"
               "%%v%d = linalg.mul ins(%%u%d, %%v%d : %s, %s) "
               "outs(%%e : %s) -> %s\n",
               i, i, chainType, chainType, chainType, i + 1, i, i, chainType,
               chainType, chainType, chainType);
}

static void writeSingleUse(int i, AsText *text) {
  asTextFormat(text, "%%v%d = linalg.%s ins(%%v%d : %s) outs(%%e : %s) -> %s\n",
               i + 1, i % 3 ? "exp" : "negf", i, chainType, chainType,
               chainType);
}

static MlirModule makeChain(WriteLink *write, int numLinks) {
  AsText text = {0};
  asTextFormat(&text,
               "func.func @f(%%v0: %s) -> %s {\n"
               "%%e = tensor.empty() : %s\n",
               chainType, chainType, chainType);
  for (int i = 0; i < numLinks; i++)
    write(i, &text);
  asTextFormat(&text, "return %%v%d : %s\n}\n", numLinks, chainType);
  MlirModule module = parse(text.data);
  asTextFree(&text);
  return module;
}

/// Their tasks are of sizes that rules take, and several.
static void longChainsAreCut(void **state) {
  static WriteLink *const links[] = {writeOwnOperand, writeSeveralUses,
                                     writeSingleUse};
  for (size_t l = 0; l < sizeof links / sizeof *links; l++) {
    AsTaskSet set;
    MlirModule module = makeChain(links[l], 1000);
    asTaskExtract(module, true, &set);
    double runs = 0;
    for (int t = 0; t < set.numTasks; t++) {
      const AsProgram *program = &set.tasks[t].program;
      runs += set.tasks[t].weight;
      assert_in_range(program->numStages, 1, AS_MAX_STAGES);
      for (int s = 0; s < program->numStages; s++)
        assert_in_range(program->stages[s].numAccesses, 1, AS_MAX_ACCESSES);
    }
    assert_in_range((int)runs, 1000 / AS_MAX_TASK_OPERATIONS, 200);
    assert_int_equal(set.numRemarks, 0);
    asTaskSetDestroy(&set);
    mlirModuleDestroy(module);
  }
}

static void hashOf(const char *text, char hash[33]) {
  AsArena arena = {0};
  AsTask task;
  AsError error = {0};
  if (describe(text, &arena, &task, &error))
    fail_msg("%s", error.message);
  memcpy(hash, task.hash, sizeof task.hash);
  asArenaDestroy(&arena);
}

static void hashesNameContent(void **state) {
  const char *same[8], *others[8];
  int numSame = readParts("hashes/same.mlir", same, 8),
      numOthers = readParts("hashes/others.mlir", others, 8);
  assert_int_equal(numSame, 4);
  assert_int_equal(numOthers, 7);
  char hash[33], found[33], before[8][33];
  hashOf(readInput("hashes/matmul.mlir"), hash);
  for (int i = 0; i < numSame; i++) {
    hashOf(same[i], found);
    if (strcmp(hash, found) != 0)
      fail_msg("another hash than\n%s", same[i]);
  }
  for (int i = 0; i < numOthers; i++) {
    hashOf(others[i], before[i]);
    if (strcmp(hash, before[i]) == 0)
      fail_msg("no other hash than\n%s", others[i]);
    for (int other = 0; other < i; other++)
      assert_string_not_equal(before[i], before[other]);
  }
}

/// Before canonical form and in it.
static void placesOfConstantsDoNotCount(void **state) {
  const char *parts[4];
  assert_int_equal(readParts("hashes/constants.mlir", parts, 4), 4);
  char before[33], found[33];
  AsHash plain = {0};
  for (int i = 0; i < 4; i++) {
    MlirModule module = parse(parts[i]);
    AsHash own = asTaskHashFunction(
        mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
    mlirModuleDestroy(module);
    hashOf(parts[i], found);
    if (i > 0 && (own.high != plain.high || own.low != plain.low ||
                  strcmp(found, before) != 0))
      fail_msg("another hash than before of\n%s", parts[i]);
    plain = own;
    memcpy(before, found, sizeof before);
  }
}

/// The same places with other values, or of another order of use.
static void constantsCount(void **state) {
  static const char *const others[][2] = {{"2.0 : f32", "2.5 : f32"},
                                          {"%x, %two", "%x, %three"}};
  const char *parts[4];
  readParts("hashes/constants.mlir", parts, 4);
  char hash[33], found[33];
  hashOf(parts[0], hash);
  for (int o = 0; o < 2; o++) {
    const char *at = strstr(parts[0], others[o][0]);
    AsText other = {0};
    asTextFormat(&other, "%.*s%s%s", (int)(at - parts[0]), parts[0],
                 others[o][1], at + strlen(others[o][0]));
    hashOf(other.data, found);
    assert_string_not_equal(found, hash);
    asTextFree(&other);
  }
}

/// Records are found again by it: a change makes every store stale.
static void hashesAreForever(void **state) {
  char hash[33];
  hashOf(readInput("hashes/matmul.mlir"), hash);
  assert_string_equal(hash, "ffbb6c7a40ac0f390a92ac5dc33c1b91");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tasksAreExtracted),
      cmocka_unit_test(wholeFunctionsAreMarkedInPlace),
      cmocka_unit_test(denseConstantsAreArguments),
      cmocka_unit_test(sizesOfAMatmul),
      cmocka_unit_test(accessesOfAConvolution),
      cmocka_unit_test(arithmeticIsCountedByKind),
      cmocka_unit_test(whatIsNoTaskIsNotDescribed),
      cmocka_unit_test(longChainsAreCut),
      cmocka_unit_test(hashesNameContent),
      cmocka_unit_test(placesOfConstantsDoNotCount),
      cmocka_unit_test(constantsCount),
      cmocka_unit_test(hashesAreForever),
  };
  return cmocka_run_group_tests_name("task", tests, openContext, closeContext);
}
