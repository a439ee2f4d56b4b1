//===- worker-protocol.c - How as-opt and its workers begin
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "worker/worker-protocol.h"
#include "as/version.h"
#include "fake-worker.h"
#include "support/clock.h"
#include <stdio.h>
#include <unistd.h>

static const char worker[] = AS_BUILD_DIR "/bin/as-worker";

static AsStatus begin(AsWorkerKind kind, const char *path, double seconds,
                      AsChild *child, AsError *error) {
  AsWorkerOptions options = {.triple = "x86_64-unknown-linux-gnu",
                             .cpu = "x86-64",
                             .features = "",
                             .threads = 1};
  assert_int_equal(
      asWorkerStart(kind, path, &options, (AsCoreSet){0}, child, error), AS_OK);
  return asWorkerAwaitReady(path, child, seconds, error);
}

static void takesItsOwn(void **state) {
  if (access(worker, X_OK) != 0) {
    print_message("%s is not built\n", worker);
    skip();
  }
  for (int kind = 0; kind < AS_NUM_WORKERS; kind++) {
    AsChild child;
    AsError error = {0};
    if (begin((AsWorkerKind)kind, worker, 60, &child, &error))
      fail_msg("%s: %s", asWorkerName((AsWorkerKind)kind), error.message);
    assert_true(child.pid > 0);
    asChildStop(&child, NULL, 0);
  }
}

static void refusesOthers(void **state) {
  for (int kind = 0; kind < AS_NUM_WORKERS; kind++)
    for (int f = 0; f < numFakes; f++) {
      AsChild child;
      AsError error = {0};
      becomeFake(fakes[f].does);
      AsStatus status =
          begin((AsWorkerKind)kind, fakeWorker, 60, &child, &error);
      expectRefusal(status, &error, fakes[f].said);
      assert_int_equal(child.pid, 0);
    }
}

/// READY as this build says it, with parts of it replaced.
static void ready(char *text, size_t size, int protocol, const char *version,
                  int bits, const char *order, const char *rest) {
  snprintf(text, size, "as-opt worker: protocol %d, as-opt %s, %d-bit %s%s",
           protocol, version, bits, order, rest);
}

/// All that READY says must agree.
static void comparesAllOfReady(void **state) {
  static const struct {
    int protocol;
    const char *version;
    int bits;
    const char *order, *rest;
    AsStatus status;
  } cases[] = {
      {AS_WORKER_PROTOCOL, AS_VERSION, 64, "little-endian", "", AS_OK},
      {AS_WORKER_PROTOCOL + 1, AS_VERSION, 64, "little-endian", "", AS_CHILD},
      {AS_WORKER_PROTOCOL, AS_VERSION ".1", 64, "little-endian", "", AS_CHILD},
      {AS_WORKER_PROTOCOL, AS_VERSION, 32, "little-endian", "", AS_CHILD},
      {AS_WORKER_PROTOCOL, AS_VERSION, 64, "big-endian", "", AS_CHILD},
      {AS_WORKER_PROTOCOL, AS_VERSION, 64, "little", "", AS_CHILD},
      {AS_WORKER_PROTOCOL, AS_VERSION, 64, "little-endian", "\n", AS_CHILD},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char text[200];
    AsChild child;
    AsError error = {0};
    ready(text, sizeof text, cases[c].protocol, cases[c].version, cases[c].bits,
          cases[c].order, cases[c].rest);
    becomeFake(text);
    AsStatus status = begin(AS_WORKER_RUN, fakeWorker, 60, &child, &error);
    assert_int_equal(status, cases[c].status);
    if (status)
      assert_non_null(strstr(error.message, "is of another version"));
    assert_null(strchr(error.message, '\n'));
    asChildStop(&child, NULL, 0);
  }
}

