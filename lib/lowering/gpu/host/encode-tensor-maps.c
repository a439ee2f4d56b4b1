//===- encode-tensor-maps.c - Encode tensor maps on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one function for each kind of tensor map, as text. Constants are those
// of cuda.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/host/encode-tensor-maps.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

#define ENCODE "mgpuTensorMapEncodeTiled"
#define PREFIX "as_tensor_map_"

static const char declaration[] =
    "llvm.func @" ENCODE "(!llvm.ptr, i32, i32, !llvm.ptr, !llvm.ptr, "
    "!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32, i32, i32)";

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Appends an array of constants on the stack, "%name".
static void appendNumbers(AsText *text, const char *name, const char *type,
                          const uint64_t *numbers, int count) {
  asTextFormat(text,
               "  %%%s = llvm.alloca %%one x !llvm.array<%d x %s> : (i64) -> "
               "!llvm.ptr\n"
               "  %%%s_all = llvm.mlir.constant(dense<[",
               name, count, type, name);
  for (int i = 0; i < count; i++)
    asTextFormat(text, "%s%llu", i ? ", " : "", (unsigned long long)numbers[i]);
  asTextFormat(text,
               "]> : tensor<%dx%s>) : !llvm.array<%d x %s>\n"
               "  llvm.store %%%s_all, %%%s : !llvm.array<%d x %s>, "
               "!llvm.ptr\n",
               count, type, count, type, name, name, count, type);
}

static void appendNumber(AsText *text, const char *name, int number) {
  asTextFormat(text, "  %%%s = llvm.mlir.constant(%d : i32) : i32\n", name,
               number);
}

static void writeFunction(const char *name, const AsTensorMap *map,
                          AsText *text) {
  enum { l2Bytes = 2 }; // CU_TENSOR_MAP_L2_PROMOTION_L2_128B
  AsTensorMapCode code = asTensorMapEncode(map);
  uint64_t box[AS_TENSOR_MAP_RANK], step[AS_TENSOR_MAP_RANK];
  for (int d = 0; d < map->rank; d++) {
    box[d] = code.box[d];
    step[d] = code.step[d];
  }
  asTextFormat(text,
               "%s\nllvm.func private @%s(%%array: !llvm.ptr) -> "
               "!llvm.array<16 x i64> {\n"
               "  %%one = llvm.mlir.constant(1 : i64) : i64\n"
               "  %%map = llvm.alloca %%one x !llvm.array<16 x i64> "
               "{alignment = %d : i64} : (i64) -> !llvm.ptr\n",
               declaration, name, AS_TENSOR_MAP_ALIGNMENT);
  appendNumbers(text, "size", "i64", code.size, map->rank);
  appendNumbers(text, "stride", "i64", code.stride, map->rank);
  appendNumbers(text, "box", "i32", box, map->rank);
  appendNumbers(text, "step", "i32", step, map->rank);
  appendNumber(text, "type", code.type);
  appendNumber(text, "rank", map->rank);
  appendNumber(text, "swizzle", code.swizzle);
  appendNumber(text, "none", 0);
  appendNumber(text, "promotion", l2Bytes);
  asTextAppendString(
      text,
      "  llvm.call @" ENCODE "(%map, %type, %rank, %array, %size, %stride, "
      "%box, %step, %none, %swizzle, %promotion, %none) : (!llvm.ptr, i32, "
      "i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32, "
      "i32, i32) -> ()\n"
      "  %made = llvm.load %map : !llvm.ptr -> !llvm.array<16 x i64>\n"
      "  llvm.return %made : !llvm.array<16 x i64>\n}\n");
}

/// Parses `text` and moves its functions to the front of the module, except
/// declarations that the module already has.
static MlirOperation insertParsed(MlirOperation module, MlirSymbolTable symbols,
                                  const char *text) {
  MlirModule parsed =
      mlirModuleCreateParse(mlirOperationGetContext(module), asIrString(text));
  MlirOperation next, made = {NULL};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(parsed));
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    bool isThere = asIrIsNamed(op, "llvm.func") &&
                   mlirBlockIsNull(asIrBody(op)) &&
                   !mlirOperationIsNull(
                       mlirSymbolTableLookup(symbols, asIrString(ENCODE)));
    if (isThere)
      continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperation(asIrBody(module), 0, op);
    mlirSymbolTableInsert(symbols, op); // Renames it if need be.
    made = op;
  }
  mlirModuleDestroy(parsed);
  return made;
}

/// The function for such maps, made if there is none.
static MlirOperation functionFor(MlirOperation module, MlirSymbolTable symbols,
                                 const AsTensorMap *map) {
  AsText name = {0}, text = {0};
  AsTensorMap any = *map;
  any.argument = 0;
  asTensorMapFormat(&any, &name);
  for (char *at = name.data; *at; at++)
    *at = *at == ':' ? '_' : *at;
  asTextFormat(&text, PREFIX "%s", name.data + strlen("0_"));
  MlirOperation function =
      mlirSymbolTableLookup(symbols, asIrString(text.data));
  bool isIt =
      !mlirOperationIsNull(function) && asIrIsNamed(function, "llvm.func");
  asTextClear(&name);
  writeFunction(text.data, map, &name);
  if (!isIt)
    function = insertParsed(module, symbols, name.data);
  asTextFree(&name);
  asTextFree(&text);
  return function;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

MlirValue asGpuEncodeMap(MlirOperation next, MlirSymbolTable symbols,
                         const AsTensorMap *map, MlirValue address) {
  MlirOperation module = next;
  while (!asIrIsNamed(module, "builtin.module"))
    module = mlirOperationGetParentOperation(module);
  MlirContext context = mlirOperationGetContext(next);
  MlirOperation function = functionFor(module, symbols, map);
  MlirType type =
      mlirTypeParseGet(context, asIrString("!llvm.array<16 x i64>"));
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "llvm.call",
                .numOperands = 1,
                .operands = &address,
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"callee",
                     mlirFlatSymbolRefAttrGet(
                         context,
                         mlirStringAttrGetValue(mlirOperationGetAttributeByName(
                             function, asIrString("sym_name"))))},
                    {"operandSegmentSizes",
                     mlirDenseI32ArrayGet(context, 2, (int32_t[]){1, 0})},
                    {"op_bundle_sizes", mlirDenseI32ArrayGet(context, 0, NULL)},
                    {0}}});
}

bool asGpuIsEncoding(MlirOperation op) {
  MlirAttribute callee = asIrIsNamed(op, "llvm.call")
                             ? asIrAttribute(op, "callee")
                             : mlirAttributeGetNull();
  if (mlirAttributeIsNull(callee))
    return false;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  return name.length >= strlen(PREFIX) &&
         memcmp(name.data, PREFIX, strlen(PREFIX)) == 0;
}
