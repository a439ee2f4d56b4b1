//===- lowering-steps.h - The steps of the lowering pipeline
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that asLowerModule runs between upstream passes, in the order of
// the pipeline (lowering/lower.c). Private to this library. Each has a file
// that says what it requires and provides; those in lower.c say so here.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_LOWERING_STEPS_H
#define AS_LOWERING_LOWERING_STEPS_H

#include "as/error.h"
#include "ir/ir.h"
#include "lowering/lower.h"
#include "support/options.h"
#include "target/target.h"

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Fails on what lowering would not understand, or would take too long for.
AsStatus asCheckInput(MlirModule module, AsError *error);

/// Interchanges the loops of each linalg operation so that LLVM can vectorise
/// it. Each element of a result stays the same sum in the same order.
AsStatus asReorderReferenceLoops(MlirModule module, AsError *error);

/// Deletes the program's memref.dealloc and bufferization.dealloc_tensor:
/// asAllocate inserts them, and must be the only one that does. Its rules are
/// that a caller owns what it passes and what is returned to it.
void asForgetDeallocations(MlirModule module);

/// Reads vectors from images in place of padded copies of them.
AsStatus asReadAroundBorders(MlirModule module, bool verify, AsError *error);

/// Gives each concatenation a tensor.empty of its own, and so a buffer.
void asConcatSeparate(MlirModule module);

/// Makes functions of loops over tiles that are there several times.
void asOutlineEqualLoops(MlirModule module);

/// Carries sums that fit into registers through loops as vectors, without
/// calls.
AsStatus asSumsInRegisters(MlirModule module, AsError *error);

/// Lets tasks that loops call for slices of arrays update these in place.
void asSlicesInPlace(MlirModule module);

/// Lets tasks read slices whose strides are dynamic where they are.
void asReadStridedSlices(MlirModule module);

/// Gives sums that loops hand to tasks dense buffers of their own.
void asDenseSums(MlirModule module);

/// Marks tensor arguments of public functions read-only unless they say that
/// they are writable, or the program materialises a tensor in them.
void asKeepArguments(MlirModule module);

/// Divides each public function with symbols (graph/sizes/size-symbols.h) into
/// one that is called with sizes, one that computes those of results, and
/// itself. Requires asKeepArguments.
AsStatus asSizedFunctions(MlirModule module, AsError *error);

/// Gives each operation of the function a tensor of its own to start from.
void asSeparateInits(MlirOperation function);

/// Replaces each tensor.empty whose value is later inserted into another tensor
/// by the slice of that tensor.
AsStatus asEliminateEmpty(MlirModule module, AsError *error);

/// Bufferises tensors, also in the types of functions. Copies are linalg.copy.
AsStatus asBufferize(MlirModule module, AsError *error);

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Adds the fast-math flags that `fp` allows to all arithmetic.
void asAllowFlags(MlirModule module, AsFp fp);

/// Adds `flags`, such as "contract,nnan", to the fast-math flags of an
/// operation. An operation without fast-math flags stays as it is.
void asAddFlags(MlirOperation op, const char *flags);

/// Replaces each llvm.intr.fmuladd by a multiplication and an addition, which
/// LLVM does not fuse.
void asSplitMultiplyAdds(MlirModule module);

/// Rounds numbers that f32 does not hold to bf16 as if at once.
void asRoundOnceToBf16(MlirModule module);

/// Rewrites arithmetic on bf16 into f32. Unless `fp` is strict, a result that
/// another operation uses directly is not rounded to bf16.
AsStatus asEmulateBf16(MlirModule module, AsFp fp, bool verify, AsError *error);

/// Keeps roundings to bf16 and f16 as they were written: clears their fast-math
/// flags, and bounds integers that are converted to f16.
void asKeepRoundings(MlirModule module);

/// Multiplies rows whose elements are known to be a fraction of one number
/// (ir/known-range.h) by its inverse, and corrects the products to quotients.
/// Requires fused multiply-adds.
void asDivideRows(MlirModule module);

/// Removes the flags of conversions, and the mode of those that round to the
/// nearest as all do, which have done their part when all folds are done: flags
/// would stay in the LLVM dialect as an attribute that no other tool can parse,
/// and with a mode conversions become slower operations.
void asDropConversionFlags(MlirModule module);

/// Fills only the borders of buffers whose middle is copied from an array.
void asElidePadFills(MlirModule module);

/// Whether the array that `copy` copies into a part of a buffer, after `fill`
/// has filled that buffer in the same block, can be computed in that part.
bool asCanPadInPlace(MlirOperation fill, MlirOperation copy);

/// Computes it there and deletes the copy. Requires asCanPadInPlace, and fills
/// of the border only.
void asPadInPlace(MlirOperation copy);

/// Interchanges the loops of packing copies: rows outside, tiles inside.
void asOrderPackedCopies(MlirModule module);

/// Reads narrow numbers that are broadcast as elements of vectors with
/// dimensions.
void asReadScalarColumns(MlirModule module);

