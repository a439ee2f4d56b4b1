#===- as_opt - Tunes MLIR modules, and calls what comes out ----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Tunes MLIR modules with as-opt, and calls what comes out.

>>> import as_opt, numpy
>>> as_opt.tune("matmul.mlir", "matmul.so", trials=64)
>>> matmul = as_opt.load("matmul.so", "matmul")
>>> c = matmul(a, b)
>>> matmul.evaluate(a, b).median
0.000103
"""

from .errors import (
    Error,
    InvalidInputError,
    MissingError,
    UnsupportedError,
)
from .function import Evaluation, Function, load
from .program import tune
from .session import Session

__version__ = "0.2.0"
__all__ = [
    "Error",
    "Evaluation",
    "Function",
    "InvalidInputError",
    "MissingError",
    "Session",
    "UnsupportedError",
    "load",
    "tune",
]
