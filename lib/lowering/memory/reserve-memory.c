//===- reserve-memory.c - One allocation for the buffers of dynamic size
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a function with dynamic dimensions, as_sized_NAME, allocates
// buffers of sizes that its caller chooses. Their product may overflow, and
// there may be no memory for them. That has to be found before anything is
// written. So the bytes of all buffers are computed first, in 128 bits, and are
// allocated at once. If they are too many the function returns
// AS_SIZES_REFUSED, and without memory AS_SIZES_NO_MEMORY.
//
// Buffers that are not needed together share their bytes. A place is as large
// as the largest buffer that has it. A buffer gets a free place of another one
// of its size, or any that is free, or a new one: which of two sizes is larger
// is not known here. A life is an interval of operations, counted in the order
// of the text, loop bodies and branches included: within one iteration of a
// loop a buffer that is allocated and freed in its body lives as in a straight
// line, and of two branches one is taken at most. For a branch that is taken
// for certain sizes only, other sizes need no memory (lowering/size-guards.h).
// There is memory for all other branches, taken or not, as it is too late to
// refuse a call there.
//
// Requires:    bufferised IR with deallocations after last uses (asAllocate),
//              as_sized_NAME as asSizedFunctions makes it, of one block.
// Provides:    as_sized_NAME allocates once. What it allocates in parallel
//              loops, or frees in another block, remains as it is; the size of
//              the latter is checked as well if it is an expression of symbols.
// Invalidates: allocations and deallocations of the other buffers.
//
//   func.func private @as_sized_f(%x: memref<f32>, %r: memref<f32>, %n: index)
//       -> i32 {
//     %a = memref.alloc(%n) : memref<?x4xf32>
//     ...
//     memref.dealloc %a : memref<?x4xf32>
//     %zero = arith.constant 0 : i32
//     return %zero : i32
//
// becomes
//
//     ...                                // %fits: i1, %total, %at: index
//     %status = scf.if %fits -> (i32) {
//       %w = memref.alloc(%total) {alignment = 64 : i64} : memref<?xi8>
//       ...                              // %isThere: it is not NULL
//       %ran = scf.if %isThere -> (i32) {
//         %a = memref.view %w[%at][%n] : memref<?xi8> to memref<?x4xf32>
//         ...
//         memref.dealloc %w : memref<?xi8>
//         scf.yield %zero : i32
//       } else {
//         scf.yield %noMemory : i32
//       }
//       scf.yield %ran : i32
//     } else {
//       scf.yield %refused : i32
//     }
//     return %status : i32
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-symbols.h"
#include "graph/sizes/size-trace.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "lowering/size-guards.h"
#include "lowering/size-writer.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Buffer {
  MlirOperation alloc, dealloc; ///< Null if it is only checked.
  int64_t elementBytes;
  intptr_t rank;
  MlirAffineExpr *sizes; ///< Of all dimensions.
  AsSizeGuards guards;   ///< When it is needed.
  int first, last;       ///< The life.
  int place;
} Buffer;

typedef struct Place {
  int last; ///< The end of the last life.
} Place;

typedef struct Reservation {
  MlirOperation function;
  intptr_t numSymbols;
  AsSizeAnalysis analysis;
  Buffer *buffers;
  int numBuffers;
  Place *places;
  int numPlaces;
  int position;  ///< Of the operation that is looked at.
  bool isNeeded; ///< A buffer has a dynamic size.
} Reservation;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Whether the operation is reached at most once in each iteration of the loops
/// around it, one after the other.
static bool isInOrder(MlirOperation op, MlirOperation function) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  while (asIrIsNamed(parent, "scf.for") || asIrIsNamed(parent, "scf.if"))
    parent = mlirOperationGetParentOperation(parent);
  return mlirOperationEqual(parent, function);
}

static bool isDense(MlirOperation alloc, MlirType type) {
  MlirAttribute wanted =
      mlirOperationGetAttributeByName(alloc, asIrString("alignment"));
  return mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)) &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
         (mlirAttributeIsNull(wanted) ||
          mlirIntegerAttrGetValueInt(wanted) <= AS_BYTE_VIEW_ALIGNMENT);
}

/// Sets what frees the buffer, if that is one operation in the same block.
static void findDealloc(Buffer *buffer) {
  MlirValue value = mlirOperationGetResult(buffer->alloc, 0);
  int count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "memref.dealloc"))
      continue;
    buffer->dealloc = user;
    count++;
  }
  if (count != 1 || !mlirBlockEqual(mlirOperationGetBlock(buffer->dealloc),
                                    mlirOperationGetBlock(buffer->alloc)))
    buffer->dealloc = (MlirOperation){NULL};
}

