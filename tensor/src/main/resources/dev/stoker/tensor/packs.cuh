// Numbers of a type, eight unless said otherwise, which a thread loads at once and computes with in float32. Types are the numbers
// below.

#define BFLOAT16 0
#define FLOAT16 1
#define FLOAT32 2

#define WIDTH 8 // channels of a pack

typedef long long Index;

template <int Type, int Width = WIDTH>
struct alignas(2 * Width) Pack {
    unsigned int pair[Width / 2];

    __device__ __forceinline__ void unpack(float *values) const {
#pragma unroll
        for (int i = 0; i < Width / 2; i++) {
            if (Type == BFLOAT16) {
                values[2 * i] = __uint_as_float(pair[i] << 16);
                values[2 * i + 1] = __uint_as_float(pair[i] & 0xffff0000u);
            } else {
                asm("{ .reg .b16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; cvt.f32.f16 %1, high; }"
                    : "=f"(values[2 * i]), "=f"(values[2 * i + 1])
                    : "r"(pair[i]));
            }
        }
    }

    __device__ __forceinline__ void pack(const float *values) {
#pragma unroll
        for (int i = 0; i < Width / 2; i++) {
            if (Type == BFLOAT16)
                asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair[i]) : "f"(values[2 * i + 1]), "f"(values[2 * i]));
            else
                asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair[i]) : "f"(values[2 * i + 1]), "f"(values[2 * i]));
        }
    }
};

template <int Width>
struct alignas(Width < 4 ? 4 * Width : 16) Pack<FLOAT32, Width> {
    float element[Width];

    __device__ __forceinline__ void unpack(float *values) const {
#pragma unroll
        for (int i = 0; i < Width; i++) values[i] = element[i];
    }

    __device__ __forceinline__ void pack(const float *values) {
#pragma unroll
        for (int i = 0; i < Width; i++) element[i] = values[i];
    }
};
