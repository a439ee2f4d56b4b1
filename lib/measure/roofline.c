//===- roofline.c - Measuring the roofline of the machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/roofline.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/last-cache.h"
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The array of a bandwidth kernel; `count` is a multiple of 3 * 8 vectors.
typedef struct Arrays {
  float *a;
  long count;
} Arrays;

typedef struct Kernels {
  const char *instructions;
  int lanes;
  float (*multiplyAdd)(long passes);
  float (*read)(const Arrays *arrays, long passes);
  float (*triad)(const Arrays *arrays, long passes);
} Kernels;

#ifdef __x86_64__

#define TARGET __attribute__((target("avx512f")))
#define BYTES 64
#define KERNEL(name) name##Avx512
#include "measure/roofline-kernels.inc"

#define TARGET __attribute__((target("avx2,fma")))
#define BYTES 32
#define KERNEL(name) name##Avx2
#include "measure/roofline-kernels.inc"

#define TARGET __attribute__((target("sse2")))
#define BYTES 16
#define KERNEL(name) name##Sse2
#include "measure/roofline-kernels.inc"

static Kernels chooseKernels(void) {
  if (__builtin_cpu_supports("avx512f"))
    return (Kernels){"AVX-512", 16, multiplyAddAvx512, readAvx512, triadAvx512};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return (Kernels){"AVX2", 8, multiplyAddAvx2, readAvx2, triadAvx2};
  return (Kernels){"SSE2", 4, multiplyAddSse2, readSse2, triadSse2};
}

#else // Other processors have vectors of at least 128 bits.

#define TARGET
#define BYTES 16
#define KERNEL(name) name##128
#include "measure/roofline-kernels.inc"

static Kernels chooseKernels(void) {
  return (Kernels){"128 bits", 4, multiplyAdd128, read128, triad128};
}

#endif

//===----------------------------------------------------------------------===//
// Running a kernel on all cores at once
//===----------------------------------------------------------------------===//

enum { widestVector = 64 };
enum { mostSamples = 15 }; // The best counts: noise only makes it slower.
static const double briefly = 4e-3; // Seconds to measure a roof again.

typedef struct Job {
  AsCoreSet cores;
  int index; // Of the core.
  pthread_barrier_t *barrier;
  const Kernels *kernels;
  float (*bandwidth)(const Arrays *arrays, long passes); // NULL: arithmetic.
  long count;                                            // Floats per core.
  long passes;
  int samples;
  double seconds[mostSamples];
} Job;

static volatile float sink; // So that no kernel is optimised away.

static void *runJob(void *state) {
  Job *job = state;
  asCoreSetPin(asCoreSetSlice(job->cores, job->index, 1), 0);
  Arrays arrays = {0};
  char *memory = NULL;
  if (job->bandwidth) { // Allocated near this core, as it is touched here.
    size_t bytes = (size_t)job->count * sizeof(float);
    memory = asAlloc(bytes + widestVector);
    uintptr_t end = (uintptr_t)memory + widestVector;
    arrays = (Arrays){(float *)(end - end % widestVector), job->count};
    memset(arrays.a, 0, bytes);
    sink = job->bandwidth(&arrays, 1);
  }
  for (int i = 0; i < job->samples; i++) {
    pthread_barrier_wait(job->barrier);
    double start = asClockNow();
    sink = job->bandwidth ? job->bandwidth(&arrays, job->passes)
                          : job->kernels->multiplyAdd(job->passes);
    job->seconds[i] = asClockNow() - start;
  }
  free(memory);
  return NULL;
}

// Runs `job` on every core; *seconds is the time of the slowest core in the
// best sample.
static AsStatus runEverywhere(Job job, double *seconds, AsError *error) {
  // Kept if a thread cannot be started: the others wait there for ever.
  static pthread_barrier_t barrier;
  const int count = job.cores.count;
  Job *jobs = asAlloc((size_t)count * sizeof *jobs);
  pthread_t *threads = asAlloc((size_t)count * sizeof *threads);
  pthread_barrier_init(&barrier, NULL, (unsigned)count);
  job.barrier = &barrier;
  for (int i = 0; i < count; i++) {
    jobs[i] = job;
    jobs[i].index = i;
    int failure = pthread_create(&threads[i], NULL, runJob, &jobs[i]);
    if (failure)
      return asFail(error, AS_IO, "cannot start a thread: %s",
                    strerror(failure));
  }
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);

  *seconds = INFINITY;
  for (int sample = 0; sample < job.samples; sample++) {
    double slowest = 0;
    for (int i = 0; i < count; i++)
      slowest = fmax(slowest, jobs[i].seconds[sample]);
    *seconds = fmin(*seconds, slowest);
  }
  free(jobs);
  free(threads);
  return AS_OK;
}

