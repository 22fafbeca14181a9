// Depthwise convolution (each channel by itself) and its gradients, over images in channels-last layout, in float32 and with sums in
// the same order every time.
//   depthwiseForward: x weight [bias] -> y             depthwiseInputGradient: dy weight -> dx
//   depthwiseWeightGradient: dy x -> partial sums      depthwiseFinish: partial sums -> gradients of weight and bias
//
// A block has a slice of the channels and walks down tiles of images, some output rows at a step. Rows of the input are copied
// ahead into a ring in shared memory, each once; zeros stand for padding. A thread computes a strip of outputs in a row: every
// number that it reads is used for all taps of the kernel that meet it in that row.
//
// Defined from outside: TYPE of images and gradients as in packs.cuh; KERNEL_HEIGHT, KERNEL_WIDTH; STRIDE, 1 or 2; PADDING_PARITY,
// that of the padding of columns; SLICE, channels of a block; BIAS, 1 where there is one; and what is chosen for speed:

#include "packs.cuh"

#ifndef CHANNELS
#define CHANNELS 4 // of a thread
#endif
#ifndef OUTPUTS
#define OUTPUTS 7 // columns of a strip
#endif
#ifndef ROWS
#define ROWS (4 / STRIDE) // of outputs at a step
#endif
#ifndef AHEAD
#define AHEAD 2 // steps whose rows are being copied
#endif
#ifndef THREADS
#define THREADS 128 // of a block, at most
#endif
#ifndef HELD
#define HELD 64 // weights or sums that a thread has registers for
#endif
#ifndef BLOCKS
#define BLOCKS 1 // of a multiprocessor, at least: what the compiler limits registers for
#endif

#define TAPS (KERNEL_HEIGHT * KERNEL_WIDTH)
#define LANES (SLICE / CHANNELS)            // threads of a pixel
#define SIZE (TYPE == FLOAT32 ? 4 : 2)      // bytes of a number
#define PIXEL (SLICE * SIZE)                // bytes of a pixel in shared memory
#define COPY 16                             // bytes that are copied at once
#define WARP 32
#define ALL 0xffffffffu

// Input rows that must be there beyond those of a step, in steps.
#define DELAY(window, chunk) ((window) <= (chunk) ? 0 : ((window) - 1) / (chunk))

typedef Pack<TYPE, CHANNELS> Part;

extern __shared__ uint4 memory[];

__device__ __forceinline__ void copyAhead(char *to, const char *from, bool inside) {
    unsigned int address = (unsigned int)__cvta_generic_to_shared(to);
    int bytes = inside ? COPY : 0; // the rest is filled with zeros
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(address), "l"(from), "r"(bytes) : "memory");
}

__device__ __forceinline__ void endGroup() { asm volatile("cp.async.commit_group;" : : : "memory"); }

// Until all groups of copies but the last few are there.
template <int Pending>
__device__ __forceinline__ void await() {
    asm volatile("cp.async.wait_group %0;" : : "n"(Pending) : "memory");
}

// ---- images

struct Images {
    const char *data;
    int height, width;
    int pixel; // elements from a pixel to the next

    __device__ __forceinline__ const char *image(int index) const {
        return data + (Index)index * height * width * pixel * SIZE;
    }
};

// Rows in shared memory, and the share of this thread in copying them.
struct Tile {
    char *rows;
    int pitch; // bytes of a row
    int columns;
    int row, column, rowStep, columnStep;

    __device__ __forceinline__ Tile(char *rows, int pitch, int columns) : rows(rows), pitch(pitch), columns(columns) {
        int first = threadIdx.x / (PIXEL / COPY), step = blockDim.x / (PIXEL / COPY);
        row = first / columns;
        column = first % columns;
        rowStep = step / columns;
        columnStep = step % columns;
    }

    template <int Count>
    __device__ __forceinline__ void copy(
        const Images &images, int index, int channels, int channel, int at, int firstRow, int firstColumn) const {
        int pack = threadIdx.x % (PIXEL / COPY);
        int own = channel + pack * (COPY / SIZE);
        const char *image = images.image(index);
        int y = row, x = column;
        while (y < Count) {
            int fromRow = firstRow + y, fromColumn = firstColumn + x;
            bool inside = own < channels && (unsigned int)fromRow < (unsigned int)images.height &&
                          (unsigned int)fromColumn < (unsigned int)images.width;
            Index offset = inside ? (Index)((fromRow * images.width + fromColumn) * images.pixel + own) * SIZE : 0;
            copyAhead(rows + (at + y) * pitch + x * PIXEL + pack * COPY, image + offset, inside);
            x += columnStep;
            y += rowStep;
            if (x >= columns) {
                x -= columns;
                y++;
            }
        }
    }

