// Batch norm with the statistics of the batch, an optional summand and an activation, forward and backward, over rows of
// channels: images in channels-last layout. All of it is bound by memory bandwidth, so what counts is how often a tensor is read:
//   statistics: x            apply: x [summand] -> y [signs]
//   reduce: dy [dy2] x [signs] [-> g]   spread: dy or g, x -> dx
// With max pooling after it, y and dy are a quarter of x, and a byte of each output says which input it is:
//   applyPooled: x -> y chosen      reducePooled: dy chosen x      spreadPooled: dy chosen x -> dx
// and pooling without a norm before it:
//   pool: x -> y chosen             unpool: dy chosen -> dx
// Sums are in float32 and in the same order every time.
//
// Defined from outside: one of BFLOAT16, FLOAT16, FLOAT32, and ACTIVATION as one of the numbers below; with pooling POOL_KERNEL,
// POOL_STRIDE and POOL_PADDING, and then it has just the kernels that know of it.

#define IDENTITY 0
#define RELU 1
#define RELU6 2
#define SILU 3
#define HARD_SWISH 4
#define GELU 5

#define WIDTH 8     // channels that a thread handles at once
#define THREADS 512 // at most, in a block of (channels / WIDTH) x rows
#define AHEAD 4     // rows that a thread loads before it computes
#define POOL_THREADS 256
#define AHEAD_ALONE (sizeof(Pack) == 16 ? 8 : 4) // where a row has one tensor only

typedef long long Index;

#if defined(FLOAT32)
struct alignas(16) Pack {
    float element[WIDTH];
};
__device__ __forceinline__ void unpack(const Pack &pack, float *values) {
#pragma unroll
    for (int i = 0; i < WIDTH; i++) values[i] = pack.element[i];
}
__device__ __forceinline__ Pack packed(const float *values) {
    Pack pack;
#pragma unroll
    for (int i = 0; i < WIDTH; i++) pack.element[i] = values[i];
    return pack;
}
#else
struct alignas(16) Pack {
    unsigned int pair[WIDTH / 2];
};
__device__ __forceinline__ void unpack(const Pack &pack, float *values) {
#pragma unroll
    for (int i = 0; i < WIDTH / 2; i++) {
#if defined(BFLOAT16)
        values[2 * i] = __uint_as_float(pack.pair[i] << 16);
        values[2 * i + 1] = __uint_as_float(pack.pair[i] & 0xffff0000u);
#else
        asm("{ .reg .b16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; cvt.f32.f16 %1, high; }"
            : "=f"(values[2 * i]), "=f"(values[2 * i + 1])
            : "r"(pack.pair[i]));
#endif
    }
}
__device__ __forceinline__ Pack packed(const float *values) {
    Pack pack;
#pragma unroll
    for (int i = 0; i < WIDTH / 2; i++) {
#if defined(BFLOAT16)
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pack.pair[i]) : "f"(values[2 * i + 1]), "f"(values[2 * i]));
#else
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pack.pair[i]) : "f"(values[2 * i + 1]), "f"(values[2 * i]));
#endif
    }
    return pack;
}
#endif

// ---- the activation and its derivative

__device__ __forceinline__ float activated(float z) {
#if ACTIVATION == IDENTITY
    return z;
#elif ACTIVATION == RELU
    return fmaxf(z, 0.0f);
#elif ACTIVATION == RELU6
    return fminf(fmaxf(z, 0.0f), 6.0f);
#elif ACTIVATION == SILU
    return z / (1.0f + __expf(-z));
#elif ACTIVATION == HARD_SWISH
    return z * fminf(fmaxf(z + 3.0f, 0.0f), 6.0f) * (1.0f / 6.0f);
#else
    return 0.5f * z * (1.0f + erff(z * 0.70710678f));
#endif
}

