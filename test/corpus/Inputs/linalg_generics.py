#===- linalg_generics.py - linalg.generic by chance -----------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Operations with maps of all kinds: permuted, projected, strided, dilated,
# reversed, divided, diagonal. Each function adds one to a program, or returns
# None where the program has nothing that suits it.
#
#===------------------------------------------------------------------------===#

import elements
from bodies import Body, MOVED_ONLY, combiner
from linalg_programs import MOST_ELEMENTS, count


def dims(number):
    return ", ".join(f"d{i}" for i in range(number))


def affine_map(number, results):
    return f"affine_map<({dims(number)}) -> ({', '.join(results)})>"


def generic(p, maps, iterators, inputs, outputs, body, yielded):
    """The line of a generic; maps are lists of expressions in d0, d1, ..."""
    maps = ", ".join(affine_map(len(iterators), m) for m in maps)
    iterators = ", ".join(f'"{i}"' for i in iterators)
    arguments = ", ".join(f"%b{i}: {t.element}" for i, t in enumerate(inputs + outputs))
    ins = ""
    if inputs:
        ins = (f"ins({', '.join(t.name for t in inputs)} : "
               f"{', '.join(t.type for t in inputs)}) ")
    outs = f"outs({', '.join(t.name for t in outputs)} : {', '.join(t.type for t in outputs)})"
    types = ", ".join(t.type for t in outputs)
    names = ", ".join(name for name, _ in yielded)
    kinds = ", ".join(kind for _, kind in yielded)
    text = (f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
            f"{ins}{outs} {{\n^bb0({arguments}):\n" +
            "".join(f"  {line}\n" for line in body.lines) +
            f"  linalg.yield {names} : {kinds}\n}} -> ")
    if len(outputs) == 1:
        return p.emit(text + types, outputs[0].shape, outputs[0].element)
    tuple_name = p.fresh()
    first, *rest = (text + f"({types})").splitlines()
    p.lines += [f"{tuple_name}:{len(outputs)} = {first}", *rest]
    made = []
    for i, output in enumerate(outputs):
        made.append(type(output)(f"{tuple_name}#{i}", output.shape, output.element))
    return made


def body_of(p, tensors):
    arguments = [(f"%b{i}", t.element) for i, t in enumerate(tensors)]
    return Body(p.rng, arguments, p.smooth, p.corners)


