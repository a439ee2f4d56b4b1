//===- module-graph.h - From a module to its graph
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_ORIGIN_MODULE_GRAPH_H
#define AS_ORIGIN_MODULE_GRAPH_H

#include "ir/ir.h"
#include "origin/dataflow.h"

/// Makes the graph of a module and of those in it. (*ops)[n] is the operation
/// of node n; free it with free().
void asModuleGraph(MlirModule module, AsDataflow *graph, MlirOperation **ops);

/// Whether the operations in the regions of `op` are nodes of their own.
bool asIsContainer(MlirOperation op);

#endif // AS_ORIGIN_MODULE_GRAPH_H
