//===- target-attributes.c - Functions say which CPU they are for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule counts on the vectors of the CPU that it was found for, and what
// it leaves behind may hold instructions of that CPU. With the target on each
// function llc and opt need not be told.
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
    return MlirWalkResultSkip; // A declaration, or the user knows better.
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
