//===- size-symbols.c - The sizes that a caller chooses
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See size-symbols.h. Requires linalg in place of what front ends write.
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-symbols.h"
#include "graph/sizes/size-analysis.h"
#include "graph/sizes/size-maximum.h"
#include "ir/function-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Func.h"
#include "support/arena.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Naming {
  MlirModule module;
  AsStatus status;
  AsError *error;
} Naming;

static MlirType typeOf(MlirOperation function) {
  return mlirTypeAttrGetValue(asIrAttribute(function, "function_type"));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isName(MlirAttribute attribute) {
  if (!mlirAttributeIsAString(attribute))
    return false;
  MlirStringRef name = mlirStringAttrGetValue(attribute);
  bool is = name.length > 0 && !isdigit((unsigned char)name.data[0]);
  for (size_t i = 0; i < name.length; i++)
    is &= isalnum((unsigned char)name.data[i]) || name.data[i] == '_';
  return is;
}

/// The names that an argument gives to its `count` dynamic dimensions; null
/// where it gives none.
static AsStatus readNames(MlirOperation function, intptr_t argument,
                          intptr_t count, MlirAttribute *names,
                          AsError *error) {
  MlirAttribute all = asIrAttribute(function, "arg_attrs"), list = {NULL};
  if (!mlirAttributeIsNull(all))
    list = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(all, argument), asIrString(AS_SIZES_ATTRIBUTE));
  bool isGiven = !mlirAttributeIsNull(list);
  bool isRight = !isGiven || (mlirAttributeIsAArray(list) &&
                              mlirArrayAttrGetNumElements(list) == count);
  for (intptr_t i = 0; i < count && isRight; i++) {
    names[i] = (MlirAttribute){NULL};
    if (isGiven)
      names[i] = mlirArrayAttrGetElement(list, i);
    isRight = !isGiven || isName(names[i]);
  }
  if (isRight)
    return AS_OK;
  AsText why = {0};
  asTextFormat(&why,
               AS_SIZES_ATTRIBUTE
               " of argument %lld: expected a list with a name, of letters, "
               "digits and _, for each of its %lld dynamic dimensions",
               (long long)argument, (long long)count);
  AsStatus status = asIrFailAt(function, AS_INVALID_INPUT, why.data, error);
  asTextFree(&why);
  return status;
}

/// The names of all symbols of the analysis. The caller frees the list.
static AsStatus listNames(MlirOperation function, MlirAttribute **names,
                          AsError *error) {
  MlirType type = typeOf(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type), total = 0;
  *names = NULL;
  AsStatus status = AS_OK;
  for (intptr_t i = 0; i < inputs && !status; i++) {
    intptr_t count = asNumDynamicDims(mlirFunctionTypeGetInput(type, i));
    *names = asRealloc(*names, sizeof **names * (size_t)(total + count + 1));
    status = readNames(function, i, count, *names + total, error);
    total += count;
  }
  return status;
}

/// The symbols that stand for themselves, in order: what callers choose.
typedef struct Chosen {
  intptr_t count;
  MlirAffineExpr *numbered; ///< What to call each symbol of the analysis.
  MlirAttribute *names;
} Chosen;

static bool isTaken(const Chosen *chosen, MlirAttribute name) {
  bool is = false;
  for (intptr_t c = 0; c < chosen->count; c++)
    is |= mlirAttributeEqual(chosen->names[c], name);
  return is;
}

/// d0, d1, ... for symbols that were given no name.
static void nameOthers(MlirContext context, Chosen *chosen) {
  int next = 0;
  for (intptr_t c = 0; c < chosen->count; c++)
    while (mlirAttributeIsNull(chosen->names[c])) {
      char name[24];
      snprintf(name, sizeof name, "d%d", next++);
      MlirAttribute attribute = mlirStringAttrGet(context, asIrString(name));
      if (!isTaken(chosen, attribute))
        chosen->names[c] = attribute;
    }
}

