//===- bench/node/onnxruntime.mjs - A model run by ONNX Runtime
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxruntime.mjs LISTING THREADS answers requests for one model, of which
// bench/models/launch_onnx.py has listed the files and inputs; without LISTING it
// only says what version it is. What is said and
// answered is in bench/engine.h. All optimisations of graphs are on, and the
// result has its memory before the timing. A run through Node costs some 10 us
// more than the same by the C interface.
//
//===----------------------------------------------------------------------===//

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ELEMENTS = {
  f32: ["float32", Float32Array],
  i64: ["int64", BigInt64Array],
};

function say(line) {
  process.stdout.write(`${line}\n`);
}

// The tensor of an input, as the listing describes it.
function readTensor(ort, { element, shape, file, offset, length }) {
  const [type, Elements] = ELEMENTS[element];
  const bytes = readFileSync(file).subarray(offset, offset + length);
  // A copy of its own, aligned.
  const values = new Elements(new Uint8Array(bytes).buffer);
  return new ort.Tensor(type, values, shape);
}

async function createSession(ort, model, threads) {
  return ort.InferenceSession.create(model, {
    executionProviders: ["cpu"],
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    interOpNumThreads: 1,
    intraOpNumThreads: threads,
    logSeverityLevel: 3,
  });
}

// The package, or nothing where it is not installed.
async function load() {
  try {
    return (await import("onnxruntime-node")).default;
  } catch (error) {
    const folder = dirname(fileURLToPath(import.meta.url));
    say(`absent ${error.message.split("\n")[0]}; npm ci --prefix ${folder} installs it`);
  }
}

// A model with its inputs, and with memory for its result.
async function prepare(ort, file, feeds, threads) {
  const session = await createSession(ort, file, threads);
  const fetches = await session.run(feeds);
  const run = () => session.run(feeds, fetches);
  return { run, result: session.outputNames[0] };
}

async function seconds(run, count) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i++) await run();
  return Number(process.hrtime.bigint() - start) * 1e-9;
}

async function main(listing, threads) {
  const ort = await load();
  if (!ort) return;
  const { models, inputs } = listing ? JSON.parse(readFileSync(listing, "utf8")) : { models: [], inputs: [] };
  const feeds = {};
  for (const input of inputs) feeds[input.name] = readTensor(ort, input);
  const contenders = new Map();
  for (const { contender, file } of models) {
    contenders.set(contender, await prepare(ort, file, feeds, threads));
    rmSync(file);
  }
  rmSync(listing, { force: true });

  const version = ort.env.versions.node ?? ort.env.versions.common;
  say(`ready ONNX Runtime ${version}, ${threads} thread${threads === 1 ? "" : "s"}`);
  for (const name of contenders.keys()) say(`contender ${name}`);
  say("end");
  for await (const line of createInterface({ input: process.stdin })) {
    const [verb, name, argument] = line.split(" ");
    const { run, result } = contenders.get(name);
    if (verb === "run") {
      say((await seconds(run, Number(argument))).toExponential(9));
    } else {
      const { data } = (await run())[result];
      writeFileSync(argument, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
      say("written");
    }
  }
}

const [listing, threads] = process.argv.slice(2);
await main(listing, Number(threads));
