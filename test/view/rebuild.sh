#!/bin/sh
# Builds the page of as-view from its sources and compares it with the built one
# that is committed. Exits with 77, which ctest shows as skipped, where it cannot.
#
# test/view/rebuild.sh SOURCES
cd "$1/tools/as-view/page" || exit 1
if ! command -v node >/dev/null; then
  echo "skipped: there is no node"
  exit 77
fi
if [ ! -x node_modules/.bin/vite ]; then
  echo "skipped: run 'tools/bootstrap.sh packages page' first"
  exit 77
fi
built=$(mktemp -d) || exit 1
trap 'rm -rf "$built"' EXIT
node_modules/.bin/tsc --noEmit &&
  node_modules/.bin/vite build --logLevel=error --outDir "$built" || exit 1
if ! diff -rq "$built" dist; then
  echo "the built page is not that of its sources: run 'npm run build' in tools/as-view/page, and commit dist"
  exit 1
fi
size=$(wc -c <dist/as-view.html)
if [ "$size" -gt 1500000 ]; then
  echo "the page has $size bytes without data; 1,500,000 are allowed"
  exit 1
fi
