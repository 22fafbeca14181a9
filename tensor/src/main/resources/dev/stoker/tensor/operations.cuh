// The operations of an image, each a pass over its canvas (OperationParameters of the core room defines the words; the constants
// here are the same). Part of augment.cu, in which the operations on colors are.

#define MATRIX 32
#define OPERATIONS 44
#define OPERATION_WORDS 4
#define MAXIMUM_OPERATIONS 14

#define SHEAR_X 6
#define SHEAR_Y 7
#define TRANSLATE 8
#define ROTATE 9
#define PERSPECTIVE 10
#define SHARPEN 11
#define POSTERIZE 12
#define SOLARIZE 13
#define AUTO_CONTRAST 14
#define EQUALIZE 15
#define MIX_BEGIN 16
#define MIX_NEXT 17
#define MIX_END 18

#define LEVELS 256

// A canvas and the operation that it gets.
struct Canvas {
    const Byte *pixels;
    const int *row;
    const int *operation;
    int height;
    int width;
};

SHARED_BY_BOTH const int *operationOf(const int *row, int index) { return row + OPERATIONS + OPERATION_WORDS * index; }

SHARED_BY_BOTH bool needsHistogram(int kind) {
    return kind == CONTRAST_FROM_MEAN || kind == AUTO_CONTRAST || kind == EQUALIZE;
}

// Whether values are replaced one by one, by a table.
SHARED_BY_BOTH bool isTable(int kind) {
    return needsHistogram(kind) || kind == BRIGHTEN || kind == POSTERIZE || kind == SOLARIZE;
}

SHARED_BY_BOTH float meanGrayOf(const unsigned int *histograms, int pixels) {
    Sum sums[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) {
        sums[c] = 0;
        for (int value = 0; value < LEVELS; value++) sums[c] += (Sum)value * histograms[c * LEVELS + value];
    }
    return meanGray(sums, pixels);
}

SHARED_BY_BOTH int stretched(const unsigned int *histogram, int value) {
    int low = 0, high = LEVELS - 1;
    while (low < high && histogram[low] == 0) low++;
    while (high > low && histogram[high] == 0) high--;
    if (high == low) return value;
    int result = 255 * (value - low) / (high - low);
    return result < 0 ? 0 : result > 255 ? 255 : result;
}

SHARED_BY_BOTH int equalized(const unsigned int *histogram, int pixels, int value) {
    int highest = LEVELS - 1;
    while (highest > 0 && histogram[highest] == 0) highest--;
    int step = (pixels - (int)histogram[highest]) / 255;
    if (step == 0) return value;
    int sum = step / 2;
    for (int below = 0; below < value; below++) sum += (int)histogram[below];
    sum /= step;
    return sum > 255 ? 255 : sum;
}

// What replaces a value of a channel; histograms, one per channel, are read only where they are needed.
SHARED_BY_BOTH int tableEntry(const int *operation, const unsigned int *histograms, int pixels, int channel, int value) {
    int kind = operation[0];
    if (kind == BRIGHTEN) return level(value * real(operation, 1));
    if (kind == CONTRAST_FROM_MEAN) {
        float factor = real(operation, 1);
        return level(value * factor + (1.0f - factor) * meanGrayOf(histograms, pixels));
    }
    if (kind == POSTERIZE) return value & operation[1];
    if (kind == SOLARIZE) return value >= operation[1] ? 255 - value : value;
    const unsigned int *histogram = histograms + channel * LEVELS;
    return kind == AUTO_CONTRAST ? stretched(histogram, value) : equalized(histogram, pixels, value);
}

SHARED_BY_BOTH void readCanvas(Canvas canvas, int x, int y, int *value) {
    const Byte *pixel = canvas.pixels + ((Index)y * canvas.width + x) * CHANNELS;
    for (int c = 0; c < CHANNELS; c++) value[c] = pixel[c];
}

// Where a pixel of the result comes from, in 32nds of a pixel.
struct Origin {
    int u;
    int v;
};

// As OpenCV does: 32nds are divided by the depth, and rounded once.
SHARED_BY_BOTH int perspectiveCoordinate(const int *row, int line, float perDepth, int x, int y) {
    float position = (real(row, line) * x + (real(row, line + 1) * y + real(row, line + 2))) * perDepth;
    float limit = 1e8f;
    return (int)rintf(position > -limit ? (position < limit ? position : limit) : -limit);
}

