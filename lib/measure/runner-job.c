//===- runner-job.c - What a job works on, and how far it got
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/runner-job.h"

const char *asJobStagePhrase(AsJobStage stage) {
  static const char *const phrases[] = {
#define AS_JOB_STAGE_PHRASE(suffix, phrase) phrase,
      AS_JOB_STAGES(AS_JOB_STAGE_PHRASE)
#undef AS_JOB_STAGE_PHRASE
  };
  return phrases[stage];
}
