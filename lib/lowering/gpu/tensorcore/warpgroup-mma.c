//===- warpgroup-mma.c - Lower contractions to wgmma
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a contraction with the attribute as.warpgroup into wgmma.mma_async,
// which four warps issue together and whose operands are in shared memory.
//
// Descriptors, instructions and their order follow the PTX ISA ("Asynchronous
// Warpgroup Level Matrix Instructions"). Instructions, and the waits for them,
// are inline assembly with all sums as operands: otherwise LLVM would use sums
// before they are there.
//
// Requires:    sm_90a; operands in shared memory, in swizzled panels; warps
//              mapped along the rows by fours. Called by asGpuMapWarps.
// Provides:    sums in the fragments.
// Invalidates: the contraction.
//
//   linalg.generic {as.mma = 16, as.warpgroup, ...} ins(%a, %b : ...)
// becomes
//   nvvm.wgmma.fence.aligned
//   %0 = llvm.inline_asm "wgmma.mma_async.sync.aligned.m64n128k16..." ...
//   nvvm.wgmma.commit.group.sync.aligned
//   %1 = llvm.inline_asm "wgmma.wait_group.sync.aligned 0;" ...
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/tensorcore/warpgroup-mma.h"
#include "ir/memref.h"
#include "lowering/gpu/memory/swizzle.h"
#include "lowering/gpu/tensorcore/mma-contraction.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "support/text.h"
#include "target/gpu-table.h"

/// Rows, most columns and terms of an instruction, and the most registers of
/// sums.
enum {
  ROWS = AS_GPU_WARPGROUP_ROWS,
  MAX_COLUMNS = 256,
  TERMS = AS_GPU_MMA,
  MAX_REGISTERS = MAX_COLUMNS / AS_GPU_PIECE * AS_GPU_SUMS,
};

/// The unit of addresses in a descriptor, the bytes that they reach, and the
/// rows of a group.
enum { UNIT = 16, ADDRESSES = 256 << 10, GROUP_ROWS = 8 };

typedef struct Operand {
  const AsGpuOperand *of;
  AsGpuPanels panels;
  MlirValue offset; ///< First row or column in the tile; null for 0.
} Operand;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The offset of a subview along dimension `d`; null if it is 0.
static MlirValue offsetOf(MlirOperation slice, intptr_t d) {
  MlirAttribute offsets = asIrAttribute(slice, "static_offsets");
  intptr_t dynamic = 1; // Operand 0 is the source.
  for (intptr_t before = 0; before < d; before++)
    dynamic += mlirDenseI64ArrayGetElement(offsets, before) ==
               mlirShapedTypeGetDynamicStrideOrOffset();
  int64_t offset = mlirDenseI64ArrayGetElement(offsets, d);
  if (offset == mlirShapedTypeGetDynamicStrideOrOffset())
    return mlirOperationGetOperand(slice, dynamic);
  return offset ? asIrInsertIndex(slice, offset) : (MlirValue){NULL};
}

/// Finds the tile that the operand is a subview of. The operand has all of k.
/// Dimensions that a subview drops come first, and have extent one.
static bool readOperand(const AsGpuOperand *of, Operand *operand) {
  *operand = (Operand){.of = of};
  int own = of->isAlongK ? of->first : of->last,
      k = of->isAlongK ? of->last : of->first;
  MlirValue memory = of->memory;
  if (of->first != of->rank - 2 || of->last != of->rank - 1 ||
      !asGpuPanelsRead(memory, &operand->panels))
    return false;
  for (MlirOperation slice; slice = mlirOpResultGetOwner(memory),
                            !mlirValueEqual(memory, operand->panels.tile);
       memory = mlirOperationGetOperand(slice, 0)) {
    intptr_t lost = mlirShapedTypeGetRank(
                        mlirValueGetType(mlirOperationGetOperand(slice, 0))) -
                    of->rank;
    MlirValue offset = offsetOf(slice, lost + own);
    bool isOnly = mlirValueIsNull(operand->offset) || mlirValueIsNull(offset);
    if (!isOnly || !mlirValueIsNull(offsetOf(slice, lost + k)))
      return false;
    operand->offset = mlirValueIsNull(offset) ? operand->offset : offset;
  }
  return true;
}

