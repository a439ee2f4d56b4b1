//===- reference.c - What is taken to be right
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference has its loops in another order than the unscheduled program,
// and short numbers (bf16, i8) are rewritten. All of that must give the same
// results to the bit, and these must be those of the C code here.
//
//===----------------------------------------------------------------------===//

#include "matmul.h"
#include "support/random.h"
#include <math.h>

typedef struct Kernel {
  void *library;
  void (*entry)(void **);
} Kernel;

static Kernel compile(const char *input, const AsLowerOptions *options) {
  Kernel kernel;
  AsText object = {0};
  MlirModule module = parseInput(input);
  AsMachine *machine;
  AsError error = {0};
  AsCodegenOptions codegen = {.entry = "f",
                              .optimisation = options->isStock
                                                  ? AS_OPTIMISE_STOCK
                                                  : AS_OPTIMISE_SCHEDULED};
  if (asLowerModule(module, options, &error) ||
      asMachineCreate(target.triple, target.cpu, target.features, &machine,
                      &error) ||
      asCodegen(machine, module, &codegen, &object, NULL, &error))
    fail_msg("%s", error.message);
  asMachineDestroy(machine);
  char path[32];
  kernel.library = load(&object, path, "as_entry_f", &kernel.entry);
  asTextFree(&object);
  mlirModuleDestroy(module);
  return kernel;
}

static const AsLowerOptions stock = {.threads = 1,
                                     .fp = AS_FP_STRICT,
                                     .verify = true,
                                     .isStock = true},
                            reference = {.threads = 1,
                                         .fp = AS_FP_STRICT,
                                         .verify = true,
                                         .isStock = true,
                                         .isReference = true},
                            candidate = {.threads = 1,
                                         .fp = AS_FP_CONTRACT,
                                         .verify = true};

//===----------------------------------------------------------------------===//
// Order of loops
//===----------------------------------------------------------------------===//

enum { MOST = 1 << 14 };

/// Numbers of all magnitudes, so that another order of sums shows.
static void fill(float *values, uint64_t seed) {
  AsRandom random = {seed};
  for (int i = 0; i < MOST; i++) {
    uint64_t bits = asRandomBits(&random);
    int power = (int)(bits >> 60);
    values[i] = (float)((int)(bits & 0xffff) - 0x8000) / (float)(1 << power);
  }
}

/// Whether the loops have another order is seen from the lowered loops' bounds,
/// which differ: 24 is that of the lanes, 40 that of the sums.
static const char product[] = "reference/product.mlir",
                  convolution[] = "reference/convolution.mlir",
                  channelsFirst[] = "reference/channels-first.mlir",
                  rowSums[] = "reference/row-sums.mlir";

static void anotherOrderGivesTheSameBits(void **state) {
  static float a[MOST], b[MOST], expected[MOST], actual[MOST];
  fill(a, 1);
  fill(b, 2);
  const char *const programs[] = {product, convolution, channelsFirst, rowSums};
  for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
    memset(expected, 0, sizeof expected);
    memset(actual, 0, sizeof actual);
    Kernel before = compile(programs[p], &stock);
    Kernel after = compile(programs[p], &reference);
    before.entry((void *[]){a, b, expected});
    after.entry((void *[]){a, b, actual});
    if (memcmp(expected, actual, sizeof expected) != 0)
      fail_msg("%s differs", programs[p]);
    assert_true(expected[0] != 0);
    dlclose(before.library);
    dlclose(after.library);
  }
}

