//===- device-constants.c - Keep constants on the device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites reads of constant memref globals of the host: a function that runs
// once copies each constant to the device, and readers load the address of the
// copy.
//
// So a model's weights are not copied in each call. Launchers that do not use
// the host's functions find the constants in the module of kernels instead
// (asGpuEmbedConstants).
//
// Requires:    asGpuLowerToStreams.
// Provides:    as.place on constants; an initializer
//              (lowering/constants/initializer.h).
// Invalidates: nothing.
//
//   %0 = memref.get_global @weights : memref<32x48xf32>
// becomes
//   call @as_once() : () -> ()          at the beginning of the function
//   %p = memref.get_global @as_once.array : memref<memref<32x48xf32>>
//   %0 = memref.load %p[] : memref<memref<32x48xf32>>
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/initializer.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/host/device-sequence.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/GPU.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

typedef struct Upload {
  MlirModule host;
  MlirSymbolTable symbols;
  MlirOperation *reads; ///< memref.get_global of constants.
  size_t numReads, mostReads;
  bool isReading;     ///< Whether the current function reads a constant.
  MlirOperation load; ///< The initializer; null until there is a constant.
  MlirValue token;    ///< Of the last copy in the initializer.
  AsStatus status;
  AsError *error;
} Upload;

static MlirOperation globalOf(const Upload *upload, MlirOperation read) {
  return mlirSymbolTableLookup(
      upload->symbols,
      mlirFlatSymbolRefAttrGetValue(asIrAttribute(read, "name")));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The type of a global that holds the copy: a memref of a memref.
static MlirType placeOf(MlirType type) {
  return mlirMemRefTypeContiguousGet(type, 0, NULL, mlirAttributeGetNull());
}

/// Appends an asynchronous operation to the initializer.
static MlirValue append(Upload *upload, const char *name,
                        const MlirValue *operands, intptr_t count,
                        MlirType type) {
  MlirOperation end = mlirBlockGetTerminator(asIrBody(upload->load));
  MlirContext context = mlirOperationGetContext(end);
  MlirType token = mlirGPUAsyncTokenTypeGet(context);
  MlirValue all[3];
  intptr_t number = 0;
  if (!mlirValueIsNull(upload->token))
    all[number++] = upload->token;
  for (intptr_t i = 0; i < count; i++)
    all[number++] = operands[i];
  bool hasResult = !mlirTypeIsNull(type);
  MlirOperation op = asIrInsert(
      end,
      &(AsIrParts){.name = name,
                   .numOperands = number,
                   .operands = all,
                   .numResults = 1 + hasResult,
                   .results = (MlirType[]){hasResult ? type : token, token},
                   .attributes = (AsIrAttribute[]){
                       {hasResult ? "operandSegmentSizes" : NULL,
                        mlirDenseI32ArrayGet(context, 3, (int32_t[]){1, 0, 0})},
                       {0}}});
  upload->token = mlirOperationGetResult(op, hasResult);
  return mlirOperationGetResult(op, 0);
}

/// Copies the constant to the device, and stores its copy in a new global.
/// Returns that global.
static MlirAttribute uploadConstant(Upload *upload, MlirOperation global,
                                    MlirType type) {
  MlirContext context = mlirOperationGetContext(global);
  MlirStringRef key = asIrString(AS_PLACE_ATTRIBUTE);
  MlirAttribute known = mlirOperationGetDiscardableAttributeByName(global, key);
  if (!mlirAttributeIsNull(known))
    return known;
  MlirOperation place = asIrInsertGlobal(
      upload->load, mlirStringAttrGet(context, asIrString(AS_ONCE_ARRAY)),
      placeOf(type), mlirUnitAttrGet(context));
  mlirSymbolTableInsert(upload->symbols, place); // Renames it uniquely.
  known = asIrReferTo(place);
  mlirOperationSetDiscardableAttributeByName(global, key, known);
  MlirValue copy = append(upload, "gpu.alloc", NULL, 0, type);
  MlirOperation end = mlirBlockGetTerminator(asIrBody(upload->load));
  MlirValue both[] = {copy,
                      asIrInsertGetGlobal(end, type, asIrReferTo(global))};
  append(upload, "gpu.memcpy", both, 2, (MlirType){NULL});
  MlirValue stored[] = {copy, asIrInsertGetGlobal(end, placeOf(type), known)};
  asIrInsert(end, &(AsIrParts){.name = "memref.store",
                               .numOperands = 2,
                               .operands = stored});
  return known;
}

static void readCopy(Upload *upload, MlirOperation read) {
  MlirValue value = mlirOperationGetResult(read, 0);
  MlirType type = mlirValueGetType(value);
  MlirAttribute place = uploadConstant(upload, globalOf(upload, read), type);
  mlirValueReplaceAllUsesOfWith(
      value,
      asIrInsertUnary(read, "memref.load",
                      asIrInsertGetGlobal(read, placeOf(type), place), type));
  mlirOperationDestroy(read);
}

//===----------------------------------------------------------------------===//
// All constants
//===----------------------------------------------------------------------===//

static MlirWalkResult noteRead(MlirOperation op, void *context) {
  Upload *upload = context;
  if (!asIrIsNamed(op, "memref.get_global") ||
      mlirAttributeIsNull(asIrAttribute(globalOf(upload, op), "constant")))
    return MlirWalkResultAdvance;
  if (upload->numReads == upload->mostReads) {
    upload->mostReads = upload->mostReads ? 2 * upload->mostReads : 16;
    upload->reads =
        asRealloc(upload->reads, sizeof *upload->reads * upload->mostReads);
  }
  upload->reads[upload->numReads++] = op;
  upload->isReading = true;
  return MlirWalkResultAdvance;
}

static void noteFunction(MlirOperation function, void *context) {
  Upload *upload = context;
  upload->isReading = false;
  mlirOperationWalk(function, noteRead, upload, MlirWalkPreOrder);
  if (!upload->isReading || upload->status)
    return;
  if (mlirOperationIsNull(upload->load))
    upload->status = asInitializerInsert(upload->symbols, function,
                                         &upload->load, upload->error);
  if (!upload->status)
    asInitializerCall(function);
}

AsStatus asGpuUploadConstants(MlirModule host, AsError *error) {
  Upload upload = {.host = host,
                   .symbols =
                       mlirSymbolTableCreate(mlirModuleGetOperation(host)),
                   .error = error};
  asIrVisitFunctions(host, noteFunction, &upload);
  if (upload.numReads && !upload.status) {
    append(&upload, "gpu.wait", NULL, 0, (MlirType){NULL});
    for (size_t r = 0; r < upload.numReads; r++)
      readCopy(&upload, upload.reads[r]);
    asIrInsert(mlirBlockGetTerminator(asIrBody(upload.load)),
               &(AsIrParts){.name = "gpu.wait",
                            .numOperands = 1,
                            .operands = &upload.token});
  }
  mlirSymbolTableDestroy(upload.symbols);
  free(upload.reads);
  return upload.status;
}

//===----------------------------------------------------------------------===//
// Constants in the module of kernels
//===----------------------------------------------------------------------===//

typedef struct Embedding {
  MlirOperation host;      ///< The host's module, which has the constants.
  MlirOperation kernels;   ///< The gpu.module.
  MlirSymbolTable symbols; ///< Of the gpu.module.
  int count;
} Embedding;

/// The type as an LLVM array of arrays.
static MlirType arrayOf(MlirType type) {
  AsText text = {0};
  intptr_t rank = mlirShapedTypeGetRank(type);
  asTextAppendString(&text, "!llvm.");
  for (intptr_t d = 0; d < rank; d++)
    asTextFormat(&text, "array<%lld x ",
                 (long long)mlirShapedTypeGetDimSize(type, d));
  asIrPrintType(mlirShapedTypeGetElementType(type), &text);
  for (intptr_t d = 0; d < rank; d++)
    asTextAppendString(&text, ">");
  MlirType array =
      mlirTypeParseGet(mlirTypeGetContext(type), asIrString(text.data));
  asTextFree(&text);
  return array;
}

/// The value of the constant; a scalar as an array of one element.
static MlirAttribute valueOf(MlirOperation constant) {
  MlirAttribute value = asIrAttribute(constant, "initial_value");
  MlirType type = mlirAttributeGetType(value);
  if (mlirShapedTypeGetRank(type) > 0)
    return value;
  return mlirDenseElementsAttrReshapeGet(
      value, mlirRankedTensorTypeGet(1, (int64_t[]){1},
                                     mlirShapedTypeGetElementType(type),
                                     mlirAttributeGetNull()));
}

/// The next name that is not taken in the module of kernels.
static void nextName(Embedding *embedding, AsText *name) {
  do {
    asTextClear(name);
    asTextFormat(name, "as_constant_%d", embedding->count++);
  } while (!mlirOperationIsNull(
      mlirSymbolTableLookup(embedding->symbols, asIrString(name->data))));
}

static void embed(Embedding *embedding, MlirOperation constant) {
  enum { globalMemory = 1, alignment = 256 };
  MlirContext context = mlirOperationGetContext(constant);
  MlirType i32 = mlirIntegerTypeGet(context, 32),
           i64 = mlirIntegerTypeGet(context, 64);
  MlirAttribute value = valueOf(constant);
  AsText name = {0};
  nextName(embedding, &name);
  asIrSetStringAttribute(constant, AS_TWIN_ATTRIBUTE, name.data);
  asIrInsert(
      mlirBlockGetFirstOperation(asIrBody(embedding->kernels)),
      &(AsIrParts){
          .name = "llvm.mlir.global",
          .region = mlirRegionCreate(),
          .attributes = (AsIrAttribute[]){
              {"sym_name", mlirStringAttrGet(context, asIrString(name.data))},
              {"global_type",
               mlirTypeAttrGet(arrayOf(mlirAttributeGetType(value)))},
              {"linkage", mlirAttributeParseGet(
                              context, asIrString("#llvm.linkage<external>"))},
              {"value", value},
              {"constant", mlirUnitAttrGet(context)},
              {"addr_space", mlirIntegerAttrGet(i32, globalMemory)},
              {"alignment", mlirIntegerAttrGet(i64, alignment)},
              {0}}});
  asTextFree(&name);
}

/// Embeds the constants that a sequence reads. An AsSequenceVisitor.
static void embedConstants(const AsSequence *sequence, void *context) {
  Embedding *embedding = context;
  for (int s = 0; s < sequence->numSteps; s++)
    for (int p = 0; p < sequence->steps[s].numPlaces; p++) {
      const char *name = sequence->steps[s].places[p].constant;
      MlirOperation op = mlirBlockGetFirstOperation(asIrBody(embedding->host));
      AsText own = {0};
      for (; name && !mlirOperationIsNull(op);
           op = mlirOperationGetNextInBlock(op))
        if (asIrIsNamed(op, "memref.global") &&
            asIrStringAttribute(op, "sym_name", &own) &&
            strcmp(own.data, name) == 0 &&
            !asIrStringAttribute(op, AS_TWIN_ATTRIBUTE, &own))
          embed(embedding, op);
      asTextFree(&own);
    }
}

void asGpuEmbedConstants(MlirModule host, MlirModule kernels) {
  Embedding embedding = {.host = mlirModuleGetOperation(host)};
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(kernels));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "gpu.module"))
      embedding.kernels = op;
  if (mlirOperationIsNull(embedding.kernels))
    return;
  embedding.symbols = mlirSymbolTableCreate(embedding.kernels);
  asGpuVisitSequences(host, embedConstants, &embedding);
  mlirSymbolTableDestroy(embedding.symbols);
}
