//===- merge-symmetric-products.c - Which products are one product
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two programs whose products with a symmetric matrix can be merged, and
// variants of them in which a piece of the text is replaced.
//
//===----------------------------------------------------------------------===//

#include "affine/raise/merge-symmetric-products.h"
#include "replace-text.h"

/// Whether products in the first loop of the first function are merged.
static bool merges(const char *text) {
  MlirModule module = parse(text);
  MlirOperation op =
      mlirBlockGetFirstOperation(asIrBody(firstOperation(module)));
  while (!asIrIsNamed(op, "affine.for"))
    op = mlirOperationGetNextInBlock(op);
  AsScop scop;
  AsAffineObstacle obstacle;
  if (!asScopCreate(&op, 1, &scop, &obstacle))
    fail_msg("%s", obstacle.why);
  bool done = asMergeSymmetricProducts(&scop);
  asScopDestroy(&scop);
  assert_true(mlirOperationVerify(mlirModuleGetOperation(module)));
  mlirModuleDestroy(module);
  return done;
}

/// A variant: pieces of the program, and the text in their place.
typedef struct Change {
  bool merges;
  struct {
    const char *text, *other;
  } pieces[3];
} Change;

static void check(const char *input, const Change *changes, size_t count) {
  const char *text = readInput(input);
  for (size_t c = 0; c < count; c++) {
    char changed[MAX_PROGRAM];
    snprintf(changed, sizeof changed, "%s", text);
    for (int p = 0; p < 3 && changes[c].pieces[p].text; p++)
      replaceText(changed, changes[c].pieces[p].text,
                  changes[c].pieces[p].other);
    if (merges(changed) != changes[c].merges)
      fail_msg("%s: %s", changes[c].merges ? "not merged" : "merged", changed);
  }
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

//===----------------------------------------------------------------------===//
// Sums in elements
//===----------------------------------------------------------------------===//

static void testElements(void **state) {
  static const Change changes[] = {
      {.merges = true},
      // Other matrices, but matrices.
      {true, {{"%A[%i, %k]", "%A[%k, %i]"}}},
      {true, {{"%A[%i, %i]", "%A[0, %i]"}}},
      {false, {{"%A[%i, %k]", "%A[%i, %j]"}}},
      {false,
       {{"%other = affine.load %A[%i, %k] : memref<16x16xf64>",
         "%other = affine.load %B[%k, %j] : memref<16x12xf64>"}}},
      // The same pairs of elements twice, or not at all.
      {false, {{"%B[%i, %j]", "%B[%k, %j]"}}},
      {false, {{"%4 = affine.load %B[%k, %j]", "%4 = affine.load %B[%i, %j]"}}},
      {false, {{"%9 = affine.load %B[%i, %j]", "%9 = affine.load %B[0, %j]"}}},
      {false, {{"affine_map<(i) -> (i)>", "affine_map<(i) -> (i + 1)>"}}},
      {false, {{"affine_map<(i) -> (i)>", "affine_map<(i) -> (i - 1)>"}}},
      {false, {{"%k = 0", "%k = 1"}}},
      {false, {{"%i = 0", "%i = 1"}}},
      // An index in which another loop cancels out, also by affine.apply, and
      // an index that is not a sum of multiples of loops.
      {true,
       {{"%other = affine.load %A[%i, %k]",
         "%other = affine.load %A[%i + 0 * %j, %k]"}}},
      {true,
       {{"%other = affine.load %A[%i, %k]",
         "%z = affine.apply affine_map<(i, j) -> (i)>(%i, %j)\n"
         "%other = affine.load %A[%z, %k]"}}},
      {false,
       {{"%other = affine.load %A[%i, %k]",
         "%other = affine.load %A[%i, %k floordiv 2]"}}},
      // Bounds that are not known where the matrix is gathered.
      {false,
       {{"affine.for %k = 0 to affine_map<(i) -> (i)>(%i)",
         "%u = affine.apply affine_map<(i) -> (i)>(%i)\n"
         "affine.for %k = 0 to affine_map<(i) -> (i)>(%u)"}}},
      {false,
       {{"affine_map<(i) -> (i)>(%i)",
         "affine_map<(i, j) -> (i + 0 * j)>(%i, %j)"}}},
      // Other scales, other operations, a factor that is written.
      {false, {{"%1 = arith.mulf %0, %alpha", "%1 = arith.mulf %0, %beta"}}},
      {false, {{"%8 = arith.addf", "%8 = arith.subf"}}},
      {false, {{"%8 = arith.addf", "%8 = arith.maximumf"}}},
      {false, {{"%9 = affine.load %B", "%9 = affine.load %C"}}},
      // The result or a factor is written by another statement.
      {false,
       {{"// end", "affine.store %scaled, %C[%i, %j] : memref<16x12xf64>"}}},
      {false,
       {{"// end", "affine.store %beta, %B[%i, %j] : memref<16x12xf64>"}}},
      {false,
       {{"// end", "affine.store %beta, %A[%i, 0] : memref<16x16xf64>"}}},
      {false,
       {{"affine.store %scaled, %C[%i, %j]",
         "affine.store %scaled, %C[0, %j]"}}},
      // Too few columns for a copy.
      {false, {{"%j = 0 to 12", "%j = 0 to 4"}}}};
  check("affine/symmetric-by-elements.mlir", changes, COUNT(changes));
}

//===----------------------------------------------------------------------===//
// Sums in scalars
//===----------------------------------------------------------------------===//

static void testScalars(void **state) {
  static const Change changes[] = {
      {.merges = true},
      // Other addends beside the sum and the product.
      {true, {{"%scaled, %9", "%zero, %9"}}},
      {false, {{"%11 = arith.addf %scaled, %9", "%11 = arith.addf %9, %9"}}},
      {false, {{"%12 = arith.addf %10, %11", "%12 = arith.subf %10, %11"}}},
      {false, {{"%12 = arith.addf %10, %11", "%12 = arith.mulf %10, %11"}}},
      {true, {{"%12 = arith.addf %10, %11", "%12 = arith.addf %10, %9"}}},
      // A scalar that does not start at zero, or has other users.
      {false, {{"affine.store %zero", "affine.store %beta"}}},
      {false, {{"affine.store %zero, %sum[]", "affine.store %zero, %known[]"}}},
      {false,
       {{"%sum = memref.alloca() : memref<f64>",
         "%row = memref.alloca() : memref<1xf64>\n"
         "%sum = memref.collapse_shape %row [] : memref<1xf64> into "
         "memref<f64>"}}},
      {false, {{"// end", "affine.store %10, %known[] : memref<f64>"}}},
      {false,
       {{"// end", "%x = affine.load %sum[] : memref<f64>\n"
                   "affine.store %x, %known[] : memref<f64>"}}},
      {false,
       {{"%scaled = arith.mulf %7, %beta", "%scaled = arith.mulf %7, %10"}}},
      {false,
       {{"affine.store %zero, %sum[] : memref<f64>",
         "affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {\n"
         "  affine.store %zero, %sum[] : memref<f64>\n"
         "}"}}},
      // A scalar that is read before it is summed up.
      {false,
       {{"affine.for %k", "%x = affine.load %sum[] : memref<f64>\n"
                          "%y = affine.load %C[%i, %j] : memref<16x12xf64>\n"
                          "%z = arith.mulf %y, %beta : f64\n"
                          "%v = affine.load %A[%i, %i] : memref<16x16xf64>\n"
                          "%u = affine.load %B[%i, %j] : memref<16x12xf64>\n"
                          "%t = arith.mulf %u, %v : f64\n"
                          "%s = arith.addf %z, %t : f64\n"
                          "%r = arith.addf %s, %x : f64\n"
                          "affine.store %r, %C[%i, %j] : memref<16x12xf64>\n"
                          "affine.for %k"},
        {"%10 = affine.load %sum[]", "%10 = affine.load %known[]"},
        {"affine.store %12, %C[%i, %j] : memref<16x12xf64>", ""}}},
      // The sum reads rows that are added to, or that were scaled before.
      {false, {{"%3 = affine.load %B", "%3 = affine.load %C"}}},
      {false, {{"%7 = affine.load %C[%i, %j]", "%7 = affine.load %C[0, %j]"}}},
      {false,
       {{"affine.store %12, %C[%i, %j]", "affine.store %12, %C[15 - %i, %j]"}}},
      {false, {{"%6 = arith.addf", "%6 = arith.subf"}}}};
  check("affine/symmetric-by-scalar.mlir", changes, COUNT(changes));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testElements),
                                     cmocka_unit_test(testScalars)};
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
