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

    /** The part of the right matrix that such products read again and again, from the nearest cache: depth and columns. */
    private static final int DEPTH = 64;

    private static final int COLUMNS = 128;

    /** For more, packing takes a small part of the time. */
    private static final int FEW_ROWS = 64;

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
        // By themselves, products in parts took 0.88 of the time with 64 rows, 512 columns and as deep; 0.8 with 98
        // rows and 128 columns.
        boolean parts = (m <= FEW_ROWS || Math.max(n, k) <= COLUMNS) && (long) m * COLUMNS * DEPTH <= MOST_UNPACKED;
        int columns = parts ? COLUMNS : n;
        int depth = parts ? DEPTH : k;
        for (int left = 0; left < n; left += columns) {
            for (int top = 0; top < k; top += depth) {
                sgemm(
                        AS_IT_IS,
                        AS_IT_IS,
                        m,
                        Math.min(columns, n - left),
                        Math.min(depth, k - top),
                        part(a, top),
                        k,
                        part(b, top * n + left),
                        n,
                        top == 0 ? 0 : 1,
                        part(c, left),
                        n);
            }
        }
    }

    private static MemorySegment part(float[] array, int from) {
        return MemorySegment.ofArray(array).asSlice((long) Float.BYTES * from);
    }

    /** {@code c[m×n] = a[m×k] · b[n×k]ᵀ}. */
    static void multiplyByTransposed(int m, int n, int k, float[] a, float[] b, float[] c) {
        sgemm(
                AS_IT_IS,
                TRANSPOSED,
                m,
                n,
                k,
                MemorySegment.ofArray(a),
                k,
                MemorySegment.ofArray(b),
                k,
                0,
                MemorySegment.ofArray(c),
                n);
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
                MemorySegment.ofArray(c),
                n);
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
            MemorySegment c,
            int strideOfC) {
        try {
            Objects.requireNonNull(SGEMM)
                    .invokeExact(
                            ROW_MAJOR, formOfA, formOfB, m, n, k, 1f, a, strideOfA, b, strideOfB, factorOfC, c,
                            strideOfC);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a function of C throws nothing", impossible);
        }
    }
}
