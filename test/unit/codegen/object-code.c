//===- object-code.c - From the LLVM dialect to code that runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object code is linked, loaded into this process and called.
//
//===----------------------------------------------------------------------===//

#include "matmul.h"

static void generate(MlirModule lowered, const AsCodegenOptions *options,
                     AsText *object, AsText *llvm) {
  AsMachine *machine;
  AsError error = {0};
  assert_int_equal(asMachineCreate(target.triple, target.cpu, target.features,
                                   &machine, &error),
                   AS_OK);
  if (asCodegen(machine, lowered, options, object, llvm, &error))
    fail_msg("%s", error.message);
  asMachineDestroy(machine);
}

static void floatingPointIsAsAsked(void **state) {
  static const struct {
    AsFp fp;
    bool mayContract, mayReorder;
  } cases[] = {{AS_FP_STRICT, false, false},
               {AS_FP_CONTRACT, true, false},
               {AS_FP_FAST, true, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module = lower(parseInput("lowering/matmul.mlir"), cases[i].fp);
    AsText llvm = {0};
    generate(module, &(AsCodegenOptions){0}, NULL, &llvm);
    char *product = strstr(llvm.data, "fmul");
    assert_non_null(product);
    *strchr(product, '%') = 0; // What is left are its flags.
    assert_int_equal(strstr(product, "contract") != NULL, cases[i].mayContract);
    assert_int_equal(strstr(product, "reassoc") != NULL, cases[i].mayReorder);
    assert_null(strstr(product, "ninf"));
    asTextFree(&llvm);
    mlirModuleDestroy(module);
  }
}

static void codeComputesAMatmul(void **state) {
  MlirModule script = parseInput("scripts/tiling.mlir");
  AsError error = {0};
  assert_int_equal(choose(script, "size", 2, NULL, &error), AS_OK);
  assert_int_equal(choose(script, "tile", 1, NULL, &error), AS_OK);
  for (int isStock = 0; isStock < 2; isStock++) {
    MlirModule module = parseInput("lowering/matmul.mlir");
    if (!isStock)
      assert_int_equal(
          asScriptApply(firstOperation(module), script, NULL, &error), AS_OK);
    AsLowerOptions lowering = {
        .threads = 1, .fp = AS_FP_STRICT, .verify = true, .isStock = isStock};
    assert_int_equal(asLowerModule(module, &lowering, &error), AS_OK);
    AsText object = {0};
    char path[32];
    void (*entry)(void **);
    generate(module,
             &(AsCodegenOptions){.entry = "task",
                                 .optimisation = isStock
                                                     ? AS_OPTIMISE_STOCK
                                                     : AS_OPTIMISE_SCHEDULED},
             &object, NULL);
    void *library = load(&object, path, "as_entry_task", &entry);
    checkMatmul(entry);
    assert_null(dlsym(library, "task")); // It is internal.
    dlclose(library);
    asTextFree(&object);
    mlirModuleDestroy(module);
  }
  mlirModuleDestroy(script);
}

/// Scalars among the arguments and results, a tensor of rank zero, the
/// signature as a constant.
static void entriesTakeBuffersInOrder(void **state) {
  MlirModule module =
      lower(parseInput("codegen/entry-order.mlir"), AS_FP_STRICT);
  AsText object = {0};
  char path[32];
  void (*entry)(void **);
  generate(module, &(AsCodegenOptions){0}, &object, NULL);
  void *library = load(&object, path, "as_entry_f", &entry);
  assert_non_null(dlsym(library, "f"));
  assert_string_equal(dlsym(library, "as_signature_f"),
                      "f64,xf32,i32->i32,xf32,f64,2xf32");
  double x = 1.5, y = 0;
  float t = 4, n = 0, h[2] = {0, 0};
  int32_t k = 41, j = 0;
  entry((void *[]){&x, &t, &k, &j, &n, &y, h});
  assert_true(y == 3 && n == -4 && j == 42 && h[0] == 4 && h[1] == 4);
  dlclose(library);
  asTextFree(&object);
  mlirModuleDestroy(module);
}

/// One tensor, two buffers: each is written.
static void resultsMayBeTheSame(void **state) {
  MlirModule module =
      lower(parseInput("codegen/result-twice.mlir"), AS_FP_STRICT);
  AsText object = {0};
  char path[32];
  void (*entry)(void **);
  generate(module, &(AsCodegenOptions){.entry = "f"}, &object, NULL);
  void *library = load(&object, path, "as_entry_f", &entry);
  float x[2] = {1, 2}, y[2] = {0, 0}, z[2] = {0, 0};
  entry((void *[]){x, y, z});
  assert_true(y[0] == -1 && y[1] == -2 && z[0] == -1 && z[1] == -2);
  dlclose(library);
  asTextFree(&object);
  mlirModuleDestroy(module);
}

/// LLVM unrolls and vectorises what no schedule did, also beside what one did.
static void othersKeepAllOfO3(void **state) {
  MlirModule module =
      lower(parseInput("codegen/unscheduled.mlir"), AS_FP_STRICT);
  AsText llvm = {0};
  generate(module, &(AsCodegenOptions){0}, NULL, &llvm);
  assert_null(strstr(llvm.data, "optnone")); // Nor a mark of ours is left.
  assert_null(strstr(llvm.data, "as-scheduled"));
  char *scalar = strstr(llvm.data, "@scalar("),
       *loop = strstr(scalar, "@loop(");
  *strstr(scalar, "\n}") = *strstr(loop, "\n}") = 0;
  assert_non_null(strstr(scalar, "fmul <4 x float>"));
  assert_null(strstr(loop, "phi"));
  asTextFree(&llvm);
  mlirModuleDestroy(module);
}

/// The function takes descriptors, but its entry point pointers and sizes, and
/// whoever compiles it alone can ask for sizes as well.
static void dynamicShapesAreCalledWithSizes(void **state) {
  MlirModule module = lower(parseInput("lowering/dynamic.mlir"), AS_FP_STRICT);
  AsText llvm = {0};
  generate(module, &(AsCodegenOptions){0}, NULL, &llvm);
  assert_non_null(strstr(llvm.data, "@f("));
  assert_non_null(strstr(llvm.data, "i32 @as_entry_f(ptr"));
  asTextClear(&llvm);
  generate(module, &(AsCodegenOptions){.entry = "f"}, NULL, &llvm);
  assert_non_null(strstr(llvm.data, "i32 @as_entry_f(ptr"));
  const char *sizes = strstr(llvm.data, " i32 @as_sizes_f(ptr");
  assert_non_null(sizes);
  assert_int_not_equal(strncmp(sizes - strlen("internal"), "internal", 8), 0);
  asTextFree(&llvm);
  mlirModuleDestroy(module);
}

static void unknownTargetsAreErrors(void **state) {
  AsMachine *machine;
  AsError error = {0};
  assert_int_equal(asMachineCreate("pdp11-dec-unix", "", "", &machine, &error),
                   AS_UNSUPPORTED);
  assert_non_null(strstr(error.message, "pdp11"));
}

static void whatIsNoObjectIsNotLinked(void **state) {
  AsText object = {0};
  AsError error = {0};
  asTextAppendString(&object, "no object");
  AsStatus status =
      asLinkShared(&object, "", "/tmp/as-unit-codegen.so", &error);
  assert_int_equal(status, AS_CHILD);
  assert_non_null(strstr(error.message, "unknown directive")); // The linker's.
  assert_int_not_equal(access("/tmp/as-unit-codegen.so", F_OK), 0);
  asTextFree(&object);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(floatingPointIsAsAsked),
      cmocka_unit_test(codeComputesAMatmul),
      cmocka_unit_test(entriesTakeBuffersInOrder),
      cmocka_unit_test(resultsMayBeTheSame),
      cmocka_unit_test(othersKeepAllOfO3),
      cmocka_unit_test(dynamicShapesAreCalledWithSizes),
      cmocka_unit_test(unknownTargetsAreErrors),
      cmocka_unit_test(whatIsNoObjectIsNotLinked),
  };
  return cmocka_run_group_tests_name("codegen", tests, setUp, tearDown);
}
