#!/bin/sh
#===- small-disk.sh - A search on a disk that is full, or read-only --------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# small-disk.sh FOLDER AS-OPT OPTION...: mounts a small file system on FOLDER,
# which has to be run by `unshare -m` to end with this script, and tunes there.
# Prints what as-opt said and made of it, for FileCheck.
#
#===------------------------------------------------------------------------===#

folder=$1
shift
mkdir -p "$folder" && mount -t tmpfs -o size=512k tmpfs "$folder" &&
  cd "$folder" || exit 1

# tune TITLE OPTION... -- the rest is the same for all.
search="$*"
tune() {
  echo "== $1"
  shift
  $search --autoschedule --progress=none "$@" 2>&1 && echo succeeded
}

# Leaves so many KiB.
fill() {
  rm -f filling
  free=$(df -k --output=avail . | tail -1)
  head -c $(((free - $1) * 1024)) /dev/zero > filling
}

tune "with room" --trials=1 --records=store.db --emit=scheduled -o result
echo old > result
echo old > report

fill 0
tune "no room for a result" --trials=0 --untried=plain --records=none -o result
cat result
tune "no room for an object" --trials=0 --untried=plain --records=none --emit=object -o result
cat result
tune "no room for a report" --trials=1 --records=none --report=report --emit=schedule -o -
cat report
tune "no room for a store" --trials=2 --records=new.db -o /dev/null
outside=$(mktemp -d)
mkdir objects && ln -s "$PWD/objects" "$outside/store.db-objects"
tune "no room for objects" --trials=2 --records="$outside/store.db" -o /dev/null
rm -r "$outside" objects
fill 40
tune "no room for a record" --trials=3 --records=store.db -o /dev/null
rm filling
$1 --records=store.db --export-json=- > /dev/null # Clears its log away.
fill 0
tune "no room to open a store" --trials=0 --records=store.db --emit=schedule -o -

rm filling
tune "room again" --trials=3 --records=store.db --report=report -o result
grep -o '"numTrials":[0-9]*' report
ls | grep -v -e '^report$' -e '^result$' -e '\.db$' -e '-objects$'

: > empty.db
mount -o remount,ro .
tune "read-only" --trials=6 --records=store.db -o /dev/null
tune "read-only, to be read" --trials=0 --records=store.db --emit=schedule -o -
tune "read-only, but empty" --trials=0 --records=empty.db -o /dev/null
$1 --records=store.db --export-json=- | grep -c outcome
tune "read-only, for a result" --trials=0 --untried=plain --records=none -o other
tune "read-only, for a report" --trials=30 --records=none --report=other -o /dev/null
echo "== end"
