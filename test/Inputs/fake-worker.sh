#!/bin/sh
#===- fake-worker.sh - A program that is not this as-opt's worker ----------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# AS_WORKER for tests of how as-opt refuses one. $AS_FAKE_WORKER says what it
# does: `dies`, `silent`, `garbage`, or else it is what this one says as READY.
# It knows frames of little-endian machines.
#
#===------------------------------------------------------------------------===#

case $AS_FAKE_WORKER in
dies)
  echo "no library of that name" >&2
  exit 3
  ;;
silent) ;;
garbage) printf 'Hello, this is not a message.' >&3 ;;
*)
  length=$(printf '\\%03o' ${#AS_FAKE_WORKER})
  printf "m-sa\\001\\000\\000\\000$length\\000\\000\\000\\000\\000\\000\\000%s" \
    "$AS_FAKE_WORKER" >&3
  ;;
esac
exec sleep 100