// Measures FLOP per second of all cores.
static AsStatus measurePeak(Job job, double *rate, AsError *error) {
  double seconds = 0;
  if (runEverywhere(job, &seconds, error))
    return error->status;
  *rate = 2.0 * 12 * job.kernels->lanes * (double)job.passes * job.cores.count /
          seconds;
  return AS_OK;
}

// Measures bytes per second of all cores, each with an array of bytesPerCore;
// each moves `moved` bytes, but at least two passes.
static AsStatus measureBandwidth(Job job, double bytesPerCore, double moved,
                                 double *rate, AsError *error) {
  const long unit = 3 * 8 * job.kernels->lanes;
  job.count = (long)fmax(1, bytesPerCore / sizeof(float) / (double)unit) * unit;
  const double perPass = (double)job.count * sizeof(float);
  job.passes = (long)fmax(2, moved / perPass);
  double seconds = 0;
  if (runEverywhere(job, &seconds, error))
    return error->status;
  *rate = perPass * (double)job.passes * job.cores.count / seconds;
  return AS_OK;
}

// Measures the bandwidths with arrays of bytesPerCore.
static AsStatus measureLevel(Job job, double bytesPerCore,
                             AsRooflineLevel *level, AsError *error) {
  job.bandwidth = job.kernels->read;
  if (measureBandwidth(job, bytesPerCore, 0x1p28, &level->read, error))
    return error->status;
  job.bandwidth = job.kernels->triad;
  return measureBandwidth(job, bytesPerCore, 0x1p28, &level->triad, error);
}

AsStatus asRooflineMeasure(AsCoreSet cores, AsRoofline *roofline,
                           AsError *error) {
  const Kernels kernels = chooseKernels();
  const int count = cores.count;
  *roofline =
      (AsRoofline){.instructions = kernels.instructions, .cores = cores};
  Job job = {.cores = cores,
             .kernels = &kernels,
             .passes = 2 * 1000 * 1000,
             .samples = mostSamples};
  if (measurePeak(job, &roofline->peak, error))
    return error->status;

  const struct {
    const char *name;
    int64_t size;
    bool shared;
  } caches[] = {
      {"L1", sysconf(_SC_LEVEL1_DCACHE_SIZE), false},
      {"L2", sysconf(_SC_LEVEL2_CACHE_SIZE), false},
      {"L3", sysconf(_SC_LEVEL3_CACHE_SIZE), true},
  };
  double largest = 0x1p24;
  for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
    int64_t size = caches[i].size;
    if (size <= 0) // The machine has none, or does not say.
      continue;
    // All cores share a sum over core complexes.
    double perCore =
        (double)(caches[i].shared
                     ? asLastCacheBytes(size / count,
                                        sysconf(_SC_LEVEL3_CACHE_ASSOC),
                                        AS_COMPLEX_BYTES)
                     : size);
    AsRooflineLevel *level = &roofline->levels[roofline->numLevels++];
    *level = (AsRooflineLevel){caches[i].name, perCore * count, 0, 0};
    if (measureLevel(job, perCore / 2, level, error))
      return error->status;
    largest = fmax(largest, level->capacity);
  }
  AsRooflineLevel *memory = &roofline->levels[roofline->numLevels++];
  *memory = (AsRooflineLevel){"DRAM", INFINITY, 0, 0};
  return measureLevel(job, 4 * largest / count, memory, error);
}

double asRooflineBound(const AsRoofline *roofline, double flop, double bytes) {
  const AsRooflineLevel *level = roofline->levels;
  while (bytes > level->capacity)
    level++;
  return fmax(flop / roofline->peak, bytes / level->read);
}

AsStatus asRooflineBoundNow(const AsRoofline *roofline, double flop,
                            double bytes, double *seconds, AsError *error) {
  const Kernels kernels = chooseKernels();
  const double share = briefly / roofline->cores.count;
  Job job = {.cores = roofline->cores,
             .kernels = &kernels,
             .passes =
                 (long)(share * roofline->peak / (2.0 * 12 * kernels.lanes)),
             .samples = 1};
  double peak = 0, read = 0;
  if (measurePeak(job, &peak, error))
    return error->status;
  job.bandwidth = kernels.read;
  double moved = share * roofline->levels[roofline->numLevels - 1].read;
  if (measureBandwidth(job, bytes / roofline->cores.count, moved, &read, error))
    return error->status;
  *seconds = fmax(flop / peak, bytes / read);
  return AS_OK;
}

void asRooflinePrint(const AsRoofline *roofline, AsText *text) {
  asTextFormat(text, "peak: %.1f GFLOP/s (f32 %s)\n", roofline->peak / 1e9,
               roofline->instructions);
  asTextFormat(text, "bandwidth, read / triad in GB/s:");
  for (int i = 0; i < roofline->numLevels; i++) {
    const AsRooflineLevel *level = &roofline->levels[i];
    asTextFormat(text, "%s %s %.1f / %.1f", i ? "," : "", level->name,
                 level->read / 1e9, level->triad / 1e9);
  }
  asTextFormat(text, "\n");
}
