// Augments source images, each by its row of parameters (AugmentationParameters of the core room defines the words; the
// constants here are the same). Values are integers after each operation, so that the CPU, which makes one pass over the bytes
// per operation, computes the same image; sums are of integers, so that their order does not matter.
//
// Defined from outside: CHANNELS, 1 or 3. Compile without FMA contraction: then each float is the one that Java computes.
// A C++ compiler also accepts this file and compiles the functions for the host, for tests.

#ifdef __CUDACC__
#define SHARED_BY_BOTH __device__ __forceinline__
#else
#include <math.h>
#include <string.h>
#define SHARED_BY_BOTH static inline
#endif

typedef long long Index;
typedef unsigned long long Sum;
typedef unsigned char Byte;

#define WORDS 100
#define SOURCE 0
#define SCALE_X 1
#define OFFSET_X 2
#define SCALE_Y 3
#define OFFSET_Y 4
#define WINDOW 5
#define VISIBLE 9
#define SAMPLING 13
#define AFFINE 14
#define FILLS 20
#define COLORS 21
#define BRIGHTNESS 22
#define CONTRAST 23
#define SATURATION 24
#define HUE 25
#define BLUR_RADIUS 26
#define BLUR_DECAY 27
#define ERASE 28

#define BORDER_MASK 3
#define BLACK 1
#define REFLECTED 2
#define COPIES 4
#define MEAN_X 8
#define MEAN_Y 16
#define HAS_AFFINE 32

#define BRIGHTEN 1
#define CONTRAST_FROM_MEAN 2
#define SATURATE 3
#define SHIFT_HUE 4
#define GRAY 5

// A block works on one image: gridDim.x of them, and gridDim.y parts of each.
#define THREADS 256

// One source image and the canvas that it is transformed to.
struct Scene {
    const Byte *source;
    int sourceWidth;
    const int *row;
    int height;
    int width;
};

SHARED_BY_BOTH float real(const int *row, int word) {
#ifdef __CUDACC__
    return __int_as_float(row[word]);
#else
    float value;
    memcpy(&value, row + word, sizeof value);
    return value;
#endif
}

SHARED_BY_BOTH int level(float value) { return (int)fminf(fmaxf(rintf(value), 0.0f), 255.0f); }

SHARED_BY_BOTH bool isWithin(const int *rectangle, int x, int y) {
    return x >= rectangle[0] && y >= rectangle[1] && x < rectangle[2] && y < rectangle[3];
}

// ---- crop and resize

SHARED_BY_BOTH int reflected(int position, int first, int end) {
    int last = end - 1 - first;
    position -= first;
    if (last <= 0) return first;
    while (position < 0 || position > last) position = position < 0 ? -position : 2 * last - position;
    return first + position;
}

// The source pixel at a position, or -1 where it is black.
SHARED_BY_BOTH int sourceIndex(int position, int first, int end, int border) {
    if (position >= first && position < end) return position;
    if (border == BLACK) return -1;
    if (border == REFLECTED) return reflected(position, first, end);
    return position < first ? first : end - 1;
}

// An interval of the source and the pixels that it covers. Linear interpolation is the mean over one that is a pixel wide.
struct Interval {
    float from;
    float to;
    int first;
    int last;
};

SHARED_BY_BOTH Interval interval(float middle, float width) {
    Interval interval;
    interval.from = middle - 0.5f * width;
    interval.to = middle + 0.5f * width;
    interval.first = (int)floorf(interval.from + 0.5f);
    interval.last = (int)floorf(interval.to + 0.5f);
    return interval;
}

SHARED_BY_BOTH float covered(Interval interval, int pixel) {
    return fmaxf(fminf(interval.to, pixel + 0.5f) - fmaxf(interval.from, pixel - 0.5f), 0.0f);
}

SHARED_BY_BOTH float breadth(float scale, bool mean) { return mean ? fmaxf(fabsf(scale), 1.0f) : 1.0f; }

