//===- run-folder.h - Where runs are saved
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run that is saved has a folder that is called by its id:
//
//   $XDG_DATA_HOME/as-opt/runs/0123456789abcdef0123456789abcdef/
//     context.json    its id, model, target and options; it is written last
//     module.so  module.h  schedule.mlir  report.json  evaluate.json
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_RUN_FOLDER_H
#define AS_RECORD_RUN_FOLDER_H

#include "support/text.h"

#define AS_RUN_VERSION 1 ///< Of context.json.

/// Appends the folder of the run `id`, which need not be there.
AsStatus asRunFolderPath(const char *id, AsText *path, AsError *error);

/// Makes the folder of the run, and those that lead to it, where they are
/// missing.
AsStatus asRunFolderMake(const char *id, AsText *path, AsError *error);

/// Appends the folder of a run that was saved. AS_NOT_FOUND if it was not;
/// AS_INVALID_INPUT if it is damaged, or of a later as-opt.
AsStatus asRunFolderFind(const char *id, AsText *path, AsError *error);

#endif // AS_RECORD_RUN_FOLDER_H
