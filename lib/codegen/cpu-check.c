//===- cpu-check.c - Refuse to run on a CPU that lacks features
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code for a CPU dies of SIGILL, or computes something else, on one that lacks
// some of its features. So public functions become internal, and others take
// their names that look first:
//
//   define internal void @f.unchecked(ptr %0) { ... }   // for the target
//   define void @f(ptr %0) {                            // for any x86-64
//     call void @as.cpu.require()
//     call void @f.unchecked(ptr %0)
//
// They look when they are called, not when they are loaded: a program may have
// code for several CPUs in it and choose, for which it asks as_missing_f.
//
// What looks is for any x86-64 with Linux, calls the system rather than the C
// library, whose names may be those of functions of the module, and is given as
// LLVM IR.
//
// Requires:    optimised LLVM IR, with signatures (support/entry-symbols.h).
// Provides:    no external function but those that look, and those that take or
//              return vectors by value: their callers are for such a CPU too.
// Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "codegen/cpu-check.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include "support/text.h"
#include "target/cpu-features.h"
#include "llvm-c/Core.h"
#include "llvm-c/IRReader.h"
#include "llvm-c/Linker.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The functions that look
//===----------------------------------------------------------------------===//

/// CPUID is only asked what it says it knows. XCR0 may be read if bit 27 of
/// leaf 1 says so. as.cpu.list writes the names of all features that are
/// missing, and returns their length. as.cpu.require ends the process by
/// SIGABRT, and if that is blocked by exit_group.
static const char lookText[] =
    "@as.cpu.isRight = internal global i8 0\n"
    "\n"
    "define internal i32 @as.cpu.word(i32 %leaf, i32 %subleaf, i32 %reg) #0 {\n"
    "  %words = alloca [4 x i32]\n"
    "  %zero = and i32 %leaf, -2147483648\n"
    "  %range = call {i32, i32, i32, i32} asm sideeffect \"cpuid\",\n"
    "      \"={ax},={bx},={cx},={dx},{ax},{cx}\"(i32 %zero, i32 0)\n"
    "  %last = extractvalue {i32, i32, i32, i32} %range, 0\n"
    "  %isKnown = icmp ule i32 %leaf, %last\n"
    "  br i1 %isKnown, label %ask, label %unknown\n"
    "ask:\n"
    "  %all = call {i32, i32, i32, i32} asm sideeffect \"cpuid\",\n"
    "      \"={ax},={bx},={cx},={dx},{ax},{cx}\"(i32 %leaf, i32 %subleaf)\n"
    "  store {i32, i32, i32, i32} %all, ptr %words\n"
    "  %place = getelementptr i32, ptr %words, i32 %reg\n"
    "  %word = load i32, ptr %place\n"
    "  ret i32 %word\n"
    "unknown:\n"
    "  ret i32 0\n"
    "}\n"
    "\n"
    "define internal i32 @as.cpu.states() #0 {\n"
    "  %word = call i32 @as.cpu.word(i32 1, i32 0, i32 2)\n"
    "  %bit = and i32 %word, 134217728\n"
    "  %mayRead = icmp ne i32 %bit, 0\n"
    "  br i1 %mayRead, label %read, label %none\n"
    "read:\n"
    "  %pair = call {i32, i32} asm sideeffect \"xgetbv\",\n"
    "      \"={ax},={dx},{cx}\"(i32 0)\n"
    "  %states = extractvalue {i32, i32} %pair, 0\n"
    "  ret i32 %states\n"
    "none:\n"
    "  ret i32 0\n"
    "}\n"
    "\n"
    "define internal i64 @as.cpu.list() #0 {\n"
    "entry:\n"
    "  %count = load i64, ptr @as.cpu.count\n"
    "  %states = call i32 @as.cpu.states()\n"
    "  br label %look\n"
    "look:\n"
    "  %i = phi i64 [0, %entry], [%after, %next]\n"
    "  %length = phi i64 [0, %entry], [%longer, %next]\n"
    "  %isEnd = icmp eq i64 %i, %count\n"
    "  br i1 %isEnd, label %end, label %one\n"
    "one:\n"
    "  %row = getelementptr %row, ptr @as.cpu.rows, i64 %i\n"
    "  %content = load %row, ptr %row\n"
    "  %leaf = extractvalue %row %content, 0\n"
    "  %subleaf = extractvalue %row %content, 1\n"
    "  %reg = extractvalue %row %content, 2\n"
    "  %bits = extractvalue %row %content, 3\n"
    "  %needed = extractvalue %row %content, 4\n"
    "  %word = call i32 @as.cpu.word(i32 %leaf, i32 %subleaf, i32 %reg)\n"
    "  %set = and i32 %word, %bits\n"
    "  %isThere = icmp ne i32 %set, 0\n"
    "  %saved = and i32 %states, %needed\n"
    "  %isSaved = icmp eq i32 %saved, %needed\n"
    "  %isGood = and i1 %isThere, %isSaved\n"
    "  br i1 %isGood, label %next, label %missing\n"
    "missing:\n"
    "  %bytes = extractvalue %row %content, 5\n"
    "  %name = extractvalue %row %content, 6\n"
    "  %place = getelementptr i8, ptr @as.cpu.names, i64 %length\n"
    "  store [24 x i8] %name, ptr %place\n"
    "  %sum = add i64 %length, %bytes\n"
    "  br label %next\n"
    "next:\n"
    "  %longer = phi i64 [%length, %one], [%sum, %missing]\n"
    "  %after = add i64 %i, 1\n"
    "  br label %look\n"
    "end:\n"
    "  %hasNone = icmp eq i64 %length, 0\n"
    "  %without = sub i64 %length, 2\n"
    "  %result = select i1 %hasNone, i64 0, i64 %without\n"
    "  %terminator = getelementptr i8, ptr @as.cpu.names, i64 %result\n"
    "  store i8 0, ptr %terminator\n"
    "  ret i64 %result\n"
    "}\n"
    "\n"
    "define ptr @as.cpu.missing() #0 {\n"
    "  %length = call i64 @as.cpu.list()\n"
    "  %hasNone = icmp eq i64 %length, 0\n"
    "  %names = select i1 %hasNone, ptr null, ptr @as.cpu.names\n"
    "  ret ptr %names\n"
    "}\n"
    "\n"
    "define void @as.cpu.require() #0 {\n"
    "  %state = load atomic i8, ptr @as.cpu.isRight monotonic, align 1\n"
    "  %isRight = icmp ne i8 %state, 0\n"
    "  br i1 %isRight, label %return, label %look\n"
    "look:\n"
    "  %length = call i64 @as.cpu.list()\n"
    "  %hasNone = icmp eq i64 %length, 0\n"
    "  br i1 %hasNone, label %remember, label %refuse\n"
    "remember:\n"
    "  store atomic i8 1, ptr @as.cpu.isRight monotonic, align 1\n"
    "  br label %return\n"
    "return:\n"
    "  ret void\n"
    "refuse:\n"
    "  %terminator = getelementptr i8, ptr @as.cpu.names, i64 %length\n"
    "  store i8 10, ptr %terminator\n"
    "  %before = load i64, ptr @as.cpu.before\n"
    "  %all = add i64 %before, %length\n"
    "  %end = add i64 %all, 1\n"
    "  %text = ptrtoint ptr @as.cpu.text to i64\n"
    "  call i64 @as.cpu.system(i64 1, i64 2, i64 %text, i64 %end) ; write\n"
    "  %self = call i64 @as.cpu.system(i64 39, i64 0, i64 0, i64 0) ; getpid\n"
    "  call i64 @as.cpu.system(i64 62, i64 %self, i64 6, i64 0) ; kill\n"
    "  call i64 @as.cpu.system(i64 231, i64 134, i64 0, i64 0) ; exit_group\n"
    "  unreachable\n"
    "}\n"
    "\n"
    "define internal i64 @as.cpu.system(i64 %call, i64 %a, i64 %b, i64 %c) #0 "
    "{\n"
    "  %result = call i64 asm sideeffect \"syscall\",\n"
    "      \"={ax},{ax},{di},{si},{dx},~{rcx},~{r11},~{memory}\"\n"
    "      (i64 %call, i64 %a, i64 %b, i64 %c)\n"
    "  ret i64 %result\n"
    "}\n"
    "\n"
    "attributes #0 = { noinline nounwind \"target-cpu\"=\"x86-64\"\n"
    "                  \"target-features\"=\"\" }\n";

