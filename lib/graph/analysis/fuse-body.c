//===- fuse-body.c - Fuse an elementwise operation into a reader
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fuse-body.h.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/fuse-body.h"
#include "graph/analysis/generic-op.h"

/// A reader that is being rewritten: its inputs and its body.
typedef struct Reader {
  intptr_t numInputs;
  MlirValue inputs[AS_BODY_INPUTS + 2]; ///< The output is the last one.
  MlirAffineMap maps[AS_BODY_INPUTS + 2];
  MlirBlock block;
  intptr_t replaced; ///< The input that is replaced by a computation.
} Reader;

/// The body's argument for `value` read by `map`. Adds the input if there is
/// none yet.
static MlirValue addInput(Reader *reader, MlirValue value, MlirAffineMap map,
                          MlirType type, MlirLocation location) {
  for (intptr_t i = 0; i < reader->numInputs; i++)
    if (mlirValueEqual(reader->inputs[i], value) &&
        mlirAffineMapEqual(reader->maps[i], map))
      return mlirBlockGetArgument(reader->block, i);
  for (intptr_t i = reader->numInputs++; i >= reader->replaced; i--) {
    reader->inputs[i + 1] = reader->inputs[i];
    reader->maps[i + 1] = reader->maps[i];
  }
  reader->inputs[reader->replaced] = value;
  reader->maps[reader->replaced] = map;
  return mlirBlockInsertArgument(reader->block, reader->replaced++, type,
                                 location);
}

static void dropReplaced(Reader *reader) {
  mlirBlockEraseArgument(reader->block, (unsigned)reader->replaced);
  reader->numInputs--;
  for (intptr_t i = reader->replaced; i <= reader->numInputs; i++) {
    reader->inputs[i] = reader->inputs[i + 1];
    reader->maps[i] = reader->maps[i + 1];
  }
}

/// Marks the operations of the body that `value` depends on.
static void markNeeded(const AsBody *body, MlirValue value, bool *isNeeded) {
  int op = mlirValueIsAOpResult(value)
               ? asBodyNumber(body, mlirOpResultGetOwner(value))
               : -1;
  if (op < 0 || isNeeded[op])
    return;
  isNeeded[op] = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(body->op[op]); i++)
    markNeeded(body, mlirOperationGetOperand(body->op[op], i), isNeeded);
}

MlirOperation asBodyFuse(const AsBody *body, MlirValue computed,
                         MlirOperation op, intptr_t input) {
  MlirLocation location = mlirOperationGetLocation(body->generic);
  Reader reader = {.block = asIrBody(op),
                   .numInputs = mlirOperationGetNumOperands(op) - 1,
                   .replaced = input};
  for (intptr_t o = 0; o <= reader.numInputs; o++) {
    reader.inputs[o] = mlirOperationGetOperand(op, o);
    reader.maps[o] = asGenericMap(op, o);
  }
  MlirAffineMap read = reader.maps[input];
  MlirOperation first = mlirBlockGetFirstOperation(reader.block);
  bool isNeeded[AS_BODY_OPS] = {false};
  markNeeded(body, computed, isNeeded);
  uint32_t reads = asBodyReads(body, computed);
  AsIrMap map = {0};
  for (intptr_t i = 0; i < body->numInputs; i++) {
    if (!(reads >> i & 1))
      continue;
    MlirValue element = mlirBlockGetArgument(body->block, i);
    asIrMapAdd(&map, element,
               addInput(&reader, mlirOperationGetOperand(body->generic, i),
                        asGenericReadThrough(body->generic, i, read),
                        mlirValueGetType(element), location));
  }
  for (int i = 0; i < body->numOps; i++)
    if (isNeeded[i])
      mlirOperationMoveBefore(asIrMapClone(&map, body->op[i], reader.block),
                              first);
  int place = asIrMapFind(&map, computed);
  mlirValueReplaceAllUsesOfWith(
      mlirBlockGetArgument(reader.block, reader.replaced),
      place < 0 ? computed : map.to[place]);
  asIrMapFree(&map);
  dropReplaced(&reader);
  return asGenericReplace(op, reader.numInputs, reader.inputs, reader.maps);
}