/// Where the last loop of the lowered program ends.
static long lastBound(const char *input, const AsLowerOptions *options) {
  MlirModule module = parseInput(input);
  AsError error = {0};
  if (asLowerModule(module, options, &error))
    fail_msg("%s", error.message);
  AsText printed = {0}, name = {0};
  asIrPrint(mlirModuleGetOperation(module), &printed);
  // The comparison of the innermost loop comes last in the order of blocks.
  const char *compare = NULL;
  for (const char *at = printed.data;
       (at = strstr(at, "llvm.icmp \"slt\"")) != NULL; at++)
    compare = at;
  assert_non_null(compare);
  const char *bound = strchr(compare, ',') + 2;
  asTextAppend(&name, bound, strcspn(bound, " "));
  asTextAppendString(&name, " = llvm.mlir.constant(");
  const char *constant = strstr(printed.data, name.data);
  assert_non_null(constant);
  long value = atol(constant + name.length);
  asTextFree(&printed);
  asTextFree(&name);
  mlirModuleDestroy(module);
  return value;
}

static void lanesGoInnermost(void **state) {
  assert_int_equal(lastBound(product, &stock), 40);
  assert_int_equal(lastBound(product, &reference), 24);
  assert_int_equal(lastBound(channelsFirst, &stock), 3);
  assert_int_equal(lastBound(channelsFirst, &reference), 24);
  assert_int_equal(lastBound(rowSums, &reference), 40);
}

//===----------------------------------------------------------------------===//
// bf16
//===----------------------------------------------------------------------===//

enum { LENGTH = 1 << 16 };

static float widened(uint16_t bits) {
  uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, sizeof value);
  return value;
}

/// The nearer neighbour, of two the even one, found without arithmetic on the
/// bits: by comparing distances as doubles, in which all of this is exact.
static uint16_t nearest(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint16_t below = (uint16_t)(bits >> 16); // Towards zero.
  if (value != value)
    return (uint16_t)(below | 0x40);
  uint16_t above = (uint16_t)(below + 1);
  double low = fabs((double)widened(below)),
         high = fabs((double)widened(above));
  if (low == INFINITY)
    return below;
  if (high == INFINITY)
    high = 0x1p128; // What takes the place after the largest number.
  double mine = fabs((double)value), middle = (low + high) / 2;
  return mine < middle || (mine == middle && below % 2 == 0) ? below : above;
}

static void everyBf16IsWidened(void **state) {
  static uint16_t in[LENGTH];
  static float out[LENGTH];
  Kernel kernel = compile("reference/widen-bf16.mlir", &candidate);
  for (int i = 0; i < LENGTH; i++)
    in[i] = (uint16_t)i;
  kernel.entry((void *[]){in, out});
  for (int i = 0; i < LENGTH; i++) {
    float expected = widened((uint16_t)i);
    assert_memory_equal(&out[i], &expected, sizeof expected);
  }
  dlclose(kernel.library);
}

/// All upper halves with lower halves around the middle, and others.
static void floatsAreRoundedToTheNearest(void **state) {
  static const uint32_t lows[] = {0,      1,      2,      0x7ffe, 0x7fff,
                                  0x8000, 0x8001, 0xfffe, 0xffff, 0x1234};
  static float in[LENGTH];
  static uint16_t out[LENGTH];
  static const AsFp modes[] = {AS_FP_STRICT, AS_FP_CONTRACT, AS_FP_FAST};
  for (size_t m = 0; m < 3; m++) {
    AsLowerOptions options = candidate;
    options.fp = modes[m];
    Kernel kernel = compile("reference/round-to-bf16.mlir", &options);
    for (size_t l = 0; l < sizeof lows / sizeof *lows; l++) {
      for (uint32_t i = 0; i < LENGTH; i++) {
        uint32_t bits = i << 16 | lows[l];
        memcpy(&in[i], &bits, sizeof bits);
      }
      kernel.entry((void *[]){in, out});
      for (int i = 0; i < LENGTH; i++)
        if (out[i] != nearest(in[i]))
          fail_msg("%a becomes %04x, not %04x", (double)in[i], out[i],
                   nearest(in[i]));
    }
    dlclose(kernel.library);
  }
}

