//===- batch.c - Candidates for another machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches are written, read, and measured on the stand-in for a device; what
// as-opt makes of them is in test/gpu/batch.mlir.
//
//===----------------------------------------------------------------------===//

#include "batch/measure-batch.h"
#include "device.h"
#include "launch/launch-json.h"
#include "measure/runner-tasks.h"
#include "support/hash.h"
#include <unistd.h>

/// Where the batch of a test is to be; removed after it.
static char folder[128];

static int chooseFolder(void **state) {
  // A device of its own: the lock of one is held until the process ends.
  static int number;
  char uuid[48];
  snprintf(uuid, sizeof uuid, "%ld.%d", (long)getpid(), number++);
  setenv("AS_STANDIN_UUID", uuid, 1);
  snprintf(folder, sizeof folder, "/tmp/as-unit-batch-%ld", (long)getpid());
  return 0;
}

static int removeFolder(void **state) {
  AsText command = {0};
  asTextFormat(&command, "rm -rf '%s' '%s'.*", folder, folder);
  int status = system(command.data);
  asTextFree(&command);
  return status;
}

static void mustBeFine(AsStatus status, const AsError *error) {
  if (status)
    fail_msg("%s", error->message);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void launchesSurviveJson(void **state) {
  AsLaunch launch = {.kernel = "task_2",
                     .signature = "2x3xf32,f32,4xi8->2xf32",
                     .scratch = "8x8xf32,3xbf16",
                     .maps = "0:2x4:1x4:4:0,3:8x8:8x8:4:32",
                     .grid = {8, 2, 1},
                     .block = {128, 1, 4},
                     .sharedBytes = 49152};
  AsArena arena = {0};
  AsLaunch read;
  cJSON *json = asLaunchJson(&launch);
  assert_true(asLaunchReadJson(json, &arena, &read));
  assert_string_equal(read.kernel, launch.kernel);
  assert_string_equal(read.signature, launch.signature);
  assert_string_equal(read.maps, launch.maps);
  assert_string_equal(read.scratch, launch.scratch);
  assert_memory_equal(read.grid, launch.grid, sizeof launch.grid);
  assert_memory_equal(read.block, launch.block, sizeof launch.block);
  assert_int_equal(read.sharedBytes, launch.sharedBytes);
  cJSON_Delete(json);

  launch.scratch = "";
  json = asLaunchJson(&launch);
  assert_true(asLaunchReadJson(json, &arena, &read));
  assert_string_equal(read.scratch, "");
  cJSON_Delete(json);
  asArenaDestroy(&arena);
}

static void launchesThatAreNoneAreRefused(void **state) {
  static const char *const texts[] = {
      "{}",
      "[]",
      "{\"name\":\"k\",\"grid\":[1,1,1],\"block\":[1,1,1],\"sharedBytes\":0}",
      "{\"name\":\"k\",\"grid\":[0,1,1],\"block\":[1,1,1],\"sharedBytes\":0,"
      "\"arguments\":[]}",
      "{\"name\":\"k\",\"grid\":[1,1],\"block\":[1,1,1],\"sharedBytes\":0,"
      "\"arguments\":[]}",
      "{\"name\":\"k\",\"grid\":[1,1,1],\"block\":[1,1.5,1],\"sharedBytes\":0,"
      "\"arguments\":[]}",
      "{\"name\":\"k\",\"grid\":[1,1,1],\"block\":[1,1,1],\"sharedBytes\":-1,"
      "\"arguments\":[]}",
      "{\"name\":\"k\",\"grid\":[1,1,1],\"block\":[1,1,1],\"sharedBytes\":0,"
      "\"arguments\":[{\"role\":\"tensor-map\",\"of\":0}]}",
      "{\"name\":\"k\",\"grid\":[1,1,1],\"block\":[1,1,1],\"sharedBytes\":0,"
      "\"arguments\":[{\"role\":\"tensor-map\",\"of\":0,\"sizes\":[8,8],"
      "\"box\":[8],\"elementBytes\":4,\"swizzleBytes\":0}]}",
  };
  AsArena arena = {0};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    AsLaunch launch;
    cJSON *json = cJSON_Parse(texts[i]);
    assert_non_null(json);
    assert_false(asLaunchReadJson(json, &arena, &launch));
    cJSON_Delete(json);
  }
  asArenaDestroy(&arena);
}

//===----------------------------------------------------------------------===//
// Whole batches
//===----------------------------------------------------------------------===//

static const uint64_t seed = 1;

