//===- programs.h - Programs to make sketches of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each file in programs/ is one task, and each target below one kind of CPU or
// GPU; tests of sketches visit all of them. A new program is a new file.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_PROGRAMS_H
#define AS_TEST_PROGRAMS_H

#include "module.h"
#include "sketch/rules.h"
#include "task/task.h"
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/// Nothing of the host: sketches must not depend on where the tests run.
static const AsTarget programTargets[] = {
    {.threads = 1,
     .cacheBytes = {32768, 1 << 20, 1 << 25},
     .vectorBytes = 64,
     .vectorRegisters = 32}, // AVX-512
    {.threads = 2,
     .cacheBytes = {32768, 1 << 20, 1 << 25},
     .vectorBytes = 64,
     .vectorRegisters = 32},
    {.threads = 2,
     .cacheBytes = {32768, 1 << 20, 1 << 25},
     .vectorBytes = 32,
     .vectorRegisters = 16}, // AVX2
};
static const char *const programChips[] = {"sm_90a"};

static inline AsTarget gpuTarget(const char *chip) {
  return (AsTarget){.threads = 1,
                    .vectorBytes = 16,
                    .vectorRegisters = 63,
                    .gpu = asGpuFind(chip)};
}

typedef struct Program {
  char name[384];
  AsTarget target;
  AsArena arena;
  MlirContext context;
  AsTask task;
  AsSketch *sketches;
  int numSketches;
} Program;

static inline void openProgram(const char *file, const AsTarget *target,
                               MlirContext context, Program *program) {
  *program = (Program){.target = *target, .context = context};
  snprintf(program->name, sizeof program->name, "%s, %s, %d threads, %d bytes",
           file, target->gpu ? target->gpu->chip : "CPU", target->threads,
           target->vectorBytes);
  char input[512];
  snprintf(input, sizeof input, "programs/%s", file);
  MlirModule module = parseNamed(context, readInput(input), input);
  AsError error = {0};
  if (asTaskDescribe(firstOperation(module), &program->arena, &program->task,
                     &error))
    fail_msg("%s", error.message);
  AsText dropped = {0};
  program->sketches =
      asSketchDerive(&program->task.program, target, &program->arena,
                     &program->numSketches, &dropped);
  assert_string_equal(asTextString(&dropped), "");
  asTextFree(&dropped);
  mlirModuleDestroy(module);
}

static inline void visitProgram(const char *file, const AsTarget *target,
                                MlirContext context,
                                void (*visit)(const Program *program)) {
  Program program;
  openProgram(file, target, context, &program);
  visit(&program);
  asArenaDestroy(&program.arena);
}

/// Calls `visit` with every program for every target.
static inline void visitPrograms(void (*visit)(const Program *program)) {
  struct dirent **files;
  int numFiles =
      scandir(AS_TEST_DIR "/unit/inputs/programs", &files, NULL, alphasort);
  MlirContext context = asIrContextCreate();
  int visited = 0;
  for (int f = 0; f < numFiles; f++) {
    const char *file = files[f]->d_name;
    for (size_t t = 0;
         t < sizeof programTargets / sizeof *programTargets && file[0] != '.';
         t++, visited++)
      visitProgram(file, &programTargets[t], context, visit);
    for (size_t c = 0;
         c < sizeof programChips / sizeof *programChips && file[0] != '.';
         c++, visited++) {
      AsTarget target = gpuTarget(programChips[c]);
      visitProgram(file, &target, context, visit);
    }
    free(files[f]);
  }
  free(files);
  mlirContextDestroy(context);
  assert_true(visited > 60); // A folder that is not there passes no test.
}

#endif // AS_TEST_PROGRAMS_H