/// False if a size is no expression of symbols.
static bool traceSizes(Reservation *reservation, Buffer *buffer) {
  MlirValue value = mlirOperationGetResult(buffer->alloc, 0);
  bool areKnown = true;
  for (intptr_t d = 0; d < buffer->rank; d++) {
    buffer->sizes[d] = asSizeOf(&reservation->analysis, value, d);
    areKnown &= buffer->sizes[d].ptr != NULL;
  }
  return areKnown;
}

static void note(Reservation *reservation, MlirOperation alloc) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(alloc, 0));
  Buffer buffer = {.alloc = alloc,
                   .elementBytes =
                       asIrElementBytes(mlirShapedTypeGetElementType(type)),
                   .rank = mlirShapedTypeGetRank(type),
                   .first = reservation->position,
                   .place = -1};
  bool isReached = isInOrder(alloc, reservation->function);
  if (!isReached || !isDense(alloc, type) || buffer.elementBytes <= 0)
    return;
  buffer.sizes = asAlloc(sizeof *buffer.sizes * (size_t)(buffer.rank + 1));
  if (!traceSizes(reservation, &buffer)) {
    free(buffer.sizes);
    return;
  }
  buffer.guards = asSizeGuards(&reservation->analysis, alloc);
  findDealloc(&buffer);
  reservation->isNeeded |= !mlirShapedTypeHasStaticShape(type);
  reservation->buffers = asRealloc(reservation->buffers,
                                   sizeof *reservation->buffers *
                                       (size_t)(reservation->numBuffers + 1));
  reservation->buffers[reservation->numBuffers++] = buffer;
}

static void noteEnd(Reservation *reservation, MlirOperation dealloc) {
  for (int b = 0; b < reservation->numBuffers; b++)
    if (mlirOperationEqual(reservation->buffers[b].dealloc, dealloc))
      reservation->buffers[b].last = reservation->position;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  Reservation *reservation = context;
  reservation->position++;
  if (asIrIsNamed(op, "memref.alloc"))
    note(reservation, op);
  else if (asIrIsNamed(op, "memref.dealloc"))
    noteEnd(reservation, op);
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static bool haveOneSize(const Buffer *a, const Buffer *b) {
  bool are = a->rank == b->rank && a->elementBytes == b->elementBytes;
  for (intptr_t d = 0; d < a->rank && are; d++)
    are = mlirAffineExprEqual(a->sizes[d], b->sizes[d]);
  return are;
}

/// Whether the place has a buffer of that size already.
static bool suits(const Reservation *reservation, int place,
                  const Buffer *buffer) {
  for (int b = 0; b < reservation->numBuffers; b++)
    if (reservation->buffers[b].place == place &&
        haveOneSize(&reservation->buffers[b], buffer))
      return true;
  return false;
}

/// The place of a buffer; buffers come by the begin of their lives.
static int choosePlace(Reservation *reservation, const Buffer *buffer) {
  int chosen = -1;
  bool isSuited = false;
  for (int p = 0; p < reservation->numPlaces && !isSuited; p++) {
    if (reservation->places[p].last >= buffer->first)
      continue;
    isSuited = suits(reservation, p, buffer);
    chosen = isSuited || chosen < 0 ? p : chosen;
  }
  if (chosen >= 0)
    return chosen;
  reservation->places =
      asRealloc(reservation->places, sizeof *reservation->places *
                                         (size_t)(reservation->numPlaces + 1));
  return reservation->numPlaces++;
}

static void choosePlaces(Reservation *reservation) {
  for (int b = 0; b < reservation->numBuffers; b++) {
    Buffer *buffer = &reservation->buffers[b];
    if (mlirOperationIsNull(buffer->dealloc))
      continue;
    int place = choosePlace(reservation, buffer);
    buffer->place = place;
    reservation->places[place].last = buffer->last;
  }
}

//===----------------------------------------------------------------------===//
// The text around the body
//===----------------------------------------------------------------------===//

static void writeSymbols(const Reservation *reservation, AsText *text) {
  int count = (int)reservation->numSymbols;
  asTextAppendString(text, "func.func private @reserve(");
  for (int s = 0; s < count; s++)
    asTextFormat(text, "%s%%s%d: index", s ? ", " : "", s);
  asTextAppendString(text, ") -> (i32");
  for (int p = 0; p < reservation->numPlaces; p++)
    asTextAppendString(text, ", index");
  asTextAppendString(text, ") {\n");
  for (int s = 0; s < count; s++)
    asTextFormat(text,
                 "  %%l%d = arith.index_cast %%s%d : index to i64\n"
                 "  %%%d = arith.extsi %%l%d : i64 to i128\n",
                 s, s, s, s);
}

/// A value of 128 bits as an index of that name.
static void writeIndex(AsText *text, const char *name, int value) {
  asTextFormat(text,
               "  %%%s_narrow = arith.trunci %%%d : i128 to i64\n"
               "  %%%s = arith.index_cast %%%s_narrow : i64 to index\n",
               name, value, name, name);
}

/// The bytes of a buffer. Where sizes say that it is not needed, they are 0,
/// and need not fit.
static int writeBytes(const Buffer *buffer, AsSizeWriter *writer) {
  const AsSizeGuards *guards = &buffer->guards;
  int needed = guards->count ? asSizeGuardsWrite(guards, writer) : -1,
      before = writer->fits;
  int bytes = asSizeWriterBytes(writer, buffer->elementBytes, buffer->rank,
                                buffer->sizes);
  if (needed < 0)
    return bytes;
  int none = asSizeWriterConstant(writer, 0),
      chosen = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.select %%%d, %%%d, %%%d : i128\n", needed,
               bytes, none);
  int fits = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.select %%%d, %%%d, %%%d : i1\n", needed,
               writer->fits, before);
  writer->fits = fits;
  return chosen;
}