__device__ __forceinline__ float slope(float z) {
#if ACTIVATION == IDENTITY
    return 1.0f;
#elif ACTIVATION == RELU
    return z > 0.0f ? 1.0f : 0.0f;
#elif ACTIVATION == RELU6
    return z > 0.0f && z < 6.0f ? 1.0f : 0.0f;
#elif ACTIVATION == SILU
    float gate = 1.0f / (1.0f + __expf(-z));
    return gate * (1.0f + z * (1.0f - gate));
#elif ACTIVATION == HARD_SWISH
    return z <= -3.0f ? 0.0f : z >= 3.0f ? 1.0f : z * (1.0f / 3.0f) + 0.5f;
#else
    return 0.5f * (1.0f + erff(z * 0.70710678f)) + z * 0.39894228f * __expf(-0.5f * z * z);
#endif
}

// ---- the share of a thread: always the same channels, rows at a fixed stride

struct Place {
    int channel;  // the first of WIDTH
    bool inside;  // the last block of channels may be wider than there are
    Index row;
    Index step;
};

__device__ __forceinline__ Place place(int channels) {
    Place at;
    at.channel = (blockIdx.x * blockDim.x + threadIdx.x) * WIDTH;
    at.inside = at.channel < channels;
    at.row = (Index)blockIdx.y * blockDim.y + threadIdx.y;
    at.step = (Index)gridDim.y * blockDim.y;
    return at;
}

__device__ __forceinline__ Pack load(const void *tensor, Index row, int channels, int channel) {
    return *reinterpret_cast<const Pack *>(
        reinterpret_cast<const char *>(tensor) + (row * channels + channel) * (Index)(sizeof(Pack) / WIDTH));
}

__device__ __forceinline__ void store(void *tensor, Index row, int channels, int channel, Pack pack) {
    *reinterpret_cast<Pack *>(
        reinterpret_cast<char *>(tensor) + (row * channels + channel) * (Index)(sizeof(Pack) / WIDTH)) = pack;
}

// ---- two sums for each channel over all rows

// Reduces over the threads of a block, into those of its first row.
__device__ void sumBlock(float *first, float *second) {
    __shared__ float shared[2 * WIDTH * THREADS];
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
#pragma unroll
    for (int i = 0; i < WIDTH; i++) {
        shared[i * THREADS + thread] = first[i];
        shared[(WIDTH + i) * THREADS + thread] = second[i];
    }
    for (int rows = blockDim.y; rows > 1;) {
        int half = (rows + 1) / 2;
        __syncthreads();
        if (threadIdx.y + half < rows) {
            int other = thread + half * blockDim.x;
#pragma unroll
            for (int i = 0; i < 2 * WIDTH; i++) shared[i * THREADS + thread] += shared[i * THREADS + other];
        }
        rows = half;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < WIDTH; i++) {
        first[i] = shared[i * THREADS + thread];
        second[i] = shared[(WIDTH + i) * THREADS + thread];
    }
    __syncthreads();
}

// Reduces over all blocks with the same channels. Only the last of them to arrive gets true, with the sums in its first row.
__device__ bool sumAll(float *first, float *second, Place at, int channels, float *partial, unsigned int *arrived) {
    __shared__ bool last;
    sumBlock(first, second);
    if (threadIdx.y == 0 && at.inside) {
        float *mine = partial + (Index)blockIdx.y * 2 * channels + at.channel;
#pragma unroll
        for (int i = 0; i < WIDTH; i++) {
            __stcg(mine + i, first[i]);
            __stcg(mine + channels + i, second[i]);
        }
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        last = atomicAdd(arrived + blockIdx.x, 1u) == gridDim.y - 1;
    }
    __syncthreads();
    if (!last) return false;
    __threadfence();
#pragma unroll
    for (int i = 0; i < WIDTH; i++) first[i] = second[i] = 0.0f;
    if (at.inside) {
#pragma unroll 4
        for (int block = threadIdx.y; block < gridDim.y; block += blockDim.y) {
            const float4 *theirs = reinterpret_cast<const float4 *>(partial + (Index)block * 2 * channels + at.channel);
            const float4 *seconds = reinterpret_cast<const float4 *>(
                partial + ((Index)block * 2 + 1) * channels + at.channel);
#pragma unroll
            for (int i = 0; i < WIDTH / 4; i++) {
                float4 a = __ldcg(theirs + i), b = __ldcg(seconds + i);
                first[4 * i] += a.x, first[4 * i + 1] += a.y, first[4 * i + 2] += a.z, first[4 * i + 3] += a.w;
                second[4 * i] += b.x, second[4 * i + 1] += b.y, second[4 * i + 2] += b.z, second[4 * i + 3] += b.w;
            }
        }
    }
    sumBlock(first, second);
    if (threadIdx.x == 0 && threadIdx.y == 0) arrived[blockIdx.x] = 0; // for the next kernel
    return threadIdx.y == 0 && at.inside;
}

