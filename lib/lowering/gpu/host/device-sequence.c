//===- device-sequence.c - Launch sequences of host functions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the launches and copies of a host function, and resolves each operand
// to an argument, a constant, or an offset in the scratch memory.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/host/device-sequence.h"
#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/host/encode-tensor-maps.h"
#include "lowering/lower.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { ROOM = -1, ALIGNMENT = 256 };

typedef struct Reading {
  AsArena *arena;
  MlirOperation function;
  AsSequence *sequence;
  bool fitsPtx; ///< Whether all constants together fit.
  bool failed;
} Reading;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool isDense(MlirType type) {
  return mlirTypeIsAMemRef(type) && mlirShapedTypeHasStaticShape(type) &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

/// The offset of an allocation in the scratch memory: allocations follow each
/// other in the order of the function.
static int64_t pieceOf(const Reading *reading, MlirOperation alloc) {
  int64_t offset = 0;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(asIrBody(reading->function));
       !mlirOperationEqual(op, alloc); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "gpu.alloc"))
      offset +=
          (asIrShapedBytes(mlirValueGetType(mlirOperationGetResult(op, 0))) +
           ALIGNMENT - 1) /
          ALIGNMENT * ALIGNMENT;
  return offset;
}

/// The constant whose copy a global holds; null if there is none.
static MlirOperation constantOf(const Reading *reading, MlirOperation place) {
  MlirAttribute name = asIrAttribute(place, "name");
  MlirOperation op =
      mlirBlockGetFirstOperation(mlirOperationGetBlock(reading->function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute own = mlirOperationGetDiscardableAttributeByName(
        op, asIrString(AS_PLACE_ATTRIBUTE));
    if (!mlirAttributeIsNull(own) && mlirAttributeEqual(own, name))
      return op;
  }
  return (MlirOperation){NULL};
}

static bool isOnDevice(MlirOperation op) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      op, asIrString(AS_PLACE_ATTRIBUTE)));
}

/// Whether the constants that are copied to the device fit into PTX.
static bool fitsPtx(MlirModule host) {
  enum {
    mostBytes = 64 << 20
  }; // PTX spells a byte with up to four characters.
  int64_t bytes = 0;
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(host));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (isOnDevice(op))
      bytes += asIrShapedBytes(mlirTypeAttrGetValue(asIrAttribute(op, "type")));
  return bytes <= mostBytes;
}

/// Whether LLVM stores the elements as whole bytes.
static bool hasPlainElements(MlirOperation constant) {
  MlirType type = mlirTypeAttrGetValue(asIrAttribute(constant, "type")),
           element = mlirShapedTypeGetElementType(type);
  bool isWhole = mlirTypeIsAInteger(element) &&
                 mlirIntegerTypeIsSignless(element) &&
                 mlirIntegerTypeGetWidth(element) % 8 == 0;
  bool isFloat = mlirTypeIsAF16(element) || mlirTypeIsABF16(element) ||
                 mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
  bool isArray =
      mlirShapedTypeGetRank(type) > 0 ||
      mlirAttributeIsADenseElements(asIrAttribute(constant, "initial_value"));
  return (isWhole || isFloat) && isArray && !asIrHasNoElements(type);
}

/// The constant's name in the module of kernels, or, before it is embedded, its
/// own.
static bool readConstant(const Reading *reading, MlirOperation load,
                         const char **name) {
  MlirOperation place =
      asIrMadeBy(mlirOperationGetOperand(load, 0), "memref.get_global");
  MlirOperation constant =
      mlirOperationIsNull(place) ? place : constantOf(reading, place);
  if (mlirOperationIsNull(constant) || !reading->fitsPtx ||
      !hasPlainElements(constant))
    return false;
  AsText text = {0};
  if (!asIrStringAttribute(constant, AS_TWIN_ATTRIBUTE, &text))
    asIrStringAttribute(constant, "sym_name", &text);
  *name = asArenaCopy(reading->arena, text.data, text.length);
  asTextFree(&text);
  return true;
}

/// Whether the result has the address of the first operand. Offsets of subviews
/// do not count: kernels add them.
static bool keepsAddress(MlirOperation op) {
  static const char *const known[] = {"llvm.inttoptr",
                                      "arith.index_cast",
                                      "memref.cast",
                                      "memref.extract_aligned_pointer_as_index",
                                      "memref.extract_strided_metadata",
                                      "memref.reinterpret_cast"};
  return asIrIsOneOf(op, known, sizeof known / sizeof *known);
}

/// Finds where an operand of a launch is; false if that is not known at compile
/// time.
static bool readPlace(const Reading *reading, MlirValue value, AsPlace *place) {
  int64_t offset = 0;
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    int64_t moved = 0;
    if (asIrIsNamed(op, "gpu.alloc")) {
      *place = (AsPlace){ROOM, pieceOf(reading, op) + offset, NULL};
      return true;
    }
    if (asIrIsNamed(op, "memref.load")) {
      *place = (AsPlace){0, offset, NULL};
      return readConstant(reading, op, &place->constant);
    }
    if (asIrIsNamed(op, "memref.view")) {
      if (!asIrConstantInteger(mlirOperationGetOperand(op, 1), &moved))
        return false;
    } else if (!keepsAddress(op)) {
      return false;
    }
    offset += moved;
    value = mlirOperationGetOperand(op, 0);
  }
  *place = (AsPlace){(int)mlirBlockArgumentGetArgNumber(value), offset, NULL};
  return true;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void addPlaces(Reading *reading, AsSequenceStep *step, MlirOperation op,
                      intptr_t first, int count) {
  step->places = asArenaArray(reading->arena, AsPlace, count);
  step->numPlaces = count;
  for (int i = 0; i < count; i++)
    reading->failed |= !readPlace(
        reading, mlirOperationGetOperand(op, first + i), &step->places[i]);
}