SHARED_BY_BOTH void read(Scene scene, int column, int line, int *value) {
    const Byte *pixel = scene.source + ((Index)line * scene.sourceWidth + column) * CHANNELS;
    for (int c = 0; c < CHANNELS; c++) value[c] = pixel[c];
}

SHARED_BY_BOTH void interpolate(Scene scene, float u, float v, int sampling, int *value) {
    const int *row = scene.row;
    const int *window = row + WINDOW;
    float wide = breadth(real(row, SCALE_X), sampling & MEAN_X);
    float high = breadth(real(row, SCALE_Y), sampling & MEAN_Y);
    Interval across = interval(u, wide);
    Interval down = interval(v, high);
    float sum[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) sum[c] = 0.0f;
    for (int y = down.first; y <= down.last; y++) {
        float share = covered(down, y);
        int line = sourceIndex(y, window[1], window[3], sampling & BORDER_MASK);
        if (share == 0.0f || line < 0) continue;
        for (int x = across.first; x <= across.last; x++) {
            float weight = share * covered(across, x);
            int column = sourceIndex(x, window[0], window[2], sampling & BORDER_MASK);
            if (weight == 0.0f || column < 0) continue;
            int pixel[CHANNELS];
            read(scene, column, line, pixel);
            for (int c = 0; c < CHANNELS; c++) sum[c] += weight * pixel[c];
        }
    }
    for (int c = 0; c < CHANNELS; c++) value[c] = level(sum[c] / (wide * high));
}

// A pixel of the canvas before the rotation.
SHARED_BY_BOTH void cropped(Scene scene, int x, int y, int *value) {
    const int *row = scene.row;
    for (int c = 0; c < CHANNELS; c++) value[c] = 0;
    if (!isWithin(row + VISIBLE, x, y)) return;
    float u = real(row, SCALE_X) * x + real(row, OFFSET_X);
    float v = real(row, SCALE_Y) * y + real(row, OFFSET_Y);
    int sampling = row[SAMPLING];
    if (sampling & COPIES) {
        int column = sourceIndex((int)u, row[WINDOW], row[WINDOW + 2], sampling & BORDER_MASK);
        int line = sourceIndex((int)v, row[WINDOW + 1], row[WINDOW + 3], sampling & BORDER_MASK);
        if (column >= 0 && line >= 0) read(scene, column, line, value);
    } else {
        interpolate(scene, u, v, sampling, value);
    }
}

// ---- rotation (affine transform)

SHARED_BY_BOTH void corner(Scene scene, int x, int y, int weight, int *sum) {
    if (weight == 0) return;
    int value[CHANNELS];
    if (x >= 0 && y >= 0 && x < scene.width && y < scene.height) {
        cropped(scene, x, y, value);
    } else {
        for (int c = 0; c < CHANNELS; c++) value[c] = scene.row[FILLS] & 255;
    }
    for (int c = 0; c < CHANNELS; c++) sum[c] += weight * value[c];
}

// The source coordinate of a pixel in 32nds of a pixel, rounded by way of 1024ths, as OpenCV does.
SHARED_BY_BOTH int fixedPointCoordinate(float perColumn, float perLine, float offset, int x, int y) {
    int across = (int)rintf(1024.0f * (perColumn * x));
    int down = (int)rintf(1024.0f * (perLine * y + offset));
    return (across + down + 16) >> 5;
}

SHARED_BY_BOTH int affineCoordinate(const int *row, int matrix, int x, int y) {
    return fixedPointCoordinate(real(row, matrix), real(row, matrix + 1), real(row, matrix + 2), x, y);
}

