//===- const-eval.c - The messages of the process that computes constants
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/const-eval.h"
#include "packets.h"

enum { numArrays = 3 };
static const AsConstEvalSize sizes[numArrays] = {{0}, {1 << 20}, {INT64_MAX}};

static const AsConstEvalRequest request = {.bytecode = "ML\xefR\0",
                                           .bytecodeLength = 5,
                                           .sizes = sizes,
                                           .numArrays = numArrays};

static const AsConstEvalReply reply = {
    .problem = "", .arrays = "\1\0\2", .arraysLength = 3};

static void requestsArrive(void **state) {
  AsArena arena = {0};
  AsText packet = {0};
  AsConstEvalRequest got;
  asPacketPut(&asConstEvalRequestLayout, &request, &packet);
  assert_true(asPacketGet(&asConstEvalRequestLayout, packet.data, packet.length,
                          &arena, &got));
  assert_int_equal(got.bytecodeLength, request.bytecodeLength);
  assert_memory_equal(got.bytecode, request.bytecode, request.bytecodeLength);
  assert_int_equal(got.numArrays, numArrays);
  for (int a = 0; a < numArrays; a++)
    assert_true(got.sizes[a].bytes == sizes[a].bytes);
  asTextFree(&packet);
  asArenaDestroy(&arena);
}

static void repliesArrive(void **state) {
  AsText packet = {0};
  AsConstEvalReply got;
  asPacketPut(&asConstEvalReplyLayout, &reply, &packet);
  assert_true(asPacketGet(&asConstEvalReplyLayout, packet.data, packet.length,
                          NULL, &got));
  assert_string_equal(got.problem, reply.problem);
  assert_int_equal(got.arraysLength, reply.arraysLength);
  assert_memory_equal(got.arrays, reply.arrays, reply.arraysLength);
  asTextFree(&packet);
}

static void packetsStayWithinBounds(void **state) {
  checkBounds(&asConstEvalRequestLayout, &request);
  checkBounds(&asConstEvalReplyLayout, &reply);
}

static void countsMustBeRight(void **state) {
  static const int64_t wrong[] = {-1, 2, 4, INT32_MAX, INT64_MAX, INT64_MIN};
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
    checkRefused(&asConstEvalRequestLayout, &request, numArrays, wrong[w]);
  checkRefused(&asConstEvalRequestLayout, &request, sizes[1].bytes, -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(requestsArrive),
      cmocka_unit_test(repliesArrive),
      cmocka_unit_test(packetsStayWithinBounds),
      cmocka_unit_test(countsMustBeRight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
