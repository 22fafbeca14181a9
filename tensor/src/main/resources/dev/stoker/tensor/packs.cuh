// Eight numbers of a type, which a thread loads at once and computes with in float32. Types are the numbers below.

#define BFLOAT16 0
#define FLOAT16 1
#define FLOAT32 2

#define WIDTH 8 // channels of a pack

typedef long long Index;

template <int Type>
struct alignas(16) Pack {
    unsigned int pair[WIDTH / 2];

    __device__ __forceinline__ void unpack(float *values) const {
#pragma unroll
        for (int i = 0; i < WIDTH / 2; i++) {
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
        for (int i = 0; i < WIDTH / 2; i++) {
            if (Type == BFLOAT16)
                asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair[i]) : "f"(values[2 * i + 1]), "f"(values[2 * i]));
            else
                asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair[i]) : "f"(values[2 * i + 1]), "f"(values[2 * i]));
        }
    }
};

template <>
struct alignas(16) Pack<FLOAT32> {
    float element[WIDTH];

    __device__ __forceinline__ void unpack(float *values) const {
#pragma unroll
        for (int i = 0; i < WIDTH; i++) values[i] = element[i];
    }

    __device__ __forceinline__ void pack(const float *values) {
#pragma unroll
        for (int i = 0; i < WIDTH; i++) element[i] = values[i];
    }
};
