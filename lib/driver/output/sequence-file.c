//===- sequence-file.c - What a function does on a device, for whoever does it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sequence-file.h.
//
//===----------------------------------------------------------------------===//

#include "driver/output/sequence-file.h"
#include "driver/output/c-header.h"
#include "launch/launch-json.h"
#include "lowering/gpu/host/device-sequence.h"
#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// C
//===----------------------------------------------------------------------===//

typedef struct Writer {
  AsText *text;
  AsStatus status;
  AsError *error;
} Writer;

static void appendPlace(const AsSignature *signature, const AsPlace *place,
                        AsText *text) {
  if (place->constant)
    asTextAppendString(text, place->constant);
  else if (place->argument < 0)
    asTextAppendString(text, "room");
  else
    asHeaderAppendBuffer(signature, place->argument, text);
  if (place->offset)
    asTextFormat(text, " + %" PRId64, place->offset);
}

static void appendStep(const AsSignature *signature, const AsSequenceStep *step,
                       AsText *text) {
  asTextAppendString(text, "  if (result == CUDA_SUCCESS)\n    result = ");
  if (step->kernel) {
    asTextAppendString(text, "as_launch_");
    asHeaderAppendIdentifier(step->kernel, false, text);
    asTextAppendString(text, "(module, stream");
  } else {
    asTextAppendString(text, "cuMemcpyDtoDAsync(");
  }
  for (int i = 0; i < step->numPlaces; i++) {
    asTextAppendString(text, i || step->kernel ? ", " : "");
    appendPlace(signature, &step->places[i], text);
  }
  if (!step->kernel)
    asTextFormat(text, ", %" PRId64 ", stream", step->bytes);
  asTextAppendString(text, ");\n");
}

/// Whether a constant is named by a place before this one.
static bool isNamedBefore(const AsSequence *sequence, int step, int place) {
  const char *name = sequence->steps[step].places[place].constant;
  for (int s = 0; s <= step; s++)
    for (int p = 0; p < (s < step ? sequence->steps[s].numPlaces : place); p++)
      if (sequence->steps[s].places[p].constant &&
          strcmp(sequence->steps[s].places[p].constant, name) == 0)
        return true;
  return false;
}

/// Finds the constants that are read.
static void appendConstants(const AsSequence *sequence, AsText *text) {
  for (int s = 0; s < sequence->numSteps; s++)
    for (int p = 0; p < sequence->steps[s].numPlaces; p++) {
      const char *name = sequence->steps[s].places[p].constant;
      if (name && !isNamedBefore(sequence, s, p))
        asTextFormat(text,
                     "  CUdeviceptr %s = 0;\n"
                     "  if (result == CUDA_SUCCESS)\n"
                     "    result = cuModuleGetGlobal(&%s, 0, module, "
                     "\"%s\");\n",
                     name, name, name);
    }
}

static bool hasKernel(const AsSequence *sequence) {
  for (int s = 0; s < sequence->numSteps; s++)
    if (sequence->steps[s].kernel)
      return true;
  return false;
}

/// Buffers without elements are in no step. C compilers warn of parameters that
/// nothing uses.
static void appendUnused(const AsSignature *signature, AsText *text) {
  for (int b = 0; b < signature->numBuffers; b++)
    if (signature->buffers[b].count == 0) {
      asTextAppendString(text, "  (void)");
      asHeaderAppendBuffer(signature, b, text);
      asTextAppendString(text, ";\n");
    }
}

