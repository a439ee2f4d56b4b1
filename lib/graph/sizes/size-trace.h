//===- size-trace.h - Trace a size back to sizes of arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of the analysis of size-analysis.h: follows a size from its use to
// what it is defined by.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SIZES_SIZE_TRACE_H
#define AS_GRAPH_SIZES_SIZE_TRACE_H

#include "graph/sizes/size-analysis.h"
#include "graph/sizes/size-table.h"

/// The dimension of a value that is a number itself.
enum { AS_SIZE_NUMBER = -1 };

/// A function whose calls have been met. It is analysed once, as calls of calls
/// would else be analysed a number of times that grows exponentially.
typedef struct AsSizeCallee {
  MlirOperation function;
  AsSizeSummary summary;
  bool isDone; ///< Else it is being analysed, and calls of it are recursion.
  struct AsSizeCallee *next;
} AsSizeCallee;

typedef struct AsSizeAnalysis {
  MlirContext context;
  MlirModule module;
  MlirOperation function;
  AsSizeSummary *summary; ///< What was found so far.
  AsSizeTable known;      ///< Calls are traced by what is noted here.
  AsSizeCallee **callees; ///< Of all functions that are analysed with it.
  intptr_t numNumbers;    ///< How many of the last arguments are symbols.
} AsSizeAnalysis;

/// The size of a dimension, or a number; null if it is no expression of
/// symbols, with the summary's culprit saying why.
MlirAffineExpr asSizeOf(AsSizeAnalysis *analysis, MlirValue value,
                        intptr_t dim);

/// Reads a choice of whether to broadcast (broadcast-choice.h): the size of
/// what is taken as it is, and of what it is broadcast to if that is 1. Returns
/// the dimension; -1 for any other operation, and where sizes are not known.
intptr_t asSizeChoice(AsSizeAnalysis *analysis, MlirOperation op,
                      MlirAffineExpr *taken, MlirAffineExpr *broadcast);

/// Begins to look at a function whose last arguments are the symbols, and whose
/// other arguments have no dynamic dimensions.
void asSizeNumbersBegin(MlirOperation function, intptr_t numNumbers,
                        AsSizeSummary *summary, AsSizeAnalysis *analysis);
void asSizeNumbersEnd(AsSizeAnalysis *analysis);

/// The expression with one symbol for all that are equal.
MlirAffineExpr asSizeCanonical(const AsSizeAnalysis *analysis,
                               MlirAffineExpr expr);

#endif // AS_GRAPH_SIZES_SIZE_TRACE_H
