//===- target.c - The machine that code is made for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See target.h.
//
//===----------------------------------------------------------------------===//

#include "target/target.h"
#include "dialect-bridge/bridge.h"
#include "support/hash.h"
#include "support/last-cache.h"
#include "support/nearest-name.h"
#include "target/cores.h"
#include "target/installed-gpus.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *takeMessage(AsArena *arena, char *message) {
  const char *copy = asArenaCopy(arena, message, strlen(message));
  LLVMDisposeMessage(message);
  return copy;
}

static const char *readModel(AsArena *arena) {
  FILE *file = fopen("/proc/cpuinfo", "r");
  char line[512];
  const char *model = "unknown";
  while (file && fgets(line, sizeof line, file)) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) == 0 && colon) {
      size_t length = strcspn(colon + 2, "\n");
      model = asArenaCopy(arena, colon + 2, length);
      break;
    }
  }
  if (file)
    fclose(file);
  return model;
}

/// The caches of the first core that may be used.
static void readCaches(hwloc_topology_t topology, AsTarget *target) {
  target->cacheBytes[0] = 32 << 10;
  target->cacheBytes[1] = 512 << 10;
  target->cacheBytes[2] = 8 << 20;
  target->lineBytes = 64;
  hwloc_obj_t core = topology
                         ? hwloc_get_pu_obj_by_os_index(
                               topology, (unsigned)target->cores.list[0].cpu)
                         : NULL;
  static const hwloc_obj_type_t levels[] = {
      HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE};
  for (int level = 0; core && level < 3; level++) {
    hwloc_obj_t cache =
        hwloc_get_ancestor_obj_by_type(topology, levels[level], core);
    if (!cache || !cache->attr->cache.size)
      continue;
    int64_t bytes = (int64_t)cache->attr->cache.size;
    target->cacheBytes[level] =
        level < 2 ? bytes
                  : asLastCacheBytes(bytes, cache->attr->cache.associativity,
                                     AS_COMPLEX_BYTES);
    if (level == 0 && cache->attr->cache.linesize)
      target->lineBytes = (int)cache->attr->cache.linesize;
  }
}

static void readMachine(AsArena *arena, AsTarget *target) {
  hwloc_topology_t topology = asTopologyLoad();
  target->model = readModel(arena);
  target->cores = asCoresRead(topology, arena);
  readCaches(topology, target);
  if (topology)
    hwloc_topology_destroy(topology);
}

//===----------------------------------------------------------------------===//
// CPUs and features
//===----------------------------------------------------------------------===//

/// LLVM keeps its targets in tables of the process's, and knows no CPU and no
/// feature before they are filled.
static void fillTables(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
}

static void initialiseLlvm(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fillTables);
}

typedef void (*VisitNames)(const char *triple, AsBridgeNameVisitor visitor,
                           void *context);

/// A search for a name among all CPUs or features.
typedef struct LookUp {
  AsNearest nearest;
  bool found;
} LookUp;

static void lookAt(const char *name, void *context) {
  LookUp *lookUp = context;
  lookUp->found |= strcmp(name, lookUp->nearest.wanted) == 0;
  asNearestOffer(&lookUp->nearest, name);
}

static LookUp lookUpName(const char *triple, VisitNames visit,
                         const char *name) {
  LookUp lookUp = {asNearestTo(name), false};
  initialiseLlvm();
  visit(triple, lookAt, &lookUp);
  return lookUp;
}

static bool knowsFeature(const AsTarget *target, const char *feature) {
  return lookUpName(target->triple, asBridgeVisitFeatures, feature).found;
}

/// Whatever is asked of a CPU comes by here, and so initialises LLVM: a build
/// worker asks before it does anything else.
static bool hasFeature(const AsTarget *target, const char *feature) {
  return knowsFeature(target, feature) &&
         asBridgeHasFeature(target->triple, target->cpu, target->features,
                            feature);
}

AsDotProducts asTargetDotProducts(const char *triple, const char *cpu,
                                  const char *features) {
  AsTarget target = {.triple = triple, .cpu = cpu, .features = features};
  bool hasShort = hasFeature(&target, "avx512vl");
  return (AsDotProducts){.bf16 = hasShort && hasFeature(&target, "avx512bf16"),
                         .byteLanes =
                             hasShort && hasFeature(&target, "avx512vnni") ? 16
                             : hasFeature(&target, "avxvnni")              ? 8
                                                                           : 0};
}

bool asTargetHasMasks(const char *triple, const char *cpu,
                      const char *features) {
  AsTarget target = {.triple = triple, .cpu = cpu, .features = features};
  return hasFeature(&target, "avx512bw") && hasFeature(&target, "avx512vl");
}

