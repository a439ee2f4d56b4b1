//===- record.h - Records and stores to test with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder for each test, stores in it, sample records, and how to compare what
// a store holds with them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_RECORD_H
#define AS_TEST_RECORD_H

#include "record/record-fields.h"
#include "record/record.h"
#include "record/thing.h"
#include "support/text.h"
#include <ftw.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

static char folder[64]; ///< A fresh one for each test.
static AsError error;

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define assertOk(call)                                                         \
  do {                                                                         \
    if ((call) != AS_OK)                                                       \
      fail_msg("%s: %s", #call, error.message);                                \
  } while (0)
#define assertContains(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part))                                                   \
      fail_msg("no \"%s\" in: %s", part, text);                                \
  } while (0)

static inline int setUp(void **state) {
  snprintf(folder, sizeof folder, "/tmp/as-record-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static inline int removeEntry(const char *path, const struct stat *status,
                              int type, struct FTW *walk) {
  return remove(path);
}

static inline int tearDown(void **state) {
  return nftw(folder, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
}

static inline const char *inFolder(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static inline AsStore *openStore(const char *path) {
  AsStore *store = NULL;
  assertOk(asStoreOpen(path, &store, &error));
  return store;
}

/// A new store of the kind that a test is run for; see EACH_STORE.
static inline AsStore *newStore(void **state) {
  bool isFile = strcmp(*state, "file") == 0;
  static int number;
  char name[32];
  snprintf(name, sizeof name, "new%d.db", number++);
  return openStore(isFile ? inFolder(name) : *state);
}

/// A record with an address of its own for each `number`.
static inline AsRecord numbered(int number) {
  static char point[32];
  snprintf(point, sizeof point, "{\"tile\":%d}", number);
  return (AsRecord){.task = "t",
                    .target = "cpu",
                    .compiler = "c",
                    .sketch = "s",
                    .sketchVersion = "v",
                    .point = point};
}

static const double someTimes[] = {0.1 + 0.2, 5e-324, 1e300, 0, 1.0 / 3};

/// Holds something else than zero in every field.
static const AsRecord full = {
    .task = "0123456789abcdef0123456789abcdef",
    .target = "cpu:skylake-avx512:t1",
    .compiler = "LLVM 22.1.8",
    .sketch = "contraction-pack",
    .sketchVersion = "fedcba9876543210fedcba9876543210",
    .point = "{\"tile\":[4,16,1],\"order\":{\"of\":\"ikj\"},\"x\":0.1}",
    .outcome = AS_OUTCOME_WRONG_ANSWER,
    .message = "\"quoted\" \\ \b\f\n\r\t\x01 \xc3\xa9 \xe2\x82\xac / ",
    .times = someTimes,
    .numTimes = COUNT(someTimes),
    .seconds = 0x1p-10,
    .checked = true,
    .maxError = INFINITY,
    .tolerance = 0x1p-24,
    .buildSeconds = 1.25,
    .measureSeconds = 1e-9,
    .objectHash = "00ff",
    .asVersion = "0.1.0",
    .host = "Some CPU",
    .date = -INT64_C(9007199254740993),
    .seed = UINT64_C(0xfedcba9876543211),
    .run = "00112233445566778899aabbccddeeff",
    .extra = "{\"newer\":{\"a\":[true,false,null,1.5]},\"other\":\"x\"}",
};

static inline void assertSame(const AsRecord *a, const AsRecord *b) {
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++) {
    const AsRecordField *field = &asRecordFields[i];
    bool same = false;
    switch (field->kind) {
    case AS_RECORD_STRING:
    case AS_RECORD_OBJECT:
    case AS_RECORD_EXTRA:
      same = strcmp(AS_RECORD_MEMBER(const char *, a, field),
                    AS_RECORD_MEMBER(const char *, b, field)) == 0;
      break;
    case AS_RECORD_OUTCOME:
      same = a->outcome == b->outcome;
      break;
    case AS_RECORD_TIMES:
      same = a->numTimes == b->numTimes &&
             (!a->numTimes ||
              memcmp(a->times, b->times, a->numTimes * sizeof(double)) == 0);
      break;
    case AS_RECORD_BOOL:
      same =
          AS_RECORD_MEMBER(bool, a, field) == AS_RECORD_MEMBER(bool, b, field);
      break;
    case AS_RECORD_REAL:
    case AS_RECORD_SECONDS:
    case AS_RECORD_INT:
    case AS_RECORD_UINT:
      same = AS_RECORD_MEMBER(uint64_t, a, field) ==
             AS_RECORD_MEMBER(uint64_t, b, field);
      break;
    }
    if (!same)
      fail_msg("the field '%s' differs", field->name);
  }
}

/// Compares what is visited with `expected`, one by one.
typedef struct Expectation {
  const AsRecord *expected;
  size_t count;
} Expectation;

static inline AsStatus expectRecord(const AsRecord *record, void *context,
                                    AsError *error) {
  Expectation *expectation = context;
  assertSame(expectation->expected + expectation->count++, record);
  return AS_OK;
}

static inline void assertHolds(AsStore *store, const AsRecord *expected,
                               size_t count) {
  Expectation expectation = {expected, 0};
  assertOk(asStoreVisit(store, &(AsRecordQuery){0}, expectRecord, &expectation,
                        &error));
  assert_int_equal(expectation.count, count);
}

static inline AsStatus countRecord(const AsRecord *record, void *context,
                                   AsError *error) {
  ++*(size_t *)context;
  return AS_OK;
}

static inline size_t countRecords(AsStore *store) {
  size_t count = 0;
  assertOk(
      asStoreVisit(store, &(AsRecordQuery){0}, countRecord, &count, &error));
  return count;
}

/// The caller frees the text.
static inline char *exported(AsStore *store) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assertOk(asStoreExportJson(store, out, &error));
  fclose(out);
  return text;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setUp, tearDown)

/// A test of what every store must do, for each of them.
#define EACH_STORE(name)                                                       \
  {#name " in a file", name, setUp, tearDown, "file"}, {                       \
#name " in memory", name, setUp, tearDown, ":memory:"                      \
  }

#endif // AS_TEST_RECORD_H
