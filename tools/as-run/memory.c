//===- memory.c - The memory that a function takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/memory.h"
#include "dialect-bridge/bridge.h"
#include "ir/symbol-closure.h"
#include "mlir-c/BuiltinAttributes.h"
#include "tools/as-run/format.h"

void asMemoryCount(MlirModule lowered, const char *name, AsMemory *memory) {
  MlirSymbolTable symbols =
      mlirSymbolTableCreate(mlirModuleGetOperation(lowered));
  AsIrReach reach = {0};
  asIrReachFrom(lowered, mlirSymbolTableLookup(symbols, asIrString(name)),
                &reach);
  mlirSymbolTableDestroy(symbols);
  for (int i = 0; i < reach.count; i++) {
    MlirOperation op = reach.ops[i];
    if (!asIrIsNamed(op, "llvm.mlir.global"))
      continue;
    double bytes = (double)asBridgeTypeBytes(
        op, mlirTypeAttrGetValue(asIrAttribute(op, "global_type")));
    bool isConstant = !mlirAttributeIsNull(asIrAttribute(op, "constant"));
    *(isConstant ? &memory->constants : &memory->variables) += bytes;
  }
  asIrReachFree(&reach);
}

static double mebibytes(double bytes) { return bytes / (1 << 20); }

void asMemoryPrint(const AsMemory *memory, AsText *text) {
  asTextFormat(text,
               "memory in MiB: constants %.1f, arguments and results %.1f, "
               "kept between calls %.1f",
               mebibytes(memory->constants), mebibytes(memory->buffers),
               mebibytes(memory->variables));
  if (memory->added >= 0)
    asTextFormat(text, "; the first run added %.1f", mebibytes(memory->added));
  asTextAppendString(text, "\n");
}

void asMemoryJson(const AsMemory *memory, AsText *text) {
  const struct {
    const char *key;
    double value;
  } numbers[] = {{"constants", memory->constants},
                 {"buffers", memory->buffers},
                 {"variables", memory->variables},
                 {"added", memory->added}};
  asTextAppendString(text, "\"memory\": {");
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    asTextAppendString(text, i ? ", " : "");
    asFormatJsonNumber(numbers[i].key, numbers[i].value, text);
  }
  asTextAppendString(text, "}");
}
