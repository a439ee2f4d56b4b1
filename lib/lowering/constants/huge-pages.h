//===- huge-pages.h - Ask for huge pages for large arrays of results
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packed weights of 100 MB are 25,000 pages of 4 KiB. Each is a fault of its
// own when they are packed, and an entry in the page table whenever they are
// read. Linux makes huge pages of 2 MiB where it is asked to (madvise), unless
// the machine is set not to.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_HUGE_PAGES_H
#define AS_LOWERING_CONSTANTS_HUGE_PAGES_H

#include "as/error.h"
#include "ir/ir.h"

/// Has `load`, a function that fills the global, first ask for huge pages for
/// it, if it has 4 MiB or more.
AsStatus asAskForHugePages(MlirSymbolTable symbols, MlirOperation load,
                           MlirType type, MlirAttribute global, AsError *error);

#endif // AS_LOWERING_CONSTANTS_HUGE_PAGES_H
