//===- test/unit/build.c - Scripts, lowering, code, and the pool ----------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a task and a script to code that runs: first in this process, step by
// step, then by the workers of a pool, some of which do not survive it.
//
//===----------------------------------------------------------------------===//

#include "build/builder.h"
#include "build/codegen.h"
#include "build/lower.h"
#include "build/script.h"
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static MlirContext context;
static AsArena arena;
static AsTarget target;

static int setUp(void **state) {
  context = asIrContextCreate();
  return asTargetCreate("host", 1, &arena, &target, NULL);
}

static int tearDown(void **state) {
  mlirContextDestroy(context);
  asArenaDestroy(&arena);
  return 0;
}

static MlirModule parse(const char *text) {
  MlirModule module;
  AsError error = {0};
  if (asIrParse(context, text, strlen(text), "test", &module, &error))
    fail_msg("%s", error.message);
  return module;
}

static MlirOperation firstOperation(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

static bool contains(MlirModule module, const char *what) {
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  bool found = strstr(text.data, what) != NULL;
  asTextFree(&text);
  return found;
}

static const char matmul[] =
    "func.func @task(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>)"
    " -> tensor<4x4xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %e = tensor.empty() : tensor<4x4xf32>\n"
    "  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>)"
    " -> tensor<4x4xf32>\n"
    "  %r = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>)"
    " outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>\n"
    "  return %r : tensor<4x4xf32>\n}\n";

//===----------------------------------------------------------------------===//
// Scripts
//===----------------------------------------------------------------------===//

#define ANY "!transform.any_op"
#define SCRIPT(name, body)                                                     \
  "module attributes {transform.with_named_sequence} {\n"                      \
  "  transform.named_sequence @" name "(%f: " ANY                              \
  " {transform.consumed}) {\n" body "    transform.yield\n  }\n}\n"
#define MATCH(op)                                                              \
  "    %m = transform.structured.match ops{[\"" op "\"]} in %f : (" ANY        \
  ") -> " ANY "\n"

/// One knob that is used twice, and a choice between tiling with it or not.
static const char tiling[] = SCRIPT(
    "as_schedule",
    "    %k = transform.tune.knob<\"size\"> options = [1, 2, 4]"
    " -> !transform.param<i64>\n"
    "    %n = transform.tune.knob<\"size\"> options = [1, 2, 4]"
    " -> !transform.param<i64>\n" MATCH(
        "linalg.matmul") "    transform.tune.alternatives<\"tile\"> {\n"
                         "      transform.yield\n"
                         "    }, {\n"
                         "      %t, %l:2 = transform.structured.tile_using_for"
                         " %m tile_sizes [%k, %n] : (" ANY
                         ", !transform.param<i64>, !transform.param<i64>)"
                         " -> (" ANY ", " ANY ", " ANY ")\n"
                         "      transform.yield\n"
                         "    }\n");

static AsStatus choose(MlirModule script, const char *knob, int64_t value,
                       const char *text, AsError *error) {
  AsChoice choice = {knob, value, text};
  return asScriptChoose(script, &choice, error);
}

/// Applies the script to matmul; true where a loop came of it.
static AsStatus apply(MlirModule script, bool *isTiled, AsError *error) {
  MlirModule module = parse(matmul);
  AsStatus status = asScriptApply(firstOperation(module), script, NULL, error);
  *isTiled = !status && contains(module, "scf.for");
  mlirModuleDestroy(module);
  return status;
}

static void knobsAreChosenAgainAndAgain(void **state) {
  MlirModule script = parse(tiling);
  AsError error = {0};
  for (int region = 0; region < 4; region++) {
    bool isTiled;
    assert_int_equal(choose(script, "size", 1 << region % 3, NULL, &error),
                     AS_OK);
    assert_int_equal(choose(script, "tile", region % 2, NULL, &error), AS_OK);
    assert_int_equal(apply(script, &isTiled, &error), AS_OK);
    assert_int_equal(isTiled, region % 2);
  }
  assert_int_equal(choose(script, "size", 0, "4 : i64", &error), AS_OK);
  assert_true(contains(script, "<\"size\"> = 4 : i64"));
  mlirModuleDestroy(script);
}

static void wrongChoicesAreErrors(void **state) {
  static const struct {
    const char *knob;
    int64_t value;
    const char *text;
    AsStatus status;
    const char *message;
  } cases[] = {
      {"size", 3, NULL, AS_INVALID_INPUT, "3 is no option of the knob 'size'"},
      {"size", -1, NULL, AS_INVALID_INPUT, "size"},
      {"size", 0, "\"x\"", AS_INVALID_INPUT,
       "\"x\" is no option of the knob 'size'"},
      {"size", 0, "2 : i32", AS_INVALID_INPUT, "2 : i32 is no option"},
      {"tile", 2, NULL, AS_INVALID_INPUT, "'tile' has no alternative 2"},
      {"tile", -1, NULL, AS_INVALID_INPUT, "'tile' has no alternative -1"},
      {"colour", 1, NULL, AS_NOT_FOUND, "no knob 'colour'"},
      {"", 1, NULL, AS_NOT_FOUND, "no knob ''"},
  };
  MlirModule script = parse(tiling);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsError error = {0};
    assert_int_equal(
        choose(script, cases[i].knob, cases[i].value, cases[i].text, &error),
        cases[i].status);
    if (!strstr(error.message, cases[i].message))
      fail_msg("'%s' lacks '%s'", error.message, cases[i].message);
  }
  mlirModuleDestroy(script);
}

