// Layer norm over rows of CHANNELS numbers, forward and backward. It is bound by memory bandwidth: a row is read once and stays in
// the registers of LANES threads; statistics and sums are in float32, and sums in the same order every time.
//   layerNormForward: x -> y, saved        layerNormBackward: dy x saved (dx) -> dx, partial sums
//   layerNormFinish: partial sums -> gradients of weight and bias
//
// Defined from outside: CHANNELS, a multiple of WIDTH; LANES, a power of two up to 32; INPUT and OUTPUT, the types of x and y, as
// in packs.cuh.

#include "packs.cuh"

#define THREADS 128                                      // of a block: three of them have registers for a backward pass
#define GROUPS (THREADS / LANES)                         // rows that a block has at once
#define PACKS ((CHANNELS / WIDTH + LANES - 1) / LANES)   // loads of a thread for a row
#define WARP 32
#define ALL 0xffffffffu

// ---- the share of a thread: the same channels of every row

__device__ __forceinline__ int lane() { return threadIdx.x % LANES; }

__device__ __forceinline__ int packOf(int k) { return k * LANES + lane(); }

__device__ __forceinline__ bool isInside(int k) { return packOf(k) < CHANNELS / WIDTH; }

template <int Type>
__device__ __forceinline__ Pack<Type> load(const void *tensor, Index row, int k) {
    return reinterpret_cast<const Pack<Type> *>(tensor)[row * (CHANNELS / WIDTH) + packOf(k)];
}

template <int Type>
__device__ __forceinline__ void store(void *tensor, Index row, int k, const float *values) {
    Pack<Type> pack;
    pack.pack(values);
    reinterpret_cast<Pack<Type> *>(tensor)[row * (CHANNELS / WIDTH) + packOf(k)] = pack;
}

__device__ __forceinline__ void loadChannels(const float *vector, float values[PACKS][WIDTH]) {
#pragma unroll
    for (int k = 0; k < PACKS; k++)
#pragma unroll
        for (int i = 0; i < WIDTH; i++) values[k][i] = isInside(k) ? vector[packOf(k) * WIDTH + i] : 0.0f;
}

// Over the threads of a row; all of them get it. Every thread of the warp must take part.
__device__ __forceinline__ float sumRow(float value) {
#pragma unroll
    for (int offset = LANES / 2; offset > 0; offset /= 2) value += __shfl_xor_sync(ALL, value, offset);
    return value;
}

// ---- forward

// Means into saved[0..rows) and inverse standard deviations into saved[rows..).
extern "C" __global__ void __launch_bounds__(THREADS) layerNormForward(
    const void *__restrict__ x, void *__restrict__ y, Index rows, const float *__restrict__ weight,
    const float *__restrict__ bias, float *__restrict__ saved, float epsilon) {
    float scale[PACKS][WIDTH], shift[PACKS][WIDTH];
    loadChannels(weight, scale);
    loadChannels(bias, shift);
    for (Index first = (Index)blockIdx.x * GROUPS; first < rows; first += (Index)gridDim.x * GROUPS) {
        Index row = first + threadIdx.x / LANES;
        bool present = row < rows;
        float values[PACKS][WIDTH];
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < PACKS; k++) {
#pragma unroll
            for (int i = 0; i < WIDTH; i++) values[k][i] = 0.0f;
            if (present && isInside(k)) load<INPUT>(x, row, k).unpack(values[k]);
#pragma unroll
            for (int i = 0; i < WIDTH; i++) sum += values[k][i];
        }
        float mean = sumRow(sum) / CHANNELS;
        float squares = 0.0f;
#pragma unroll
        for (int k = 0; k < PACKS; k++)
            if (isInside(k))
#pragma unroll
                for (int i = 0; i < WIDTH; i++) squares = fmaf(values[k][i] - mean, values[k][i] - mean, squares);
        float inverse = 1.0f / sqrtf(sumRow(squares) / CHANNELS + epsilon);
        if (!present) continue; // the last round alone, after which nothing is exchanged
        if (lane() == 0) {
            saved[row] = mean;
            saved[rows + row] = inverse;
        }
#pragma unroll
        for (int k = 0; k < PACKS; k++)
            if (isInside(k)) {
#pragma unroll
                for (int i = 0; i < WIDTH; i++)
                    values[k][i] = fmaf((values[k][i] - mean) * inverse, scale[k][i], shift[k][i]);
                store<OUTPUT>(y, row, k, values[k]);
            }
    }
}

// ---- backward