    __device__ __forceinline__ const char *line(int row, int column) const {
        return rows + row * pitch + column * PIXEL + (int)(threadIdx.x % LANES) * (CHANNELS * SIZE);
    }
};

__device__ __forceinline__ void read(const char *from, float *values) {
    reinterpret_cast<const Part *>(from)->unpack(values);
}

// ---- the walk of a block

// Each tile of an image is a sequence of chunks of input rows; those of all tiles of the block follow each other.
struct Walk {
    int item, image, tile;
    int chunk;
    int slot, other; // where the chunk is in the ring, and in the shorter one of output gradients

    __device__ __forceinline__ explicit Walk(int tiles) : chunk(0), slot(0), other(0) { enter(blockIdx.y, tiles); }

    __device__ __forceinline__ void enter(int next, int tiles) {
        item = next;
        image = item / tiles;
        tile = item % tiles;
    }

    __device__ __forceinline__ void advance(int slots, int chunks, int tiles) {
        slot = slot + 1 == slots ? 0 : slot + 1;
        other = other == AHEAD ? 0 : other + 1;
        if (++chunk == chunks) {
            chunk = 0;
            enter(item + gridDim.y, tiles);
        }
    }
};

// Copies chunks ahead; computes a step as soon as the chunks that it needs are there.
template <int Delay, class Copy, class Compute>
__device__ __forceinline__ void walk(int items, int tiles, int steps, Copy copy, Compute compute) {
    const int slots = Delay + 1 + AHEAD;
    Walk ahead(tiles), now(tiles);
    for (int i = 0; i < AHEAD; i++) {
        if (ahead.item < items) copy(ahead);
        endGroup();
        ahead.advance(slots, steps + Delay, tiles);
    }
    while (now.item < items) {
        await<AHEAD - 1>();
        __syncthreads(); // copies of all threads are there, and nobody reads the slot that is written next
        if (ahead.item < items) copy(ahead);
        endGroup();
        ahead.advance(slots, steps + Delay, tiles);
        if (now.chunk >= Delay) compute(now, now.chunk - Delay, (now.slot >= Delay ? 0 : slots) + now.slot - Delay);
        now.advance(slots, steps + Delay, tiles);
    }
    await<0>();
    __syncthreads();
}

// ---- weights, of the channels of this thread

// In registers, or in shared memory where there are too many.
template <int Height, bool Held>
struct Weights {
    float held[Held ? Height : 1][KERNEL_WIDTH][CHANNELS];
    const float *shared;

    // Row i of the thread is row first + i * step of the kernel, or the opposite one.
    __device__ __forceinline__ void load(
        const float *weight, float *room, int channels, int channel, int lane, int first, int step, bool flipped) {
        if (Held) {
#pragma unroll
            for (int i = 0; i < Height; i++)
#pragma unroll
                for (int j = 0; j < KERNEL_WIDTH; j++)
#pragma unroll
                    for (int k = 0; k < CHANNELS; k++) {
                        int row = first + i * step, own = channel + lane * CHANNELS + k;
                        int tap = row * KERNEL_WIDTH + j;
                        held[i][j][k] = own < channels && row < KERNEL_HEIGHT
                                            ? weight[(Index)own * TAPS + (flipped ? TAPS - 1 - tap : tap)]
                                            : 0.0f;
                    }
        } else {
            for (int i = threadIdx.x; i < TAPS * SLICE; i += blockDim.x) { // seen by all after the first step's barrier
                int tap = i / SLICE, own = channel + i % SLICE;
                room[i] = own < channels ? weight[(Index)own * TAPS + (flipped ? TAPS - 1 - tap : tap)] : 0.0f;
            }
            shared = room + first * KERNEL_WIDTH * SLICE + lane * CHANNELS;
        }
    }

