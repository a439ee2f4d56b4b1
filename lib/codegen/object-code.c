//===- object-code.c - Compile the LLVM dialect to object code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the uniform entry point of each public function, which passes the
// pointers of one array as arguments:
//
//   define void @as_entry_f(ptr %buffers) {
//     %x = load ptr, ptr %buffers
//     %1 = getelementptr ptr, ptr %buffers, i64 1
//     %result = load ptr, ptr %1
//     call void @f(ptr %x, ptr %result)
//     ret void
//   }
//
// The contracts are in codegen/object-code.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/object-code.h"
#include "codegen/cpu-check.h"
#include "codegen/function-kinds.h"
#include "codegen/large-globals.h"
#include "codegen/llvm-optimise.h"
#include "ir/function-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/raw-bytes.h"
#include "lowering/lower.h"
#include "mlir-c/Target/LLVMIR.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include "target/target.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include <stdlib.h>
#include <string.h>

struct AsMachine {
  LLVMTargetMachineRef machine;
  char *triple, *cpu, *features;
  AsVectorRegisters registers;
  bool isGpu; ///< Emits assembly (PTX).
};

AsStatus asMachineCreate(const char *triple, const char *cpu,
                         const char *features, AsMachine **machine,
                         AsError *error) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMInitializeNativeAsmParser(); // For inline assembly.
  bool isGpu = strncmp(triple, "nvptx", 5) == 0;
  if (isGpu) {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  }
  LLVMTargetRef target;
  char *problem = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &problem)) {
    AsStatus status = asFail(error, AS_UNSUPPORTED, "no back end for %s: %s",
                             triple, problem);
    LLVMDisposeMessage(problem);
    return status;
  }
  *machine = asAlloc(sizeof **machine);
  (*machine)->triple = asCopyString(triple);
  (*machine)->cpu = asCopyString(cpu);
  (*machine)->features = asCopyString(features);
  (*machine)->isGpu = isGpu;
  if (!isGpu)
    (*machine)->registers = (AsVectorRegisters){
        .bits = 8 * (unsigned)asTargetVectorBytes(triple, cpu, features),
        .hasMasks = asTargetHasMasks(triple, cpu, features),
        .extremes = asTargetExtremes(triple, cpu, features)};
  (*machine)->machine = LLVMCreateTargetMachine(
      target, triple, cpu, features, LLVMCodeGenLevelDefault, LLVMRelocPIC,
      LLVMCodeModelDefault);
  return AS_OK;
}

void asMachineDestroy(AsMachine *machine) {
  if (!machine)
    return;
  LLVMDisposeTargetMachine(machine->machine);
  free(machine->triple);
  free(machine->cpu);
  free(machine->features);
  free(machine);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

typedef struct EntryWriter {
  LLVMModuleRef module;
  LLVMContextRef context;
  const char *only; ///< See AsCodegenOptions.entry.
} EntryWriter;

/// Loads element `index` of an array.
static LLVMValueRef loadElement(LLVMBuilderRef builder, LLVMTypeRef type,
                                LLVMValueRef array, unsigned index) {
  LLVMValueRef position = LLVMConstInt(
      LLVMInt64TypeInContext(LLVMGetTypeContext(type)), index, false);
  return LLVMBuildLoad2(
      builder, type, LLVMBuildGEP2(builder, type, array, &position, 1, ""), "");
}

/// Whether the type at this point of a signature is a tensor. Tensors of rank 0
/// begin with an x.
static bool isTensor(const char *type) {
  size_t length = strcspn(type, ",");
  return memchr(type, 'x', length) && strncmp(type, "index", 5) != 0;
}

/// The text of result number `r` in the signature; NULL after the last one.
static const char *resultAt(const char *signature, unsigned r) {
  const char *at = strstr(signature, "->") + 2;
  for (; r && at; r--) {
    at = strchr(at, ',');
    at = at ? at + 1 : NULL;
  }
  return at && *at ? at : NULL;
}

/// Begins a function with one block.
static LLVMValueRef beginEntry(EntryWriter *writer, const char *name,
                               LLVMTypeRef type, LLVMBuilderRef builder) {
  AsText symbol = {0};
  asTextFormat(&symbol, AS_ENTRY_PREFIX "%s", name);
  LLVMValueRef entry = LLVMAddFunction(writer->module, symbol.data, type);
  asTextFree(&symbol);
  LLVMPositionBuilderAtEnd(
      builder, LLVMAppendBasicBlockInContext(writer->context, entry, ""));
  return entry;
}

/// Loads argument `index` of an entry point: a pointer to a tensor, a scalar by
/// value.
static LLVMValueRef loadArgument(LLVMBuilderRef builder, LLVMTypeRef type,
                                 LLVMValueRef buffers, unsigned index) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetTypeContext(type), 0);
  LLVMValueRef argument = loadElement(builder, pointer, buffers, index);
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind
             ? argument
             : LLVMBuildLoad2(builder, type, argument, "");
}

