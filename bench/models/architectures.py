#===- bench/models/architectures.py - The models ---------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Layer by layer after the papers: Krizhevsky 2014 (AlexNet), Szegedy et al. 2015
# (GoogLeNet), He et al. 2015 (ResNet; the stride is in the 3x3 convolution, as in
# most implementations), Sandler et al. 2018 (MobileNet-V2), Howard et al. 2019
# (MobileNet-V3), Iandola et al. 2016 (SqueezeNet; 1.1 as in the authors'
# repository), Huang et al. 2017 (DenseNet), Tan and Le 2019 (EfficientNet), Liu et
# al. 2022 (ConvNeXt), Devlin et al. 2018 (BERT, its tiny shape from Turc et al.
# 2019), Touvron et al. 2023 (the decoder layer).
# test/search/models.test holds the numbers of weights against what is known of
# them.
#
#===------------------------------------------------------------------------===#


def mlp(n, batch, widths):
    x = n.vectors(batch, widths[0])
    for width in widths[1:-1]:
        x = n.relu(n.linear(x, width))
    return n.linear(x, widths[-1])


#===- AlexNet, GoogLeNet ---------------------------------------------------===#


def alexnet(n, size):
    """The form with one tower of Krizhevsky 2014, without normalisation of
    responses."""
    x = n.image(3, size)
    x = n.relu(n.convolution(x, 64, 11, stride=4, padding=2, bias=True))
    x = n.max_pool(x, 3, stride=2)
    x = n.relu(n.convolution(x, 192, 5, padding=2, bias=True))
    x = n.max_pool(x, 3, stride=2)
    for channels in (384, 256, 256):
        x = n.relu(n.convolution(x, channels, 3, padding=1, bias=True))
    x = n.flatten(n.max_pool(x, 3, stride=2))
    for _ in range(2):
        x = n.relu(n.linear(x, 4096))
    return n.linear(x, 1000, gain=1)


def inception(n, x, single, reduced3, triple, reduced5, quintuple, pooled):
    def branch(x, channels, kernel):
        return n.relu(n.convolution(x, channels, kernel, padding=kernel // 2,
                                    bias=True))
    return n.concatenate([
        branch(x, single, 1),
        branch(branch(x, reduced3, 1), triple, 3),
        branch(branch(x, reduced5, 1), quintuple, 5),
        branch(n.max_pool(x, 3, stride=1, padding=1), pooled, 1)])


def googlenet(n, size):
    """Without normalisation of responses, and without the classifiers on the
    way, which only training uses."""
    x = n.image(3, size)
    x = n.relu(n.convolution(x, 64, 7, stride=2, padding=3, bias=True))
    x = n.max_pool(x, 3, stride=2, ceil=True)
    x = n.relu(n.convolution(x, 64, 1, bias=True))
    x = n.relu(n.convolution(x, 192, 3, padding=1, bias=True))
    for stage in (((64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64)),
                  ((192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64),
                   (128, 128, 256, 24, 64, 64), (112, 144, 288, 32, 64, 64),
                   (256, 160, 320, 32, 128, 128)),
                  ((256, 160, 320, 32, 128, 128), (384, 192, 384, 48, 128, 128))):
        x = n.max_pool(x, 3, stride=2, ceil=True)
        for row in stage:
            x = inception(n, x, *row)
    return n.linear(n.flatten(n.global_mean(x)), 1000, gain=1)


#===- ResNet ---------------------------------------------------------------===#


def resnet(n, size, block, expansion, repeats):
    x = n.image(3, size)
    x = n.relu(n.batch_norm(n.convolution(x, 64, 7, stride=2, padding=3)))
    x = n.max_pool(x, 3, stride=2, padding=1)
    for stage, count in enumerate(repeats):
        for i in range(count):
            stride = 2 if stage > 0 and i == 0 else 1
            x = residual(n, x, block, 64 << stage, expansion, stride)
    x = n.flatten(n.global_mean(x))
    return n.linear(x, 1000, gain=1)


def residual(n, x, block, width, expansion, stride):
    inner = block(n, x, width, stride)
    if stride > 1 or x.shape[1] != width * expansion:
        x = n.batch_norm(n.convolution(x, width * expansion, 1, stride=stride))
    return n.relu(n.add(inner, x))


def basic_block(n, x, width, stride):
    x = n.relu(n.batch_norm(
        n.convolution(x, width, 3, stride=stride, padding=1)))
    return n.batch_norm(n.convolution(x, width, 3, padding=1), gain=0.3)


def bottleneck(n, x, width, stride):
    x = n.relu(n.batch_norm(n.convolution(x, width, 1)))
    x = n.relu(n.batch_norm(
        n.convolution(x, width, 3, stride=stride, padding=1)))
    return n.batch_norm(n.convolution(x, 4 * width, 1), gain=0.3)


