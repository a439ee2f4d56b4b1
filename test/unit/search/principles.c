//===- principles.c - Tests of a search that goes by principles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of principles, good and bad, and what they leave of a sketch.
//
//===----------------------------------------------------------------------===//

#include "search/principles.h"
#include "inputs/programs.h"
#include "support/text.h"
#include <string.h>
#include <unistd.h>

static AsPrinciples principles;

/// Reads a file that has this text.
static AsStatus readText(const char *text, AsError *error) {
  char path[] = "/tmp/as-principles-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  asPrinciplesFree(&principles);
  AsStatus status = asPrinciplesRead(path, &principles, error);
  unlink(path);
  return status;
}

static void goodFile(void **state) {
  AsError error = {0};
  assert_int_equal(
      readText("{\"principlesVersion\":1,\"later\":[1],\"principles\":["
               "{\"signature\":\"a\",\"device\":\"cpu\",\"sketch\":\"s\","
               "\"knob\":\"k\",\"atMost\":4,\"words\":\"w\"},"
               "{\"signature\":\"b\",\"device\":\"gpu\",\"sketch\":\"t\","
               "\"knob\":\"l\",\"atLeast\":16}]}",
               &error),
      AS_OK);
  assert_int_equal(principles.count, 2);
  assert_true(principles.items[0].isMost && principles.items[0].limit == 4);
  assert_string_equal(principles.items[0].signature, "a");
  assert_false(principles.items[1].isMost);
  assert_true(principles.items[1].limit == 16);
  assert_string_equal(principles.items[1].knob, "l");
  assert_int_equal(
      readText("{\"principlesVersion\":1,\"principles\":[]}", &error), AS_OK);
  assert_int_equal(principles.count, 0);
  asPrinciplesFree(&principles);
}

static void badFiles(void **state) {
  static const char *const texts[][2] = {
      {"", "is no JSON: "},
      {"{\"principlesVersion\":1,\"principles\":[", "is no JSON: "},
      {"[]", "has no principles: expected an object with principlesVersion"},
      {"{\"principles\":[]}", "has no principles"},
      {"{\"principlesVersion\":1}", "has no principles"},
      {"{\"principlesVersion\":2,\"principles\":{}}",
       "is of a later as-opt: its version is 2, and this one reads up to 1"},
      {"{\"principlesVersion\":1,\"principles\":[7]}", "principle 1 of "},
      {"{\"principlesVersion\":1,\"principles\":[{\"signature\":\"a\","
       "\"device\":\"cpu\",\"sketch\":\"s\",\"knob\":\"k\",\"atMost\":4},"
       "{\"signature\":\"a\",\"device\":\"cpu\",\"sketch\":\"s\","
       "\"knob\":\"k\"}]}",
       "principle 2 of "},
      {"{\"principlesVersion\":1,\"principles\":[{\"signature\":\"a\","
       "\"device\":\"cpu\",\"sketch\":\"s\",\"knob\":\"k\",\"atMost\":4,"
       "\"atLeast\":4}]}",
       "one of atMost and atLeast"},
      {"{\"principlesVersion\":1,\"principles\":[{\"signature\":\"a\","
       "\"device\":\"cpu\",\"sketch\":\"s\",\"knob\":3,\"atMost\":4}]}",
       "is damaged: expected signature, device, sketch, knob"},
  };
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    AsError error = {0};
    assert_int_equal(readText(texts[t][0], &error), AS_INVALID_INPUT);
    if (!strstr(error.message, texts[t][1]) ||
        !strstr(error.message, "as-view --principles -o FILE"))
      fail_msg("no \"%s\" in: %s", texts[t][1], error.message);
  }
  asPrinciplesFree(&principles);
  AsError error = {0};
  assert_int_equal(asPrinciplesRead("/nowhere.json", &principles, &error),
                   AS_NOT_FOUND);
  asPrinciplesFree(&principles);
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

/// The first sketch of a product that has that knob.
static const AsSketch *sketchWith(const Program *program, const char *knob,
                                  int *number) {
  for (int s = 0; s < program->numSketches; s++)
    for (int k = 0; k < program->sketches[s].numKnobs; k++)
      if (strcmp(program->sketches[s].knobs[k].name, knob) == 0) {
        *number = k;
        return &program->sketches[s];
      }
  fail_msg("there is no knob '%s'", knob);
  return NULL;
}

static int apply(const AsSketch *sketch, AsPrinciple *items, int count,
                 const char *target, AsAllowed *allowed) {
  AsPrinciples some = {.items = items, .count = count};
  return asPrinciplesApply(&some, sketch, 1, target, allowed);
}

static int countAllowed(const AsAllowed *allowed, int k) {
  return __builtin_popcountll(allowed->options[k]);
}

static void leavesOptionsOut(void **state) {
  Program program;
  MlirContext context = asIrContextCreate();
  openProgram("matmul-large.mlir", &programTargets[0], context, &program);
  int k = 0;
  const AsSketch *sketch = sketchWith(&program, "register_0", &k);
  const AsKnob *knob = &sketch->knobs[k];
  assert_true(knob->numOptions > 3);
  AsHashText signature = asHashFormat(asProgramSignature(sketch->program));
  AsPrinciple most = {.signature = signature.text,
                      .device = "cpu",
                      .sketch = sketch->name,
                      .knob = "register_0",
                      .isMost = true,
                      .limit = (double)knob->options[1]};
  AsAllowed allowed;
  assert_int_equal(apply(sketch, &most, 1, "cpu:any:t1", &allowed), 1);
  assert_int_equal(countAllowed(&allowed, k), 2);
  for (int other = 0; other < sketch->numKnobs; other++)
    if (other != k)
      assert_int_equal(countAllowed(&allowed, other),
                       sketch->knobs[other].numOptions);
  AsRandom random = {9};
  AsPoint point;
  bool isSeen[2] = {false};
  for (int i = 0; i < 100; i++) {
    assert_true(asPointSampleAllowed(sketch, &allowed, &random, &point));
    assert_true(asPointIsAllowed(sketch, &allowed, &point));
    assert_in_range(point.choice[k], 0, 1);
    isSeen[point.choice[k]] = true;
  }
  assert_true(isSeen[0] && isSeen[1]);
  point.choice[k] = 2;
  assert_false(asPointIsAllowed(sketch, &allowed, &point));

  // Two principles of one knob leave what both allow; one that would leave
  // nothing is passed over.
  AsPrinciple both[3] = {most, most, most};
  both[1].isMost = false;
  both[2].limit = (double)knob->options[0];
  assert_int_equal(apply(sketch, both, 3, "cpu:any:t1", &allowed), 2);
  assert_int_equal(allowed.options[k], 2);

  // Of something else, or with nothing to leave out.
  AsPrinciple others[] = {most, most, most, most, most};
  others[0].signature = "0";
  others[1].sketch = "another";
  others[2].knob = "register_7";
  others[3].device = "gpu";
  others[4].limit = 1e9;
  assert_int_equal(apply(sketch, others, 5, "cpu:any:t1", &allowed), 0);
  assert_int_equal(countAllowed(&allowed, k), knob->numOptions);
  assert_int_equal(apply(sketch, &most, 1, "gpu:any", &allowed), 0);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(goodFile),
      cmocka_unit_test(badFiles),
      cmocka_unit_test(leavesOptionsOut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
