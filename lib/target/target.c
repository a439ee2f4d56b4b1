//===- target/target.c - What the hardware is
//--------------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See target.h.
//
//===----------------------------------------------------------------------===//

#include "target/target.h"
#include "support/hash.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
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

static void readCores(AsTarget *target) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  for (int core = 0; core < 64; core++)
    if (CPU_ISSET(core, &set)) {
      target->cores |= (uint64_t)1 << core;
      target->numCores++;
    }
  if (!target->numCores) {
    target->cores = 1;
    target->numCores = 1;
  }
}

static void readCaches(AsTarget *target) {
  target->cacheBytes[0] = 32 << 10;
  target->cacheBytes[1] = 512 << 10;
  target->cacheBytes[2] = 8 << 20;
  target->lineBytes = 64;
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return;
  if (hwloc_topology_load(topology) == 0) {
    static const hwloc_obj_type_t levels[] = {
        HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE};
    for (int level = 0; level < 3; level++) {
      hwloc_obj_t cache = hwloc_get_obj_by_type(topology, levels[level], 0);
      if (cache && cache->attr->cache.size)
        target->cacheBytes[level] = (int64_t)cache->attr->cache.size;
      if (cache && level == 0 && cache->attr->cache.linesize)
        target->lineBytes = (int)cache->attr->cache.linesize;
    }
  }
  hwloc_topology_destroy(topology);
}

/// What the feature list says of `feature`: +1, -1, or 0 for nothing; the last
/// mention counts.
static int mention(const char *features, const char *feature) {
  int sign = 0;
  size_t length = strlen(feature);
  for (const char *f = features; f && *f; f = strchr(f, ',')) {
    f += *f == ',';
    if (*f && strncmp(f + 1, feature, length) == 0 &&
        (f[1 + length] == ',' || f[1 + length] == 0))
      sign = *f == '+' ? 1 : -1;
  }
  return sign;
}

/// Vector registers by feature; for a named CPU without a feature list, by
/// what its name implies.
static void readVectors(AsTarget *target) {
  const char *features = target->features, *cpu = target->cpu;
  int listed = mention(features, "avx512f");
  bool named = strstr(cpu, "avx512") || strstr(cpu, "icelake-server") ||
               strstr(cpu, "cascadelake") || strstr(cpu, "sapphirerapids") ||
               strstr(cpu, "x86-64-v4") || strstr(cpu, "znver4") ||
               strstr(cpu, "znver5");
  bool avx512 = listed ? listed > 0 : named;
  bool avx = mention(features, "avx2") > 0 || avx512 ||
             strstr(cpu, "haswell") || strstr(cpu, "skylake") ||
             strstr(cpu, "znver") || strstr(cpu, "x86-64-v3");
  bool neon = strncmp(target->triple, "aarch64", 7) == 0;
  target->vectorBytes = avx512 ? 64 : avx ? 32 : 16;
  target->vectorRegisters = avx512 || neon ? 32 : 16;
}

AsStatus asTargetCreate(const char *text, int threads, AsArena *arena,
                        AsTarget *target, AsError *error) {
  *target = (AsTarget){0};
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  target->triple = takeMessage(arena, LLVMGetDefaultTargetTriple());
  const char *hostCpu = takeMessage(arena, LLVMGetHostCPUName());
  const char *hostFeatures = takeMessage(arena, LLVMGetHostCPUFeatures());
  target->cpu = hostCpu;
  target->features = hostFeatures;
  target->isHost = true;
  if (strncmp(text, "cpu:", 4) == 0 && text[4]) {
    const char *name = text + 4, *colon = strchr(name, ':');
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    target->cpu = asArenaCopy(arena, name, length);
    bool same = strcmp(target->cpu, hostCpu) == 0;
    target->features = colon ? colon + 1 : same ? hostFeatures : "";
    if (colon && same) // The user's changes come on top of what is there.
      target->features = asArenaFormat(arena, "%s,%s", hostFeatures, colon + 1);
    // Code for another CPU may still run here; the runner finds out, as an
    // illegal instruction ends only a candidate.
    LLVMTargetRef backend;
    char *problem = NULL;
    if (LLVMGetTargetFromTriple(target->triple, &backend, &problem)) {
      asFail(error, AS_UNSUPPORTED, "no back end for %s: %s", target->triple,
             problem);
      LLVMDisposeMessage(problem);
      return error ? error->status : AS_UNSUPPORTED;
    }
  } else if (strcmp(text, "host") != 0 && strcmp(text, "cpu") != 0) {
    return asFail(error, AS_INVALID_INPUT,
                  "--target='%s' is not known: expected host, cpu, cpu:NAME "
                  "or cpu:NAME:FEATURES (e.g. cpu:haswell:+fma)",
                  text);
  }
  target->model = readModel(arena);
  readCores(target);
  readCaches(target);
  readVectors(target);
  if (threads > target->numCores)
    return asFail(error, AS_INVALID_INPUT,
                  "--threads=%d, but this process may use %d core%s only",
                  threads, target->numCores, target->numCores > 1 ? "s" : "");
  target->threads = threads > 0 ? threads : target->numCores;
  AsHash features = asHashString(asHashStart(), target->features);
  target->key = asArenaFormat(arena, "cpu:%s:%.8s:t%d", target->cpu,
                              asHashFormat(features).text, target->threads);
  return AS_OK;
}
