//===- option-table.c - The option table and its parsing
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// String tables: command lines that must work, with what they set, and those
// that must fail, with what the message must say.
//
//===----------------------------------------------------------------------===//

#include "support/option-table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { MOST_ARGUMENTS = 16 };

/// Splits `line` at blanks, in place.
static int split(char *line, char **argv) {
  int argc = 0;
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
    assert_true(argc < MOST_ARGUMENTS);
    argv[argc++] = word;
  }
  argv[argc] = NULL;
  return argc;
}

typedef struct CommandLine {
  char text[256];
  char *argv[MOST_ARGUMENTS + 1];
  AsOptions options;
  const char *first;
  AsError error;
} CommandLine;

static AsStatus take(CommandLine *line, const char *text) {
  *line = (CommandLine){.options = asOptionsDefault()};
  assert_true(strlen(text) < sizeof line->text);
  strcpy(line->text, text);
  int argc = split(line->text, line->argv);
  AsStatus status = asOptionsTake(&argc, line->argv, &line->options,
                                  &line->first, &line->error);
  if (!status)
    assert_null(line->argv[argc]);
  return status;
}

static const AsOption *find(const char *name) {
  size_t count;
  const AsOption *table = asOptionTable(&count);
  for (size_t i = 0; i < count; i++)
    if (strcmp(table[i].name, name) == 0)
      return &table[i];
  return NULL;
}

