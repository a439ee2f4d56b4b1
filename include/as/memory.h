//===- memory.h - What happens where memory runs out
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asRunExecute, asAutoschedule and asApplySchedule set a few MiB aside before
// they begin. Where memory runs out they go on with these to the next point at
// which they can stop, and return AS_OUT_OF_MEMORY: nothing was emitted, and no
// file or record was written since. A text that grows with the input and for
// which there is no room, such as a copy of the module, ends them likewise.
//
// What remains are small allocations in the other functions, and in a run that
// has used up what was set aside. as-opt cannot go on there: it calls the
// handler that the program has set, or else abort(), as LLVM and MLIR do when
// they have no memory in the same process. Candidates are built and run in
// processes of their own; running out of memory there is the end of a trial.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEMORY_H
#define AS_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Called in the thread that cannot have `bytes` more, as the last that as-opt
/// does there. It ends the process or the thread in its own way: where it
/// returns, abort() is called. It must not leave by longjmp or an exception, as
/// there may be functions of MLIR below it.
typedef void (*AsOutOfMemoryHandler)(size_t bytes, void *userData);

/// Sets the handler of the process; NULL sets none. To be called while no other
/// function of as-opt runs.
void asSetOutOfMemoryHandler(AsOutOfMemoryHandler handler, void *userData);

#ifdef __cplusplus
}
#endif

#endif // AS_MEMORY_H