SHARED_BY_BOTH void rotated(Scene scene, int x, int y, int *value) {
    if (!(scene.row[SAMPLING] & HAS_AFFINE)) {
        cropped(scene, x, y, value);
        return;
    }
    int u = affineCoordinate(scene.row, AFFINE, x, y);
    int v = affineCoordinate(scene.row, AFFINE + 3, x, y);
    int left = u >> 5, top = v >> 5;
    int right = u & 31, down = v & 31; // shares of the farther pixels
    int sum[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) sum[c] = 512;
    corner(scene, left, top, (32 - right) * (32 - down), sum);
    corner(scene, left + 1, top, right * (32 - down), sum);
    corner(scene, left, top + 1, (32 - right) * down, sum);
    corner(scene, left + 1, top + 1, right * down, sum);
    for (int c = 0; c < CHANNELS; c++) value[c] = sum[c] >> 10;
}

// ---- colors

#if CHANNELS == 3
SHARED_BY_BOTH int parts(float share) { return (int)rintf(1024.0f * share); }

// In integer 1024ths, as OpenCV does.
SHARED_BY_BOTH void saturate(int *value, float factor) {
    float rest = 1.0f - factor;
    float weights[3] = {rest * 0.299f, rest * 0.587f, rest * 0.114f};
    int before[3] = {value[0], value[1], value[2]};
    for (int to = 0; to < 3; to++) {
        int sum = 512;
        for (int from = 0; from < 3; from++) {
            sum += parts(from == to ? weights[from] + factor : weights[from]) * before[from];
        }
        sum >>= 10;
        value[to] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
}

// To hue, saturation and value in bytes, and back, as OpenCV does: with 256 hues forward and 255 back. The CPU loses
// the same precision.
SHARED_BY_BOTH void turnHue(int *value, int parts) {
    int r = value[0], g = value[1], b = value[2];
    int most = r > g ? (r > b ? r : b) : (g > b ? g : b);
    int least = r < g ? (r < b ? r : b) : (g < b ? g : b);
    int range = most - least;
    if (range == 0) return;
    int perLevel = (2 * (255 << 12) + most) / (2 * most);
    int strength = (range * perLevel + 2048) >> 12;
    int position = most == r ? g - b : most == g ? b - r + 2 * range : r - g + 4 * range;
    int perStep = ((256 << 12) + 3 * range) / (6 * range);
    int hue = (position * perStep + 2048) >> 12;
    hue = (hue + parts) & 255;
    float angle = hue * (6.0f / 255.0f);
    int sector = (int)floorf(angle);
    float within = angle - sector;
    if (sector >= 6) sector = 0;
    float share = strength * (1.0f / 255.0f);
    float bright = most * (1.0f / 255.0f);
    int high = level(255.0f * bright);
    int low = level(255.0f * (bright * (1.0f - share)));
    int falling = level(255.0f * (bright * (1.0f - share * within)));
    int rising = level(255.0f * (bright * (1.0f - share * (1.0f - within))));
    value[0] = sector == 0 || sector == 5 ? high : sector == 1 ? falling : sector == 4 ? rising : low;
    value[1] = sector == 1 || sector == 2 ? high : sector == 3 ? falling : sector == 0 ? rising : low;
    value[2] = sector == 3 || sector == 4 ? high : sector == 5 ? falling : sector == 2 ? rising : low;
}

SHARED_BY_BOTH void gray(int *value) {
    int gray = (9798 * value[0] + 19235 * value[1] + 3735 * value[2] + 16384) >> 15;
    for (int c = 0; c < 3; c++) value[c] = gray;
}
#endif

// Applies the operations, to the end or up to one that is not applied.
SHARED_BY_BOTH void applyColors(const int *row, int until, float meanGray, int *value) {
    for (unsigned int left = (unsigned int)row[COLORS]; left != 0; left >>= 4) {
        int operation = left & 15;
        if (operation == until) return;
        if (operation == BRIGHTEN) {
            for (int c = 0; c < CHANNELS; c++) value[c] = level(value[c] * real(row, BRIGHTNESS));
        } else if (operation == CONTRAST_FROM_MEAN) {
            float factor = real(row, CONTRAST);
            float rest = (1.0f - factor) * meanGray;
            for (int c = 0; c < CHANNELS; c++) value[c] = level(value[c] * factor + rest);
        }
#if CHANNELS == 3
        else if (operation == SATURATE) {
            saturate(value, real(row, SATURATION));
        } else if (operation == SHIFT_HUE) {
            turnHue(value, row[HUE]);
        } else if (operation == GRAY) {
            gray(value);
        }
#endif
    }
}

SHARED_BY_BOTH bool needsMean(const int *row) {
    for (unsigned int left = (unsigned int)row[COLORS]; left != 0; left >>= 4) {
        if ((left & 15) == CONTRAST_FROM_MEAN) return true;
    }
    return false;
}

// Of the sums of an image's channels.
SHARED_BY_BOTH float meanGray(const Sum *sums, int pixels) {
#if CHANNELS == 3
    return 0.299f * ((float)sums[0] / pixels) + 0.587f * ((float)sums[1] / pixels) + 0.114f * ((float)sums[2] / pixels);
#else
    return (float)sums[0] / pixels;
#endif
}

SHARED_BY_BOTH void transformed(Scene scene, const Sum *sums, int x, int y, int *value) {
    rotated(scene, x, y, value);
    bool contrast = needsMean(scene.row);
    applyColors(scene.row, -1, contrast ? meanGray(sums, scene.height * scene.width) : 0.0f, value);
}

// ---- operations

#include "operations.cuh"

// ---- blur: a weighted mean along a line or a column, of elements that are `stride` apart

template <typename T>
SHARED_BY_BOTH float smoothed(const T *line, int position, int size, Index stride, const int *row) {
    float decay = real(row, BLUR_DECAY);
    float weight = 1.0f, step = decay, total = 1.0f;
    float sum = (float)line[position * stride];
    for (int k = 1; k <= row[BLUR_RADIUS]; k++) {
        weight *= step;
        step *= decay * decay;
        float before = (float)line[reflected(position - k, 0, size) * stride];
        float after = (float)line[reflected(position + k, 0, size) * stride];
        sum += weight * (before + after);
        total += 2.0f * weight;
    }
    return sum / total;
}

// ---- erasing and normalization

SHARED_BY_BOTH void finish(const int *row, int x, int y, int *value) {
    if (isWithin(row + ERASE, x, y)) {
        for (int c = 0; c < CHANNELS; c++) value[c] = row[FILLS] >> 8;
    }
}

SHARED_BY_BOTH float normalized(int value, const float *mean, const float *scale, int c) {
    return (value - mean[c]) * scale[c];
}

SHARED_BY_BOTH Scene sceneOf(
    const Byte *sources, int sourceHeight, int sourceWidth, const int *parameters, int image, int height, int width) {
    Scene scene;
    scene.row = parameters + (Index)image * WORDS;
    scene.source = sources + (Index)scene.row[SOURCE] * sourceHeight * sourceWidth * CHANNELS;
    scene.sourceWidth = sourceWidth;
    scene.height = height;
    scene.width = width;
    return scene;
}

#ifdef __CUDACC__

// A source that does not exist, or an operation that was not declared, cannot be refused here: the image becomes NaN, and so
// does the loss.
__device__ __forceinline__ bool isSupported(const int *row, int sources, bool measured, bool blurred) {
    return row[SOURCE] >= 0 && row[SOURCE] < sources && (measured || !needsMean(row)) &&
           (blurred || row[BLUR_RADIUS] == 0);
}

// The same of operations: how many there are passes for, and whether sums are kept.
__device__ __forceinline__ bool hasPasses(const int *row, int operations, bool mixing) {
    bool fits = operations == MAXIMUM_OPERATIONS || operationOf(row, operations)[0] == 0;
    return fits && (mixing || !mixes(row));
}

__device__ __forceinline__ float notANumber() { return __int_as_float(0x7fffffff); }

// Sums of the channels before the contrast is changed. They must be 0 initially.
extern "C" __global__ void __launch_bounds__(THREADS) sumChannels(
    const Byte *__restrict__ sources, int count, int sourceHeight, int sourceWidth, const int *__restrict__ parameters,
    int height, int width, Sum *__restrict__ sums) {
    __shared__ unsigned int shared[CHANNELS];
    int image = blockIdx.x;
    Scene scene = sceneOf(sources, sourceHeight, sourceWidth, parameters, image, height, width);
    if (!isSupported(scene.row, count, true, true) || !needsMean(scene.row)) return; // all threads of a block alike
    if (threadIdx.x < CHANNELS) shared[threadIdx.x] = 0;
    __syncthreads();
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel < height * width) {
        int value[CHANNELS];
        rotated(scene, pixel % width, pixel / width, value);
        applyColors(scene.row, CONTRAST_FROM_MEAN, 0.0f, value);
        for (int c = 0; c < CHANNELS; c++) atomicAdd(shared + c, (unsigned int)value[c]);
    }
    __syncthreads();
    if (threadIdx.x < CHANNELS) atomicAdd(sums + (Index)image * CHANNELS + threadIdx.x, (Sum)shared[threadIdx.x]);
}

