//===- turn-narrow-products.c - Turn products with few or odd columns
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the transpose of products whose result has few columns, where an
// operand has the rows of the result contiguous. Runs for CPUs only.
//
// Vectors lie along the last dimension of the result. One with two columns
// fills two of eight lanes. If the first operand is transposed, its columns are
// contiguous, so that the transposed result has as many lanes as it has rows,
// and the operand is read as it lies in memory. To transpose the few columns
// afterwards takes little. Each sum has the same terms in the same order.
//
// If the first operand has what is summed up contiguous, and that is long, the
// second one is transposed before: few columns are few elements. Vectors then
// lie along the sum in both (sketch/rules/cpu/dot-products.c), which fills all
// lanes. That takes sums in another order.
//
// If both operands have what is summed up contiguous, the second one is packed
// by squares that are turned in registers. Where its extents are no multiples
// of these, each tile would gather its lanes. So it is transposed as a whole,
// unless it is large and has few rows to serve, or several threads share it.
// Batches are transposed as well, but for scores of attention. Each sum has the
// same terms in the same order.
//
// Requires:    linalg on tensors.
// Provides:    such products of floats that start from a fill have their rows
//              as lanes, and a linalg.transpose behind them; or both operands
//              have the sum contiguous, or the second one the columns, and a
//              linalg.transpose is before them.
// Invalidates: named contractions that are rewritten become linalg.generic.
//
//   %0 = linalg.matmul indexing_maps = [(m,n,k) -> (k,m), (m,n,k) -> (k,n),
//       (m,n,k) -> (m,n)]
//       ins(%a, %b : tensor<900x312xf32>, tensor<900x2xf32>) outs(%zeros : ...)
// becomes
//   %t = linalg.generic {indexing_maps = [(n,m,k) -> (k,n), (n,m,k) -> (k,m),
//       (n,m,k) -> (n,m)]} ins(%b, %a : ...) outs(%z : tensor<2x312xf32>) ...
//   %0 = linalg.transpose ins(%t : ...) ... permutation = [1, 0]
// and
//   %0 = linalg.matmul
//       ins(%a, %b : tensor<305x645xf32>, tensor<645x5xf32>) outs(%zeros : ...)
// becomes
//   %t = linalg.transpose ins(%b : ...) ... permutation = [1, 0]
//   %0 = linalg.generic {indexing_maps = [(m,n,k) -> (m,k), (m,n,k) -> (n,k),
//       (m,n,k) -> (m,n)]} ins(%a, %t : ...) outs(%zeros : ...) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

/// A product that is turned.
typedef struct Product {
  intptr_t row;    ///< Loop of the last dimension but one of the result, or -1
                   ///< for the product of a vector.
  intptr_t column; ///< Loop of the last dimension of the result.
  int wide;        ///< The operand that is not indexed by the columns.
} Product;

/// Whether both operands have floats of the result's type.
static bool isOfOneFloat(MlirOperation op) {
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (int i = 0; i < 2; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
        !mlirTypeEqual(mlirShapedTypeGetElementType(type), element))
      return false;
  }
  return mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
}

/// Whether the result is so narrow, and so long, and of such sums, that turning
/// it pays: rows of it fill half of a vector at most, columns several, and what
/// is summed up outweighs the transpose.
static bool hasNarrowRows(MlirType result, int64_t terms) {
  enum { fewestTerms = 32, vectorBytes = 32, fewestVectors = 2 };
  intptr_t rank = mlirShapedTypeGetRank(result);
  int64_t bytes = asIrElementBits(result) / 8;
  int64_t row = bytes * mlirShapedTypeGetDimSize(result, rank - 1),
          column = bytes * mlirShapedTypeGetDimSize(result, rank - 2);
  return row > bytes && row <= vectorBytes / 2 &&
         column >= fewestVectors * vectorBytes && terms >= fewestTerms;
}

/// The terms of a sum: the elements of the wide operand for each of its rows.
static int64_t numTerms(MlirOperation op, int operand, MlirAffineMap result) {
  MlirAffineMap map = asGenericMap(op, operand);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, operand));
  int64_t terms = 1;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (!asGenericMapUses(result, asGenericMapLoop(map, r)))
      terms *= mlirShapedTypeGetDimSize(type, r);
  return terms;
}

