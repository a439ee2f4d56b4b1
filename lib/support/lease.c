//===- lease.c - Leases of what only one process at a time may use
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leases are locks of bytes of a file, which is empty: the kernel keeps them,
// and drops those of a process that has ended. They belong to the open file
// (F_OFD_SETLK), not to the process.
//
//   byte 0          the gate: whoever joins the queue, or leaves it to take a
//                   set, has it for that moment
//   span (n+1)      thing n: locked alone, or shared
//   the bytes next  the queue for thing n: whoever waits has locked one, behind
//                   all that were there
//
// Places in several queues are taken behind the gate, so that of two who wait
// the same one is first in all of them.
//
// Nothing is read from the file or written to it. Any user may have made it,
// and may lock it for ever, which only makes others wait.
//
//===----------------------------------------------------------------------===//

#include "support/lease.h"
#include "support/arena.h"
#include "support/text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h> // P_tmpdir
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Bytes of a thing and its queue.
static const int64_t span = INT64_C(1) << 31;

/// What these leases have of a thing, or want.
typedef struct Thing {
  int number, shares;
  bool isWanted; ///< Part of the set that asLeasesTake was called with.
  bool isQueued; ///< At `place`.
  int64_t place; ///< Of the byte in the file.
} Thing;

struct AsLeases {
  int file;
  AsText path;
  bool isTaken; ///< All that is wanted.
  Thing *things;
  int numThings;
};

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static int64_t byteOf(int number) { return (number + INT64_C(1)) * span; }

