//===- expand-math.c - How far math functions are from the truth
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with one function each are compiled as a candidate's would be, run,
// and compared with the C library in double precision: on every 997th float,
// and on those that are special. Called with a smaller number than 997 it looks
// closer; what it prints is what docs/math.md has.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/expand-math.h"
#include "matmul.h"
#include <math.h>

static uint32_t stride = 997;

//===----------------------------------------------------------------------===//
// Functions and floats
//===----------------------------------------------------------------------===//

static double erfPlusOne(double x) { return erfc(-x); }
static double expPlusOne(double x) { return 1 + exp(x); }
/// Of numbers that are not positive: of others the kernel makes such.
static double expToOne(double x) { return exp(-fabs(x)); }
static double rsqrt(double x) { return 1 / sqrt(x); }
static double squared(double x) { return x * x; }
static double cubed(double x) { return x * x * x; }
static double inverse(double x) { return 1 / x; }
static double root(double x) { return pow(x, 0.5); }
static double inverseRoot(double x) { return pow(x, -0.5); }

#define MATH(name) "%y = math." name " %x : !v"
#define PLUS_ONE(name)                                                         \
  "%f = math." name " %x : !v\n"                                               \
  "%o = arith.constant dense<1.0> : !v\n"                                      \
  "%y = arith.addf %o, %f : !v"
#define POW(exponent)                                                          \
  "%e = arith.constant dense<" exponent "> : !v\n"                             \
  "%y = math.powf %x, %e : !v"

/// A format of floats, as frexp and ldexp see it.
typedef struct Format {
  int digits, least, most; ///< Exponents: of normal numbers, of the largest.
} Format;

static const Format f32 = {24, -125, 128}, f16 = {11, -13, 16};

/// The same, but where the last place of all numbers below 1 is worth the same.
static Format absolute(Format format) {
  format.least = 0;
  return format;
}

static const struct Function {
  const char *name;
  const char *body; ///< From %x to %y, both of type !v.
  double (*truth)(double);
  double bound;
  bool isAbsolute; ///< Places of results below 1 are those of 1/2.
} functions[] = {
    {"exp", MATH("exp"), exp, 1.02, false},
    {"exp2", MATH("exp2"), exp2, 1, false},
    {"expm1", MATH("expm1"), expm1, 1.5, false},
    {"log", MATH("log"), log, 1, false},
    {"log2", MATH("log2"), log2, 1, false},
    {"log10", MATH("log10"), log10, 1, false},
    {"log1p", MATH("log1p"), log1p, 1.5, false},
    {"tanh", MATH("tanh"), tanh, 1.5, false},
    {"erf", MATH("erf"), erf, 1.5, false},
    {"1 + erf", PLUS_ONE("erf"), erfPlusOne, 1.5, true},
    {"1 + exp", PLUS_ONE("exp"), expPlusOne, 1.5, false},
    {"exp to 1",
     "%a = math.absf %x : !v\n"
     "%m = arith.negf %a : !v\n"
     "%y = math.exp %m {as.not_positive} : !v",
     expToOne, 1.02, false},
    {"sin", MATH("sin"), sin, 1.5, false},
    {"cos", MATH("cos"), cos, 1.5, false},
    {"sqrt", MATH("sqrt"), sqrt, 0.5, false},
    {"rsqrt", MATH("rsqrt"), rsqrt, 1.5, false},
    {"pow 2", POW("2.0"), squared, 0.5, false},
    {"pow 3", POW("3.0"), cubed, 1.5, false},
    {"pow -1", POW("-1.0"), inverse, 0.5, false},
    {"pow 0.5", POW("0.5"), root, 0.5, false},
    {"pow -0.5", POW("-0.5"), inverseRoot, 1.5, false},
};

enum { NUM_FUNCTIONS = sizeof functions / sizeof *functions };