def resnet18(n, size):
    return resnet(n, size, basic_block, 1, (2, 2, 2, 2))


def resnet50(n, size):
    return resnet(n, size, bottleneck, 4, (3, 4, 6, 3))


#===- MobileNet ------------------------------------------------------------===#


def rounded(channels):
    """To a multiple of 8, but not down by more than a tenth."""
    near = max(8, int(channels + 4) // 8 * 8)
    return near + 8 if near < 0.9 * channels else near


def mobilenet_v2(n, size):
    x = n.image(3, size)
    x = n.relu6(n.batch_norm(n.convolution(x, 32, 3, stride=2, padding=1)))
    # Expansion, channels, repeats, stride.
    for row in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
                (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)):
        expansion, channels, repeats, stride = row
        for i in range(repeats):
            x = inverted_residual(n, x, expansion * x.shape[1], 3, channels,
                                  n.relu6, stride if i == 0 else 1)
    x = n.relu6(n.batch_norm(n.convolution(x, 1280, 1)))
    return n.linear(n.flatten(n.global_mean(x)), 1000, gain=1)


def inverted_residual(n, x, inner, kernel, channels, activation, stride,
                      excites=None, epsilon=1e-5):
    """excites(x, channels) is squeeze-and-excite in a block of so many channels."""
    shortcut = x
    if inner != x.shape[1]:
        x = n.batch_norm(n.convolution(x, inner, 1), epsilon=epsilon)
        x = activation(x)
    x = n.convolution(x, inner, kernel, stride=stride, padding=kernel // 2,
                      groups=inner)
    x = activation(n.batch_norm(x, epsilon=epsilon))
    if excites:
        x = excites(x, shortcut.shape[1])
    x = n.batch_norm(n.convolution(x, channels, 1), gain=0.7, epsilon=epsilon)
    if stride == 1 and shortcut.shape[1] == channels:
        x = n.add(x, shortcut)
    return x


def squeeze_excite(n, x, squeezed, activation, gate):
    s = n.global_mean(x)
    s = activation(n.convolution(s, squeezed, 1, bias=True))
    s = gate(n.convolution(s, x.shape[1], 1, bias=True))
    return n.multiply(x, s)


