//===- page-bytes.h - The built page, in the program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tools/as-view/page has the sources of the page, and page/dist what they were
// built into. The latter is part of the program, so that it needs no other
// file.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_PAGE_BYTES_H
#define AS_VIEW_PAGE_BYTES_H

extern const char asViewPage[], asViewPageEnd[];

#endif // AS_VIEW_PAGE_BYTES_H
