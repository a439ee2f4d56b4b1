//===- record.h - Records of trials and the store that keeps them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record is what is known of one candidate: what was built, for which
// target, how it ended, how long it took, and where that knowledge comes from.
// Records are addressed by content (task, target, compiler, sketch, sketch
// version, point), so that they merge across processes, hosts and time.
//
// AsStore is an interface: the SQLite implementation (WAL mode) is the
// embedded default, others can stand beside it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_H
#define AS_RECORD_H

#include "as/error.h"
#include "as/outcome.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One trial. Its fields are those of docs/records.md, asked for by the names
/// that they have there. Several threads may read a record at the same time.
typedef struct AsRecord AsRecord;

/// Makes a record of `json`, one object in the form of docs/records.md:
/// {"task":"...","target":"...","compiler":"...","sketch":"...",
/// "sketchVersion":"...","point":{"tile":8},"outcome":"ok","times":[0.5]}.
/// The caller owns *record and frees it with asRecordDestroy. AS_INVALID_INPUT
/// says what is wrong with the text; *record is then NULL.
AsStatus asRecordParse(const char *json, AsRecord **record, AsError *error);

/// Frees a record of asRecordParse; NULL is allowed.
void asRecordDestroy(AsRecord *record);

/// Gives `record` as the text that asRecordParse takes, without a newline. The
/// caller owns *json and frees it with free().
AsStatus asRecordFormat(const AsRecord *record, char **json, AsError *error);

/// A field that is a text, an object or an outcome, such as "task" (32 hex
/// digits), "point" (canonical JSON), "outcome" ("ok") or "extra" (a JSON
/// object of the keys that this version does not know). Borrowed: it lives as
/// long as `record`. NULL where there is no such field, or it is of another
/// kind.
const char *asRecordText(const AsRecord *record, const char *field);

/// A field that is a number or a bool (then 0 or 1), such as "seconds" (of one
/// run), "buildSeconds" or "date" (seconds since the epoch). NaN where there is
/// no such field, or it is of another kind. A "seed" above 2^53 is rounded; as
/// JSON it is exact.
double asRecordNumber(const AsRecord *record, const char *field);

/// How the trial ended.
AsOutcome asRecordOutcome(const AsRecord *record);

/// Seconds of each timed run, *count of them. Borrowed: they live as long as
/// `record`.
const double *asRecordTimes(const AsRecord *record, size_t *count);

/// Where records are kept. One thread at a time may use a store; any number of
/// threads and processes may each open one of their own on the same file.
typedef struct AsStore AsStore;

/// Which records to visit; a NULL field matches everything.
typedef struct AsRecordQuery {
  const char *task;     ///< Content hash, 32 hex digits.
  const char *target;   ///< Key, such as "cpu:skylake-avx512:t1".
  const char *compiler; ///< Such as "LLVM 22.1.8 lowering=1 fp=contract".
} AsRecordQuery;

/// Called for each record found, which is valid for the call only, in which the
/// thread has the C locale. A status
/// other than AS_OK ends the visit and is returned from it.
typedef AsStatus (*AsRecordVisitor)(const AsRecord *record, void *context,
                                    AsError *error);

/// Opens (creating it if needed, and the folders of the default store) the
/// SQLite store in the file `path`; ":memory:" gives a private one. The caller
/// owns *store and closes it with asStoreClose. A file that is no database, or
/// a newer schema, is an error that names the file and says what to do; the
/// file is not touched.
AsStatus asStoreOpen(const char *path, AsStore **store, AsError *error);

/// Opens an existing store that need not be writable, nor its folder, and
/// leaves no file beside it. Nothing can be put into it.
AsStatus asStoreOpenReadOnly(const char *path, AsStore **store, AsError *error);

/// Closes and frees; NULL is allowed.
void asStoreClose(AsStore *store);

/// Adds `record` in a transaction of its own; when it returns AS_OK the record
/// survives a kill -9. A record with the same address is replaced if the new
/// one is "ok" or the old one is not (a success is never lost to a failure),
/// but "wrong-answer" replaces all others, and stays: what is wrong at times,
/// as where threads race, must never be chosen. Only a later version of the
/// check (the key "check" of "extra") replaces it.
AsStatus asStorePut(AsStore *store, const AsRecord *record, AsError *error);

/// Visits the records that match, in an order that depends on their content
/// only (address order), so that the same store always reads the same.
AsStatus asStoreVisit(AsStore *store, const AsRecordQuery *query,
                      AsRecordVisitor visitor, void *context, AsError *error);

/// What an import did.
typedef struct AsImportReport {
  size_t added;     ///< Records put into the store.
  size_t malformed; ///< Lines skipped; each was reported.
  size_t things;    ///< Tasks, sketches and the like put into the store.
} AsImportReport;

/// Called for each malformed line of an import, with its number (from 1).
typedef void (*AsImportWarning)(size_t line, const char *why, void *context);

/// Writes every record, and all that the store has beside them (tasks, sketches
/// and the like), as one JSON object per line (docs/records.md).
AsStatus asStoreExportJson(AsStore *store, FILE *out, AsError *error);

/// Reads JSON lines. Unknown keys are kept in the field "extra"; a malformed
/// line is reported through `warn` and skipped; only I/O and store errors fail.
AsStatus asStoreImportJson(AsStore *store, FILE *in, AsImportWarning warn,
                           void *context, AsImportReport *report,
                           AsError *error);

/// The default store: $XDG_CACHE_HOME/as-opt/records.db, or
/// ~/.cache/as-opt/records.db. Writes the path into `path`.
AsStatus asStoreDefaultPath(char *path, size_t size, AsError *error);

#ifdef __cplusplus
}
#endif

#endif // AS_RECORD_H
