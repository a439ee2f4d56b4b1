//===- dnnl-plan.c - Operations of oneDNN, ready to run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-plan.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

typedef struct Step {
  void *primitive;
  AsDnnlArgument arguments[AS_MAX_TENSORS];
  int numArguments;
  bool packs; // Reorders an argument for an operation.
} Step;

// Reorders of the arguments and then the operation itself, for each.
enum {
  maxSteps = AS_DNNL_MAX_OPERATIONS * (AS_MAX_TENSORS + 1),
  maxMemories = AS_DNNL_MAX_OPERATIONS * 2 * AS_MAX_TENSORS,
};

struct AsDnnlPlan {
  const AsDnnl *dnnl;
  Step steps[maxSteps];
  int numSteps;
  void *memories[maxMemories];
  int numMemories;
  void *between; // One of them: AS_DNNL_BETWEEN.
};

static AsStatus addMemory(AsDnnlPlan *plan, const void *desc, void *data,
                          void **memory, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  AS_DNNL_TRY(memory_create, memory, desc, dnnl->engine, data);
  plan->memories[plan->numMemories++] = *memory;
  return AS_OK;
}

static AsStatus execute(const AsDnnl *dnnl, const Step *step, AsError *error) {
  AS_DNNL_TRY(primitive_execute, step->primitive, dnnl->stream,
              step->numArguments, step->arguments);
  AS_DNNL_TRY(stream_wait, dnnl->stream);
  return AS_OK;
}

// Appends a step that computes what `desc` describes, which it consumes.
static AsStatus addStep(AsDnnlPlan *plan, void *desc,
                        const AsDnnlArgument *arguments, int numArguments,
                        AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  Step *step = &plan->steps[plan->numSteps];
  int status = dnnl->primitive_create(&step->primitive, desc);
  dnnl->primitive_desc_destroy(desc);
  if (asDnnlCheck(dnnl, status, "primitive_create", error))
    return error->status;
  for (int i = 0; i < numArguments; i++)
    step->arguments[i] = arguments[i];
  step->numArguments = numArguments;
  plan->numSteps++;
  return AS_OK;
}

static AsStatus addReorder(AsDnnlPlan *plan, const void *fromDesc, void *from,
                           const void *toDesc, void *to, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  void *desc;
  AS_DNNL_TRY(reorder_primitive_desc_create, &desc, fromDesc, dnnl->engine,
              toDesc, dnnl->engine, NULL);
  const AsDnnlArgument arguments[] = {{AS_DNNL_SRC, from}, {AS_DNNL_DST, to}};
  if (addStep(plan, desc, arguments, 2, error))
    return error->status;
  plan->steps[plan->numSteps - 1].packs = true;
  return AS_OK;
}

static int appendPostOp(const AsDnnl *dnnl, const AsDnnlOperation *operation,
                        void *const descs[], int index, void *postOps) {
  const int alg = dnnl->api->functions[operation->postOps[index]];
  for (int i = 0; i < operation->numTensors; i++)
    if (operation->tensors[i].argument == AS_DNNL_POST_OP + index)
      return dnnl->post_ops_append_binary(postOps, alg, descs[i]);
  return dnnl->api->appendEltwise(dnnl, postOps, alg);
}

// The attributes of an operation followed by others.
static AsStatus createAttributes(const AsDnnl *dnnl,
                                 const AsDnnlOperation *operation,
                                 void *const descs[], void **attributes,
                                 AsError *error) {
  void *postOps = NULL;
  int status = dnnl->primitive_attr_create(attributes);
  if (status == AS_DNNL_SUCCESS)
    status = dnnl->post_ops_create(&postOps);
  for (int i = 0; status == AS_DNNL_SUCCESS && operation->postOps[i]; i++)
    status = appendPostOp(dnnl, operation, descs, i, postOps);
  if (status == AS_DNNL_SUCCESS)
    status = dnnl->primitive_attr_set_post_ops(*attributes, postOps);
  if (postOps)
    dnnl->post_ops_destroy(postOps);
  if (status != AS_DNNL_SUCCESS && *attributes)
    dnnl->primitive_attr_destroy(*attributes);
  return asDnnlCheck(dnnl, status, "the attributes of fused operations", error);
}

