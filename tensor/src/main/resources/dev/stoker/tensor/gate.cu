// Gates of channels (squeeze and excitation) over images in channels-last layout, forward and backward:
//   gateMeans: x -> one mean for each image and channel        gateProduct: x gate -> y
//   gateReduce: dy x -> gradient of the gate                   gateSpread: dy gate [gradient of the means] -> dx
// It is bound by memory bandwidth. Sums are in float32, and in the same order every time.
//
// Defined from outside: TYPE, as in packs.cuh; LANES, a power of two: packs that the threads of a row have at once.

#include "packs.cuh"

#define THREADS 256
#define ROWS (THREADS / LANES) // pixels that a block has at once
#define AHEAD 4                // pixels that a thread loads before it adds

typedef Pack<TYPE> Numbers;

__device__ __forceinline__ Numbers load(const void *tensor, Index pack) {
    return reinterpret_cast<const Numbers *>(tensor)[pack];
}

__device__ __forceinline__ void load(const void *tensor, Index pack, float *values) {
    load(tensor, pack).unpack(values);
}

__device__ __forceinline__ void store(void *tensor, Index pack, const float *values) {
    Numbers numbers;
    numbers.pack(values);
    reinterpret_cast<Numbers *>(tensor)[pack] = numbers;
}

// ---- sums over the pixels of an image: a block for LANES packs of one image

// Adds up what the threads of a column have, times a factor; the threads of the first row write it.
__device__ void sumColumns(const float *sums, int pack, int packs, float factor, void *result) {
    __shared__ float shared[ROWS][LANES][WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) shared[threadIdx.y][threadIdx.x][i] = sums[i];
    __syncthreads();
    for (int rows = ROWS / 2; rows > 0; rows /= 2) {
        if (threadIdx.y < rows)
#pragma unroll
            for (int i = 0; i < WIDTH; i++)
                shared[threadIdx.y][threadIdx.x][i] += shared[threadIdx.y + rows][threadIdx.x][i];
        __syncthreads();
    }
    if (threadIdx.y > 0 || pack >= packs) return;
    float values[WIDTH];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) values[i] = shared[0][threadIdx.x][i] * factor;
    store(result, (Index)blockIdx.y * packs + pack, values);
}

extern "C" __global__ void __launch_bounds__(THREADS) gateMeans(
    const void *__restrict__ x, void *__restrict__ result, int pixels, int packs) {
    int pack = blockIdx.x * LANES + threadIdx.x;
    Index image = (Index)blockIdx.y * pixels * packs;
    float sums[WIDTH] = {};
    for (int first = threadIdx.y; pack < packs && first < pixels; first += AHEAD * ROWS) {
        Numbers loaded[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (first + k * ROWS < pixels) loaded[k] = load(x, image + (Index)(first + k * ROWS) * packs + pack);
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (first + k * ROWS < pixels) {
                float values[WIDTH];
                loaded[k].unpack(values);
#pragma unroll
                for (int i = 0; i < WIDTH; i++) sums[i] += values[i];
            }
    }
    sumColumns(sums, pack, packs, 1.0f / pixels, result);
}

extern "C" __global__ void __launch_bounds__(THREADS) gateReduce(
    const void *__restrict__ dy, const void *__restrict__ x, void *__restrict__ result, int pixels, int packs) {
    int pack = blockIdx.x * LANES + threadIdx.x;
    Index image = (Index)blockIdx.y * pixels * packs;
    float sums[WIDTH] = {};
    for (int first = threadIdx.y; pack < packs && first < pixels; first += AHEAD * ROWS) {
        Numbers loaded[AHEAD], ofProduct[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (first + k * ROWS < pixels) {
                loaded[k] = load(x, image + (Index)(first + k * ROWS) * packs + pack);
                ofProduct[k] = load(dy, image + (Index)(first + k * ROWS) * packs + pack);
            }
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (first + k * ROWS < pixels) {
                float values[WIDTH], gradients[WIDTH];
                loaded[k].unpack(values);
                ofProduct[k].unpack(gradients);
#pragma unroll
                for (int i = 0; i < WIDTH; i++) sums[i] = fmaf(gradients[i], values[i], sums[i]);
            }
    }
    sumColumns(sums, pack, packs, 1.0f, result);
}

// ---- every pixel: blockIdx.y is the image, and its packs are those of blockIdx.x and every gridDim.x-th after them

extern "C" __global__ void __launch_bounds__(THREADS) gateProduct(
    const void *__restrict__ x, const void *__restrict__ gate, void *__restrict__ y, int pixels, int packs) {
    Index image = (Index)blockIdx.y * pixels * packs;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < pixels * packs; i += gridDim.x * THREADS) {
        float values[WIDTH], factors[WIDTH];
        load(x, image + i, values);
        load(gate, (Index)blockIdx.y * packs + i % packs, factors);
#pragma unroll
        for (int k = 0; k < WIDTH; k++) values[k] *= factors[k];
        store(y, image + i, values);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) gateSpread(
    const void *__restrict__ dy, const void *__restrict__ gate, const void *__restrict__ ofMeans,
    void *__restrict__ dx, int pixels, int packs) {
    Index image = (Index)blockIdx.y * pixels * packs;
    float share = 1.0f / pixels;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < pixels * packs; i += gridDim.x * THREADS) {
        Index channels = (Index)blockIdx.y * packs + i % packs;
        float values[WIDTH], factors[WIDTH], summands[WIDTH];
        load(dy, image + i, values);
        load(gate, channels, factors);
        load(ofMeans, channels, summands);
#pragma unroll
        for (int k = 0; k < WIDTH; k++) values[k] = fmaf(values[k], factors[k], summands[k] * share);
        store(dx, image + i, values);
    }
}