/// The bytes of each place, or 0, as large as all buffers that have it; checks
/// the buffers that have none.
static void writePlaces(const Reservation *reservation, AsSizeWriter *writer,
                        int *bytes) {
  for (int p = 0; p < reservation->numPlaces; p++)
    bytes[p] = asSizeWriterConstant(writer, 0);
  for (int b = 0; b < reservation->numBuffers; b++) {
    const Buffer *buffer = &reservation->buffers[b];
    int own = writeBytes(buffer, writer);
    if (buffer->place >= 0)
      bytes[buffer->place] =
          asSizeWriterBinary(writer, "maxsi", bytes[buffer->place], own);
  }
}

static int writeRoundedUp(AsSizeWriter *writer, int bytes) {
  int up = asSizeWriterBinary(
      writer, "addi", bytes,
      asSizeWriterConstant(writer, AS_BYTE_VIEW_ALIGNMENT - 1));
  return asSizeWriterBinary(
      writer, "andi", up,
      asSizeWriterConstant(writer, -(int64_t)AS_BYTE_VIEW_ALIGNMENT));
}

/// Writes %atP for each place, and %total.
static void writeOffsets(const Reservation *reservation, AsSizeWriter *writer) {
  int *bytes = asAlloc(sizeof *bytes * ((size_t)reservation->numPlaces + 1));
  writePlaces(reservation, writer, bytes);
  int total = asSizeWriterConstant(writer, 0);
  for (int p = 0; p < reservation->numPlaces; p++) {
    char name[24];
    snprintf(name, sizeof name, "at%d", p);
    writeIndex(writer->text, name, total);
    total = asSizeWriterInRange(
        writer, asSizeWriterBinary(writer, "addi", total,
                                   writeRoundedUp(writer, bytes[p])));
  }
  writeIndex(writer->text, "total", total);
  free(bytes);
}

static void writeAll(const Reservation *reservation, AsText *text) {
  AsSizeWriter writer = {.text = text};
  writeSymbols(reservation, text);
  asSizeWriterStart(&writer, (int)reservation->numSymbols);
  writeOffsets(reservation, &writer);
  asTextFormat(
      text,
      "  %%status = scf.if %%%d -> (i32) {\n"
      "    %%memory = memref.alloc(%%total) {alignment = 64 : i64}\n"
      "        : memref<?xi8>\n"
      "    %%address = memref.extract_aligned_pointer_as_index %%memory\n"
      "        : memref<?xi8> -> index\n"
      "    %%null = arith.constant 0 : index\n"
      "    %%isThere = arith.cmpi ne, %%address, %%null : index\n"
      "    %%ran = scf.if %%isThere -> (i32) {\n"
      "      memref.dealloc %%memory : memref<?xi8>\n"
      "      %%fine = arith.constant 0 : i32\n"
      "      scf.yield %%fine : i32\n"
      "    } else {\n"
      "      %%noMemory = arith.constant %d : i32\n"
      "      scf.yield %%noMemory : i32\n"
      "    }\n"
      "    scf.yield %%ran : i32\n"
      "  } else {\n"
      "    %%refused = arith.constant %d : i32\n"
      "    scf.yield %%refused : i32\n"
      "  }\n"
      "  return %%status",
      writer.fits, AS_SIZES_NO_MEMORY, AS_SIZES_REFUSED);
  for (int p = 0; p < reservation->numPlaces; p++)
    asTextFormat(text, ", %%at%d", p);
  asTextAppendString(text, " : i32");
  for (int p = 0; p < reservation->numPlaces; p++)
    asTextAppendString(text, ", index");
  asTextAppendString(text, "\n}\n");
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static MlirWalkResult findDeallocation(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "memref.dealloc"))
    return MlirWalkResultAdvance;
  *(MlirOperation *)context = op;
  return MlirWalkResultInterrupt;
}

