package dev.stoker.tensor.internal.winograd;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.jspecify.annotations.Nullable;

/** Products of row-major matrices in Java arrays by the OpenBLAS of libtorch, on the calling thread and without copies. */
final class MatrixProducts {
    private static final int ROW_MAJOR = 101;
    private static final int AS_IT_IS = 111;
    private static final int TRANSPOSED = 112;

    /** Below this many multiplications OpenBLAS reads matrices where they are, in place of packing them first. */
    private static final long MOST_UNPACKED = 1_000_000;

    /** The depth of parts of a product: 64 rows of 128 columns stay in the nearest cache. */
    private static final int DEPTH = 64;

    private static final int MOST_SPLIT_DEPTH = 2 * DEPTH;
    /** A constant to the compiler of the JVM, which an element of an Optional is not. */
    private static final @Nullable MethodHandle SGEMM = find().orElse(null);

    private MatrixProducts() {}

    private static Optional<MethodHandle> find() {
        try {
            Loader.load(openblas_nolapack.class);
        } catch (LinkageError _) {
            return Optional.empty();
        }
        var whole = ValueLayout.JAVA_INT;
        var number = ValueLayout.JAVA_FLOAT;
        var array = ValueLayout.ADDRESS;
        var type = FunctionDescriptor.ofVoid(
                whole, whole, whole, whole, whole, whole, number, array, whole, array, whole, number, array, whole);
        return SymbolLookup.loaderLookup()
                .find("cblas_sgemm")
                .map(address -> Linker.nativeLinker().downcallHandle(address, type, Linker.Option.critical(true)));
    }

    static boolean areAvailable() {
        return SGEMM != null;
    }

    /** {@code c[m×n] = a[m×k] · b[k×n]}. */
    static void multiply(int m, int n, int k, float[] a, float[] b, float[] c) {
        // 64 rows × 128 columns × 128 deep took 0.8 of the time in two parts.
        boolean split = k > DEPTH && k <= MOST_SPLIT_DEPTH && k % DEPTH == 0 && (long) m * n * DEPTH <= MOST_UNPACKED;
        int depth = split ? DEPTH : k;
        for (int from = 0; from < k; from += depth) {
            var left = part(a, from);
            var right = part(b, from * n);
            sgemm(AS_IT_IS, AS_IT_IS, m, n, depth, left, k, right, n, from == 0 ? 0 : 1, c);
        }
    }

    private static MemorySegment part(float[] array, int from) {
        return MemorySegment.ofArray(array).asSlice((long) Float.BYTES * from);
    }

    /** {@code c[m×n] = a[m×k] · b[n×k]ᵀ}. */
    static void multiplyByTransposed(int m, int n, int k, float[] a, float[] b, float[] c) {
        sgemm(AS_IT_IS, TRANSPOSED, m, n, k, MemorySegment.ofArray(a), k, MemorySegment.ofArray(b), k, 0, c);
    }

    /** {@code c[m×n] = a[k×m]ᵀ · b[k×n]}, or added to what is in c. */
    static void multiplyTransposed(int m, int n, int k, float[] a, float[] b, float[] c, boolean added) {
        sgemm(
                TRANSPOSED,
                AS_IT_IS,
                m,
                n,
                k,
                MemorySegment.ofArray(a),
                m,
                MemorySegment.ofArray(b),
                n,
                added ? 1 : 0,
                c);
    }

    private static void sgemm(
            int formOfA,
            int formOfB,
            int m,
            int n,
            int k,
            MemorySegment a,
            int strideOfA,
            MemorySegment b,
            int strideOfB,
            float factorOfC,
            float[] c) {
        try {
            Objects.requireNonNull(SGEMM)
                    .invokeExact(
                            ROW_MAJOR,
                            formOfA,
                            formOfB,
                            m,
                            n,
                            k,
                            1f,
                            a,
                            strideOfA,
                            b,
                            strideOfB,
                            factorOfC,
                            MemorySegment.ofArray(c),
                            n);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a function of C throws nothing", impossible);
        }
    }
}
