//===- session.c - Tests of sessions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a file to calls, with saving and loading between them, and every step
// out of order.
//
//===----------------------------------------------------------------------===//

#include "as/session.h"
#include "driver/session/session.h"
#include "run.h"
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE = 8 };

static char data[] = "/tmp/as-sessions-XXXXXX"; ///< XDG_DATA_HOME.
static char model[64];                          ///< A file in it.
static AsError error;

#define assertOk(call)                                                         \
  do {                                                                         \
    if ((call) != AS_OK)                                                       \
      fail_msg("%s: %s", #call, error.message);                                \
  } while (0)
#define assertFails(call, expected, part)                                      \
  do {                                                                         \
    assert_int_equal(call, expected);                                          \
    assertContains(error.message, part);                                       \
  } while (0)

static int setUp(void **state) {
  if (!mkdtemp(data) || setenv("XDG_DATA_HOME", data, 1))
    return -1;
  snprintf(model, sizeof model, "%s/product.mlir", data);
  char *text = productOf(SIZE);
  AsStatus status = asWriteFile(model, text, strlen(text), &error);
  free(text);
  return status ? -1 : findWorker(state);
}

static int removeEntry(const char *path, const struct stat *status, int type,
                       struct FTW *walk) {
  return remove(path);
}

static int tearDown(void **state) {
  return nftw(data, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
}

static AsSession *create(void) {
  AsOptions *options = OPTIONS("trials", "2");
  AsSession *session = asSessionCreate(options);
  asOptionsDestroy(options);
  return session;
}

static float a[SIZE * SIZE], b[SIZE * SIZE], result[SIZE * SIZE];
static void *const buffers[] = {a, b, result};

/// Runs the product of an identity and numbers.
static void assertComputes(AsSession *session) {
  memset(a, 0, sizeof a);
  for (int i = 0; i < SIZE * SIZE; i++) {
    b[i] = (float)i;
    result[i] = -1;
  }
  for (int i = 0; i < SIZE; i++)
    a[i * SIZE + i] = 1;
  assertOk(asSessionRun(session, "product", NULL, buffers, &error));
  assert_memory_equal(result, b, sizeof b);
}

/// Whether something that the last run said has that part.
static bool isSaid(const AsSession *session, const char *part) {
  size_t count;
  const AsRemark *remarks = asSessionRemarks(session, &count);
  for (size_t r = 0; r < count; r++)
    if (strstr(remarks[r].message, part))
      return true;
  return false;
}

static bool hasFile(const AsSession *session, const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", asSessionFolder(session), name);
  struct stat about;
  return stat(path, &about) == 0 && about.st_size > 0;
}

static void fromFileToCalls(void **state) {
  AsSession *session = create();
  assert_string_equal(asSessionId(session), "");
  assertOk(asSessionFromFile(session, model, &error));
  assertOk(asSessionAutotune(session, &error));
  char id[33];
  assert_int_equal(strlen(asSessionId(session)), 32);
  strcpy(id, asSessionId(session));
  assertOk(asSessionBuild(session, &error));
  assert_false(isSaid(session, "got no trial")); // It found the trials.
  assertComputes(session);
  assert_string_equal(asSessionFolder(session), "");
  assertOk(asSessionSave(session, &error));
  assert_string_equal(asSessionId(session), id); // Of the search.
  static const char *const files[] = {"context.json", "module.so", "module.h",
                                      "schedule.mlir", "report.json"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++)
    if (!hasFile(session, files[f]))
      fail_msg("there is no %s", files[f]);
  AsEvaluation evaluation;
  assertOk(asSessionEvaluate(session, "product", NULL, buffers, 5, &evaluation,
                             &error));
  assert_int_equal(evaluation.numRuns, 5);
  assert_true(evaluation.least > 0 && evaluation.least <= evaluation.quarter);
  assert_true(evaluation.quarter <= evaluation.median &&
              evaluation.median <= evaluation.threeQuarters);
  asSessionDestroy(session);

  session = asSessionCreate(NULL);
  assertOk(asSessionLoad(session, id, &error));
  assert_string_equal(asSessionId(session), id);
  assertComputes(session);
  AsCallable *function;
  assertOk(asSessionFunction(session, "product", &function, &error));
  assert_string_equal(asCallableSignature(function),
                      "8x8xf32,8x8xf32->8x8xf32");
  assertFails(asSessionRun(session, "other", NULL, buffers, &error),
              AS_NOT_FOUND, "other");
  assertOk(asSessionLoad(session, asSessionId(session), &error)); // Again.
  assertComputes(session);
  asSessionDestroy(session);
}

/// What a run has said of itself.
static void contextIsKept(void **state) {
  AsSession *session = create();
  assertOk(asSessionFromFile(session, model, &error));
  assertOk(asSessionBuild(session, &error));
  assert_true(isSaid(session, "got no trial"));
  assertOk(asSessionSave(session, &error));
  assert_false(hasFile(session, "schedule.mlir")); // Nothing was tuned.
  char path[256];
  snprintf(path, sizeof path, "%s/context.json", asSessionFolder(session));
  AsText text = {0};
  assertOk(asReadFile(path, &text, &error));
  assertContains(text.data, "{\"version\":1,\"id\":\"");
  assertContains(text.data, asSessionId(session));
  assertContains(text.data, "\"model\":\"product.mlir\",\"modelHash\":\"");
  assertContains(text.data, "\"isTuned\":false,\"target\":{\"key\":\"cpu:");
  assertContains(text.data, "\"options\":{");

  // Half a run, and one of a later as-opt.
  AsSession *other = asSessionCreate(NULL);
  assertOk(asWriteFile(path, text.data, text.length / 2, &error));
  assertFails(asSessionLoad(other, asSessionId(session), &error),
              AS_INVALID_INPUT, "is damaged: context.json: ");
  static const char later[] = "{\"version\":2}";
  assertOk(asWriteFile(path, later, strlen(later), &error));
  assertFails(asSessionLoad(other, asSessionId(session), &error),
              AS_INVALID_INPUT, "is of a later as-opt: its version is 2");
  asTextFree(&text);
  asSessionDestroy(other);
  assertOk(asSessionSave(session, &error)); // Replaces it.
  assertComputes(session);
  asSessionDestroy(session);
}

static void outOfOrder(void **state) {
  AsSession *session = create();
  AsCallable *function;
  AsEvaluation evaluation;
  static const char noModel[] = "call asSessionFromFile or asSessionFromModule "
                                "first";
  assertFails(asSessionAutotune(session, &error), AS_INVALID_INPUT, noModel);
  assertFails(asSessionBuild(session, &error), AS_INVALID_INPUT,
              "building needs a model: ");
  static const char code[] = "call asSessionBuild or asSessionLoad first";
  for (int hasModel = 0; hasModel < 2; hasModel++) {
    assertFails(asSessionSave(session, &error), AS_INVALID_INPUT,
                "saving needs code: call asSessionBuild first");
    assertFails(asSessionFunction(session, "product", &function, &error),
                AS_INVALID_INPUT, code);
    assert_null(function);
    assertFails(asSessionRun(session, "product", NULL, buffers, &error),
                AS_INVALID_INPUT, code);
    assertFails(asSessionEvaluate(session, "product", NULL, buffers, 5,
                                  &evaluation, &error),
                AS_INVALID_INPUT, code);
    assertOk(asSessionFromFile(session, model, &error));
  }
  assertOk(asSessionBuild(session, &error));
  assertFails(asSessionEvaluate(session, "product", NULL, buffers, 0,
                                &evaluation, &error),
              AS_INVALID_INPUT, "expected at least 1");
  // Another model, or another search: the code is of neither.
  assertOk(asSessionFromFile(session, model, &error));
  assertFails(asSessionRun(session, "product", NULL, buffers, &error),
              AS_INVALID_INPUT, code);
  assertOk(asSessionBuild(session, &error));
  assertOk(asSessionAutotune(session, &error));
  assertFails(asSessionSave(session, &error), AS_INVALID_INPUT,
              "asSessionBuild");
  // What was loaded has no model.
  assertOk(asSessionBuild(session, &error));
  assertOk(asSessionSave(session, &error));
  assertOk(asSessionLoad(session, asSessionId(session), &error));
  assertFails(asSessionSave(session, &error), AS_INVALID_INPUT,
              "asSessionBuild");
  assertFails(asSessionBuild(session, &error), AS_INVALID_INPUT, noModel);
  asSessionDestroy(session);
}

static void badModelsAndRuns(void **state) {
  AsSession *session = create();
  assertFails(asSessionFromFile(session, "/nowhere.mlir", &error), AS_NOT_FOUND,
              "/nowhere.mlir");
  assertFails(asSessionFromModule(session, (MlirModule){NULL}, "m", &error),
              AS_INVALID_INPUT, "the module 'm' is null");
  assertFails(asSessionLoad(session, "../../etc", &error), AS_INVALID_INPUT,
              "is no id of a run: expected 32 hex digits");
  assertFails(
      asSessionLoad(session, "0123456789abcdef0123456789abcdef", &error),
      AS_NOT_FOUND, "there is no run '0123456789abcdef0123456789abcdef'");
  assertFails(asSessionBuild(session, &error), AS_INVALID_INPUT, "asSession");
  asSessionDestroy(session);
  asSessionDestroy(NULL);
}

static int numCalls;

static void cancelAtOnce(const AsSnapshot *snapshot, void *session) {
  numCalls++;
  if (asSnapshotTrialsDone(snapshot))
    asSessionCancel(session);
}

/// A caller's module; the search is watched and ended.
static void fromModule(void **state) {
  char *text = productOf(SIZE);
  Host host = openHost(text);
  free(text);
  AsOptions *options = OPTIONS("trials", "100000");
  AsSession *session = asSessionCreate(options);
  asOptionsDestroy(options);
  asSessionCancel(session); // Nothing to end.
  asSessionSetProgress(session, cancelAtOnce, session);
  assertOk(asSessionFromModule(session, host.module, "mine", &error));
  assertOk(asSessionAutotune(session, &error));
  assert_true(numCalls > 1);
  assertOk(asSessionBuild(session, &error));
  assertComputes(session);
  size_t count;
  const AsRemark *remarks = asSessionRemarks(session, &count);
  assert_true(count == 0 || remarks);
  asSessionDestroy(session);
  closeHost(&host);
}

static atomic_bool isReplaced;

static void *beginAnew(void *session) {
  asSessionBegin(session);
  isReplaced = true;
  return NULL;
}

/// A run is not destroyed while another thread cancels it.
static void cancelledRunsStay(void **state) {
  AsSession *session = create();
  assertOk(asSessionFromFile(session, model, &error));
  assertOk(asSessionAutotune(session, &error));
  session->numCancelling++; // As in the middle of asSessionCancel.
  AsRun *run = session->run;
  assert_non_null(run);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, beginAnew, session), 0);
  while (session->run)
    sched_yield();
  usleep(20000);
  assert_false(isReplaced);
  asRunCancel(run);
  session->numCancelling--;
  pthread_join(thread, NULL);
  assert_true(isReplaced);
  asSessionDestroy(session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fromFileToCalls), cmocka_unit_test(contextIsKept),
      cmocka_unit_test(outOfOrder),      cmocka_unit_test(badModelsAndRuns),
      cmocka_unit_test(fromModule),      cmocka_unit_test(cancelledRunsStay),
  };
  return cmocka_run_group_tests(tests, setUp, tearDown);
}
