//===- test/unit/inputs/programs.h - Programs to make sketches of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each file in programs/ is one task, and each target below one kind of CPU;
// tests of sketches visit all of them. A new program is a new file.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_PROGRAMS_H
#define AS_TEST_PROGRAMS_H

#include "sketch/rules.h"
#include "support/arena.h"
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
    {.threads = 1, .vectorBytes = 64, .vectorRegisters = 32}, // AVX-512
    {.threads = 2, .vectorBytes = 64, .vectorRegisters = 32},
    {.threads = 2, .vectorBytes = 32, .vectorRegisters = 16}, // AVX2
};

typedef struct Program {
  char name[384];
  const AsTarget *target;
  AsArena arena;
  MlirContext context;
  AsTask task;
  AsSketch *sketches;
  int numSketches;
} Program;

static inline void openProgram(const char *file, const AsTarget *target,
                               MlirContext context, Program *program) {
  *program = (Program){.target = target, .context = context};
  snprintf(program->name, sizeof program->name, "%s, %d threads, %d bytes",
           file, target->threads, target->vectorBytes);
  char path[512];
  snprintf(path, sizeof path, AS_TEST_DIR "/unit/inputs/programs/%s", file);
  AsText text = {0};
  AsError error = {0};
  MlirModule module;
  if (asReadFile(path, &text, &error) ||
      asIrParse(context, text.data, text.length, path, &module, &error) ||
      asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &program->arena, &program->task, &error))
    fail_msg("%s", error.message);
  program->sketches = asSketchDerive(&program->task.program, target,
                                     &program->arena, &program->numSketches);
  mlirModuleDestroy(module);
  asTextFree(&text);
}

/// Calls `visit` with every program for every target.
static inline void visitPrograms(void (*visit)(const Program *program)) {
  struct dirent **files;
  int numFiles =
      scandir(AS_TEST_DIR "/unit/inputs/programs", &files, NULL, alphasort);
  MlirContext context = asIrContextCreate();
  int visited = 0;
  for (int f = 0; f < numFiles; f++) {
    size_t count = sizeof programTargets / sizeof *programTargets;
    for (size_t t = 0; t < count && files[f]->d_name[0] != '.'; t++) {
      Program program;
      openProgram(files[f]->d_name, &programTargets[t], context, &program);
      visit(&program);
      asArenaDestroy(&program.arena);
      visited++;
    }
    free(files[f]);
  }
  free(files);
  mlirContextDestroy(context);
  assert_true(visited > 60); // A folder that is not there passes no test.
}

#endif // AS_TEST_PROGRAMS_H