static AsStatus describePrimitive(const AsDnnl *dnnl,
                                  const AsDnnlOperation *operation,
                                  void *const descs[], void **desc,
                                  AsError *error) {
  if (operation->kind == AS_DNNL_COPY) {
    AS_DNNL_TRY(reorder_primitive_desc_create, desc, descs[0], dnnl->engine,
                descs[1], dnnl->engine, NULL);
    return AS_OK;
  }
  void *attributes = NULL;
  if (operation->postOps[0] &&
      createAttributes(dnnl, operation, descs, &attributes, error))
    return error->status;
  const int status =
      dnnl->api->create(dnnl, operation, descs, attributes, desc);
  if (attributes)
    dnnl->primitive_attr_destroy(attributes);
  if (status == AS_DNNL_UNIMPLEMENTED)
    return asFail(error, AS_NOT_FOUND, "oneDNN has no such implementation");
  return asDnnlCheck(dnnl, status, "the description of an operation", error);
}

static bool isDense(AsDnnlWeights weights) {
  return weights == AS_DNNL_DENSE || weights == AS_DNNL_LOOPS;
}

static bool hasWeights(const AsDnnlOperation *operation) {
  return operation->kind == AS_DNNL_MATMUL ||
         operation->kind == AS_DNNL_CONVOLUTION;
}

// The memory that the operation uses for `tensor`, whose dense form is `data`:
// that data itself, or oneDNN's layout with a reorder into it.
static AsStatus addTensor(AsDnnlPlan *plan, const AsDnnlTensor *tensor,
                          const void *desc, const void *chosen, void *data,
                          void **memory, AsError *error) {
  if (tensor->place == AS_DNNL_BETWEEN) { // Dense for both of its users.
    if (!plan->between &&
        addMemory(plan, desc, AS_DNNL_ALLOCATE, &plan->between, error))
      return error->status;
    *memory = plan->between;
    return AS_OK;
  }
  void *dense;
  if (addMemory(plan, desc, data, &dense, error))
    return error->status;
  *memory = dense;
  if (plan->dnnl->memory_desc_equal(desc, chosen))
    return AS_OK;
  if (addMemory(plan, chosen, AS_DNNL_ALLOCATE, memory, error))
    return error->status;
  return addReorder(plan, desc, dense, chosen, *memory, error);
}

// Whether these are oneDNN's plain loops.
static bool isLoops(const AsDnnl *dnnl, const void *desc) {
  const char *name = NULL;
  return dnnl->primitive_desc_query(desc, AS_DNNL_QUERY_IMPL_INFO, 0, &name) ==
             AS_DNNL_SUCCESS &&
         !strncmp(name, "ref", 3);
}

// Adds the steps of an operation that `desc` describes; descs[i] is how its
// tensor i lies outside.
static AsStatus addDescribed(AsDnnlPlan *plan, const AsDnnlOperation *operation,
                             void *desc, void *const descs[],
                             const AsOperands *operands, void *result,
                             AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  AsDnnlArgument arguments[AS_MAX_TENSORS];
  for (int i = 0; i < operation->numTensors; i++) {
    const AsDnnlTensor *tensor = &operation->tensors[i];
    arguments[i].argument = asDnnlArgument(dnnl, tensor->argument);
    const void *chosen = dnnl->primitive_desc_query_md(
        desc, AS_DNNL_QUERY_EXEC_ARG, arguments[i].argument);
    // oneDNN takes const data as void *, and only reads it.
    void *data = tensor->place == AS_DNNL_BETWEEN ? NULL
                 : tensor->place == operands->count
                     ? result
                     : operands->arguments[tensor->place];
    if (!chosen)
      asFail(error, AS_NOT_FOUND, "oneDNN knows no argument %d of it",
             arguments[i].argument);
    if (!chosen || addTensor(plan, tensor, descs[i], chosen, data,
                             &arguments[i].memory, error)) {
      dnnl->primitive_desc_destroy(desc);
      return error->status;
    }
  }
  return addStep(plan, desc, arguments, operation->numTensors, error);
}

