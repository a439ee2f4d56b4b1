#===- library_shapes.py - Shapes of well-known networks -------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The layers of published networks, by their parameters, as benchmark drivers of
# libraries list them. Each becomes a program in shape_programs.py. Batches and
# sequences are short where a layer would take long to check.
#
#===------------------------------------------------------------------------===#

# Convolutions: image side, channels in, channels out, kernel side, stride, pad.
ALEXNET = [(227, 3, 96, 11, 4, 0), (27, 96, 256, 5, 1, 2), (13, 256, 384, 3, 1, 1),
           (13, 384, 384, 3, 1, 1), (13, 384, 256, 3, 1, 1)]
VGG = [(224, 3, 64, 3, 1, 1), (112, 64, 128, 3, 1, 1), (56, 128, 256, 3, 1, 1),
       (56, 256, 256, 3, 1, 1), (28, 256, 512, 3, 1, 1), (14, 512, 512, 3, 1, 1)]
RESNET = [(224, 3, 64, 7, 2, 3), (56, 64, 64, 1, 1, 0), (56, 64, 64, 3, 1, 1),
          (56, 64, 256, 1, 1, 0), (56, 256, 64, 1, 1, 0), (56, 256, 128, 1, 1, 0),
          (56, 128, 128, 3, 2, 1), (28, 128, 512, 1, 1, 0), (56, 256, 512, 1, 2, 0),
          (28, 512, 128, 1, 1, 0), (28, 128, 128, 3, 1, 1), (28, 512, 256, 1, 1, 0),
          (28, 256, 256, 3, 2, 1), (14, 256, 1024, 1, 1, 0), (28, 512, 1024, 1, 2, 0),
          (14, 1024, 256, 1, 1, 0), (14, 256, 256, 3, 1, 1), (14, 1024, 512, 1, 1, 0),
          (14, 512, 512, 3, 2, 1), (7, 512, 2048, 1, 1, 0), (14, 1024, 2048, 1, 2, 0),
          (7, 2048, 512, 1, 1, 0), (7, 512, 512, 3, 1, 1), (56, 64, 128, 3, 2, 1),
          (56, 64, 128, 1, 2, 0), (28, 128, 256, 3, 2, 1), (28, 128, 256, 1, 2, 0),
          (14, 256, 512, 3, 2, 1), (14, 256, 512, 1, 2, 0)]
# GoogLeNet's modules: side, channels in, 1x1, reduce 3x3, 3x3, reduce 5x5, 5x5, pool 1x1.
INCEPTION = [(28, 192, 64, 96, 128, 16, 32, 32), (28, 256, 128, 128, 192, 32, 96, 64),
             (14, 480, 192, 96, 208, 16, 48, 64), (14, 512, 160, 112, 224, 24, 64, 64),
             (14, 512, 128, 128, 256, 24, 64, 64), (14, 512, 112, 144, 288, 32, 64, 64),
             (14, 528, 256, 160, 320, 32, 128, 128), (7, 832, 256, 160, 320, 32, 128, 128),
             (7, 832, 384, 192, 384, 48, 128, 128)]
# SqueezeNet's modules: side, channels in, squeezed, expanded to each.
FIRE = [(55, 96, 16, 64), (55, 128, 16, 64), (55, 128, 32, 128), (27, 256, 32, 128),
        (27, 256, 48, 192), (27, 384, 48, 192), (27, 384, 64, 256), (13, 512, 64, 256)]
# MobileNet's depthwise layers: side, channels, stride; then the 1x1 to this many.
MOBILENET = [(112, 32, 1, 64), (112, 64, 2, 128), (56, 128, 1, 128), (56, 128, 2, 256),
             (28, 256, 1, 256), (28, 256, 2, 512), (14, 512, 1, 512), (14, 512, 2, 1024),
             (7, 1024, 1, 1024)]
# MobileNet-V2's blocks: side, channels in, expansion, channels out, stride.
INVERTED = [(112, 32, 1, 16, 1), (112, 16, 6, 24, 2), (56, 24, 6, 24, 1), (56, 24, 6, 32, 2),
            (28, 32, 6, 32, 1), (28, 32, 6, 64, 2), (14, 64, 6, 64, 1), (14, 64, 6, 96, 1),
            (14, 96, 6, 96, 1), (14, 96, 6, 160, 2), (7, 160, 6, 160, 1), (7, 160, 6, 320, 1)]