// Adds up what the threads of a block have for the same channels, and writes it to partial[block][2][CHANNELS].
__device__ void sumBlock(float products[PACKS][WIDTH], float gradients[PACKS][WIDTH], float *partial) {
    __shared__ float shared[2 * CHANNELS];
#pragma unroll
    for (int k = 0; k < PACKS; k++)
#pragma unroll
        for (int i = 0; i < WIDTH; i++)
#pragma unroll
            for (int offset = LANES; offset < WARP; offset *= 2) {
                products[k][i] += __shfl_xor_sync(ALL, products[k][i], offset);
                gradients[k][i] += __shfl_xor_sync(ALL, gradients[k][i], offset);
            }
    int warp = threadIdx.x / WARP;
    for (int turn = 0; turn < THREADS / WARP; turn++) { // one warp after the other: always the same order
        if (warp == turn && threadIdx.x % WARP < LANES) {
#pragma unroll
            for (int k = 0; k < PACKS; k++)
                if (isInside(k))
#pragma unroll
                    for (int i = 0; i < WIDTH; i++) {
                        int channel = packOf(k) * WIDTH + i;
                        shared[channel] = (turn == 0 ? 0.0f : shared[channel]) + products[k][i];
                        shared[CHANNELS + channel] = (turn == 0 ? 0.0f : shared[CHANNELS + channel]) + gradients[k][i];
                    }
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 2 * CHANNELS; i += THREADS) partial[(Index)blockIdx.x * 2 * CHANNELS + i] = shared[i];
}

// Where it accumulates, dx holds the gradient that reaches x beside the norm, as that of a shortcut does.
extern "C" __global__ void __launch_bounds__(THREADS) layerNormBackward(
    const void *__restrict__ dy, const void *__restrict__ x, void *__restrict__ dx, Index rows,
    const float *__restrict__ weight, const float *__restrict__ saved, float *__restrict__ partial, int accumulates) {
    float scale[PACKS][WIDTH], products[PACKS][WIDTH], gradients[PACKS][WIDTH];
    loadChannels(weight, scale);
#pragma unroll
    for (int k = 0; k < PACKS; k++)
#pragma unroll
        for (int i = 0; i < WIDTH; i++) products[k][i] = gradients[k][i] = 0.0f;
    for (Index first = (Index)blockIdx.x * GROUPS; first < rows; first += (Index)gridDim.x * GROUPS) {
        Index row = first + threadIdx.x / LANES;
        bool present = row < rows;
        float mean = present ? saved[row] : 0.0f;
        float inverse = present ? saved[rows + row] : 0.0f;
        float normed[PACKS][WIDTH], scaled[PACKS][WIDTH];
        Pack<INPUT> before[PACKS];
        float sum = 0.0f, product = 0.0f;
#pragma unroll
        for (int k = 0; k < PACKS; k++) {
            float gradient[WIDTH];
#pragma unroll
            for (int i = 0; i < WIDTH; i++) gradient[i] = normed[k][i] = 0.0f;
            if (present && isInside(k)) {
                load<INPUT>(x, row, k).unpack(normed[k]);
                load<OUTPUT>(dy, row, k).unpack(gradient);
                if (accumulates) before[k] = load<INPUT>(dx, row, k);
            }
#pragma unroll
            for (int i = 0; i < WIDTH; i++) {
                normed[k][i] = (normed[k][i] - mean) * inverse;
                gradients[k][i] += gradient[i];
                products[k][i] = fmaf(gradient[i], normed[k][i], products[k][i]);
                scaled[k][i] = gradient[i] * scale[k][i];
                sum += scaled[k][i];
                product = fmaf(scaled[k][i], normed[k][i], product);
            }
        }
        sum = sumRow(sum) / CHANNELS;
        product = sumRow(product) / CHANNELS;
#pragma unroll
        for (int k = 0; k < PACKS; k++)
            if (present && isInside(k)) {
#pragma unroll
                for (int i = 0; i < WIDTH; i++)
                    scaled[k][i] = inverse * (scaled[k][i] - sum - normed[k][i] * product);
                if (accumulates) {
                    float summand[WIDTH];
                    before[k].unpack(summand);
#pragma unroll
                    for (int i = 0; i < WIDTH; i++) scaled[k][i] += summand[i];
                }
                store<INPUT>(dx, row, k, scaled[k]);
            }
    }
    sumBlock(products, gradients, partial);
}

// One warp's width of columns in a block, whose threads add up every so many blocks' sums; then the threads of a column.
extern "C" __global__ void __launch_bounds__(THREADS) layerNormFinish(
    const float *__restrict__ partial, int blocks, float *__restrict__ weightGradient,
    float *__restrict__ biasGradient) {
    __shared__ float shared[THREADS];
    const int high = THREADS / WARP;
    int column = blockIdx.x * WARP + threadIdx.x % WARP;
    int part = threadIdx.x / WARP;
    float sum = 0.0f;
    if (column < 2 * CHANNELS)
        for (int block = part; block < blocks; block += high) sum += partial[(Index)block * 2 * CHANNELS + column];
    shared[threadIdx.x] = sum;
    __syncthreads();
    if (part > 0 || column >= 2 * CHANNELS) return;
    for (int other = 1; other < high; other++) sum += shared[other * WARP + threadIdx.x];
    if (column < CHANNELS) {
        if (weightGradient) weightGradient[column] += sum;
    } else if (biasGradient) {
        biasGradient[column - CHANNELS] += sum;
    }
}