// Augments in one pass, where no image has operations or is blurred.
extern "C" __global__ void __launch_bounds__(THREADS) augment(
    const Byte *__restrict__ sources, int count, int sourceHeight, int sourceWidth, const int *__restrict__ parameters,
    int height, int width, const Sum *__restrict__ sums, const float *__restrict__ mean,
    const float *__restrict__ scale, float *__restrict__ images) {
    int image = blockIdx.x;
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel >= height * width) return;
    float *target = images + ((Index)image * height * width + pixel) * CHANNELS;
    Scene scene = sceneOf(sources, sourceHeight, sourceWidth, parameters, image, height, width);
    if (!isSupported(scene.row, count, sums != 0, false) || !hasPasses(scene.row, 0, false)) {
        for (int c = 0; c < CHANNELS; c++) target[c] = notANumber();
        return;
    }
    int value[CHANNELS];
    transformed(scene, sums + (Index)image * CHANNELS, pixel % width, pixel / width, value);
    finish(scene.row, pixel % width, pixel / width, value);
    for (int c = 0; c < CHANNELS; c++) target[c] = normalized(value[c], mean, scale, c);
}

// The canvas for operations and blur.
extern "C" __global__ void __launch_bounds__(THREADS) transform(
    const Byte *__restrict__ sources, int count, int sourceHeight, int sourceWidth, const int *__restrict__ parameters,
    int height, int width, const Sum *__restrict__ sums, Byte *__restrict__ canvas) {
    int image = blockIdx.x;
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel >= height * width) return;
    Scene scene = sceneOf(sources, sourceHeight, sourceWidth, parameters, image, height, width);
    if (!isSupported(scene.row, count, sums != 0, true)) return;
    int value[CHANNELS];
    transformed(scene, sums + (Index)image * CHANNELS, pixel % width, pixel / width, value);
    Byte *target = canvas + ((Index)image * height * width + pixel) * CHANNELS;
    for (int c = 0; c < CHANNELS; c++) target[c] = (Byte)value[c];
}