static void openKnobsAreErrors(void **state) {
  MlirModule script = parse(tiling);
  bool isTiled;
  AsError error = {0};
  assert_int_equal(choose(script, "tile", 1, NULL, &error), AS_OK);
  assert_int_equal(apply(script, &isTiled, &error), AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, "size"));
  mlirModuleDestroy(script);
}

static void scriptsThatCannotBeApplied(void **state) {
  static const struct {
    const char *script, *message;
  } cases[] = {
      {"module {}", "no transform.named_sequence"},
      {SCRIPT("as_schedule",
              MATCH("linalg.matmul") "    %p, %q = transform.split_handle %m"
                                     " : (" ANY ") -> (" ANY ", " ANY ")\n"),
       "expected to contain 2 payloads"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule script = parse(cases[i].script);
    bool isTiled;
    AsError error = {0};
    assert_int_equal(apply(script, &isTiled, &error), AS_INVALID_INPUT);
    if (!strstr(error.message, cases[i].message))
      fail_msg("'%s' lacks '%s'", error.message, cases[i].message);
    mlirModuleDestroy(script);
  }
}

/// Of several sequences the one of that name is applied, without one the first.
static void theSequenceIsFound(void **state) {
#define TILE                                                                   \
  MATCH("linalg.matmul")                                                       \
  "%t, %l = transform.structured.tile_using_for %m tile_sizes [2] : (" ANY     \
  ") -> (" ANY ", " ANY ")\n"
#define SEQUENCE(name, body)                                                   \
  "transform.named_sequence @" name "(%f: " ANY                                \
  " {transform.consumed}) {\n" body "transform.yield\n}\n"
#define WITH "module attributes {transform.with_named_sequence} {\n"
  static const struct {
    const char *name;
    AsStatus status;
    bool isTiled;
  } cases[] = {
      {NULL, AS_OK, false},
      {"a", AS_OK, false},
      {"__transform_main", AS_OK, true},
      {"b", AS_NOT_FOUND, false},
  };
  MlirModule script =
      parse(WITH SEQUENCE("a", "") SEQUENCE("__transform_main", TILE) "}");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module = parse(matmul);
    AsError error = {0};
    assert_int_equal(
        asScriptApply(firstOperation(module), script, cases[i].name, &error),
        cases[i].status);
    assert_int_equal(contains(module, "scf.for"), cases[i].isTiled);
    mlirModuleDestroy(module);
  }
  mlirModuleDestroy(script);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static MlirModule lower(const char *text, AsFp fp) {
  MlirModule module = parse(text);
  AsError error = {0};
  if (asLowerModule(module,
                    &(AsLowerOptions){.threads = 1, .fp = fp, .verify = true},
                    &error))
    fail_msg("%s", error.message);
  return module;
}

static void staticShapesBecomeBarePointers(void **state) {
  static const struct {
    const char *text, *function, *signature;
  } cases[] = {
      {matmul,
       "llvm.func @task(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr)",
       "as.signature = \"4x4xf32,4x4xf32->4x4xf32\""},
      {"func.func @f(%x: f64, %i: index) -> (tensor<3xi8>, f64) {\n"
       "  %e = tensor.empty() : tensor<3xi8>\n"
       "  %c = arith.constant 7 : i8\n"
       "  %r = linalg.fill ins(%c : i8) outs(%e : tensor<3xi8>)"
       " -> tensor<3xi8>\n"
       "  return %r, %x : tensor<3xi8>, f64\n}\n",
       "llvm.func @f(%arg0: f64, %arg1: i64, %arg2: !llvm.ptr) -> f64",
       "as.signature = \"f64,index->3xi8,f64\""},
      {"func.func @f() { return }", "llvm.func @f()", "as.signature = \"->\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    MlirModule module = lower(cases[i].text, AS_FP_CONTRACT);
    if (!contains(module, cases[i].function) ||
        !contains(module, cases[i].signature)) {
      AsText text = {0};
      asIrPrint(mlirModuleGetOperation(module), &text);
      fail_msg("%s lacks %s and %s", text.data, cases[i].function,
               cases[i].signature);
    }
    assert_false(contains(module, "linalg."));
    assert_false(contains(module, "memrefCopy"));
    mlirModuleDestroy(module);
  }
}

static const char dynamic[] =
    "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %r = linalg.negf ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>)"
    " -> tensor<?xf32>\n"
    "  return %r : tensor<?xf32>\n}\n";

static void dynamicShapesKeepDescriptors(void **state) {
  MlirModule module = lower(dynamic, AS_FP_CONTRACT);
  assert_true(contains(module,
                       "llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr,"
                       " %arg2: i64, %arg3: i64, %arg4: i64) -> "
                       "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x "
                       "i64>)>"));
  mlirModuleDestroy(module);
}

/// Private functions are nobody's entry points.
static void privateFunctionsHaveNoSignature(void **state) {
  MlirModule module = lower("func.func private @inner(%x: f32) -> f32 {\n"
                            "  return %x : f32\n}\n"
                            "func.func @outer(%x: f32) -> f32 {\n"
                            "  %r = call @inner(%x) : (f32) -> f32\n"
                            "  return %r : f32\n}\n",
                            AS_FP_CONTRACT);
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  const char *first = strstr(text.data, "as.signature");
  assert_non_null(first);
  assert_null(strstr(first + 1, "as.signature"));
  asTextFree(&text);
  mlirModuleDestroy(module);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

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
    generate(module, &(AsCodegenOptions){.internal = false}, NULL, &llvm);
    assert_non_null(strstr(llvm.data, "fmul"));
    assert_int_equal(strstr(llvm.data, "fmul contract") ||
                         strstr(llvm.data, "fmul fast"),
                     cases[i].mayContract);
    assert_int_equal(strstr(llvm.data, "fmul fast") ||
                         strstr(llvm.data, "reassoc"),
                     cases[i].mayReorder);
    asTextFree(&llvm);
    mlirModuleDestroy(module);
  }
}

/// Links the object code and calls `entry`.
static void *load(const AsText *object, char path[32], const char *entry,
                  void (**function)(void **)) {
  strcpy(path, "/tmp/as-unit-build.XXXXXX");
  assert_non_null(mkdtemp(path));
  char file[64];
  snprintf(file, sizeof file, "%s/task.so", path);
  AsError error = {0};
  if (asLinkShared(object, file, &error))
    fail_msg("%s", error.message);
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fail_msg("%s", dlerror());
  unlink(file);
  // What is left in the folder was left behind by the linker.
  assert_int_equal(rmdir(path), 0);
  *(void **)function = dlsym(library, entry);
  assert_non_null(*function);
  return library;
}

static void checkMatmul(void (*entry)(void **)) {
  float a[16], b[16], c[16];
  for (int i = 0; i < 16; i++) {
    a[i] = (float)(i % 5 - 2);
    b[i] = (float)(i % 7 - 3);
    c[i] = 99;
  }
  entry((void *[]){a, b, c});
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      float sum = 0;
      for (int k = 0; k < 4; k++)
        sum += a[4 * i + k] * b[4 * k + j];
      assert_true(c[4 * i + j] == sum);
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
    generate(module, &(AsCodegenOptions){true, isStock}, &object, NULL);
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
  generate(module, &(AsCodegenOptions){.internal = false}, &object, NULL);
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
  generate(module, &(AsCodegenOptions){.internal = true}, &object, NULL);
  void *library = load(&object, path, "as_entry_f", &entry);
  float x[2] = {1, 2}, y[2] = {0, 0}, z[2] = {0, 0};
  entry((void *[]){x, y, z});
  assert_true(y[0] == -1 && y[1] == -2 && z[0] == -1 && z[1] == -2);
  dlclose(library);
  asTextFree(&object);
  mlirModuleDestroy(module);
}

/// Descriptors do not fit into the uniform entry point: there is none.
static void dynamicShapesHaveNoEntry(void **state) {
  MlirModule module = lower(dynamic, AS_FP_STRICT);
  AsText llvm = {0};
  generate(module, &(AsCodegenOptions){.internal = false}, NULL, &llvm);
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
  int out = dup(STDERR_FILENO); // The linker complains there.
  freopen("/dev/null", "w", stderr);
  AsStatus status = asLinkShared(&object, "/tmp/as-unit-build.so", &error);
  dup2(out, STDERR_FILENO);
  close(out);
  assert_int_equal(status, AS_CHILD);
  assert_int_not_equal(access("/tmp/as-unit-build.so", F_OK), 0);
  asTextFree(&object);
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

static const char worker[] = AS_BUILD_DIR "/bin/as-worker";

static AsBuilder *openPool(int numWorkers, double timeLimit,
                           size_t memoryLimit) {
  if (access(worker, X_OK) != 0) {
    print_message("%s is not built\n", worker);
    skip();
  }
  AsBuilderOptions options = {.worker = worker,
                              .numWorkers = numWorkers,
                              .target = &target,
                              .fp = AS_FP_CONTRACT,
                              .timeLimit = timeLimit,
                              .memoryLimit = memoryLimit};
  AsBuilder *builder;
  AsError error = {0};
  if (asBuilderCreate(&options, &builder, &error))
    fail_msg("%s", error.message);
  return builder;
}

static void build(AsBuilder *builder, const AsBuildJob *job,
                  AsBuildResult *result) {
  AsError error = {0};
  if (asBuilderBuild(builder, job, result, &error))
    fail_msg("%s", error.message);
  assert_int_equal(result->tag, job->tag);
  assert_int_equal(asBuilderBusy(builder), 0);
}

static const AsBuildChoice choices[] = {{"size", 2, NULL}, {"tile", 1, NULL}};
static const AsBuildJob good = {.tag = 7,
                                .task = matmul,
                                .sketch = "it",
                                .script = tiling,
                                .choices = choices,
                                .numChoices = 2};

/// Whatever happened before: the pool goes on.
static void checkGoodBuild(AsBuilder *builder) {
  AsBuildResult result;
  char path[32];
  void (*entry)(void **);
  build(builder, &good, &result);
  if (result.outcome != AS_OUTCOME_BUILT)
    fail_msg("%s: %s", asOutcomeName(result.outcome), result.message);
  assert_true(result.seconds > 0);
  void *library = load(&result.object, path, "as_entry_task", &entry);
  checkMatmul(entry);
  dlclose(library);
  asTextFree(&result.object);
}

static void thePoolBuilds(void **state) {
  AsBuilder *builder = openPool(1, 20, 0);
  assert_int_equal(asBuilderIdle(builder), 1);
  checkGoodBuild(builder);
  checkGoodBuild(builder); // From what it remembers.
  AsBuildJob stock = good;
  stock.script = NULL;
  stock.numChoices = 0;
  AsBuildResult result;
  build(builder, &stock, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
}

static void failuresAreOutcomes(void **state) {
  static const AsBuildChoice wrong[] = {{"size", 3, NULL}};
  static const struct {
    AsBuildJob job;
    const char *message;
  } cases[] = {
      {{.tag = 1, .task = "func.func @", .sketch = "it", .script = tiling},
       "<task>:1:12: error:"},
      {{.tag = 2, .task = matmul, .sketch = "it", .script = "module {"},
       "<sketch it>:1:7: error:"},
      {{.tag = 3, .task = matmul, .sketch = "it", .script = "module {}"},
       "named_sequence"},
      {{.tag = 4, .task = matmul, .sketch = "it", .script = tiling},
       "size"}, // It is open.
      {{.tag = 5,
        .task = matmul,
        .sketch = "it",
        .script = tiling,
        .choices = wrong,
        .numChoices = 1},
       "no option"},
      {{.tag = 6,
        .task = matmul,
        .sketch = "it",
        .script = SCRIPT(
            "as_schedule",
            MATCH("linalg.matmul") "    %p, %q = transform.split_handle %m : "
                                   "(" ANY ") -> (" ANY ", " ANY ")\n")},
       "expected to contain 2 payloads"},
  };
  AsBuilder *builder = openPool(1, 20, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsBuildResult result;
    build(builder, &cases[i].job, &result);
    assert_int_equal(result.outcome, AS_OUTCOME_BUILD_FAILED);
    assert_int_equal(result.object.length, 0);
    if (!strstr(result.message, cases[i].message))
      fail_msg("'%s' lacks '%s'", result.message, cases[i].message);
    asTextFree(&result.object);
  }
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

/// Unrolled a million times: it takes long, and gigabytes.
static const char endless[] = SCRIPT(
    "as_schedule",
    MATCH("linalg.negf") "    %t, %l = transform.structured.tile_using_for %m"
                         " tile_sizes [1] : (" ANY ") -> (" ANY ", " ANY ")\n"
                         "    transform.loop.unroll %l {factor = 1048576} : "
                         "" ANY "\n");

static const AsBuildJob greedy = {
    .tag = 9,
    .task = "func.func @task(%x: tensor<4194304xf32>)"
            " -> tensor<4194304xf32> {\n"
            "  %e = tensor.empty() : tensor<4194304xf32>\n"
            "  %r = linalg.negf ins(%x : tensor<4194304xf32>)"
            " outs(%e : tensor<4194304xf32>) -> tensor<4194304xf32>\n"
            "  return %r : tensor<4194304xf32>\n}\n",
    .sketch = "it",
    .script = endless};

static void slowOnesAreStopped(void **state) {
  AsBuilder *builder = openPool(1, 1.0, 0);
  checkGoodBuild(builder);
  AsBuildResult result;
  build(builder, &greedy, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILD_TIMEOUT);
  assert_string_equal(result.message, "took longer than 1.0 s");
  assert_true(result.seconds >= 1 && result.seconds < 3);
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

static void greedyOnesAreStopped(void **state) {
  AsBuilder *builder = openPool(1, 30, (size_t)1 << 30);
  checkGoodBuild(builder);
  AsBuildResult result;
  build(builder, &greedy, &result);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILD_CRASHED);
  assert_string_not_equal(result.message, "");
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

/// Kills the only worker, and waits for it to be dead, but leaves it to the
/// pool to see that.
static void killWorker(void) {
  char path[64], text[64] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(text, sizeof text, file));
  fclose(file);
  char *end;
  pid_t pid = (pid_t)strtol(text, &end, 10);
  assert_string_equal(end, " ");
  kill(pid, SIGKILL);
  siginfo_t info;
  assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
}

static void killedOnesAreReplaced(void **state) {
  AsBuilder *builder = openPool(1, 20, 0);
  AsError error = {0};
  checkGoodBuild(builder);
  // While it is at work.
  assert_int_equal(asBuilderStart(builder, &greedy, &error), AS_OK);
  assert_int_equal(asBuilderBusy(builder), 1);
  killWorker();
  AsBuildResult result;
  bool finished = false;
  while (!finished) {
    struct pollfd descriptors[4];
    assert_int_equal(asBuilderDescriptors(builder, descriptors, 4), 1);
    assert_int_equal(poll(descriptors, 1, 5000), 1);
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
  }
  assert_int_equal(result.tag, greedy.tag);
  assert_int_equal(result.outcome, AS_OUTCOME_BUILD_CRASHED);
  assert_non_null(
      strstr(result.message, "the build worker was killed by SIGKILL"));
  checkGoodBuild(builder);
  // While it waits: no job is to blame.
  killWorker();
  checkGoodBuild(builder);
  asBuilderDestroy(builder);
}

static void aPoolWorksInParallel(void **state) {
  AsBuilder *builder = openPool(2, 20, 0);
  AsBuildJob jobs[] = {good, good};
  AsError error = {0};
  for (uint64_t j = 0; j < 2; j++) {
    jobs[j].tag = 100 + j;
    assert_int_equal(asBuilderStart(builder, &jobs[j], &error), AS_OK);
  }
  assert_int_equal(asBuilderIdle(builder), 0);
  assert_int_equal(asBuilderStart(builder, &good, &error), AS_INTERNAL);
  bool seen[2] = {false, false};
  while (asBuilderBusy(builder)) {
    struct pollfd descriptors[4];
    int count = asBuilderDescriptors(builder, descriptors, 4);
    assert_int_equal(count, asBuilderBusy(builder));
    poll(descriptors, (nfds_t)count, 5000);
    AsBuildResult result;
    bool finished;
    assert_int_equal(asBuilderPoll(builder, &result, &finished, &error), AS_OK);
    if (!finished)
      continue;
    assert_int_equal(result.outcome, AS_OUTCOME_BUILT);
    assert_in_range(result.tag, 100, 101);
    assert_false(seen[result.tag - 100]);
    seen[result.tag - 100] = true;
    asTextFree(&result.object);
  }
  assert_true(seen[0] && seen[1]);
  asBuilderDestroy(builder);
}

static void aPoolWithoutWorkersIsAnError(void **state) {
  AsBuilderOptions options = {.worker = "/nowhere/as-worker",
                              .numWorkers = 1,
                              .target = &target,
                              .timeLimit = 1};
  AsBuilder *builder;
  AsError error = {0};
  assert_int_not_equal(asBuilderCreate(&options, &builder, &error), AS_OK);
  assert_non_null(strstr(error.message, "/nowhere/as-worker"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knobsAreChosenAgainAndAgain),
      cmocka_unit_test(wrongChoicesAreErrors),
      cmocka_unit_test(openKnobsAreErrors),
      cmocka_unit_test(scriptsThatCannotBeApplied),
      cmocka_unit_test(theSequenceIsFound),
      cmocka_unit_test(staticShapesBecomeBarePointers),
      cmocka_unit_test(dynamicShapesKeepDescriptors),
      cmocka_unit_test(privateFunctionsHaveNoSignature),
      cmocka_unit_test(floatingPointIsAsAsked),
      cmocka_unit_test(codeComputesAMatmul),
      cmocka_unit_test(entriesTakeBuffersInOrder),
      cmocka_unit_test(dynamicShapesHaveNoEntry),
      cmocka_unit_test(unknownTargetsAreErrors),
      cmocka_unit_test(whatIsNoObjectIsNotLinked),
      cmocka_unit_test(thePoolBuilds),
      cmocka_unit_test(failuresAreOutcomes),
      cmocka_unit_test(slowOnesAreStopped),
      cmocka_unit_test(greedyOnesAreStopped),
      cmocka_unit_test(killedOnesAreReplaced),
      cmocka_unit_test(aPoolWorksInParallel),
      cmocka_unit_test(aPoolWithoutWorkersIsAnError),
      cmocka_unit_test(resultsMayBeTheSame),
  };
  return cmocka_run_group_tests_name("build", tests, setUp, tearDown);
}