/// Whether it is a product of floats that starts from a fill, the result's last
/// two dimensions indexing one operand each; or it has one dimension.
static bool isProduct(MlirOperation op, Product *product) {
  if (!asGenericIsProduct(op) || !asGenericSums(op) ||
      !asIrIsMadeBy(mlirOperationGetOperand(op, 2), "linalg.fill"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAffineMap result = asGenericMap(op, 2);
  intptr_t rank = mlirAffineMapGetNumResults(result);
  if (rank < 1 || !mlirShapedTypeHasStaticShape(type) || !isOfOneFloat(op))
    return false;
  for (int i = 0; i < 3; i++)
    if (!mlirAffineMapIsProjectedPermutation(asGenericMap(op, i)))
      return false;
  product->column = asGenericMapLoop(result, rank - 1);
  product->wide = !asGenericMapUses(asGenericMap(op, 1), product->column);
  MlirAffineMap wide = asGenericMap(op, product->wide),
                other = asGenericMap(op, 1 - product->wide);
  product->row = rank > 1 ? asGenericMapLoop(result, rank - 2) : -1;
  return asGenericMapUses(other, product->column) &&
         !asGenericMapUses(wide, product->column) &&
         (rank == 1 || (asGenericMapUses(wide, product->row) &&
                        !asGenericMapUses(other, product->row)));
}

/// Whether the result is turned: its rows are contiguous in an operand.
static bool isNarrowProduct(MlirOperation op, const Product *product) {
  return product->row >= 0 &&
         asGenericLastLoop(asGenericMap(op, product->wide)) == product->row &&
         hasNarrowRows(mlirValueGetType(mlirOperationGetResult(op, 0)),
                       numTerms(op, product->wide, asGenericMap(op, 2)));
}

/// The fewest rows for which it pays to transpose a factor with columns of so
/// many bytes. Weights are transposed once, others in each run: with several
/// threads that takes longer than with one.
static int64_t rowsToTurn(MlirValue factor, int64_t bytes) {
  return bytes <= 16 ? 1 : bytes <= 20 ? 8 : asIrIsFixed(factor) ? 24 : 96;
}

/// Whether columns of so many bytes leave lanes idle: seven or eight floats
/// fill a vector of AVX2 as they are.
static bool leaveLanesIdle(int64_t bytes) { return bytes <= 24 || bytes > 32; }

/// Whether rows of so many bytes lie in a few sets of the first cache, so that
/// it keeps no tile of them for the next step of the sum.
static bool shareSets(int64_t bytes) { return bytes % 2048 == 0; }

/// Whether the factor with the few columns is turned, so that both have what is
/// summed up contiguous: the columns are fewer than the lanes of AVX-512, and
/// sums are so long that adding up a vector at the end of each takes little.
/// Few rows are few sums, which wait for themselves, and that takes longer than
/// the transpose of many columns.
static bool hasLongSums(MlirOperation op, const Product *product) {
  enum { mostBytes = 48, vectorBytes = 64 };
  MlirAffineMap other = asGenericMap(op, 1 - product->wide);
  intptr_t rank = mlirAffineMapGetNumResults(other),
           sum = asGenericLastLoop(asGenericMap(op, product->wide));
  if (sum == product->row || rank < 2 ||
      asGenericMapLoop(other, rank - 1) != product->column ||
      asGenericMapLoop(other, rank - 2) != sum ||
      asGenericMapUses(asGenericMap(op, 2), sum))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0)),
           factor =
               mlirValueGetType(mlirOperationGetOperand(op, 1 - product->wide));
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  int64_t bytes = asIrElementBits(type) / 8,
          rows =
              product->row < 0 ? 1 : mlirShapedTypeGetDimSize(type, last - 1),
          columns = mlirShapedTypeGetDimSize(type, last),
          terms = mlirShapedTypeGetDimSize(factor, rank - 2);
  return columns > 1 && columns * bytes <= mostBytes &&
         rows >= rowsToTurn(mlirOperationGetOperand(op, 1 - product->wide),
                            columns * bytes) &&
         (leaveLanesIdle(columns * bytes) || shareSets(terms * bytes)) &&
         terms * bytes >= columns * vectorBytes &&
         numTerms(op, product->wide, asGenericMap(op, 2)) == terms;
}

