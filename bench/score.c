//===- score.c - How many points a second the search can judge
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scores random points of a task as the search does: symbolic nest, features,
// analytical prior, learned model. One thread. bench-score STORE says instead
// how well the trials of a store are ranked. See docs/benchmarks.md.
//
//===----------------------------------------------------------------------===//

#include "bench/learning.h"
#include "search/scorer.h"
#include "sketch/rules.h"
#include "support/clock.h"
#include "task/task.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char matmul[] =
    "#id = affine_map<(d0, d1) -> (d0, d1)>\n"
    "#row = affine_map<(d0, d1) -> (d1)>\n"
    "func.func @f(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, "
    "%bias: tensor<512xf32>) -> tensor<512x512xf32> {\n"
    "  %z = arith.constant 0.0 : f32\n"
    "  %e = tensor.empty() : tensor<512x512xf32>\n"
    "  %f = linalg.fill ins(%z : f32) outs(%e : tensor<512x512xf32>) -> "
    "tensor<512x512xf32>\n"
    "  %m = linalg.matmul ins(%a, %b : tensor<512x512xf32>, "
    "tensor<512x512xf32>) outs(%f : tensor<512x512xf32>) -> "
    "tensor<512x512xf32>\n"
    "  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types "
    "= [\"parallel\", \"parallel\"]} ins(%m, %bias : tensor<512x512xf32>, "
    "tensor<512xf32>) outs(%e : tensor<512x512xf32>) {\n"
    "  ^bb0(%x: f32, %y: f32, %o: f32):\n"
    "    %s = arith.addf %x, %y : f32\n"
    "    %t = arith.maximumf %s, %z : f32\n"
    "    linalg.yield %t : f32\n"
    "  } -> tensor<512x512xf32>\n"
    "  return %r : tensor<512x512xf32>\n"
    "}\n";

enum { NUM_POINTS = 20000, NUM_ROUNDS = 7 };

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Points a second of each round; the rates come out sorted.
static void measure(AsCostScorer *scorer, const AsCandidate *points,
                    double *scores, double *rates) {
  for (int round = 0; round < NUM_ROUNDS; round++) {
    double start = asClockNow();
    asCostScore(points, NUM_POINTS, scores, scorer);
    rates[round] = NUM_POINTS / (asClockNow() - start);
  }
  qsort(rates, NUM_ROUNDS, sizeof *rates, ascending);
}

static void report(const char *what, const double *rates) {
  printf("%-28s median %9.0f points/s, min %9.0f, max %9.0f\n", what,
         rates[NUM_ROUNDS / 2], rates[0], rates[NUM_ROUNDS - 1]);
}

/// How well the trials of a store with so many threads are ranked, by today's
/// features.
static int judgeStore(const char *path, const char *listed, int threads) {
  AsError error = {0};
  AsArena arena = {0};
  AsTarget target;
  AsStatus status = asTargetCreate("host", threads, &arena, &target, &error);
  if (!status)
    status = asBenchLearning(path, &target, listed, &error);
  if (status)
    fprintf(stderr, "bench-score: %s\n", error.message);
  asArenaDestroy(&arena);
  return status != AS_OK;
}

int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-') {
    fprintf(stderr, "usage: bench-score [STORE [LABEL [THREADS]]]\n");
    return strcmp(argv[1], "--help") != 0;
  }
  int threads = argc > 3 ? atoi(argv[3]) : 1;
  if (threads < 1) {
    fprintf(stderr, "bench-score: '%s' is no number of threads\n", argv[3]);
    return 1;
  }
  if (argc > 1)
    return judgeStore(argv[1], argc > 2 ? argv[2] : NULL, threads);
  AsError error = {0};
  MlirContext context = asIrContextCreate();
  MlirModule module;
  AsTaskSet set;
  AsTarget target;
  AsCostScorer *scorer;
  if (asIrParse(context, matmul, sizeof matmul - 1, "matmul", &module, &error))
    goto failed;
  asTaskExtract(module, true, &set);
  if (asTargetCreate("host", 1, &set.arena, &target, &error))
    goto failed;
  if (asCostScorerCreate(&target, 0, &scorer, &error))
    goto failed;
  int numSketches;
  AsSketch *sketches = asSketchDerive(&set.tasks[0].program, &target,
                                      &set.arena, &numSketches, NULL);
  AsCandidate *points = asArenaArray(&set.arena, AsCandidate, NUM_POINTS);
  double *scores = asArenaArray(&set.arena, double, NUM_POINTS);
  AsRandom random = {0};
  for (int i = 0; i < NUM_POINTS; i++) {
    points[i].sketch = (int)asRandomBelow(&random, (uint32_t)numSketches);
    asPointSample(&sketches[points[i].sketch], &random, &points[i].point);
  }
  asCostScorerSelect(scorer, sketches);
  double rates[NUM_ROUNDS];
  measure(scorer, points, scores, rates);
  report("nest and prior", rates);
  // What the model learns does not matter for its speed: the prior's order.
  for (int i = 0; i < 256; i++) {
    double label = scores[i] > 0 ? scores[i] : 0;
    asCostScorerLabel(
        scorer,
        asCostScorerAdd(scorer, &sketches[points[i].sketch], &points[i].point),
        label < 1 ? label : 1);
  }
  double start = asClockNow();
  if (asCostScorerTrain(scorer, &error))
    goto failed;
  printf("%-28s %.0f ms\n", "training on 256 programs",
         1e3 * (asClockNow() - start));
  measure(scorer, points, scores, rates);
  report("nest, features, prior, model", rates);
  return 0;
failed:
  fprintf(stderr, "bench-score: %s\n", error.message);
  return 1;
}