/// The bytes of a panel's row: the widest panel that divides all of k, or, if
/// the tile is not contiguous along k, an instruction's extent of the own loop.
static int64_t panelBytes(const Operand *operand, int64_t terms, int64_t own) {
  int64_t bytes =
      (operand->of->isAlongK ? terms : own) * operand->panels.elementBytes;
  int64_t panel = AS_GPU_WIDEST_PANEL;
  while (bytes % panel)
    panel /= 2;
  return panel;
}

typedef struct Product {
  AsGpuProduct of;
  Operand a, b;
  int64_t columns; ///< Columns of an instruction.
  int numRegisters;
} Product;

static AsStatus readProduct(MlirOperation op, const AsGpuFragments *fragments,
                            Product *product, AsError *error) {
  AsGpuProduct *of = &product->of;
  bool isKnown = asGpuProductRead(op, fragments, of) && of->mark == TERMS &&
                 readOperand(&of->a, &product->a) &&
                 readOperand(&of->b, &product->b) &&
                 product->a.panels.elementBytes == 2;
  bool isBf16 = isKnown && mlirTypeIsABF16(of->a.element);
  bool isPair = isKnown && mlirTypeIsAVector(of->sum);
  product->columns = fragments->columns * AS_GPU_PIECE;
  if (!isKnown || fragments->rows * AS_GPU_PIECE != AS_GPU_MMA ||
      product->columns > MAX_COLUMNS || of->terms % TERMS ||
      (isPair ? isBf16 : !mlirTypeIsAF32(of->sum)))
    return asFail(error, AS_UNSUPPORTED,
                  "four warps together multiply tiles of f16 or bf16 in shared "
                  "memory, 16 rows each and up to 256 columns, and sum up in "
                  "f32, those of f16 also in f16");
  product->numRegisters = (int)fragments->columns * of->numSums;
  return AS_OK;
}

AsStatus asGpuSetOperandLayouts(MlirOperation op,
                                const AsGpuFragments *fragments,
                                AsError *error) {
  Product product;
  AsStatus status = readProduct(op, fragments, &product, error);
  if (status)
    return status;
  int64_t terms = product.of.terms;
  asGpuPanelsSet(&product.a.panels, panelBytes(&product.a, terms, ROWS));
  asGpuPanelsSet(&product.b.panels,
                 panelBytes(&product.b, terms, product.columns));
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// The descriptor without the address: in units of 16 bytes, the distance
/// between groups of eight rows and between panels, and the swizzle mode.
static int64_t descriptorBits(const AsGpuPanels *panels) {
  int64_t stride = GROUP_ROWS * panels->bytes / UNIT,
          leading = panels->rows * panels->bytes / UNIT, mode = 1;
  for (int64_t bytes = AS_GPU_WIDEST_PANEL; bytes > panels->bytes; bytes /= 2)
    mode++;
  return (int64_t)((uint64_t)mode << 62 | (uint64_t)stride << 32 |
                   (uint64_t)leading << 16);
}

/// The distance in bytes from the beginning of the tile to row or column `at`
/// of the operand's own loop, a multiple of a group of rows or a panel.
static MlirValue bytesTo(const Operand *operand, MlirOperation next,
                         MlirValue at) {
  const AsGpuPanels *panels = &operand->panels;
  if (operand->of->isAlongK)
    return asGpuMul(next, at, panels->bytes);
  MlirValue panel = asIrInsertBinary(
      next, "arith.divui", at,
      asIrInsertIndex(next, panels->bytes / panels->elementBytes));
  return asGpuMul(next, panel, panels->rows * panels->bytes);
}

/// The distance in bytes to term `k`.
static int64_t bytesToTerm(const Operand *operand, int64_t k) {
  const AsGpuPanels *panels = &operand->panels;
  int64_t along = k * panels->elementBytes;
  return operand->of->isAlongK
             ? along / panels->bytes * panels->rows * panels->bytes +
                   along % panels->bytes
             : k * panels->bytes;
}

/// Inserts the descriptor of the operand's first terms. `unit` is the extent of
/// its own loop that four warps have together.
static MlirValue describe(const Operand *operand, MlirOperation next,
                          int64_t unit) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType index = mlirIndexTypeGet(context),
           i64 = mlirIntegerTypeGet(context, 64);
  MlirValue address =
      asIrInsertUnary(next, "memref.extract_aligned_pointer_as_index",
                      operand->panels.tile, index);
  if (!mlirValueIsNull(operand->offset)) {
    MlirValue first =
        asGpuMul(next,
                 asIrInsertBinary(next, "arith.divui", operand->offset,
                                  asIrInsertIndex(next, unit)),
                 unit);
    address = asIrInsertBinary(next, "arith.addi", address,
                               bytesTo(operand, next, first));
  }
  address =
      asIrInsertBinary(next, "arith.divui",
                       asIrInsertBinary(next, "arith.andi", address,
                                        asIrInsertIndex(next, ADDRESSES - 1)),
                       asIrInsertIndex(next, UNIT));
  MlirValue number = asIrInsertUnary(next, "arith.index_cast", address, i64);
  return asIrInsertBinary(
      next, "arith.ori", number,
      asIrInsertConstant(
          next, mlirIntegerAttrGet(i64, descriptorBits(&operand->panels))));
}