bool asTargetIsFused(const char *triple, const char *cpu,
                     const char *features) {
  AsTarget target = {.triple = triple, .cpu = cpu, .features = features};
  return hasFeature(&target, "fma");
}

AsExtremes asTargetExtremes(const char *triple, const char *cpu,
                            const char *features) {
  AsTarget target = {.triple = triple, .cpu = cpu, .features = features};
  if (strncmp(triple, "x86_64", 6) != 0 || hasFeature(&target, "avx10.2"))
    return AS_EXTREMES_NATIVE;
  return hasFeature(&target, "avx512dq") && hasFeature(&target, "avx512vl")
             ? AS_EXTREMES_BY_RANGE
             : AS_EXTREMES_BY_COMPARING;
}

int asTargetVectorBytes(const char *triple, const char *cpu,
                        const char *features) {
  AsTarget target = {.triple = triple, .cpu = cpu, .features = features};
  return hasFeature(&target, "avx512f") ? 64
         : hasFeature(&target, "avx2")  ? 32
                                        : 16;
}

int asTargetUnitBytes(const char *triple, const char *cpu,
                      const char *features) {
  // Sources: Software Optimization Guides for AMD Family 17h Processors, Models
  // 00h to 2Fh, for the AMD Zen4 Microarchitecture, and for AMD Family 15h:
  // wider operations take two passes.
  static const struct {
    const char *cpu;
    int bytes;
  } narrow[] = {{"bdver4", 16}, {"znver1", 16}, {"znver4", 32}};
  int bytes = asTargetVectorBytes(triple, cpu, features);
  for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
    if (strcmp(cpu, narrow[i].cpu) == 0)
      bytes = bytes < narrow[i].bytes ? bytes : narrow[i].bytes;
  return bytes;
}

bool asTargetFollowsRows(const char *cpu) {
  return strcmp(cpu, "znver5") == 0; // Measured; see docs/results.md.
}

static void readVectors(AsTarget *target) {
  bool neon = strncmp(target->triple, "aarch64", 7) == 0;
  target->vectorBytes =
      asTargetVectorBytes(target->triple, target->cpu, target->features);
  target->vectorRegisters = target->vectorBytes == 64 || neon ? 32 : 16;
  target->unitBytes =
      asTargetUnitBytes(target->triple, target->cpu, target->features);
  target->hasMasks =
      asTargetHasMasks(target->triple, target->cpu, target->features);
  target->dots =
      asTargetDotProducts(target->triple, target->cpu, target->features);
}

//===----------------------------------------------------------------------===//
// Parsing --target
//===----------------------------------------------------------------------===//

/// Unknown names are errors: LLVM would print a warning and ignore them.
static AsStatus checkName(const char *text, const char *triple,
                          VisitNames visit, const char *kind, const char *name,
                          AsError *error) {
  LookUp lookUp = lookUpName(triple, visit, name);
  if (lookUp.found)
    return AS_OK;
  const char *meant = lookUp.nearest.name;
  return asFail(error, AS_INVALID_INPUT,
                "--target='%s': LLVM knows no %s '%s' for %s%s%s%s 'llc "
                "-mtriple=%s -mcpu=help' lists them all",
                text, kind, name, triple, meant ? "; did you mean '" : ".",
                meant ? meant : "", meant ? "'?" : "", triple);
}

/// `features` is "+NAME,-NAME,...".
static AsStatus checkFeatures(const char *text, const char *triple,
                              const char *features, AsArena *arena,
                              AsError *error) {
  AsStatus status = AS_OK;
  while (*features && !status) {
    size_t length = strcspn(features, ",");
    const char *item = asArenaCopy(arena, features, length);
    if (*item != '+' && *item != '-')
      return asFail(error, AS_INVALID_INPUT,
                    "--target='%s': expected +FEATURE or -FEATURE, not '%s'",
                    text, item);
    status = checkName(text, triple, asBridgeVisitFeatures, "feature", item + 1,
                       error);
    features += length + (features[length] == ',');
  }
  return status;
}

/// Reads "cpu:NAME" or "cpu:NAME:FEATURES".
static AsStatus parseCpu(const char *text, AsArena *arena, AsTarget *target,
                         AsError *error) {
  const char *name = text + 4, *colon = strchr(name, ':');
  const char *changes = colon ? colon + 1 : "";
  const char *cpu =
      asArenaCopy(arena, name, colon ? (size_t)(colon - name) : strlen(name));
  AsStatus status =
      checkName(text, target->triple, asBridgeVisitCpus, "CPU", cpu, error);
  if (!status)
    status = checkFeatures(text, target->triple, changes, arena, error);
  if (status)
    return status;
  // On the host's CPU the changes are added to its features.
  if (strcmp(cpu, target->cpu) != 0)
    target->features = changes;
  else if (*changes)
    target->features = asArenaFormat(arena, "%s,%s", target->features, changes);
  target->cpu = cpu;
  // LLVM would exit with a 32-bit CPU.
  if (sizeof(void *) == 8 && knowsFeature(target, "64bit") &&
      !hasFeature(target, "64bit"))
    return asFail(error, AS_INVALID_INPUT,
                  "--target='%s': this CPU cannot execute 64-bit code, which "
                  "%s is for",
                  text, target->triple);
  return AS_OK;
}

