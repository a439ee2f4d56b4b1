//===- onto.h - Where the time goes in the user's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --profile measures tasks. Their descriptions say which operations of the
// module that was scheduled they come from (origin/origin.h); here these are
// found in a file that the user has (origin/match.h), and get the time.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_ONTO_H
#define AS_RUN_ONTO_H

#include "origin/match.h"
#include "tools/as-run/profile.h"

/// The part of a task that an operation is.
typedef struct AsOntoPart {
  const AsShare *task;
  double share; ///< Of the time of the task.
  struct AsOntoPart *next;
} AsOntoPart;

typedef struct AsOntoOperation {
  const char *name;     ///< "linalg.matmul"
  const char *function; ///< That it is in; "" if in none.
  const char *place;    ///< "bert.mlir:12:8"; "" if not known.
  int explorerId; ///< Its node in Model Explorer's graph of the function, or
                  ///< that of the operation around it; -1 if it has none.
  double seconds; ///< In one run.
  const AsMatchSet *set; ///< Of alike operations that share their time; NULL if
                         ///< the module that was scheduled has none such.
  AsOntoPart *parts;
} AsOntoOperation;

typedef struct AsOnto {
  const char *file;
  AsDataflow graph;
  AsMatch match;
  AsOntoOperation *operations; ///< One for each node of the graph.
  double seconds;              ///< Of its operations together.
  double unmatched; ///< Seconds of operations that are not in the file.
  double unknown;   ///< Seconds of tasks of which no operation is known.
} AsOnto;

/// Reads a module. What does not belong to the graph lives in `arena`; free
/// with asOntoFree.
AsStatus asOntoLoad(const char *file, AsArena *arena, AsOnto *onto,
                    AsError *error);
void asOntoFree(AsOnto *onto);

/// Gives the operations their time. `scheduled` is the name of the file that
/// was profiled, `origin` the graph that it has. Fails if most of the time is
/// that of operations that are not in the file: it is another model.
AsStatus asOntoAttribute(const AsProfile *profile, const char *scheduled,
                         const AsDataflow *origin, AsArena *arena, AsOnto *onto,
                         AsError *error);

/// Appends a table, or a member of a JSON object.
void asOntoTable(const AsOnto *onto, const AsProfile *profile, AsText *text);
void asOntoJson(const AsOnto *onto, const AsProfile *profile, AsText *text);

/// Appends node data for Model Explorer.
void asOntoOverlay(const AsOnto *onto, AsText *text);

#endif // AS_RUN_ONTO_H
