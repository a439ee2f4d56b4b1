//===- affine-kernel.c - Kernels of bench/affine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/affine-kernel.h"
#include "bench/python.h"
#include "support/clock.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The generator
//===----------------------------------------------------------------------===//

static AsStatus ask(const AsKernels *kernels, const char *name,
                    const char *option, AsText *answer, AsError *error) {
  AsText size = {0}, type = {0};
  asTextFormat(&size, "--size=%s", kernels->size);
  asTextFormat(&type, "--type=%s", kernels->type);
  char *const arguments[] = {AS_AFFINE_DIR "/generate.py",
                             size.data,
                             type.data,
                             (char *)(name ? name : option),
                             (char *)(name ? option : NULL),
                             NULL};
  AsPython python;
  AsStatus status = asPythonStart(kernels->python, arguments, &python, error);
  if (!status)
    status = asPythonRead(&python, answer, error);
  asTextFree(&size);
  asTextFree(&type);
  return status;
}

// Cuts the next line off *lines.
static char *nextLine(char **lines) {
  char *line = *lines;
  *lines += strcspn(line, "\n");
  if (**lines)
    *(*lines)++ = 0;
  return line;
}

AsStatus asKernelsFind(AsKernels *kernels, AsError *error) {
  AsText list = {0};
  AsStatus status = ask(kernels, NULL, NULL, &list, error);
  for (char *rest = list.data; !status && rest && *rest;) {
    kernels->names = asRealloc(kernels->names,
                               sizeof(char *) * (size_t)(kernels->count + 1));
    kernels->names[kernels->count++] = asCopyString(nextLine(&rest));
  }
  asTextFree(&list);
  return status;
}