/// Extends narrow columns as a whole where single elements of them are extended
/// (lowering/vector/strided-columns.c). Whether there are any: the module is
/// not canonical then.
bool asExtendStridedColumns(MlirModule module);

/// Writes the padded panels of packed operands of 8 and 16 bits by whole rows.
/// Must come after asElidePadFills and before asWidenPackedOperands.
void asPadPanels(MlirModule module);

/// Copies arguments of bytes whose columns are read often, on CPUs that add
/// four products of bytes at a time, so that asWidenPackedOperands flips the
/// copy. Must come before that.
void asFlipColumns(MlirModule module);

/// Extends packed i8 and bf16 values when they are packed, and interleaves
/// their rows for dot products. Requires CSE.
void asWidenPackedOperands(MlirModule module, AsDotProducts dots);

/// Rewrites pairs and groups of four multiply-adds of narrow numbers into dot
/// products. Requires canonical IR after CSE.
void asFormDotProducts(MlirModule module, AsDotProducts dots);

/// Takes the corrections of dot products of bytes out of loops. Requires CSE
/// after asFormDotProducts.
void asCarryCorrections(MlirModule module);

/// Takes them out of loops over rows. Requires asCarryCorrections.
void asHoistCorrections(MlirModule module);

/// Selects an instruction with so many lanes for dot products of bytes.
/// Requires that allocations are done.
void asSelectByteDots(MlirModule module, int lanes);

/// Adds products of narrow integers to sums of i32 by one instruction, of up to
/// `lanes` lanes; 0 if there is none.
void asSelectLaneProducts(MlirModule module, int lanes);

/// Forwards vectors from writes to reads of the same tiles.
void asForwardWrites(MlirModule module);

/// Lets transposes of a copy read what was copied.
void asReadCopied(MlirModule module);

/// Computes vectors that were put together from scalars.
void asJoinLanes(MlirModule module);

/// Broadcasts narrow scalars to all lanes before they are extended.
void asBroadcastBeforeExtend(MlirModule module);

/// Computes i64 of extended vectors of i32 by even and odd lanes.
void asSplitWideLanes(MlirModule module);

/// Widens quantised weights once before a loop over many rows that use them.
/// Requires structured loops.
void asWidenOnce(MlirModule module);

/// Takes scales that all terms of a sum of quantised weights have in common out
/// of loops. Requires structured loops.
void asScaleAfterLoops(MlirModule module);

/// Takes scales that several vectors of a sum of quantised weights have in
/// common out of their sum, for registers of so many bytes. Requires structured
/// loops.
void asScaleAfterLanes(MlirModule module, int vectorBytes);

/// Lets LLVM reassociate reductions in loops. Requires asAllowFlags.
void asReassociateSums(MlirModule module);

/// Marks loops over parts (task/dynamic/thread-parts.h) as.parallel, whose
/// tasks have one thread then. Requires structured loops on memrefs.
AsStatus asShareParts(MlirModule module, AsError *error);

/// Makes parallel loops of those that are marked as.parallel, which were
/// parallel in the program. Requires structured loops.
void asRestoreParallelLoops(MlirModule module);

/// Gives OpenMP loops no more threads than they have iterations.
void asLimitThreads(MlirModule module);

/// Rewrites conversions between bf16 and f32 into integer operations. With
/// `canRound` those to bf16 stay, as the target has an instruction for them.
void asExpandBf16Conversions(MlirModule module, bool canRound);

//===----------------------------------------------------------------------===//
// Functions and memory
//===----------------------------------------------------------------------===//

/// Chooses the calling convention of each function, adds signatures
/// (lowering/lower.h), and turns memrefs that functions return into arguments.
/// An argument replaces the allocation that is returned, where none is returned
/// twice.
AsStatus asConventionApply(MlirModule module, AsError *error);

/// Records `type` as the function's signature. If it has dynamic dimensions,
/// the function must have symbols (graph/sizes/size-symbols.h).
void asConventionSign(MlirOperation function, MlirType type);

/// Whether some function takes descriptors. Deallocation adds such functions.
bool asConventionHasDescriptors(MlirModule module);

/// Lets a private function take descriptors, whose types have changed.
void asConventionTakeDescriptors(MlirOperation function);

/// On functions between asConventionApply and asResultsInPlace: the number of
/// arguments before those for results.
#define AS_INPUTS_ATTRIBUTE "as.inputs"

/// On as_sized_NAME from asSizedFunctions on: the range of its arguments for
/// results, the first one and the one behind the last.
#define AS_RESULTS_ATTRIBUTE "as.results"

/// Computes results in the caller's buffers, also if they are returned in
/// another shape.
void asResultsInPlace(MlirModule module);

/// Lets tasks that loops call for slices work on the arrays: on slices whose
/// elements follow each other, and on others that they write. Needs
/// asConventionApply, and must come before asAllocate.
void asTilesInPlace(MlirModule module);

