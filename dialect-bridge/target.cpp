//===- target.cpp - What LLVM's back ends know
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

using namespace llvm;

static std::unique_ptr<MCSubtargetInfo>
subtarget(const char *triple, const char *cpu, const char *features) {
  std::string problem;
  Triple parsed(triple);
  const Target *target = TargetRegistry::lookupTarget(parsed, problem);
  if (!target)
    return nullptr;
  return std::unique_ptr<MCSubtargetInfo>(
      target->createMCSubtargetInfo(parsed, cpu, features));
}

void asBridgeVisitCpus(const char *triple, AsBridgeNameVisitor visitor,
                       void *context) {
  if (auto info = subtarget(triple, "", ""))
    for (const SubtargetSubTypeKV &cpu : info->getAllProcessorDescriptions())
      visitor(cpu.Key, context);
}

void asBridgeVisitFeatures(const char *triple, AsBridgeNameVisitor visitor,
                           void *context) {
  if (auto info = subtarget(triple, "", ""))
    for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
      visitor(feature.Key, context);
}

bool asBridgeHasFeature(const char *triple, const char *cpu,
                        const char *features, const char *feature) {
  auto info = subtarget(triple, cpu, features);
  return info && info->checkFeatures(std::string("+") + feature);
}

void asBridgeSetLarge(LLVMValueRef global) {
  cast<GlobalVariable>(unwrap(global))->setCodeModel(CodeModel::Large);
}
