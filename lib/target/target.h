//===- target.h - The machine that code is made for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target: the machine that code is made for, as rules and cost models see
// it. LLVM tells the name and features of the host, hwloc its caches. A named
// CPU takes its features from LLVM and its sizes from the host. A GPU takes
// them from a table (gpu-table.h) or from the driver (installed-gpus.h); only
// the cores that build its code are the host's.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_TARGET_H
#define AS_TARGET_TARGET_H

#include "as/error.h"
#include "support/arena.h"
#include "support/core-set.h"
#include "support/text.h"
#include "target/gpu-table.h"
#include <stdbool.h>
#include <stdint.h>

/// Sums of products of narrow numbers that a processor has instructions for.
typedef struct AsDotProducts {
  bool bf16;     ///< Of two bf16 to each lane of f32: AVX512-BF16's vdpbf16ps.
  int byteLanes; ///< Lanes of i32 to each of which four products of an unsigned
                 ///< and a signed byte are added: VNNI's vpdpbusd; 0 without.
} AsDotProducts;

/// How llvm.maximum and llvm.minimum, which heed NaNs and the signs of zeros,
/// are best computed.
typedef enum AsExtremes {
  AS_EXTREMES_NATIVE,       ///< The processor has instructions for them.
  AS_EXTREMES_BY_COMPARING, ///< It has x < y ? x : y at most: x86's vminps.
  AS_EXTREMES_BY_RANGE,     ///< AVX512DQ's vrangeps, which knows -0 < +0.
} AsExtremes;

typedef struct AsTarget {
  const char *triple;   ///< "x86_64-pc-linux-gnu".
  const char *cpu;      ///< As LLVM names it: "skylake-avx512".
  const char *features; ///< As LLVM writes it: "+avx2,-avx512bf16,...".
  const char *model;    ///< As the system names the host's processor.
  const char *key;      ///< Identity in records: "cpu:skylake-avx512:t2".
  int threads;          ///< How many a kernel may use.
  AsCoreSet cores;      ///< That this process may use; at least one.
  int vectorBytes; ///< Of the widest vector register, or access of a thread.
  int vectorRegisters;
  int unitBytes; ///< Of what computes with vectors: a wider one goes in twice.
  bool hasMasks; ///< See asTargetHasMasks.
  AsDotProducts dots;
  int64_t cacheBytes[3]; ///< L1 data, L2, last level (of all cores).
  int lineBytes;
  const AsGpu *gpu;   ///< NULL for a CPU.
  const char *device; ///< UUID of the GPU to measure on, or NULL.
} AsTarget;

/// Parses "host", "cpu", "cpu:NAME", "cpu:NAME:FEATURES", "cuda", "cuda:NUMBER"
/// or "cuda:CHIP" and completes it.
/// `threads` 0 means all cores; more than there are is no error, as not all
/// code that is made runs here. Strings live in `arena`.
AsStatus asTargetCreate(const char *text, int threads, AsArena *arena,
                        AsTarget *target, AsError *error);

/// Finds a device to measure on for a GPU that was named by its chip. Sizes
/// stay those of the table.
AsStatus asTargetFindDevice(AsTarget *target, AsArena *arena, AsError *error);

/// Appends the names of the features that code for this CPU may use and that
/// the host has not, with commas between them; none where such code runs here.
void asTargetAppendMissing(const AsTarget *target, AsText *missing);

/// Bytes of the widest vector register of such a processor.
int asTargetVectorBytes(const char *triple, const char *cpu,
                        const char *features);

/// Bytes of the units that compute with vectors of such a processor.
int asTargetUnitBytes(const char *triple, const char *cpu,
                      const char *features);

/// Whether the hardware of such a processor prefetches several rows of a matrix
/// that are read side by side, also where they go on in other pages. Code that
/// prefetches them as well is slower.
bool asTargetFollowsRows(const char *cpu);

AsExtremes asTargetExtremes(const char *triple, const char *cpu,
                            const char *features);

/// Whether a CPU loads and stores some lanes of a vector, of any width and of
/// numbers of 8 to 64 bits, as fast as all of them: AVX-512 with its parts BW
/// and VL.
bool asTargetHasMasks(const char *triple, const char *cpu,
                      const char *features);

/// Whether a CPU is known to multiply and add in one instruction.
bool asTargetIsFused(const char *triple, const char *cpu, const char *features);

AsDotProducts asTargetDotProducts(const char *triple, const char *cpu,
                                  const char *features);

/// Whether two keys are of targets that can learn from each other: both of
/// CPUs, or both of GPUs.
bool asTargetIsSameKind(const char *key, const char *other);

#endif // AS_TARGET_TARGET_H