static void doesNotWaitForEver(void **state) {
  AsChild child;
  AsError error = {0};
  becomeFake("silent");
  double start = asClockNow();
  AsStatus status = begin(AS_WORKER_BUILD, fakeWorker, 0.2, &child, &error);
  expectRefusal(status, &error, "it was not ready within 0.2 s");
  assert_true(asClockNow() - start < 30);
  assert_int_equal(child.pid, 0);
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// What `options` is after its way over the command line of a worker.
static AsWorkerOptions passOn(AsWorkerKind kind, const AsWorkerOptions *options,
                              AsText texts[AS_MAX_WORKER_OPTIONS]) {
  char *argv[AS_MAX_WORKER_OPTIONS + 2] = {(char *)"as-worker",
                                           (char *)asWorkerName(kind)};
  int count = asWorkerOptionsFormat(kind, options, texts);
  for (int a = 0; a < count; a++)
    argv[a + 2] = texts[a].data;
  AsWorkerKind received;
  AsWorkerOptions result;
  AsError error = {0};
  if (asWorkerOptionsParse(count + 2, argv, &received, &result, &error))
    fail_msg("%s", error.message);
  assert_int_equal(received, kind);
  return result;
}

static void optionsArrive(void **state) {
  const AsWorkerOptions options = {.triple = "x86_64",
                                   .cpu = "znver4",
                                   .features = "",
                                   .fp = AS_FP_FAST,
                                   .threads = 3,
                                   .memoryLimit = INT64_MAX,
                                   .device = "GPU-1=2"};
  for (int kind = 0; kind < AS_NUM_WORKERS; kind++) {
    AsText texts[AS_MAX_WORKER_OPTIONS] = {0};
    AsWorkerOptions result = passOn((AsWorkerKind)kind, &options, texts);
    if (kind == AS_WORKER_BUILD) {
      assert_string_equal(result.triple, options.triple);
      assert_string_equal(result.cpu, options.cpu);
      assert_string_equal(result.features, options.features);
      assert_int_equal(result.fp, options.fp);
    }
    if (kind == AS_WORKER_RUN)
      assert_string_equal(result.device, options.device);
    else
      assert_null(result.device);
    if (kind != AS_WORKER_ONCE)
      assert_int_equal(result.threads, options.threads);
    assert_true(result.memoryLimit == options.memoryLimit);
    for (int t = 0; t < AS_MAX_WORKER_OPTIONS; t++)
      asTextFree(&texts[t]);
  }
}

#define TARGET "--triple=t", "--cpu=c", "--features=f"

static void optionsMustBeRight(void **state) {
  static const struct {
    const char *arguments[6];
    const char *said;
  } cases[] = {
      {{NULL}, "it got none"},
      {{"walk"}, "it got 'walk'"},
      {{"--threads=1"}, "it got '--threads=1'"},
      {{"run", "--threads=0"}, "as-worker run: bad value '0' for threads"},
      {{"run", "--threads=x"}, "bad value 'x' for threads"},
      {{"run", "--threads="}, "bad value '' for threads"},
      {{"run", "--threads=2x"}, "bad value '2x' for threads"},
      {{"run", "--threads=4097"}, "from 1 to 4096"},
      {{"run", "--threads", "2"},
       "no option '--threads'; expected --threads=N"},
      {{"run", "--thread=2"}, "no option '--thread=2'"},
      {{"run", "-threads=2"}, "no option '-threads=2'"},
      {{"run", "--memory-limit=-1"}, "bad value '-1' for memory-limit"},
      {{"run", "--memory-limit=9e9"}, "bad value '9e9' for memory-limit"},
      {{"run", "--triple=t"}, "no option '--triple=t'"},
      {{"run", "now"}, "no option 'now'"},
      {{"build"}, "as-worker build: expected --triple=TRIPLE"},
      {{"build", "--triple=t", "--cpu=c"}, "expected --features=LIST"},
      {{"build", TARGET, "--fp=loose"}, "bad value 'loose' for fp"},
      {{"build", TARGET, "--device=d"}, "no option '--device=d'"},
      {{"once", "--threads=1"},
       "no option '--threads=1'; expected --memory-limit=BYTES"},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    char *argv[8] = {(char *)"as-worker"};
    int argc = 1;
    for (; argc < 7 && cases[c].arguments[argc - 1]; argc++)
      argv[argc] = (char *)cases[c].arguments[argc - 1];
    AsWorkerKind kind;
    AsWorkerOptions options;
    AsError error = {0};
    assert_int_equal(asWorkerOptionsParse(argc, argv, &kind, &options, &error),
                     AS_INVALID_INPUT);
    if (!strstr(error.message, cases[c].said))
      fail_msg("'%s' lacks '%s'", error.message, cases[c].said);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(takesItsOwn),
      cmocka_unit_test(refusesOthers),
      cmocka_unit_test(comparesAllOfReady),
      cmocka_unit_test(doesNotWaitForEver),
      cmocka_unit_test(optionsArrive),
      cmocka_unit_test(optionsMustBeRight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