    __device__ __forceinline__ void row(int i, int step, float values[KERNEL_WIDTH][CHANNELS]) const {
#pragma unroll
        for (int j = 0; j < KERNEL_WIDTH; j++)
            if (Held)
#pragma unroll
                for (int k = 0; k < CHANNELS; k++) values[j][k] = held[Held ? i : 0][j][k];
            else
                reinterpret_cast<const Pack<FLOAT32, CHANNELS> *>(shared + (i * step * KERNEL_WIDTH + j) * SLICE)
                    ->unpack(values[j]);
    }
};

// ---- forward, and the gradient of x where the stride is 1: the same with the weights turned about

template <int Stride, bool Flipped>
__device__ __forceinline__ void correlate(
    Images in, const float *weight, const float *bias, char *out, int images, int channels, int height, int width,
    int paddingY, int paddingX, int tiles, int strips, int pitch) {
    const int chunk = ROWS * Stride;
    const int delay = DELAY((ROWS - 1) * Stride + KERNEL_HEIGHT, chunk);
    const int ring = (delay + 1 + AHEAD) * chunk;
    const bool held = TAPS * CHANNELS <= HELD;
    int lane = threadIdx.x % LANES, part = threadIdx.x / LANES;
    int own = part % ROWS, strip = part / ROWS;
    int channel = blockIdx.x * SLICE;
    Tile tile(reinterpret_cast<char *>(memory), pitch, (strips * OUTPUTS - 1) * Stride + KERNEL_WIDTH);
    Weights<KERNEL_HEIGHT, held> weights;
    weights.load(
        weight, reinterpret_cast<float *>(tile.rows + ring * pitch), channels, channel, lane, 0, 1, Flipped);
    channel += lane * CHANNELS;
    float start[CHANNELS];
#pragma unroll
    for (int k = 0; k < CHANNELS; k++) start[k] = bias && channel < channels ? bias[channel + k] : 0.0f;
    bool working = strip < strips && channel < channels;

    auto copy = [&](const Walk &to) {
        tile.copy<chunk>(
            in, to.image, channels, blockIdx.x * SLICE, to.slot * chunk, to.chunk * chunk - paddingY,
            to.tile * strips * OUTPUTS * Stride - paddingX);
    };
    auto compute = [&](const Walk &at, int step, int slot) {
        int y = step * ROWS + own, x = (at.tile * strips + strip) * OUTPUTS;
        if (!working || y >= height || x >= width) return;
        float sums[OUTPUTS][CHANNELS];
#pragma unroll
        for (int i = 0; i < OUTPUTS; i++)
#pragma unroll
            for (int k = 0; k < CHANNELS; k++) sums[i][k] = start[k];
        auto add = [&](int i) {
            float factors[KERNEL_WIDTH][CHANNELS];
            weights.row(i, 1, factors);
            int row = slot * chunk + own * Stride + i;
            const char *line = tile.line(row >= ring ? row - ring : row, strip * OUTPUTS * Stride);
#pragma unroll
            for (int column = 0; column < (OUTPUTS - 1) * Stride + KERNEL_WIDTH; column++) {
                float values[CHANNELS];
                read(line + column * PIXEL, values);
#pragma unroll
                for (int j = 0; j < KERNEL_WIDTH; j++) {
                    if (column < j || (column - j) % Stride != 0 || (column - j) / Stride >= OUTPUTS) continue;
#pragma unroll
                    for (int k = 0; k < CHANNELS; k++)
                        sums[(column - j) / Stride][k] = fmaf(values[k], factors[j][k], sums[(column - j) / Stride][k]);
                }
            }
        };
        if (held) {
#pragma unroll
            for (int i = 0; i < KERNEL_HEIGHT; i++) add(i);
        } else {
#pragma unroll 1
            for (int i = 0; i < KERNEL_HEIGHT; i++) add(i);
        }
        char *to = out + ((Index)at.image * height * width + y * width + x) * channels * SIZE + channel * SIZE;
#pragma unroll
        for (int i = 0; i < OUTPUTS; i++) {
            if (x + i >= width) break;
            Part result;
            result.pack(sums[i]);
            *reinterpret_cast<Part *>(to + (Index)i * channels * SIZE) = result;
        }
    };
    walk<delay>(images * tiles, tiles, (height + ROWS - 1) / ROWS, copy, compute);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) depthwiseForward(
    const void *__restrict__ x, const float *__restrict__ weight, const float *__restrict__ bias,
    void *__restrict__ y, int images, int channels, int height, int width, int pixel, int outputHeight,
    int outputWidth, int paddingY, int paddingX, int tiles, int strips, int pitch) {
    Images in = {reinterpret_cast<const char *>(x), height, width, pixel};
    correlate<STRIDE, false>(
        in, weight, bias, reinterpret_cast<char *>(y), images, channels, outputHeight, outputWidth, paddingY, paddingX,
        tiles, strips, pitch);
}

