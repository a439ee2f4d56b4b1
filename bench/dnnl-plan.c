//===- bench/dnnl-plan.c - Operations of oneDNN, ready to run ------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-plan.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Step {
  dnnl_primitive_t primitive;
  dnnl_exec_arg_t arguments[AS_MAX_TENSORS];
  int numArguments;
} Step;

// Reorders of the arguments, then the operation itself.
enum { maxSteps = AS_MAX_TENSORS + 1, maxMemories = 2 * AS_MAX_TENSORS };

struct AsDnnlPlan {
  const AsDnnl *dnnl;
  Step steps[maxSteps];
  int numSteps;
  dnnl_memory_t memories[maxMemories];
  int numMemories;
};

AsStatus asDnnlCheck(const AsDnnl *dnnl, dnnl_status_t status, const char *what,
                     AsError *error) {
  if (status == dnnl_success)
    return AS_OK;
  return asFail(error, AS_UNSUPPORTED, "oneDNN: %s: %s", what,
                dnnl->status2str(status));
}

static AsStatus addMemory(AsDnnlPlan *plan, const dnnl_memory_desc_t *desc,
                          void *data, dnnl_memory_t *memory, AsError *error) {
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
static AsStatus addStep(AsDnnlPlan *plan, dnnl_primitive_desc_t desc,
                        const dnnl_exec_arg_t *arguments, int numArguments,
                        AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  Step *step = &plan->steps[plan->numSteps];
  dnnl_status_t status = dnnl->primitive_create(&step->primitive, desc);
  dnnl->primitive_desc_destroy(desc);
  if (asDnnlCheck(dnnl, status, "primitive_create", error))
    return error->status;
  for (int i = 0; i < numArguments; i++)
    step->arguments[i] = arguments[i];
  step->numArguments = numArguments;
  plan->numSteps++;
  return AS_OK;
}

static AsStatus addReorder(AsDnnlPlan *plan, const dnnl_memory_desc_t *fromDesc,
                           dnnl_memory_t from, const dnnl_memory_desc_t *toDesc,
                           dnnl_memory_t to, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  dnnl_primitive_desc_t desc;
  AS_DNNL_TRY(reorder_primitive_desc_create, &desc, fromDesc, dnnl->engine,
              toDesc, dnnl->engine, NULL);
  const dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from},
                                       {DNNL_ARG_TO, to}};
  return addStep(plan, desc, arguments, 2, error);
}

// The attributes of an operation followed by a relu.
static AsStatus createReluAttributes(const AsDnnl *dnnl,
                                     dnnl_primitive_attr_t *attributes,
                                     AsError *error) {
  dnnl_post_ops_t postOps = NULL;
  dnnl_status_t status = dnnl->primitive_attr_create(attributes);
  if (status == dnnl_success)
    status = dnnl->post_ops_create(&postOps);
  if (status == dnnl_success)
    status = dnnl->post_ops_append_eltwise(postOps, 1, dnnl_eltwise_relu, 0, 0);
  if (status == dnnl_success)
    status = dnnl->primitive_attr_set_post_ops(*attributes, postOps);
  if (postOps)
    dnnl->post_ops_destroy(postOps);
  if (status != dnnl_success && *attributes)
    dnnl->primitive_attr_destroy(*attributes);
  return asDnnlCheck(dnnl, status, "the attributes of a fused relu", error);
}

static AsStatus describePrimitive(const AsDnnl *dnnl,
                                  const AsDnnlOperation *operation,
                                  dnnl_primitive_desc_t *desc, AsError *error) {
  if (operation->isReorder) {
    AS_DNNL_TRY(reorder_primitive_desc_create, desc,
                &operation->tensors[0].dense, dnnl->engine,
                &operation->tensors[1].dense, dnnl->engine, NULL);
    return AS_OK;
  }
  dnnl_primitive_attr_t attributes = NULL;
  if (operation->relu && createReluAttributes(dnnl, &attributes, error))
    return error->status;
  dnnl_status_t status = dnnl->primitive_desc_create(
      desc, &operation->descriptor, attributes, dnnl->engine, NULL);
  if (attributes)
    dnnl->primitive_attr_destroy(attributes);
  if (status == dnnl_unimplemented)
    return asFail(error, AS_NOT_FOUND, "oneDNN has no such implementation");
  return asDnnlCheck(dnnl, status, "primitive_desc_create", error);
}

// The memory that the operation uses for `tensor`, whose dense form is `data`:
// that data itself, or oneDNN's layout with a reorder into it.
static AsStatus addTensor(AsDnnlPlan *plan, const AsDnnlTensor *tensor,
                          const dnnl_memory_desc_t *chosen, float *data,
                          dnnl_memory_t *memory, AsError *error) {
  dnnl_memory_t dense;
  if (addMemory(plan, &tensor->dense, data, &dense, error))
    return error->status;
  *memory = dense;
  if (plan->dnnl->memory_desc_equal(&tensor->dense, chosen))
    return AS_OK;
  if (addMemory(plan, chosen, DNNL_MEMORY_ALLOCATE, memory, error))
    return error->status;
  return addReorder(plan, &tensor->dense, dense, chosen, *memory, error);
}

static AsStatus fillPlan(AsDnnlPlan *plan, const AsDnnlOperation *operation,
                         dnnl_primitive_desc_t desc, const AsOperands *operands,
                         float *result, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  dnnl_exec_arg_t arguments[AS_MAX_TENSORS];
  for (int i = 0; i < operation->numTensors; i++) {
    const AsDnnlTensor *tensor = &operation->tensors[i];
    const dnnl_memory_desc_t *chosen = dnnl->primitive_desc_query_md(
        desc, dnnl_query_exec_arg_md, tensor->argument);
    // oneDNN takes const data as void *, and only reads it.
    float *data =
        i < operands->count ? (float *)operands->arguments[i] : result;
    arguments[i].arg = tensor->argument;
    if (addTensor(plan, tensor, chosen, data, &arguments[i].memory, error)) {
      dnnl->primitive_desc_destroy(desc);
      return error->status;
    }
  }
  return addStep(plan, desc, arguments, operation->numTensors, error);
}

// Runs the reorders of a plan now and drops them from it.
static AsStatus prepack(AsDnnlPlan *plan, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  Step operation = plan->steps[--plan->numSteps];
  AsStatus status = AS_OK;
  for (int i = 0; i < plan->numSteps; i++) {
    if (!status)
      status = execute(dnnl, &plan->steps[i], error);
    dnnl->primitive_destroy(plan->steps[i].primitive);
  }
  plan->steps[0] = operation;
  plan->numSteps = 1;
  return status;
}

AsStatus asDnnlPlanCreate(const AsDnnl *dnnl, const AsDnnlOperation *operation,
                          AsDnnlWeights weights, const AsOperands *operands,
                          float *result, AsDnnlPlan **out, AsError *error) {
  dnnl_primitive_desc_t desc;
  if (describePrimitive(dnnl, operation, &desc, error))
    return error->status;
  AsDnnlPlan *plan = asAlloc(sizeof *plan);
  plan->dnnl = dnnl;
  AsStatus status = fillPlan(plan, operation, desc, operands, result, error);
  if (!status && weights != AS_DNNL_DENSE && plan->numSteps == 1)
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