/// c[i] = 2 * a[i] + b[i], as the reference of the task would have left it.
static void writeExpected(const char *path) {
  AsRunnerTask task = {
      .name = "sum", .buffers = withResult, .numBuffers = 3, .seed = seed};
  AsServedTask served;
  AsError error;
  mustBeFine(asServedTaskCreate(&task, &served, &error), &error);
  const float *a = served.inputs[0], *b = served.inputs[1];
  float *c = served.expected[2];
  for (int i = 0; i < length; i++)
    c[i] = 2 * a[i] + b[i];
  served.buffers[2].magnitude = 2.5;
  mustBeFine(asServedTaskSettle(&served, &error), &error);
  mustBeFine(asServedTaskWriteExpected(&served, path, &error), &error);
  asServedTaskFree(&served);
}

/// What was compared, and the magnitude that it has on other inputs, come back.
static void expectedResultsAreReadBack(void **state) {
  AsRunnerTask task = {
      .name = "sum", .buffers = withResult, .numBuffers = 3, .seed = seed};
  AsText path = {0};
  asTextFormat(&path, "%s.expected", folder);
  writeExpected(path.data);
  AsServedTask served;
  AsError error;
  mustBeFine(asServedTaskCreate(&task, &served, &error), &error);
  mustBeFine(asServedTaskReadExpected(&served, path.data, &error), &error);
  const float *a = served.inputs[0], *b = served.inputs[1];
  const float *c = served.expected[2];
  assert_true(c[length - 1] == 2 * a[length - 1] + b[length - 1]);
  assert_true(served.buffers[2].magnitude == 2.5);
  assert_true(served.buffers[0].magnitude == 0);
  asServedTaskFree(&served);
  unlink(path.data);
  asTextFree(&path);
}

static AsBatchWriter *createBatch(void) {
  AsBatchSetting setting = {.target = "cuda:sm_80", .runTimeout = 3};
  AsBatchWriter *writer;
  AsError error;
  mustBeFine(asBatchCreate(folder, &setting, &writer, &error), &error);
  AsText path = {0};
  asBatchAppendExpectedPath(writer, "sum", &path);
  writeExpected(path.data);
  asTextFree(&path);
  mustBeFine(asBatchAddTask(writer, "sum", "a sum",
                            asBufferTolerance(&withResult[2], 1), withResult, 3,
                            &error),
             &error);
  return writer;
}

static void addRecipe(AsBatchWriter *writer, const Recipe *recipe,
                      double allowance, const char *point) {
  AsText object = kernelsOf(recipe);
  AsHashText hash =
      asHashFormat(asHashBytes(asHashStart(), object.data, object.length));
  AsRecord record = {.task = "sum",
                     .target = "cuda:sm_80",
                     .compiler = "none",
                     .sketch = "by-hand",
                     .sketchVersion = "1",
                     .point = point,
                     .outcome = AS_OUTCOME_BUILT,
                     .objectHash = hash.text,
                     .buildSeconds = 0.25,
                     .seed = seed};
  AsError error;
  mustBeFine(asBatchAddCandidate(writer, &record, allowance, object.data,
                                 object.length, &error),
             &error);
  asTextFree(&object);
}

/// One that is wrong, one that is right, and that again for another point.
static void writeBatch(void) {
  AsError error;
  AsBatchWriter *writer = createBatch();
  Recipe wrong = rightRecipe(), right = rightRecipe();
  wrong.compute = "add.f32 %f3, %f1, %f2;";
  addRecipe(writer, &wrong, 0, "{\"k\":1}");
  addRecipe(writer, &right, 0, "{\"k\":2}");
  addRecipe(writer, &right, 0, "{\"k\":3}");
  assert_int_equal(asBatchSize(writer), 3);
  mustBeFine(asBatchPublish(writer, &error), &error);
  asBatchDestroy(writer);
}

/// The lines that measuring the batch gives.
static AsText measureBatch(sig_atomic_t interrupted) {
  AsBatch batch;
  AsCudaDevice device;
  AsBatchRun run = {.interrupted = &interrupted};
  AsText lines = {0};
  AsError error;
  mustBeFine(asBatchRead(folder, &batch, &error), &error);
  mustBeFine(asBatchFindDevice(&batch, -1, &device, &error), &error);
  mustBeFine(asBatchMeasure(&batch, &device, &run, &lines, &error), &error);
  asBatchFree(&batch);
  return lines;
}

/// Reads the line at *next, and leaves *next behind it.
static void readLine(char **next, AsRecordReading *reading, cJSON **json) {
  const char *why = "";
  AsError error;
  char *end = strchr(*next, '\n');
  assert_non_null(end);
  *end = 0;
  *json = asJsonParse(*next, &why);
  mustBeFine(asRecordReadJson(reading, *json, &error), &error);
  *next = end + 1;
}