// ---- the gradient of x where the stride is 2

#define HALF_HEIGHT ((KERNEL_HEIGHT + 1) / 2)
#define HALF_WIDTH ((KERNEL_WIDTH + 1) / 2)
#define PAIRS ((OUTPUTS + 1) / 2) // of columns in a strip

// Of row y, only taps of the parity of y + padding count, and half of that sum less half of the tap is the row of dy; so for columns.
__device__ __forceinline__ void spread(
    Images in, const float *weight, char *out, int images, int channels, int height, int width, int paddingY,
    int paddingX, int tiles, int strips, int pitch) {
    const int delay = DELAY(ROWS + HALF_HEIGHT, ROWS);
    const int ring = (delay + 1 + AHEAD) * ROWS;
    const bool held = HALF_HEIGHT * KERNEL_WIDTH * CHANNELS <= HELD;
    int lane = threadIdx.x % LANES, part = threadIdx.x / LANES;
    int strip = part / (2 * ROWS);
    int own = 2 * (part % ROWS) + part / ROWS % 2; // the threads of a warp have rows of one parity, if they can
    int odd = (own + paddingY) & 1;
    int last = (own + (paddingY & 1)) / 2 + HALF_HEIGHT - 1; // row of the first tap, from the first of the step
    int channel = blockIdx.x * SLICE;
    Tile tile(reinterpret_cast<char *>(memory), pitch, strips * PAIRS + HALF_WIDTH - 1 + PADDING_PARITY);
    Weights<HALF_HEIGHT, held> weights;
    weights.load(
        weight, reinterpret_cast<float *>(tile.rows + ring * pitch), channels, channel, lane, odd, 2, false);
    channel += lane * CHANNELS;
    bool working = strip < strips && channel < channels;

    auto copy = [&](const Walk &to) {
        tile.copy<ROWS>(
            in, to.image, channels, blockIdx.x * SLICE, to.slot * ROWS, to.chunk * ROWS + paddingY / 2 - (HALF_HEIGHT - 1),
            to.tile * strips * PAIRS + paddingX / 2 - (HALF_WIDTH - 1));
    };
    auto compute = [&](const Walk &at, int step, int slot) {
        int y = step * 2 * ROWS + own, x = (at.tile * strips + strip) * 2 * PAIRS;
        if (!working || y >= height || x >= width) return;
        float sums[2 * PAIRS][CHANNELS];
#pragma unroll
        for (int i = 0; i < 2 * PAIRS; i++)
#pragma unroll
            for (int k = 0; k < CHANNELS; k++) sums[i][k] = 0.0f;
        auto add = [&](int i) {
            if (2 * i + odd >= KERNEL_HEIGHT) return;
            float factors[KERNEL_WIDTH][CHANNELS];
            weights.row(i, 2, factors);
            int row = slot * ROWS + last - i;
            const char *line = tile.line(row >= ring ? row - ring : row, strip * PAIRS);
#pragma unroll
            for (int column = 0; column < PAIRS + HALF_WIDTH - 1 + PADDING_PARITY; column++) {
                float values[CHANNELS];
                read(line + column * PIXEL, values);
#pragma unroll
                for (int j = 0; j < KERNEL_WIDTH; j++) {
                    int side = (j + PADDING_PARITY) % 2; // of the pair
                    int pair = column - (side + PADDING_PARITY) / 2 - (HALF_WIDTH - 1) + j / 2;
                    if (pair < 0 || pair >= PAIRS) continue;
#pragma unroll
                    for (int k = 0; k < CHANNELS; k++)
                        sums[2 * pair + side][k] = fmaf(values[k], factors[j][k], sums[2 * pair + side][k]);
                }
            }
        };
        if (held) {
#pragma unroll
            for (int i = 0; i < HALF_HEIGHT; i++) add(i);
        } else {
#pragma unroll 1
            for (int i = 0; i < HALF_HEIGHT; i++) add(i);
        }
        char *to = out + ((Index)at.image * height * width + y * width + x) * channels * SIZE + channel * SIZE;
#pragma unroll
        for (int i = 0; i < 2 * PAIRS; i++) {
            if (x + i >= width) break;
            Part result;
            result.pack(sums[i]);
            *reinterpret_cast<Part *>(to + (Index)i * channels * SIZE) = result;
        }
    };
    walk<delay>(images * tiles, tiles, (height + 2 * ROWS - 1) / (2 * ROWS), copy, compute);
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) depthwiseInputGradient(
    const void *__restrict__ dy, const float *__restrict__ weight, void *__restrict__ dx, int images, int channels,
    int height, int width, int outputHeight, int outputWidth, int paddingY, int paddingX, int tiles, int strips,
    int pitch) {
    Images in = {reinterpret_cast<const char *>(dy), outputHeight, outputWidth, channels};
    char *out = reinterpret_cast<char *>(dx);
#if STRIDE == 1
    correlate<1, true>(
        in, weight, nullptr, out, images, channels, height, width, KERNEL_HEIGHT - 1 - paddingY,
        KERNEL_WIDTH - 1 - paddingX, tiles, strips, pitch);
#else
    spread(in, weight, out, images, channels, height, width, paddingY, paddingX, tiles, strips, pitch);
#endif
}

