//===- fake-worker.h - Workers that as-opt must refuse
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What test/Inputs/fake-worker.sh can be told to do, and what as-opt has to
// say of it. All kinds of worker are refused alike.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_FAKE_WORKER_H
#define AS_TEST_FAKE_WORKER_H

#include "as/error.h"
#include "as/version.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

static const char fakeWorker[] = AS_TEST_DIR "/Inputs/fake-worker.sh";

#define OTHER_VERSION "protocol 0, as-opt 0.0.9, 64-bit little-endian"

static const struct {
  const char *does;
  const char *said; ///< In the message, besides the path and the advice.
} fakes[] = {
    {"as-opt worker: " OTHER_VERSION,
     "is of another version (" OTHER_VERSION ") than this as-opt (protocol"},
    {"another worker: 1", "does not begin as one of this as-opt (protocol"},
    {"garbage", "sent something that is no message"},
    {"dies", "has ended (it exited with status 3: no library of that name)"},
};
enum { numFakes = sizeof fakes / sizeof *fakes };

static inline void becomeFake(const char *does) {
  assert_int_equal(setenv("AS_FAKE_WORKER", does, 1), 0);
}

static inline void expectRefusal(AsStatus status, const AsError *error,
                                 const char *said) {
  const char *const parts[] = {
      fakeWorker, said, AS_VERSION,
      "reinstall as-opt, or point AS_WORKER at the right one"};
  assert_int_equal(status, AS_CHILD);
  for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
    if (!strstr(error->message, parts[p]))
      fail_msg("'%s' lacks '%s'", error->message, parts[p]);
}

#endif // AS_TEST_FAKE_WORKER_H