/// Writes the entry point: `buffers` has a pointer for each argument, then one
/// for each result, in the order of the signature. Tensors are passed as
/// pointers, results after arguments; scalars are passed and returned by value.
static void writeEntry(EntryWriter *writer, LLVMValueRef function,
                       const char *name, const char *signature) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(writer->context, 0);
  LLVMTypeRef nothing = LLVMVoidTypeInContext(writer->context);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(writer->context);
  LLVMValueRef entry = beginEntry(
      writer, name, LLVMFunctionType(nothing, &pointer, 1, false), builder);
  LLVMValueRef buffers = LLVMGetParam(entry, 0);
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = asAlloc(sizeof(LLVMTypeRef) * (count + 1));
  LLVMValueRef *arguments = asAlloc(sizeof(LLVMValueRef) * (count + 1));
  LLVMGetParamTypes(type, types);
  unsigned numInputs = count;
  for (unsigned r = 0; resultAt(signature, r); r++)
    numInputs -= isTensor(resultAt(signature, r));
  for (unsigned i = 0; i < numInputs; i++)
    arguments[i] = loadArgument(builder, types[i], buffers, i);
  unsigned passed = numInputs;
  for (unsigned r = 0; resultAt(signature, r); r++)
    if (isTensor(resultAt(signature, r)))
      arguments[passed++] =
          loadElement(builder, pointer, buffers, numInputs + r);
  LLVMValueRef result =
      LLVMBuildCall2(builder, type, function, arguments, count, "");
  bool isStruct =
      LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMStructTypeKind;
  unsigned returned = 0;
  for (unsigned r = 0; resultAt(signature, r); r++)
    if (!isTensor(resultAt(signature, r))) {
      LLVMValueRef value =
          isStruct ? LLVMBuildExtractValue(builder, result, returned++, "")
                   : result;
      LLVMBuildStore(builder, value,
                     loadElement(builder, pointer, buffers, numInputs + r));
    }
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  free(types);
  free(arguments);
}

/// The function of a lowered module that `prefix` and `name` name.
static LLVMValueRef functionOf(const EntryWriter *writer, const char *prefix,
                               const char *name) {
  AsText symbol = {0};
  asTextFormat(&symbol, "%s%s", prefix, name);
  LLVMValueRef function = LLVMGetNamedFunction(writer->module, symbol.data);
  asTextFree(&symbol);
  return function;
}

/// Room for the sizes of results.
static LLVMValueRef writeRoom(EntryWriter *writer, LLVMBuilderRef builder,
                              const char *signature) {
  unsigned count = 0;
  for (const char *at = strstr(signature, "->"); *at; at++)
    count += *at == '[';
  LLVMTypeRef i64 = LLVMInt64TypeInContext(writer->context);
  return LLVMBuildAlloca(builder, LLVMArrayType2(i64, count), "");
}

/// Passes the arguments and the pointers to all results, then the sizes.
static LLVMValueRef writeSizedCall(LLVMBuilderRef builder, LLVMValueRef sized,
                                   LLVMValueRef buffers, LLVMValueRef sizes,
                                   unsigned numSizes) {
  LLVMTypeRef type = LLVMGlobalGetValueType(sized);
  unsigned count = LLVMCountParamTypes(type), numBuffers = count - numSizes;
  LLVMTypeRef *types = asAlloc(sizeof(LLVMTypeRef) * (count + 1));
  LLVMValueRef *arguments = asAlloc(sizeof(LLVMValueRef) * (count + 1));
  LLVMGetParamTypes(type, types);
  for (unsigned i = 0; i < count; i++)
    arguments[i] = i < numBuffers
                       ? loadArgument(builder, types[i], buffers, i)
                       : loadElement(builder, types[i], sizes, i - numBuffers);
  LLVMValueRef status =
      LLVMBuildCall2(builder, type, sized, arguments, count, "");
  free(types);
  free(arguments);
  return status;
}