// ---- forward

#if !defined(POOL_KERNEL)

// Means and inverse standard deviations into saved[0..channels) and saved[channels..), and the running statistics updated.
// Values are taken relative to those of the first row: squares of large numbers would lose the small differences.
// Offset: what should have been added to x, which changes nothing but the running mean.
extern "C" __global__ void __launch_bounds__(THREADS) statistics(
    const void *__restrict__ x, Index rows, int channels, float *__restrict__ saved, float *__restrict__ runningMean,
    float *__restrict__ runningVariance, long long *__restrict__ batches, const float *__restrict__ offset, float momentum,
    float epsilon, float *partial, unsigned int *arrived) {
    const int ahead = AHEAD_ALONE;
    Place at = place(channels);
    float origin[WIDTH], sum[WIDTH], squares[WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) sum[i] = squares[i] = origin[i] = 0.0f;
    if (at.inside) {
        unpack(load(x, 0, channels, at.channel), origin);
        for (Index from = at.row; from < rows; from += ahead * at.step) {
            Pack packs[ahead];
#pragma unroll
            for (int k = 0; k < ahead; k++)
                if (from + k * at.step < rows) packs[k] = load(x, from + k * at.step, channels, at.channel);
#pragma unroll
            for (int k = 0; k < ahead; k++)
                if (from + k * at.step < rows) {
                    float values[WIDTH];
                    unpack(packs[k], values);
#pragma unroll
                    for (int i = 0; i < WIDTH; i++) {
                        float value = values[i] - origin[i];
                        sum[i] += value;
                        squares[i] = fmaf(value, value, squares[i]);
                    }
                }
        }
    }
    if (sumAll(sum, squares, at, channels, partial, arrived)) {
        if (batches && at.channel == 0) *batches += 1;
#pragma unroll
        for (int i = 0; i < WIDTH; i++) {
            int c = at.channel + i;
            float distance = sum[i] / rows;
            float mean = origin[i] + distance;
            float variance = fmaxf(squares[i] / rows - distance * distance, 0.0f);
            saved[c] = mean;
            saved[channels + c] = 1.0f / sqrtf(variance + epsilon);
            float unbiased = rows > 1 ? variance * ((float)rows / (float)(rows - 1)) : variance;
            runningMean[c] += momentum * (mean + (offset ? offset[c] : 0.0f) - runningMean[c]);
            runningVariance[c] += momentum * (unbiased - runningVariance[c]);
        }
    }
}

#endif

// The scale and offset that norm, weight and bias combine to.
__device__ __forceinline__ void line(
    const float *saved, const float *weight, const float *bias, int channels, int channel, float *scale, float *shift) {
#pragma unroll
    for (int i = 0; i < WIDTH; i++) {
        scale[i] = weight[channel + i] * saved[channels + channel + i];
        shift[i] = fmaf(-saved[channel + i], scale[i], bias[channel + i]);
    }
}

#if !defined(POOL_KERNEL)

