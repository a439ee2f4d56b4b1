//===- model.c - Whole models
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/model.h"
#include "bench/python.h"
#include "ir/infer-argument-needs.h"
#include "support/arena.h"
#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Which there are
//===----------------------------------------------------------------------===//

// Runs the generator and gives what it prints.
static AsStatus generate(const AsModels *models, const char *verb,
                         const char *name, AsText *text, AsError *error) {
  char *const arguments[] = {AS_MODELS_SCRIPT("generate"), (char *)verb,
                             (char *)name, NULL};
  AsPython python;
  if (asPythonStart(models->python, arguments, &python, error))
    return error->status;
  return asPythonRead(&python, text, error);
}

static void addName(AsModels *models, const char *name, size_t length) {
  models->names =
      asRealloc(models->names, sizeof(char *) * (size_t)(models->count + 1));
  char *copy = asAlloc(length + 1);
  memcpy(copy, name, length);
  copy[length] = 0;
  models->names[models->count++] = copy;
}

static int compareNames(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static AsStatus findFiles(AsModels *models, AsError *error) {
  DIR *folder = opendir(models->folder);
  if (!folder)
    return asFail(error, AS_IO, "cannot read the folder '%s': %s",
                  models->folder, strerror(errno));
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *end = strstr(entry->d_name, ".mlir");
    if (end && !end[strlen(".mlir")])
      addName(models, entry->d_name, (size_t)(end - entry->d_name));
  }
  closedir(folder);
  if (models->count)
    qsort(models->names, (size_t)models->count, sizeof(char *), compareNames);
  return AS_OK;
}

static AsStatus findModels(AsModels *models, AsError *error) {
  if (models->folder)
    return findFiles(models, error);
  AsText list = {0};
  AsStatus status = generate(models, "list", NULL, &list, error);
  for (const char *line = asTextString(&list); !status && *line;) {
    addName(models, line, strcspn(line, " \n"));
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  asTextFree(&list);
  return status;
}

AsStatus asModelsList(AsSession *session, AsModels *models,
                      AsNamedProgram program, AsError *error) {
  *models = (AsModels){.python = session->options.python,
                       .folder = session->options.modelsFolder};
  if (findModels(models, error))
    return error->status;
  AsNames names = {models->names, models->count, "model"};
  return asSessionListNames(session, &names, program, error);
}

bool asModelsAreAsked(const AsSession *session, const AsModels *models) {
  for (int i = 0; i < models->count; i++)
    if (asSessionAsks(session, models->names[i]))
      return true;
  return false;
}

void asModelsFree(AsModels *models) {
  for (int i = 0; i < models->count; i++)
    free(models->names[i]);
  free(models->names);
}

//===----------------------------------------------------------------------===//
// One
//===----------------------------------------------------------------------===//

static AsStatus readFills(const char *lines, AsModel *model, AsError *error) {
  while (*lines) {
    AsFill fill;
    int length = 0;
    if (sscanf(lines, "%*s %lf %lf%n", &fill.scale, &fill.offset, &length) < 2)
      return asFail(error, AS_CHILD,
                    "the generator's list of arguments has "
                    "a line without two numbers");
    lines += length;
    lines += *lines == '\n';
    model->fills = asRealloc(model->fills,
                             sizeof fill * (size_t)(model->numArguments + 1));
    model->fills[model->numArguments++] = fill;
  }
  return AS_OK;
}

// The first function that is not private.
static AsStatus findFunction(const char *mlir, char **name, AsError *error) {
  static const char start[] = "func.func @";
  const char *function = strstr(mlir, start);
  if (!function)
    return asFail(error, AS_INVALID_INPUT, "there is no public function");
  function += strlen(start);
  AsText text = {0};
  asTextAppend(&text, function, strcspn(function, "( "));
  *name = text.data;
  return AS_OK;
}

// What the code of a file shows of the arguments of its function.
static AsStatus readNeeds(AsModel *model, AsError *error) {
  MlirContext context = asIrContextCreate();
  MlirModule module;
  const char *mlir = model->input.mlir;
  AsStatus status =
      asIrParse(context, mlir, strlen(mlir), model->input.name, &module, error);
  if (!status) {
    MlirOperation function = asIrLookUp(module, model->input.function);
    model->numArguments = (int)mlirBlockGetNumArguments(asIrBody(function));
    model->needs = asAlloc(sizeof(AsNeed) * ((size_t)model->numArguments + 1));
    asIrNeeds(function, model->needs);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  // Or what runs next would take no memory: that which this has left.
  malloc_trim(0);
  return status;
}

AsStatus asModelCreate(const AsModels *models, const char *name, AsModel *model,
                       AsError *error) {
  *model = (AsModel){.input.name = asCopyString(name)};
  AsText mlir = {0}, fills = {0};
  AsStatus status;
  if (models->folder) {
    AsText path = {0};
    asTextFormat(&path, "%s/%s.mlir", models->folder, name);
    status = asReadFile(asTextString(&path), &mlir, error);
    asTextFree(&path);
  } else {
    status = generate(models, "mlir", name, &mlir, error);
    if (!status)
      status = generate(models, "fill", name, &fills, error);
    if (!status)
      status = readFills(asTextString(&fills), model, error);
  }
  asTextFree(&fills);
  model->input.mlir = asCopyString(asTextString(&mlir));
  asTextFree(&mlir);
  if (!status)
    status = findFunction(model->input.mlir, &model->input.function, error);
  if (!status && models->folder)
    status = readNeeds(model, error);
  return status;
}

void asModelFree(AsModel *model) {
  asInputFree(&model->input);
  free(model->fills);
  free(model->needs);
}

AsStatus asModelStock(const AsTuner *tuner, const AsInput *input,
                      AsTuned *stock, int *tasks, AsError *error) {
  AsTuner own = *tuner;
  AsEffort effort;
  own.name = "stock";
  if (asTunedBuildStock(tuner, input, stock, error) ||
      asTunedEffort(&own, input->name, &effort, error))
    return error->status;
  *tasks = effort.tasks;
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Its arguments
//===----------------------------------------------------------------------===//

AsStatus asModelOperands(const AsModel *model, const char *signature,
                         AsOperands *operands, AsError *error) {
  AsArena arena = {0};
  AsSignature parsed;
  AsStatus status = asSignatureParse(signature, &arena, &parsed, error);
  if (!status && parsed.numBuffers != parsed.numArguments + 1)
    status =
        asFail(error, AS_INVALID_INPUT, "%d results; a model must have one",
               parsed.numBuffers - parsed.numArguments);
  if (!status && model->numArguments != parsed.numArguments)
    status = asFail(error, AS_CHILD, "%d arguments, but the model has %d",
                    parsed.numArguments, model->numArguments);
  if (!status) {
    asOperandsOfSignature(&parsed, operands);
    for (int i = 0; i < operands->count; i++) {
      AsFill fill = model->fills
                        ? model->fills[i]
                        : asFillOf(&parsed.buffers[i], &parsed.shapes[i],
                                   model->needs[i], true);
      asFillApply(fill, &operands->buffers[i], operands->arguments[i]);
    }
  }
  asArenaDestroy(&arena);
  return status;
}