static MlirValue advance(const Operand *operand, MlirOperation next,
                         MlirValue descriptor, int64_t k) {
  MlirType i64 = mlirValueGetType(descriptor);
  return asIrInsertBinary(
      next, "arith.addi", descriptor,
      asIrInsertConstant(
          next, mlirIntegerAttrGet(i64, bytesToTerm(operand, k) / UNIT)));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Inserts assembly that takes `count` descriptors and all sums, and replaces
/// the sums by its results.
static void assemble(const Product *product, const char *text,
                     const MlirValue *descriptors, int count, MlirValue *sums) {
  enum { mostDescriptors = 2 };
  MlirOperation next = product->of.op;
  MlirContext context = mlirOperationGetContext(next);
  int numSums = product->numRegisters;
  MlirValue operands[mostDescriptors + MAX_REGISTERS];
  MlirType types[MAX_REGISTERS];
  AsText constraints = {0};
  for (int s = 0; s < numSums; s++) {
    types[s] = product->of.sum;
    operands[count + s] = sums[s];
    asTextFormat(&constraints, "%s=%c", s ? "," : "",
                 mlirTypeIsAVector(product->of.sum) ? 'r' : 'f');
  }
  for (int d = 0; d < count; d++) {
    operands[d] = descriptors[d];
    asTextAppendString(&constraints, ",l");
  }
  for (int s = 0; s < numSums; s++)
    asTextFormat(&constraints, ",%d", s);
  MlirType all = mlirLLVMStructTypeLiteralGet(context, numSums, types, false);
  MlirValue made = asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "llvm.inline_asm",
          .numOperands = count + numSums,
          .operands = operands,
          .numResults = 1,
          .results = &all,
          .attributes = (AsIrAttribute[]){
              {"asm_string", mlirStringAttrGet(context, asIrString(text))},
              {"constraints",
               mlirStringAttrGet(context, asIrString(constraints.data))},
              {"has_side_effects", mlirUnitAttrGet(context)},
              {0}}});
  for (int64_t s = 0; s < numSums; s++)
    sums[s] = asGpuProductExtractSum(&product->of, made, s);
  asTextFree(&constraints);
}

/// Multiplies 16 terms of all rows and columns.
static void multiply(const Product *product, const MlirValue *descriptors,
                     MlirValue *sums) {
  const AsGpuProduct *of = &product->of;
  const char *element = mlirTypeIsAF16(of->a.element) ? "f16" : "bf16";
  const char *sum = mlirTypeIsAVector(of->sum) ? "f16" : "f32";
  AsText text = {0};
  asTextFormat(&text,
               "{ .reg .pred p; setp.eq.u32 p, 1, 1; "
               "wgmma.mma_async.sync.aligned.m%dn%lldk%d.%s.%s.%s {",
               ROWS, (long long)product->columns, TERMS, sum, element, element);
  for (int s = 0; s < product->numRegisters; s++)
    asTextFormat(&text, "%s$%d", s ? ", " : "", s);
  asTextFormat(&text, "}, $%d, $%d, p, 1, 1, %d, %d; }", product->numRegisters,
               product->numRegisters + 1, !of->a.isAlongK, !of->b.isAlongK);
  assemble(product, text.data, descriptors, 2, sums);
  asTextFree(&text);
}

/// Loads the registers of a lane's sums, ordered by columns, then by rows.
static void loadSums(const Product *product, MlirValue *sums) {
  int each = product->of.numSums;
  for (int s = 0; s < product->numRegisters; s++)
    sums[s] = asGpuProductLoadSum(&product->of, 0, s / each, s % each);
}

static void storeSums(const Product *product, const MlirValue *sums) {
  int each = product->of.numSums;
  for (int s = 0; s < product->numRegisters; s++)
    asGpuProductStoreSum(&product->of, sums[s], 0, s / each, s % each);
}

