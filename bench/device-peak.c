//===- device-peak.c - What a GPU can do at most
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See device-peak.h. All numbers are small integers, so that results are exact.
// Factors are arguments: the driver's compiler would compute constants itself.
//
//===----------------------------------------------------------------------===//

#include "bench/device-peak.h"
#include "bench/device-fork.h"
#include "measure/gpu/device-session.h"
#include "support/arena.h"
#include "support/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CHAINS = 8,  ///< Independent sums of a thread,
  STEPS = 16,  ///< and how often each is added to in a round.
  BLOCK = 256, ///< Threads of a block.
  ROUNDS = 5,  ///< Timed ones; the best counts.
};
static const double leastSeconds = 10e-3, limit = 60;

//===----------------------------------------------------------------------===//
// The kernels
//===----------------------------------------------------------------------===//

static const char begin[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry peak(\n"
    "  .param .u64 .ptr .global .align 16 to,\n"
    "  .param .u64 .ptr .global .align 16 from,\n"
    "  .param .u32 rounds,\n"
    "  .param .u32 factor)\n"
    "{\n"
    "  .reg .pred %p<2>;\n  .reg .b32 %r<64>;\n  .reg .f32 %f<64>;\n"
    "  .reg .b64 %rd<8>;\n"
    "  ld.param.u64 %rd1, [to];\n  ld.param.u64 %rd2, [from];\n"
    "  ld.param.u32 %r1, [rounds];\n  ld.param.u32 %r2, [factor];\n"
    "  cvta.to.global.u64 %rd1, %rd1;\n  cvta.to.global.u64 %rd2, %rd2;\n"
    "  mov.u32 %r3, %ctaid.x;\n  mov.u32 %r4, %ntid.x;\n"
    "  mov.u32 %r5, %tid.x;\n  mad.lo.s32 %r6, %r3, %r4, %r5;\n";

/// Around what is done in a round; behind it a sum goes to the thread's place.
static void appendLoop(AsText *ptx, const char *round) {
  asTextFormat(ptx,
               "$loop:\n%s"
               "  add.s32 %%r1, %%r1, -1;\n"
               "  setp.ne.s32 %%p1, %%r1, 0;\n"
               "  @%%p1 bra $loop;\n",
               round);
  for (int c = 1; c < CHAINS; c++)
    asTextFormat(ptx, "  add.rn.f32 %%f0, %%f0, %%f%d;\n", 4 * c);
  asTextAppendString(ptx, "  mul.wide.s32 %rd3, %r6, 4;\n"
                          "  add.s64 %rd4, %rd1, %rd3;\n"
                          "  st.global.f32 [%rd4], %f0;\n"
                          "  ret;\n}\n");
}

/// Each chain adds 1 * factor, the factor being 1, to its sum.
static void appendMultiplyAdd(AsText *ptx) {
  AsText round = {0};
  asTextAppendString(ptx, begin);
  asTextAppendString(ptx, "  mov.b32 %f60, %r2;\n  mov.b32 %f61, %r2;\n");
  for (int c = 0; c < CHAINS; c++)
    asTextFormat(ptx, "  mov.b32 %%f%d, 0;\n", 4 * c);
  for (int s = 0; s < STEPS; s++)
    for (int c = 0; c < CHAINS; c++)
      asTextFormat(&round, "  fma.rn.f32 %%f%d, %%f%d, %%f60, %%f61;\n", 4 * c,
                   4 * c);
  appendLoop(ptx, round.data);
  asTextFree(&round);
}

/// The same with 16x8x16 products by all threads of a warp; the factor is a
/// pair of f16.
static void appendTensor(AsText *ptx) {
  AsText round = {0};
  asTextAppendString(ptx, begin);
  for (int c = 0; c < 4 * CHAINS; c++)
    asTextFormat(ptx, "  mov.b32 %%f%d, 0;\n", c);
  for (int s = 0; s < STEPS; s++)
    for (int c = 0; c < 4 * CHAINS; c += 4)
      asTextFormat(&round,
                   "  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                   "{%%f%d, %%f%d, %%f%d, %%f%d}, {%%r2, %%r2, %%r2, %%r2}, "
                   "{%%r2, %%r2}, {%%f%d, %%f%d, %%f%d, %%f%d};\n",
                   c, c + 1, c + 2, c + 3, c, c + 1, c + 2, c + 3);
  appendLoop(ptx, round.data);
  asTextFree(&round);
  char *target = strstr(ptx->data, "sm_75");
  target[3] = '8'; // sm_80
}

/// A thread copies 16 bytes.
static void appendCopy(AsText *ptx) {
  asTextAppendString(ptx, begin);
  asTextAppendString(
      ptx, "  mul.wide.s32 %rd3, %r6, 16;\n"
           "  add.s64 %rd4, %rd1, %rd3;\n  add.s64 %rd5, %rd2, %rd3;\n"
           "  ld.global.v4.b32 {%r10, %r11, %r12, %r13}, [%rd5];\n"
           "  st.global.v4.b32 [%rd4], {%r10, %r11, %r12, %r13};\n"
           "  ret;\n}\n");
}

//===----------------------------------------------------------------------===//
// Running one
//===----------------------------------------------------------------------===//

typedef struct Probe {
  AsCuFunction function;
  unsigned blocks;
  AsCuPointer to, from;
  uint32_t rounds, factor;
} Probe;

/// An AsGpuWork's `start`.
static bool launch(AsGpuSession *session, void *context) {
  Probe *probe = context;
  void *arguments[] = {&probe->to, &probe->from, &probe->rounds,
                       &probe->factor};
  return asGpuSucceeded(session,
                        session->cuda.launch(probe->function, probe->blocks, 1,
                                             1, BLOCK, 1, 1, 0, session->stream,
                                             arguments, NULL),
                        "cuLaunchKernel");
}

static bool load(AsGpuSession *session, const AsText *ptx, Probe *probe) {
  AsCuModule module;
  return asGpuSucceeded(
             session,
             session->cuda.moduleLoad(&module, ptx->data, 0, NULL, NULL),
             "cuModuleLoadDataEx") &&
         asGpuSucceeded(
             session,
             session->cuda.moduleGetFunction(&probe->function, module, "peak"),
             "cuModuleGetFunction");
}

static bool allocate(AsGpuSession *session, size_t bytes, AsCuPointer *memory) {
  return asGpuSucceeded(session, session->cuda.memoryAllocate(memory, bytes),
                        "cuMemAlloc");
}

/// The least time of one launch, with as many rounds as make it a long one.
static bool timeProbe(AsGpuSession *session, Probe *probe, bool mayGrow,
                      double *seconds) {
  AsGpuWork work = {launch, probe};
  *seconds = 0;
  do
    if (!asGpuTime(session, &work, 1, false, seconds))
      return false;
  while (mayGrow && *seconds < leastSeconds && probe->rounds < 1u << 14 &&
         (probe->rounds *= 2));
  for (int r = 0; r < ROUNDS; r++) {
    double again;
    if (!asGpuTime(session, &work, 1, false, &again))
      return false;
    *seconds = again < *seconds ? again : *seconds;
  }
  return true;
}

/// Whether the first and the last thread have this sum.
static bool hasSums(AsGpuSession *session, const Probe *probe, double sum) {
  float first = 0, last = 0;
  AsCuPointer end = probe->to + 4 * (uint64_t)BLOCK * probe->blocks;
  return asGpuSucceeded(session, session->cuda.memoryRead(&first, probe->to, 4),
                        "cuMemcpyDtoH") &&
         asGpuSucceeded(session, session->cuda.memoryRead(&last, end - 4, 4),
                        "cuMemcpyDtoH") &&
         first == sum && last == sum;
}

/// FLOP a second of a kernel whose every step adds `term` to each chain, and
/// is `flop` for a thread; 0 where there is no such kernel.
static double multiply(AsGpuSession *session, const AsText *ptx,
                       uint32_t factor, double term, double flop) {
  const AsCudaDevice *device = &session->device;
  Probe probe = {.rounds = 1, .factor = factor};
  probe.blocks =
      (unsigned)(device->multiprocessors * (device->residentThreads / BLOCK));
  double seconds, threads = (double)probe.blocks * BLOCK;
  if (!load(session, ptx, &probe) ||
      !allocate(session, (size_t)(4 * threads), &probe.to) ||
      !timeProbe(session, &probe, true, &seconds))
    return 0;
  double steps = (double)CHAINS * STEPS * probe.rounds;
  bool isRight = hasSums(session, &probe, term * steps);
  session->cuda.memoryFree(probe.to);
  return isRight && seconds > 0 ? flop * steps * threads / seconds : 0;
}

/// Bytes a second of copying what no cache holds.
static double copy(AsGpuSession *session) {
  AsText ptx = {0};
  Probe probe = {.rounds = 1};
  size_t bytes = 8 * (size_t)session->device.cacheBytes / (16 * BLOCK);
  probe.blocks = (unsigned)bytes;
  bytes *= 16 * BLOCK;
  appendCopy(&ptx);
  double seconds;
  bool isTimed = load(session, &ptx, &probe) &&
                 allocate(session, bytes, &probe.from) &&
                 allocate(session, bytes, &probe.to) &&
                 asGpuSucceeded(session,
                                session->cuda.memorySet(probe.from, 0x3c, bytes,
                                                        session->stream),
                                "cuMemsetD8") &&
                 timeProbe(session, &probe, false, &seconds);
  uint32_t last = 0;
  bool isRight =
      isTimed &&
      asGpuSucceeded(session,
                     session->cuda.memoryRead(&last, probe.to + bytes - 4, 4),
                     "cuMemcpyDtoH") &&
      last == 0x3c3c3c3c;
  asTextFree(&ptx);
  return isRight && seconds > 0 ? 2 * (double)bytes / seconds : 0;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

typedef struct Job {
  int number;
  AsDevicePeak *peak; ///< Shared.
} Job;

static AsStatus openDevice(int number, AsGpuSession *session, AsError *error) {
  AsCuda cuda;
  AsCudaDevice device;
  AsStatus status = asCudaOpen(&cuda, error);
  if (!status)
    status = asCudaReadDevice(&cuda, number, &device, error);
  return status ? status : asGpuOpen(session, device.uuid, error);
}

static void measure(void *context, char *problem, size_t size) {
  const Job *job = context;
  AsDevicePeak *peak = job->peak;
  AsGpuSession session = {.report = asAlloc(sizeof *session.report)};
  AsError error = {0};
  AsText simple = {0}, tensor = {0};
  if (openDevice(job->number, &session, &error)) {
    snprintf(problem, size, "%s", error.message);
    return;
  }
  peak->device = session.device;
  const uint32_t one = 0x3f800000, pairOfOnes = 0x3c003c00;
  const double tensorTerm = 16, tensorFlop = 2.0 * 16 * 8 * 16 / 32;
  appendMultiplyAdd(&simple);
  appendTensor(&tensor);
  peak->flops = multiply(&session, &simple, one, 1, 2);
  peak->bandwidth = copy(&session);
  const char *why = session.report->result.message;
  if (!peak->flops || !peak->bandwidth)
    snprintf(problem, size, "the device's peak: %s",
             *why ? why : "a kernel of it did not do what it should");
  else if (asCudaCapability(&session.device) >= 80)
    peak->tensorFlops =
        multiply(&session, &tensor, pairOfOnes, tensorTerm, tensorFlop);
}

AsStatus asDevicePeakMeasure(int number, AsDevicePeak *peak, AsError *error) {
  Job job = {number, asDeviceShare(sizeof *peak)};
  if (!job.peak)
    return asFail(error, AS_IO, "no memory to share with a fork");
  AsStatus status = asDeviceFork(measure, &job, limit, error);
  *peak = *job.peak;
  return status;
}