/// Fills in a GPU. A vector is 16 bytes, the widest access of a thread, and its
/// registers are counted in vectors.
static void useGpu(AsTarget *target, const AsGpu *gpu) {
  target->gpu = gpu;
  target->triple = "nvptx64-nvidia-cuda";
  target->cpu = gpu->chip;
  target->features = gpu->features;
  target->model = gpu->model;
  target->vectorBytes = target->unitBytes = 16;
  target->vectorRegisters = AS_GPU_THREAD_REGISTERS * 4 / target->vectorBytes;
  target->cacheBytes[0] = gpu->sharedBytes;
  target->cacheBytes[1] = target->cacheBytes[2] = gpu->cacheBytes;
  target->lineBytes = 128;
  target->threads = 1; // Of the host.
}

/// Reads "cuda:CHIP".
static AsStatus parseChip(const char *text, const char *chip, AsArena *arena,
                          AsTarget *target, AsError *error) {
  const AsGpu *gpu = asGpuFind(chip);
  if (gpu) {
    useGpu(target, gpu);
    target->key = asArenaFormat(arena, "cuda:%s", chip);
    return AS_OK;
  }
  AsText chips = {0};
  asGpuAppendChips(&chips);
  AsStatus status = asFail(error, AS_INVALID_INPUT,
                           "--target='%s': no GPU '%s' is known; there are %s, "
                           "and cuda:NUMBER for a device that is here",
                           text, chip, chips.data);
  asTextFree(&chips);
  return status;
}

/// Reads "cuda", "cuda:NUMBER" or "cuda:CHIP".
static AsStatus parseGpu(const char *text, AsArena *arena, AsTarget *target,
                         AsError *error) {
  const char *name = text[4] ? text + 5 : "0";
  size_t digits = strspn(name, "0123456789");
  if (name[digits] || digits == 0 || digits > 4)
    return parseChip(text, name, arena, target, error);
  AsDevice device;
  if (asDeviceRead(atoi(name), arena, &device, error))
    return asFailContext(error, "--target=%s", text);
  useGpu(target, device.gpu);
  target->device = device.uuid;
  target->key = asArenaFormat(arena, "cuda:%s", device.key);
  return AS_OK;
}

AsStatus asTargetFindDevice(AsTarget *target, AsArena *arena, AsError *error) {
  AsDevice device;
  AsStatus status = asDeviceFind(target->gpu->chip, arena, &device, error);
  if (!status)
    target->device = device.uuid;
  return status;
}

AsStatus asTargetCreate(const char *text, int threads, AsArena *arena,
                        AsTarget *target, AsError *error) {
  initialiseLlvm();
  *target = (AsTarget){0};
  target->triple = takeMessage(arena, LLVMGetDefaultTargetTriple());
  target->cpu = takeMessage(arena, LLVMGetHostCPUName());
  target->features = takeMessage(arena, LLVMGetHostCPUFeatures());
  readMachine(arena, target);
  if (strcmp(text, "cuda") == 0 || strncmp(text, "cuda:", 5) == 0)
    return parseGpu(text, arena, target, error);
  AsStatus status = AS_OK;
  if (strncmp(text, "cpu:", 4) == 0 && text[4])
    status = parseCpu(text, arena, target, error);
  else if (strcmp(text, "host") != 0 && strcmp(text, "cpu") != 0)
    status = asFail(error, AS_INVALID_INPUT,
                    "--target='%s' is not known: expected host, cpu, cpu:NAME, "
                    "cpu:NAME:FEATURES (e.g. cpu:haswell:+fma), cuda, "
                    "cuda:NUMBER or cuda:CHIP (e.g. cuda:sm_90)",
                    text);
  if (status)
    return status;
  readVectors(target);
  target->threads = threads > 0 ? threads : target->cores.count;
  AsHash features = asHashString(asHashStart(), target->features);
  target->key = asArenaFormat(arena, "cpu:%s:%.8s:t%d", target->cpu,
                              asHashFormat(features).text, target->threads);
  return AS_OK;
}

bool asTargetIsSameKind(const char *key, const char *other) {
  size_t kind = strcspn(key, ":");
  return strncmp(key, other, kind) == 0 && other[kind] == key[kind];
}
