package dev.stoker.tensor.jpeg;

import static org.bytedeco.cuda.global.cudart.cudaFree;
import static org.bytedeco.cuda.global.cudart.cudaGetLastError;
import static org.bytedeco.cuda.global.cudart.cudaMalloc;
import static org.bytedeco.cuda.global.cudart.cudaSetDevice;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_BACKEND_DEFAULT;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_BACKEND_GPU_HYBRID;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_BACKEND_HARDWARE;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_CSS_444;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_FLAGS_HW_DECODE_NO_PIPELINE;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_OUTPUT_RGBI;
import static org.bytedeco.cuda.global.nvjpeg.NVJPEG_STATUS_SUCCESS;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegCreateEx;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatched;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatchedInitialize;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatchedPreAllocate;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDecodeBatchedSupported;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegDestroy;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegGetHardwareDecoderInfo;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStateCreate;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStateDestroy;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStreamCreate;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStreamDestroy;
import static org.bytedeco.cuda.global.nvjpeg.nvjpegJpegStreamParse;

import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.internal.CudaStatus;
import dev.stoker.tensor.internal.NativeAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.nvjpeg.nvjpegHandle;
import org.bytedeco.cuda.nvjpeg.nvjpegImage_t;
import org.bytedeco.cuda.nvjpeg.nvjpegJpegState;
import org.bytedeco.cuda.nvjpeg.nvjpegJpegStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;

/** nvJPEG: by hardware decoders where the chip has them, else by CUDA cores. */
final class NvJpegDecoder implements JpegBatchDecoder {
    private static final String LIBRARY = "libnvjpeg.so.13";

    private static final List<Integer> BACKENDS =
            List.of(NVJPEG_BACKEND_HARDWARE, NVJPEG_BACKEND_GPU_HYBRID, NVJPEG_BACKEND_DEFAULT);

    /** An nvjpegImage_t is four addresses and four pitches, of which pixels with channels innermost use the first. */
    private static final long IMAGE_BYTES = 64;

    private static final long PITCH = 32;
    private static final int HOST_THREADS = 1;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final int most;
    private final ImageRowLayout layout;
    private final nvjpegHandle handle;
    private final nvjpegJpegStream headers = new nvjpegJpegStream().retainReference();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment files;
    private final MemorySegment lengths;
    private final MemorySegment images;
    private final int[] unsupported = new int[1];
    private long scratch;
    private nvjpegJpegState state = new nvjpegJpegState();
    private int added;
    private int initialized;