# EfficientNet-B0's depthwise layers: side, channels, kernel, stride.
EFFICIENTNET = [(112, 32, 3, 1), (112, 96, 3, 2), (56, 144, 3, 1), (56, 144, 5, 2),
                (28, 240, 5, 1), (28, 240, 3, 2), (14, 480, 3, 1), (14, 480, 5, 1),
                (14, 672, 5, 1), (14, 672, 5, 2), (7, 1152, 5, 1), (7, 1152, 3, 1)]
# DenseNet-121's blocks: side, channels at first, layers, each of 32 more.
DENSENET = [(56, 64, 6), (28, 128, 12), (14, 256, 24), (7, 512, 16)]
# Inception-V3's unlike kernels: side, channels in, channels out, kernel, pad.
FLAT = [(17, 128, 128, (1, 7)), (17, 128, 192, (7, 1)), (17, 160, 160, (1, 7)),
        (17, 160, 192, (7, 1)), (17, 192, 192, (1, 7)), (8, 384, 384, (1, 3)),
        (8, 384, 384, (3, 1)), (8, 448, 384, (3, 3))]
# Dilated layers of DeepLab, a detector's heads, a U-Net's and a super-resolution's.
DILATED = [(33, 256, 64, 3, 6), (33, 256, 64, 3, 12), (33, 128, 64, 3, 18), (28, 64, 64, 3, 2),
           (28, 64, 64, 3, 4)]
YOLO = [(208, 32, 64, 3, 1, 1), (208, 64, 32, 1, 1, 0), (104, 64, 128, 3, 1, 1),
        (52, 128, 256, 3, 1, 1), (52, 256, 128, 1, 1, 0), (26, 512, 256, 1, 1, 0),
        (13, 1024, 512, 1, 1, 0), (13, 1024, 255, 1, 1, 0), (26, 512, 255, 1, 1, 0),
        (52, 256, 255, 1, 1, 0)]

# Transformers: width, width of the feed-forward part, heads, width of a head.
TRANSFORMERS = {
    "bert-base": (768, 3072, 12, 64), "bert-large": (1024, 4096, 16, 64),
    "distilbert": (768, 3072, 12, 64), "tinybert": (312, 1200, 12, 26),
    "gpt2": (768, 3072, 12, 64), "gpt2-medium": (1024, 4096, 16, 64),
    "gpt2-large": (1280, 5120, 20, 64), "gpt2-xl": (1600, 6400, 25, 64),
    "llama-7b": (4096, 11008, 32, 128), "llama-13b": (5120, 13824, 40, 128),
    "vit-tiny": (192, 768, 3, 64), "vit-small": (384, 1536, 6, 64),
    "vit-base": (768, 3072, 12, 64), "t5-small": (512, 2048, 8, 64),
    "whisper-tiny": (384, 1536, 6, 64), "phi-2": (2560, 10240, 32, 80),
}
LENGTHS = {"vit-tiny": (197,), "vit-small": (197,), "vit-base": (197,), "llama-7b": (1, 13),
           "llama-13b": (1, 5), "phi-2": (1, 7), "gpt2-xl": (1, 17)}
# Products of recurrent and recommending networks, and of benchmarks: M, N, K.
PRODUCTS = [(1, 1000, 2048), (1, 1000, 1024), (1, 4096, 9216), (1, 4096, 4096), (1, 1000, 4096),
            (1, 1000, 1280), (20, 400, 1), (2, 512, 512), (16, 512, 512), (64, 512, 512),
            (16, 1024, 1024), (32, 1760, 1760), (16, 2048, 2048), (7, 2560, 640), (64, 64, 64),
            (128, 128, 128), (256, 256, 256), (100, 100, 100), (127, 129, 131), (255, 257, 63),
            (1, 1, 1), (1, 1, 4096), (4096, 1, 64), (3, 5, 7), (1000, 10, 10), (10, 1000, 10),
            (10, 10, 1000), (33, 33, 33), (17, 1000, 3), (2, 3, 100000), (512, 13, 479),
            (128, 256, 13), (128, 64, 512), (128, 512, 479), (128, 1024, 512)]


