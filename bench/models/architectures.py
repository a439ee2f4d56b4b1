#===- bench/models/architectures.py - The models ---------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Layer by layer after the papers: Krizhevsky 2014 (AlexNet), Szegedy et al. 2015
# (GoogLeNet), He et al. 2015 (ResNet; the stride is in the 3x3 convolution, as in
# most implementations), Sandler et al. 2018 (MobileNet-V2), Howard et al. 2019
# (MobileNet-V3), Iandola et al. 2016 (SqueezeNet; 1.1 as in the authors'
# repository), Devlin et al. 2018 (BERT, its tiny shape from Turc et al. 2019).
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
                      excites=False, epsilon=1e-5):
    shortcut = x
    if inner != x.shape[1]:
        x = n.batch_norm(n.convolution(x, inner, 1), epsilon=epsilon)
        x = activation(x)
    x = n.convolution(x, inner, kernel, stride=stride, padding=kernel // 2,
                      groups=inner)
    x = activation(n.batch_norm(x, epsilon=epsilon))
    if excites:
        x = squeeze_excite(n, x)
    x = n.batch_norm(n.convolution(x, channels, 1), gain=0.7, epsilon=epsilon)
    if stride == 1 and shortcut.shape[1] == channels:
        x = n.add(x, shortcut)
    return x


def squeeze_excite(n, x):
    channels = x.shape[1]
    s = n.global_mean(x)
    s = n.relu(n.convolution(s, rounded(channels // 4), 1, bias=True))
    s = n.hard_sigmoid(n.convolution(s, channels, 1, bias=True))
    return n.multiply(x, s)


def mobilenet_v3_large(n, size):
    epsilon = 1e-3
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
                              excites, epsilon)
    x = n.hard_swish(n.batch_norm(n.convolution(x, 960, 1), epsilon=epsilon))
    x = n.flatten(n.global_mean(x))
    return n.linear(n.hard_swish(n.linear(x, 1280)), 1000, gain=1)


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


#===- BERT -----------------------------------------------------------------===#


def attention(n, x, heads):
    width = x.shape[-1]
    q, k, v = (n.split_heads(n.linear(x, width, gain=1), heads) for _ in range(3))
    scores = n.divide(n.product(q, n.transpose(k)), (width // heads) ** 0.5)
    joined = n.join_heads(n.product(n.softmax(scores), v))
    return n.linear(joined, width, gain=1)


def bert(n, length, layers, width, heads):
    """The encoder with its pooler, on one sequence without padding."""
    tokens = n.tokens(length)
    length = tokens.shape[1]
    x = n.embedding(tokens, 30522, width)
    x = n.add(x, n.first_rows(2, width, 1))  # All tokens are of the first kind.
    x = n.add(x, n.first_rows(512, width, length))
    x = n.layer_norm(x)
    for _ in range(layers):
        x = n.layer_norm(n.add(attention(n, x, heads), x))
        inner = n.gelu(n.linear(x, 4 * width))
        x = n.layer_norm(n.add(n.linear(inner, width, gain=1), x))
    return n.tanh(n.linear(n.first_token(x), width, gain=1))


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
    "bert-tiny": ("linalg", lambda n: bert(n, 128, 2, 128, 2)),
    "bert-base": ("linalg", lambda n: bert(n, 128, 12, 768, 12)),
}