// Signs: a bit for each output that says whether it is above 0.
template <bool Summand>
__device__ __forceinline__ void applyTo(
    const void *__restrict__ x, const void *__restrict__ summand, void *__restrict__ y, unsigned char *__restrict__ signs,
    Index rows, int channels, const float *__restrict__ saved, const float *__restrict__ weight, const float *__restrict__ bias) {
    Place at = place(channels);
    if (!at.inside) return;
    float scale[WIDTH], shift[WIDTH];
    line(saved, weight, bias, channels, at.channel, scale, shift);
    for (Index from = at.row; from < rows; from += AHEAD * at.step) {
        Pack packs[AHEAD], others[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (from + k * at.step < rows) {
                // From the last row to the first: the last ones may still be in the cache.
                Index row = rows - 1 - (from + k * at.step);
                packs[k] = load(x, row, channels, at.channel);
                if (Summand) others[k] = load(summand, row, channels, at.channel);
            }
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (from + k * at.step < rows) {
                float values[WIDTH], more[WIDTH];
                unpack(packs[k], values);
                if (Summand) unpack(others[k], more);
#pragma unroll
                for (int i = 0; i < WIDTH; i++) {
                    float z = fmaf(values[i], scale[i], shift[i]);
                    values[i] = activated(Summand ? z + more[i] : z);
                }
                Index row = rows - 1 - (from + k * at.step);
                Pack outputs = packed(values);
                store(y, row, channels, at.channel, outputs);
                if (Summand && signs) {
                    unpack(outputs, values);
                    unsigned int bits = 0;
#pragma unroll
                    for (int i = 0; i < WIDTH; i++) bits |= values[i] > 0.0f ? 1u << i : 0u;
                    signs[(row * channels + at.channel) / WIDTH] = bits;
                }
            }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) apply(
    const void *x, const void *summand, void *y, unsigned char *signs, Index rows, int channels, const float *saved,
    const float *weight, const float *bias) {
    applyTo<false>(x, summand, y, signs, rows, channels, saved, weight, bias);
}

extern "C" __global__ void __launch_bounds__(THREADS) applyWithSummand(
    const void *x, const void *summand, void *y, unsigned char *signs, Index rows, int channels, const float *saved,
    const float *weight, const float *bias) {
    applyTo<true>(x, summand, y, signs, rows, channels, saved, weight, bias);
}

#endif

// ---- backward

// With the two sums of all blocks: accumulates the gradients of weight and bias, and computes the coefficients that `spread` needs.
__device__ __forceinline__ void finishReduction(
    float *gradients, float *products, Place at, Index rows, int channels, const float *__restrict__ saved,
    float *__restrict__ weightGradient, float *__restrict__ biasGradient, float *__restrict__ coefficients, float *partial,
    unsigned int *arrived) {
    if (sumAll(gradients, products, at, channels, partial, arrived)) {
#pragma unroll
        for (int i = 0; i < WIDTH; i++) {
            int c = at.channel + i;
            float inverse = saved[channels + c];
            if (weightGradient) weightGradient[c] += products[i] * inverse;
            if (biasGradient) biasGradient[c] += gradients[i];
            coefficients[c] = gradients[i] / rows;
            coefficients[channels + c] = products[i] * inverse * inverse / rows;
        }
    }
}

#if !defined(POOL_KERNEL)

// The two sums. Second: there are two gradients to add. Masked: where the output is not above 0 no gradient passes, as a summand was added after the norm. Either way
// g, the gradient before the activation, is saved: as the summand's gradient and so that `spread` has less to read.
template <bool Second, bool Masked>
__device__ __forceinline__ void reduceTo(
    const void *__restrict__ dy, const void *__restrict__ dy2, const void *__restrict__ x,
    const unsigned char *__restrict__ signs, void *__restrict__ g, Index rows, int channels, const float *__restrict__ saved, const float *__restrict__ weight,
    const float *__restrict__ bias, float *__restrict__ weightGradient, float *__restrict__ biasGradient,
    float *__restrict__ coefficients, float *partial, unsigned int *arrived) {
    Place at = place(channels);
    float gradients[WIDTH], products[WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) gradients[i] = products[i] = 0.0f;
    if (at.inside) {
        float scale[WIDTH], shift[WIDTH], mean[WIDTH];
        line(saved, weight, bias, channels, at.channel, scale, shift);
#pragma unroll
        for (int i = 0; i < WIDTH; i++) mean[i] = saved[at.channel + i];
        const int ahead = Second || Masked ? 2 : AHEAD;
        for (Index from = at.row; from < rows; from += ahead * at.step) {
            Pack dys[AHEAD], seconds[AHEAD], xs[AHEAD];
            unsigned int bits[AHEAD];
#pragma unroll
            for (int k = 0; k < ahead; k++)
                if (from + k * at.step < rows) {
                    Index row = from + k * at.step;
                    dys[k] = load(dy, row, channels, at.channel);
                    if (Second) seconds[k] = load(dy2, row, channels, at.channel);
                    xs[k] = load(x, row, channels, at.channel);
                    if (Masked) bits[k] = signs[(row * channels + at.channel) / WIDTH];
                }
#pragma unroll
            for (int k = 0; k < ahead; k++)
                if (from + k * at.step < rows) {
                    float gradient[WIDTH], more[WIDTH], values[WIDTH];
                    unpack(dys[k], gradient);
                    unpack(xs[k], values);
                    if (Second) unpack(seconds[k], more);
#pragma unroll
                    for (int i = 0; i < WIDTH; i++) {
                        if (Second) gradient[i] += more[i];
                        if (Masked)
                            gradient[i] = bits[k] >> i & 1u ? gradient[i] : 0.0f;
                        else
                            gradient[i] *= slope(fmaf(values[i], scale[i], shift[i]));
                    }
                    if (Second || Masked) {
                        Pack kept = packed(gradient);
                        store(g, from + k * at.step, channels, at.channel, kept);
                        unpack(kept, gradient); // the sums are of what `spread` will read
                    }
#pragma unroll
                    for (int i = 0; i < WIDTH; i++) {
                        gradients[i] += gradient[i];
                        products[i] = fmaf(gradient[i], values[i] - mean[i], products[i]);
                    }
                }
        }
    }
    finishReduction(
        gradients, products, at, rows, channels, saved, weightGradient, biasGradient, coefficients, partial, arrived);
}

#define REDUCE(name, second, masked)                                                                                       \
    extern "C" __global__ void __launch_bounds__(THREADS) name(                                                            \
        const void *dy, const void *dy2, const void *x, const unsigned char *signs, void *g, Index rows, int channels,     \
        const float *saved, const float *weight, const float *bias, float *weightGradient, float *biasGradient,            \
        float *coefficients, float *partial, unsigned int *arrived) {                                                      \
        reduceTo<second, masked>(dy, dy2, x, signs, g, rows, channels, saved, weight, bias, weightGradient, biasGradient,      \
                                 coefficients, partial, arrived);                                                          \
    }

REDUCE(reduce, false, false)
REDUCE(reduceTwo, true, false)
REDUCE(reduceMasked, false, true)
REDUCE(reduceTwoMasked, true, true)

#endif

// scale * (g - c1 - (x - mean) * c2) = scale * g - slant * x - offset
__device__ __forceinline__ void tangent(
    const float *saved, const float *coefficients, int channels, int channel, const float *scale, float *slant,
    float *offset) {
#pragma unroll
    for (int i = 0; i < WIDTH; i++) {
        int c = channel + i;
        slant[i] = scale[i] * coefficients[channels + c];
        offset[i] = scale[i] * coefficients[c] - slant[i] * saved[c];
    }
}

#if !defined(POOL_KERNEL)

// The gradient of x; Raw: from dy, which must still be multiplied by the activation's derivative.
template <bool Raw>
__device__ __forceinline__ void spreadTo(
    const void *__restrict__ gradient, const void *__restrict__ x, void *__restrict__ dx, Index rows, int channels,
    const float *__restrict__ saved, const float *__restrict__ weight, const float *__restrict__ bias,
    const float *__restrict__ coefficients) {
    Place at = place(channels);
    if (!at.inside) return;
    float scale[WIDTH], shift[WIDTH], slant[WIDTH], offset[WIDTH];
    line(saved, weight, bias, channels, at.channel, scale, shift);
    tangent(saved, coefficients, channels, at.channel, scale, slant, offset);
    for (Index from = at.row; from < rows; from += AHEAD * at.step) {
        Pack gs[AHEAD], xs[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (from + k * at.step < rows) {
                Index row = rows - 1 - (from + k * at.step);
                gs[k] = load(gradient, row, channels, at.channel);
                xs[k] = load(x, row, channels, at.channel);
            }
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (from + k * at.step < rows) {
                float g[WIDTH], values[WIDTH];
                unpack(gs[k], g);
                unpack(xs[k], values);
#pragma unroll
                for (int i = 0; i < WIDTH; i++) {
                    if (Raw) g[i] *= slope(fmaf(values[i], scale[i], shift[i]));
                    g[i] = fmaf(scale[i], g[i], -fmaf(slant[i], values[i], offset[i]));
                }
                store(dx, rows - 1 - (from + k * at.step), channels, at.channel, packed(g));
            }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) spread(
    const void *gradient, const void *x, void *dx, Index rows, int channels, const float *saved, const float *weight,
    const float *bias, const float *coefficients) {
    spreadTo<false>(gradient, x, dx, rows, channels, saved, weight, bias, coefficients);
}

extern "C" __global__ void __launch_bounds__(THREADS) spreadRaw(
    const void *gradient, const void *x, void *dx, Index rows, int channels, const float *saved, const float *weight,
    const float *bias, const float *coefficients) {
    spreadTo<true>(gradient, x, dx, rows, channels, saved, weight, bias, coefficients);
}

#else // ---- with max pooling after the activation

struct Images {
    int height, width; // of the input
    int down, across;  // of the output
};

// The largest of a window, as a pooling of written activations would choose it: rounded to their type, the first of equals, and NaN before
// all. Normed: of what norm and activation make of x.
template <bool Normed>
__device__ __forceinline__ void poolTo(
    const void *__restrict__ x, void *__restrict__ y, uint2 *__restrict__ chosen, int output, Images of, int channels, int channel,
    const float *scale, const float *shift) {
    int column = output % of.across, rest = output / of.across;
    int left = column * POOL_STRIDE - POOL_PADDING, top = rest % of.down * POOL_STRIDE - POOL_PADDING;
    Index image = (Index)(rest / of.down) * of.height;
    Pack packs[POOL_KERNEL * POOL_KERNEL];
#pragma unroll
    for (int k = 0; k < POOL_KERNEL * POOL_KERNEL; k++) {
        int h = top + k / POOL_KERNEL, w = left + k % POOL_KERNEL;
        if (h >= 0 && h < of.height && w >= 0 && w < of.width)
            packs[k] = load(x, (image + h) * of.width + w, channels, channel);
    }
    float largest[WIDTH];
    unsigned int from[WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) largest[i] = __int_as_float(0xff800000), from[i] = 0;
#pragma unroll
    for (int k = 0; k < POOL_KERNEL * POOL_KERNEL; k++) {
        int h = top + k / POOL_KERNEL, w = left + k % POOL_KERNEL;
        if (h >= 0 && h < of.height && w >= 0 && w < of.width) {
            float values[WIDTH];
            unpack(packs[k], values);
            if (Normed) {
#pragma unroll
                for (int i = 0; i < WIDTH; i++) values[i] = activated(fmaf(values[i], scale[i], shift[i]));
                unpack(packed(values), values);
            }
#pragma unroll
            for (int i = 0; i < WIDTH; i++)
                if (values[i] > largest[i] || values[i] != values[i]) largest[i] = values[i], from[i] = k;
        }
    }
    store(y, output, channels, channel, packed(largest));
    chosen[((Index)output * channels + channel) / WIDTH] = make_uint2(
        from[0] | from[1] << 8 | from[2] << 16 | from[3] << 24, from[4] | from[5] << 8 | from[6] << 16 | from[7] << 24);
}

extern "C" __global__ void __launch_bounds__(THREADS) applyPooled(
    const void *__restrict__ x, void *__restrict__ y, uint2 *__restrict__ chosen, int height, int width, int down, int across,
    int outputs, int channels, const float *__restrict__ saved, const float *__restrict__ weight,
    const float *__restrict__ bias) {
    Place at = place(channels);
    if (!at.inside) return;
    float scale[WIDTH], shift[WIDTH];
    line(saved, weight, bias, channels, at.channel, scale, shift);
    for (int output = (int)at.row; output < outputs; output += (int)at.step)
        poolTo<true>(x, y, chosen, output, {height, width, down, across}, channels, at.channel, scale, shift);
}

// The windows that cover inputs a * POOL_STRIDE to (a + 1) * POOL_STRIDE - 1 are a + FIRST_WINDOW to a + LAST_WINDOW.
#define FIRST_WINDOW (1 - (POOL_KERNEL - POOL_PADDING + POOL_STRIDE - 1) / POOL_STRIDE)
#define LAST_WINDOW ((POOL_STRIDE - 1 + POOL_PADDING) / POOL_STRIDE)
#define TILE (POOL_STRIDE * POOL_STRIDE) // inputs whose gradients a thread computes together

// A tile of inputs: its first row and column, and the gradients that reach it through the windows over it.
struct Tile {
    Index image;
    int top, left;
    float gradients[TILE][WIDTH];
};

__device__ __forceinline__ Tile gather(
    const void *__restrict__ dy, const uint2 *__restrict__ chosen, int number, Images of, int channels, int channel) {
    int tilesAcross = (of.width + POOL_STRIDE - 1) / POOL_STRIDE, tilesDown = (of.height + POOL_STRIDE - 1) / POOL_STRIDE;
    int b = number % tilesAcross, rest = number / tilesAcross, a = rest % tilesDown;
    Tile tile;
    tile.image = rest / tilesDown;
    tile.top = a * POOL_STRIDE;
    tile.left = b * POOL_STRIDE;
    const int windows = LAST_WINDOW - FIRST_WINDOW + 1;
    Pack packs[windows * windows];
    uint2 froms[windows * windows];
#pragma unroll
    for (int k = 0; k < windows * windows; k++) {
        int row = a + FIRST_WINDOW + k / windows, column = b + FIRST_WINDOW + k % windows;
        froms[k] = make_uint2(~0u, ~0u); // no position in a window
        if (row >= 0 && row < of.down && column >= 0 && column < of.across) {
            Index output = (tile.image * of.down + row) * of.across + column;
            packs[k] = load(dy, output, channels, channel);
            froms[k] = chosen[(output * channels + channel) / WIDTH];
        }
    }
#pragma unroll
    for (int t = 0; t < TILE; t++)
#pragma unroll
        for (int i = 0; i < WIDTH; i++) tile.gradients[t][i] = 0.0f;
#pragma unroll
    for (int k = 0; k < windows * windows; k++) {
        float values[WIDTH];
        unpack(packs[k], values);
#pragma unroll
        for (int t = 0; t < TILE; t++) {
            int row = t / POOL_STRIDE - (FIRST_WINDOW + k / windows) * POOL_STRIDE + POOL_PADDING;
            int column = t % POOL_STRIDE - (FIRST_WINDOW + k % windows) * POOL_STRIDE + POOL_PADDING;
            if (row < 0 || row >= POOL_KERNEL || column < 0 || column >= POOL_KERNEL) continue;
#pragma unroll
            for (int i = 0; i < WIDTH; i++) {
                unsigned int from = (i < 4 ? froms[k].x : froms[k].y) >> 8 * (i % 4) & 0xffu;
                if (from == row * POOL_KERNEL + column) tile.gradients[t][i] += values[i];
            }
        }
    }
    return tile;
}

extern "C" __global__ void __launch_bounds__(THREADS) reducePooled(
    const void *__restrict__ dy, const uint2 *__restrict__ chosen, const void *__restrict__ x, int height, int width, int down,
    int across, int tiles, Index rows, int channels, const float *__restrict__ saved, const float *__restrict__ weight,
    const float *__restrict__ bias, float *__restrict__ weightGradient, float *__restrict__ biasGradient,
    float *__restrict__ coefficients, float *partial, unsigned int *arrived) {
    Place at = place(channels);
    Images of = {height, width, down, across};
    float gradients[WIDTH], products[WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) gradients[i] = products[i] = 0.0f;
    if (at.inside) {
        float scale[WIDTH], shift[WIDTH], mean[WIDTH];
        line(saved, weight, bias, channels, at.channel, scale, shift);
#pragma unroll
        for (int i = 0; i < WIDTH; i++) mean[i] = saved[at.channel + i];
        for (int number = (int)at.row; number < tiles; number += (int)at.step) {
            Tile tile = gather(dy, chosen, number, of, channels, at.channel);
#pragma unroll
            for (int t = 0; t < TILE; t++) {
                int h = tile.top + t / POOL_STRIDE, w = tile.left + t % POOL_STRIDE;
                if (h >= height || w >= width) continue;
                float values[WIDTH];
                unpack(load(x, (tile.image * height + h) * width + w, channels, at.channel), values);
#pragma unroll
                for (int i = 0; i < WIDTH; i++) {
                    float gradient = tile.gradients[t][i] * slope(fmaf(values[i], scale[i], shift[i]));
                    gradients[i] += gradient;
                    products[i] = fmaf(gradient, values[i] - mean[i], products[i]);
                }
            }
        }
    }
    finishReduction(
        gradients, products, at, rows, channels, saved, weightGradient, biasGradient, coefficients, partial, arrived);
}

extern "C" __global__ void __launch_bounds__(THREADS) spreadPooled(
    const void *__restrict__ dy, const uint2 *__restrict__ chosen, const void *__restrict__ x, void *__restrict__ dx, int height,
    int width, int down, int across, int tiles, int channels, const float *__restrict__ saved,
    const float *__restrict__ weight, const float *__restrict__ bias, const float *__restrict__ coefficients) {
    Place at = place(channels);
    if (!at.inside) return;
    Images of = {height, width, down, across};
    float scale[WIDTH], shift[WIDTH], slant[WIDTH], offset[WIDTH];
    line(saved, weight, bias, channels, at.channel, scale, shift);
    tangent(saved, coefficients, channels, at.channel, scale, slant, offset);
    for (int number = (int)at.row; number < tiles; number += (int)at.step) {
        Tile tile = gather(dy, chosen, tiles - 1 - number, of, channels, at.channel);
#pragma unroll
        for (int t = 0; t < TILE; t++) {
            int h = tile.top + t / POOL_STRIDE, w = tile.left + t % POOL_STRIDE;
            if (h >= height || w >= width) continue;
            Index row = (tile.image * height + h) * width + w;
            float values[WIDTH];
            unpack(load(x, row, channels, at.channel), values);
#pragma unroll
            for (int i = 0; i < WIDTH; i++) {
                float gradient = tile.gradients[t][i] * slope(fmaf(values[i], scale[i], shift[i]));
                values[i] = fmaf(scale[i], gradient, -fmaf(slant[i], values[i], offset[i]));
            }
            store(dx, row, channels, at.channel, packed(values));
        }
    }
}

// ---- max pooling alone: a thread for each pack

extern "C" __global__ void __launch_bounds__(POOL_THREADS) pool(
    const void *__restrict__ x, void *__restrict__ y, uint2 *__restrict__ chosen, int height, int width, int down, int across,
    int outputs, int channels) {
    int packs = channels / WIDTH;
    Index number = (Index)blockIdx.x * POOL_THREADS + threadIdx.x;
    if (number >= (Index)outputs * packs) return;
    poolTo<false>(
        x, y, chosen, (int)(number / packs), {height, width, down, across}, channels, (int)(number % packs) * WIDTH, nullptr,
        nullptr);
}

extern "C" __global__ void __launch_bounds__(POOL_THREADS) unpool(
    const void *__restrict__ dy, const uint2 *__restrict__ chosen, void *__restrict__ dx, int height, int width, int down,
    int across, int tiles, int channels) {
    int packs = channels / WIDTH;
    Index number = (Index)blockIdx.x * POOL_THREADS + threadIdx.x;
    if (number >= (Index)tiles * packs) return;
    int channel = (int)(number % packs) * WIDTH;
    Tile tile = gather(dy, chosen, (int)(number / packs), {height, width, down, across}, channels, channel);
#pragma unroll
    for (int t = 0; t < TILE; t++) {
        int h = tile.top + t / POOL_STRIDE, w = tile.left + t % POOL_STRIDE;
        if (h < height && w < width)
            store(dx, (tile.image * height + h) * width + w, channels, channel, packed(tile.gradients[t]));
    }
}

#endif