/// Room for a name, with ", " behind it, in a row.
enum { nameBytes = 24 };

/// A row for each feature that is needed. Returns how many there are.
static int appendRows(const char *triple, const char *cpu, const char *features,
                      AsText *text) {
  AsText rows = {0};
  const AsCpuFeature *feature = NULL;
  int count = 0;
  while ((feature = asCpuFeatureNext(triple, cpu, features, feature))) {
    int length = (int)strlen(feature->name) + 2;
    asTextFormat(&rows,
                 "%s%%row {i32 %u, i32 %u, i32 %u, i32 %u, i32 %u, i64 %d, "
                 "[%d x i8] c\"%s, ",
                 count++ ? ", " : "", feature->leaf, feature->subleaf,
                 feature->reg, feature->bits, feature->states, length,
                 nameBytes, feature->name);
    for (; length < nameBytes; length++)
      asTextAppendString(&rows, "\\00");
    asTextAppendString(&rows, "\"}\n");
  }
  asTextFormat(text,
               "%%row = type {i32, i32, i32, i32, i32, i64, [%d x i8]}\n"
               "@as.cpu.rows = internal constant [%d x %%row] [%s]\n"
               "@as.cpu.count = internal constant i64 %d\n",
               nameBytes, count, asTextString(&rows), count);
  asTextFree(&rows);
  return count;
}

