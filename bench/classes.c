//===- classes.c - How as-opt compares, family by family
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/classes.h"
#include <math.h>
#include <stdbool.h>

AsClass asClassOf(const AsFamily *family, const AsScore *scores, size_t count) {
  AsClass class = {.worst.ratio = INFINITY};
  double logs = 0, cappedLogs = 0;
  for (size_t i = 0; i < count; i++) {
    const double ratio = scores[i].ratio;
    if (family && scores[i].workload->family != family)
      continue;
    class.count++;
    logs += log(ratio);
    cappedLogs += log(fmin(ratio, 2));
    class.ahead += ratio >= 1;
    class.behind += ratio < 0.9;
    if (ratio < class.worst.ratio)
      class.worst = scores[i];
  }
  class.mean = exp(logs / (double)class.count);
  class.capped = exp(cappedLogs / (double)class.count);
  return class;
}

static void printClass(const char *name, const AsClass *class, FILE *out) {
  fprintf(out, "%-20s %5zu %7.3f %7.3f %6.0f%% %9.0f%% %7.3f  %s\n", name,
          class->count, class->mean, class->capped,
          100 * (double)class->ahead / (double)class->count,
          100 * (double)class->behind / (double)class->count,
          class->worst.ratio, class->worst.workload->name);
}

static bool isFirst(const AsScore *scores, size_t index) {
  for (size_t i = 0; i < index; i++)
    if (scores[i].workload->family == scores[index].workload->family)
      return false;
  return true;
}

void asClassesPrint(const AsScore *scores, size_t count, FILE *out) {
  if (!count)
    return;
  fprintf(out, "%-20s %5s %7s %7s %7s %10s %7s\n", "family", "rows", "mean",
          "capped", "ahead", "below 0.9", "worst");
  for (size_t i = 0; i < count; i++) {
    if (!isFirst(scores, i))
      continue;
    const AsFamily *family = scores[i].workload->family;
    const AsClass class = asClassOf(family, scores, count);
    printClass(family->name, &class, out);
  }
  const AsClass all = asClassOf(NULL, scores, count);
  printClass("all", &all, out);
}
