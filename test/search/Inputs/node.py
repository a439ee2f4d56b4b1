#!/usr/bin/env python3
# In place of Node with ONNX Runtime (bench/node/onnxruntime.mjs): reads an ONNX
# model of Gemm and Relu, and computes it. So the format of the file, where its
# weights lie, and what is said are as a reader of onnx.proto expects.
import array
import json
import os
import signal
import sys
import time


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """What a message has by the number of the field."""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        else:
            length = 4
            if key & 7 == 2:
                length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        found.setdefault(key >> 3, []).append(value)
    return found


def weight(tensor, folder):
    """The shape and the elements of external data."""
    entries = {}
    for entry in tensor[13]:
        key, value = (fields(entry)[i][0].decode() for i in (1, 2))
        entries[key] = value
    with open(os.path.join(folder, entries["location"]), "rb") as file:
        file.seek(int(entries["offset"]))
        return tensor[1], array.array("f", file.read(int(entries["length"])))


def gemm(x, matrix, bias, transposes):
    """Of one row."""
    (rows, depth), elements = matrix if transposes else (
        matrix[0][::-1], array.array("f", matrix[1]))
    at = lambda i, k: elements[i * depth + k if transposes else k * rows + i]
    return [1, rows], [sum(x[1][k] * at(i, k) for k in range(depth)) + bias[1][i]
                       for i in range(rows)]


script, listing, threads = sys.argv[1:]
assert os.path.basename(script) == "onnxruntime.mjs", script
if not listing:
    print("ready no ONNX Runtime, threads %s\nend" % threads, flush=True)
    sys.exit()
with open(listing) as file:
    listed = json.load(file)
if not listed["models"]:
    print("ready no ONNX Runtime\nend", flush=True)
    sys.exit()
[model] = [own["file"] for own in listed["models"]]
with open(model, "rb") as file:
    graph = fields(fields(file.read())[7][0])
values = {}
for tensor in map(fields, graph.get(5, [])):
    values[tensor[8][0].decode()] = weight(tensor, os.path.dirname(model))
for given in listed["inputs"]:
    assert given["element"] == "f32", given
    with open(given["file"], "rb") as file:
        file.seek(given["offset"])
        values[given["name"]] = given["shape"], array.array(
            "f", file.read(given["length"]))
for node in map(fields, graph[1]):
    operands = [values[name.decode()] for name in node[1]]
    operation = node[4][0].decode()
    if operation == "Gemm":
        attributes = [fields(one) for one in node.get(5, [])]
        transposes = bool(attributes)
        assert all(one[1] == [b"transB"] and one[3] == [1] for one in attributes)
        result = gemm(*operands, transposes)
    else:
        assert operation == "Relu", operation
        result = operands[0][0], [max(x, 0) for x in operands[0][1]]
    values[node[2][0].decode()] = result
output = fields(graph[12][0])[1][0].decode()

# All contenders are wrong, or only the second is, or it "dies" when it is timed.
wrong = os.environ.get("AS_STANDIN_NODE")
names = ["onnxruntime"] + ["onnxruntime-attention"] * (wrong == "second")

print("ready no ONNX Runtime, threads %s" % threads)
print("".join("contender %s\n" % name for name in names) + "end", flush=True)
runs = 0
for line in sys.stdin:
    verb, name, argument = line.split()
    assert name in names
    if verb == "run":
        runs += 1
        if wrong == "dies" and runs > 1:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(1e-3)
        print("%e" % (int(argument) * 1e-3), flush=True)
    else:
        with open(argument, "wb") as file:
            factor = 2 if wrong == "all" or name != names[0] else 1
            array.array("f", (factor * x for x in values[output][1])).tofile(file)
        print("written", flush=True)