def read(p, extents, permuted=True):
    """A way to read an array in loops of these extents, once for each iteration:
    the map's results, and the shape that the array then has at least."""
    rng = p.rng
    order = list(range(len(extents)))
    if permuted and rng.random() < 0.3:
        rng.shuffle(order)
    if rng.random() < 0.25:  # Not all dimensions: the array is broadcast.
        order = [d for d in order if rng.random() < 0.6]
    results, shape = [], []
    for d in order:
        extent = extents[d]
        how = rng.random()
        if how < 0.82 or extent == 0 or not permuted:
            results.append(f"d{d}")
            shape.append(extent)
        elif how < 0.88:
            stride, offset = rng.choice([(1, 1), (2, 0), (2, 1), (3, 0), (3, 2)])
            results.append(f"d{d} * {stride} + {offset}")
            shape.append((extent - 1) * stride + offset + 1 + rng.choice([0, 0, 1]))
        elif how < 0.92:
            results.append(f"-d{d} + {extent - 1}")
            shape.append(extent)
        elif how < 0.95:
            by = rng.choice([2, 3])
            results.append(f"d{d} floordiv {by}")
            shape.append((extent - 1) // by + 1)
        elif how < 0.97:
            by = rng.choice([2, 3])
            results.append(f"d{d} mod {by}")
            shape.append(by)
        elif how < 0.985 and len(extents) > 1:
            other = rng.choice([o for o in range(len(extents)) if o != d])
            results.append(f"d{d} + d{other}")
            shape.append(extent + max(extents[other], 1) - 1)
        else:
            results += [f"d{d}", f"d{d}"]
            shape += [extent, extent]
    if rng.random() < 0.03:
        place = rng.randrange(len(results) + 1)
        results.insert(place, str(rng.choice([0, 1])))
        shape.insert(place, rng.choice([2, 3]))
    if count(shape) > MOST_ELEMENTS:
        return [f"d{d}" for d in order], [extents[d] for d in order]
    return results, shape


def inputs_for(p, extents, number, first=None):
    """Tensors read in these loops; the first may be given, and is read as it is."""
    maps, inputs = [], []
    if first:
        maps.append([f"d{d}" for d in range(len(extents))])
        inputs.append(first)
    while len(inputs) < number:
        results, shape = read(p, extents)
        element = p.element
        if not p.smooth and p.rng.random() < 0.1 and element not in MOVED_ONLY:
            element = p.rng.choice(["f32", "f16", "bf16", "i32", "i8", "i1", "f64"])
        maps.append(results)
        inputs.append(p.operand(shape, element))
    return maps, inputs


def some_extents(p):
    tensor = p.some()
    return tensor, list(tensor.shape)


def add_index(p, body, rank):
    """The place, as one of the values."""
    if p.smooth or not rank or p.rng.random() > 0.1:
        return
    name = body.define(f"linalg.index {p.rng.randrange(rank)} : index", "index")
    body.values.append((name, "index"))
    if p.element != "index":
        to = body.convert(name, "index", "i32")
        body.values.append((to, "i32"))


def pointwise(p):
    """Elementwise, with one or several results, of which some are permuted."""
    rng = p.rng
    tensor, extents = some_extents(p)
    maps, inputs = inputs_for(p, extents, rng.choice([1, 1, 2, 2, 3]), tensor)
    outputs = []
    for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
        element = p.element
        if element not in MOVED_ONLY and element not in elements.COMPLEX and rng.random() < 0.1:
            element = rng.choice(["f32", "f16", "bf16"] if p.smooth else
                                 ["f32", "f16", "bf16", "f64", "i8", "i32", "i1"])
        order = list(range(len(extents)))
        if rng.random() < 0.15:
            rng.shuffle(order)
        shape = [extents[d] for d in order]
        maps.append([f"d{d}" for d in order])
        # Mostly it is not read; sometimes the body adds to it.
        outputs.append(p.empty(shape, element) if rng.random() < 0.85 else
                       p.operand(shape, element))
    read_outputs = [t for t in outputs if not is_empty(p, t)]
    body = Body(rng, [(f"%b{i}", t.element) for i, t in enumerate(inputs + outputs)
                      if i < len(inputs) or t in read_outputs], p.smooth, p.corners)
    add_index(p, body, len(extents))
    for _ in range(rng.choice([1, 2, 2, 3, 4, 6])):
        body.step(rng.choice([t.element for t in inputs + outputs]))
    yielded = [(body.step(t.element), t.element) for t in outputs]
    return generic(p, maps, ["parallel"] * len(extents), inputs, outputs, body, yielded)


def is_empty(p, tensor):
    return any(line.startswith(f"{tensor.name} = tensor.empty") for line in p.lines)


def reduction(p):
    """Over some dimensions, after some arithmetic, with one or several results."""
    rng = p.rng
    if p.element in MOVED_ONLY:
        return None
    tensor, extents = some_extents(p)
    if not extents:
        return None
    reduced = {d for d in range(len(extents)) if rng.random() < 0.5} or {len(extents) - 1}
    kept = [d for d in range(len(extents)) if d not in reduced]
    if rng.random() < 0.2:
        rng.shuffle(kept)
    maps, inputs = inputs_for(p, extents, rng.choice([1, 1, 1, 2]), tensor)
    shape = [extents[d] for d in kept]
    wide = p.element
    if p.element in elements.FLOATS and rng.random() < 0.3:
        wide = WIDER.get(p.element, wide) if not p.smooth else wide
    terms = count(extents) // max(count(shape), 1)
    combiners = [combiner(rng, wide, p.smooth, terms) for _ in range(rng.choice([1, 1, 1, 2]))]
    outputs = [p.initial(shape, wide, start) for _, start in combiners]
    maps += [[f"d{d}" for d in kept]] * len(outputs)
    body = Body(rng, [(f"%b{i}", t.element) for i, t in enumerate(inputs)], p.smooth, p.corners)
    for _ in range(rng.choice([0, 0, 1, 2, 3])):
        body.step(p.element)
    yielded = []
    for i, (op, _) in enumerate(combiners):
        value = body.pick(wide)
        pair = [value, f"%b{len(inputs) + i}"]
        if rng.random() < 0.3:
            pair.reverse()
        name = body.define(f"{op} {pair[0]}, {pair[1]} : {wide}", wide)
        yielded.append((name, wide))
    iterators = ["reduction" if d in reduced else "parallel" for d in range(len(extents))]
    return generic(p, maps, iterators, inputs, outputs, body, yielded)


WIDER = {"f16": "f32", "bf16": "f32", "f32": "f64"}


def best_index(p):
    """The largest element of each row, and where it is."""
    rng = p.rng
    if p.element in MOVED_ONLY or p.element in elements.COMPLEX or p.smooth:
        return None
    tensor, extents = some_extents(p)
    if not extents:
        return None
    axis = rng.randrange(len(extents))
    kept = [d for d in range(len(extents)) if d != axis]
    shape = [extents[d] for d in kept]
    outputs = [p.splat(0 if p.element in elements.INTEGERS else -64.0, shape, p.element),
               p.splat(0, shape, "i32")]
    body = Body(rng, [], False, 0)
    index = body.define(f"linalg.index {axis} : index", "index")
    place = body.define(f"arith.index_cast {index} : index to i32", "i32")
    compare = ("arith.cmpf ogt" if p.element in elements.FLOATS else "arith.cmpi sgt")
    larger = body.define(f"{compare}, %b0, %b1 : {p.element}", "i1")
    value = body.define(f"arith.select {larger}, %b0, %b1 : {p.element}", p.element)
    where = body.define(f"arith.select {larger}, {place}, %b2 : i32", "i32")
    maps = [[f"d{d}" for d in range(len(extents))]] + [[f"d{d}" for d in kept]] * 2
    iterators = ["reduction" if d == axis else "parallel" for d in range(len(extents))]
    return generic(p, maps, iterators, [tensor], outputs, body,
                   [(value, p.element), (where, "i32")])


def contraction(p):
    """A product of two tensors over some dimensions, in any order of them."""
    rng = p.rng
    if p.element in MOVED_ONLY or p.element == "index":
        return None
    roles = (["left"] * rng.choice([0, 1, 1, 1, 2]) + ["right"] * rng.choice([0, 1, 1, 1, 2]) +
             ["sum"] * rng.choice([1, 1, 1, 2]) + ["batch"] * rng.choice([0, 0, 0, 1]))
    rng.shuffle(roles)
    extents = [p.extent() for _ in roles]
    while count(extents) > 300000:
        extents[rng.randrange(len(extents))] = rng.choice([1, 2, 3, 4, 7])
    of = {"left": ("left", "sum", "batch"), "right": ("right", "sum", "batch"),
          "result": ("left", "right", "batch")}
    maps, shapes = [], []
    for which in ("left", "right", "result"):
        places = [d for d, role in enumerate(roles) if role in of[which]]
        if rng.random() < 0.5:
            rng.shuffle(places)
        maps.append([f"d{d}" for d in places])
        shapes.append([extents[d] for d in places])
        if count(shapes[-1]) > 2 * MOST_ELEMENTS:
            return None
    wide = WIDER.get(p.element, p.element) if rng.random() < 0.3 and not p.smooth else p.element
    if p.element in elements.INTEGERS and rng.random() < 0.5 and p.element in ("i8", "i16", "i4"):
        wide = "i32"
    inputs = [p.operand(shapes[0], p.element), p.operand(shapes[1], p.element)]
    outputs = [p.initial(shapes[2], wide, 0)]
    iterators = ["reduction" if role == "sum" else "parallel" for role in roles]
    if rng.random() < 0.3 and p.element in elements.FLOATS:
        made = p.emit(
            f"linalg.contract indexing_maps = [{', '.join(affine_map(len(roles), m) for m in maps)}] "
            f"ins({inputs[0].name}, {inputs[1].name} : {inputs[0].type}, {inputs[1].type}) "
            f"outs({outputs[0].name} : {outputs[0].type}) -> {outputs[0].type}",
            outputs[0].shape, wide)
        return made
    body = Body(rng, [], p.smooth, 0)
    factors = ["%b0", "%b1"]
    if wide != p.element:
        how = "extf" if p.element in elements.FLOATS else rng.choice(["extsi", "extui"])
        factors = [body.define(f"arith.{how} {f} : {p.element} to {wide}", wide) for f in factors]
    if wide in elements.COMPLEX:
        times, plus = "complex.mul", "complex.add"
    elif wide in elements.FLOATS:
        times, plus = "arith.mulf", "arith.addf"
    else:
        times, plus = "arith.muli", "arith.addi"
    product = body.define(f"{times} {factors[0]}, {factors[1]} : {wide}", wide)
    total = body.define(f"{plus} %b2, {product} : {wide}", wide)
    return generic(p, maps, iterators, inputs, outputs, body, [(total, wide)])


def window(p):
    """A sum or a maximum over windows, with strides and dilations, in any layout."""
    rng = p.rng
    if p.element in MOVED_ONLY:
        return None
    spatial = rng.choice([1, 1, 2, 2, 3])
    outputs_extents = [rng.choice([1, 2, 3, 5, 7, 8, 16]) for _ in range(spatial)]
    kernel = [rng.choice([1, 2, 3, 3, 5]) for _ in range(spatial)]
    others = [rng.choice([1, 2, 3, 8, 16]) for _ in range(rng.choice([0, 1, 2]))]
    expressions, shape = [], []
    for i in range(spatial):
        stride, dilation = rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 2])
        place, offset = f"d{i}", f"d{spatial + i}"
        expressions.append(f"{place}{f' * {stride}' if stride > 1 else ''} + "
                           f"{offset}{f' * {dilation}' if dilation > 1 else ''}")
        shape.append((outputs_extents[i] - 1) * stride + (kernel[i] - 1) * dilation + 1)
    read_map = expressions + [f"d{2 * spatial + i}" for i in range(len(others))]
    read_shape = shape + others
    order = list(range(len(read_map)))
    rng.shuffle(order)
    written = ([(f"d{i}", e) for i, e in enumerate(outputs_extents)] +
               [(f"d{2 * spatial + i}", e) for i, e in enumerate(others)])
    if rng.random() < 0.5:
        rng.shuffle(written)
    if count(read_shape) > 2 * MOST_ELEMENTS or \
            count(outputs_extents + kernel + others) > 200000:
        return None
    image = p.operand([read_shape[d] for d in order], p.element)
    inputs, maps = [image], [[read_map[d] for d in order]]
    op, start = combiner(rng, p.element, p.smooth, count(kernel))
    filtered = rng.random() < 0.5
    if filtered or rng.random() < 0.5:  # Otherwise nothing says how large it is.
        filter_map = [f"d{spatial + i}" for i in range(spatial)]
        filter_shape = list(kernel)
        if others and rng.random() < 0.5:
            filter_map.append(f"d{2 * spatial}")
            filter_shape.append(others[0])
        inputs.append(p.operand(filter_shape, p.element))
    else:
        filter_map = [f"d{spatial + i}" for i in range(spatial)]
        inputs.append(p.empty(kernel, p.element))
    maps.append(filter_map)
    output = p.initial([e for _, e in written], p.element, start)
    maps.append([d for d, _ in written])
    body = Body(rng, [("%b0", p.element)], p.smooth, p.corners)
    value = "%b0"
    if filtered:
        times = ("complex.mul" if p.element in elements.COMPLEX else
                 "arith.mulf" if p.element in elements.FLOATS else "arith.muli")
        value = body.define(f"{times} %b0, %b1 : {p.element}", p.element)
    total = body.define(f"{op} {value}, %b2 : {p.element}", p.element)
    iterators = ["parallel"] * spatial + ["reduction"] * spatial + ["parallel"] * len(others)
    return generic(p, maps, iterators, inputs, [output], body, [(total, p.element)])


def gather(p):
    """Rows picked by an array of places."""
    rng = p.rng
    if p.smooth:
        return None
    table = p.some(rank=2)
    if count(table.shape) == 0:
        return None
    picked = rng.choice([1, 3, 8, 17])
    places = p.operand([picked], "i32")
    output = p.empty([picked, table.shape[1]], p.element)
    body = Body(rng, [], False, 0)
    rows = body.constant(table.shape[0], "i32")
    row = body.define(f"arith.remui %b0, {rows} : i32", "i32")
    place = body.define(f"arith.index_cast {row} : i32 to index", "index")
    column = body.define("linalg.index 1 : index", "index")
    value = body.define(f"tensor.extract {table.name}[{place}, {column}] : {table.type}", p.element)
    return generic(p, [["d0"], ["d0", "d1"]], ["parallel"] * 2, [places], [output], body,
                   [(value, p.element)])


GENERICS = {pointwise: 10, reduction: 6, best_index: 1, contraction: 4, window: 3, gather: 1}
