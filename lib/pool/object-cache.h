//===- object-cache.h - Object code that need not be built again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with the object code of jobs, by a hash of all that the code depends
// on. Its size is bounded: what was not used for longest goes first. Any number
// of processes may use a folder at once, and it may be deleted at any time.
//
//===----------------------------------------------------------------------===//

#ifndef AS_POOL_OBJECT_CACHE_H
#define AS_POOL_OBJECT_CACHE_H

#include "support/hash.h"
#include "support/text.h"
#include <stdbool.h>

typedef struct AsObjectCache AsObjectCache;

/// The cache in `folder`, which is made when there is something to put. `limit`
/// is how many bytes of the disk it may take; other processes that put objects
/// at the same time may add an eighth each.
AsObjectCache *asObjectCacheOpen(const char *folder, size_t limit);
void asObjectCacheClose(AsObjectCache *cache);

/// Gets the object of `key`, and the seconds that it took to build, if the
/// cache has it whole. One that is damaged is removed.
bool asObjectCacheGet(AsObjectCache *cache, AsHash key, AsText *object,
                      double *seconds);

/// Puts an object that took so long to build. After a failure nothing more is
/// put.
void asObjectCachePut(AsObjectCache *cache, AsHash key, const AsText *object,
                      double seconds);

/// Why objects are not kept, or AS_OK.
const AsError *asObjectCacheFailure(const AsObjectCache *cache);

#endif // AS_POOL_OBJECT_CACHE_H