static void appendFunction(const AsSequence *sequence,
                           const AsSignature *signature, AsText *text) {
  AsText identifier = {0};
  asHeaderAppendIdentifier(sequence->function, false, &identifier);
  asTextFormat(text, "/* All of %s, in order. ", identifier.data);
  asTextAppendString(text, sequence->roomBytes
                               ? "Between its kernels it needs room, with any\n"
                                 "   content, aligned to 256 bytes. */\n"
                               : "*/\n");
  asHeaderAppendBuffers(signature, identifier.data, text);
  if (sequence->roomBytes)
    asTextFormat(text, "#define %s_room_bytes ((size_t)%" PRId64 ")\n",
                 identifier.data, sequence->roomBytes);
  asTextFormat(text,
               "static inline CUresult as_run_%s(CUmodule module, CUstream "
               "stream",
               identifier.data);
  asHeaderAppendParameters(signature, text);
  asTextFormat(text, "%s) {\n  CUresult result = CUDA_SUCCESS;\n",
               sequence->roomBytes ? ", CUdeviceptr room" : "");
  if (!hasKernel(sequence))
    asTextAppendString(text, "  (void)module;\n");
  appendUnused(signature, text);
  appendConstants(sequence, text);
  for (int s = 0; s < sequence->numSteps; s++)
    appendStep(signature, &sequence->steps[s], text);
  asTextAppendString(text, "  return result;\n}\n\n");
  asTextFree(&identifier);
}

/// Whether launching the kernel of that name is all that there is to do.
static bool isKernel(const AsSequence *sequence) {
  if (sequence->numSteps != 1 || !sequence->steps[0].kernel ||
      sequence->roomBytes > 0)
    return false;
  AsText identifier = {0};
  asHeaderAppendIdentifier(sequence->function, false, &identifier);
  bool isCalledSo = strcmp(sequence->steps[0].kernel, identifier.data) == 0;
  asTextFree(&identifier);
  return isCalledSo;
}

/// An AsSequenceVisitor.
static void writeC(const AsSequence *sequence, void *context) {
  Writer *writer = context;
  AsArena arena = {0};
  AsSignature signature;
  if (isKernel(sequence))
    return;
  if (!writer->status)
    writer->status = asSignatureParse(sequence->signature, &arena, &signature,
                                      writer->error);
  if (!writer->status)
    appendFunction(sequence, &signature, writer->text);
  asArenaDestroy(&arena);
}

AsStatus asSequencesAppendC(MlirModule host, AsText *text, AsError *error) {
  Writer writer = {text, AS_OK, error};
  asGpuVisitSequences(host, writeC, &writer);
  return writer.status;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static cJSON *placeJson(const AsPlace *place) {
  cJSON *object = cJSON_CreateObject();
  if (place->constant)
    cJSON_AddStringToObject(object, "constant", place->constant);
  else if (place->argument < 0)
    cJSON_AddNumberToObject(object, "room", (double)place->offset);
  else
    cJSON_AddNumberToObject(object, "argument", place->argument);
  if (place->argument >= 0 && place->offset)
    cJSON_AddNumberToObject(object, "offset", (double)place->offset);
  return object;
}

static cJSON *stepJson(const AsSequenceStep *step) {
  cJSON *object = cJSON_CreateObject();
  if (step->kernel) {
    cJSON_AddStringToObject(object, "kernel", step->kernel);
    cJSON *places = cJSON_AddArrayToObject(object, "arguments");
    for (int i = 0; i < step->numPlaces; i++)
      cJSON_AddItemToArray(places, placeJson(&step->places[i]));
  } else {
    cJSON_AddItemToObject(object, "to", placeJson(&step->places[0]));
    cJSON_AddItemToObject(object, "from", placeJson(&step->places[1]));
    cJSON_AddNumberToObject(object, "bytes", (double)step->bytes);
  }
  return object;
}

/// An AsSequenceVisitor.
static void addJson(const AsSequence *sequence, void *context) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "name", sequence->function);
  cJSON_AddNumberToObject(object, "roomBytes", (double)sequence->roomBytes);
  asLaunchAddArguments(object, sequence->signature, "");
  cJSON *steps = cJSON_AddArrayToObject(object, "steps");
  for (int s = 0; s < sequence->numSteps; s++)
    cJSON_AddItemToArray(steps, stepJson(&sequence->steps[s]));
  cJSON_AddItemToArray(context, object);
}

cJSON *asSequencesJson(MlirModule host) {
  cJSON *list = cJSON_CreateArray();
  asGpuVisitSequences(host, addJson, list);
  return list;
}
