//===- model-files.c - Models saved and loaded
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loaded model scores as the saved one; what is no model is refused.
//
//===----------------------------------------------------------------------===//

#include "model.h"
#include <stdio.h>

static void testSaveAndLoad(void **state) {
  Programs programs = makePrograms(64, 3, 1);
  AsModel *model = makeTrained(&programs, 1), *loaded = makeModel(2);
  AsText saved = save(model);
  // Bytes, not a string: nothing may lean on a NUL behind them.
  char *exact = asAlloc(saved.length);
  memcpy(exact, saved.data, saved.length);
  assertOk(asModelLoad(loaded, exact, saved.length, &error));
  free(exact);
  AsModelRows rows = allOf(&programs);
  assertSameScores(model, loaded, &rows);
  AsText again = save(loaded);
  assert_string_equal(saved.data, again.data);
  asTextFree(&saved);
  asTextFree(&again);
  asModelDestroy(model);
  asModelDestroy(loaded);
  asArenaDestroy(&programs.arena);
}

static void assertRefuses(AsModel *model, const char *data, size_t length) {
  assertFails(AS_INVALID_INPUT, "train it anew",
              asModelLoad(model, data, length, &error));
}

/// A copy of `text` with the first `from` in it made `to`.
static AsText replace(const AsText *text, const char *from, const char *to) {
  AsText result = {0};
  const char *place = strstr(text->data, from);
  assert_non_null(place);
  asTextAppend(&result, text->data, (size_t)(place - text->data));
  asTextAppendString(&result, to);
  asTextAppendString(&result, place + strlen(from));
  return result;
}

static void testLoadRefusesGarbage(void **state) {
  Programs programs = makePrograms(64, 2, 1);
  AsModel *model = makeTrained(&programs, 1), *twin = makeTrained(&programs, 1);
  AsText saved = save(model);

  const char *garbage[] = {"",  "garbage", "{}",
                           "[", "null",    "{\"as-opt-model\""};
  for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)
    assertRefuses(model, garbage[i], strlen(garbage[i]));
  assertRefuses(model, NULL, 0);
  for (size_t length = 0; length + 1 < saved.length; length += 97)
    assertRefuses(model, saved.data, length);

  const char *edits[][2] = {{"as-opt-model\":1", "as-opt-model\":2"},
                            {"\n[", "\n[-1,0,"},
                            {"\n[", "\n[128,"},
                            {"\n[", "\n[nan,"},
                            {"\n[", "\n[0,inf,"},
                            {"\n[", "\n[0,1e39,"},
                            {"\n[", "\n[0,"},
                            {"],", "]"},
                            {"]}", "],"},
                            {"]}", "]}x"},
                            {"]}", "]} {"}};
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
    AsText edited = replace(&saved, edits[i][0], edits[i][1]);
    assertRefuses(model, edited.data, edited.length);
    asTextFree(&edited);
  }
  AsText narrow = replace(&saved, "\"width\":128", "\"width\":127");
  assertFails(AS_INVALID_INPUT, "127 features, this one has 128",
              asModelLoad(model, narrow.data, narrow.length, &error));
  asTextFree(&narrow);

  // More trees than a model has room for.
  AsText tree = {0}, many = {0};
  const char *begin = strchr(saved.data, '\n'), *end = strchr(begin, ']');
  asTextAppend(&tree, begin, (size_t)(end + 1 - begin));
  asTextAppend(&many, saved.data, (size_t)(begin - saved.data));
  for (int i = 0; i < 1000; i++)
    asTextFormat(&many, "%s%s", i ? "," : "", tree.data);
  asTextAppendString(&many, "]}");
  assertRefuses(model, many.data, many.length);
  asTextFree(&tree);
  asTextFree(&many);

  AsModelRows rows = allOf(&programs);
  assertSameScores(model, twin, &rows);
  // White space is all that may differ.
  AsText spaced = replace(&saved, "],", " ] ,\r\n\t");
  assertOk(asModelLoad(model, spaced.data, spaced.length, &error));
  assertSameScores(model, twin, &rows);
  asTextFree(&spaced);
  asTextFree(&saved);
  asModelDestroy(model);
  asModelDestroy(twin);
  asArenaDestroy(&programs.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testSaveAndLoad),
      cmocka_unit_test(testLoadRefusesGarbage),
  };
  return cmocka_run_group_tests_name("model-files", tests, NULL, NULL);
}
