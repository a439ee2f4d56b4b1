//===- object-cache.c - Tests of the object cache
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was put is found again whole or not at all, and the folder stays within
// its limit. test/search/object-cache.test has searches.
//
//===----------------------------------------------------------------------===//

#include "pool/object-cache.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
// cmocka wants those above.
#include <cmocka.h>

static char folder[64];
static AsObjectCache *cache;

static int openCache(void **state) {
  (void)state;
  strcpy(folder, "/tmp/as-objects-XXXXXX");
  if (!mkdtemp(folder))
    return -1;
  cache = asObjectCacheOpen(folder, 1 << 20);
  return 0;
}

static int closeCache(void **state) {
  (void)state;
  asObjectCacheClose(cache);
  char command[100];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}

static AsHash key(int number) { return asHashInt(asHashStart(), number); }

/// An object of `size` bytes, other ones for each number.
static void put(int number, size_t size) {
  AsText object = {.data = malloc(size + 1), .length = size};
  memset(object.data, 'a' + number % 26, size);
  memcpy(object.data, &number, sizeof number < size ? sizeof number : size);
  asObjectCachePut(cache, key(number), &object, 0.25);
  free(object.data);
}

static bool has(int number, size_t size) {
  AsText object = {0};
  double seconds;
  bool isFound = asObjectCacheGet(cache, key(number), &object, &seconds);
  if (isFound) {
    assert_true(seconds == 0.25);
    assert_int_equal(object.length, size);
    assert_memory_equal(object.data, &number, sizeof number);
    assert_int_equal(object.data[size - 1], 'a' + number % 26);
    assert_int_equal(object.data[size], 0);
  }
  asTextFree(&object);
  return isFound;
}

static const char *pathOf(int number) {
  static char path[160];
  AsHashText digits = asHashFormat(key(number));
  snprintf(path, sizeof path, "%s/%.2s/%s", folder, digits.text,
           digits.text + 2);
  return path;
}

static void whatWasPutIsFound(void **state) {
  (void)state;
  assert_false(has(1, 100));
  put(1, 100);
  put(2, 5000);
  assert_true(has(1, 100));
  assert_true(has(2, 5000));
  assert_false(has(3, 100));
  asObjectCacheClose(cache);
  cache = asObjectCacheOpen(folder, 1 << 20);
  assert_true(has(2, 5000));
  assert_int_equal(asObjectCacheFailure(cache)->status, AS_OK);
}

/// Rewrites the file of an object by a change to its bytes.
static void damage(int number, void (*change)(AsText *file)) {
  AsText file = {0};
  assert_int_equal(asReadFile(pathOf(number), &file, NULL), AS_OK);
  change(&file);
  assert_int_equal(asWriteFile(pathOf(number), file.data, file.length, NULL),
                   AS_OK);
  asTextFree(&file);
}

static void flipLast(AsText *file) { file->data[file->length - 1] ^= 1; }
static void flipKey(AsText *file) { file->data[30] ^= 1; }
static void flipMagic(AsText *file) { file->data[0] ^= 1; }
static void cutLast(AsText *file) { file->length--; }
static void cutObject(AsText *file) { file->length -= 100; }
static void cutHeader(AsText *file) { file->length = 10; }
static void cutAll(AsText *file) { file->length = 0; }
static void addOne(AsText *file) { asTextAppend(file, "x", 1); }

static void damageIsFound(void **state) {
  (void)state;
  static void (*const changes[])(AsText *) = {flipMagic, flipLast,  flipKey,
                                              cutLast,   cutObject, cutAll,
                                              cutHeader, addOne};
  for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
    put(7, 100);
    assert_true(has(7, 100));
    damage(7, changes[c]);
    assert_false(has(7, 100));
    assert_int_not_equal(access(pathOf(7), F_OK), 0); // It is removed.
  }
}

static void objectsOfOthersAreNone(void **state) {
  (void)state;
  put(1, 100);
  put(2, 100);
  char first[160];
  strcpy(first, pathOf(1));
  assert_int_equal(rename(first, pathOf(2)), 0);
  assert_false(has(2, 100));
}

/// How many of the first `count` objects of `size` bytes there are.
static int countOf(int count, size_t size) {
  int found = 0;
  for (int i = 0; i < count; i++)
    found += has(i, size);
  return found;
}

static void whatWasNotUsedGoesFirst(void **state) {
  (void)state;
  enum { size = 30000, most = (1 << 20) / 32768 };
  for (int i = 0; i < most / 2; i++)
    put(i, size);
  usleep(20000); // Files have the time of the last tick.
  assert_true(has(0, size));
  for (int i = most / 2; i < 3 * most; i++) {
    usleep(2000);
    put(i, size);
    if (i % 8 == 0)
      assert_true(has(0, size));
  }
  assert_true(has(0, size));
  assert_false(has(1, size));
  assert_true(has(3 * most - 1, size));
  int left = countOf(3 * most, size);
  assert_in_range(left, most / 2, most);
}

static void whatIsTooLargeIsNotKept(void **state) {
  (void)state;
  put(1, 100);
  put(2, 2 << 20);
  assert_false(has(2, 2 << 20));
  assert_true(has(1, 100));
  assert_int_equal(asObjectCacheFailure(cache)->status, AS_OK);
}

static void failureEndsThePutting(void **state) {
  (void)state;
  put(1, 100);
  AsHashText digits = asHashFormat(key(2));
  char inTheWay[100];
  snprintf(inTheWay, sizeof inTheWay, "%s/%.2s", folder, digits.text);
  assert_int_equal(asWriteFile(inTheWay, "", 0, NULL), AS_OK);
  put(2, 100);
  const AsError *failure = asObjectCacheFailure(cache);
  assert_int_equal(failure->status, AS_IO);
  assert_non_null(strstr(failure->message, folder));
  put(3, 100);
  assert_false(has(3, 100));
  assert_true(has(1, 100)); // What is there still counts.
}

static void foldersOfOthersAreNotRead(void **state) {
  (void)state;
  put(1, 100);
  if (chown(folder, 1, 1) != 0)
    skip(); // That takes root.
  asObjectCacheClose(cache);
  cache = asObjectCacheOpen(folder, 1 << 20);
  assert_false(has(1, 100));
  put(2, 100);
  assert_int_not_equal(access(pathOf(2), F_OK), 0);
  assert_non_null(strstr(asObjectCacheFailure(cache)->message, "another user"));
}

#define TEST(function)                                                         \
  cmocka_unit_test_setup_teardown(function, openCache, closeCache)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(whatWasPutIsFound),         TEST(damageIsFound),
      TEST(objectsOfOthersAreNone),    TEST(whatWasNotUsedGoesFirst),
      TEST(whatIsTooLargeIsNotKept),   TEST(failureEndsThePutting),
      TEST(foldersOfOthersAreNotRead),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