static void candidatesAreMeasured(void **state) {
  writeBatch();
  AsText lines = measureBatch(0);
  char *next = lines.data;
  AsRecordReading readings[3] = {0};
  cJSON *json[3];
  for (int i = 0; i < 3; i++)
    readLine(&next, &readings[i], &json[i]);
  assert_string_equal(next, "");

  const AsRecord *wrong = &readings[0].record, *right = &readings[1].record,
                 *twin = &readings[2].record;
  assert_int_equal(wrong->outcome, AS_OUTCOME_WRONG_ANSWER);
  assert_non_null(strstr(wrong->message, " of result 0 is "));
  assert_true(wrong->checked && wrong->maxError > wrong->tolerance);
  assert_int_equal(wrong->numTimes, 0);

  assert_int_equal(right->outcome, AS_OUTCOME_OK);
  assert_true(right->checked && right->maxError == 0 && right->seconds > 0);
  assert_true(right->numTimes >= 3 && right->date > 0);
  // What was known is still there.
  assert_string_equal(right->sketch, "by-hand");
  assert_string_equal(right->point, "{\"k\":2}");
  assert_true(right->buildSeconds == 0.25);

  // The same kernels are not run again.
  assert_int_equal(twin->outcome, AS_OUTCOME_OK);
  assert_string_equal(twin->point, "{\"k\":3}");
  assert_int_equal(twin->numTimes, right->numTimes);
  assert_memory_equal(twin->times, right->times,
                      twin->numTimes * sizeof *twin->times);
  for (int i = 0; i < 3; i++) {
    asRecordReadingFree(&readings[i]);
    cJSON_Delete(json[i]);
  }
  asTextFree(&lines);
}

static void allowancesAreAddedToTolerances(void **state) {
  AsError error;
  AsBatchWriter *writer = createBatch();
  Recipe wrong = rightRecipe();
  wrong.compute = "add.f32 %f3, %f1, %f2;";
  addRecipe(writer, &wrong, 8, "{\"k\":1}");
  mustBeFine(asBatchPublish(writer, &error), &error);
  asBatchDestroy(writer);
  AsText lines = measureBatch(0);
  char *next = lines.data;
  AsRecordReading reading = {0};
  cJSON *json;
  readLine(&next, &reading, &json);
  assert_int_equal(reading.record.outcome, AS_OUTCOME_OK);
  assert_true(reading.record.maxError > 0.1);
  assert_true(reading.record.tolerance ==
              asBufferTolerance(&withResult[2], 1) + 8);
  asRecordReadingFree(&reading);
  cJSON_Delete(json);
  asTextFree(&lines);
}

static void interruptsEndTheRun(void **state) {
  writeBatch();
  AsText lines = measureBatch(1);
  assert_int_equal(lines.length, 0);
  asTextFree(&lines);
}

static void nothingIsLeftOfWhatIsNotPublished(void **state) {
  asBatchDestroy(createBatch());
  AsText command = {0};
  asTextFormat(&command, "ls -d '%s'* > /dev/null 2>&1", folder);
  assert_int_not_equal(system(command.data), 0);
  asTextFree(&command);
}

static void namesThatLeadOutAreRefused(void **state) {
  writeBatch();
  AsText path = {0}, text = {0};
  AsError error = {0};
  asTextFormat(&path, "%s/" AS_BATCH_FILE, folder);
  mustBeFine(asReadFile(path.data, &text, &error), &error);
  asTextAppend(&text, "", 1);
  char *name = strstr(text.data, "\"sum.expected\"");
  assert_non_null(name);
  memcpy(name, "\"/etc/passwd\" ", strlen("\"sum.expected\""));
  mustBeFine(asWriteFile(path.data, text.data, text.length - 1, &error),
             &error);
  AsBatch batch;
  assert_int_equal(asBatchRead(folder, &batch, &error), AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, "a file has no proper name"));
  asBatchFree(&batch);
  asTextFree(&path);
  asTextFree(&text);
}

#undef TEST
#define TEST(name)                                                             \
  cmocka_unit_test_setup_teardown(name, chooseFolder, removeFolder)

int main(void) {
  // The driver is not opened here: forks could not use it then.
  setenv("AS_CUDA_DRIVER", AS_BUILD_DIR "/test/libas-standin.so", 1);
  const struct CMUnitTest tests[] = {
      TEST(launchesSurviveJson),
      TEST(launchesThatAreNoneAreRefused),
      TEST(expectedResultsAreReadBack),
      TEST(candidatesAreMeasured),
      TEST(allowancesAreAddedToTolerances),
      TEST(interruptsEndTheRun),
      TEST(nothingIsLeftOfWhatIsNotPublished),
      TEST(namesThatLeadOutAreRefused),
  };
  return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