/// Moves all operations of a block but the terminator.
static void moveOperations(MlirBlock from, MlirOperation next) {
  MlirOperation end = mlirBlockGetTerminator(from), op;
  while (op = mlirBlockGetFirstOperation(from), !mlirOperationEqual(op, end))
    mlirOperationMoveBefore(op, next);
}

/// Makes the allocation a view of the memory.
static void replaceAlloc(const Buffer *buffer, MlirValue memory,
                         MlirValue offset) {
  MlirValue old = mlirOperationGetResult(buffer->alloc, 0);
  MlirType type = mlirValueGetType(old);
  MlirValue operands[2 + AS_MOST_DIMENSIONS] = {memory, offset};
  intptr_t count = 2;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(buffer->alloc); i++)
    operands[count++] = mlirOperationGetOperand(buffer->alloc, i);
  mlirOperationDestroy(buffer->dealloc);
  mlirValueReplaceAllUsesOfWith(
      old, asIrInsertValue(buffer->alloc, &(AsIrParts){.name = "memref.view",
                                                       .numOperands = count,
                                                       .operands = operands,
                                                       .numResults = 1,
                                                       .results = &type}));
  mlirOperationDestroy(buffer->alloc);
}

static AsStatus surround(Reservation *reservation, AsError *error) {
  MlirBlock body = asIrBody(reservation->function);
  AsText text = {0};
  MlirModule module;
  writeAll(reservation, &text);
  AsStatus status =
      asIrParse(mlirOperationGetContext(reservation->function), text.data,
                text.length, "<reservation>", &module, error);
  asTextFree(&text);
  if (status)
    return status;
  MlirBlock around =
      asIrBody(mlirBlockGetFirstOperation(mlirModuleGetBody(module)));
  intptr_t firstSymbol =
      mlirBlockGetNumArguments(body) - reservation->numSymbols;
  for (intptr_t s = 0; s < reservation->numSymbols; s++)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(around, s),
                                  mlirBlockGetArgument(body, firstSymbol + s));
  MlirOperation returned = mlirBlockGetTerminator(around), dealloc = {NULL};
  mlirOperationWalk(mlirModuleGetOperation(module), findDeallocation, &dealloc,
                    MlirWalkPreOrder);
  MlirOperation end = mlirBlockGetTerminator(body);
  moveOperations(body, dealloc);
  moveOperations(around, end);
  mlirOperationSetOperand(end, 0, mlirOperationGetOperand(returned, 0));
  for (int b = 0; b < reservation->numBuffers; b++) {
    const Buffer *buffer = &reservation->buffers[b];
    if (buffer->place >= 0)
      replaceAlloc(buffer, mlirOperationGetOperand(dealloc, 0),
                   mlirOperationGetOperand(returned, 1 + buffer->place));
  }
  mlirModuleDestroy(module);
  return AS_OK;
}

/// How many of the last arguments are sizes.
static intptr_t numSymbolsOf(MlirModule module, const char *name) {
  AsSymbols symbols;
  MlirOperation called = asIrLookUp(module, name);
  return !mlirOperationIsNull(called) && asSymbolsGet(called, &symbols)
             ? symbols.count
             : 0;
}

static AsStatus reserve(MlirOperation function, intptr_t numSymbols,
                        AsError *error) {
  Reservation reservation = {.function = function, .numSymbols = numSymbols};
  AsSizeSummary summary;
  asSizeNumbersBegin(function, numSymbols, &summary, &reservation.analysis);
  mlirOperationWalk(function, visit, &reservation, MlirWalkPreOrder);
  asSizeNumbersEnd(&reservation.analysis);
  AsStatus status = AS_OK;
  if (reservation.isNeeded) {
    choosePlaces(&reservation);
    status = surround(&reservation, error);
  }
  for (int b = 0; b < reservation.numBuffers; b++)
    free(reservation.buffers[b].sizes);
  free(reservation.buffers);
  free(reservation.places);
  return status;
}

typedef struct Reserving {
  MlirModule module;
  AsStatus status;
  AsError *error;
} Reserving;

static void reserveIfSized(MlirOperation function, void *context) {
  Reserving *reserving = context;
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  const char *called = asEntryName(asTextString(&name), AS_SIZED_PREFIX);
  intptr_t numSymbols = called ? numSymbolsOf(reserving->module, called) : 0;
  MlirBlock body = asIrBody(function);
  if (numSymbols && !reserving->status && !mlirBlockIsNull(body) &&
      mlirBlockIsNull(mlirBlockGetNextInRegion(body)))
    reserving->status = reserve(function, numSymbols, reserving->error);
  asTextFree(&name);
}

AsStatus asReserveMemory(MlirModule module, AsError *error) {
  Reserving reserving = {.module = module, .error = error};
  asIrVisitFunctions(module, reserveIfSized, &reserving);
  return reserving.status;
}