/// What is written, with room for all names.
static void appendMessage(const char *cpu, int count, AsText *text) {
  AsText prefix = {0};
  asTextFormat(&prefix,
               "error: code for the CPU '%s' cannot run on this one, which "
               "lacks ",
               cpu);
  int length = (int)prefix.length, room = nameBytes * (count + 1);
  asTextFormat(text,
               "@as.cpu.text = internal global <{[%d x i8], [%d x i8]}>\n"
               "    <{[%d x i8] c\"%s\", [%d x i8] zeroinitializer}>\n"
               "@as.cpu.names = internal alias i8,\n"
               "    getelementptr (i8, ptr @as.cpu.text, i64 %d)\n"
               "@as.cpu.before = internal constant i64 %d\n",
               length, room, length, prefix.data, room, length, length);
  asTextFree(&prefix);
}

/// Writes the functions. Returns whether there is something to look for.
static bool writeLook(const char *triple, const char *cpu, const char *features,
                      AsText *text) {
  int count = appendRows(triple, cpu, features, text);
  if (!count) {
    asTextClear(text);
    asTextAppendString(text, "define ptr @as.cpu.missing() {\n"
                             "  ret ptr null\n"
                             "}\n");
    return false;
  }
  appendMessage(cpu, count, text);
  asTextAppendString(text, lookText);
  return true;
}

static AsStatus addLook(LLVMModuleRef module, const AsText *text,
                        AsError *error) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      text->data, text->length, "<CPU check>");
  LLVMModuleRef look;
  char *problem = NULL;
  bool failed = LLVMParseIRInContext2(LLVMGetModuleContext(module), buffer,
                                      &look, &problem);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed) {
    AsStatus status = asFail(error, AS_INTERNAL, "%s", problem);
    LLVMDisposeMessage(problem);
    return status;
  }
  LLVMSetTarget(look, LLVMGetTarget(module));
  LLVMSetDataLayout(look, LLVMGetDataLayoutStr(module));
  return LLVMLinkModules2(module, look)
             ? asFail(error, AS_INTERNAL, "the check of the CPU does not link")
             : AS_OK;
}

//===----------------------------------------------------------------------===//
// The functions that are looked before
//===----------------------------------------------------------------------===//

/// Whether values of the type are passed in other registers by code for other
/// CPUs.
static bool hasVector(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMVectorTypeKind:
    return true;
  case LLVMArrayTypeKind:
    return hasVector(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (hasVector(LLVMStructGetTypeAtIndex(type, i)))
        return true;
    return false;
  default:
    return false;
  }
}

static bool takesVectors(LLVMValueRef function) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (hasVector(LLVMTypeOf(LLVMGetParam(function, i))))
      return true;
  return hasVector(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
}

static bool isToLook(LLVMValueRef function) {
  return LLVMCountBasicBlocks(function) &&
         LLVMGetLinkage(function) == LLVMExternalLinkage &&
         !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) &&
         !takesVectors(function);
}