static struct flock range(short type, int64_t start, int64_t length) {
  return (struct flock){
      .l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
}

/// Locks a byte, or with F_UNLCK unlocks it. False if somebody else has it.
static bool lock(const AsLeases *leases, short type, int64_t byte) {
  struct flock bytes = range(type, byte, 1);
  return fcntl(leases->file, F_OFD_SETLK, &bytes) == 0;
}

/// The lock of somebody else that keeps from locking bytes of [start, end); its
/// type is F_UNLCK if there is none.
static struct flock find(const AsLeases *leases, short type, int64_t start,
                         int64_t end) {
  struct flock found = range(type, start, end - start);
  if (end <= start || fcntl(leases->file, F_OFD_GETLK, &found) != 0)
    found.l_type = F_UNLCK;
  return found;
}

static bool isLocked(const AsLeases *leases, short type, int64_t start,
                     int64_t end) {
  return find(leases, type, start, end).l_type != F_UNLCK;
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// Opens without O_CREAT first: in folders like /tmp, the system may refuse
/// O_CREAT on a file of another user.
static int openOrCreate(const char *path) {
  const int how = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  int file = open(path, how);
  if (file >= 0 || errno != ENOENT)
    return file;
  file = open(path, how | O_CREAT | O_EXCL, 0666);
  if (file >= 0)
    fchmod(file, 0666); // Whatever the umask is.
  return file;
}

/// Others may be creating the file: it is not there, or not yet for us.
static int openFile(const char *path) {
  enum { attempts = 50 };
  int file = openOrCreate(path);
  for (int a = 1;
       a < attempts && file < 0 && (errno == EEXIST || errno == EACCES); a++) {
    usleep(1000);
    file = openOrCreate(path);
  }
  return file;
}

/// Whether the file is one, and can be locked. Says why not otherwise.
static AsStatus check(const AsLeases *leases, AsError *error) {
  struct stat about;
  struct flock gate = range(F_WRLCK, 0, 1);
  if (fstat(leases->file, &about) == 0 && !S_ISREG(about.st_mode))
    return asFail(error, AS_IO, "'%s' is not a regular file",
                  leases->path.data);
  if (fcntl(leases->file, F_OFD_GETLK, &gate) == 0)
    return AS_OK;
  return asFail(error, AS_IO, "'%s' cannot be locked: %s", leases->path.data,
                strerror(errno));
}

AsStatus asLeasesOpen(const char *kind, AsLeases **result, AsError *error) {
  AsLeases *leases = asAlloc(sizeof *leases);
  // The same for all users, which $TMPDIR may not be.
  const char *folder = getenv("AS_LEASES");
  asTextFormat(&leases->path, "%s/as-opt-%s.lock",
               folder && *folder ? folder : P_tmpdir, kind);
  leases->file = openFile(leases->path.data);
  AsStatus status = leases->file >= 0
                        ? check(leases, error)
                        : asFail(error, AS_IO, "cannot open '%s': %s",
                                 leases->path.data, strerror(errno));
  if (status) {
    asLeasesClose(leases);
    return status;
  }
  futimens(leases->file, NULL); // What is old may be cleared away.
  *result = leases;
  return AS_OK;
}

void asLeasesClose(AsLeases *leases) {
  if (!leases)
    return;
  if (leases->file >= 0)
    close(leases->file);
  asTextFree(&leases->path);
  free(leases->things);
  free(leases);
}

const char *asLeasesPath(const AsLeases *leases) { return leases->path.data; }

//===----------------------------------------------------------------------===//
// Things
//===----------------------------------------------------------------------===//

static Thing *findThing(const AsLeases *leases, int number) {
  for (int t = 0; t < leases->numThings; t++)
    if (leases->things[t].number == number)
      return &leases->things[t];
  return NULL;
}

static Thing *addThing(AsLeases *leases, int number) {
  Thing *thing = findThing(leases, number);
  if (thing)
    return thing;
  leases->things = asRealloc(leases->things, (size_t)(leases->numThings + 1) *
                                                 sizeof *leases->things);
  thing = &leases->things[leases->numThings++];
  *thing = (Thing){.number = number};
  return thing;
}

static bool isTaken(const AsLeases *leases, const Thing *thing) {
  return leases->isTaken && thing && thing->isWanted;
}

/// Locks the thing for no more than the shares that there are.
static void lockForShares(const AsLeases *leases, const Thing *thing) {
  lock(leases, thing->shares ? F_RDLCK : F_UNLCK, byteOf(thing->number));
}

//===----------------------------------------------------------------------===//
// Alone
//===----------------------------------------------------------------------===//

/// Takes a place behind all others in the queue for the thing.
static void enqueue(const AsLeases *leases, Thing *thing) {
  int64_t end = byteOf(thing->number) + span;
  thing->place = byteOf(thing->number) + 1;
  for (;;) {
    struct flock other = find(leases, F_WRLCK, thing->place, end);
    if (other.l_type == F_UNLCK)
      break;
    thing->place = other.l_start + other.l_len;
  }
  // No place is left if somebody has locked all of them.
  thing->isQueued = thing->place < end && lock(leases, F_WRLCK, thing->place);
}

static void dequeue(const AsLeases *leases, Thing *thing) {
  if (thing->isQueued)
    lock(leases, F_UNLCK, thing->place);
  thing->isQueued = false;
}

/// Whether nobody else has waited longer.
static bool isFirst(const AsLeases *leases, const Thing *thing) {
  return thing->isQueued &&
         !isLocked(leases, F_WRLCK, byteOf(thing->number) + 1, thing->place);
}

/// Locks all that is wanted, or nothing of it.
static bool lockWanted(const AsLeases *leases) {
  bool all = true;
  int t = 0;
  for (; t < leases->numThings && all; t++) {
    const Thing *thing = &leases->things[t];
    all = !thing->isWanted || (isFirst(leases, thing) &&
                               lock(leases, F_WRLCK, byteOf(thing->number)));
  }
  for (t--; !all && t >= 0; t--)
    if (leases->things[t].isWanted)
      lockForShares(leases, &leases->things[t]);
  return all;
}

bool asLeasesTake(AsLeases *leases, const int *numbers, int count) {
  if (leases->isTaken)
    return true;
  for (int n = 0; n < count; n++)
    addThing(leases, numbers[n])->isWanted = true;
  if (!lock(leases, F_WRLCK, 0))
    return false; // Somebody is there, for a moment.
  for (int t = 0; t < leases->numThings; t++)
    if (leases->things[t].isWanted && !leases->things[t].isQueued)
      enqueue(leases, &leases->things[t]);
  leases->isTaken = lockWanted(leases);
  for (int t = 0; t < leases->numThings && leases->isTaken; t++)
    dequeue(leases, &leases->things[t]);
  lock(leases, F_UNLCK, 0);
  return leases->isTaken;
}

void asLeasesReturn(AsLeases *leases) {
  for (int t = 0; t < leases->numThings; t++) {
    Thing *thing = &leases->things[t];
    dequeue(leases, thing);
    if (isTaken(leases, thing))
      lockForShares(leases, thing);
    thing->isWanted = false;
  }
  leases->isTaken = false;
}

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// Whether somebody else is in the queue for the thing.
static bool hasQueue(const AsLeases *leases, int number) {
  int64_t first = byteOf(number) + 1;
  return isLocked(leases, F_WRLCK, first, byteOf(number) + span);
}

bool asLeasesMayShare(const AsLeases *leases, int number) {
  const Thing *thing = findThing(leases, number);
  int64_t byte = byteOf(number);
  return isTaken(leases, thing) || (!hasQueue(leases, number) &&
                                    !isLocked(leases, F_RDLCK, byte, byte + 1));
}

bool asLeasesShare(AsLeases *leases, int number) {
  Thing *thing = addThing(leases, number);
  bool isShared =
      isTaken(leases, thing) ||
      (!hasQueue(leases, number) && lock(leases, F_RDLCK, byteOf(number)));
  thing->shares += isShared;
  return isShared;
}

void asLeasesUnshare(AsLeases *leases, int number) {
  Thing *thing = findThing(leases, number);
  thing->shares--;
  if (!isTaken(leases, thing))
    lockForShares(leases, thing);
}

bool asLeasesAreWanted(const AsLeases *leases, int number) {
  return !isTaken(leases, findThing(leases, number)) &&
         hasQueue(leases, number);
}
