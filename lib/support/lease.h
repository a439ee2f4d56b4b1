//===- lease.h - Leases of what only one process at a time may use
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times that two processes take on the same core at once mean nothing, nor do
// those on the same GPU. So whoever measures takes a lease. Things of one kind
// have numbers, such as cores, and a lease is for a set of them:
//
//   - alone, which waits until nobody else has any of the set, or
//   - shared, which all may have together, but which is refused while somebody
//     waits for the thing alone, and should soon be given back then.
//
// Leases hold between all processes of a machine, whoever their user is, and
// end with the process that has them, however it ends. Whoever waits has a
// place in a queue, so that each gets its turn, and takes all of a set at once,
// so that no two wait for each other.
//
// Nothing here blocks: a caller tries again, every few milliseconds.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_LEASE_H
#define AS_SUPPORT_LEASE_H

#include "as/error.h"
#include <stdbool.h>

/// The leases that this process has of one kind of things.
typedef struct AsLeases AsLeases;

/// Opens the leases of the things called `kind`, a part of a file name. They
/// are kept in a file in the folder that AS_LEASES names, or else in /tmp.
/// Objects of one process exclude each other as those of two do.
AsStatus asLeasesOpen(const char *kind, AsLeases **leases, AsError *error);

/// Gives back all leases; NULL is allowed.
void asLeasesClose(AsLeases *leases);

/// The file, for messages.
const char *asLeasesPath(const AsLeases *leases);

/// Takes the set alone, if it is free and nobody has waited longer; else gets a
/// place in the queue and returns false. Until asLeasesReturn it is always
/// called with the same set.
bool asLeasesTake(AsLeases *leases, const int *numbers, int count);

/// Gives back what asLeasesTake took, or leaves the queue.
void asLeasesReturn(AsLeases *leases);

/// Takes a shared lease of the thing, which may be had several times. It is
/// refused if another has the thing alone, or waits for that. What these leases
/// have alone they may share as well.
bool asLeasesShare(AsLeases *leases, int number);

/// Whether asLeasesShare would succeed now.
bool asLeasesMayShare(const AsLeases *leases, int number);

/// Gives back one shared lease.
void asLeasesUnshare(AsLeases *leases, int number);

/// Whether another waits to have the thing alone, which these leases share.
bool asLeasesAreWanted(const AsLeases *leases, int number);

#endif // AS_SUPPORT_LEASE_H