/// Writes the entry point of a function with dynamic dimensions. It returns
/// what as_sizes_NAME returns unless that is 0, and then what the body does.
static void writeSizedEntry(EntryWriter *writer, const char *name,
                            const char *signature, unsigned numSymbols) {
  LLVMValueRef sized = functionOf(writer, AS_SIZED_PREFIX, name);
  LLVMValueRef check = functionOf(writer, AS_SIZES_PREFIX, name);
  if (!sized || !check)
    return; // Somebody has taken them away.
  LLVMTypeRef pointer = LLVMPointerTypeInContext(writer->context, 0);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(writer->context);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(writer->context);
  LLVMValueRef entry = beginEntry(
      writer, name,
      LLVMFunctionType(i32, (LLVMTypeRef[]){pointer, pointer}, 2, false),
      builder);
  LLVMValueRef sizes = LLVMGetParam(entry, 1);
  LLVMValueRef passed[] = {sizes, writeRoom(writer, builder, signature)};
  LLVMValueRef refused = LLVMBuildCall2(builder, LLVMGlobalGetValueType(check),
                                        check, passed, 2, "");
  LLVMBasicBlockRef run =
      LLVMAppendBasicBlockInContext(writer->context, entry, "run");
  LLVMBasicBlockRef end =
      LLVMAppendBasicBlockInContext(writer->context, entry, "end");
  LLVMBuildCondBr(
      builder,
      LLVMBuildICmp(builder, LLVMIntEQ, refused, LLVMConstNull(i32), ""), run,
      end);
  LLVMPositionBuilderAtEnd(builder, run);
  LLVMBuildRet(builder, writeSizedCall(builder, sized, LLVMGetParam(entry, 0),
                                       sizes, numSymbols));
  LLVMPositionBuilderAtEnd(builder, end);
  LLVMBuildRet(builder, refused);
  LLVMDisposeBuilder(builder);
}

static void writeSignature(EntryWriter *writer, const char *name,
                           const char *signature) {
  AsText symbol = {0};
  asTextFormat(&symbol, AS_SIGNATURE_PREFIX "%s", name);
  LLVMValueRef text = LLVMConstStringInContext2(writer->context, signature,
                                                strlen(signature), false);
  LLVMValueRef global =
      LLVMAddGlobal(writer->module, LLVMTypeOf(text), symbol.data);
  LLVMSetInitializer(global, text);
  LLVMSetGlobalConstant(global, true);
  asTextFree(&symbol);
}

/// Whether `name` is the function, or the as_load_NAME that must be called
/// before it.
static bool isOrIsLoadOf(const char *name, const char *function) {
  const char *loaded = asEntryName(name, AS_LOAD_PREFIX);
  return strcmp(name, function) == 0 ||
         (loaded && strcmp(loaded, function) == 0);
}

/// Sets the linkage of the function `name`, and writes its entry point and
/// signature.
static void writeSymbols(EntryWriter *writer, MlirOperation op,
                         LLVMValueRef function, const char *name) {
  AsText signature = {0};
  // Two objects may have the same task.
  const char *sizesOf = asEntryName(name, AS_SIZES_PREFIX);
  bool isCalled =
      sizesOf && writer->only && isOrIsLoadOf(sizesOf, writer->only);
  if ((writer->only && !isCalled) || asIrIsPrivate(op))
    LLVMSetLinkage(function, LLVMInternalLinkage);
  if (asIrStringAttribute(op, AS_SIGNATURE_ATTRIBUTE, &signature)) {
    if (!writer->only)
      writeSignature(writer, name, signature.data);
    if (!writer->only || isOrIsLoadOf(name, writer->only)) {
      AsSymbols symbols;
      if (asSymbolsGet(op, &symbols))
        writeSizedEntry(writer, name, signature.data, (unsigned)symbols.count);
      else
        writeEntry(writer, function, name, signature.data);
    }
  }
  asTextFree(&signature);
}