static AsStatus addOperation(AsDnnlPlan *plan, const AsDnnlOperation *operation,
                             AsDnnlWeights weights, const AsOperands *operands,
                             void *result, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  const bool asksForLayout = !isDense(weights) && hasWeights(operation);
  // As the tensors lie, and as the operation is described with them: only the
  // weights, which are tensor 1, may differ.
  void *descs[AS_MAX_TENSORS] = {0}, *asked[AS_MAX_TENSORS], *any = NULL;
  void *desc;
  AsStatus status = AS_OK;
  for (int i = 0; i < operation->numTensors && !status; i++) {
    status = asDnnlCheck(
        dnnl,
        dnnl->api->describe(dnnl, &operation->tensors[i], false, &descs[i]),
        "the description of a tensor", error);
    asked[i] = descs[i];
  }
  if (!status && asksForLayout) {
    status = asDnnlCheck(
        dnnl, dnnl->api->describe(dnnl, &operation->tensors[1], true, &any),
        "the description of weights", error);
    asked[1] = any;
  }
  if (!status)
    status = describePrimitive(dnnl, operation, asked, &desc, error);
  if (!status && weights != AS_DNNL_LOOPS && isLoops(dnnl, desc)) {
    dnnl->primitive_desc_destroy(desc);
    status = asFail(error, AS_NOT_FOUND, "oneDNN has nothing but plain loops");
  }
  if (!status)
    status =
        addDescribed(plan, operation, desc, descs, operands, result, error);
  for (int i = 0; i < operation->numTensors; i++)
    if (descs[i])
      dnnl->api->forget(dnnl, descs[i]);
  if (any)
    dnnl->api->forget(dnnl, any);
  return status;
}

// Runs the reorders of a plan now and drops them from it.
static AsStatus prepack(AsDnnlPlan *plan, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  AsStatus status = AS_OK;
  int kept = 0;
  for (int i = 0; i < plan->numSteps; i++) {
    const Step step = plan->steps[i];
    if (!step.packs) {
      plan->steps[kept++] = step;
      continue;
    }
    if (!status)
      status = execute(dnnl, &step, error);
    dnnl->primitive_destroy(step.primitive);
  }
  plan->numSteps = kept;
  return status;
}

AsStatus
asDnnlPlanCreate(const AsDnnl *dnnl,
                 const AsDnnlOperation operations[AS_DNNL_MAX_OPERATIONS],
                 AsDnnlWeights weights, const AsOperands *operands,
                 void *result, AsDnnlPlan **out, AsError *error) {
  AsDnnlPlan *plan = asAlloc(sizeof *plan);
  plan->dnnl = dnnl;
  AsStatus status = AS_OK;
  int count = 0;
  for (; !status && count < AS_DNNL_MAX_OPERATIONS &&
         operations[count].numTensors;
       count++)
    status = addOperation(plan, &operations[count], weights, operands, result,
                          error);
  if (!status && !isDense(weights) && plan->numSteps == count)
    status = asFail(error, AS_NOT_FOUND, "oneDNN chooses the dense layout");
  if (!status && weights == AS_DNNL_PREPACKED)
    status = prepack(plan, error);
  if (status) {
    asDnnlPlanDestroy(plan);
    return status;
  }
  *out = plan;
  return AS_OK;
}

void asDnnlPlanRun(void *state) {
  const AsDnnlPlan *plan = state;
  for (int i = 0; i < plan->numSteps; i++)
    execute(plan->dnnl, &plan->steps[i], NULL); // The check sees a failure.
}

void asDnnlPlanDestroy(void *state) {
  AsDnnlPlan *plan = state;
  if (!plan)
    return;
  for (int i = 0; i < plan->numSteps; i++)
    plan->dnnl->primitive_destroy(plan->steps[i].primitive);
  for (int i = 0; i < plan->numMemories; i++)
    plan->dnnl->memory_destroy(plan->memories[i]);
  free(plan);
}