/// Gives arrays of static size that loops carry two buffers that take turns,
/// where each iteration would allocate one. Must come before asAllocate.
void asCarryByTurns(MlirModule module);

/// Copies short rows of static size together with what is filled behind them.
void asPadRows(MlirModule module);

/// Copies short rows as vectors where their distances are dynamic, or where, in
/// functions with vectors, they are no whole vectors.
void asCopyRows(MlirModule module);

/// Prefetches the rows of large matrices that loops read later
/// (lowering/memory/prefetch-rows.c), into the second cache or the first one.
void asPrefetchRows(MlirModule module, bool intoFirst);

/// Prefetches pixels of large images that loops read later
/// (lowering/memory/prefetch-pixels.c).
void asPrefetchPixels(MlirModule module);

/// Prefetches several rows of a large matrix that are read side by side, or the
/// rows that come next.
void asPrefetchStreams(MlirModule module);

/// Inserts prefetches of the block of a large matrix that is packed after the
/// one that is multiplied (memory/prefetch-blocks.c).
void asPrefetchBlocks(MlirModule module);

/// Inserts prefetches of the panel of a packed operand that comes after the one
/// that is multiplied (memory/prefetch-panels.c).
void asPrefetchPanels(MlirModule module);

/// Copies arrays without gaps, of a dynamic number of rows or between tasks,
/// and rows of dynamic length, by memcpy. Must come after asPlanMemory, which
/// does not follow addresses.
void asCopyRuns(MlirModule module);

/// Rewrites vector.multi_reduction and vector.scan into simpler operations.
AsStatus asLowerCompositeVectors(MlirModule module, AsError *error);

/// Sums the lanes of several vectors together where the sums become elements of
/// one. Requires asLowerCompositeVectors.
void asCombineReductions(MlirModule module);

/// Rewrites tiles that are read, transposed and written into squares that are
/// transposed in registers.
void asTransposeTiles(MlirModule module);

/// Rewrites strided reads of adjacent vectors into contiguous reads of a block
/// that is transposed in registers.
void asTransposeStridedReads(MlirModule module);

/// Rewrites other strided reads of vectors into loads of their elements.
void asExpandStridedReads(MlirModule module);

/// Lowers all that is on memrefs and vectors to the LLVM dialect, from
/// asAllocate on.
AsStatus asLowerBuffers(MlirModule module, const AsLowerOptions *options,
                        AsError *error);

/// Hoists allocations out of loops, but for those of functions that call others
/// in loops, and inserts deallocations right after the last uses.
AsStatus asAllocate(MlirModule module, bool verify, AsError *error);

/// Computes buffers that are only copied into a part of another one in that
/// part. Requires deallocations after last uses.
void asConcatInPlace(MlirModule module);

/// Places the buffers that functions with calls allocate in one workspace; with
/// `mayKeep`, functions keep it between calls. Requires deallocations after
/// last uses.
AsStatus asPlanMemory(MlirModule module, bool mayKeep, AsError *error);

/// Whether a loop of the function calls others. asPlanMemory hoists what it
/// allocates.
bool asCallsInLoops(MlirOperation function);

/// Computes what the bodies of functions with dynamic dimensions allocate
/// before they begin, and allocates it at once; they return why they cannot
/// run.
AsStatus asReserveMemory(MlirModule module, AsError *error);

/// Puts small buffers of functions without calls on the stack.
void asSmallOnStack(MlirModule module);

/// Places other buffers of functions without calls in one array, which the
/// module keeps between calls.
AsStatus asKeepScratch(MlirModule module, AsError *error);

/// Rewrites each memref.expand_shape that gives a dimension several dynamic
/// sizes into a memref.reinterpret_cast.
void asExpandDynamicShapes(MlirModule module);

/// Replaces the memref.dim of a memref.reinterpret_cast by its operand.
void asFoldCastDims(MlirModule module);

/// Computes floats of 8 bits in f32, and converts them as integers.
AsStatus asLowerF8(MlirModule module, bool verify, AsError *error);

/// Replaces each memref.alloca_scope by its body between a save and a restore
/// of the stack pointer.
void asLowerAllocaScopes(MlirModule module);

/// Calls the C library for log1p and expm1, which upstream lowers to log(1 + x)
/// and exp(x) - 1. Requires functions of complex numbers to be lowered.
void asCallLibm(MlirModule module);

//===----------------------------------------------------------------------===//
// The LLVM dialect
//===----------------------------------------------------------------------===//

/// Loads and stores vectors of i1 as vectors of bytes, as they are in memory.
void asI1VectorsToBytes(MlirModule module);

/// Splits loads of bf16 of a size that LLVM cannot compile everywhere.
void asSplitBf16Loads(MlirModule module);

/// AS_UNSUPPORTED if an operation of another dialect than LLVM's is left:
/// conversion passes skip operations that they do not know.
AsStatus asCheckIsLowered(MlirModule module, AsError *error);

#endif // AS_LOWERING_LOWERING_STEPS_H