/// Whether a product takes the value, as it is or by way of other operations.
/// Says so as well when it has looked at as many of these as are `left`.
static bool leadsToProduct(MlirValue value, int *left) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (--*left < 0 || asGenericIsProduct(user))
      return true;
    for (intptr_t r = 0; r < mlirOperationGetNumResults(user); r++)
      if (leadsToProduct(mlirOperationGetResult(user, r), left))
        return true;
  }
  return false;
}

/// Whether it may be the scores of attention, which turns keys by itself: a
/// product in batches that another one depends on.
static bool mayBeScores(MlirOperation op) {
  enum { rank = 2 };
  int left = 256;
  MlirValue result = mlirOperationGetResult(op, 0);
  return mlirShapedTypeGetRank(mlirValueGetType(result)) > rank &&
         leadsToProduct(result, &left);
}

/// Whether it is A x B^T, perhaps of batches: each operand has the batches
/// first and what is summed up last.
static bool hasTransposedFactor(const Product *product, MlirAffineMap wide,
                                MlirAffineMap other, MlirAffineMap result) {
  intptr_t rank = mlirAffineMapGetNumResults(result);
  if (product->row < 0 || mlirAffineMapGetNumResults(wide) != rank ||
      mlirAffineMapGetNumResults(other) != rank ||
      asGenericMapLoop(wide, rank - 2) != product->row ||
      asGenericMapLoop(other, rank - 2) != product->column ||
      asGenericLastLoop(wide) != asGenericLastLoop(other))
    return false;
  for (intptr_t r = 0; r < rank - 2; r++)
    if (asGenericMapLoop(wide, r) != asGenericMapLoop(result, r) ||
        asGenericMapLoop(other, r) != asGenericMapLoop(result, r))
      return false;
  return true;
}

/// The bytes of a matrix, or of each one in a batch; *batches is how many there
/// are.
static int64_t matrixBytes(MlirType type, int64_t *batches) {
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t bytes = asIrElementBits(type) / 8;
  *batches = 1;
  for (intptr_t r = 0; r < rank; r++)
    *(r < rank - 2 ? batches : &bytes) *= mlirShapedTypeGetDimSize(type, r);
  return bytes;
}

/// Whether so many threads gain if a factor is transposed before: what one of
/// them has turned the others fetch from its cache. They do with enough rows,
/// or if it is small, or where each has whole batches of a factor that is large
/// in all, so that most have turned what they read. Weights are turned once.
static bool gainThreads(MlirValue value, int64_t rows, int threads) {
  enum { manyRows = 192, smallBytes = 48 << 10, largeBytes = 256 << 10 };
  int64_t batches,
      bytes = matrixBytes(mlirValueGetType(value), &batches) * batches;
  return threads == 1 || rows >= manyRows || bytes <= smallBytes ||
         asIrIsFixed(value) || (batches % threads == 0 && bytes >= largeBytes);
}

/// Whether a sum of so many terms for each row and column is better computed
/// along them: by the rule dots, with vectors of AVX-512.
static bool areDots(int64_t rows, int64_t columns, int64_t terms,
                    int64_t lanes) {
  enum { few = 16 };
  int64_t side = rows < columns ? rows : columns;
  return side <= few && terms >= side * lanes;
}

/// Whether the second factor has what is summed up contiguous, as the first
/// one, and cannot be turned by squares of AVX-512 when it is packed, or is so
/// small that packing takes longer; and whether to transpose it takes less than
/// gathering lanes from it. It does but for large factors of few rows, more of
/// them if lanes share sets of a cache, and for tiny ones.
static bool hasOddFactor(MlirOperation op, const Product *product,
                         int threads) {
  enum {
    vectorBytes = 64,
    tinyBytes = 1 << 10,
    smallBytes = 6 << 10,
    largeBytes = 1 << 20,
    manyRows = 48,
    manyFarRows = 17
  };
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0)),
           factor =
               mlirValueGetType(mlirOperationGetOperand(op, 1 - product->wide));
  if (!hasTransposedFactor(product, asGenericMap(op, product->wide),
                           asGenericMap(op, 1 - product->wide),
                           asGenericMap(op, 2)))
    return false;
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  int64_t bytes = asIrElementBits(type) / 8, lanes = vectorBytes / bytes,
          rows = mlirShapedTypeGetDimSize(type, last - 1),
          columns = mlirShapedTypeGetDimSize(factor, last - 1),
          terms = mlirShapedTypeGetDimSize(factor, last), batches,
          each = matrixBytes(factor, &batches);
  MlirValue other = mlirOperationGetOperand(op, 1 - product->wide);
  bool isOdd = columns % lanes != 0 || terms % lanes != 0,
       isSmall = each <= smallBytes && !asIrIsFixed(other);
  int64_t many = shareSets(terms * bytes) ? manyFarRows : manyRows;
  return terms > 1 && !areDots(rows, columns, terms, lanes) &&
         (isOdd || isSmall) && each * batches >= tinyBytes &&
         (each <= largeBytes || rows >= many) &&
         gainThreads(other, rows, threads) && !mayBeScores(op);
}

