//===- lowering-steps.h - Steps of lowering that are no upstream passes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to this library: what asLowerModule does between its pipelines, a
// file each.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_LOWERING_STEPS_H
#define AS_LOWERING_LOWERING_STEPS_H

#include "as/error.h"
#include "ir/ir.h"
#include "support/options.h"

/// Adds to arithmetic what `fp` allows LLVM to do with it.
void asAllowFlags(MlirModule module, AsFp fp);

/// Adds "contract,..." to the flags that an operation has from the program; one
/// that can have none stays as it is.
void asAddFlags(MlirOperation op, const char *flags);

/// Lets LLVM reorder what loops sum up. Wants bufferised IR that has its flags.
void asReassociateSums(MlirModule module);

/// What the program allocates and frees itself is freed by asAllocate, as all
/// else is: it wants to be the only one that frees.
void asForgetDeallocations(MlirModule module);

/// What callers from outside pass stays as it is, unless they say that it need
/// not. Bufferisation would compute an accumulator in the argument that it
/// starts from; within the module it knows who reads that afterwards.
void asKeepArguments(MlirModule module);

/// Whether some function returns the same value twice: then results cannot
/// take the place of allocations (the upstream pass crashes on it).
bool asReturnsRepeat(MlirModule module);

/// Makes what is put into a tensor in its place, where that is possible.
AsStatus asEliminateEmpty(MlirModule module, AsError *error);

/// From tensors to buffers, in functions' types as well; copies are
/// linalg.copy.
AsStatus asBufferize(MlirModule module, AsError *error);

/// AS_UNSUPPORTED where some operation is neither of LLVM nor a module: passes
/// skip what they do not know.
AsStatus asCheckIsLowered(MlirModule module, AsError *error);

/// Puts the loops of each linalg operation on tensors in an order that LLVM can
/// vectorise; each element of a result stays the same sum in the same order.
AsStatus asReorderReferenceLoops(MlirModule module, AsError *error);

/// Replaces arithmetic in bf16 by such in f32. Where `fp` allows it, a result
/// that goes from one operation into another is not rounded in between.
AsStatus asEmulateBf16(MlirModule module, AsFp fp, bool verify, AsError *error);

/// Has vectors of i1 loaded and stored as the bytes that they are in memory.
/// Wants the LLVM dialect.
void asI1VectorsToBytes(MlirModule module);

/// Replaces conversions between bf16 and f32 by operations on integers.
void asExpandBf16Conversions(MlirModule module);

/// Copies to packed buffers go by rows of what is copied, not by tiles.
void asOrderPackedCopies(MlirModule module);

/// Stores packed bytes and bf16 as products want them; `hasBf16Dot` is as in
/// AsLowerOptions. Wants common operations removed.
void asWidenPackedOperands(MlirModule module, bool hasBf16Dot);

/// Fills only the border of buffers into whose middle something is copied.
void asElidePadFills(MlirModule module);

/// Whether what is copied after `fill` into a part of what that fills, both in
/// one block, can be made there.
bool asCanPadInPlace(MlirOperation fill, MlirOperation copy);

/// Has it made there, where that is so, and only the border is filled by now.
void asPadInPlace(MlirOperation copy);

/// Adds the products of bytes up in pairs, and those of bf16 where the
/// processor has an instruction for that. Wants canonical IR.
void asFormDotProducts(MlirModule module, bool hasBf16Dot);

/// Repeats short numbers in the lanes of a vector before they are widened.
void asBroadcastBeforeExtend(MlirModule module);

/// Gives each function of a bufferised module its calling convention and its
/// signature (lowering/lower.h), and makes arguments of the buffers that those
/// with bare pointers return. `hoist` lets an allocation that is returned be
/// such an argument.
AsStatus asConventionApply(MlirModule module, bool hoist, AsError *error);

/// Adds the signature that the type is, unless it would be mistaken: one with
/// static shapes is that of a function that takes bare pointers.
void asConventionSign(MlirOperation function, MlirType type, bool isBare);

/// Whether some function keeps descriptors. Deallocation adds such functions.
bool asConventionHasDescriptors(MlirModule module);

/// On tensors: gives what is put together from pieces an empty tensor of its
/// own, so that it will have a buffer of its own.
void asConcatSeparate(MlirModule module);

/// On tensors: lets tasks that loops call for slices of arrays work in these.
void asSlicesInPlace(MlirModule module);

/// Lets what calls make only for it to be copied into a part of another buffer
/// be made there. Wants deallocations behind last uses.
void asConcatInPlace(MlirModule module);

/// Says where memory is allocated and freed: as late and as soon as can be, but
/// outside of loops.
AsStatus asAllocate(MlirModule module, bool verify, AsError *error);

/// Lets buffers that functions allocate for what they call, and that are not
/// needed together, have the same memory, with `mayKeep` one that a function
/// keeps between calls. Wants deallocations behind last uses.
AsStatus asPlanMemory(MlirModule module, bool mayKeep, AsError *error);

/// Puts the body of each memref.alloca_scope in its place.
void asLowerAllocaScopes(MlirModule module);

/// On a function between these two steps: how many arguments it had before
/// those for results were added.
#define AS_INPUTS_ATTRIBUTE "as.inputs"

/// Lets what is returned be made where it is returned, in another shape too.
void asResultsInPlace(MlirModule module);

/// Replaces neighbouring reads of vectors whose elements are apart by reads of
/// what is contiguous, turned in registers.
void asTransposeStridedReads(MlirModule module);

/// Replaces reads of vectors whose elements are apart by loads of the elements.
void asExpandStridedReads(MlirModule module);

#endif // AS_LOWERING_LOWERING_STEPS_H