SHARED_BY_BOTH Origin originOf(Canvas canvas, int x, int y) {
    const int *operation = canvas.operation;
    Origin origin;
    if (operation[0] == PERSPECTIVE) {
        const int *row = canvas.row;
        float depth = real(row, MATRIX + 6) * x + (real(row, MATRIX + 7) * y + real(row, MATRIX + 8));
        float perDepth = depth != 0.0f ? 32.0f / depth : 0.0f;
        origin.u = perspectiveCoordinate(row, MATRIX, perDepth, x, y);
        origin.v = perspectiveCoordinate(row, MATRIX + 3, perDepth, x, y);
        return origin;
    }
    float first = real(operation, 1), second = real(operation, 2);
    float xx = 1.0f, xy = 0.0f, right = 0.0f, yx = 0.0f, yy = 1.0f, down = 0.0f;
    if (operation[0] == SHEAR_X) {
        xy = first;
        right = 0.5f * first;
    } else if (operation[0] == SHEAR_Y) {
        yx = first;
        down = 0.5f * first;
    } else if (operation[0] == TRANSLATE) {
        right = -first;
        down = -second;
    } else {
        float middleX = 0.5f * (canvas.width - 1), middleY = 0.5f * (canvas.height - 1);
        xx = first;
        xy = second;
        yx = -second;
        yy = first;
        right = middleX - xx * middleX - xy * middleY;
        down = middleY - yx * middleX - yy * middleY;
    }
    origin.u = fixedPointCoordinate(xx, xy, right, x, y);
    origin.v = fixedPointCoordinate(yx, yy, down, x, y);
    return origin;
}

SHARED_BY_BOTH void canvasCorner(Canvas canvas, int x, int y, int weight, int *sum) {
    if (weight == 0) return;
    int value[CHANNELS];
    if (x >= 0 && y >= 0 && x < canvas.width && y < canvas.height) {
        readCanvas(canvas, x, y, value);
    } else {
        for (int c = 0; c < CHANNELS; c++) value[c] = canvas.operation[3];
    }
    for (int c = 0; c < CHANNELS; c++) sum[c] += weight * value[c];
}

SHARED_BY_BOTH void warped(Canvas canvas, int x, int y, int *value) {
    Origin origin = originOf(canvas, x, y);
    int left = origin.u >> 5, top = origin.v >> 5;
    int right = origin.u & 31, down = origin.v & 31;
    int sum[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) sum[c] = 512;
    canvasCorner(canvas, left, top, (32 - right) * (32 - down), sum);
    canvasCorner(canvas, left + 1, top, right * (32 - down), sum);
    canvasCorner(canvas, left, top + 1, (32 - right) * down, sum);
    canvasCorner(canvas, left + 1, top + 1, right * down, sum);
    for (int c = 0; c < CHANNELS; c++) value[c] = sum[c] >> 10;
}

// Away from a smoothed image, in which the pixel counts five times; the outermost pixels do not change.
SHARED_BY_BOTH void sharpened(Canvas canvas, int x, int y, int *value) {
    readCanvas(canvas, x, y, value);
    if (x == 0 || y == 0 || x == canvas.width - 1 || y == canvas.height - 1) return;
    int sum[CHANNELS];
    for (int c = 0; c < CHANNELS; c++) sum[c] = 4 * value[c];
    for (int neighbor = 0; neighbor < 9; neighbor++) {
        int pixel[CHANNELS];
        readCanvas(canvas, x + neighbor % 3 - 1, y + neighbor / 3 - 1, pixel);
        for (int c = 0; c < CHANNELS; c++) sum[c] += pixel[c];
    }
    float factor = real(canvas.operation, 1);
    for (int c = 0; c < CHANNELS; c++) value[c] = level(value[c] * factor + (1.0f - factor) * (sum[c] / 13.0f));
}

// A pixel after the operation; table has LEVELS entries per channel.
SHARED_BY_BOTH void operated(Canvas canvas, const Byte *table, int x, int y, int *value) {
    int kind = canvas.operation[0];
    if (kind >= SHEAR_X && kind <= PERSPECTIVE) {
        warped(canvas, x, y, value);
    } else if (kind == SHARPEN) {
        sharpened(canvas, x, y, value);
    } else {
        readCanvas(canvas, x, y, value);
        if (isTable(kind)) {
            for (int c = 0; c < CHANNELS; c++) value[c] = table[c * LEVELS + value[c]];
        }
#if CHANNELS == 3
        else if (kind == SATURATE) {
            saturate(value, real(canvas.operation, 1));
        } else if (kind == SHIFT_HUE) {
            turnHue(value, canvas.operation[1]);
        } else if (kind == GRAY) {
            gray(value);
        }
#endif
    }
}

// The weighted sum of variants, of one value of the canvas; returns what takes its place.
SHARED_BY_BOTH int mixed(const int *operation, int value, Byte *original, float *sum) {
    float weighted = real(operation, 1) * value;
    if (operation[0] == MIX_BEGIN) {
        *original = (Byte)value;
        *sum = weighted;
        return value;
    }
    *sum += weighted;
    if (operation[0] == MIX_NEXT) return *original;
    float whole = floorf(*sum);
    int rounded = (int)whole + (*sum - whole >= 0.5f ? 1 : 0);
    return rounded > 255 ? 255 : rounded;
}

