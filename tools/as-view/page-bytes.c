//===- page-bytes.c - The built page, in the program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-view/page-bytes.h"

__asm__(".section .rodata\n"
        ".global asViewPage, asViewPageEnd\n"
        "asViewPage:\n"
        ".incbin \"" AS_VIEW_PAGE "\"\n"
        "asViewPageEnd:\n"
        ".byte 0\n"
        ".text\n");