static bool isMap(MlirValue value) {
  return mlirValueIsAOpResult(value) &&
         asGpuIsEncoding(mlirOpResultGetOwner(value));
}

static void readLaunch(Reading *reading, MlirOperation op) {
  enum { numBefore = 8 }; // The token, the grid, the block, shared memory.
  AsSequence *sequence = reading->sequence;
  AsSequenceStep *step = &sequence->steps[sequence->numSteps++];
  MlirStringRef name =
      mlirSymbolRefAttrGetLeafReference(asIrAttribute(op, "kernel"));
  step->kernel = asArenaCopy(reading->arena, name.data, name.length);
  // Tensor maps are the last operands. They derive from the others.
  int count = (int)mlirOperationGetNumOperands(op) - numBefore;
  while (count && isMap(mlirOperationGetOperand(op, numBefore + count - 1)))
    count--;
  addPlaces(reading, step, op, numBefore, count);
}

static void readCopy(Reading *reading, MlirOperation op) {
  AsSequence *sequence = reading->sequence;
  AsSequenceStep *step = &sequence->steps[sequence->numSteps++];
  MlirType to = mlirValueGetType(mlirOperationGetOperand(op, 1)),
           from = mlirValueGetType(mlirOperationGetOperand(op, 2));
  reading->failed |= !isDense(to) || !isDense(from);
  if (reading->failed)
    return;
  step->bytes = asIrShapedBytes(to);
  addPlaces(reading, step, op, 1, 2);
}

/// Whether it calls the initializer that copies constants to the device. Other
/// launchers have the constants in the module of kernels.
static bool isInitializerCall(MlirOperation op) {
  if (!asIrIsNamed(op, "func.call"))
    return false;
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(op, "callee"));
  return mlirStringRefEqual(name, asIrString(AS_ONCE));
}

static void readOperation(Reading *reading, MlirOperation op) {
  static const char *const silent[] = {
      "gpu.wait",    "gpu.dealloc",    "memref.view",      "memref.load",
      "func.return", "arith.constant", "memref.get_global"};
  if (asIrIsNamed(op, "gpu.alloc")) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
    reading->failed |= !isDense(type);
    if (!reading->failed)
      reading->sequence->roomBytes =
          pieceOf(reading, op) + asIrShapedBytes(type);
  } else if (asIrIsNamed(op, "gpu.launch_func")) {
    readLaunch(reading, op);
  } else if (asIrIsNamed(op, "gpu.memcpy")) {
    readCopy(reading, op);
  } else {
    reading->failed |= !keepsAddress(op) && !asGpuIsEncoding(op) &&
                       !isInitializerCall(op) &&
                       !asIrIsOneOf(op, silent, sizeof silent / sizeof *silent);
  }
}

static int countOperations(MlirBlock block) {
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count++;
  return count;
}

/// Whether the function is a single block without results.
static bool isSingleBlock(MlirOperation function) {
  MlirRegion region = mlirOperationGetFirstRegion(function);
  MlirBlock body = asIrBody(function);
  return !mlirBlockIsNull(body) &&
         mlirBlockIsNull(mlirBlockGetNextInRegion(body)) &&
         mlirBlockEqual(mlirRegionGetFirstBlock(region), body) &&
         mlirOperationGetNumOperands(mlirBlockGetTerminator(body)) == 0;
}

static bool readSequence(Reading *reading) {
  MlirBlock body = asIrBody(reading->function);
  reading->sequence->steps =
      asArenaArray(reading->arena, AsSequenceStep, countOperations(body));
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op) && !reading->failed;
       op = mlirOperationGetNextInBlock(op))
    readOperation(reading, op);
  return !reading->failed && reading->sequence->numSteps > 0;
}

void asGpuVisitSequences(MlirModule host, AsSequenceVisitor visit,
                         void *context) {
  AsText name = {0}, signature = {0};
  bool fits = fitsPtx(host);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(host));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    AsArena arena = {0};
    AsSequence sequence = {0};
    Reading reading = {&arena, op, &sequence, fits, false};
    if (asIrIsNamed(op, "func.func") && isSingleBlock(op) &&
        asIrStringAttribute(op, "sym_name", &name) &&
        asIrStringAttribute(op, AS_SIGNATURE_ATTRIBUTE, &signature) &&
        readSequence(&reading)) {
      sequence.function = name.data;
      sequence.signature = signature.data;
      visit(&sequence, context);
    }
    asArenaDestroy(&arena);
  }
  asTextFree(&name);
  asTextFree(&signature);
}