SHARED_BY_BOTH bool isMix(int kind) { return kind >= MIX_BEGIN; }

SHARED_BY_BOTH bool mixes(const int *row) {
    for (int i = 0; i < MAXIMUM_OPERATIONS && operationOf(row, i)[0] != 0; i++) {
        if (isMix(operationOf(row, i)[0])) return true;
    }
    return false;
}

#ifdef __CUDACC__

// Adds to the histograms of the images whose operation needs them. They must be 0 initially.
extern "C" __global__ void __launch_bounds__(THREADS) countLevels(
    const Byte *__restrict__ canvas, const int *__restrict__ parameters, int operation, int height, int width,
    unsigned int *__restrict__ histograms) {
    __shared__ unsigned int shared[CHANNELS * LEVELS];
    int image = blockIdx.x;
    if (!needsHistogram(operationOf(parameters + (Index)image * WORDS, operation)[0])) return; // all threads of a block alike
    for (int i = threadIdx.x; i < CHANNELS * LEVELS; i += THREADS) shared[i] = 0;
    __syncthreads();
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel < height * width) {
        const Byte *value = canvas + ((Index)image * height * width + pixel) * CHANNELS;
        for (int c = 0; c < CHANNELS; c++) atomicAdd(shared + c * LEVELS + value[c], 1u);
    }
    __syncthreads();
    unsigned int *histogram = histograms + (Index)image * CHANNELS * LEVELS;
    for (int i = threadIdx.x; i < CHANNELS * LEVELS; i += THREADS) {
        if (shared[i] != 0) atomicAdd(histogram + i, shared[i]);
    }
}

// The tables of the images whose operation has one; a block per image, a thread per level.
extern "C" __global__ void __launch_bounds__(LEVELS) fillTables(
    const int *__restrict__ parameters, int operation, int pixels, const unsigned int *__restrict__ histograms,
    Byte *__restrict__ tables) {
    Index image = blockIdx.x;
    const int *one = operationOf(parameters + image * WORDS, operation);
    if (!isTable(one[0])) return;
    Index first = image * CHANNELS * LEVELS;
    for (int c = 0; c < CHANNELS; c++) {
        tables[first + c * LEVELS + threadIdx.x] = (Byte)tableEntry(one, histograms + first, pixels, c, threadIdx.x);
    }
}

// One operation of each image, from one canvas to another. Without buffers for them, images are not mixed.
extern "C" __global__ void __launch_bounds__(THREADS) operate(
    const Byte *__restrict__ canvas, const int *__restrict__ parameters, int operation, int height, int width,
    const Byte *__restrict__ tables, Byte *__restrict__ originals, float *__restrict__ sums, Byte *__restrict__ result) {
    int image = blockIdx.x;
    int pixel = blockIdx.y * THREADS + threadIdx.x;
    if (pixel >= height * width) return;
    Index first = (Index)image * height * width * CHANNELS;
    Canvas from;
    from.pixels = canvas + first;
    from.row = parameters + (Index)image * WORDS;
    from.operation = operationOf(from.row, operation);
    from.height = height;
    from.width = width;
    int value[CHANNELS];
    operated(from, tables + (Index)image * CHANNELS * LEVELS, pixel % width, pixel / width, value);
    Index place = first + (Index)pixel * CHANNELS;
    for (int c = 0; c < CHANNELS; c++) {
        if (isMix(from.operation[0]) && originals != 0) {
            value[c] = mixed(from.operation, value[c], originals + place + c, sums + place + c);
        }
        result[place + c] = (Byte)value[c];
    }
}

#else

// All operations of one image, on the host.
static void operateOnHost(const int *row, int height, int width, Byte *canvas, Byte *other, Byte *original, float *mix) {
    unsigned int histograms[CHANNELS * LEVELS];
    Byte table[CHANNELS * LEVELS];
    int size = height * width * CHANNELS;
    for (int index = 0; index < MAXIMUM_OPERATIONS; index++) {
        const int *operation = operationOf(row, index);
        for (int i = 0; i < CHANNELS * LEVELS; i++) histograms[i] = 0;
        for (int i = 0; i < size; i++) histograms[i % CHANNELS * LEVELS + canvas[i]]++;
        for (int i = 0; i < CHANNELS * LEVELS && isTable(operation[0]); i++) {
            table[i] = (Byte)tableEntry(operation, histograms, height * width, i / LEVELS, i % LEVELS);
        }
        Canvas from = {canvas, row, operation, height, width};
        for (int pixel = 0; pixel < height * width; pixel++) {
            int value[CHANNELS];
            operated(from, table, pixel % width, pixel / width, value);
            for (int c = 0; c < CHANNELS; c++) {
                int i = pixel * CHANNELS + c;
                other[i] = (Byte)(isMix(operation[0]) ? mixed(operation, value[c], original + i, mix + i) : value[c]);
            }
        }
        memcpy(canvas, other, size);
    }
}

#endif
