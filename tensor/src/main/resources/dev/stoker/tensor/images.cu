// Batches of images, pixel after pixel: from bytes to normalized floats, and from pixels to blocks of 2 x 2 pixels.
//
// Defined from outside: CHANNELS of the images, and for spaceToDepth TYPE as one of the numbers in packs.cuh.

#include "packs.cuh"

#define THREADS 256

// (value - mean) * scale, rounded twice as in separate operators.
extern "C" __global__ void __launch_bounds__(THREADS) normalize(
    const unsigned char *__restrict__ bytes, const float *__restrict__ mean, const float *__restrict__ scale,
    float *__restrict__ floats, Index elements) {
    float means[CHANNELS], scales[CHANNELS];
#pragma unroll
    for (int c = 0; c < CHANNELS; c++) means[c] = mean[c], scales[c] = scale[c];
    // A thread has four pixels: whole words of bytes, and each channel in a register.
    const int share = 4 * CHANNELS;
    Index from = ((Index)blockIdx.x * THREADS + threadIdx.x) * share;
    if (from + share <= elements) {
        uchar4 values[CHANNELS];
#pragma unroll
        for (int k = 0; k < CHANNELS; k++) values[k] = reinterpret_cast<const uchar4 *>(bytes + from)[k];
#pragma unroll
        for (int k = 0; k < CHANNELS; k++) {
            float4 normalized;
            normalized.x = ((float)values[k].x - means[4 * k % CHANNELS]) * scales[4 * k % CHANNELS];
            normalized.y = ((float)values[k].y - means[(4 * k + 1) % CHANNELS]) * scales[(4 * k + 1) % CHANNELS];
            normalized.z = ((float)values[k].z - means[(4 * k + 2) % CHANNELS]) * scales[(4 * k + 2) % CHANNELS];
            normalized.w = ((float)values[k].w - means[(4 * k + 3) % CHANNELS]) * scales[(4 * k + 3) % CHANNELS];
            reinterpret_cast<float4 *>(floats + from)[k] = normalized;
        }
    } else {
        for (Index i = from; i < elements; i++) {
            int c = (int)(i % CHANNELS);
            floats[i] = ((float)bytes[i] - mean[c]) * scale[c];
        }
    }
}

#if defined(TYPE)

#define BLOCK_CHANNELS 16 // 2 x 2 pixels of up to 4 channels, the rest zeros

// Each output is the block of pixels (2 * row, 2 * column) to (2 * row + 1, 2 * column + 1), counted from `before` blocks outside of the
// image; pixels outside are zeros.
extern "C" __global__ void __launch_bounds__(THREADS) spaceToDepth(
    const float *__restrict__ images, Pack<TYPE> *__restrict__ blocks, int height, int width, int before, int down, int across,
    Index outputs) {
    Index output = (Index)blockIdx.x * THREADS + threadIdx.x;
    if (output >= outputs) return;
    int column = (int)(output % across);
    Index rest = output / across;
    int row = (int)(rest % down);
    Index image = rest / down;
    float values[BLOCK_CHANNELS];
#pragma unroll
    for (int i = 0; i < BLOCK_CHANNELS; i++) values[i] = 0.0f;
#pragma unroll
    for (int pixel = 0; pixel < 4; pixel++) {
        int h = 2 * (row - before) + pixel / 2, w = 2 * (column - before) + pixel % 2;
        if (h >= 0 && h < height && w >= 0 && w < width) {
            const float *at = images + ((image * height + h) * width + w) * CHANNELS;
#pragma unroll
            for (int c = 0; c < CHANNELS; c++) values[pixel * CHANNELS + c] = at[c];
        }
    }
#pragma unroll
    for (int i = 0; i < BLOCK_CHANNELS / WIDTH; i++) {
        Pack<TYPE> pack;
        pack.pack(values + i * WIDTH);
        blocks[output * (BLOCK_CHANNELS / WIDTH) + i] = pack;
    }
}

#endif