/// Each product and each sum is rounded, as the program says.
static void strictBf16IsRoundedThroughout(void **state) {
  static uint16_t a[16 * 40], b[40 * 24], c[16 * 24];
  AsRandom random = {3};
  for (int i = 0; i < 16 * 40; i++)
    a[i] = nearest((float)(asRandomBits(&random) >> 40) * 0x1p-24f - 0.5f);
  for (int i = 0; i < 40 * 24; i++)
    b[i] = nearest((float)(asRandomBits(&random) >> 40) * 0x1p-24f - 0.5f);
  Kernel kernel = compile("reference/product-bf16.mlir", &reference);
  kernel.entry((void *[]){a, b, c});
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 24; j++) {
      uint16_t sum = 0;
      for (int k = 0; k < 40; k++)
        sum = nearest(widened(sum) + widened(nearest(widened(a[40 * i + k]) *
                                                     widened(b[24 * k + j]))));
      assert_int_equal(c[24 * i + j], sum);
    }
  dlclose(kernel.library);
}

/// A fused operation rounds once where that is allowed, else twice.
static void productsAreRoundedWhereStrict(void **state) {
  static const AsFp modes[] = {AS_FP_STRICT, AS_FP_CONTRACT};
  int different = 0;
  for (int m = 0; m < 2; m++) {
    AsLowerOptions options = candidate;
    options.fp = modes[m];
    Kernel kernel = compile("reference/fma-bf16.mlir", &options);
    uint16_t in[16], out[16];
    for (int i = 0; i < 16; i++)
      in[i] = (uint16_t)(0x3f81 + 3 * i);
    kernel.entry((void *[]){in, out});
    for (int i = 0; i < 16; i++) {
      float x = widened(in[i]);
      uint16_t once = nearest(x * x + x);
      uint16_t twice = nearest(widened(nearest(x * x)) + x);
      assert_int_equal(out[i], modes[m] == AS_FP_STRICT ? twice : once);
      different += once != twice;
    }
    dlclose(kernel.library);
  }
  assert_true(different > 0);
}

static int8_t byteAt(AsRandom *random) {
  return (int8_t)(asRandomBits(random) >> 56);
}

/// Two steps of a sum become one; signed bytes times unsigned ones.
static const char bytes[] = "reference/products-of-bytes.mlir";

static void productsOfBytesArePaired(void **state) {
  MlirModule module = lower(parseInput(bytes), AS_FP_CONTRACT);
  assert_true(contains(module, "llvm.mul"));
  assert_true(contains(module, "vector<32xi32>"));
  mlirModuleDestroy(module);
  Kernel kernel = compile(bytes, &candidate);
  AsRandom random = {5};
  for (int trial = 0; trial < 100; trial++) {
    int8_t a[2];
    uint8_t b[2][16];
    int32_t c[16], out[16];
    for (int k = 0; k < 2; k++) {
      a[k] = trial ? byteAt(&random) : INT8_MIN;
      for (int i = 0; i < 16; i++)
        b[k][i] = trial ? (uint8_t)byteAt(&random) : UINT8_MAX;
    }
    for (int i = 0; i < 16; i++)
      c[i] = (int32_t)(asRandomBits(&random) >> 36);
    kernel.entry((void *[]){a, b, c, out});
    for (int i = 0; i < 16; i++)
      assert_int_equal(out[i], c[i] + a[0] * b[0][i] + a[1] * b[1][i]);
  }
  dlclose(kernel.library);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(anotherOrderGivesTheSameBits),
      cmocka_unit_test(lanesGoInnermost),
      cmocka_unit_test(everyBf16IsWidened),
      cmocka_unit_test(floatsAreRoundedToTheNearest),
      cmocka_unit_test(strictBf16IsRoundedThroughout),
      cmocka_unit_test(productsAreRoundedWhereStrict),
      cmocka_unit_test(productsOfBytesArePaired),
  };
  return cmocka_run_group_tests_name("reference", tests, setUp, tearDown);
}