/// A symbol gets the first name that one of its dimensions was given.
static Chosen choose(MlirContext context, const AsSizeSummary *summary,
                     const MlirAttribute *names) {
  size_t room = (size_t)summary->numSymbols + 1;
  Chosen chosen = {0, asAlloc(sizeof(MlirAffineExpr) * room),
                   asAlloc(sizeof(MlirAttribute) * room)};
  for (intptr_t s = 0; s < summary->numSymbols; s++) {
    intptr_t root = mlirAffineSymbolExprGetPosition(summary->symbols[s]);
    if (root == s) {
      chosen.names[chosen.count] = (MlirAttribute){NULL};
      chosen.numbered[s] = mlirAffineSymbolExprGet(context, chosen.count++);
    }
    chosen.numbered[s] = chosen.numbered[root];
    intptr_t number = mlirAffineSymbolExprGetPosition(chosen.numbered[s]);
    if (mlirAttributeIsNull(chosen.names[number]))
      chosen.names[number] = names[s];
  }
  nameOthers(context, &chosen);
  return chosen;
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static MlirAffineMap mapOf(MlirContext context, const Chosen *chosen,
                           intptr_t count, MlirAffineExpr *exprs) {
  for (intptr_t i = 0; i < count; i++)
    exprs[i] = asSizeSubstitute(exprs[i], chosen->numbered, NULL);
  return mlirAffineMapGet(context, 0, chosen->count, count, exprs);
}

/// The dimensions of arguments, by the symbols of the analysis, then those of
/// results. The caller frees the list.
static MlirAffineExpr *listDims(MlirOperation function,
                                const AsSizeSummary *summary, intptr_t *count) {
  MlirContext context = mlirOperationGetContext(function);
  MlirBlock body = asIrBody(function);
  MlirAffineExpr *dims = NULL;
  intptr_t symbol = 0;
  *count = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    intptr_t rank = asIsRanked(type) ? mlirShapedTypeGetRank(type) : 0;
    dims = asRealloc(dims, sizeof *dims * (size_t)(*count + rank + 1));
    for (intptr_t d = 0; d < rank; d++)
      dims[(*count)++] = mlirShapedTypeIsDynamicDim(type, d)
                             ? summary->symbols[symbol++]
                             : mlirAffineConstantExprGet(
                                   context, mlirShapedTypeGetDimSize(type, d));
  }
  dims = asRealloc(dims, sizeof *dims *
                             (size_t)(*count + summary->numResultDims + 1));
  for (intptr_t d = 0; d < summary->numResultDims; d++)
    dims[(*count)++] = summary->resultDims[d];
  return dims;
}

static void writeSymbols(MlirOperation function, AsSizeSummary *summary,
                         const MlirAttribute *names) {
  MlirContext context = mlirOperationGetContext(function);
  Chosen chosen = choose(context, summary, names);
  intptr_t count;
  MlirAffineExpr *dims = listDims(function, summary, &count);
  const struct {
    const char *key;
    MlirAttribute value;
  } members[] = {
      {"names", mlirArrayAttrGet(context, chosen.count, chosen.names)},
      {"shapes", mlirAffineMapAttrGet(mapOf(context, &chosen, count, dims))},
      {"zeros", mlirAffineMapAttrGet(mapOf(context, &chosen, summary->numZeros,
                                           summary->zeros))}};
  MlirNamedAttribute named[3];
  for (int m = 0; m < 3; m++)
    named[m] = mlirNamedAttributeGet(
        mlirIdentifierGet(context, asIrString(members[m].key)),
        members[m].value);
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_SYMBOLS_ATTRIBUTE),
      mlirDictionaryAttrGet(context, 3, named));
  free(dims);
  free(chosen.numbered);
  free(chosen.names);
}

bool asSymbolsGet(MlirOperation function, AsSymbols *symbols) {
  MlirAttribute all = mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_SYMBOLS_ATTRIBUTE));
  if (mlirAttributeIsNull(all))
    return false;
  symbols->names = mlirDictionaryAttrGetElementByName(all, asIrString("names"));
  symbols->count = mlirArrayAttrGetNumElements(symbols->names);
  symbols->shapes = mlirAffineMapAttrGetValue(
      mlirDictionaryAttrGetElementByName(all, asIrString("shapes")));
  symbols->zeros = mlirAffineMapAttrGetValue(
      mlirDictionaryAttrGetElementByName(all, asIrString("zeros")));
  return true;
}

static void appendPrinted(MlirStringRef part, void *text) {
  asTextAppend(text, part.data, part.length);
}

/// Prints an operand of a maximum: "d0 max (d1 - 2)".
static void printOperand(const AsSymbols *symbols, MlirAffineExpr expr,
                         AsText *text) {
  MlirAffineExpr left, right;
  bool isBracketed =
      mlirAffineExprIsABinary(expr) && !asSizeIsMaximum(expr, &left, &right);
  asTextAppendString(text, isBracketed ? "(" : "");
  asSymbolsPrint(symbols, expr, text);
  asTextAppendString(text, isBracketed ? ")" : "");
}