def layers():
    """(side, in, out, kernel, stride, pad, dilation) of all dense convolutions."""
    found = [(*layer, 1) for layer in ALEXNET + VGG + RESNET + YOLO]
    for side, c, one, r3, k3, r5, k5, pool in INCEPTION:
        found += [(side, c, f, 1, 1, 0, 1) for f in (one, r3, r5, pool)]
        found += [(side, r3, k3, 3, 1, 1, 1), (side, r5, k5, 5, 1, 2, 1)]
    for side, c, squeezed, wide in FIRE:
        found += [(side, c, squeezed, 1, 1, 0, 1), (side, squeezed, wide, 1, 1, 0, 1),
                  (side, squeezed, wide, 3, 1, 1, 1)]
    for side, c, stride, f in MOBILENET:
        found.append((side // stride, c, f, 1, 1, 0, 1))
    for side, c, expansion, f, stride in INVERTED:
        found += [(side, c, c * expansion, 1, 1, 0, 1),
                  (side // stride, c * expansion, f, 1, 1, 0, 1)]
    for side, first, number in DENSENET:
        for layer in range(0, number, 3):
            found.append((side, first + 32 * layer, 128, 1, 1, 0, 1))
        found += [(side, 128, 32, 3, 1, 1, 1)]
    for side, c, f, kernel in FLAT:
        found.append((side, c, f, kernel, 1, (kernel[0] // 2, kernel[1] // 2), 1))
    for side, c, f, k, dilation in DILATED:
        found.append((side, c, f, k, 1, dilation * (k // 2), dilation))
    return list(dict.fromkeys(found))


def depthwise():
    """(side, channels, kernel, stride)."""
    found = [(side, c, 3, stride) for side, c, stride, _ in MOBILENET]
    found += [(side, c * e, 3, stride) for side, c, e, _, stride in INVERTED]
    found += EFFICIENTNET + [(56, 96, 7, 1), (28, 192, 7, 1), (14, 384, 7, 1), (7, 768, 7, 1)]
    return list(dict.fromkeys(found))


def products():
    """(M, N, K) of transformers and others."""
    found = list(PRODUCTS)
    for name, (width, inner, _, _) in TRANSFORMERS.items():
        for length in LENGTHS.get(name, (1, 7, 64, 128)):
            found += [(length, width, width), (length, inner, width), (length, width, inner),
                      (length, 3 * width, width)]
    return list(dict.fromkeys(found))


def attentions():
    """(heads, length, length of keys, width of a head)."""
    found = []
    for name, (_, _, heads, width) in TRANSFORMERS.items():
        for length in LENGTHS.get(name, (1, 7, 64, 128)):
            found += [(heads, length, max(length, 16), width)]
    return list(dict.fromkeys(found))


def poolings():
    """(side, channels, kernel, stride, kind)."""
    found = []
    for side, c, kernel, stride in ((55, 96, 3, 2), (27, 256, 3, 2), (13, 256, 3, 2),
                                    (224, 64, 2, 2), (112, 128, 2, 2), (56, 256, 2, 2),
                                    (28, 512, 2, 2), (14, 512, 2, 2), (112, 64, 3, 2),
                                    (56, 192, 3, 2), (28, 480, 3, 2), (14, 832, 3, 2),
                                    (28, 192, 3, 1), (14, 480, 3, 1), (7, 832, 3, 1),
                                    (7, 2048, 7, 1), (7, 1024, 7, 1), (13, 1000, 13, 1),
                                    (56, 128, 2, 2), (28, 256, 2, 2), (8, 1280, 8, 1)):
        found += [(side, c, kernel, stride, kind) for kind in ("max", "sum")]
    return found


def rows():
    """(rows, length) of softmaxes, norms and reductions."""
    found = [(1, 1000), (8, 1000), (64, 10), (512, 512), (384, 384), (197, 197), (12 * 64, 64),
             (128, 50257 // 16), (1, 32000), (7, 30522 // 8), (100, 100), (33, 77), (1, 1), (5, 1),
             (1, 17), (1000, 3), (2, 65536)]
    for width, _, _, _ in TRANSFORMERS.values():
        found += [(1, width), (7, width), (64, width), (128, width)]
    return list(dict.fromkeys(found))