    private NvJpegDecoder(nvjpegHandle handle, int most, ImageRowLayout layout) {
        this.handle = handle;
        this.most = most;
        this.layout = layout;
        files = arena.allocate((long) most * Long.BYTES, 64);
        lengths = arena.allocate((long) most * Long.BYTES, 64);
        images = arena.allocate(most * IMAGE_BYTES, 64);
        try {
            scratch = memory(layout.cellBytes());
            check(nvjpegJpegStreamCreate(handle, headers), "creating a JPEG header parser");
            begin();
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private static long memory(long bytes) {
        try (var _ = new PointerScope()) {
            var place = new PointerPointer<>(1);
            CudaStatus.check(cudaMalloc(place, bytes), "allocating memory to decode into");
            return place.get().address();
        }
    }

    /** For batches of at most {@code most} images that fit into the cells of a layout; called on the thread that will use it. */
    static NvJpegDecoder open(Device.Cuda device, int most, ImageRowLayout layout) {
        whyUnavailable(device).ifPresent(reason -> {
            throw new StokerException(reason);
        });
        for (int backend : BACKENDS) {
            var handle = handle(backend);
            if (handle.isPresent()) {
                return new NvJpegDecoder(handle.get(), most, layout);
            }
        }
        throw new StokerException("nvJPEG has no backend for %s; decode on the CPU".formatted(device)).about("decode");
    }

    private static Optional<nvjpegHandle> handle(int backend) {
        var handle = new nvjpegHandle().<nvjpegHandle>retainReference();
        // With a pipeline in each of several states, a batch that is decoded during a step ends only after the step.
        int status = nvjpegCreateEx(backend, null, null, NVJPEG_FLAGS_HW_DECODE_NO_PIPELINE, handle);
        if (status == NVJPEG_STATUS_SUCCESS) {
            return Optional.of(handle);
        }
        cudaGetLastError(); // else the next CUDA call would report it
        handle.releaseReference();
        return Optional.empty();
    }

    static Optional<String> whyUnavailable(Device.Cuda device) {
        LibTorch.load();
        try (var arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(LIBRARY, arena);
            Loader.load(org.bytedeco.cuda.global.nvjpeg.class);
            return Optional.empty();
        } catch (IllegalArgumentException | LinkageError failure) {
            return Optional.of(
                    ("%s (nvJPEG), which decodes JPEGs on %s, cannot be loaded: install the CUDA 13 toolkit (or its"
                        + " part libnvjpeg-13-0); if it is installed, add its lib64 folder to LD_LIBRARY_PATH")
                            .formatted(LIBRARY, device));
        }
    }

    /** Hardware decoders of the chip. */
    static int engines(Device.Cuda device) {
        CudaStatus.check(cudaSetDevice(device.index()), "choosing " + device);
        var handle = handle(NVJPEG_BACKEND_HARDWARE);
        if (handle.isEmpty()) {
            return 0;
        }
        int[] engines = new int[1];
        int status = nvjpegGetHardwareDecoderInfo(handle.get(), engines, new int[1]);
        nvjpegDestroy(handle.get());
        handle.get().releaseReference();
        return status == NVJPEG_STATUS_SUCCESS ? engines[0] : 0;
    }

    @Override
    public boolean supports(MemorySegment encoded) {
        try (var _ = new PointerScope()) {
            var bytes = new BytePointer(new NativeAddress(encoded.address()));
            int status = nvjpegJpegStreamParse(handle, bytes, encoded.byteSize(), 0, 0, headers);
            if (status == NVJPEG_STATUS_SUCCESS) {
                unsupported[0] = 1;
                status = nvjpegDecodeBatchedSupported(handle, headers, unsupported);
            }
            return status == NVJPEG_STATUS_SUCCESS && unsupported[0] == 0;
        }
    }

    @Override
    public void add(MemorySegment encoded, long address, long pitch) {
        if (added == most) {
            throw new IllegalStateException("a batch of %d images was given one more".formatted(most));
        }
        files.setAtIndex(LONG, added, encoded.address());
        lengths.setAtIndex(LONG, added, encoded.byteSize());
        images.set(LONG, added * IMAGE_BYTES, address);
        images.set(LONG, added * IMAGE_BYTES + PITCH, pitch);
        added++;
    }

    @Override
    public boolean decode(DeviceStream stream) {
        int count = padded();
        added = 0;
        try (var _ = new PointerScope()) {
            int status = initialize(count);
            if (status == NVJPEG_STATUS_SUCCESS) {
                status = nvjpegDecodeBatched(
                        handle,
                        state,
                        new PointerPointer<>(new NativeAddress(files.address())),
                        new SizeTPointer(new NativeAddress(lengths.address())),
                        new nvjpegImage_t(new NativeAddress(images.address())),
                        new CUstream_st(new NativeAddress(stream.nativeHandle())));
            }
            if (status == NVJPEG_STATUS_SUCCESS) {
                return true;
            }
        }
        stream.synchronize();
        cudaGetLastError();
        renew();
        return false;
    }

    /**
     * A state decodes exactly as many at once as it was initialized for, and initializing it again allocates and frees memory; so
     * an incomplete batch is padded with its first image, decoded to a scratch buffer.
     */
    private int padded() {
        if (added <= most / 2) {
            return added;
        }
        for (int i = added; i < most; i++) {
            files.setAtIndex(LONG, i, files.getAtIndex(LONG, 0));
            lengths.setAtIndex(LONG, i, lengths.getAtIndex(LONG, 0));
            images.set(LONG, i * IMAGE_BYTES, scratch);
            images.set(LONG, i * IMAGE_BYTES + PITCH, images.get(LONG, PITCH));
        }
        return most;
    }

    private int initialize(int count) {
        if (count == initialized) {
            return NVJPEG_STATUS_SUCCESS;
        }
        int status = nvjpegDecodeBatchedInitialize(handle, state, count, HOST_THREADS, NVJPEG_OUTPUT_RGBI);
        initialized = status == NVJPEG_STATUS_SUCCESS ? count : 0;
        return status;
    }

    /** Memory for the largest images is allocated at once: otherwise it would grow with every batch that has larger ones. */
    private void begin() {
        state = new nvjpegJpegState().retainReference();
        initialized = 0;
        check(nvjpegJpegStateCreate(handle, state), "creating a decoder state");
        check(initialize(most), "preparing to decode %d images at once".formatted(most));
        int status = nvjpegDecodeBatchedPreAllocate(
                handle, state, most, layout.cellWidth(), layout.cellHeight(), NVJPEG_CSS_444, NVJPEG_OUTPUT_RGBI);
        check(status, "allocating memory to decode %d images at once".formatted(most));
    }

    /** A failed call leaves a state undefined. */
    private void renew() {
        nvjpegJpegStateDestroy(state);
        state.releaseReference();
        begin();
    }

    private static void check(int status, String what) {
        if (status != NVJPEG_STATUS_SUCCESS) {
            throw new StokerException("%s failed: nvJPEG status %d; decode on the CPU, or use a smaller batch"
                            .formatted(what, status))
                    .about("decode", "batch");
        }
    }

    /** Frees what was created; a constructor that failed did not create all of it. */
    @Override
    public void close() {
        if (!state.isNull()) {
            nvjpegJpegStateDestroy(state);
            state.releaseReference();
        }
        if (!headers.isNull()) {
            nvjpegJpegStreamDestroy(headers);
        }
        headers.releaseReference();
        nvjpegDestroy(handle);
        handle.releaseReference();
        cudaFree(new NativeAddress(scratch)); // no-op where it is 0
        arena.close();
    }
}