void asKernelsFree(AsKernels *kernels) {
  for (int i = 0; i < kernels->count; i++)
    free(kernels->names[i]);
  free(kernels->names);
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

// Appends one argument, given as a line of its role and its type.
static AsStatus readArgument(const char *line, AsKernel *kernel, int index,
                             AsText *signature, AsError *error) {
  char role[8], type[64];
  if (sscanf(line, "%7s memref<%63[^>]>", role, type) < 2)
    return asFail(error, AS_CHILD,
                  "the generator's list of arguments has a line without a role "
                  "and a memref: '%s'",
                  line);
  kernel->isWritten =
      asRealloc(kernel->isWritten, sizeof(bool) * (size_t)(index + 1));
  kernel->isWritten[index] = strcmp(role, "in") != 0;
  asTextFormat(signature, "%s%s", index ? "," : "", type);
  return AS_OK;
}

static AsStatus readArguments(AsText *lines, AsKernel *kernel, AsError *error) {
  AsText text = {0};
  AsStatus status = AS_OK;
  int count = 0;
  for (char *rest = lines->data; !status && rest && *rest; count++)
    status = readArgument(nextLine(&rest), kernel, count, &text, error);
  if (!status && !count)
    status = asFail(error, AS_CHILD, "the kernel has no arguments");
  asTextAppendString(&text, "->");
  if (!status)
    status =
        asSignatureParse(text.data, &kernel->arena, &kernel->signature, error);
  asTextFree(&text);
  return status;
}

static void createOperands(AsKernel *kernel) {
  const AsSignature *signature = &kernel->signature;
  AsOperands *operands = &kernel->operands;
  const size_t count = (size_t)signature->numArguments;
  *operands = (AsOperands){.count = signature->numArguments,
                           .buffers = asAlloc(sizeof(AsBuffer) * count),
                           .arguments = asAlloc(sizeof(void *) * count),
                           .result.element = signature->buffers[0].element,
                           .result.isResult = true};
  kernel->initial = asAlloc(sizeof(void *) * count);
  for (int i = 0; i < operands->count; i++) {
    const AsBuffer *buffer = &signature->buffers[i];
    operands->buffers[i] = *buffer;
    operands->arguments[i] = asMemoryCreate(buffer);
    kernel->initial[i] = asMemoryCreate(buffer);
    memset(kernel->initial[i], 0, asBufferBytes(buffer));
    if (kernel->isWritten[i])
      operands->result.count += buffer->count;
  }
}

AsStatus asKernelCreate(const AsKernels *kernels, const char *name,
                        AsKernel *kernel, AsError *error) {
  *kernel = (AsKernel){.input.name = asCopyString(name)};
  AsText alone = {0}, module = {0}, arguments = {0}, function = {0};
  asKernelFunction(kernel, "kernel", &function);
  kernel->input.function = asCopyString(function.data);
  AsStatus status = ask(kernels, name, "--only=kernel", &alone, error);
  if (!status)
    status = ask(kernels, name, NULL, &module, error);
  if (!status)
    status = ask(kernels, name, "--arguments", &arguments, error);
  if (!status)
    status = readArguments(&arguments, kernel, error);
  if (!status)
    createOperands(kernel);
  kernel->input.mlir = asCopyString(asTextString(&alone));
  kernel->module = asCopyString(asTextString(&module));
  asTextFree(&alone);
  asTextFree(&module);
  asTextFree(&arguments);
  asTextFree(&function);
  return status;
}

void asKernelFree(AsKernel *kernel) {
  for (int i = 0; i < kernel->operands.count; i++)
    free(kernel->initial[i]);
  free(kernel->initial);
  asOperandsDestroy(&kernel->operands);
  free(kernel->isWritten);
  free(kernel->module);
  asInputFree(&kernel->input);
  asArenaDestroy(&kernel->arena);
}

void asKernelFunction(const AsKernel *kernel, const char *prefix,
                      AsText *text) {
  asTextFormat(text, "%s_", prefix);
  for (const char *c = kernel->input.name; *c; c++)
    asTextAppend(text, *c == '-' ? "_" : c, 1);
}

bool asKernelIsIntact(const AsKernel *kernel) {
  const AsOperands *operands = &kernel->operands;
  for (int i = 0; i < operands->count; i++)
    if (!kernel->isWritten[i] &&
        memcmp(operands->arguments[i], kernel->initial[i],
               asBufferBytes(&operands->buffers[i])))
      return false;
  return true;
}

double asKernelDeviation(const AsKernel *kernel, const void *actual,
                         const void *expected) {
  double worst = 0;
  size_t offset = 0;
  for (int i = 0; i < kernel->operands.count; i++) {
    const AsBuffer *buffer = &kernel->operands.buffers[i];
    if (!kernel->isWritten[i])
      continue;
    int64_t where;
    double deviation =
        asBufferDeviation(buffer, (const char *)actual + offset,
                          (const char *)expected + offset, &where);
    worst = deviation > worst ? deviation : worst;
    offset += asBufferBytes(buffer);
  }
  return worst;
}

//===----------------------------------------------------------------------===//
// Its contenders
//===----------------------------------------------------------------------===//

typedef struct Call {
  AsKernel *kernel;
  AsKernelRun *run;
  void *state;  // Owned.
  void *result; // The contender's.
} Call;

static void restore(const AsKernel *kernel) {
  const AsOperands *operands = &kernel->operands;
  for (int i = 0; i < operands->count; i++)
    if (kernel->isWritten[i])
      memcpy(operands->arguments[i], kernel->initial[i],
             asBufferBytes(&operands->buffers[i]));
}

static void keepResult(const Call *call) {
  const AsOperands *operands = &call->kernel->operands;
  char *to = call->result;
  for (int i = 0; i < operands->count; i++)
    if (call->kernel->isWritten[i]) {
      const size_t size = asBufferBytes(&operands->buffers[i]);
      memcpy(to, operands->arguments[i], size);
      to += size;
    }
}

static double timeCalls(void *state, long runs) {
  const Call *call = state;
  double seconds = 0;
  for (long i = 0; i < runs; i++) {
    restore(call->kernel);
    const double start = asClockNow();
    call->run(call->state, call->kernel->operands.arguments);
    seconds += asClockNow() - start;
  }
  keepResult(call);
  return seconds;
}

static void runCall(void *state) { timeCalls(state, 1); }

static void destroyCall(void *state) {
  Call *call = state;
  free(call->state);
  free(call);
}

AsContender *asKernelEnter(AsKernel *kernel, const char *name, AsKernelRun *run,
                           void *state, AsLineup *lineup) {
  AsContender *contender = asLineupAdd(lineup, name, &kernel->operands);
  Call *call = asAlloc(sizeof *call);
  *call = (Call){kernel, run, state, contender->result};
  contender->state = call;
  contender->run = runCall;
  contender->time = timeCalls;
  contender->destroy = destroyCall;
  return contender;
}