/// Waits until all but the last `left` groups of instructions have finished.
static void waitForSums(const Product *product, int left, MlirValue *sums) {
  AsText text = {0};
  asTextFormat(&text, "wgmma.wait_group.sync.aligned %d;", left);
  assemble(product, text.data, NULL, 0, sums);
  storeSums(product, sums);
  asTextFree(&text);
}

/// Waits after the loop for the last iteration's instructions.
static void waitAfterLoop(const Product *product) {
  MlirOperation loop = mlirOperationGetParentOperation(product->of.op);
  while (!asIrIsNamed(loop, "scf.for"))
    loop = mlirOperationGetParentOperation(loop);
  Product last = *product;
  last.of.op = mlirOperationGetNextInBlock(loop);
  MlirValue sums[MAX_REGISTERS];
  loadSums(&last, sums);
  waitForSums(&last, 0, sums);
}

static void multiplyAll(const Product *product) {
  MlirOperation next = product->of.op;
  MlirValue a = describe(&product->a, next, ROWS),
            b = describe(&product->b, next, product->columns);
  MlirValue sums[MAX_REGISTERS];
  loadSums(product, sums);
  asIrInsert(next, &(AsIrParts){.name = "nvvm.wgmma.fence.aligned"});
  for (int64_t k = 0; k < product->of.terms; k += TERMS) {
    MlirValue descriptors[] = {advance(&product->a, next, a, k),
                               advance(&product->b, next, b, k)};
    multiply(product, descriptors, sums);
  }
  asIrInsert(next,
             &(AsIrParts){.name = "nvvm.wgmma.commit.group.sync.aligned"});
  bool lasts = !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      next, asIrString(AS_LASTING_ATTRIBUTE)));
  waitForSums(product, lasts ? 1 : 0, sums);
  if (lasts)
    waitAfterLoop(product);
}

/// Whether the fastest dimension of the warps is a multiple of four.
static bool isByFours(const AsGpuForall *warps) {
  for (int d = 0; d < warps->rank; d++)
    if (warps->along[d] == 0)
      return warps->trip[d] % AS_GPU_WARPGROUP == 0;
  return false;
}

AsStatus asGpuEmitWgmma(MlirOperation op, const AsGpuForall *warps,
                        const AsGpuFragments *fragments, AsError *error) {
  Product product;
  if (!isByFours(warps))
    return asFail(error, AS_UNSUPPORTED,
                  "four warps together have 16 rows each, and follow each "
                  "other along these");
  AsStatus status = readProduct(op, fragments, &product, error);
  if (status)
    return status;
  multiplyAll(&product);
  mlirOperationDestroy(op);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

static MlirWalkResult fence(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsNamed(op, "gpu.barrier")) {
    MlirContext mlir = mlirOperationGetContext(op);
    asIrInsert(
        op, &(AsIrParts){.name = "nvvm.fence.proxy",
                         .attributes = (AsIrAttribute[]){
                             {"kind", mlirAttributeParseGet(
                                          mlir, asIrString("#nvvm.proxy_kind"
                                                           "<async.shared>"))},
                             {"space", mlirAttributeParseGet(
                                           mlir, asIrString("#nvvm.shared_space"
                                                            "<cta>"))},
                             {0}}});
  }
  return MlirWalkResultAdvance;
}

/// Whether a thread writes an operand. What TMA copies needs no fence.
static MlirWalkResult findWrite(MlirOperation op, void *context) {
  bool isCopy = asIrIsNamed(op, "nvgpu.device_async_copy");
  AsGpuPanels panels;
  if (!isCopy && !asIrIsNamed(op, "vector.store"))
    return MlirWalkResultAdvance;
  MlirValue to = mlirOperationGetOperand(op, isCopy ? 0 : 1);
  if (!asGpuPanelsRead(asIrMemoryRoot(to), &panels) || !panels.bytes)
    return MlirWalkResultAdvance;
  *(bool *)context = true;
  return MlirWalkResultInterrupt;
}

static void fenceFunction(MlirOperation function, void *context) {
  (void)context;
  bool isWritten = false;
  mlirOperationWalk(function, findWrite, &isWritten, MlirWalkPreOrder);
  if (isWritten && asIrContains(function, "nvvm.wgmma.fence.aligned"))
    mlirOperationWalk(function, fence, NULL, MlirWalkPreOrder);
}

void asGpuFenceOperands(MlirModule module) {
  asIrVisitFunctions(module, fenceFunction, NULL);
}