void asSymbolsPrint(const AsSymbols *symbols, MlirAffineExpr expr,
                    AsText *text) {
  MlirAffineExpr left, right;
  if (asSizeIsMaximum(expr, &left, &right)) {
    printOperand(symbols, left, text);
    asTextAppendString(text, " max ");
    printOperand(symbols, right, text);
    return;
  }
  AsText printed = {0};
  mlirAffineExprPrint(expr, appendPrinted, &printed);
  for (const char *next = asTextString(&printed); *next;) {
    char *end = NULL;
    if (*next == 's') // No word of an expression begins with one.
      end = (char *)next + 1 + strspn(next + 1, "0123456789");
    if (end) {
      MlirStringRef name = mlirStringAttrGetValue(
          mlirArrayAttrGetElement(symbols->names, strtol(next + 1, NULL, 10)));
      asTextAppend(text, name.data, name.length);
      next = end;
    } else {
      const char *word = next;
      do
        next++;
      while (isalpha((unsigned char)next[-1]) && isalpha((unsigned char)*next));
      asTextAppend(text, word, (size_t)(next - word));
    }
  }
  asTextFree(&printed);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether a caller can pass a value of the type, given its sizes.
static bool isPassed(MlirType type) {
  if (mlirTypeIsARankedTensor(type))
    return mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type));
  if (mlirTypeIsAMemRef(type))
    return mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) &&
           mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type));
  return mlirTypeIsAInteger(type) || mlirTypeIsAIndex(type) ||
         mlirTypeIsAFloat(type) || mlirTypeIsAComplex(type) ||
         mlirTypeIsAVector(type);
}

/// Whether the function has dynamic dimensions, and nothing else that a caller
/// cannot pass.
static bool hasSymbols(MlirOperation function) {
  MlirType type = typeOf(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  bool isDynamic = false, arePassed = true;
  for (intptr_t i = 0; i < inputs + mlirFunctionTypeGetNumResults(type); i++) {
    MlirType one = i < inputs ? mlirFunctionTypeGetInput(type, i)
                              : mlirFunctionTypeGetResult(type, i - inputs);
    isDynamic |= asNumDynamicDims(one) > 0;
    arePassed &= isPassed(one);
  }
  return isDynamic && arePassed;
}

/// Says which result has a size that callers cannot know, and what it depends
/// on.
static void refuse(MlirOperation function, const AsSizeSummary *summary) {
  AsText why = {0};
  asTextFormat(&why,
               "dimension %lld of result %lld has a size that is no sum or "
               "product of sizes of arguments",
               (long long)summary->dim, (long long)summary->result);
  if (!mlirOperationIsNull(summary->culprit)) {
    MlirStringRef name =
        mlirIdentifierStr(mlirOperationGetName(summary->culprit));
    asTextFormat(&why, ": it depends on '%.*s' ", (int)name.length, name.data);
    AsText place = {0};
    asIrPrintPlace(mlirOperationGetLocation(summary->culprit), &place);
    if (place.length > 2)
      asTextFormat(&why, "at %.*s", (int)place.length - 2, place.data);
    asTextFree(&place);
  }
  asIrSetStringAttribute(function, AS_NO_ENTRY_ATTRIBUTE, why.data);
  asTextFree(&why);
}

static void nameSizes(MlirOperation function, void *context) {
  Naming *naming = context;
  if (naming->status || asIrIsPrivate(function) ||
      mlirBlockIsNull(asIrBody(function)) || !hasSymbols(function) ||
      !mlirAttributeIsNull(asIrAttribute(function, AS_SYMBOLS_ATTRIBUTE)) ||
      !mlirAttributeIsNull(asIrAttribute(function, AS_NO_ENTRY_ATTRIBUTE)))
    return;
  MlirAttribute *names;
  naming->status = listNames(function, &names, naming->error);
  if (!naming->status) {
    AsSizeSummary summary;
    asSizesAnalyse(naming->module, function, names, &summary);
    if (summary.lacksSize)
      refuse(function, &summary);
    else
      writeSymbols(function, &summary, names);
    asSizeSummaryFree(&summary);
  }
  free(names);
}

AsStatus asGraphNameSizes(MlirModule module, AsError *error) {
  Naming naming = {.module = module, .error = error};
  asIrVisitFunctions(module, nameSizes, &naming);
  return naming.status;
}