/// The map with the two loops of the product in each other's place.
static MlirAffineMap swapped(MlirAffineMap map, const Product *product) {
  return asGenericSwapLoops(map, product->row, product->column);
}

/// The map of the result with its last two dimensions in each other's place.
static MlirAffineMap turned(MlirAffineMap map) {
  MlirAffineExpr indices[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++)
    indices[r] = mlirAffineMapGetResult(map, r < rank - 2    ? r
                                             : r == rank - 1 ? rank - 2
                                                             : rank - 1);
  return mlirAffineMapGet(mlirAffineMapGetContext(map),
                          mlirAffineMapGetNumDims(map), 0, rank, indices);
}

/// The order of dimensions with the last two in each other's place.
static void turnOrder(MlirType type, int64_t *order) {
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++)
    order[r] = r < rank - 2 ? r : r == rank - 1 ? rank - 2 : rank - 1;
}

static void turnResult(MlirOperation op, const Product *product) {
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(op, 2), "linalg.fill");
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t order[AS_MOST_DIMENSIONS];
  turnOrder(type, order);
  MlirValue output = asGraphInsertFill(op, mlirOperationGetOperand(fill, 0),
                                       asGraphPermuted(type, order));
  // The rows of the turned result are those of the first operand.
  MlirValue inputs[] = {mlirOperationGetOperand(op, 1 - product->wide),
                        mlirOperationGetOperand(op, product->wide)};
  MlirAffineMap maps[] = {swapped(asGenericMap(op, 1 - product->wide), product),
                          swapped(asGenericMap(op, product->wide), product),
                          turned(swapped(asGenericMap(op, 2), product))};
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation generic = asGenericCreate(op, 2, inputs, output, maps, body);
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(op, 0),
      asGraphInsertTranspose(op, mlirOperationGetResult(generic, 0), order));
  mlirOperationDestroy(op);
}

static void turnFactor(MlirOperation op, const Product *product) {
  int factor = 1 - product->wide;
  MlirValue inputs[] = {mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1)};
  MlirAffineMap maps[] = {asGenericMap(op, 0), asGenericMap(op, 1),
                          asGenericMap(op, 2)};
  int64_t order[AS_MOST_DIMENSIONS];
  turnOrder(mlirValueGetType(inputs[factor]), order);
  inputs[factor] = asGraphInsertTranspose(op, inputs[factor], order);
  maps[factor] = turned(maps[factor]);
  asGenericReplace(op, 2, inputs, maps);
}

typedef struct Turning {
  bool mayReorder;
  int threads;
} Turning;

static MlirWalkResult turn(MlirOperation op, void *context) {
  const Turning *turning = context;
  Product product;
  if (!isProduct(op, &product))
    return MlirWalkResultAdvance;
  if (isNarrowProduct(op, &product))
    turnResult(op, &product);
  else if ((turning->mayReorder && hasLongSums(op, &product)) ||
           hasOddFactor(op, &product, turning->threads))
    turnFactor(op, &product);
  else
    return MlirWalkResultAdvance;
  return MlirWalkResultSkip;
}

void asGraphTurnNarrowProducts(MlirModule module, bool mayReorder,
                               int threads) {
  Turning turning = {mayReorder, threads};
  mlirOperationWalk(mlirModuleGetOperation(module), turn, &turning,
                    MlirWalkPostOrder);
}