// The images after the last operation, where none is blurred.
extern "C" __global__ void __launch_bounds__(THREADS) finishCanvas(
    const Byte *__restrict__ canvas, int count, const int *__restrict__ parameters, int height, int width, int measured,
    int operations, int mixing, const float *__restrict__ mean, const float *__restrict__ scale,
    float *__restrict__ images) {
    int image = blockIdx.x;
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel >= height * width) return;
    const int *row = parameters + (Index)image * WORDS;
    Index place = ((Index)image * height * width + pixel) * CHANNELS;
    bool computed = isSupported(row, count, measured != 0, false) && hasPasses(row, operations, mixing != 0);
    int value[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) value[c] = canvas[place + c];
    finish(row, pixel % width, pixel / width, value);
    for (int c = 0; c < CHANNELS; c++) {
        images[place + c] = computed ? normalized(value[c], mean, scale, c) : notANumber();
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) blurHorizontal(
    const Byte *__restrict__ canvas, const int *__restrict__ parameters, int height, int width,
    float *__restrict__ blurred) {
    int image = blockIdx.x;
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel >= height * width) return;
    const int *row = parameters + (Index)image * WORDS;
    Index line = ((Index)image * height + pixel / width) * width * CHANNELS;
    for (int c = 0; c < CHANNELS; c++) {
        blurred[line + pixel % width * CHANNELS + c] =
            smoothed(canvas + line + c, pixel % width, width, CHANNELS, row);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) blurVertical(
    const float *__restrict__ blurred, int count, const int *__restrict__ parameters, int height, int width, int measured,
    int operations, int mixing, const float *__restrict__ mean, const float *__restrict__ scale,
    float *__restrict__ images) {
    int image = blockIdx.x;
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel >= height * width) return;
    const int *row = parameters + (Index)image * WORDS;
    Index first = (Index)image * height * width * CHANNELS;
    float *target = images + first + (Index)pixel * CHANNELS;
    if (!isSupported(row, count, measured != 0, true) || !hasPasses(row, operations, mixing != 0)) {
        for (int c = 0; c < CHANNELS; c++) target[c] = notANumber();
        return;
    }
    int value[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
        const float *column = blurred + first + pixel % width * CHANNELS + c;
        value[c] = level(smoothed(column, pixel / width, height, (Index)width * CHANNELS, row));
    }
    finish(row, pixel % width, pixel / width, value);
    for (int c = 0; c < CHANNELS; c++) target[c] = normalized(value[c], mean, scale, c);
}

