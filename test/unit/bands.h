//===- bands.h - Loop nests with their schedules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be permuted, fused, nested and done in waves, as text and as tasks.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_BANDS_H
#define AS_TEST_BANDS_H

#include "affine/schedule/schedulable-nests.h"
#include "inputs/programs.h"
#include "module.h"
#include "sketch/band-loops.h"

/// Statement s writes argument s. Extents are powers of two, as tiles are.
static const char *const sources[] = {
    // Three loops that may be permuted.
    "func.func @f(%C: memref<16x32xf32> {llvm.noalias},\n"
    "             %A: memref<16x64xf32> {llvm.noalias},\n"
    "             %B: memref<64x32xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 16 {\n"
    "    affine.for %j = 0 to 32 {\n"
    "      affine.for %k = 0 to 64 {\n"
    "        %a = affine.load %A[%i, %k] : memref<16x64xf32>\n"
    "        %b = affine.load %B[%k, %j] : memref<64x32xf32>\n"
    "        %c = affine.load %C[%i, %j] : memref<16x32xf32>\n"
    "        %0 = arith.mulf %a, %b : f32\n"
    "        %1 = arith.addf %c, %0 : f32\n"
    "        affine.store %1, %C[%i, %j] : memref<16x32xf32>\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
    // Two statements that may share loops, or not.
    "func.func @f(%B: memref<32x64xf32> {llvm.noalias},\n"
    "             %C: memref<32x64xf32> {llvm.noalias},\n"
    "             %A: memref<32x64xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 32 {\n"
    "    affine.for %j = 0 to 64 {\n"
    "      %a = affine.load %A[%i, %j] : memref<32x64xf32>\n"
    "      %0 = arith.mulf %a, %a : f32\n"
    "      affine.store %0, %B[%i, %j] : memref<32x64xf32>\n"
    "      %b = affine.load %B[%i, %j] : memref<32x64xf32>\n"
    "      %1 = arith.addf %a, %b : f32\n"
    "      affine.store %1, %C[%i, %j] : memref<32x64xf32>\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
    // A loop within the band.
    "func.func @f(%W: memref<16x32xf32> {llvm.noalias},\n"
    "             %D: memref<17x32x64xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 16 {\n"
    "    affine.for %j = 0 to 32 {\n"
    "      %d = affine.load %D[%i, %j, 7] : memref<17x32x64xf32>\n"
    "      affine.store %d, %W[%i, %j] : memref<16x32xf32>\n"
    "      affine.for %k = 0 to 64 {\n"
    "        %0 = affine.load %W[%i, %j] : memref<16x32xf32>\n"
    "        affine.store %0, %D[%i + 1, %j, %k] : memref<17x32x64xf32>\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
    // A recurrence, of which there are waves.
    "func.func @f(%A: memref<17x33xf32> {llvm.noalias}) {\n"
    "  affine.for %i = 0 to 16 {\n"
    "    affine.for %j = 0 to 32 {\n"
    "      %a = affine.load %A[%i, %j + 1] : memref<17x33xf32>\n"
    "      %b = affine.load %A[%i + 1, %j] : memref<17x33xf32>\n"
    "      %0 = arith.mulf %a, %b : f32\n"
    "      affine.store %0, %A[%i + 1, %j + 1] : memref<17x33xf32>\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}\n",
};

enum { numSources = sizeof sources / sizeof *sources };

/// A loop nest as a task, with its sketches.
static inline void openNest(const char *source, Program *program) {
  MlirModule module = parse(source);
  AsError error = {0};
  *program = (Program){.context = context};
  asMarkSchedulableNests(module, false);
  if (asTaskDescribe(mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     &program->arena, &program->task, &error))
    fail_msg("%s", error.message);
  program->sketches =
      asSketchDerive(&program->task.program, &programTargets[0],
                     &program->arena, &program->numSketches, NULL);
  mlirModuleDestroy(module);
}

static inline void openSource(int i, Program *program) {
  openNest(sources[i], program);
}

static inline AsSketch *sketchOf(const Program *program) {
  for (int s = 0; s < program->numSketches; s++)
    if (strcmp(program->sketches[s].name, "nest") == 0)
      return &program->sketches[s];
  fail_msg("there is no sketch of the nest");
  return NULL;
}

#endif // AS_TEST_BANDS_H