// ---- the gradient of the weight

// Rows of the kernel whose sums a thread has; groups of threads share the kernel.
#define FITTING (HELD / (KERNEL_WIDTH * CHANNELS))
#define GROUP (FITTING >= KERNEL_HEIGHT ? KERNEL_HEIGHT : FITTING)
#define GROUPS ((KERNEL_HEIGHT + GROUP - 1) / GROUP)
#define SUMS (GROUP * KERNEL_WIDTH + BIAS)
#define LEAST (LANES * ROWS * GROUPS) // threads for one strip

// Adds up what the threads of a group have for the same channels, and writes it to partial[blockIdx.y]: as the weight, then the bias.
// Where there are several groups, each has whole warps.
__device__ __forceinline__ void sumBlock(float sums[SUMS][CHANNELS], float *partial, int channels) {
    float *shared = reinterpret_cast<float *>(memory); // warps x SUMS x SLICE
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
#pragma unroll
    for (int i = 0; i < SUMS; i++)
#pragma unroll
        for (int k = 0; k < CHANNELS; k++) {
#pragma unroll
            for (int offset = LANES; offset < WARP; offset *= 2)
                sums[i][k] += __shfl_xor_sync(ALL, sums[i][k], offset);
            if (lane < LANES) shared[(warp * SUMS + i) * SLICE + lane * CHANNELS + k] = sums[i][k];
        }
    __syncthreads();
    float *to = partial + (Index)blockIdx.y * channels * (TAPS + BIAS);
    int warps = blockDim.x / (WARP * GROUPS);
    for (int i = threadIdx.x; i < GROUPS * SUMS * SLICE; i += blockDim.x) {
        int group = i / (SUMS * SLICE), kind = i / SLICE % SUMS, channel = blockIdx.x * SLICE + i % SLICE;
        int tap = group * GROUP * KERNEL_WIDTH + kind;
        bool isBias = kind == GROUP * KERNEL_WIDTH;
        if (channel >= channels || (isBias ? group > 0 : tap >= TAPS)) continue;
        float sum = 0.0f;
        for (int other = group * warps; other < (group + 1) * warps; other++)
            sum += shared[(other * SUMS + kind) * SLICE + i % SLICE];
        to[isBias ? channels * TAPS + channel : channel * TAPS + tap] = sum;
    }
}

