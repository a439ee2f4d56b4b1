//===- target-attributes.c - Attach the target CPU to functions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets target_cpu and target_features on each llvm.func that has a body and no
// target_cpu yet.
//
// A schedule is tuned for the vector registers of one CPU, and its lowered IR
// may contain instructions of that CPU. With these attributes llc and opt need
// no -mcpu option.
//
// Requires:    functions in the LLVM dialect.
// Provides:    every function with a body names its CPU.
// Invalidates: nothing.
//
//   llvm.func @f(%x: !llvm.ptr) { ... }
//
// becomes
//
//   llvm.func @f(%x: !llvm.ptr) attributes {target_cpu = "haswell",
//       target_features = #llvm.target_features<["+avx2"]>} { ... }
//
//===----------------------------------------------------------------------===//

#include "lowering/lower.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

typedef struct Cpu {
  MlirAttribute name, features; ///< The second may be null.
} Cpu;

/// "+a,-b" as #llvm.target_features<["+a", "-b"]>.
static MlirAttribute featuresAttribute(MlirContext context,
                                       const char *features) {
  AsText text = {0};
  asTextAppendString(&text, "#llvm.target_features<[");
  for (const char *next = features; *next;) {
    size_t length = strcspn(next, ",");
    asTextFormat(&text, "%s\"%.*s\"", next == features ? "" : ", ", (int)length,
                 next);
    next += length + (next[length] == ',');
  }
  asTextAppendString(&text, "]>");
  MlirAttribute attribute =
      mlirAttributeParseGet(context, asIrString(text.data));
  asTextFree(&text);
  return attribute;
}

static MlirWalkResult mark(MlirOperation op, void *context) {
  const Cpu *cpu = context;
  MlirStringRef name = asIrString("target_cpu");
  if (!asIrIsNamed(op, "llvm.func"))
    return MlirWalkResultAdvance;
  if (mlirRegionIsNull(mlirOperationGetRegion(op, 0)) ||
      mlirBlockIsNull(asIrBody(op)) ||
      !mlirAttributeIsNull(mlirOperationGetInherentAttributeByName(op, name)))
    return MlirWalkResultSkip; // A declaration, or the CPU is given.
  mlirOperationSetInherentAttributeByName(op, name, cpu->name);
  if (!mlirAttributeIsNull(cpu->features))
    mlirOperationSetInherentAttributeByName(op, asIrString("target_features"),
                                            cpu->features);
  return MlirWalkResultSkip;
}

void asSetTargetAttributes(MlirModule lowered, const char *name,
                           const char *features) {
  MlirContext context = mlirModuleGetContext(lowered);
  Cpu cpu = {mlirStringAttrGet(context, asIrString(name)),
             *features ? featuresAttribute(context, features)
                       : mlirAttributeGetNull()};
  mlirOperationWalk(mlirModuleGetOperation(lowered), mark, &cpu,
                    MlirWalkPreOrder);
}
