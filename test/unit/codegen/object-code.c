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
    MlirModule module = lower(matmul, cases[i].fp);
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
  MlirModule script = parse(tiling);
  AsError error = {0};
  assert_int_equal(choose(script, "size", 2, NULL, &error), AS_OK);
  assert_int_equal(choose(script, "tile", 1, NULL, &error), AS_OK);
  for (int isStock = 0; isStock < 2; isStock++) {
    MlirModule module = parse(matmul);
    if (!isStock)
      assert_int_equal(
          asScriptApply(firstOperation(module), script, NULL, &error), AS_OK);
    AsLowerOptions lowering = {
        .threads = 1, .fp = AS_FP_STRICT, .verify = true, .isStock = isStock};
    assert_int_equal(asLowerModule(module, &lowering, &error), AS_OK);
    AsText object = {0};
    char path[32];
    void (*entry)(void **);
    generate(module, &(AsCodegenOptions){.entry = "task", .isStock = isStock},
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
      lower("func.func @f(%x: f64, %t: tensor<f32>, %k: i32)"
            " -> (i32, tensor<f32>, f64, tensor<2xf32>) {\n"
            "  %two = arith.constant 2.0 : f64\n"
            "  %y = arith.mulf %x, %two : f64\n"
            "  %e = tensor.empty() : tensor<f32>\n"
            "  %n = linalg.negf ins(%t : tensor<f32>) outs(%e : tensor<f32>)"
            " -> tensor<f32>\n"
            "  %one = arith.constant 1 : i32\n"
            "  %j = arith.addi %k, %one : i32\n"
            "  %s = tensor.extract %t[] : tensor<f32>\n"
            "  %g = tensor.empty() : tensor<2xf32>\n"
            "  %h = linalg.fill ins(%s : f32) outs(%g : tensor<2xf32>)"
            " -> tensor<2xf32>\n"
            "  return %j, %n, %y, %h : i32, tensor<f32>, f64, tensor<2xf32>\n"
            "}\n",
            AS_FP_STRICT);
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
      lower("func.func @f(%x: tensor<2xf32>)"
            " -> (tensor<2xf32>, tensor<2xf32>) {\n"
            "  %e = tensor.empty() : tensor<2xf32>\n"
            "  %r = linalg.negf ins(%x : tensor<2xf32>)"
            " outs(%e : tensor<2xf32>) -> tensor<2xf32>\n"
            "  return %r, %r : tensor<2xf32>, tensor<2xf32>\n}\n",
            AS_FP_STRICT);
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
      lower("func.func @vector(%x: memref<8xf32>) {\n"
            "  %c0 = arith.constant 0 : index\n"
            "  %zero = arith.constant 0.0 : f32\n"
            "  %v = vector.transfer_read %x[%c0], %zero {in_bounds = [true]}"
            " : memref<8xf32>, vector<8xf32>\n"
            "  %w = arith.mulf %v, %v : vector<8xf32>\n"
            "  vector.transfer_write %w, %x[%c0] {in_bounds = [true]}"
            " : vector<8xf32>, memref<8xf32>\n"
            "  return\n}\n"
            "func.func @scalar(%x: memref<4xf32>) {\n"
            "  %c0 = arith.constant 0 : index\n"
            "  %c1 = arith.constant 1 : index\n"
            "  %c2 = arith.constant 2 : index\n"
            "  %c3 = arith.constant 3 : index\n"
            "  %a = memref.load %x[%c0] : memref<4xf32>\n"
            "  %b = memref.load %x[%c1] : memref<4xf32>\n"
            "  %c = memref.load %x[%c2] : memref<4xf32>\n"
            "  %d = memref.load %x[%c3] : memref<4xf32>\n"
            "  %aa = arith.mulf %a, %a : f32\n"
            "  %bb = arith.mulf %b, %b : f32\n"
            "  %cc = arith.mulf %c, %c : f32\n"
            "  %dd = arith.mulf %d, %d : f32\n"
            "  memref.store %aa, %x[%c0] : memref<4xf32>\n"
            "  memref.store %bb, %x[%c1] : memref<4xf32>\n"
            "  memref.store %cc, %x[%c2] : memref<4xf32>\n"
            "  memref.store %dd, %x[%c3] : memref<4xf32>\n"
            "  return\n}\n"
            "func.func @loop(%x: memref<6xf32>) -> f32 {\n"
            "  %c0 = arith.constant 0 : index\n"
            "  %c1 = arith.constant 1 : index\n"
            "  %c6 = arith.constant 6 : index\n"
            "  %zero = arith.constant 0.0 : f32\n"
            "  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %zero)"
            " -> f32 {\n"
            "    %y = memref.load %x[%i] : memref<6xf32>\n"
            "    %t = arith.addf %s, %y : f32\n"
            "    %u = arith.mulf %t, %t : f32\n"
            "    scf.yield %u : f32\n  }\n"
            "  return %r : f32\n}\n",
            AS_FP_STRICT);
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

/// Descriptors do not fit into the uniform entry point: there is none.
static void dynamicShapesHaveNoEntry(void **state) {
  MlirModule module = lower(dynamic, AS_FP_STRICT);
  AsText llvm = {0};
  generate(module, &(AsCodegenOptions){0}, NULL, &llvm);
  assert_non_null(strstr(llvm.data, "@f("));
  assert_null(strstr(llvm.data, "@as_entry_f("));
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
  AsStatus status = asLinkShared(&object, "/tmp/as-unit-codegen.so", &error);
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
      cmocka_unit_test(dynamicShapesHaveNoEntry),
      cmocka_unit_test(unknownTargetsAreErrors),
      cmocka_unit_test(whatIsNoObjectIsNotLinked),
  };
  return cmocka_run_group_tests_name("codegen", tests, setUp, tearDown);
}
