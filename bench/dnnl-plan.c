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
  dnnl_primitive_t primitive;
  dnnl_exec_arg_t arguments[AS_MAX_TENSORS];
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
  dnnl_memory_t memories[maxMemories];
  int numMemories;
  dnnl_memory_t between; // One of them: AS_DNNL_BETWEEN.
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
  if (addStep(plan, desc, arguments, 2, error))
    return error->status;
  plan->steps[plan->numSteps - 1].packs = true;
  return AS_OK;
}

static dnnl_status_t appendPostOp(const AsDnnl *dnnl,
                                  const AsDnnlOperation *operation, int index,
                                  dnnl_post_ops_t postOps) {
  const dnnl_alg_kind_t kind = operation->postOps[index];
  for (int i = 0; i < operation->numTensors; i++)
    if (operation->tensors[i].argument == AS_DNNL_ARG_POST_OP(index))
      return dnnl->post_ops_append_binary(postOps, kind,
                                          &operation->tensors[i].dense);
  return dnnl->post_ops_append_eltwise(postOps, 1, kind, 0, 0);
}

// The attributes of an operation followed by others.
static AsStatus createAttributes(const AsDnnl *dnnl,
                                 const AsDnnlOperation *operation,
                                 dnnl_primitive_attr_t *attributes,
                                 AsError *error) {
  dnnl_post_ops_t postOps = NULL;
  dnnl_status_t status = dnnl->primitive_attr_create(attributes);
  if (status == dnnl_success)
    status = dnnl->post_ops_create(&postOps);
  for (int i = 0; status == dnnl_success && operation->postOps[i]; i++)
    status = appendPostOp(dnnl, operation, i, postOps);
  if (status == dnnl_success)
    status = dnnl->primitive_attr_set_post_ops(*attributes, postOps);
  if (postOps)
    dnnl->post_ops_destroy(postOps);
  if (status != dnnl_success && *attributes)
    dnnl->primitive_attr_destroy(*attributes);
  return asDnnlCheck(dnnl, status, "the attributes of fused operations", error);
}

static AsStatus describePrimitive(const AsDnnl *dnnl,
                                  const AsDnnlOperation *operation,
                                  dnnl_primitive_desc_t *desc, AsError *error) {
  const AsDnnlTensor *tensors = operation->tensors;
  if (operation->kind == AS_DNNL_COPY) {
    AS_DNNL_TRY(reorder_primitive_desc_create, desc, &tensors[0].dense,
                dnnl->engine, &tensors[1].dense, dnnl->engine, NULL);
    return AS_OK;
  }
  if (operation->kind == AS_DNNL_CONCAT) {
    const int count = operation->numTensors - 1;
    dnnl_memory_desc_t sources[AS_MAX_TENSORS];
    for (int i = 0; i < count; i++)
      sources[i] = tensors[i].dense;
    AS_DNNL_TRY(concat_primitive_desc_create, desc, &tensors[count].dense,
                count, operation->axis, sources, NULL, dnnl->engine);
    return AS_OK;
  }
  dnnl_primitive_attr_t attributes = NULL;
  if (operation->postOps[0] &&
      createAttributes(dnnl, operation, &attributes, error))
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
                          const dnnl_memory_desc_t *chosen, void *data,
                          dnnl_memory_t *memory, AsError *error) {
  if (tensor->place == AS_DNNL_BETWEEN) { // Dense for both of its users.
    if (!plan->between && addMemory(plan, &tensor->dense, DNNL_MEMORY_ALLOCATE,
                                    &plan->between, error))
      return error->status;
    *memory = plan->between;
    return AS_OK;
  }
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

// Whether these are oneDNN's plain loops.
static bool isLoops(const AsDnnl *dnnl, dnnl_primitive_desc_t desc) {
  const char *name = NULL;
  return dnnl->primitive_desc_query(desc, dnnl_query_impl_info_str, 0, &name) ==
             dnnl_success &&
         !strncmp(name, "ref", 3);
}

static AsStatus addOperation(AsDnnlPlan *plan, const AsDnnlOperation *operation,
                             AsDnnlWeights weights, const AsOperands *operands,
                             void *result, AsError *error) {
  const AsDnnl *dnnl = plan->dnnl;
  dnnl_primitive_desc_t desc;
  if (describePrimitive(dnnl, operation, &desc, error))
    return error->status;
  if (weights != AS_DNNL_LOOPS && isLoops(dnnl, desc)) {
    dnnl->primitive_desc_destroy(desc);
    return asFail(error, AS_NOT_FOUND, "oneDNN has nothing but plain loops");
  }
  dnnl_exec_arg_t arguments[AS_MAX_TENSORS];
  for (int i = 0; i < operation->numTensors; i++) {
    const AsDnnlTensor *tensor = &operation->tensors[i];
    const dnnl_memory_desc_t *chosen = dnnl->primitive_desc_query_md(
        desc, dnnl_query_exec_arg_md, tensor->argument);
    // oneDNN takes const data as void *, and only reads it.
    void *data = tensor->place == operands->count
                     ? result
                     : (void *)operands->arguments[tensor->place];
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
  if (!status && weights != AS_DNNL_DENSE && weights != AS_DNNL_LOOPS &&
      plan->numSteps == count)
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