static void testTake(void **state) {
  static const struct {
    const char *line, *option, *value, *rest;
  } cases[] = {
      {"as-opt", "trials", "-1", "as-opt"},
      {"as-opt --trials=64 a.mlir", "trials", "64", "as-opt a.mlir"},
      {"as-opt --trials 64 a.mlir", "trials", "64", "as-opt a.mlir"},
      {"as-opt -trials=64", "trials", "64", "as-opt"},
      {"as-opt --trials -1", "trials", "-1", "as-opt"},
      {"as-opt --trials=1 --trials=2", "trials", "2", "as-opt"},
      {"as-opt --trials=-1 -", "trials", "-1", "as-opt -"},
      {"as-opt --time-limit=0.5", "time-limit", "0.5", "as-opt"},
      {"as-opt --time-limit=1e3", "time-limit", "1000", "as-opt"},
      {"as-opt --time-limit=5m", "time-limit", "300", "as-opt"},
      {"as-opt --time-limit=1.5h", "time-limit", "5400", "as-opt"},
      {"as-opt --time-limit=7d", "time-limit", "604800", "as-opt"},
      {"as-opt --run-timeout=2500ms", "run-timeout", "2.5", "as-opt"},
      {"as-opt --build-timeout 90s", "build-timeout", "90", "as-opt"},
      {"as-opt --memory-limit=512", "memory-limit", "512", "as-opt"},
      {"as-opt --memory-limit=512M", "memory-limit", "512", "as-opt"},
      {"as-opt --memory-limit=4G", "memory-limit", "4096", "as-opt"},
      {"as-opt --memory-limit=1T", "memory-limit", "1048576", "as-opt"},
      {"as-opt --seed=9223372036854775807", "seed", "9223372036854775807",
       "as-opt"},
      {"as-opt --autoschedule x.mlir", "autoschedule", "true", "as-opt x.mlir"},
      {"as-opt --autoschedule=true", "autoschedule", "true", "as-opt"},
      {"as-opt --autoschedule=false", "autoschedule", "false", "as-opt"},
      {"as-opt --emit=object -o f", "emit", "object", "as-opt -o f"},
      {"as-opt --records=a=b", "records", "a=b", "as-opt"},
      {"as-opt --records=--", "records", "--", "as-opt"},
      {"as-opt --records=", "records", "", "as-opt"},
      // What is not ours, or not the driver's, stays.
      {"as-opt --canonicalize --trials=2 --cse", "trials", "2",
       "as-opt --canonicalize --cse"},
      {"as-opt --trial=64", "trials", "-1", "as-opt --trial=64"},
      {"as-opt ---trials=64", "trials", "-1", "as-opt ---trials=64"},
      {"as-opt trials=64", "trials", "-1", "as-opt trials=64"},
      {"as-opt --output=f", "output", "", "as-opt --output=f"},
      {"as-opt -- --trials=64", "trials", "-1", "as-opt -- --trials=64"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    CommandLine line;
    assert_int_equal(take(&line, cases[i].line), AS_OK);
    AsText value = {0}, rest = {0};
    asOptionFormat(find(cases[i].option), &line.options, &value);
    assert_string_equal(asTextString(&value), cases[i].value);
    for (char **argument = line.argv; *argument; argument++)
      asTextFormat(&rest, "%s%s", rest.length ? " " : "", *argument);
    assert_string_equal(asTextString(&rest), cases[i].rest);
    asTextFree(&value);
    asTextFree(&rest);
  }
}

static void testFirst(void **state) {
  CommandLine line;
  assert_int_equal(take(&line, "as-opt --cse x.mlir"), AS_OK);
  assert_null(line.first);
  assert_int_equal(take(&line, "as-opt --cse --seed=1 --trials=2"), AS_OK);
  assert_string_equal(line.first, "seed");
}

static void testTakeMustFail(void **state) {
  static const struct {
    const char *line, *message;
  } cases[] = {
      {"as-opt --trials", "--trials needs a value"},
      {"as-opt --trials --autoschedule", "'--autoschedule' follows"},
      {"as-opt --trials=", "bad value '' for trials"},
      {"as-opt --trials=abc", "a whole number from -1 to 2147483647"},
      {"as-opt --trials=6x", "bad value '6x'"},
      {"as-opt --trials=1.5", "a whole number"},
      {"as-opt --trials=-2", "bad value '-2'"},
      {"as-opt --trials=2147483648", "bad value '2147483648'"},
      {"as-opt --trials=99999999999999999999", "a whole number"},
      {"as-opt --seed=-1", "from 0 to 9223372036854775807"},
      {"as-opt --seed=9223372036854775808", "bad value"},
      {"as-opt --threads=1025", "from 0 to 1024"},
      {"as-opt --batch=0", "from 1 to 4096"},
      {"as-opt --time-limit=-1", "a number from 0"},
      {"as-opt --time-limit=nan", "a number from 0"},
      {"as-opt --time-limit=inf", "a number from 0"},
      {"as-opt --time-limit=5x",
       "bad value '5x' for time-limit: expected a number from 0 to 31536000, "
       "or one with a unit: ms, s, m, h, d"},
      {"as-opt --time-limit=m", "bad value 'm'"},
      {"as-opt --time-limit=5M", "bad value '5M'"},
      {"as-opt --time-limit=-5m", "bad value '-5m'"},
      {"as-opt --time-limit=2000d", "bad value '2000d'"},
      {"as-opt --run-timeout=500ms", "bad value '500ms'"},
      {"as-opt --memory-limit=4g", "with a unit: M, G, T"},
      {"as-opt --memory-limit=4GiB", "bad value '4GiB'"},
      {"as-opt --memory-limit=1.5G", "a whole number"},
      {"as-opt --memory-limit=9000000000000000T", "a whole number"},
      {"as-opt --trials=5m", "bad value '5m'"},
      {"as-opt --build-timeout=0", "a number from 1"},
      {"as-opt --emit=exe", "one of tasks, sketches, schedule"},
      {"as-opt --emit=LLVM", "bad value 'LLVM' for emit"},
      {"as-opt --emit=", "bad value '' for emit"},
      {"as-opt --stop-after=end", "one of extract, sketch"},
      {"as-opt --progress=loud", "one of auto, plain, json, none"},
      {"as-opt --fp=exact", "one of strict, contract, fast"},
      {"as-opt --autoschedule=yes", "true or false"},
      {"as-opt --autoschedule=", "true or false"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    CommandLine line;
    assert_int_equal(take(&line, cases[i].line), AS_INVALID_INPUT);
    assert_int_equal(line.error.status, AS_INVALID_INPUT);
    assert_non_null(strstr(line.error.message, cases[i].message));
  }
}

static void assertValue(const AsOptions *options, const char *name,
                        const char *expected) {
  AsError error = {0};
  char *value;
  assert_int_equal(asOptionsGet(options, name, &value, &error), AS_OK);
  assert_string_equal(value, expected);
  free(value);
}

static void testSet(void **state) {
  AsOptions *options = asOptionsCreate();
  AsError error = {0};
  assert_int_equal(asOptionsSet(options, "trials", "7", &error), AS_OK);
  assert_int_equal(asOptionsSet(options, "emit", "schedule", &error), AS_OK);
  assert_int_equal(options->trials, 7);
  assert_int_equal(options->emit, AS_EMIT_SCHEDULE);
  // A value that does not fit leaves the option as it was.
  assert_int_equal(asOptionsSet(options, "trials", "x", &error),
                   AS_INVALID_INPUT);
  assert_int_equal(options->trials, 7);
  assert_int_equal(asOptionsSet(options, "trials", " 8", NULL),
                   AS_INVALID_INPUT);
  assertValue(options, "trials", "7");
  assertValue(options, "emit", "schedule");
  assertValue(options, "time-limit", "0");
  asOptionsDestroy(options);
  asOptionsDestroy(NULL);
}

/// What is set lives as long as the options, whatever becomes of the text that
/// it was set from.
static void testSetCopies(void **state) {
  AsOptions *options = asOptionsCreate();
  char path[] = "first.db";
  assert_int_equal(asOptionsSet(options, "records", path, NULL), AS_OK);
  AsOptions *copy = asOptionsCopy(options);
  strcpy(path, "other");
  assertValue(options, "records", "first.db");
  assert_int_equal(asOptionsSet(options, "records", options->records, NULL),
                   AS_OK);
  assertValue(options, "records", "first.db");
  assert_int_equal(asOptionsSet(options, "records", path, NULL), AS_OK);
  assertValue(options, "records", "other");
  asOptionsDestroy(options);
  assertValue(copy, "records", "first.db");
  assertValue(copy, "report", "");
  asOptionsDestroy(copy);
}

/// Each option reads as it was set; nothing else changes with it.
static void testGet(void **state) {
  size_t count;
  const AsOption *table = asOptionTable(&count);
  AsOptions *from = asOptionsCreate(), *to = asOptionsCreate();
  assert_int_equal(asOptionsSet(from, "seed", "12345678901234567", NULL),
                   AS_OK);
  assert_int_equal(asOptionsSet(from, "time-limit", "0.1", NULL), AS_OK);
  for (size_t i = 0; i < count; i++) {
    char *value;
    assert_int_equal(asOptionsGet(from, table[i].name, &value, NULL), AS_OK);
    assert_int_equal(asOptionsSet(to, table[i].name, value, NULL), AS_OK);
    assertValue(to, table[i].name, value);
    free(value);
  }
  assert_int_equal(to->seed, 12345678901234567);
  assert_true(to->timeLimit == 0.1);
  asOptionsDestroy(from);
  asOptionsDestroy(to);
}

static void testGetMustFail(void **state) {
  AsOptions *options = asOptionsCreate();
  AsError error = {0};
  char any, *value = &any;
  assert_int_equal(asOptionsGet(options, "trails", &value, &error),
                   AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, "'trials'"));
  assert_null(value);
  asOptionsDestroy(options);
}

static void testSetMustFail(void **state) {
  static const struct {
    const char *name, *suggestion;
  } cases[] = {
      {"trails", "'trials'"},
      {"trial", "'trials'"},
      {"thread", "'threads'"},
      {"timelimit", "'time-limit'"},
      {"time_limit", "'time-limit'"},
      {"recrods", "'records'"},
      {"build-worker", "'build-workers'"},
      {"run-timout", "'run-timeout'"},
      {"Target", "'target'"},
      {"stopafter", "'stop-after'"},
      {"", NULL},
      {"vectorise", NULL},
      {"trials-per-task-and-a-name-longer-than-any-in-the-table-can-be", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsOptions *options = asOptionsCreate();
    AsError error = {0};
    assert_int_equal(asOptionsSet(options, cases[i].name, "1", &error),
                     AS_INVALID_INPUT);
    asOptionsDestroy(options);
    assert_non_null(strstr(error.message, "--help"));
    const char *suggested = strstr(error.message, "did you mean");
    if (cases[i].suggestion) {
      assert_non_null(suggested);
      assert_non_null(strstr(suggested, cases[i].suggestion));
    } else {
      assert_null(suggested);
    }
  }
}

/// What the table promises to those who read it.
static void testTable(void **state) {
  size_t count;
  const AsOption *table = asOptionTable(&count);
  AsOptions defaults = asOptionsDefault();
  for (size_t i = 0; i < count; i++) {
    const AsOption *option = &table[i];
    // editDistance has room for names of up to 64 letters.
    assert_in_range(strlen(option->name), 1, 64);
    assert_true(option->users);
    assert_string_not_equal(option->help, "");
    // LLVM and the Markdown reference keep it all on one line.
    assert_null(strchr(option->help, '\n'));
    for (size_t j = 0; j < i; j++)
      assert_string_not_equal(option->name, table[j].name);
    // The default is a value that parsing takes, and gives back.
    AsOptions options = defaults;
    AsText before = {0}, after = {0};
    asOptionFormat(option, &defaults, &before);
    assert_int_equal(
        asOptionParse(option, asTextString(&before), &options, NULL), AS_OK);
    asOptionFormat(option, &options, &after);
    assert_string_equal(asTextString(&before), asTextString(&after));
    asTextFree(&before);
    asTextFree(&after);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testTake),         cmocka_unit_test(testFirst),
      cmocka_unit_test(testTakeMustFail), cmocka_unit_test(testSet),
      cmocka_unit_test(testSetMustFail),  cmocka_unit_test(testTable),
      cmocka_unit_test(testSetCopies),    cmocka_unit_test(testGet),
      cmocka_unit_test(testGetMustFail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
