#===- errors.py - Failures of as-opt as exceptions -------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#


class Error(Exception):
    """A failure; the message is a sentence for the user."""


class InvalidInputError(Error, ValueError):
    """What was given is wrong; nothing was changed."""


class UnsupportedError(Error):
    """What was given is right, but as-opt, or this CPU, cannot do it."""


class MissingError(Error, LookupError):
    """Something that was named does not exist."""


# By AsStatus of as/error.h.
_BY_STATUS = {
    1: InvalidInputError,
    2: UnsupportedError,
    3: MissingError,
    4: Error,
    8: MemoryError,
}


def by_status(status, message):
    return _BY_STATUS.get(status, Error)(message)