/// The attributes of arguments and results, which say how they are passed.
static void copyAttributes(LLVMValueRef from, LLVMValueRef to,
                           LLVMValueRef call) {
  for (unsigned i = 0; i <= LLVMCountParams(from); i++) {
    unsigned count = LLVMGetAttributeCountAtIndex(from, i);
    LLVMAttributeRef *attributes =
        asAlloc(sizeof(LLVMAttributeRef) * (count + 1));
    LLVMGetAttributesAtIndex(from, i, attributes);
    for (unsigned a = 0; a < count; a++) {
      LLVMAddAttributeAtIndex(to, i, attributes[a]);
      LLVMAddCallSiteAttribute(call, i, attributes[a]);
    }
    free(attributes);
  }
}

static void forAnyCpu(LLVMValueRef function) {
  LLVMAddTargetDependentFunctionAttr(function, "target-cpu", "x86-64");
  LLVMAddTargetDependentFunctionAttr(function, "target-features", "");
}

/// Calls `inner`, which must have the name, after `require`.
static void writeCaller(LLVMModuleRef module, LLVMValueRef inner,
                        const char *name, LLVMValueRef require) {
  LLVMTypeRef type = LLVMGlobalGetValueType(inner);
  LLVMValueRef outer = LLVMAddFunction(module, name, type);
  forAnyCpu(outer);
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMPositionBuilderAtEnd(
      builder,
      LLVMAppendBasicBlockInContext(LLVMGetModuleContext(module), outer, ""));
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(require), require, NULL, 0,
                 "");
  unsigned count = LLVMCountParams(outer);
  LLVMValueRef *arguments = asAlloc(sizeof(LLVMValueRef) * (count + 1));
  LLVMGetParams(outer, arguments);
  LLVMValueRef call =
      LLVMBuildCall2(builder, type, inner, arguments, count, "");
  copyAttributes(inner, outer, call);
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, call);
  LLVMDisposeBuilder(builder);
  free(arguments);
}

/// Lets the function be called by the others of the module as it is, but from
/// outside through one that looks first.
static void look(LLVMModuleRef module, LLVMValueRef function,
                 LLVMValueRef require) {
  size_t length;
  AsText name = {0}, inner = {0};
  asTextAppendString(&name, LLVMGetValueName2(function, &length));
  asTextFormat(&inner, "%s.unchecked", name.data);
  LLVMSetValueName2(function, inner.data, inner.length);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  writeCaller(module, function, name.data, require);
  asTextFree(&name);
  asTextFree(&inner);
}

/// Lets callers ask for each function that has a signature.
static void addMissing(LLVMModuleRef module, LLVMValueRef missing) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global;
       global = LLVMGetNextGlobal(global)) {
    size_t length;
    const char *name =
        asEntryName(LLVMGetValueName2(global, &length), AS_SIGNATURE_PREFIX);
    if (!name)
      continue;
    AsText alias = {0};
    asTextFormat(&alias, AS_MISSING_PREFIX "%s", name);
    LLVMAddAlias2(module, LLVMGlobalGetValueType(missing), 0, missing,
                  alias.data);
    asTextFree(&alias);
  }
}

/// The function of the name, which was external so that it is linked; NULL if
/// there is none.
static LLVMValueRef take(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function)
    LLVMSetLinkage(function, LLVMInternalLinkage);
  return function;
}

AsStatus asCheckCpu(LLVMModuleRef module, const char *triple, const char *cpu,
                    const char *features, AsError *error) {
  AsText text = {0};
  LLVMValueRef last = LLVMGetLastFunction(module);
  bool isNeeded = writeLook(triple, cpu, features, &text);
  AsStatus status = addLook(module, &text, error);
  asTextFree(&text);
  if (status)
    return status;
  addMissing(module, take(module, "as.cpu.missing"));
  LLVMValueRef require = take(module, "as.cpu.require");
  LLVMValueRef function = isNeeded ? LLVMGetFirstFunction(module) : NULL;
  for (bool more = function && last; more;) {
    LLVMValueRef next = LLVMGetNextFunction(function);
    more = function != last;
    if (isToLook(function))
      look(module, function, require);
    function = next;
  }
  return AS_OK;
}