static MlirWalkResult visitFunction(MlirOperation op, void *context) {
  EntryWriter *writer = context;
  if (asIrIsNamed(op, "builtin.module"))
    return MlirWalkResultAdvance;
  AsText name = {0};
  if (asIrIsNamed(op, "llvm.func") &&
      asIrStringAttribute(op, "sym_name", &name)) {
    LLVMValueRef function = LLVMGetNamedFunction(writer->module, name.data);
    if (function && LLVMCountBasicBlocks(function)) {
      if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
              op, asIrString(AS_LOAD_ATTRIBUTE))))
        asMarkCold(function);
      writeSymbols(writer, op, function, name.data);
    }
  }
  asTextFree(&name);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Generate
//===----------------------------------------------------------------------===//

/// Collects errors. LLVM's own handler would end the process.
static void keepError(LLVMDiagnosticInfoRef info, void *errors) {
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *description = LLVMGetDiagInfoDescription(info);
  asTextFormat(errors, "%s\n", description);
  LLVMDisposeMessage(description);
}

static AsStatus generate(AsMachine *machine, LLVMModuleRef module,
                         bool isAssembly, AsText *object, AsError *error) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMMemoryBufferRef buffer;
  AsText errors = {0};
  char *problem = NULL;
  AsStatus status = AS_OK;
  LLVMContextSetDiagnosticHandler(context, keepError, &errors);
  if (LLVMTargetMachineEmitToMemoryBuffer(
          machine->machine, module,
          isAssembly || machine->isGpu ? LLVMAssemblyFile : LLVMObjectFile,
          &problem, &buffer)) {
    status = asFail(error, AS_INTERNAL, "code generation: %s", problem);
    LLVMDisposeMessage(problem);
  } else {
    if (errors.length)
      status =
          asFail(error, AS_INVALID_INPUT, "code generation: %s", errors.data);
    else
      asTextAppend(object, LLVMGetBufferStart(buffer),
                   LLVMGetBufferSize(buffer));
    LLVMDisposeMemoryBuffer(buffer);
  }
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  asTextFree(&errors);
  return status;
}

/// The operation to translate: the first gpu.module, or the whole module if
/// there is none.
static MlirOperation codeOf(MlirModule lowered) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(lowered));
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, "gpu.module"))
    op = mlirOperationGetNextInBlock(op);
  return mlirOperationIsNull(op) ? mlirModuleGetOperation(lowered) : op;
}

static AsStatus optimise(const AsMachine *machine, LLVMModuleRef module,
                         AsOptimisation optimisation, AsError *error) {
  switch (optimisation) {
  case AS_OPTIMISE_SCHEDULED:
    break;
  case AS_OPTIMISE_STOCK:
    return asOptimiseStock(machine->machine, module, error);
  case AS_OPTIMISE_REFERENCE:
    return asOptimiseReference(machine->machine, module, error);
  case AS_OPTIMISE_BRIEFLY:
    return asOptimiseBriefly(machine->machine, module, error);
  }
  return asOptimise(machine->machine, module, &machine->registers, error);
}

AsStatus asCodegen(AsMachine *machine, MlirModule lowered,
                   const AsCodegenOptions *options, AsText *object,
                   AsText *llvm, AsError *error) {
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirModuleGetContext(lowered));
  LLVMContextRef context = LLVMContextCreate();
  asConstantsToRawBytes(lowered);
  LLVMModuleRef module = mlirTranslateModuleToLLVMIR(codeOf(lowered), context);
  AsStatus status = AS_OK;
  if (!module) {
    status = asFail(error, AS_INVALID_INPUT, "translation to LLVM IR: %s",
                    asTextString(&diagnostics.text));
  } else {
    LLVMSetTarget(module, machine->triple);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine->machine);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    if (machine->isGpu) {
      status = asOptimiseKernels(machine->machine, module, error);
    } else {
      EntryWriter writer = {module, context, options->entry};
      mlirOperationWalk(mlirModuleGetOperation(lowered), visitFunction, &writer,
                        MlirWalkPreOrder);
      status = optimise(machine, module, options->optimisation, error);
    }
    if (!status && options->checksCpu)
      status = asCheckCpu(module, machine->triple, machine->cpu,
                          machine->features, error);
    if (!status)
      asAddressLargeGlobals(module);
    if (!status && llvm) {
      char *text = LLVMPrintModuleToString(module);
      asTextAppendString(llvm, text);
      LLVMDisposeMessage(text);
    }
    if (!status && object)
      status = generate(machine, module, options->isAssembly, object, error);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}