/// Of either sign: zeros, denormals, where results overflow, underflow or are
/// rounded to a constant, where one formula takes over from another, infinity
/// and NaNs.
static const uint32_t specials[] = {
    0x00000000, 0x00000001, 0x00000002, 0x00400000, 0x007fffff, 0x00800000,
    0x00800001, 0x33000000, 0x33800000, 0x39800000, 0x3effffff, 0x3f000000,
    0x3f0ccccc, 0x3f0ccccd, 0x3f3504f3, 0x3f3504f4, 0x3f6b851e, 0x3f6b851f,
    0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fc90fdb, 0x40490fdb, 0x4111e687,
    0x41200000, 0x42aeac50, 0x42b0c0a5, 0x42b17217, 0x42b17218, 0x42cff1b5,
    0x42d00000, 0x42fdffff, 0x43000000, 0x43150000, 0x437fffff, 0x49800000,
    0x49800001, 0x4b000001, 0x4f000000, 0x5f000000, 0x7f7fffff, 0x7f800000,
    0x7fc00000, 0x7f800001};

enum { NUM_SPECIALS = sizeof specials / sizeof *specials };

/// How far `got` is from the truth in units of the truth's last place.
static double distance(double got, double truth, Format format) {
  if (isnan(truth) || isnan(got))
    return isnan(truth) && isnan(got) ? 0 : INFINITY;
  if (isinf(truth))
    return got == truth ? 0 : INFINITY;
  if (truth == 0)
    return got == 0 && !signbit(got) == !signbit(truth) ? 0 : INFINITY;
  // Infinity takes the place after the largest number.
  double beyond = ldexp(1, format.most);
  if (isinf(got))
    got = copysign(beyond, got);
  if (fabs(truth) > beyond)
    truth = copysign(beyond, truth);
  int exponent;
  frexp(truth, &exponent);
  exponent = exponent > format.most    ? format.most
             : exponent < format.least ? format.least
                                       : exponent;
  return fabs(got - truth) / ldexp(1, exponent - format.digits);
}