extern "C" __global__ void __launch_bounds__(LEAST > THREADS ? LEAST : THREADS, BLOCKS) depthwiseWeightGradient(
    const void *__restrict__ dy, const void *__restrict__ x, float *__restrict__ partial, int images, int channels,
    int height, int width, int pixel, int outputHeight, int outputWidth, int paddingY, int paddingX, int tiles,
    int strips, int pitch, int gradientPitch) {
    const int chunk = ROWS * STRIDE;
    const int delay = DELAY((ROWS - 1) * STRIDE + KERNEL_HEIGHT, chunk);
    const int ring = (delay + 1 + AHEAD) * chunk;
    int part = threadIdx.x / LANES;
    int own = part % ROWS, strip = part / ROWS % strips, group = part / (ROWS * strips);
    int channel = blockIdx.x * SLICE;
    Images in = {reinterpret_cast<const char *>(x), height, width, pixel};
    Images gradients = {reinterpret_cast<const char *>(dy), outputHeight, outputWidth, channels};
    Tile tile(reinterpret_cast<char *>(memory), pitch, (strips * OUTPUTS - 1) * STRIDE + KERNEL_WIDTH);
    Tile outputs(tile.rows + ring * pitch, gradientPitch, strips * OUTPUTS);
    bool working = group < GROUPS && channel + (int)(threadIdx.x % LANES) * CHANNELS < channels;
    float sums[SUMS][CHANNELS];
#pragma unroll
    for (int i = 0; i < SUMS; i++)
#pragma unroll
        for (int k = 0; k < CHANNELS; k++) sums[i][k] = 0.0f;

    auto copy = [&](const Walk &to) {
        tile.copy<chunk>(
            in, to.image, channels, channel, to.slot * chunk, to.chunk * chunk - paddingY,
            to.tile * strips * OUTPUTS * STRIDE - paddingX);
        if (to.chunk >= delay)
            outputs.copy<ROWS>(
                gradients, to.image, channels, channel, to.other * ROWS, (to.chunk - delay) * ROWS,
                to.tile * strips * OUTPUTS);
    };
    auto compute = [&](const Walk &at, int step, int slot) {
        if (!working || step * ROWS + own >= outputHeight || (at.tile * strips + strip) * OUTPUTS >= outputWidth) return;
        float gradient[OUTPUTS][CHANNELS];
        const char *from = outputs.line(at.other * ROWS + own, strip * OUTPUTS);
#pragma unroll
        for (int i = 0; i < OUTPUTS; i++) {
            read(from + i * PIXEL, gradient[i]);
            if (BIAS)
#pragma unroll
                for (int k = 0; k < CHANNELS; k++) sums[SUMS - 1][k] += gradient[i][k];
        }
#pragma unroll
        for (int i = 0; i < GROUP; i++) {
            if (KERNEL_HEIGHT % GROUP != 0 && group * GROUP + i >= KERNEL_HEIGHT) break;
            int row = slot * chunk + own * STRIDE + group * GROUP + i;
            const char *line = tile.line(row >= ring ? row - ring : row, strip * OUTPUTS * STRIDE);
#pragma unroll
            for (int column = 0; column < (OUTPUTS - 1) * STRIDE + KERNEL_WIDTH; column++) {
                float values[CHANNELS];
                read(line + column * PIXEL, values);
#pragma unroll
                for (int j = 0; j < KERNEL_WIDTH; j++) {
                    if (column < j || (column - j) % STRIDE != 0 || (column - j) / STRIDE >= OUTPUTS) continue;
#pragma unroll
                    for (int k = 0; k < CHANNELS; k++)
                        sums[i * KERNEL_WIDTH + j][k] =
                            fmaf(values[k], gradient[(column - j) / STRIDE][k], sums[i * KERNEL_WIDTH + j][k]);
                }
            }
        }
    };
    walk<delay>(images * tiles, tiles, (outputHeight + ROWS - 1) / ROWS, copy, compute);
    sumBlock(sums, partial, channels);
}

// One warp's width of columns in a block, whose threads add up every so many blocks' sums; then the threads of a column.
extern "C" __global__ void __launch_bounds__(128) depthwiseFinish(
    const float *__restrict__ partial, int blocks, int channels, float *__restrict__ weightGradient,
    float *__restrict__ biasGradient) {
    __shared__ float shared[128];
    int columns = channels * (TAPS + BIAS);
    int column = blockIdx.x * WARP + threadIdx.x % WARP;
    int part = threadIdx.x / WARP;
    float sum = 0.0f;
    if (column < columns)
        for (int block = part; block < blocks; block += 128 / WARP) sum += partial[(Index)block * columns + column];
    shared[threadIdx.x] = sum;
    __syncthreads();
    if (part > 0 || column >= columns) return;
    for (int other = 1; other < 128 / WARP; other++) sum += shared[other * WARP + threadIdx.x];
    if (column < channels * TAPS) {
        if (weightGradient) weightGradient[column] += sum;
    } else if (biasGradient) {
        biasGradient[column - channels * TAPS] += sum;
    }
}
