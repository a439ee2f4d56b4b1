#===- linalg_attention.py - Attention by chance ---------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Attention, and what only looks like it: operands that are one value, scores
# that others read, weights that are used twice, a softmax of a softmax.
#
#===------------------------------------------------------------------------===#

from linalg_generics import affine_map
from linalg_programs import MOST_ELEMENTS, count

ALL = affine_map(3, ["d0", "d1", "d2"])


def product(p, left, right, transposes):
    """A product of batches; with the rows of `right` if it is transposed."""
    columns = right.shape[1] if transposes else right.shape[2]
    init = p.initial((left.shape[0], left.shape[1], columns), p.element, 0)
    maps = ""
    if transposes:
        maps = "indexing_maps = [" + ", ".join(
            affine_map(4, m) for m in (["d0", "d1", "d3"], ["d0", "d2", "d3"],
                                       ["d0", "d1", "d2"])) + "] "
    return p.emit(f"linalg.batch_matmul {maps}ins({left.name}, {right.name} : {left.type}, "
                  f"{right.type}) outs({init.name} : {init.type}) -> {init.type}",
                  init.shape, p.element)


def on_elements(p, scores, operand, own_map, arithmetic):
    """One more operand, whose map is `own_map`; None is a number."""
    output = p.empty(scores.shape, p.element)
    element = p.element
    maps, ins, types = [ALL], [scores.name], [scores.type]
    if own_map:
        maps.append(own_map)
        ins.append(operand.name)
        types.append(operand.type)
        other = "%b1"
    else:
        other = operand
    arguments = ", ".join(f"%b{i}: {element}" for i in range(len(maps) + 1))
    iterators = ", ".join(['"parallel"'] * 3)
    return p.emit(f"linalg.generic {{indexing_maps = [{', '.join(maps + [ALL])}], "
                  f"iterator_types = [{iterators}]}} ins({', '.join(ins)} : {', '.join(types)}) "
                  f"outs({output.name} : {output.type}) {{\n^bb0({arguments}):\n"
                  f"  %v0 = arith.{arithmetic} %b0, {other} : {element}\n"
                  f"  linalg.yield %v0 : {element}\n}} -> {output.type}",
                  scores.shape, element)


def masked(p, scores):
    """The scores with a mask: of all heads, of a row, of all rows, or none."""
    heads, rows, keys = scores.shape
    shape, own_map = p.rng.choice([
        ((heads, rows, keys), ALL), ((rows, keys), affine_map(3, ["d1", "d2"])),
        ((keys,), affine_map(3, ["d2"])), ((heads, keys), affine_map(3, ["d0", "d2"]))])
    mask = p.operand(shape, p.element)
    return on_elements(p, scores, mask, own_map, p.rng.choice(["addf", "addf", "mulf", "subf"]))


def weights(p, scores):
    output = p.empty(scores.shape, p.element)
    return p.emit(f"linalg.softmax dimension({2 if p.rng.random() < 0.95 else 1}) "
                  f"ins({scores.name} : {scores.type}) outs({output.name} : {output.type}) "
                  f"-> {output.type}", scores.shape, p.element)


def attention(p):
    rng = p.rng
    if p.element not in ("f32", "f64"):
        return None
    queries = p.some(rank=3)
    heads, rows, depth = queries.shape
    if count(queries.shape) == 0:
        return None
    keys = queries if rng.random() < 0.2 else \
        p.operand((heads, p.extent(), depth), p.element)
    number = keys.shape[1]
    width = depth if rng.random() < 0.5 else p.extent()
    sizes = [heads * rows * number, heads * number * depth, heads * number * width,
             heads * rows * width]
    if min(sizes) == 0 or max(sizes) > 2 * MOST_ELEMENTS or sizes[0] * (depth + width) > 600000:
        return None
    scores = product(p, queries, keys, True)
    made = []
    if rng.random() < 0.5:
        factor = p.scalar(rng.choice([0.125, 0.25, 0.5, -1]), p.element)
        scores = on_elements(p, scores, factor, None, "mulf")
    if rng.random() < 0.4:
        scores = masked(p, scores)
    if rng.random() < 0.15:
        made.append(scores)
    share = weights(p, scores)
    if rng.random() < 0.1:
        share = weights(p, share)
    if rng.random() < 0.15:
        made.append(share)
    values = keys if width == depth and rng.random() < 0.3 else \
        p.operand((heads, number, width), p.element)
    if number == rows and rng.random() < 0.2:
        values = share
    made.append(product(p, share, values, False))
    return made