static float asFloat(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

enum { LENGTH = 4080 };

/// What functions are applied to: `count` floats, which become a !v and come
/// back from one.
static const struct Shape {
  const char *type;
  int count;
  const char *before, *after;
} vectors = {"vector<16xf32>", 16,
             "%x = vector.shape_cast %l : vector<16xf32> to !v",
             "%n = vector.shape_cast %y : !v to vector<16xf32>"},
  halves = {"vector<16xf16>", 16, "%x = arith.truncf %l : vector<16xf32> to !v",
            "%n = arith.extf %y : !v to vector<16xf32>"},
  others[] = {{"vector<2x8xf32>", 16,
               "%x = vector.shape_cast %l : vector<16xf32> to !v",
               "%n = vector.shape_cast %y : !v to vector<16xf32>"},
              {"vector<15xf32>", 15,
               "%x = vector.shape_cast %l : vector<15xf32> to !v",
               "%n = vector.shape_cast %y : !v to vector<15xf32>"},
              {"f32", 1, "%x = vector.extract %l[0] : !v from vector<1xf32>",
               "%n = vector.broadcast %y : !v to vector<1xf32>"}};

/// Appends an input with the words in its {{}} replaced.
static void fillInput(const char *name, const char *const values[][2],
                      int numValues, AsText *text) {
  const char *rest = readInput(name), *hole;
  while ((hole = strstr(rest, "{{")) != NULL) {
    asTextAppend(text, rest, (size_t)(hole - rest));
    hole += 2;
    int v = 0;
    while (v < numValues &&
           strncmp(hole, values[v][0], strlen(values[v][0])) != 0)
      v++;
    assert_in_range(v, 0, numValues - 1);
    asTextAppendString(text, values[v][1]);
    rest = strstr(hole, "}}") + 2;
  }
  asTextAppendString(text, rest);
}

static void writeKernel(const char *body, const struct Shape *shape,
                        AsText *text) {
  char count[16], length[16];
  snprintf(count, sizeof count, "%d", shape->count);
  snprintf(length, sizeof length, "%d", LENGTH);
  const char *const values[][2] = {
      {"type", shape->type},     {"count", count},   {"length", length},
      {"before", shape->before}, {"function", body}, {"after", shape->after}};
  fillInput("math/kernel.mlir", values, 6, text);
}

typedef struct Kernel {
  void *library;
  void (*entry)(void **);
} Kernel;

/// Whether functions come down to 2^x where they can, as for GPUs. It is
/// written out then: a machine's own may err by two places.
static bool hasExp2;

static Kernel compile(const char *body, const struct Shape *shape, AsFp fp) {
  Kernel kernel;
  AsText text = {0}, object = {0};
  writeKernel(body, shape, &text);
  if (hasExp2) {
    MlirModule module = parse(text.data);
    asExpandMath(module, true);
    asTextClear(&text);
    asIrPrint(mlirModuleGetOperation(module), &text);
    mlirModuleDestroy(module);
  }
  MlirModule module = lower(parse(text.data), fp);
  AsMachine *machine;
  AsError error = {0};
  if (asMachineCreate(target.triple, target.cpu, target.features, &machine,
                      &error) ||
      asCodegen(machine, module, &(AsCodegenOptions){.entry = "f"}, &object,
                NULL, &error))
    fail_msg("%s", error.message);
  asMachineDestroy(machine);
  char path[32];
  kernel.library = load(&object, path, "as_entry_f", &kernel.entry);
  asTextFree(&object);
  asTextFree(&text);
  mlirModuleDestroy(module);
  return kernel;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

typedef struct Worst {
  double distance;
  float at;
} Worst;

static void compare(const struct Function *function, const Kernel *kernel,
                    float *in, Format format, Worst *worst) {
  static float out[LENGTH];
  kernel->entry((void *[]){in, out});
  if (function->isAbsolute)
    format = absolute(format);
  for (int i = 0; i < LENGTH; i++) {
    double d = distance(out[i], function->truth(in[i]), format);
    if (d > worst->distance)
      *worst = (Worst){d, in[i]};
  }
}

static Worst overAllFloats(const struct Function *function,
                           const struct Shape *shape, AsFp fp, uint32_t step) {
  static float in[LENGTH];
  Worst worst = {0, 0};
  Kernel kernel = compile(function->body, shape, fp);
  int count = 0;
  for (int i = 0; i < NUM_SPECIALS; i++) {
    in[count++] = asFloat(specials[i]);
    in[count++] = asFloat(specials[i] | 0x80000000);
  }
  for (uint64_t bits = 0; bits < (uint64_t)1 << 32; count = 0) {
    for (; count < LENGTH; count++, bits += step)
      in[count] = asFloat((uint32_t)bits);
    compare(function, &kernel, in, f32, &worst);
  }
  dlclose(kernel.library);
  return worst;
}

static Worst overAllHalves(const struct Function *function) {
  static float in[LENGTH];
  Worst worst = {0, 0};
  Kernel kernel = compile(function->body, &halves, AS_FP_CONTRACT);
  for (uint32_t bits = 0; bits < 0x10000;) {
    for (int i = 0; i < LENGTH; i++, bits++) {
      uint16_t half = (uint16_t)bits;
      _Float16 value;
      memcpy(&value, &half, sizeof value);
      in[i] = (float)value;
    }
    compare(function, &kernel, in, f16, &worst);
  }
  dlclose(kernel.library);
  return worst;
}

/// Reports the worst; whether it is within the bound.
static bool isWithin(const struct Function *function, const char *what,
                     Worst worst, double bound) {
  printf("%-8s %-16s %.3f at %a%s\n", function->name, what, worst.distance,
         (double)worst.at, worst.distance <= bound ? "" : ": out of bounds");
  return worst.distance <= bound;
}

static void floatsAreWithinBounds(void **state) {
  bool good = true;
  for (int f = 0; f < NUM_FUNCTIONS; f++)
    good &=
        isWithin(&functions[f], "f32",
                 overAllFloats(&functions[f], &vectors, AS_FP_CONTRACT, stride),
                 functions[f].bound);
  assert_true(good);
}

static void boundsHoldByUnit(void **state) {
  bool good = true;
  hasExp2 = true;
  for (int f = 0; f < NUM_FUNCTIONS; f++)
    if (strncmp(functions[f].name, "exp", 3) == 0)
      good &= isWithin(
          &functions[f], "f32, by 2^x",
          overAllFloats(&functions[f], &vectors, AS_FP_CONTRACT, stride), 1.5);
  hasExp2 = false;
  assert_true(good);
}

/// A sum that may be reordered would undo what reductions of arguments do.
static void boundsHoldHoweverFast(void **state) {
  bool good = true;
  for (int f = 0; f < NUM_FUNCTIONS; f++)
    good &= isWithin(&functions[f], "f32, fast",
                     overAllFloats(&functions[f], &vectors, AS_FP_FAST, 100003),
                     1.5);
  assert_true(good);
}

static void boundsHoldInAnyShape(void **state) {
  bool good = true;
  for (int f = 0; f < NUM_FUNCTIONS; f++)
    for (size_t s = 0; s < sizeof others / sizeof *others; s++)
      if (others[s].count > 1 || !strstr(functions[f].body, "dense"))
        good &= isWithin(
            &functions[f], others[s].type,
            overAllFloats(&functions[f], &others[s], AS_FP_CONTRACT, 100003),
            functions[f].bound);
  assert_true(good);
}

static void boundsHoldWithoutFusedOperations(void **state) {
  AsTarget host = target;
  AsError error = {0};
  bool good = true;
  assert_int_equal(asTargetCreate("cpu:x86-64", 1, &arena, &target, &error),
                   AS_OK);
  for (int f = 0; f < NUM_FUNCTIONS; f++)
    good &= isWithin(
        &functions[f], "f32, not fused",
        overAllFloats(&functions[f], &vectors, AS_FP_CONTRACT, 10 * stride), 2);
  target = host;
  assert_true(good);
}

/// These are computed as floats, and rounded once more.
static void halvesAreRounded(void **state) {
  bool good = true;
  for (int f = 0; f < NUM_FUNCTIONS; f++)
    good &= isWithin(&functions[f], "f16", overAllHalves(&functions[f]), 0.501);
  assert_true(good);
}

/// Strict arithmetic and doubles are left to the C library.
static void othersAreCalls(void **state) {
  static const struct {
    const char *type;
    AsFp fp;
    bool isCall;
  } cases[] = {{"f32", AS_FP_CONTRACT, false},
               {"f32", AS_FP_STRICT, true},
               {"f64", AS_FP_CONTRACT, true},
               {"f16", AS_FP_CONTRACT, false},
               {"vector<8xbf16>", AS_FP_CONTRACT, false},
               {"vector<8xf32>", AS_FP_FAST, false},
               {"vector<8xf64>", AS_FP_FAST, true},
               {"vector<[4]xf32>", AS_FP_FAST, true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsText text = {0};
    const char *const values[][2] = {{"type", cases[i].type}};
    fillInput("math/exp.mlir", values, 1, &text);
    MlirModule module = lower(parse(text.data), cases[i].fp);
    assert_int_equal(contains(module, "llvm.intr.exp"), cases[i].isCall);
    mlirModuleDestroy(module);
    asTextFree(&text);
  }
}

int main(int argc, char **argv) {
  if (argc > 1)
    stride = (uint32_t)strtoul(argv[1], NULL, 10) | 1;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(floatsAreWithinBounds),
      cmocka_unit_test(boundsHoldByUnit),
      cmocka_unit_test(boundsHoldHoweverFast),
      cmocka_unit_test(boundsHoldInAnyShape),
      cmocka_unit_test(boundsHoldWithoutFusedOperations),
      cmocka_unit_test(halvesAreRounded),
      cmocka_unit_test(othersAreCalls),
  };
  return cmocka_run_group_tests_name("math", tests, setUp, tearDown);
}