def mobilenet_v3_large(n, size):
    epsilon = 1e-3
    def excite(x, channels):
        return squeeze_excite(n, x, rounded(x.shape[1] // 4), n.relu,
                              n.hard_sigmoid)
    x = n.image(3, size)
    x = n.convolution(x, 16, 3, stride=2, padding=1)
    x = n.hard_swish(n.batch_norm(x, epsilon=epsilon))
    # Kernel, inner channels, channels, squeeze-and-excite, activation, stride.
    for row in ((3, 16, 16, False, n.relu, 1), (3, 64, 24, False, n.relu, 2),
                (3, 72, 24, False, n.relu, 1), (5, 72, 40, True, n.relu, 2),
                (5, 120, 40, True, n.relu, 1), (5, 120, 40, True, n.relu, 1),
                (3, 240, 80, False, n.hard_swish, 2),
                (3, 200, 80, False, n.hard_swish, 1),
                (3, 184, 80, False, n.hard_swish, 1),
                (3, 184, 80, False, n.hard_swish, 1),
                (3, 480, 112, True, n.hard_swish, 1),
                (3, 672, 112, True, n.hard_swish, 1),
                (5, 672, 160, True, n.hard_swish, 2),
                (5, 960, 160, True, n.hard_swish, 1),
                (5, 960, 160, True, n.hard_swish, 1)):
        kernel, inner, channels, excites, activation, stride = row
        x = inverted_residual(n, x, inner, kernel, channels, activation, stride,
                              excite if excites else None, epsilon)
    x = n.hard_swish(n.batch_norm(n.convolution(x, 960, 1), epsilon=epsilon))
    x = n.flatten(n.global_mean(x))
    return n.linear(n.hard_swish(n.linear(x, 1280)), 1000, gain=1)


#===- EfficientNet ---------------------------------------------------------===#


def efficientnet_b0(n, size):
    def excite(x, channels):
        return squeeze_excite(n, x, channels // 4, n.silu, n.sigmoid)
    x = n.image(3, size)
    x = n.silu(n.batch_norm(n.convolution(x, 32, 3, stride=2, padding=1)))
    # Expansion, kernel, stride, channels, repeats.
    for row in ((1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2),
                (6, 3, 2, 80, 3), (6, 5, 1, 112, 3), (6, 5, 2, 192, 4),
                (6, 3, 1, 320, 1)):
        expansion, kernel, stride, channels, repeats = row
        for i in range(repeats):
            x = inverted_residual(n, x, expansion * x.shape[1], kernel, channels,
                                  n.silu, stride if i == 0 else 1, excite)
    x = n.silu(n.batch_norm(n.convolution(x, 1280, 1)))
    return n.linear(n.flatten(n.global_mean(x)), 1000, gain=1)


#===- DenseNet -------------------------------------------------------------===#


def dense_layer(n, x, growth):
    inner = n.relu(n.batch_norm(x))
    inner = n.relu(n.batch_norm(n.convolution(inner, 4 * growth, 1)))
    return n.concatenate([x, n.convolution(inner, growth, 3, padding=1)])


def densenet121(n, size):
    x = n.image(3, size)
    x = n.relu(n.batch_norm(n.convolution(x, 64, 7, stride=2, padding=3)))
    x = n.max_pool(x, 3, stride=2, padding=1)
    for stage, count in enumerate((6, 12, 24, 16)):
        if stage > 0:
            x = n.convolution(n.relu(n.batch_norm(x)), x.shape[1] // 2, 1)
            x = n.average_pool(x, 2)
        for _ in range(count):
            x = dense_layer(n, x, 32)
    x = n.global_mean(n.relu(n.batch_norm(x)))
    return n.linear(n.flatten(x), 1000, gain=1)


#===- ConvNeXt -------------------------------------------------------------===#


def channel_norm(n, x):
    """Over the channels of each pixel."""
    return n.channels_first(n.layer_norm(n.channels_last(x), epsilon=1e-6))


def convnext_block(n, x):
    channels = x.shape[1]
    inner = n.convolution(x, channels, 7, padding=3, groups=channels, bias=True)
    inner = n.layer_norm(n.channels_last(inner), epsilon=1e-6)
    inner = n.linear(n.gelu(n.linear(inner, 4 * channels)), channels)
    return n.add(n.channels_first(n.scale(inner, 0.3)), x)


def convnext_tiny(n, size):
    x = n.convolution(n.image(3, size), 96, 4, stride=4, bias=True)
    x = channel_norm(n, x)
    for stage, (channels, count) in enumerate(((96, 3), (192, 3), (384, 9),
                                               (768, 3))):
        if stage > 0:
            x = n.convolution(channel_norm(n, x), channels, 2, stride=2, bias=True)
        for _ in range(count):
            x = convnext_block(n, x)
    x = n.layer_norm(n.flatten(n.global_mean(x)), epsilon=1e-6)
    return n.linear(x, 1000, gain=1)


#===- SqueezeNet -----------------------------------------------------------===#


def fire(n, x, squeezed, expanded):
    x = n.relu(n.convolution(x, squeezed, 1, bias=True))
    return n.concatenate([
        n.relu(n.convolution(x, expanded, 1, bias=True)),
        n.relu(n.convolution(x, expanded, 3, padding=1, bias=True))])


def squeezenet(n, size):
    x = n.image(3, size)
    x = n.relu(n.convolution(x, 64, 3, stride=2, bias=True))
    for stage in (((16, 64), (16, 64)), ((32, 128), (32, 128)),
                  ((48, 192), (48, 192), (64, 256), (64, 256))):
        x = n.max_pool(x, 3, stride=2, ceil=True)
        for squeezed, expanded in stage:
            x = fire(n, x, squeezed, expanded)
    x = n.relu(n.convolution(x, 1000, 1, bias=True))
    return n.flatten(n.global_mean(x))


#===- Attention ------------------------------------------------------------===#


def attend(n, q, k, v, is_causal=False):
    scores = n.divide(n.product(q, n.transpose(k)), q.shape[-1] ** 0.5)
    if is_causal:
        scores = n.causal(scores)
    return n.product(n.softmax(scores), v)


def attention_alone(n, length, keys, is_causal=False):
    """Of 12 heads of 64 numbers; with one query for `keys` earlier tokens as
    language models have it."""
    q, k, v = (n.heads(12, count, 64) for count in (length, keys, keys))
    return attend(n, q, k, v, is_causal)


#===- BERT -----------------------------------------------------------------===#


def attention(n, x, heads):
    width = x.shape[-1]
    q, k, v = (n.split_heads(n.linear(x, width, gain=1), heads) for _ in range(3))
    return n.linear(n.join_heads(attend(n, q, k, v)), width, gain=1)


def bert(n, length, layers, width, heads):
    """The encoder with its pooler, on one sequence without padding."""
    tokens = n.tokens(length)
    length = tokens.shape[1]
    x = n.embedding(tokens, 30522, width)
    x = n.add(x, n.rows(2, width, 1))  # All tokens are of the first kind.
    x = n.add(x, n.rows(512, width, length))
    x = n.layer_norm(x)
    for _ in range(layers):
        x = n.layer_norm(n.add(attention(n, x, heads), x))
        inner = n.gelu(n.linear(x, 4 * width))
        x = n.layer_norm(n.add(n.linear(inner, width, gain=1), x))
    return n.tanh(n.linear(n.first_token(x), width, gain=1))


#===- Language models ------------------------------------------------------===#


def rotated(n, x, cosines, sines):
    """Turned by position."""
    return n.add(n.multiply(x, cosines), n.multiply(n.rotate_half(x), sines))


def decoder(n, length, cached, width, heads, inner, group=0):
    """One layer for `length` tokens after `cached` others, whose keys and values
    are inputs. Norms, rotation and gates are those of LLaMA. With `group`, so many
    weights of a row are bytes with one scale."""
    linear = lambda x, width: n.linear(x, width, gain=1, bias=False, group=group)
    x = n.texts(length, width, cached)
    length = x.shape[1]
    caches = [n.heads(heads, cached, width // heads) for _ in range(2 if cached else 0)]
    normed = n.rms_norm(x)
    q, k, v = (n.split_heads(linear(normed, width), heads) for _ in range(3))
    # Any numbers do for the tables.
    tables = [n.rows(2048, width // heads, length, cached, scale=1.0,
                     role="statistic") for _ in range(2)]
    q, k = rotated(n, q, *tables), rotated(n, k, *tables)
    if cached:
        k, v = (n.concatenate(parts, 2) for parts in zip(caches, (k, v)))
    joined = n.join_heads(attend(n, q, k, v, is_causal=not cached))
    x = n.add(linear(joined, width), x)
    normed = n.rms_norm(x)
    gate = n.silu(linear(normed, inner))
    up = linear(normed, inner)
    return n.add(linear(n.multiply(gate, up), width), x)


#===- All ------------------------------------------------------------------===#

# Name, form, how it is made. A smaller image is for those who are in a hurry.
MODELS = {
    "mlp-small": ("linalg", lambda n: mlp(n, 1, (784, 128, 10))),
    "mlp": ("linalg", lambda n: mlp(n, 128, (784, 1024, 1024, 10))),
    "alexnet": ("linalg", lambda n: alexnet(n, 224)),
    "googlenet": ("linalg", lambda n: googlenet(n, 224)),
    "squeezenet-1.1": ("linalg", lambda n: squeezenet(n, 224)),
    "mobilenet-v2": ("linalg", lambda n: mobilenet_v2(n, 224)),
    "mobilenet-v2-96": ("linalg", lambda n: mobilenet_v2(n, 96)),
    "mobilenet-v3-large-tosa": ("tosa", lambda n: mobilenet_v3_large(n, 224)),
    "resnet-18": ("linalg", lambda n: resnet18(n, 224)),
    "resnet-18-64": ("linalg", lambda n: resnet18(n, 64)),
    "resnet-50": ("linalg", lambda n: resnet50(n, 224)),
    "resnet-50-tosa": ("tosa", lambda n: resnet50(n, 224)),
    "densenet-121": ("linalg", lambda n: densenet121(n, 224)),
    "efficientnet-b0": ("linalg", lambda n: efficientnet_b0(n, 224)),
    "convnext-tiny": ("linalg", lambda n: convnext_tiny(n, 224)),
    "bert-tiny": ("linalg", lambda n: bert(n, 128, 2, 128, 2)),
    "bert-base": ("linalg", lambda n: bert(n, 128, 12, 768, 12)),
    "attention-128": ("linalg", lambda n: attention_alone(n, 128, 128)),
    "attention-1024": ("linalg", lambda n: attention_alone(n, 1024, 1024)),
    "attention-causal-1024": (
        "linalg", lambda n: attention_alone(n, 1024, 1024, is_causal=True)),
    "attention-1-of-512": ("linalg", lambda n: attention_alone(n, 1, 512)),
    "attention-1-of-4096": ("linalg", lambda n: attention_alone(n, 1, 4096)),
    # One layer of a model of 7B, and a small one of the same form.
    "decoder-tiny-1": ("linalg", lambda n: decoder(n, 1, 16, 64, 4, 172)),
    "decoder-tiny-16": ("linalg", lambda n: decoder(n, 16, 0, 64, 4, 172)),
    "decoder-7b-1": ("linalg", lambda n: decoder(n, 1, 512, 4096, 32, 11008)),
    "decoder-7b-128": ("linalg", lambda n: decoder(n, 128, 0, 4096, 32, 11008)),
    # The same with weights of 8 bits.
    "decoder-tiny-1-w8": ("linalg", lambda n: decoder(n, 1, 16, 64, 4, 192, 32)),
    "decoder-tiny-16-w8": ("linalg", lambda n: decoder(n, 16, 0, 64, 4, 192, 32)),
    "decoder-7b-1-w8": (
        "linalg", lambda n: decoder(n, 1, 512, 4096, 32, 11008, 32)),
    "decoder-7b-128-w8": (
        "linalg", lambda n: decoder(n, 128, 0, 4096, 32, 11008, 32)),
}
