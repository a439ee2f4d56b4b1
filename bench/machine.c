//===- bench/machine.c - What the machine can do at most -----------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/machine.h"
#include "bench/lineup.h"
#include "support/clock.h"
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a bandwidth kernel works on; `count` is a multiple of 3 * 8 vectors.
typedef struct Arrays {
  float *a;
  long count;
} Arrays;

#define TARGET "avx512f"
#define BYTES 64
#define KERNEL(name) name##Avx512
#include "bench/kernels.inc"

#define TARGET "avx2,fma"
#define BYTES 32
#define KERNEL(name) name##Avx2
#include "bench/kernels.inc"

#define TARGET "sse2"
#define BYTES 16
#define KERNEL(name) name##Sse2
#include "bench/kernels.inc"

typedef struct Kernels {
  const char *instructions;
  int lanes;
  float (*multiplyAdd)(long passes);
  float (*read)(const Arrays *arrays, long passes);
  float (*triad)(const Arrays *arrays, long passes);
} Kernels;

static Kernels chooseKernels(void) {
  if (__builtin_cpu_supports("avx512f"))
    return (Kernels){"AVX-512", 16, multiplyAddAvx512, readAvx512, triadAvx512};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return (Kernels){"AVX2", 8, multiplyAddAvx2, readAvx2, triadAvx2};
  return (Kernels){"SSE2", 4, multiplyAddSse2, readSse2, triadSse2};
}

//===----------------------------------------------------------------------===//
// Running a kernel on all cores at once
//===----------------------------------------------------------------------===//

enum { samples = 15 }; // The best counts: nothing is too fast by accident.

typedef struct Job {
  const AsCores *cores;
  int index; // Of the core.
  pthread_barrier_t *barrier;
  const Kernels *kernels;
  float (*bandwidth)(const Arrays *arrays, long passes); // NULL: arithmetic.
  long count;                                            // Floats per core.
  long passes;
  double seconds[samples];
} Job;

static volatile float sink; // So that no kernel is optimised away.

static void *runJob(void *state) {
  Job *job = state;
  asCoresPinTo(job->cores, job->index);
  Arrays arrays = {0};
  if (job->bandwidth) { // Touched here, so that it lies near this core.
    const AsBuffer buffer = {.element = AS_ELEMENT_F32, .count = job->count};
    arrays = (Arrays){asMemoryCreate(&buffer), job->count};
    memset(arrays.a, 0, (size_t)job->count * sizeof(float));
    sink = job->bandwidth(&arrays, 1);
  }
  for (int i = 0; i < samples; i++) {
    pthread_barrier_wait(job->barrier);
    double start = asClockNow();
    sink = job->bandwidth ? job->bandwidth(&arrays, job->passes)
                          : job->kernels->multiplyAdd(job->passes);
    job->seconds[i] = asClockNow() - start;
  }
  free(arrays.a);
  return NULL;
}

// Runs `job` on every core; *seconds is the time of the slowest core in the
// best sample.
static AsStatus runEverywhere(Job job, double *seconds, AsError *error) {
  // Static: where a thread cannot be started, the others wait here for ever.
  static Job jobs[AS_MAX_CORES];
  static pthread_barrier_t barrier;
  pthread_t threads[AS_MAX_CORES];
  const int count = job.cores->count;
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
  for (int sample = 0; sample < samples; sample++) {
    double slowest = 0;
    for (int i = 0; i < count; i++)
      slowest = fmax(slowest, jobs[i].seconds[sample]);
    *seconds = fmin(*seconds, slowest);
  }
  return AS_OK;
}

static AsStatus measureLevel(Job job, double bytesPerCore, AsLevel *level,
                             AsError *error) {
  const long unit = 3 * 8 * job.kernels->lanes;
  job.count = (long)(bytesPerCore / sizeof(float)) / unit * unit;
  const double perPass = (double)job.count * sizeof(float);
  job.passes = (long)fmax(2, 0x1p28 / perPass);
  const double moved = perPass * (double)job.passes * job.cores->count;
  double seconds;
  job.bandwidth = job.kernels->read;
  if (runEverywhere(job, &seconds, error))
    return error->status;
  level->read = moved / seconds;
  job.bandwidth = job.kernels->triad;
  if (runEverywhere(job, &seconds, error))
    return error->status;
  level->triad = moved / seconds;
  return AS_OK;
}

AsStatus asMachineMeasure(const AsCores *cores, AsMachine *machine,
                          AsError *error) {
  const Kernels kernels = chooseKernels();
  *machine = (AsMachine){.instructions = kernels.instructions};
  Job job = {.cores = cores, .kernels = &kernels, .passes = 2 * 1000 * 1000};
  double seconds;
  if (runEverywhere(job, &seconds, error))
    return error->status;
  machine->peak =
      2.0 * 12 * kernels.lanes * (double)job.passes * cores->count / seconds;

  const struct {
    const char *name;
    int size; // For sysconf.
    bool shared;
  } caches[] = {
      {"L1", _SC_LEVEL1_DCACHE_SIZE, false},
      {"L2", _SC_LEVEL2_CACHE_SIZE, false},
      {"L3", _SC_LEVEL3_CACHE_SIZE, true},
  };
  double largest = 0x1p24;
  for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
    double size = (double)sysconf(caches[i].size);
    if (size <= 0) // The machine has none, or does not say.
      continue;
    double perCore = caches[i].shared ? size / cores->count : size;
    AsLevel *level = &machine->levels[machine->numLevels++];
    *level = (AsLevel){caches[i].name, perCore * cores->count, 0, 0};
    if (measureLevel(job, perCore / 2, level, error))
      return error->status;
    largest = fmax(largest, level->capacity);
  }
  AsLevel *memory = &machine->levels[machine->numLevels++];
  *memory = (AsLevel){"DRAM", INFINITY, 0, 0};
  return measureLevel(job, 4 * largest / cores->count, memory, error);
}

double asMachineBound(const AsMachine *machine, double flop, double bytes) {
  const AsLevel *level = machine->levels;
  while (bytes > level->capacity)
    level++;
  return fmax(flop / machine->peak, bytes / level->read);
}

void asMachinePrint(const AsMachine *machine, FILE *out) {
  fprintf(out, "peak: %.1f GFLOP/s (f32 %s)\n", machine->peak / 1e9,
          machine->instructions);
  fprintf(out, "bandwidth, read / triad in GB/s:");
  for (int i = 0; i < machine->numLevels; i++) {
    const AsLevel *level = &machine->levels[i];
    fprintf(out, "%s %s %.1f / %.1f", i ? "," : "", level->name,
            level->read / 1e9, level->triad / 1e9);
  }
  fprintf(out, "\n");
}