#else

// The same on the host for one image. Buffers are passed: for its sums, its canvas (twice), the original and the sums that are
// mixed, and blurred lines.
extern "C" void augmentOnHost(
    const Byte *sources, int sourceHeight, int sourceWidth, const int *parameters, int image, int height, int width,
    const float *mean, const float *scale, Sum *sums, Byte *canvas, Byte *other, Byte *original, float *mix,
    float *blurred, float *target) {
    Scene scene = sceneOf(sources, sourceHeight, sourceWidth, parameters, image, height, width);
    int value[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) sums[c] = 0;
    for (int pixel = 0; pixel < height * width && needsMean(scene.row); pixel++) {
        rotated(scene, pixel % width, pixel / width, value);
        applyColors(scene.row, CONTRAST_FROM_MEAN, 0.0f, value);
        for (int c = 0; c < CHANNELS; c++) sums[c] += value[c];
    }
    for (int pixel = 0; pixel < height * width; pixel++) {
        transformed(scene, sums, pixel % width, pixel / width, value);
        for (int c = 0; c < CHANNELS; c++) canvas[pixel * CHANNELS + c] = (Byte)value[c];
    }
    operateOnHost(scene.row, height, width, canvas, other, original, mix);
    for (int i = 0; i < height * width * CHANNELS; i++) {
        int line = i / (width * CHANNELS) * (width * CHANNELS);
        blurred[i] = smoothed(canvas + line + i % CHANNELS, (i - line) / CHANNELS, width, CHANNELS, scene.row);
    }
    for (int pixel = 0; pixel < height * width; pixel++) {
        for (int c = 0; c < CHANNELS; c++) {
            const float *column = blurred + pixel % width * CHANNELS + c;
            value[c] = level(smoothed(column, pixel / width, height, (Index)width * CHANNELS, scene.row));
        }
        finish(scene.row, pixel % width, pixel / width, value);
        for (int c = 0; c < CHANNELS; c++) target[pixel * CHANNELS + c] = normalized(value[c], mean, scale, c);
    }
}

#endif
